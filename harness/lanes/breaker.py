"""A breaker: after an outage one call tries the lane while the others wait or stay away.

It opens at once for what the next call would only meet again (a wrong key, no
credit), and after a row of lost calls for a network or a server that is down.
When its time has come the next call is let through as a probe; what becomes of
it closes the breaker or opens it for twice as long.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

ROW = 8
"""Lost calls in a row, none answered between them, that are an outage."""

PROOF = 0.5
"""Seconds that the first call of an account goes alone: a wrong key is refused sooner than a model answers."""


@dataclass(frozen=True, slots=True)
class Span:
    """Seconds that a breaker stays open: at first, and at most after failed probes."""

    first: float
    most: float


PASSING = Span(2.0, 120.0)
LASTING: Mapping[str, Span] = {"auth": Span(60.0, 900.0), "quota": Span(60.0, 900.0)}
"""Causes that concern the whole account and do not pass by themselves."""


class State(Enum):
    """What a breaker lets through: every call, none, or one while the others wait for what becomes of it."""

    CLOSED = "closed"
    OPEN = "open"
    PROBING = "probing"


class Breaker:
    """The breaker of a lane. It never waits; it says who may go."""

    def __init__(self) -> None:
        self.state = State.CLOSED
        self.cause = ""
        self.changes_at = -math.inf
        self._row = 0
        self._seconds = 0.0

    @property
    def lasts(self) -> bool:
        """Whether it is open for something that no turn outwaits."""
        return self.state is State.OPEN and self.cause in LASTING

    def unproven(self) -> None:
        """Nothing is known of the lane: the next call goes first."""
        self.state, self.changes_at = State.OPEN, -math.inf

    def admit(self, now: float) -> bool:
        """Let a call through whose time has come; whether it is a probe."""
        if self.state is not State.OPEN:
            self.state = State.CLOSED
            return False
        self.state, self.changes_at = State.PROBING, math.inf if self.cause else now + PROOF
        return True

    def answered(self) -> None:
        """The other side answered: whatever it said, the lane is open."""
        self.state, self.cause = State.CLOSED, ""
        self._row, self._seconds = 0, 0.0

    def lost(self, cause: str, now: float, *, probe: bool) -> None:
        """A call met an outage; `probe` when it was the one let through to try."""
        self._row += 1
        if self.state is State.PROBING and not probe:
            return
        if (probe and self.cause) or cause in LASTING or self._row >= ROW:
            self._open(cause, now)
        elif probe:
            self.state = State.CLOSED

    def spoiled(self, now: float) -> None:
        """The probe came to nothing, neither answer nor outage: the next call is the probe."""
        if self.state is State.PROBING:
            self.state, self.changes_at = State.OPEN, now

    def _open(self, cause: str, now: float) -> None:
        if self.state is State.OPEN and now < self.changes_at:
            return
        span = LASTING.get(cause, PASSING)
        self._seconds = min(span.most, max(span.first, 2 * self._seconds))
        self.state, self.cause, self.changes_at = State.OPEN, cause, now + self._seconds
