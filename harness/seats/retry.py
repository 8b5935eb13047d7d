"""The one retry policy of every seat that asks over a network.

SDKs retry nothing. An attempt has a wall-clock scope of its own, so that a body
dripping in byte by byte is cut as well; waits are full jitter or what the server
asked for, and a wait longer than what is left gives up at once. What is the
world's fault in the end is raised as an `Outage`, what is the seat's is returned.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, wait_random_exponential

from harness.clock import Clock
from harness.errors import Outage
from harness.lanes import Lane
from harness.seats.faults import Fault
from harness.seats.seat import Failure, FailureKind, Reply

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

FAIR_SHARE = 0.5
"""The part of a call's time that the last attempt needs for itself to be called late."""

LONGEST_WAIT = 366 * 86_400.0
"""Seconds; a server that names more is told of as if it had named this."""

_BACKOFF = wait_random_exponential(multiplier=0.5, max=20.0)


@dataclass(frozen=True, slots=True)
class Patience:
    """How often a call is tried, and how long one attempt may take."""

    attempts: int = 6
    attempt_seconds: float = math.inf


Attempt = Callable[[], Awaitable[Reply | Failure]]
"""Sends one request; raises `Fault` for what a server or the network did, returns what the model did."""


@dataclass(frozen=True, slots=True)
class Persistence:
    """How one seat's calls are tried. `hide` takes the key out of everything another machine said."""

    seat: str
    lane: Lane
    clock: Clock
    patience: Patience = Patience()
    hide: Callable[[str], str] = str

    async def answer(self, attempt: Attempt, until: float) -> Reply | Failure:
        """What comes of trying until it is answered, hopeless or `until` has come on the clock.

        A call that was only too slow is a `late` failure; one that lost its time
        to faults raises `Outage`.
        """
        begun = self.clock.now()
        call = _Call(self, attempt, until)
        retrying = AsyncRetrying(
            retry=retry_if_exception(_worth_another),
            wait=call.wait,
            stop=call.stop,
            sleep=self.clock.sleep,
            reraise=True,
        )
        try:
            result: Reply | Failure = await retrying(call.once)
        except Fault as last:
            fault = call.verdict(last, begun)
            if fault.kind not in SEATS_FAULT:
                raise Outage(fault.cause, self.lane.name, self.hide(self._told(fault, call.sent))) from None
            result = Failure(fault.kind, fault.detail)
        seconds, model = self.clock.now() - begun, self.hide(result.model)
        if isinstance(result, Failure):
            return replace(result, detail=self.hide(result.detail), model=model, attempts=call.sent, seconds=seconds)
        return replace(result, text=self.hide(result.text), model=model, attempts=call.sent, seconds=seconds)

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


@dataclass(slots=True)
class _Call:
    """One call while it is being tried."""

    plan: Persistence
    attempt: Attempt
    until: float
    sent: int = 0
    started: float | None = None
    last_trouble: Fault | None = None

    async def once(self) -> Reply | Failure:
        """Wait for the lane, then one attempt; raises `Fault`."""
        try:
            return await self._in_time()
        except Fault as fault:
            lane = self.plan.lane
            lane.note(fault.kind)
            if fault.kind is not FailureKind.LATE:
                self.last_trouble = fault
            if fault.kind is FailureKind.RATE_LIMITED and fault.wait:
                lane.pause(fault.wait)
            raise

    async def _in_time(self) -> Reply | Failure:
        lane, clock = self.plan.lane, self.plan.clock
        if lane.free_at >= self.until:
            wait = lane.status().paused
            told = f"the provider asked to wait {wait:.0f} s more"
            raise Fault(FailureKind.RATE_LIMITED, told, status=429, wait=wait)
        self.started = None
        try:
            async with clock.until(self.until), lane.slot():
                self.sent += 1
                self.started = clock.now()
                async with clock.until(min(self.until, self.started + self.plan.patience.attempt_seconds)):
                    return await self.attempt()
        except TimeoutError:
            if self.started is None:
                raise Outage("congestion", lane.name, f"{self.plan.who}: {CONGESTED}") from None
            raise Fault(FailureKind.LATE, "no complete answer in the time allowed") from None

    def wait(self, state: RetryCallState) -> float:
        """Seconds before the next attempt: as the server asked, else full jitter; a lost socket is replaced at once."""
        fault = _fault(state)
        if fault.wait is not None:
            return max(fault.wait, _BACKOFF(state))
        return 0.0 if not fault.status and state.attempt_number == 1 else _BACKOFF(state)

    def stop(self, state: RetryCallState) -> bool:
        """Whether there is no further attempt: all used, or no time left after the wait."""
        out_of_time = self.plan.clock.now() + state.upcoming_sleep >= self.until
        return out_of_time or state.attempt_number >= self.plan.patience.attempts

    def verdict(self, last: Fault, begun: float) -> Fault:
        """The fault that decides: a last attempt without its fair share of the time is not late by its own doing."""
        own = self.until - self.started if self.started is not None else 0.0
        robbed = last.kind is FailureKind.LATE and own < FAIR_SHARE * (self.until - begun)
        return self.last_trouble if robbed and self.last_trouble else last


def _fault(state: RetryCallState) -> Fault:
    error = state.outcome.exception() if state.outcome else None
    if not isinstance(error, Fault):
        raise TypeError(f"asked to wait after {error!r}, which is no fault of an attempt")
    return error


def _worth_another(error: BaseException) -> bool:
    return isinstance(error, Fault) and error.kind in AGAIN
