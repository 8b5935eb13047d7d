"""How long a call is tried, on a clock that jumps: no wait outlasts it, and blame falls where it belongs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from asking import a_call

from harness.errors import Outage
from harness.lanes import Lane
from harness.seats.faults import Fault
from harness.seats.retry import REMEDY, SEATS_FAULT, Patience, Persistence
from harness.seats.seat import Failure, FailureKind, Reply, SeatCall


class JumpingClock:
    """Sleeping takes no time but moves the clock; `sleeps` holds every wait."""

    def __init__(self) -> None:
        self.moment = 0.0
        self.sleeps: list[float] = []

    def now(self) -> float:
        return self.moment

    def wall(self) -> float:
        return 1_796_040_000.0 + self.moment

    async def sleep(self, seconds: float) -> None:
        self.sleeps.append(seconds)
        self.moment += seconds

    @asynccontextmanager
    async def until(self, moment: float) -> AsyncIterator[None]:
        yield
        if self.moment > moment:
            self.moment = moment
            raise TimeoutError


Step = Fault | Reply | Failure | float
"""What an attempt does: raise, return, or take so many seconds and answer."""

OK = Reply("ok")
BUSY = Fault(FailureKind.TRANSIENT, "HTTP 529: overloaded", status=529)
RESET = Fault(FailureKind.TRANSIENT, "no answer: reset")
REFUSED = Failure(FailureKind.REFUSAL, "I can't")


def limited(wait: float | None) -> Fault:
    return Fault(FailureKind.RATE_LIMITED, "HTTP 429: slow down", status=429, wait=wait)


def told(kind: FailureKind) -> Fault:
    return Fault(kind, "HTTP 400: no", status=400)


def attempts(clock: JumpingClock, steps: Sequence[Step]) -> Callable[[], Awaitable[Reply | Failure]]:
    """An attempt that does one step after the other, the last one for ever."""
    left = list(steps)

    async def attempt() -> Reply | Failure:
        step = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(step, Fault):
            raise step
        if isinstance(step, float):
            clock.moment += step
            return OK
        return step

    return attempt


async def played(steps: Sequence[Step], patience: Patience, lane: Lane | None = None) -> tuple[object, JumpingClock]:
    """What comes of a call with 60 seconds, and the clock after it."""
    clock = JumpingClock()
    lane = lane or Lane("account", 4, clock)
    try:
        plan = Persistence("doge", lane, clock, patience)
        result: object = await plan.answer(attempts(clock, steps), 60.0)
    except Outage as outage:
        result = outage
    return result, clock


# Each row: what the attempts do, and "ok", the seat's failure or the outage, with the number of attempts.
ENDINGS: tuple[tuple[list[Step], str, int], ...] = (
    ([OK], "ok", 1),
    ([BUSY, BUSY, OK], "ok", 3),
    ([RESET, OK], "ok", 2),
    ([limited(5.0), OK], "ok", 2),
    ([limited(None), OK], "ok", 2),
    ([BUSY], "outage transient", 6),
    ([RESET], "outage network", 6),
    ([limited(21_600.0)], "outage rate_limited", 1),
    ([limited(50.0), limited(50.0)], "outage rate_limited", 2),
    ([told(FailureKind.QUOTA)], "outage quota", 1),
    ([told(FailureKind.AUTH)], "outage auth", 1),
    ([told(FailureKind.MODEL_NOT_FOUND)], "outage model_not_found", 1),
    ([told(FailureKind.BAD_REQUEST)], "outage bad_request", 1),
    ([told(FailureKind.CONTEXT_OVERFLOW)], "failure context_overflow", 1),
    ([told(FailureKind.CONTENT_FILTER)], "failure content_filter", 1),
    ([REFUSED], "failure refusal", 1),
    ([61.0], "failure late", 1),
    ([RESET, 61.0], "failure late", 2),
    ([limited(45.0), 16.0], "outage rate_limited", 2),
    ([BUSY, told(FailureKind.AUTH)], "outage auth", 2),
)


@pytest.mark.parametrize(("steps", "ending", "sent"), ENDINGS)
async def test_a_call_ends_one_way(steps: list[Step], ending: str, sent: int) -> None:
    result, clock = await played(steps, Patience())
    if isinstance(result, Outage):
        assert f"outage {result.cause}" == ending
        assert f"{sent} attempt" in str(result)
        assert 'seat "doge" (lane account)' in str(result)
    else:
        assert isinstance(result, Reply | Failure)
        assert (result.text if isinstance(result, Reply) else f"failure {result.kind}") == ending
        assert result.attempts == sent
        assert result.seconds + result.waited == pytest.approx(clock.moment)
    assert clock.moment <= 60.0


async def test_a_limit_is_told_with_the_time_it_ends() -> None:
    for seconds, until in ((21_600.0, "2026-11-30 18:00"), (1e11, "2027-12-01 12:00")):
        result, _ = await played([limited(seconds)], Patience())
        assert f"(1 attempt, limited until {until} UTC)" in str(result)


async def test_no_sleep_is_longer_than_what_is_left() -> None:
    _, clock = await played([limited(61.0)], Patience())
    assert clock.sleeps == []
    _, clock = await played([limited(59.0), limited(59.0)], Patience())
    assert sum(clock.sleeps) == pytest.approx(59.0)


async def test_waits_grow_and_are_jittered() -> None:
    runs = [(await played([BUSY], Patience(attempts=8)))[1].sleeps for _ in range(40)]
    assert len({tuple(run) for run in runs}) == 40
    for n in range(7):
        assert max(run[n] for run in runs) <= min(20.0, 0.5 * 2**n)
    assert max(run[6] for run in runs) > max(run[0] for run in runs)


async def test_the_first_lost_socket_is_replaced_at_once() -> None:
    _, clock = await played([RESET, OK], Patience())
    assert clock.sleeps == [0.0]


async def test_an_attempt_that_hangs_is_given_up_for_another() -> None:
    result, clock = await played([61.0, 2.0], Patience(attempt_seconds=20.0))
    assert isinstance(result, Reply)
    assert (result.attempts, clock.moment) == (2, 22.0)


async def test_a_model_that_hangs_every_time_is_late() -> None:
    result, _ = await played([61.0], Patience(attempts=3, attempt_seconds=5.0))
    assert isinstance(result, Failure)
    assert (result.kind, result.attempts) == (FailureKind.LATE, 3)


async def test_a_limit_that_one_seat_meets_holds_its_whole_lane() -> None:
    clock = JumpingClock()
    lane = Lane("account", 4, clock)
    doge, pope = (Persistence(name, lane, clock) for name in ("doge", "pope"))
    with pytest.raises(Outage):
        await doge.answer(attempts(clock, [limited(300.0)]), 60.0)
    assert lane.status().paused == 300.0
    with pytest.raises(Outage, match=r'"pope".*asked to wait 300 s more \(0 attempts'):
        await pope.answer(attempts(clock, [OK]), 60.0)
    late = await pope.answer(attempts(clock, [OK]), 400.0)
    assert (late, clock.moment) == (Reply("ok", waited=300.0), 300.0)


async def test_a_mistake_of_our_own_is_not_retried() -> None:
    async def attempt() -> Reply:
        raise ZeroDivisionError("ours")

    clock = JumpingClock()
    with pytest.raises(ZeroDivisionError):
        await Persistence("doge", Lane("account", 1, clock), clock).answer(attempt, 60.0)
    assert clock.sleeps == []


def test_every_kind_that_is_the_worlds_has_a_remedy() -> None:
    raised = {FailureKind.TRANSIENT, FailureKind.RATE_LIMITED, FailureKind.QUOTA, FailureKind.AUTH}
    raised |= {FailureKind.MODEL_NOT_FOUND, FailureKind.BAD_REQUEST}
    assert set(REMEDY) == raised
    assert not raised & SEATS_FAULT


def a_timed_call(seconds: float) -> SeatCall:
    """A call that may take so many seconds once its request is under way."""
    return a_call(seconds=seconds)


async def test_a_pause_of_the_lane_is_no_time_of_the_call() -> None:
    clock = JumpingClock()
    lane = Lane("account", 4, clock)
    lane.pause(40.0)
    plan = Persistence("doge", lane, clock)
    reply = await plan.answer(attempts(clock, [4.0]), 60.0, a_timed_call(5.0))
    assert isinstance(reply, Reply)
    assert (reply.seconds, reply.waited, clock.moment) == (4.0, 40.0, 44.0)


async def test_a_limit_met_on_the_way_is_no_time_of_the_call_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("random.uniform", lambda low, high: low)
    clock = JumpingClock()
    plan = Persistence("doge", Lane("account", 4, clock), clock)
    reply = await plan.answer(attempts(clock, [limited(30.0), 4.0]), 60.0, a_timed_call(5.0))
    assert isinstance(reply, Reply)
    assert (reply.attempts, reply.seconds, reply.waited) == (2, 4.0, 30.0)


async def test_a_calls_own_seconds_end_it_before_the_turn_does() -> None:
    clock = JumpingClock()
    handed: list[object] = []
    call = replace(a_timed_call(5.0), overdue=handed.append)
    result = await Persistence("doge", Lane("account", 4, clock), clock).answer(attempts(clock, [9.0]), 60.0, call)
    assert isinstance(result, Failure)
    assert (result.kind, clock.moment, len(handed)) == (FailureKind.LATE, 5.0, 1)


async def test_refusals_for_a_limit_are_not_counted_as_tries_while_there_is_time() -> None:
    result, _ = await played([limited(1.0)] * 20 + [OK], Patience(attempts=3))
    assert isinstance(result, Reply)
    assert result.attempts == 21


async def test_refusals_for_a_limit_end_even_without_a_deadline() -> None:
    clock = JumpingClock()
    plan = Persistence("doge", Lane("account", 4, clock), clock)
    with pytest.raises(Outage, match=r"36 attempts"):
        await plan.answer(attempts(clock, [limited(None)]), float("inf"))


async def test_an_outage_that_many_calls_meet_leaves_one_to_try(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("random.uniform", lambda low, high: low)
    clock = JumpingClock()
    lane = Lane("account", 4, clock)
    plan = Persistence("doge", lane, clock, Patience(attempts=20))
    with pytest.raises(Outage, match="tried again in") as outage:
        await plan.answer(attempts(clock, [RESET]), 60.0)
    assert outage.value.cause == "network"
    assert lane.status().shut == "network"
    # The first eight opened the breaker; after that every attempt was a probe, ever further from the one before.
    assert 9 <= lane.status().calls <= 13
