"""Territory played by scripts: what an episode costs, what the scripts score, and whether a hearth is better.

``python -m benchmarks.territory [seeds]`` prints the tables of docs/territory.md.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from benchmarks.measure import median_cpu
from engine.dice import Dice
from engine.memory import Memory
from engine.territory.board import Variant
from engine.territory.game import TERRITORY
from engine.territory.state import ALIASES, SEATS, Life, Options, State

SEEDS = 200
TIMED = 20
MIXED = ("homesteader", "raider", "random")
CASTS = (("homesteader",), ("raider",), ("random",), MIXED)


@dataclass(frozen=True)
class Playing:
    """One episode: the policy of each seat, and where it ended."""

    policies: tuple[str, ...]
    state: State


def play(seed: int, options: Options, policies: Sequence[str]) -> Playing:
    """One episode; in a mixed cast the policies move on by a seat with the seed."""
    cast = tuple(policies[(seat + seed) % len(policies)] for seat in SEATS)
    state = TERRITORY.start(seed, options).state
    while TERRITORY.outcome(state) is None:
        submissions = {}
        for request in TERRITORY.requests(state):
            policy = TERRITORY.policies[cast[ALIASES.index(request.power)]]
            dice = Dice(seed, f"policy:{request.power}:{request.phase}")
            submissions[request.power] = TERRITORY.read(request, policy(request, Memory(request.power), dice))
        state = TERRITORY.resolve(state, submissions).state
    return Playing(cast, state)


def cpu_of(policies: Sequence[str]) -> float:
    """Milliseconds of CPU of an 18-turn episode, the median of some."""
    return 1000 * median_cpu(lambda: play(7, Options(), policies), TIMED)


def row(variant: Variant, policies: Sequence[str], seeds: int) -> str:
    """One line of the table of scores."""
    playings = [play(seed, Options(variant=variant.value), policies) for seed in range(1, seeds + 1)]
    states = [playing.state for playing in playings]
    scores = [fmean(state.scores) for state in states]
    pool = f"{fmean(s.pool_at_start for s in states):.0f} → {fmean(s.board.pool for s in states):.0f}"
    razes = fmean(sum(state.razes) for state in states)
    gone = fmean(sum(life is Life.ELIMINATED for life in state.lives) for state in states)
    mean = f"{fmean(scores):.1f} ± {1.96 * stdev(scores) / seeds**0.5:.1f}"
    return f"| {variant} | {' + '.join(policies)} | {mean} | {pool} | {razes:.1f} | {gone:.2f} |"


def by_policy(variant: Variant, seeds: int) -> str:
    """Mean scores of the policies when they meet, three seats each."""
    earned: dict[str, list[int]] = {policy: [] for policy in MIXED}
    for seed in range(1, seeds + 1):
        playing = play(seed, Options(variant=variant.value), MIXED)
        for seat in SEATS:
            earned[playing.policies[seat]].append(playing.state.scores[seat])
    return f"| {variant} | " + " | ".join(f"{fmean(earned[policy]):.0f}" for policy in MIXED) + " |"


def by_hearth(variant: Variant, policy: str, seeds: int) -> str:
    """Mean scores of the nine hearths under one policy."""
    states = [play(seed, Options(variant=variant.value), (policy,)).state for seed in range(1, seeds + 1)]
    means = [fmean(state.scores[seat] for state in states) for seat in SEATS]
    errors = [1.96 * stdev(state.scores[seat] for state in states) / seeds**0.5 for seat in SEATS]
    return f"| {variant}, {policy} | " + " | ".join(f"{mean:.0f}" for mean in means) + f" | ± {max(errors):.0f} |"


def main() -> None:
    """Print all tables."""
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS
    for policies in CASTS:
        print(f"18 turns, nine seats, {' + '.join(policies)}: {cpu_of(policies):.1f} ms CPU")
    print("\n| variant | seats | mean score | pool | razes | eliminated |\n|---|---|---|---|---|---|")
    for variant in Variant:
        for policies in CASTS:
            print(row(variant, policies, seeds))
    print(f"\n| variant | {' | '.join(MIXED)} |\n|---|---|---|---|")
    for variant in Variant:
        print(by_policy(variant, seeds))
    print(f"\n| variant, policy | {' | '.join(ALIASES)} | |\n|---|{'---|' * 10}")
    for variant in Variant:
        for policy in ("homesteader", "raider"):
            print(by_hearth(variant, policy, seeds))


if __name__ == "__main__":
    main()
