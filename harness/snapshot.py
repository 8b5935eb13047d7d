"""What a run looks like at one moment, for whoever observes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest
from typing import Any

from harness.decision import Decision
from harness.lanes import LaneStatus
from harness.records import Answer
from harness.results import tainted
from harness.statistics import ExactSum
from harness.turn import Progress

MOST_AWAITED = 3


@dataclass(frozen=True, slots=True)
class Running:
    """An episode that is being played: of its batch, how many powers were asked and have decided."""

    fixture: str
    phase: str
    batch: int
    asked: int
    answered: int


@dataclass(frozen=True, slots=True)
class Awaited:
    """A decision that a run waits for: whose it is, for how many seconds, and of its call what the lane knows."""

    fixture: str
    power: str
    seat: str
    seconds: float
    model: str = ""
    attempt: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat so far: its mean score over its plays that are its own (`tainted` ones are left out), None without any."""

    seat: str
    mean: float | None
    plays: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A run at one moment. `suspended` are (fixture, cause) pairs; `lag_p99` is in seconds.

    So many of them are `stuck`: somebody has to mend something before they go on.

    Calls, tokens and dollars are of all runs: of finished episodes those that
    counted, each decision as one call. `unpriced` replies are not in the dollars.
    `blocks` counts those that are whole, those with a finished episode, and all.
    `held_back` calls wait until the loop has room for them, some did for
    `held_seconds`. `awaited` are the
    decisions that take longest. `time_left` are the seconds until the run should
    be over, None without such a time. `halted` says that the run was
    interrupted. `news` is one plain line at milestones, else "".
    """

    total: int
    finished: int
    running: tuple[Running, ...] = ()
    blocks: tuple[int, int, int] = (0, 0, 0)
    suspended: tuple[tuple[str, str], ...] = ()
    stuck: int = 0
    in_flight: int = 0
    held_back: int = 0
    held_seconds: float = 0.0
    lag_p99: float = 0.0
    lanes: tuple[LaneStatus, ...] = ()
    awaited: tuple[Awaited, ...] = ()
    standings: tuple[Standing, ...] = ()
    calls: int = 0
    tokens: int = 0
    usd: float = 0.0
    unpriced: int = 0
    failures: Mapping[str, int] = field(default_factory=dict)
    time_left: float | None = None
    halted: bool = False
    news: str = ""


Observer = Callable[[Snapshot], None]


class Meter:
    """Sums over the decisions and the results of a run."""

    def __init__(self) -> None:
        self.calls = 0
        self.tokens = 0
        self.usd = 0.0
        self.unpriced = 0
        self.failures: Counter[str] = Counter()
        self.episodes = 0
        self._scores: dict[str, ExactSum] = {}

    def add(self, decision: Decision) -> None:
        """Count one decision; a scripted one costs no call."""
        self.failures.update(decision.event.failures)
        if decision.event.by != "policy":
            for answer in decision.answers:
                self.calls += answer.attempts
                self._pay(answer)

    def add_late(self, answer: Answer) -> None:
        """Count what an answer cost that came too late; its call is counted with the decision."""
        self._pay(answer)

    def add_earlier(self, result: Mapping[str, Any]) -> None:
        """Count what an episode cost that an earlier run finished."""
        for power, tokens in result["tokens"].items():
            if used := sum(tokens.values()):
                decisions = result["counts"][power]["decisions"]
                self.calls += decisions
                self.tokens += used
                self.usd += result["usd"][power] or 0.0
                self.unpriced += decisions if result["usd"][power] is None else 0

    def add_result(self, result: Mapping[str, Any]) -> None:
        """Count an episode that is played."""
        self.episodes += 1
        for power, seat in result["seating"].items():
            own, counts = self._scores.setdefault(seat, ExactSum()), result["counts"][power]
            if not tainted(counts["fallback"], counts["failures"]):
                own.add(result["scores"][power])

    def _pay(self, answer: Answer) -> None:
        self.tokens += answer.usage.total
        self.usd += answer.usd or 0.0
        self.unpriced += answer.usd is None and answer.usage.total > 0

    def standings(self) -> tuple[Standing, ...]:
        """All seats that have played, best first; those without a play of their own stand last."""
        rows = [Standing(seat, scores.mean, scores.count) for seat, scores in self._scores.items()]
        return tuple(sorted(rows, key=lambda row: (row.mean is None, -(row.mean or 0.0), row.seat)))


def running(fixture: str, progress: Progress) -> Running:
    """An episode in play, as it is now."""
    return Running(fixture, progress.phase, progress.batch, progress.asked, progress.answered)


def awaited(episodes: Mapping[str, Progress], lanes: Sequence[LaneStatus], now: float) -> tuple[Awaited, ...]:
    """The decisions that are waited for longest; of the oldest call on each lane its model and attempt are known."""
    calls = {lane.oldest.seat: lane.oldest for lane in lanes if lane.oldest}
    rows = nsmallest(
        MOST_AWAITED,
        (
            (since, fixture, power, seat)
            for fixture, progress in episodes.items()
            for power, (seat, since) in progress.awaited.items()
        ),
    )
    return tuple(
        Awaited(fixture, power, seat, now - since, *((call.model, call.attempt) if (call := calls.get(seat)) else ()))
        for since, fixture, power, seat in rows
    )
