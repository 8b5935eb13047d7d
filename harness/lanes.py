"""Lanes: what the seats of one provider account share.

A lane bounds the calls in flight, pauses all of them when the provider names a
time to wait, and holds what is open once for all (connections, a local server).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, cast

from harness.clock import Clock


class Closable(Protocol):
    """Something a lane holds open."""

    async def aclose(self) -> None:
        """Give it back to the system."""


T = TypeVar("T", bound=Closable)


@dataclass(frozen=True, slots=True)
class LaneStatus:
    """A lane at one moment, for the console.

    `waiting` calls want a slot; `paused` is how many seconds the provider asked
    to wait for; `calls` counts attempts sent, `troubles` the failed ones by kind.
    """

    name: str
    concurrency: int
    in_flight: int
    waiting: int
    paused: float
    calls: int
    troubles: Mapping[str, int]


class Lane:
    """A provider account or a local server: `concurrency` calls at once."""

    def __init__(self, name: str, concurrency: int, clock: Clock) -> None:
        self.name = name
        self.free_at = float("-inf")
        self.concurrency = concurrency
        self._clock = clock
        self._slots = asyncio.Semaphore(concurrency)
        self._in_flight = 0
        self._waiting = 0
        self._calls = 0
        self._troubles: dict[str, int] = {}
        self._lent: dict[Hashable, list[Any]] = {}

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """The right to one call: waits for its turn and for the end of a pause."""
        self._waiting += 1
        try:
            await self._slots.acquire()
        finally:
            self._waiting -= 1
        try:
            while (left := self.free_at - self._clock.now()) > 0:
                self._waiting += 1
                try:
                    await self._clock.sleep(left)
                finally:
                    self._waiting -= 1
            self._in_flight += 1
            self._calls += 1
            try:
                yield
            finally:
                self._in_flight -= 1
        finally:
            self._slots.release()

    def pause(self, seconds: float) -> None:
        """Let no call start for so long; a pause is never shortened by a later one."""
        self.free_at = max(self.free_at, self._clock.now() + seconds)

    def note(self, trouble: str) -> None:
        """Count a failed attempt by its kind."""
        self._troubles[trouble] = self._troubles.get(trouble, 0) + 1

    def status(self) -> LaneStatus:
        """What the lane is doing now."""
        paused = max(0.0, self.free_at - self._clock.now())
        counts = dict(self._troubles)
        return LaneStatus(self.name, self.concurrency, self._in_flight, self._waiting, paused, self._calls, counts)

    def borrow(self, key: Hashable, make: Callable[[], T]) -> T:
        """What is open under this key, made when nobody holds it yet; `give_back` once for each borrowing."""
        entry = self._lent.setdefault(key, [None, 0])
        if entry[1] == 0:
            entry[0] = make()
        entry[1] += 1
        return cast(T, entry[0])

    async def give_back(self, key: Hashable) -> None:
        """Return what was borrowed; the last one to return it closes it."""
        entry = self._lent[key]
        entry[1] -= 1
        if entry[1] == 0:
            del self._lent[key]
            await entry[0].aclose()
