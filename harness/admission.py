"""How many calls may be in flight: as many as the event loop can serve without running late.

A loop that falls behind steals time from every call at once: replies wait to be
read while their deadlines run. So batches wait here, before anything of them is
rendered or sent, whenever the loop lags.
"""

from __future__ import annotations

import asyncio
import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

PERIOD = 0.5
"""Seconds between two looks at the lag."""

EARLY = 0.050
"""Seconds of lag below which more calls are let in."""

IN_A_ROW = 2
"""Periods that must be late before anything is done: one burst of replies is no overload."""

CUT, GROW = 0.85, 1.03
LEAST = 24
MOST = 20_000


@dataclass(frozen=True, slots=True)
class Pace:
    """How many calls are let in at `start`, and the seconds of lag above which fewer are."""

    start: int = 640
    late: float = 0.120


PACED = Pace()
UNPACED = Pace(MOST, math.inf)


class Admission:
    """Lets batches in one by one, in the order they came or by their `rank` when that is what counts."""

    def __init__(self, lag: Callable[[], float], pace: Pace = PACED, *, ranked: bool = False) -> None:
        """`lag` tells the worst lag of the loop, in seconds, since it was last asked."""
        self.cap = pace.start
        self.in_flight = 0
        self.held = 0.0
        """Seconds in which calls were held back."""
        self._lag, self._pace = lag, pace
        self._late = 0
        self._ranked = ranked
        self._ticket = count()
        self._waiting: list[tuple[int, int, int, asyncio.Future[None]]] = []

    @property
    def waiting(self) -> int:
        """Calls that are held back."""
        return sum(calls for *_, calls, _ in self._waiting)

    async def enter(self, calls: int, rank: int = 0) -> None:
        """Wait until so many calls may be made; `leave` gives every one of them back."""
        if not self._waiting and self._is_room(calls):
            self.in_flight += calls
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        entry = (rank if self._ranked else 0, next(self._ticket), calls, turn)
        heapq.heappush(self._waiting, entry)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave(calls)
            else:
                self._waiting.remove(entry)
                heapq.heapify(self._waiting)
            raise

    def leave(self, calls: int = 1) -> None:
        """So many calls have ended."""
        self.in_flight -= calls
        self._admit()

    async def follow(self) -> None:
        """Follow the lag until cancelled."""
        while True:
            await asyncio.sleep(PERIOD)
            self.held += PERIOD if self._waiting else 0.0
            self.adjust(self._lag())

    def adjust(self, lag: float) -> None:
        """Take the lag of the last period into account; the cap only grows while it is what holds calls back."""
        self._late = self._late + 1 if lag > self._pace.late else 0
        if self._late >= IN_A_ROW:
            self.cap = max(LEAST, int(min(self.cap, self.in_flight) * CUT))
        elif lag < EARLY and self._waiting:
            self.cap = min(MOST, int(self.cap * GROW) + 1)
            self._admit()

    def _is_room(self, calls: int) -> bool:
        return self.in_flight == 0 or self.in_flight + calls <= self.cap

    def _admit(self) -> None:
        while self._waiting and self._is_room(self._waiting[0][2]):
            *_, calls, turn = heapq.heappop(self._waiting)
            if not turn.done():
                self.in_flight += calls
                turn.set_result(None)
