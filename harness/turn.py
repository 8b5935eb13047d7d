"""One batch of calls in parallel: every power asked decides, a slow one costs only itself."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.game import Power, Request
from engine.memory import Memory
from harness.asking import Batch
from harness.clock import Clock
from harness.decision import Decision, decide
from harness.journal import Journal
from harness.stragglers import Stragglers
from harness.table import Table


@dataclass(slots=True)
class Progress:
    """Where an episode is, for whoever watches: its batch, and how many of the powers asked have decided."""

    phase: str = ""
    batch: int = 0
    asked: int = 0
    answered: int = 0


async def play_turn(
    table: Table,
    journal: Journal,
    clock: Clock,
    stragglers: Stragglers,
    number: int,
    requests: Sequence[Request],
    memories: Mapping[Power, Memory],
    progress: Progress,
) -> tuple[Decision, ...]:
    """The decisions on one batch of requests, in their order.

    When a seat raises (`Outage`, or an error in its code), every other seat is
    heard out and made durable before the first error is raised.
    """
    progress.phase, progress.batch = requests[0].phase, number
    progress.asked, progress.answered = len(requests), 0
    batch = Batch(number, table, journal, clock, stragglers, clock.now() + table.limits.turn_seconds)

    async def decided(request: Request) -> Decision:
        decision = await decide(batch, request, memories[request.power])
        progress.answered += 1
        return decision

    results = await asyncio.gather(*map(decided, requests), return_exceptions=True)
    decisions = tuple(result for result in results if isinstance(result, Decision))
    if len(decisions) < len(requests):
        await journal.synced()
        raise next(_error(result) for result in results if isinstance(result, BaseException))
    return decisions


def _error(error: BaseException) -> BaseException:
    """A seat that cancels its own call must not look like the end of the whole run."""
    if isinstance(error, asyncio.CancelledError):
        return RuntimeError("a seat cancelled its own call")
    return error
