"""Time as a value handed down, so that a night can be simulated."""

from __future__ import annotations

import asyncio
import time
from contextlib import AbstractAsyncContextManager
from typing import Protocol


class Clock(Protocol):
    """Where the harness reads time and waits."""

    def now(self) -> float:
        """Seconds on a clock that never goes back; only differences mean something."""

    def wall(self) -> float:
        """Seconds since 1970 in UTC, for people and for Retry-After dates."""

    async def sleep(self, seconds: float) -> None:
        """Wait that long on this clock."""

    def until(self, moment: float) -> AbstractAsyncContextManager[object]:
        """A scope that raises `TimeoutError` when `now()` passes `moment`."""


class ScaledClock:
    """A clock that runs `factor` times as fast as the machine's, from a moment in seconds since 1970.

    A night passes in minutes; processes that are given the same beginnings agree on the time.
    """

    def __init__(self, factor: float, wall: float, began: float | None = None) -> None:
        """`began` is when it was that moment, on the machine's monotonic clock; now, unless given."""
        self._factor = factor
        self._wall = wall
        self._began = time.monotonic() if began is None else began

    def now(self) -> float:
        return (time.monotonic() - self._began) * self._factor

    def wall(self) -> float:
        return self._wall + self.now()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / self._factor)

    def until(self, moment: float) -> AbstractAsyncContextManager[object]:
        return asyncio.timeout(max(0.0, moment - self.now()) / self._factor)


class SystemClock:
    """The machine's own clock."""

    def now(self) -> float:
        return time.monotonic()

    def wall(self) -> float:
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def until(self, moment: float) -> AbstractAsyncContextManager[object]:
        return asyncio.timeout(max(0.0, moment - time.monotonic()))
