"""What a run came to, for the morning after: what ran, what went wrong by cause and seat, what is left and why.

Everything but the snapshot is read from the results folder, so that the report
covers the league however many runs it took.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from harness.lanes import LaneStatus
from harness.lanes.status import SLOTS
from harness.snapshot import Snapshot
from harness.standings import Standings

CAUSE_CHARACTERS = 600

SHORT = 1.0
"""Seconds of waiting that are not worth a line."""


@dataclass(frozen=True, slots=True)
class SeatReport:
    """How one seat's calls went in the whole league. `by_model` is the share of decisions it made itself.

    `by_model` is None before its first batch is played. `failures` are counted
    by kind, with some `examples`; `lost` calls were in flight when a process ended.
    """

    seat: str
    calls: int
    attempts: int
    late: int
    lost: int
    unpriced: int
    failures: Mapping[str, int]
    examples: Mapping[str, str]
    seconds: Mapping[str, float]
    tokens: int
    usd: float
    by_model: float | None


@dataclass(frozen=True, slots=True)
class Cause:
    """Why episodes are not played, with their names in order."""

    cause: str
    fixtures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The league after a run of so many seconds. `blocks` are whole and all, `waiting` episodes were not begun.

    Of those with a cause so many are `stuck` until somebody mends it. The standings
    also count so many `unproved` results, which are not those of the files beside them.
    `narrowed` tells of this run, lane by lane, what its calls waited for besides
    free slots, and for how many seconds; `held_seconds` the loop held calls back.
    """

    league: str
    finished: int
    total: int
    blocks: tuple[int, int]
    seconds: float
    halted: bool
    seats: tuple[SeatReport, ...]
    crashes: int
    unreadable: tuple[str, ...]
    causes: tuple[Cause, ...]
    waiting: int
    stuck: int
    unproved: int
    narrowed: Mapping[str, Mapping[str, float]]
    held_seconds: float


def report(end: Snapshot, table: Standings, operations: Mapping[str, Any], seconds: float) -> Report:
    """The report of a run from its last snapshot, the league's standings and its operations."""
    causes = _causes(end.suspended)
    return Report(
        league=table.league,
        finished=end.finished,
        total=end.total,
        blocks=(end.blocks[0], end.blocks[2]),
        seconds=seconds,
        halted=end.halted,
        seats=tuple(_seat(name, own) for name, own in sorted(operations["seats"].items())),
        crashes=operations["crashes"],
        unreadable=tuple(operations["unreadable"]),
        causes=causes,
        waiting=end.total - end.finished - sum(len(cause.fixtures) for cause in causes),
        stuck=end.stuck,
        unproved=max(0, table.episodes - end.finished),
        narrowed={lane.name: own for lane in end.lanes if (own := _narrowed(lane))},
        held_seconds=end.held_seconds,
    )


def _narrowed(lane: LaneStatus) -> dict[str, float]:
    return {what: round(seconds, 1) for what, seconds in lane.waited.items() if what != SLOTS and seconds >= SHORT}


def _seat(name: str, own: Mapping[str, Any]) -> SeatReport:
    return SeatReport(
        seat=name,
        calls=own["calls"],
        attempts=own["attempts"],
        late=own["late"],
        lost=own["lost"],
        unpriced=own["unpriced"],
        failures=own["failures"],
        examples=own["examples"],
        seconds=own["seconds"],
        tokens=sum(own["tokens"].values()) - own["tokens"]["reasoning"],
        usd=own["usd"],
        by_model=own["by_model"] / own["decided"] if own["decided"] else None,
    )


def _causes(suspended: Sequence[tuple[str, str]]) -> tuple[Cause, ...]:
    """The causes, most frequent first."""
    names: dict[str, list[str]] = {}
    for fixture, cause in suspended:
        names.setdefault(cause[:CAUSE_CHARACTERS], []).append(fixture)
    ordered = sorted(names.items(), key=lambda item: (-len(item[1]), item[0]))
    return tuple(Cause(cause, tuple(sorted(fixtures))) for cause, fixtures in ordered)
