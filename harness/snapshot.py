"""What a run looks like at one moment, for whoever observes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from harness.decision import Decision
from harness.lanes import LaneStatus


@dataclass(frozen=True, slots=True)
class Running:
    """An episode that is being played: of its batch, how many powers were asked and have decided."""

    fixture: str
    phase: str
    batch: int
    asked: int
    answered: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A run at one moment. `suspended` are (fixture, cause) pairs; `lag_p99` is in seconds.

    Calls, tokens and dollars are this run's, with what it found recorded in the
    episodes it went on with; `unpriced` replies are not in the dollars. `halted`
    says that the run was interrupted. `news` is one plain line at milestones, else "".
    """

    total: int
    finished: int
    running: tuple[Running, ...] = ()
    suspended: tuple[tuple[str, str], ...] = ()
    in_flight: int = 0
    lag_p99: float = 0.0
    lanes: tuple[LaneStatus, ...] = ()
    calls: int = 0
    tokens: int = 0
    usd: float = 0.0
    unpriced: int = 0
    failures: Mapping[str, int] = field(default_factory=dict)
    halted: bool = False
    news: str = ""


Observer = Callable[[Snapshot], None]


class Meter:
    """Sums over the decisions of a run."""

    def __init__(self) -> None:
        self.calls = 0
        self.tokens = 0
        self.usd = 0.0
        self.unpriced = 0
        self.failures: Counter[str] = Counter()

    def add(self, decision: Decision) -> None:
        """Count one decision; a scripted one costs no call."""
        self.failures.update(decision.event.failures)
        if decision.event.by != "policy":
            for answer in decision.answers:
                self.calls += answer.attempts
                self.tokens += answer.usage.total
                self.usd += answer.usd or 0.0
                self.unpriced += answer.usd is None and answer.usage.total > 0
