"""Keeping a provider's cache warm: the rules that begin every prompt are sent once before they are needed.

One such call a model, prefix and keeping time, when nobody has used the prefix
for as long. No batch ever waits for it, what goes wrong with it is nobody's
matter, and what it costs is on the bill.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable, Mapping
from typing import Any

from harness.clock import Clock
from harness.seats.seat import Failure, Reply

Send = Callable[[], Coroutine[Any, Any, Reply | Failure]]

KEPT: Mapping[str, float] = {"5m": 300.0, "1h": 3_600.0}
"""Seconds that a prefix stays in the cache after its last use."""

LEAST_CHARACTERS = 4_096
"""About 1,024 tokens: shorter prefixes are not cached by most models."""


class Warming:
    """The prefixes of one lane and when they were used last."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._used: dict[Hashable, float] = {}
        self._calls: set[asyncio.Task[Reply | Failure]] = set()

    def use(self, key: Hashable, prefix: str, kept: float, send: Send) -> asyncio.Task[Reply | Failure] | None:
        """A prefix is about to be used: the call that sends it ahead, if the cache cannot have it any more."""
        now, before = self._clock.now(), self._used.get((key, prefix))
        self._used[key, prefix] = now
        if len(prefix) < LEAST_CHARACTERS or (before is not None and now - before <= kept):
            return None
        call = asyncio.create_task(send())
        self._calls.add(call)
        call.add_done_callback(self._over)
        return call

    async def aclose(self) -> None:
        """Give up what is still being sent."""
        for call in self._calls:
            call.cancel()
        await asyncio.gather(*self._calls, return_exceptions=True)

    def _over(self, call: asyncio.Task[Reply | Failure]) -> None:
        self._calls.discard(call)
        if not call.cancelled():
            call.exception()
