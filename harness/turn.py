"""One batch of calls in parallel: every power asked decides, a slow one costs only itself."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.game import Power, Request
from engine.memory import Memory
from harness.admission import Admission
from harness.asking import Batch
from harness.clock import Clock
from harness.decision import Decision, decide
from harness.errors import Outage
from harness.journal import Journal
from harness.records import Answer
from harness.seats.seat import At
from harness.stragglers import Stragglers
from harness.table import Table


@dataclass(slots=True)
class Progress:
    """Where an episode is, for whoever watches: its batch, and how many of the powers asked have decided.

    `rank` is its place among the run's episodes, `known` how many batches its
    journal held when it was opened. `awaited` are the powers that have not
    decided: the seat of each, and since when on the clock. `late` hears of
    answers that came too late to be played.
    """

    phase: str = ""
    batch: int = 0
    asked: int = 0
    answered: int = 0
    rank: int = 0
    known: int = 0
    awaited: dict[Power, tuple[str, float]] = field(default_factory=dict)
    late: Callable[[At, Answer], None] | None = None


async def play_turn(
    table: Table,
    journal: Journal,
    clock: Clock,
    stragglers: Stragglers,
    number: int,
    requests: Sequence[Request],
    memories: Mapping[Power, Memory],
    progress: Progress,
    *,
    seconds: float = math.inf,
    admission: Admission | None = None,
) -> tuple[Decision, ...]:
    """The decisions on one batch of requests, in their order.

    `seconds` are what is left of the episode: the turn never gets more. When a
    seat raises (`Outage`, or an error in its code), every other seat is heard
    out and made durable before the first error is raised.
    """
    progress.phase, progress.batch = requests[0].phase, number
    progress.asked, progress.answered = len(requests), 0
    held = admission if table.paid else None
    if held:
        await held.enter(len(requests), progress.rank)
    began = clock.now()
    batch = Batch(number, table, journal, clock, stragglers, began + min(table.limits.turn_seconds, seconds))
    progress.awaited = {request.power: (table.chairs[request.power].config.name, began) for request in requests}

    async def decided(request: Request) -> Decision:
        try:
            return await decide(batch, request, memories[request.power])
        except Outage as outage:
            outage.seat = table.chairs[request.power].config.name
            raise
        finally:
            progress.answered += 1
            progress.awaited.pop(request.power, None)
            if held:
                held.leave()

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
