"""One power's decision: ask its seat, read the reply, ask once more if that failed, else fall back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from engine.game import Event, Game, Power, Refusal, Request, Submission
from engine.memory import Memory
from harness.asking import Batch, Question, ask_seat, policy_dice
from harness.parsing import Reading, read_reply
from harness.records import Answer
from harness.seats.seat import Exchange, FailureKind, Reply
from harness.table import Table

ASKS = 2

ASKED_AGAIN = {
    FailureKind.EMPTY: "the reply was empty",
    FailureKind.TRUNCATED: "the reply reached its limit before it was complete",
    FailureKind.TRUNCATED_REASONING: "the reply reached its limit while still thinking",
    FailureKind.INCOMPLETE: "the reply broke off",
    FailureKind.UNPARSABLE: "the reply could not be read",
    FailureKind.CRASH: "your code raised an exception",
    FailureKind.CONTEXT_OVERFLOW: "the prompt was too long",
}
"""Failures another ask may mend, and what the seat is told of one. The others would only cost the same again."""

SHORT_HISTORY = 1
"""Phases that are left of a power's history when its prompt did not fit into the model's context."""

DECIDERS = {"scripted": "policy", "human": "human"}
"""Who decides in a seat, by its kind; in every other kind it is a model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided(Event):
    """Who made a power's decision, told to spectators only.

    `by` is ``model``, ``policy``, ``human``, ``silence`` or ``fallback``; `cause`
    says why it was not the seat, a kind of failure (``illegal`` when the game
    complained of every answer), `failures` what went wrong in each ask that failed.
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
    """What a power submits, how that came about, what its seat brought, and the seconds of play it took."""

    submission: Submission
    event: Decided
    answers: tuple[Answer, ...]
    seconds: float = 0.0


async def decide(batch: Batch, request: Request, memory: Memory) -> Decision:
    """One power's decision. Raises what its seat raises: `Outage`, or an error in the seat's code."""
    chair = batch.table.chairs[request.power]
    heard, question, known, began = _Heard(), Question(), memory, batch.clock.now()
    while True:
        answer = await ask_seat(batch, chair, request, known, question)
        last = question.ask + 1 == ASKS
        reading = heard.take(batch.table.game, request, answer, last=last)
        if last or not reading.reason:
            decision = heard.decision(batch.table, request, memory)
            return replace(decision, seconds=batch.clock.now() - began - batch.waited[request.power])
        if reading.kind is FailureKind.CONTEXT_OVERFLOW:
            known, question = replace(memory, history=memory.history[-SHORT_HISTORY:]), Question(1)
        else:
            text = answer.text if isinstance(answer, Reply) else ""
            complaint = chair.prompts.complaint(request, reading.reason, reading.kind or "")
            question = Question(1, (Exchange(text, complaint),), reading.kind)


@dataclass(slots=True)
class _Heard:
    """What a seat has brought to one request, and the last of it that could be read."""

    answers: list[Answer] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    submission: Submission | None = None
    repairs: tuple[str, ...] = ()

    def take(self, game: Game[Any], request: Request, answer: Answer, *, last: bool) -> Reading:
        """Read an answer; the reading's `reason` says why the seat should be asked again, if it should."""
        self.answers.append(answer)
        reading = _read(answer, request, last=last)
        if reading.answer is None:
            self.failures.append(reading.kind or FailureKind.UNPARSABLE)
            return reading
        self.submission, self.repairs = game.read(request, reading.answer), reading.repairs
        if self.submission.complaint:
            self.failures.append(FailureKind.ILLEGAL)
        return replace(reading, reason=self.submission.complaint)

    def decision(self, table: Table, request: Request, memory: Memory) -> Decision:
        """What is submitted in the end, and by whom."""
        submission = self.submission
        if submission is None:
            by, cause = ("fallback" if table.fallback else "silence"), self.failures[-1]
            submission = _instead(table, request, memory)
        elif submission.complaint:
            by, cause = "silence", FailureKind.ILLEGAL
        else:
            by, cause = DECIDERS.get(table.chairs[request.power].config.kind, "model"), ""
        event = Decided(
            phase=request.phase,
            audience=(),
            power=request.power,
            by=by,
            cause=cause,
            asks=sum(answer.attempts > 0 for answer in self.answers),
            failures=tuple(self.failures),
            repairs=self.repairs,
            refused=self.submission.refused if self.submission else (),
        )
        return Decision(submission, event, tuple(self.answers))


def _read(answer: Answer, request: Request, *, last: bool) -> Reading:
    if isinstance(answer, Reply):
        return read_reply(answer.text, request.form, cut=answer.cut, last=last)
    return Reading(None, (), answer.kind, ASKED_AGAIN.get(answer.kind, ""))


def _instead(table: Table, request: Request, memory: Memory) -> Submission:
    """What is submitted for a seat of which nothing could be read."""
    if table.fallback is None:
        return table.game.silence(request)
    policy = table.game.policies[table.fallback]
    return table.game.read(request, policy(request, memory, policy_dice(table, request)))
