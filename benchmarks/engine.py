"""What the engine of the family costs on one core, in random play of whole episodes.

``python -m benchmarks.engine [episodes]`` prints, for Cogiavelli and Cogplomacy, phases per second, microseconds for
the complete legal orders of all units, for adjudication, for the verdicts with their causes and for a whole phase, and
the memory of a state. A phase is all that the game does for one: the legal choices of everybody listed in full,
adjudication, verdicts, retreats, shocks, ownership, counts, and the events as values; picking at random is left out.
Every board is met once.
"""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Sequence
from dataclasses import dataclass, field
from os import getloadavg
from random import Random
from statistics import fmean, median
from time import process_time_ns
from typing import Any

from benchmarks.measure import settle_garbage, show
from benchmarks.random_play import ARENAS, Arena
from engine.conflict.events import tell_movement
from engine.conflict.legal import every_legal_order
from engine.conflict.resolve import adjudicate
from engine.conflict.rulebook import RULEBOOKS

EPISODES = 40
WARMUP = 40
MICRO = 1000
KEPT = 500
"""States held at once when their memory is measured."""


@dataclass
class Costs:
    """Nanoseconds of CPU by episode, per movement phase or per phase of any sort."""

    phase: list[float] = field(default_factory=list)
    movement: list[float] = field(default_factory=list)
    lists: list[float] = field(default_factory=list)
    adjudication: list[float] = field(default_factory=list)
    telling: list[float] = field(default_factory=list)
    units: list[float] = field(default_factory=list)
    listed: list[float] = field(default_factory=list)


def play(arena: Arena, seed: int, costs: Costs) -> None:
    """An episode, timed phase by phase."""
    game, dice = arena.game, Random(seed)
    state = game.start(seed, arena.options).state
    phases, movements = [], []
    while game.outcome(state) is None:
        start = process_time_ns()
        arena.offer(state.board)
        listed = process_time_ns()
        submissions = arena.submit(arena.decide(state.board, dice))
        decided = process_time_ns()
        after = game.resolve(state, submissions).state
        phases.append(process_time_ns() - decided + listed - start)
        if is_movement(state):
            movements.append(phases[-1])
        state = after
    costs.phase.append(fmean(phases))
    costs.movement.append(fmean(movements))


def is_movement(state: Any) -> bool:
    """Whether orders are asked for."""
    return str(state.board.phase).endswith("-orders")


def take_apart(arena: Arena, seed: int, costs: Costs) -> None:
    """The movement phases of another episode once more, part by part, on the kernel alone."""
    edition = RULEBOOKS["datc"]
    parts: list[Sequence[int]] = []
    dice = Random(seed)
    state = arena.game.start(seed, arena.options).state
    while arena.game.outcome(state) is None:
        forces = state.board.forces
        start = process_time_ns()
        if is_movement(state):
            lists = every_legal_order(arena.table, forces)
            listed = process_time_ns()
            orders = {province: own[int(dice.random() * len(own))] for province, own in lists.items()}
            ordered = process_time_ns()
            battle = adjudicate(arena.table, edition, forces, orders)
            judged = process_time_ns()
            tell_movement("", arena.table, arena.game.powers, battle)
            told = process_time_ns()
            parts.append((listed - start, judged - ordered, told - judged, len(orders), sum(map(len, lists.values()))))
        state = arena.game.resolve(state, arena.submit(arena.decide(state.board, dice))).state
    rows = (costs.lists, costs.adjudication, costs.telling, costs.units, costs.listed)
    for row, column in zip(rows, zip(*parts, strict=True), strict=True):
        row.append(fmean(column))


def memory(arena: Arena) -> float:
    """Bytes a state takes, among many of some episodes that are all kept."""
    kept: list[Any] = []
    seed = 0
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    while len(kept) < KEPT:
        kept += [state for state, _ in arena.states(seed)]
        seed += 1
    size = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return size / len(kept)


def measure(arena: Arena, episodes: int) -> None:
    """Print the table of a game."""
    costs = Costs()
    for seed in range(WARMUP):
        play(arena, -1 - seed, Costs())
    settle_garbage()
    for seed in range(episodes):
        play(arena, 2 * seed, costs)
        take_apart(arena, 2 * seed + 1, costs)
    parts = (costs.lists, costs.adjudication, costs.telling)
    kernel = [lists + judged for lists, judged, _ in zip(*parts, strict=True)]
    show(
        f"\n{arena.game.name}, random play, {fmean(costs.units):.0f} units and {fmean(costs.listed):.0f} legal orders"
        " in a movement phase; medians over episodes, CPU",
        (
            ("phases per second, all kinds, whole", f"{1e9 / median(costs.phase):10,.0f}"),
            ("whole phase, all kinds", f"{median(costs.phase) / MICRO:10.1f} µs"),
            ("whole movement phase", f"{median(costs.movement) / MICRO:10.1f} µs"),
            ("  legal orders of all units", f"{median(costs.lists) / MICRO:10.1f} µs"),
            ("  adjudication", f"{median(costs.adjudication) / MICRO:10.1f} µs"),
            ("  verdicts with causes, as an event", f"{median(costs.telling) / MICRO:10.1f} µs"),
            ("movement phases per second, kernel alone", f"{1e9 / median(kernel):10,.0f}  (lists and adjudication)"),
            ("memory of a state", f"{memory(arena) / 1024:10.1f} KiB"),
        ),
    )


def main() -> None:
    """Print all tables."""
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else EPISODES
    print(f"load {getloadavg()[0]:.1f}")
    for arena in ARENAS:
        measure(arena, episodes)


if __name__ == "__main__":
    main()
