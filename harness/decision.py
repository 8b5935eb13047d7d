"""One power's decision: ask its seat, read the reply, ask once more if that failed, else fall back."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from hashlib import sha256
from typing import ClassVar

from engine.dice import Dice
from engine.game import Event, Power, Refusal, Request, Submission
from engine.memory import Memory
from engine.wire import digest
from harness.clock import Clock
from harness.journal import Journal
from harness.parsing import Reading, read_reply
from harness.records import Answer, Asked, Failed, Replied, answered
from harness.schema import schema_for
from harness.seats.seat import At, Exchange, Failure, FailureKind, Prompt, Reply, SeatCall
from harness.stragglers import Stragglers
from harness.table import Chair, Table

ASKS = 2

COURTESY = 0.25
"""Seconds a seat has after its deadline to say itself whether it was late or the world was."""

ASKED_AGAIN = {
    FailureKind.EMPTY: "the reply was empty",
    FailureKind.TRUNCATED: "the reply reached its limit before it was complete",
    FailureKind.TRUNCATED_REASONING: "the reply reached its limit while still thinking",
    FailureKind.UNPARSABLE: "the reply could not be read",
}
"""Failures another ask may mend, and what the seat is told of one. The others would only cost the same again."""

DECIDERS = {"scripted": "policy", "human": "human"}
"""Who decides in a seat, by its kind; in every other kind it is a model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided(Event):
    """Who made a power's decision, told to spectators only.

    `by` is ``model``, ``policy``, ``human``, ``silence`` or ``fallback``; `cause`
    says why it was not the seat (a kind of failure, or ``complaint``), `failures`
    what went wrong in each ask that failed.
    """

    kind: ClassVar[str] = "decided"
    power: Power
    by: str
    cause: str
    asks: int
    failures: tuple[str, ...]
    repairs: tuple[str, ...]
    refused: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """What a power submits, the event that tells how it came about, and what its seat brought."""

    submission: Submission
    event: Decided
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Batch:
    """Where a decision is made: the calls of one request kind, `number` from 0, due `until` then."""

    number: int
    table: Table
    journal: Journal
    clock: Clock
    stragglers: Stragglers
    until: float


async def decide(batch: Batch, request: Request, memory: Memory) -> Decision:
    """One power's decision. Raises what its seat raises: `Outage`, or an error in the seat's code."""
    chair, game = batch.table.chairs[request.power], batch.table.game
    answers: list[Answer] = []
    failures: list[str] = []
    earlier: tuple[Exchange, ...] = ()
    best: tuple[Submission, tuple[str, ...]] | None = None
    for ask in range(ASKS):
        answer = await _ask(batch, chair, request, memory, ask, earlier)
        answers.append(answer)
        reading = _read(answer, request, last=ask + 1 == ASKS)
        if reading.answer is not None:
            submission = game.read(request, reading.answer)
            best, reason = (submission, reading.repairs), submission.complaint
        else:
            failures.append(reading.kind or FailureKind.UNPARSABLE)
            reason = reading.reason if reading.kind in ASKED_AGAIN else ""
        if not reason or ask + 1 == ASKS:
            break
        text = answer.text if isinstance(answer, Reply) else ""
        earlier = (*earlier, Exchange(text, chair.prompts.complaint(request, reason, reading.kind or "")))
    by, cause = DECIDERS.get(chair.config.kind, "model"), ""
    if best is None:
        by, cause = ("fallback" if batch.table.fallback else "silence"), failures[-1]
        submission, repairs, refused = _instead(batch.table, request, memory), (), ()
    else:
        submission, repairs = best
        refused = submission.refused
        if submission.complaint:
            by, cause = "silence", "complaint"
    event = Decided(
        phase=request.phase,
        audience=(),
        power=request.power,
        by=by,
        cause=cause,
        asks=sum(answer.attempts > 0 for answer in answers),
        failures=tuple(failures),
        repairs=repairs,
        refused=refused,
    )
    return Decision(submission, event, tuple(answers))


def _read(answer: Answer, request: Request, *, last: bool) -> Reading:
    if isinstance(answer, Reply):
        return read_reply(answer.text, request.form, cut=answer.cut, last=last)
    return Reading(None, (), answer.kind, ASKED_AGAIN.get(answer.kind, ""))


def _instead(table: Table, request: Request, memory: Memory) -> Submission:
    """What is submitted for a seat of which nothing could be read."""
    if table.fallback is None:
        return table.game.silence(request)
    return table.game.read(request, table.game.policies[table.fallback](request, memory, _dice(table, request)))


def _dice(table: Table, request: Request) -> Dice:
    return Dice(table.fixture.seed, f"policy:{request.power}:{request.phase}")


async def _ask(
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


def _call(
    batch: Batch, chair: Chair, request: Request, memory: Memory, at: At, earlier: tuple[Exchange, ...]
) -> SeatCall:
    schema = schema_for(request, chair.config.structured)
    made: list[Prompt] = []

    def prompt() -> Prompt:
        if not made:
            made.append(chair.prompts.render(request, memory, list_orders=chair.config.list_orders))
            batch.journal.settle(Asked(at, _sent(made[0], earlier), digest(schema) if schema else ""))
        return made[0]

    return SeatCall(at, request, memory, _dice(batch.table, request), prompt, earlier, schema)


def _sent(prompt: Prompt, earlier: tuple[Exchange, ...]) -> str:
    """SHA-256, in hex, of everything a seat is sent."""
    parts = [prompt.system, prompt.user]
    parts += [text for exchange in earlier for text in (exchange.reply, exchange.complaint)]
    return sha256("\x1e".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
