"""Keeping a provider's cache warm: the rules that begin every prompt are sent once before they are needed.

One such call a model, prefix and keeping time, when nobody has used the prefix
for as long. No batch ever waits for it, and what goes wrong with it is nobody's matter.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Mapping

from harness.clock import Clock
from harness.errors import Outage
from harness.seats.faults import Fault

KEPT: Mapping[str, float] = {"5m": 300.0, "1h": 3_600.0}
"""Seconds that a prefix stays in the cache after its last use."""

LEAST_CHARACTERS = 4_096
"""About 1,024 tokens: shorter prefixes are not cached by most models."""


class Warming:
    """The prefixes of one lane and when they were used last."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._used: dict[Hashable, float] = {}
        self._calls: set[asyncio.Task[None]] = set()

    def use(self, key: Hashable, prefix: str, kept: float, send: Callable[[], Awaitable[object]]) -> None:
        """A prefix is about to be used: send it ahead if the cache cannot have it any more."""
        now, before = self._clock.now(), self._used.get((key, prefix))
        self._used[key, prefix] = now
        if len(prefix) >= LEAST_CHARACTERS and (before is None or now - before > kept):
            call = asyncio.create_task(self._sent(send))
            self._calls.add(call)
            call.add_done_callback(self._calls.discard)

    async def aclose(self) -> None:
        """Give up what is still being sent."""
        for call in self._calls:
            call.cancel()
        await asyncio.gather(*self._calls, return_exceptions=True)

    async def _sent(self, send: Callable[[], Awaitable[object]]) -> None:
        try:
            await send()
        except (Fault, Outage):
            return
