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
