"""Calls that no decision waits for: let run on a little, so that what they cost is known."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from harness.clock import Clock
from harness.journal import Journal
from harness.records import BESIDES, Answer, Late, Lost, answered
from harness.seats.seat import At, bounded, drop


class Stragglers:
    """The late calls of one episode, and those made besides. Nobody waits for them but the end of the episode."""

    def __init__(self, journal: Journal, clock: Clock, told: Callable[[At, Answer], None] | None = None) -> None:
        """`told` hears of every late answer, for the bill."""
        self._journal, self._told = journal, told
        self._clock = clock
        self._watchers: set[asyncio.Task[None]] = set()
        self._out: set[At] = set()

    def adopt(self, call: asyncio.Future[Answer], at: At, grace: float) -> None:
        """Let a call run on for so many seconds; what it brings is journalled as late, nothing as lost."""
        watcher = asyncio.create_task(self._watch(call, at, self._clock.now() + grace))
        self._out.add(at)
        self._watchers.add(watcher)
        watcher.add_done_callback(self._watchers.discard)
        watcher.add_done_callback(lambda _: drop(call))

    def tell(self, at: At, answer: Answer) -> None:
        """An answer is paid for and not played."""
        if self._told:
            self._told(at, answer)

    def had(self, at: At) -> bool:
        """Whether an attempt of this call was let run on, so that what it costs is told by that."""
        return at in self._out

    async def gone(self) -> None:
        """Return when every late call has come in or was given up."""
        await asyncio.gather(*self._watchers, return_exceptions=True)

    def abandon(self) -> None:
        """Give all of them up now."""
        for watcher in self._watchers:
            watcher.cancel()

    async def _watch(self, call: asyncio.Future[Answer], at: At, until: float) -> None:
        try:
            async with self._clock.until(until):
                await asyncio.wait((call,))
        except TimeoutError:
            self._journal.settle(Lost(at))
            return
        if not call.cancelled() and call.exception() is None:
            late = replace(bounded(call.result()), attempts=0)  # they were counted when its time was up
            record = Late(at, late) if at.ask == BESIDES else answered(at, late)
            if self._journal.settle(record) is not record or isinstance(record, Late):
                self.tell(at, late)
            await self._journal.synced()
