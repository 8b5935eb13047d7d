"""Cogplomacy played by scripts: what an episode costs, what the scripts score, and whether a power is better.

``python -m benchmarks.cogplomacy [seeds]`` prints the tables of docs/cogplomacy.md.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from statistics import fmean, stdev

from benchmarks.measure import median_cpu
from engine.cogplomacy.game import COGPLOMACY
from engine.cogplomacy.state import Options
from engine.dice import Dice, shuffled
from engine.game import Power
from engine.memory import Memory, remember
from engine.wire import encode

SEEDS = 100
TIMED = 20
MIXED = ("expander", "hedgehog", "random", "expander", "hedgehog", "random", "expander")
"""The seats of leagues/cogplomacy.toml."""


def play(seed: int, policies: Sequence[str]) -> tuple[Mapping[Power, float], int]:
    """A four-year episode, power i playing policies[i]: the scores, and the bytes of its events as written."""
    step = COGPLOMACY.start(seed, Options())
    memories = {power: Memory(power) for power in COGPLOMACY.powers}
    written = 0
    while True:
        written += sum(len(encode(event)) for event in step.events)
        if COGPLOMACY.outcome(step.state) is not None:
            return COGPLOMACY.scores(step.state), written
        memories = {power: remember(memory, step.events) for power, memory in memories.items()}
        submissions = {}
        for request in COGPLOMACY.requests(step.state):
            policy = COGPLOMACY.policies[policies[COGPLOMACY.powers.index(request.power)]]
            dice = Dice(seed, f"policy:{request.power}:{request.phase}")
            submissions[request.power] = COGPLOMACY.read(request, policy(request, memories[request.power], dice))
        step = COGPLOMACY.resolve(step.state, submissions)


def seated(seed: int) -> tuple[str, ...]:
    """The mixed cast by power, dealt by the seed."""
    cast = [""] * len(MIXED)
    for seat, power in enumerate(shuffled(seed, "seating", len(MIXED))):
        cast[power] = MIXED[seat]
    return tuple(cast)


def by_power(policy: str, seeds: int) -> str:
    """Mean scores of the seven powers under one policy."""
    rows = [play(seed, (policy,) * len(MIXED))[0].values() for seed in range(seeds)]
    return f"| {policy} | " + " | ".join(f"{fmean(column):.3f}" for column in zip(*rows, strict=True)) + " |"


def by_policy(seeds: int) -> str:
    """Mean scores of the policies when they meet, with 95 % intervals over seeds."""
    earned: dict[str, list[float]] = {policy: [] for policy in COGPLOMACY.policies}
    for seed in range(seeds):
        cast = seated(seed)
        scores = tuple(play(seed, cast)[0].values())
        for policy, means in earned.items():
            means.append(fmean(score for score, name in zip(scores, cast, strict=True) if name == policy))
    told = (f"{name} {fmean(all_):.3f} ± {1.96 * stdev(all_) / seeds**0.5:.3f}" for name, all_ in earned.items())
    return ", ".join(told)


def main() -> None:
    """Print all tables."""
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS
    for policies in (*((policy,) * len(MIXED) for policy in COGPLOMACY.policies), MIXED):
        cpu = 1000 * median_cpu(partial(play, 7, policies), TIMED)
        size = play(7, policies)[1]
        print(f"four years, {' '.join(dict.fromkeys(policies))}: {cpu:.1f} ms CPU, {size:,} bytes of events")
    print(f"\n| | {' | '.join(COGPLOMACY.powers)} |\n|---|{'---|' * len(MIXED)}")
    for policy in COGPLOMACY.policies:
        print(by_power(policy, seeds))
    print(f"\nmixed: {by_policy(seeds)}")


if __name__ == "__main__":
    main()
