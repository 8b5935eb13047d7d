"""A lane: a provider account or a local server, and everything that bounds its calls.

Calls enter one by one in the order they came. The first in line waits for a free
slot, for the end of a pause the provider asked for, for its share of a minute's
requests and tokens, or for what becomes of a probe; the others wait behind it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar, cast

from harness.clock import Clock
from harness.config import LaneConfig
from harness.lanes.bill import Bill
from harness.lanes.breaker import Breaker, State
from harness.lanes.latency import Latencies
from harness.lanes.limit import AdaptiveLimit
from harness.lanes.rate import Rate
from harness.lanes.status import OUTAGE, REQUESTS, SLOTS, TOKENS, CallStatus, LaneShut, LaneStatus, refused
from harness.seats.seat import Failure, FailureKind, Reply

LONGEST_PAUSE = 86_400.0
"""Seconds; a provider that asks for more is asked again after a day."""

LONGEST_OUTAGE = 600.0
"""Seconds; a server that is down cannot know for longer when it will be back."""

OUTAGES = frozenset({FailureKind.TRANSIENT, FailureKind.AUTH, FailureKind.QUOTA})
"""Kinds of failed attempts that say nothing answers here, or nothing will."""


class Closable(Protocol):
    """Something a lane holds open."""

    async def aclose(self) -> None:
        """Give it back to the system."""


T = TypeVar("T", bound=Closable)


@dataclass(slots=True, eq=False)
class Ticket:
    """The right to one call, since `began` on the clock; `probe` when it tries a lane that had an outage."""

    began: float
    characters: int
    estimate: float
    probe: bool
    seat: str = ""
    model: str = ""
    attempt: int = 1


class Lane:
    """What the calls of one account go through. `on_limit` is what is done about an outage beyond the turn.

    `answers` counts the attempts of which the provider or the network made something, be it an error.
    """

    def __init__(
        self,
        name: str,
        concurrency: int,
        clock: Clock,
        *,
        requests_per_minute: int | None = None,
        tokens_per_minute: int | None = None,
        on_limit: Literal["suspend", "wait", "fallback"] = "suspend",
    ) -> None:
        self.name = name
        self.concurrency = concurrency
        self.on_limit = on_limit
        self.free_at = float("-inf")
        self.answers = 0
        self._clock = clock
        self._limit, self._breaker, self._bill = AdaptiveLimit(concurrency), Breaker(), Bill()
        self._latencies = Latencies()
        self._requests = Rate(requests_per_minute, clock.now()) if requests_per_minute else None
        self._tokens = Rate(tokens_per_minute, clock.now()) if tokens_per_minute else None
        self._in_flight: dict[Ticket, None] = {}
        self._turnstile = asyncio.Lock()
        self._moved = asyncio.Event()
        self._waiting = 0
        self._waits_for = self._asked_by = ""
        self._waited: dict[str, float] = {}
        self._calls = 0
        self._said = ""
        self._troubles: dict[str, int] = {}
        self._lent: dict[Hashable, list[Any]] = {}

    @classmethod
    def of(cls, config: LaneConfig, clock: Clock) -> Lane:
        """The lane as a league describes it."""
        return cls(
            config.name,
            config.concurrency,
            clock,
            requests_per_minute=config.requests_per_minute,
            tokens_per_minute=config.tokens_per_minute,
            on_limit=config.on_limit,
        )

    def prove(self) -> None:
        """Let the very first call go ahead of the others, so that a wrong key is tried once."""
        if not self._calls:
            self._breaker.unproven()

    async def enter(self, characters: int = 0, until: float = float("inf")) -> Ticket:
        """The right to a call with so long a prompt; `leave` gives it back.

        Raises `LaneShut` as soon as it is certain that no call can start before `until`.
        """
        if self._waiting or self._hold(characters) is not None:
            self._waiting += 1
            try:
                async with self._turnstile:
                    while (hold := self._hold(characters)) is not None:
                        self._give_up(until)
                        await self._held(*hold)
            finally:
                self._waiting -= 1
        return self._admit(characters)

    def spare(self, characters: int) -> Ticket | None:
        """The right to a call that no other one would have to wait for, if there is room for it."""
        return None if self._waiting or self._hold(characters) is not None else self._admit(characters)

    def hangs_after(self, model: str) -> float:
        """Seconds after which a call to this model is taken to hang (`latency`)."""
        return self._latencies.hangs_after(model)

    def leave(self, ticket: Ticket) -> None:
        """Give back the right to a call, whatever became of it."""
        del self._in_flight[ticket]
        if ticket.probe:
            self._breaker.spoiled(self._clock.now())
        self._moved.set()

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """The right to one call as a scope."""
        ticket = await self.enter()
        try:
            yield
        finally:
            self.leave(ticket)

    def pause(self, seconds: float) -> None:
        """Let no call start for so long; a pause is never shortened by a later one."""
        self.free_at = max(self.free_at, self._clock.now() + min(seconds, LONGEST_PAUSE))

    def failed(self, ticket: Ticket, kind: FailureKind, cause: str, wait: float | None, said: str = "") -> None:
        """An attempt failed: its kind, the cause as an outage names it, the wait it was asked for, what was said."""
        now = self._clock.now()
        self.answers += 1
        self.note(kind)
        if wait:
            self._asked_by = kind
            self.pause(wait if kind is FailureKind.RATE_LIMITED else min(wait, LONGEST_OUTAGE))
        if kind is FailureKind.RATE_LIMITED:
            self._limit.refused(ticket.began, now)
        if kind in OUTAGES:
            self._said = said
            self._breaker.lost(cause, now, probe=ticket.probe)
        else:
            self._breaker.answered()
        self._moved.set()

    def note(self, trouble: str) -> None:
        """Count an attempt that came to nothing without the provider's doing."""
        self._troubles[trouble] = self._troubles.get(trouble, 0) + 1

    def answered(self, ticket: Ticket, result: Reply | Failure, *, caches: bool = False) -> None:
        """An attempt was answered: its tokens are counted, and the estimate of them corrected."""
        self.answers += 1
        self._breaker.answered()
        self._limit.answered(ticket.began)
        self._latencies.add(ticket.model, self._clock.now() - ticket.began)
        counted = self._bill.add(result.usage, result.usd, ticket.characters)
        if self._tokens and result.usage.total:
            self._tokens.take(counted - ticket.estimate)
        if caches:
            self._bill.cache(ticket.model, result.usage)
        self._moved.set()

    @property
    def cause(self) -> str:
        """The outage that the lane has, "" when it has none."""
        return self._breaker.cause

    def shut_for(self) -> float:
        """Seconds until a call can start, be it as a probe; 0 when nothing but slots and rates is in its way."""
        opens = self._breaker.changes_at if self._breaker.state is State.OPEN else float("-inf")
        return max(0.0, self.free_at - self._clock.now(), opens - self._clock.now())

    async def ready(self) -> None:
        """Return when it is worth trying the lane again."""
        while (left := self.shut_for()) > 0:
            await self._clock.sleep(left)

    def check(self, until: float) -> None:
        """Raise `LaneShut` when it is certain that no call can start before `until`."""
        self._give_up(until)

    def status(self) -> LaneStatus:
        """What the lane is doing now."""
        now, breaker = self._clock.now(), self._breaker
        oldest = next(iter(self._in_flight), None)
        return LaneStatus(
            name=self.name,
            concurrency=self.concurrency,
            in_flight=len(self._in_flight),
            waiting=self._waiting,
            paused=max(0.0, self.free_at - now),
            calls=self._calls,
            troubles=dict(self._troubles),
            limit=self._limit.allowed,
            waits_for=self._waits_for,
            waited=dict(self._waited),
            shut=breaker.cause,
            opens_in=max(0.0, breaker.changes_at - now) if breaker.cause and breaker.state is State.OPEN else 0.0,
            probing=bool(breaker.cause) and breaker.state is State.PROBING,
            oldest=None
            if oldest is None
            else CallStatus(oldest.seat, oldest.model, oldest.attempt, now - oldest.began),
            tokens=self._bill.tokens,
            usd=self._bill.usd,
            cached=self._bill.cached(),
            cold=tuple(self._bill.cold()),
        )

    def borrow(self, key: Hashable, make: Callable[[], T]) -> T:
        """What is open under this key, made when nobody holds it yet; `give_back` once for each borrowing."""
        entry = self._lent.setdefault(key, [None, 0])
        if entry[1] == 0:
            entry[0] = make()
        entry[1] += 1
        return cast(T, entry[0])

    async def give_back(self, key: Hashable) -> None:
        """Return what was borrowed; the last one to return it closes it."""
        entry = self._lent[key]
        entry[1] -= 1
        if entry[1] == 0:
            del self._lent[key]
            await entry[0].aclose()

    def _hold(self, characters: int) -> tuple[float, str] | None:
        """Why no call may start now: seconds to wait, infinitely many until something moves, and what for."""
        if len(self._in_flight) >= self._limit.allowed:
            return float("inf"), SLOTS if self._limit.allowed == self.concurrency else refused("rate_limited")
        now = self._clock.now()
        opens = self._breaker.changes_at if self._breaker.state is not State.CLOSED else 0.0
        hold, what = max((self.free_at - now, refused(self._asked_by)), (opens - now, OUTAGE))
        if self._requests and (wait := self._requests.wait(1, now)) > hold:
            hold, what = wait, REQUESTS
        if self._tokens and (wait := self._tokens.wait(self._bill.estimate(characters), now)) > hold:
            hold, what = wait, TOKENS
        return (hold, what) if hold > 0 else None

    async def _held(self, seconds: float, what: str) -> None:
        """Wait so long, or until a slot is free or the lane's state changes."""
        began, self._waits_for = self._clock.now(), what
        self._moved.clear()
        try:
            if seconds == float("inf"):
                await self._moved.wait()
            elif self._breaker.state is State.PROBING:
                async with self._clock.until(began + seconds):
                    await self._moved.wait()
            else:
                await self._clock.sleep(seconds)
        except TimeoutError:
            pass
        finally:
            self._waits_for = ""
            self._waited[what] = self._waited.get(what, 0.0) + self._clock.now() - began

    def _give_up(self, until: float) -> None:
        if self._breaker.lasts and self._breaker.changes_at > self._clock.now():
            raise LaneShut(self._breaker.cause, self.shut_for(), "the account was refused before")
        wait = self.shut_for()
        if wait > 0 and self._clock.now() + wait >= until:
            if self.free_at >= until:
                raise LaneShut("rate_limited", wait, f"the provider asked to wait {wait:.0f} s more")
            raise LaneShut(
                self._breaker.cause, wait, f"{self._said or 'nothing answered'}; it is tried again in {wait:.0f} s"
            )

    def _admit(self, characters: int) -> Ticket:
        now = self._clock.now()
        ticket = Ticket(now, characters, self._bill.estimate(characters), self._breaker.admit(now))
        if self._requests:
            self._requests.take(1)
        if self._tokens:
            self._tokens.take(ticket.estimate)
        self._in_flight[ticket] = None
        self._calls += 1
        return ticket
