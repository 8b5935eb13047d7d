"""One call to a seat: from the journal if it is there, else in time, whatever seat and world do."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import Any

from engine.dice import Dice
from engine.game import Power, Request
from engine.memory import Memory
from engine.wire import digest
from harness.clock import Clock
from harness.errors import Outage
from harness.journal import Journal
from harness.lanes import Lane
from harness.records import BESIDES, Answer, Asked, Failed, Refused, Replied, answered
from harness.schema import schema_for
from harness.seats.seat import At, Exchange, Failure, FailureKind, Prompt, SeatCall, bounded
from harness.stragglers import Stragglers
from harness.table import Chair, Table

COURTESY = 0.25
"""Seconds a seat has after the turn's deadline to say itself whether it was late or the world was."""

TO_MEND = frozenset({"auth", "model_not_found", "bad_request"})
"""Causes of an outage that only the user can mend: whatever the lane says, the episode is suspended."""

OUTAGES: Mapping[str, FailureKind] = {
    "quota": FailureKind.QUOTA,
    "rate_limited": FailureKind.RATE_LIMITED,
    "congestion": FailureKind.RATE_LIMITED,
}
"""The failure that an outage becomes where the lane has another play instead; of the others a transient one."""


@dataclass(frozen=True, slots=True)
class Question:
    """What one ask adds to its request: its number, what was said before, and the failure it is to mend."""

    ask: int = 0
    earlier: tuple[Exchange, ...] = ()
    after: FailureKind | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """Where seats are asked: the calls of one request kind, `number` from 0, due `until` then.

    `waited` are the seconds that powers spent in front of their lanes, which are
    no time of play; `outwaited` those that a lane told them to wait beyond the
    turn, which put their deadline off.
    """

    number: int
    table: Table
    journal: Journal
    clock: Clock
    stragglers: Stragglers
    until: float
    waited: defaultdict[Power, float] = field(default_factory=lambda: defaultdict(float))
    outwaited: defaultdict[Power, float] = field(default_factory=lambda: defaultdict(float))
    digests: dict[str, str] = field(default_factory=dict)
    """SHA-256 of the schema that all powers share, by request kind, once it was wanted."""

    def due(self, power: Power) -> float:
        """When this power must have decided."""
        return self.until + self.outwaited[power]


async def ask_seat(batch: Batch, chair: Chair, request: Request, memory: Memory, question: Question) -> Answer:
    """What the seat brought, from the journal if it is there."""
    at = At(batch.number, request.power, question.ask)
    if (known := batch.journal.recorded(at)) is not None:
        return known
    if question.ask and batch.due(request.power) <= batch.clock.now():
        answer: Answer = Failure(FailureKind.LATE, "no time was left to ask again", attempts=0)
    else:
        try:
            answer = bounded(await _brought(batch, chair, _call(batch, chair, request, memory, at, question)))
        except Outage as outage:
            if batch.journal.is_out(at) and not batch.stragglers.had(at):
                batch.journal.settle(Refused(at, outage.cause))
            raise
        batch.waited[request.power] += answer.waited
    record = answered(at, answer)
    won = batch.journal.settle(record)
    if won is not record:
        batch.stragglers.tell(at, answer)
    if chair.seat.paid:
        await batch.journal.synced()
    return won.answer if isinstance(won, Replied | Failed) else answer


async def _brought(batch: Batch, chair: Chair, call: SeatCall) -> Answer:
    """What the seat brings; an outage that passes is dealt with as its lane says.

    A decision is waited for no longer than a whole episode may be played.
    """
    power, lane = call.at.power, chair.lane
    while True:
        asked = batch.clock.now()
        try:
            return await _in_time(batch, chair, call)
        except Outage as outage:
            if lane is None or lane.on_limit == "suspend" or outage.cause in TO_MEND:
                raise
            if lane.on_limit == "fallback":
                return Failure(OUTAGES.get(outage.cause, FailureKind.TRANSIENT), str(outage))
            longest = batch.table.limits.episode_seconds - batch.outwaited[power]
            if not await _is_back(lane, batch.clock, asked + longest):
                raise
        lost = batch.clock.now() - asked
        batch.waited[power] += lost
        batch.outwaited[power] += lost


async def _is_back(lane: Lane, clock: Clock, until: float) -> bool:
    """Whether it becomes worth trying the lane again before then."""
    try:
        async with clock.until(until):
            await lane.ready()
    except TimeoutError:
        return False
    return clock.now() < until


async def _in_time(batch: Batch, chair: Chair, call: SeatCall) -> Answer:
    """Whatever the seat does, an answer: its own, or a late failure soon after the turn's deadline."""
    until = batch.due(call.at.power)
    try:
        async with batch.clock.until(until + COURTESY):
            answer = await chair.seat.ask(call, until)
    except TimeoutError:
        return Failure(FailureKind.LATE, "no reply in time")
    if batch.clock.now() <= until + COURTESY:
        return answer
    overdue: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    overdue.set_result(answer)
    call.overdue(overdue)
    return Failure(FailureKind.LATE, "no reply in time, and a seat that would not be interrupted")


def policy_dice(table: Table, request: Request) -> Dice:
    """The stream from which a scripted policy draws its answer to a request."""
    return Dice(table.fixture.seed, f"policy:{request.power}:{request.phase}")


def _call(batch: Batch, chair: Chair, request: Request, memory: Memory, at: At, question: Question) -> SeatCall:
    schema = schema_for(request, chair.config.structured)
    limits = batch.table.limits
    made: list[Prompt] = []

    def prompt() -> Prompt:
        if not made:
            made.append(chair.prompts.render(request, memory, list_orders=chair.config.list_orders))
        return made[0]

    def asked() -> None:
        batch.journal.settle(Asked(at, _sent(prompt(), question.earlier), _schema_digest(batch, request, schema)))
        if chair.seat.paid:
            batch.journal.push()

    return SeatCall(
        at=at,
        request=request,
        memory=memory,
        dice=policy_dice(batch.table, request),
        prompt=prompt,
        asked=asked,
        earlier=question.earlier,
        schema=schema,
        after=question.after,
        seconds=limits.call_seconds,
        overdue=partial(batch.stragglers.adopt, at=at, grace=limits.late_grace),
        besides=partial(batch.stragglers.adopt, at=at._replace(ask=BESIDES), grace=limits.call_seconds),
    )


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
