"""One call to a seat: from the journal if it is there, else in time, whatever the seat does."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from engine.dice import Dice
from engine.game import Request
from engine.memory import Memory
from engine.wire import digest
from harness.clock import Clock
from harness.journal import Journal
from harness.records import Answer, Asked, Failed, Replied, answered
from harness.schema import schema_for
from harness.seats.seat import At, Exchange, Failure, FailureKind, Prompt, SeatCall
from harness.stragglers import Stragglers
from harness.table import Chair, Table

COURTESY = 0.25
"""Seconds a seat has after its deadline to say itself whether it was late or the world was."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Where seats are asked: the calls of one request kind, `number` from 0, due `until` then."""

    number: int
    table: Table
    journal: Journal
    clock: Clock
    stragglers: Stragglers
    until: float
    digests: dict[str, str] = field(default_factory=dict)
    """SHA-256 of the schema that all powers share, by request kind, once it was wanted."""


async def ask_seat(
    batch: Batch, chair: Chair, request: Request, memory: Memory, ask: int, earlier: tuple[Exchange, ...]
) -> Answer:
    """What the seat brought, from the journal if it is there."""
    at = At(batch.number, request.power, ask)
    if (known := batch.journal.recorded(at)) is not None:
        return known
    now = batch.clock.now()
    until = min(now + batch.table.limits.call_seconds, batch.until)
    if ask and until <= now:
        answer: Answer = Failure(FailureKind.LATE, "no time was left to ask again", attempts=0)
    else:
        answer = await _answer(batch, chair, _call(batch, chair, request, memory, at, earlier), until)
    won = batch.journal.settle(answered(at, answer))
    if chair.seat.paid:
        await batch.journal.synced()
    return won.answer if isinstance(won, Replied | Failed) else answer


async def _answer(batch: Batch, chair: Chair, call: SeatCall, until: float) -> Answer:
    """Whatever the seat does, an answer: its own, or a late failure soon after `until`."""
    task = asyncio.ensure_future(chair.seat.ask(call, until))
    try:
        await asyncio.sleep(0)
        if task.done():  # a scripted seat needs no clock, which costs more than its decision
            return task.result()
        async with batch.clock.until(until + COURTESY):
            return await asyncio.shield(task)
    except TimeoutError:
        batch.stragglers.adopt(task, call.at, until + batch.table.limits.late_grace)
        return Failure(FailureKind.LATE, "no reply in time")
    except asyncio.CancelledError:
        task.cancel()
        raise


def policy_dice(table: Table, request: Request) -> Dice:
    """The stream from which a scripted policy draws its answer to a request."""
    return Dice(table.fixture.seed, f"policy:{request.power}:{request.phase}")


def _call(
    batch: Batch, chair: Chair, request: Request, memory: Memory, at: At, earlier: tuple[Exchange, ...]
) -> SeatCall:
    schema = schema_for(request, chair.config.structured)
    made: list[Prompt] = []

    def prompt() -> Prompt:
        if not made:
            made.append(chair.prompts.render(request, memory, list_orders=chair.config.list_orders))
            batch.journal.settle(Asked(at, _sent(made[0], earlier), _schema_digest(batch, request, schema)))
        return made[0]

    return SeatCall(at, request, memory, policy_dice(batch.table, request), prompt, earlier, schema)


def _schema_digest(batch: Batch, request: Request, schema: Mapping[str, Any] | None) -> str:
    if schema is None:
        return ""
    if schema is not request.form.schema:
        return digest(schema)
    if request.kind not in batch.digests:
        batch.digests[request.kind] = digest(schema)
    return batch.digests[request.kind]


def _sent(prompt: Prompt, earlier: tuple[Exchange, ...]) -> str:
    """SHA-256, in hex, of everything a seat is sent."""
    parts = [prompt.system, prompt.user]
    parts += [text for exchange in earlier for text in (exchange.reply, exchange.complaint)]
    return sha256("\x1e".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
