"""The one retry policy of every seat that asks over a network.

SDKs retry nothing. An attempt has a wall-clock scope of its own, so that a body
dripping in byte by byte is cut as well; waits are full jitter or what the server
asked for, and a wait longer than what is left gives up at once. Beside an attempt
that hangs a second one is sent. Time in front of the lane is no time of the call.
What is the world's fault in the end is raised as an `Outage`, what is the seat's
is returned.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, wait_random_exponential

from harness.clock import Clock
from harness.errors import Outage
from harness.lanes import Lane, LaneShut, Ticket
from harness.seats.faults import Fault
from harness.seats.seat import Failure, FailureKind, Reply, SeatCall, bounded, drop, nothing

AGAIN = frozenset({FailureKind.TRANSIENT, FailureKind.RATE_LIMITED, FailureKind.LATE})
"""Kinds that another attempt may cure."""

SEATS_FAULT = frozenset({FailureKind.CONTEXT_OVERFLOW, FailureKind.CONTENT_FILTER, FailureKind.LATE})
"""Faults of an attempt that are data of the game; every other one is the world's."""

REMEDY: Mapping[FailureKind, str] = {
    FailureKind.AUTH: "check the key and what it may do",
    FailureKind.QUOTA: "the account has no credit or has reached its spending limit",
    FailureKind.MODEL_NOT_FOUND: "check `model` and `base_url`",
    FailureKind.BAD_REQUEST: "the server does not take this request; check the seat's parameters",
    FailureKind.RATE_LIMITED: "lower the lane's concurrency or go on later",
    FailureKind.TRANSIENT: "go on when the server answers again",
}

CONGESTED = "no free slot in the time allowed; raise the lane's concurrency or the seat's time"
PACED = "the lane's requests or tokens per minute let no call start in the time allowed; raise them or the seat's time"
UNANSWERED = "no free slot in the time allowed, as not one call before it was answered: the server is slow, or it hangs"

FAIR_SHARE = 0.5
"""The part of a call's time that the last attempt needs for itself to be called late."""

LIMITED_FREE = 30
"""Refusals for a rate limit that are not counted as tries: the lane slows down until they cease."""

HUNG = "hung"
"""How the lane counts attempts beside which a second one was sent."""

LONGEST_WAIT = 366 * 86_400.0
"""Seconds; a server that names more is told of as if it had named this."""

_BACKOFF = wait_random_exponential(multiplier=0.5, max=20.0)


@dataclass(frozen=True, slots=True)
class Patience:
    """How often a call is tried, and how long one attempt may take."""

    attempts: int = 6
    attempt_seconds: float = math.inf


Sending = asyncio.Future[Reply | Failure]
"""An attempt under way."""

Attempt = Callable[[], Awaitable[Reply | Failure]]
"""Sends one request; raises `Fault` for what a server or the network did, returns what the model did."""


@dataclass(frozen=True, slots=True)
class Persistence:
    """How one seat's calls are tried.

    `hide` takes the key out of everything another machine said; `model` is what
    is asked, `caches` whether the provider keeps prompts.
    """

    seat: str
    lane: Lane
    clock: Clock
    patience: Patience = Patience()
    hide: Callable[[str], str] = str
    model: str = ""
    caches: bool = False

    async def answer(self, attempt: Attempt, until: float, call: SeatCall | None = None) -> Reply | Failure:
        """What comes of trying until it is answered, hopeless or out of time.

        It is when `until` has come on the clock, or the call's own seconds are
        used up. A call that was only too slow is a `late` failure; one that lost
        its time to faults raises `Outage`.
        """
        trying = _Trying(self, attempt, until, call)
        try:
            try:
                return await trying.once()
            except Fault as first:  # tenacity is called in when something failed: its bookkeeping is not free
                trying.known = first
                return await trying.again()
        except Fault as last:
            fault = trying.verdict(last)
            if fault.kind not in SEATS_FAULT:
                raise self.outage(fault, trying.sent) from None
            return trying.told(Failure(fault.kind, fault.detail))

    def outage(self, fault: Fault, sent: int) -> Outage:
        """What to raise for a fault of the world after so many attempts."""
        return Outage(fault.cause, self.lane.name, self.hide(self._told(fault, sent)))

    @property
    def who(self) -> str:
        """The seat as messages name it."""
        return f'seat "{self.seat}" (lane {self.lane.name})'

    def _told(self, fault: Fault, sent: int) -> str:
        facts = "1 attempt" if sent == 1 else f"{sent} attempts"
        if fault.wait:
            free = datetime.fromtimestamp(self.clock.wall() + min(fault.wait, LONGEST_WAIT), UTC)
            facts += f", limited until {free:%Y-%m-%d %H:%M} UTC"
        return f"{self.who}: {fault.detail} ({facts}); {REMEDY[fault.kind]}"


class _Trying:
    """One call while it is being tried."""

    def __init__(self, plan: Persistence, attempt: Attempt, until: float, call: SeatCall | None) -> None:
        self.plan, self.attempt, self.until = plan, attempt, until
        self.known: Fault | None = None
        self.sent = 0
        self._limited = 0
        self._seconds = call.seconds if call else math.inf
        self._asked = call.asked if call else nothing
        self._overdue = call.overdue if call else drop
        self._characters = call.prompt().characters if call else 0
        self._begun = plan.clock.now()
        self._waited = 0.0
        self._share = 0.0
        self._trouble: Fault | None = None

    async def once(self) -> Reply | Failure:
        """Wait for the lane, then one attempt; raises `Fault`."""
        if (known := self.known) is not None:
            self.known = None
            raise known
        try:
            return await self._sent(await self._entered())
        except Fault as fault:
            self._limited += fault.kind is FailureKind.RATE_LIMITED
            if fault.kind is not FailureKind.LATE:
                self._trouble = fault
            raise

    async def again(self) -> Reply | Failure:
        """Go on after a fault as the policy says."""
        retrying = AsyncRetrying(
            retry=retry_if_exception(_worth_another),
            wait=self._wait,
            stop=self._stop,
            sleep=self.plan.clock.sleep,
            reraise=True,
        )
        result: Reply | Failure = await retrying(self.once)
        return result

    def verdict(self, last: Fault) -> Fault:
        """The fault that decides: a last attempt without its fair share of the time is not late by its own doing."""
        whole = min(self._seconds, self.until - self._begun)
        robbed = last.kind is FailureKind.LATE and self._share < FAIR_SHARE * whole
        return self._trouble if robbed and self._trouble else last

    def told(self, result: Reply | Failure) -> Reply | Failure:
        """The result with what the call took, and without the key, whoever echoed it."""
        result = bounded(result)
        hide, sent, waited = self.plan.hide, self.sent, self._waited
        model, seconds = hide(result.model), self.plan.clock.now() - self._begun - waited
        if isinstance(result, Failure):
            detail = hide(result.detail)
            return replace(result, detail=detail, model=model, attempts=sent, seconds=seconds, waited=waited)
        text = hide(result.text)
        return replace(result, text=text, model=model, attempts=sent, seconds=seconds, waited=waited)

    async def _entered(self) -> Ticket:
        """The lane's leave to send; the time it takes is not the call's. Raises `Outage` when there is none in time."""
        lane, clock = self.plan.lane, self.plan.clock
        asked, answers = clock.now(), lane.answers
        try:
            async with clock.until(self.until):
                ticket = await lane.enter(self._characters, self.until)
        except LaneShut as shut:
            raise self._shut(shut) from None
        except TimeoutError:
            raise self._kept_out(is_answering=lane.answers > answers) from None
        self._waited += ticket.began - asked
        return ticket

    async def _sent(self, ticket: Ticket) -> Reply | Failure:
        """One attempt, and the one beside it; what is overdue or not needed is handed on with its place in the lane."""
        clock, deadline = self.plan.clock, self._deadline
        self._share = deadline - ticket.began
        until = min(deadline, ticket.began + self.plan.patience.attempt_seconds)
        sending, hand_on = [self._send(ticket)], self._overdue
        try:
            async with clock.until(until):
                landed = await self._first(sending, ticket.began)
            sending.remove(landed)
            return landed.result()
        except TimeoutError:
            self.plan.lane.note(FailureKind.LATE)
            if until < deadline:
                hand_on = drop
            raise Fault(FailureKind.LATE, "no complete answer in the time allowed") from None
        finally:
            for attempt in sending:
                hand_on(attempt)

    async def _first(self, sending: list[Sending], began: float) -> Sending:
        """The attempt that is answered first; one that hangs gets another beside it if the lane has room."""
        lane, pause = self.plan.lane, self.plan.lane.hangs_after(self.plan.model)
        if pause < math.inf:
            try:
                async with self.plan.clock.until(began + pause):
                    await asyncio.wait(sending)
            except TimeoutError:
                if beside := lane.spare(self._characters):
                    lane.note(HUNG)
                    sending.append(self._send(beside))
        done, out = await asyncio.wait(sending, return_when=asyncio.FIRST_COMPLETED)
        if out and all(attempt.exception() for attempt in done):
            done, _ = await asyncio.wait(out)
        return min(done, key=lambda attempt: attempt.exception() is not None)

    def _send(self, ticket: Ticket) -> Sending:
        self.sent += 1
        ticket.seat, ticket.model, ticket.attempt = self.plan.seat, self.plan.model, self.sent
        return asyncio.ensure_future(self._accounted(ticket))

    async def _accounted(self, ticket: Ticket) -> Reply | Failure:
        """The attempt itself; the lane learns what became of it, however late."""
        lane = self.plan.lane
        try:
            if ticket.attempt == 1:
                self._asked()
            result = self.told(await self.attempt())
            lane.answered(ticket, result, caches=self.plan.caches)
            return result
        except Fault as fault:
            lane.failed(ticket, fault.kind, fault.cause, fault.wait, self.plan.hide(fault.detail))
            raise
        finally:
            lane.leave(ticket)

    @property
    def _deadline(self) -> float:
        return min(self.until, self._begun + self._waited + self._seconds)

    def _kept_out(self, *, is_answering: bool) -> Outage:
        """Why a call could not even be sent."""
        lane = self.plan.lane
        status = lane.status()
        if lane.cause:
            told = f"no call got through to say that the lane is back ({lane.cause})"
        elif status.in_flight < status.limit:
            told = PACED
        else:
            told = CONGESTED if is_answering else UNANSWERED
        return Outage(lane.cause or "congestion", lane.name, f"{self.plan.who}: {told}")

    def _shut(self, shut: LaneShut) -> Outage:
        network = shut.cause == "network"
        kind = FailureKind.TRANSIENT if network else FailureKind(shut.cause)
        return self.plan.outage(Fault(kind, str(shut), status=0 if network else 429, wait=shut.wait), self.sent)

    def _wait(self, state: RetryCallState) -> float:
        """Seconds of full jitter; a lost socket is replaced at once, and what the server asked for the lane waits."""
        fault = _fault(state)
        lost = not fault.status and state.attempt_number == 1
        return 0.0 if lost or fault.wait else _BACKOFF(state)

    def _stop(self, state: RetryCallState) -> bool:
        """Whether there is no further attempt: all used, or no time left after the wait."""
        wait, now = _fault(state).wait or 0.0, self.plan.clock.now()
        out_of_time = now + state.upcoming_sleep >= self._deadline or now + wait >= self.until
        return out_of_time or self.sent - min(self._limited, LIMITED_FREE) >= self.plan.patience.attempts


def _fault(state: RetryCallState) -> Fault:
    error = state.outcome.exception() if state.outcome else None
    if not isinstance(error, Fault):
        raise TypeError(f"asked to wait after {error!r}, which is no fault of an attempt")
    return error


def _worth_another(error: BaseException) -> bool:
    return isinstance(error, Fault) and error.kind in AGAIN
