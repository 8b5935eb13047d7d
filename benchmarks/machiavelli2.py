"""Machiavelli 2 played by scripts: what an episode costs, how scenarios end, what the scripts score.

``python -m benchmarks.machiavelli2 [seeds]`` prints the tables of docs/machiavelli2.md.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from statistics import fmean

from benchmarks.measure import median_cpu
from engine.dice import Dice
from engine.machiavelli2.game import MACHIAVELLI2
from engine.machiavelli2.map.scenarios import SCENARIOS
from engine.machiavelli2.map.theatre import theatre
from engine.machiavelli2.options import Options
from engine.machiavelli2.state import State
from engine.memory import Memory

SEEDS = 200
TIMED = 15
CASTS = (("besieger",), ("garrison",), ("random",), ("besieger", "garrison", "random"))
BASIC = Options(scenario="mach2_pa", years=4, money=False, dice=False, cities_to_win=13)


def play(seed: int, options: Options, policies: Sequence[str]) -> State:
    """One episode; in a mixed cast the policies move on by a power with the seed."""
    game = MACHIAVELLI2.cast(options)
    state = game.start(seed, options).state
    while game.outcome(state) is None:
        submissions = {}
        for request in game.requests(state):
            policy = policies[(game.powers.index(request.power) + seed) % len(policies)]
            dice = Dice(seed, f"policy:{request.power}:{request.phase}")
            answer = game.policies[policy](request, Memory(request.power), dice)
            submissions[request.power] = game.read(request, answer)
        state = game.resolve(state, submissions).state
    return state


def cpu_of(options: Options, policies: Sequence[str]) -> float:
    """Milliseconds of CPU of an episode, the median of some."""
    return 1000 * median_cpu(lambda: play(7, options, policies), TIMED)


def endings(scenario: str, policies: Sequence[str], seeds: int) -> str:
    """One line of the table of ends."""
    states = [play(seed, Options(scenario=scenario), policies) for seed in range(1, seeds + 1)]
    ends = Counter(state.outcome.ending.value for state in states if state.outcome is not None)
    out = fmean(sum(state.board.eliminated) for state in states)
    told = ", ".join(f"{word} {number}" for word, number in sorted(ends.items()))
    return f"| {theatre(scenario).title} | {' + '.join(policies)} | {told} | {out:.2f} |"


def by_power(policies: Sequence[str], seeds: int) -> str:
    """Mean scores of the eight powers of 1454 under one cast."""
    rows = [MACHIAVELLI2.scores(play(seed, Options(), policies)) for seed in range(1, seeds + 1)]
    means = [fmean(row[power] for row in rows) for power in MACHIAVELLI2.powers]
    return f"| {' + '.join(policies)} | " + " | ".join(f"{mean:.3f}" for mean in means) + " |"


def main() -> None:
    """Print all tables."""
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS
    for policies in CASTS:
        told = " + ".join(policies)
        print(f"mach2_pa, basic game, four years, {told}: {cpu_of(BASIC, policies):.1f} ms CPU")
        print(f"1454, eight powers, five years, {told}: {cpu_of(Options(), policies):.1f} ms CPU")
    print(f"\n| scenario | seats | ends of {seeds} | eliminated |\n|---|---|---|---|")
    for scenario in SCENARIOS:
        for policies in (("random",), CASTS[-1]):
            print(endings(scenario, policies, seeds))
    print(f"\n| | {' | '.join(MACHIAVELLI2.powers)} |\n|---|{'---|' * len(MACHIAVELLI2.powers)}")
    for policies in CASTS[:-1]:
        print(by_power(policies, seeds))


if __name__ == "__main__":
    main()
