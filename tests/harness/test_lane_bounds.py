"""What bounds a lane: limits that adapt, rates, pauses, and a breaker that probes by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.clock import SystemClock
from harness.errors import Outage
from harness.lanes import Lane, LaneShut, Ticket
from harness.lanes.breaker import LASTING, PASSING, PROOF, ROW
from harness.lanes.lane import LONGEST_OUTAGE, LONGEST_PAUSE
from harness.lanes.limit import AdaptiveLimit
from harness.lanes.rate import MINUTE, Rate
from harness.seats.retry import Persistence
from harness.seats.seat import Failure, FailureKind, Reply, Usage

AUTH, LIMITED, TRANSIENT, LATE = FailureKind.AUTH, FailureKind.RATE_LIMITED, FailureKind.TRANSIENT, FailureKind.LATE
OK = Reply("ok", model="m", usage=Usage(input=10, output=10))


class HandClock:
    """A clock set by hand; sleeping moves it."""

    def __init__(self) -> None:
        self.moment = 0.0

    def now(self) -> float:
        return self.moment

    def wall(self) -> float:
        return self.moment

    async def sleep(self, seconds: float) -> None:
        self.moment += seconds
        await asyncio.sleep(0)

    @asynccontextmanager
    async def until(self, moment: float) -> AsyncIterator[None]:
        async with asyncio.timeout(max(0.0, moment - self.moment)):
            yield


def a_lane(concurrency: int = 4, **bounds: Any) -> tuple[Lane, HandClock]:
    clock = HandClock()
    return Lane("account", concurrency, clock, **bounds), clock


async def served(lane: Lane, clock: HandClock, result: Reply | Failure = OK, seconds: float = 1.0) -> Ticket:
    """One call that is answered after so many seconds."""
    ticket = await lane.enter(40)
    clock.moment += seconds
    lane.answered(ticket, result)
    lane.leave(ticket)
    return ticket


async def refused(
    lane: Lane, clock: HandClock, kind: FailureKind, cause: str = "", wait: float | None = None, seconds: float = 1.0
) -> None:
    """One call that fails after so many seconds."""
    ticket = await lane.enter(40)
    clock.moment += seconds
    lane.failed(ticket, kind, cause or kind, wait)
    lane.leave(ticket)


class TestLimit:
    def test_a_burst_of_refusals_cuts_once(self) -> None:
        limit = AdaptiveLimit(32)
        for moment in range(10):
            limit.refused(began=1.0, now=2.0 + moment)
        assert limit.allowed == 16

    def test_refusals_that_go_on_walk_it_down_to_one_and_answers_back_up(self) -> None:
        """Though the provider names 89 seconds each time: the cut follows our own clock."""
        limit, now = AdaptiveLimit(32), 0.0
        walked = []
        for _ in range(7):
            limit.refused(began=now + 1.0, now=now + 2.0)
            now += 89.0
            walked.append(limit.allowed)
        assert walked == [16, 8, 4, 2, 1, 1, 1]
        answers = 0
        while limit.allowed < 32:
            limit.answered(began=now)
            answers += 1
        assert answers == sum(range(1, 32))
        limit.answered(began=now)
        assert limit.allowed == 32

    def test_answers_to_older_calls_say_nothing(self) -> None:
        limit = AdaptiveLimit(2)
        limit.refused(began=1.0, now=5.0)
        limit.answered(began=4.0)
        assert limit.allowed == 1
        limit.answered(began=6.0)
        assert limit.allowed == 2


class TestRate:
    def test_a_minutes_worth_at_once_and_then_evenly(self) -> None:
        rate = Rate(60, 0.0)
        for _ in range(60):
            assert rate.wait(1, 0.0) == 0.0
            rate.take(1)
        assert rate.wait(1, 0.0) == pytest.approx(1.0)
        assert rate.wait(30, 10.0) == pytest.approx(20.0)

    def test_more_than_a_minutes_worth_goes_when_the_bucket_is_full_and_is_paid_back(self) -> None:
        rate = Rate(100, 0.0)
        assert rate.wait(500, 0.0) == 0.0
        rate.take(500)
        assert rate.wait(50, 0.0) == pytest.approx(450 * MINUTE / 100)

    def test_what_was_taken_too_much_comes_back(self) -> None:
        rate = Rate(100, 0.0)
        rate.take(100)
        rate.take(-60)
        assert rate.wait(60, 0.0) == 0.0
        rate.take(-1_000)
        assert rate.wait(100, 0.0) == 0.0
        rate.take(100)
        assert rate.wait(1, 0.0) > 0.0

    @given(st.lists(st.floats(0, 500), min_size=1, max_size=40), st.integers(1, 1_000))
    def test_no_minute_sees_more_than_two_minutes_worth(self, amounts: list[float], per_minute: int) -> None:
        rate, now, spent = Rate(per_minute, 0.0), 0.0, []
        for amount in (min(amount, per_minute) for amount in amounts):
            now += rate.wait(amount, now)
            rate.take(amount)
            spent.append((now, amount))
        for start, _ in spent:
            window = sum(amount for at, amount in spent if start <= at < start + MINUTE)
            assert window <= 2 * per_minute * (1 + 1e-9)


async def test_a_refusal_halves_what_the_lane_sends_and_pauses_all_of_it() -> None:
    lane, clock = a_lane(8)
    await refused(lane, clock, LIMITED, wait=89.0)
    assert (lane.status().limit, lane.status().paused) == (4, 89.0)
    ticket = await lane.enter()
    assert ticket.began == 90.0
    lane.leave(ticket)


async def test_the_limit_bounds_what_is_in_flight() -> None:
    lane, clock = a_lane(2)
    await refused(lane, clock, LIMITED)
    first = await lane.enter()
    second = asyncio.create_task(lane.enter())
    await asyncio.sleep(0)
    assert (lane.status().in_flight, lane.status().waiting, second.done()) == (1, 1, False)
    lane.leave(first)
    lane.leave(await second)
    assert lane.status().waiting == 0


async def test_calls_enter_in_the_order_they_came() -> None:
    lane = Lane("account", 1, SystemClock())
    entered: list[int] = []

    async def call(number: int) -> None:
        ticket = await lane.enter()
        entered.append(number)
        await asyncio.sleep(0)
        lane.leave(ticket)

    await asyncio.gather(*map(call, range(30)))
    assert entered == list(range(30))


async def test_requests_a_minute_are_kept() -> None:
    lane, clock = a_lane(requests_per_minute=30)
    begun = [(await served(lane, clock, seconds=0.0)).began for _ in range(90)]
    assert begun[29] == 0.0
    assert begun[30] == pytest.approx(2.0)
    assert begun[89] == pytest.approx(120.0)


async def test_tokens_a_minute_are_estimated_from_the_prompt_and_corrected_by_the_reply() -> None:
    lane, _ = a_lane(tokens_per_minute=1_000)
    reply = Reply("x", usage=Usage(input=300, cache_read=5_000, output=200))
    begun = []
    for _ in range(6):
        ticket = await lane.enter(900)
        lane.answered(ticket, reply)
        lane.leave(ticket)
        begun.append(ticket.began)
    # 500 tokens a call count, what the cache had does not: two at once, then one every 30 seconds.
    assert begun[0] == begun[1] == 0.0
    assert begun[5] == pytest.approx(120.0, abs=20.0)
    assert lane.status().tokens == 6 * 5_500


async def test_a_call_whose_lane_is_paused_beyond_its_time_is_told_at_once() -> None:
    lane, clock = a_lane()
    lane.pause(300.0)
    with pytest.raises(LaneShut, match="asked to wait 300 s more") as shut:
        await lane.enter(until=60.0)
    assert (shut.value.cause, shut.value.wait, clock.moment) == ("rate_limited", 300.0, 0.0)
    lane.pause(1e9)
    assert lane.status().paused == LONGEST_PAUSE


class TestBreaker:
    async def test_a_refused_account_is_tried_once_in_ever_longer_spans(self) -> None:
        lane, clock = a_lane()
        await refused(lane, clock, AUTH)
        waits = []
        for _ in range(6):
            with pytest.raises(LaneShut) as shut:
                await lane.enter(until=1e9)
            assert (shut.value.cause, lane.status().shut) == ("auth", "auth")
            waits.append(shut.value.wait)
            await lane.ready()
            await refused(lane, clock, AUTH)
        assert waits == [60.0, 120.0, 240.0, 480.0, 900.0, 900.0]
        assert lane.status().calls == 7
        await lane.ready()
        await served(lane, clock)
        assert (lane.status().shut, lane.status().opens_in) == ("", 0.0)

    async def test_a_row_of_lost_calls_opens_it_and_one_answer_between_does_not(self) -> None:
        lane, clock = a_lane()
        for number in range(3 * ROW):
            await (refused(lane, clock, TRANSIENT, "network") if (number + 1) % ROW else served(lane, clock))
        assert lane.status().shut == ""
        for _ in range(ROW):
            await refused(lane, clock, TRANSIENT, "network")
        status = lane.status()
        assert (status.shut, status.opens_in) == ("network", PASSING.first)

    async def test_while_one_probes_the_others_wait_for_what_becomes_of_it(self) -> None:
        lane, clock = a_lane()
        for _ in range(ROW):
            await refused(lane, clock, TRANSIENT, "network")
        probe = await lane.enter(until=1e9)
        assert (probe.probe, lane.status().probing) == (True, True)
        others = [asyncio.create_task(lane.enter(until=1e9)) for _ in range(3)]
        await asyncio.sleep(0.01)
        assert not any(other.done() for other in others)
        lane.answered(probe, OK)
        lane.leave(probe)
        assert [ticket.probe for ticket in await asyncio.gather(*others)] == [False] * 3
        assert lane.status().shut == ""

    async def test_a_probe_that_comes_to_nothing_leaves_the_next_call_to_try(self) -> None:
        lane, clock = a_lane()
        for _ in range(ROW):
            await refused(lane, clock, TRANSIENT, "network")
        probe = await lane.enter(until=1e9)
        lane.leave(probe)
        again = await lane.enter(until=1e9)
        assert again.probe
        lane.failed(again, TRANSIENT, "network", None)
        lane.leave(again)
        assert lane.status().opens_in == 2 * PASSING.first

    async def test_a_call_that_cannot_outwait_it_is_told(self) -> None:
        lane, clock = a_lane()
        for _ in range(ROW):
            await refused(lane, clock, TRANSIENT, "network", seconds=0.0)
        with pytest.raises(LaneShut, match="it is tried again in 2 s"):
            await lane.enter(until=1.0)
        assert (await lane.enter(until=10.0)).began == PASSING.first

    @pytest.mark.parametrize("kind", [LIMITED, FailureKind.BAD_REQUEST, FailureKind.CONTEXT_OVERFLOW])
    async def test_whatever_an_answer_says_the_lane_is_there(self, kind: FailureKind) -> None:
        lane, clock = a_lane()
        for _ in range(ROW):
            await refused(lane, clock, TRANSIENT, "transient")
        await lane.ready()
        await refused(lane, clock, kind)
        assert lane.status().shut == ""

    async def test_the_first_call_of_an_account_goes_alone_but_not_for_long(self) -> None:
        lane = Lane("account", 8, SystemClock())
        lane.prove()
        first = await lane.enter()
        others = [asyncio.create_task(lane.enter()) for _ in range(3)]
        await asyncio.sleep(PROOF / 4)
        assert (first.probe, any(other.done() for other in others), lane.status().probing) == (True, False, False)
        async with asyncio.timeout(PROOF * 4):
            await asyncio.gather(*others)
        assert lane.status().in_flight == 4

    def test_every_span_grows(self) -> None:
        assert all(0 < span.first < span.most for span in (PASSING, *LASTING.values()))


async def test_the_oldest_call_in_flight_is_named() -> None:
    lane, clock = a_lane()
    assert lane.status().oldest is None
    old = await lane.enter()
    old.seat, old.model, old.attempt = "doge", "m", 2
    clock.moment = 7.0
    young = await lane.enter()
    oldest = lane.status().oldest
    assert oldest is not None
    assert (oldest.seat, oldest.model, oldest.attempt, oldest.seconds) == ("doge", "m", 2, 7.0)
    lane.leave(old)
    lane.leave(young)
    assert lane.status().oldest is None


async def test_the_share_of_cached_tokens_is_told_by_model_and_warned_of_when_it_is_low() -> None:
    lane, _ = a_lane()
    shares = {"warm": Usage(input=100, cache_read=800, cache_write=100), "cold": Usage(input=600, cache_read=400)}
    for _ in range(12):
        for model, usage in shares.items():
            ticket = await lane.enter()
            ticket.model = model
            lane.answered(ticket, Reply("x", model="what it calls itself", usage=usage, usd=0.25), caches=True)
            lane.leave(ticket)
            ticket = await lane.enter()
            lane.answered(ticket, Reply("x", usage=usage))
            lane.leave(ticket)
    status = lane.status()
    assert status.cached == {"warm": pytest.approx(0.8), "cold": pytest.approx(0.4)}
    assert status.cold == ("cold",)
    assert status.usd == pytest.approx(6.0)


async def test_a_server_that_is_down_is_asked_again_sooner_than_it_says() -> None:
    lane, clock = a_lane()
    await refused(lane, clock, TRANSIENT, wait=86_000.0)
    assert lane.status().paused == LONGEST_OUTAGE
    await lane.ready()
    await refused(lane, clock, LIMITED, wait=86_000.0)
    assert lane.status().paused == 86_000.0


async def test_a_call_that_waits_in_vain_for_a_probe_names_the_outage() -> None:
    lane = Lane("account", 4, SystemClock())
    for _ in range(ROW):
        ticket = await lane.enter()
        lane.failed(ticket, TRANSIENT, "network", None)
        lane.leave(ticket)
    lane._breaker.changes_at = 0.0
    probe = await lane.enter()
    plan = Persistence("doge", lane, SystemClock())
    with pytest.raises(Outage, match=r"to say that the lane is back \(network\)") as outage:
        await plan.answer(lambda: asyncio.sleep(0, OK), SystemClock().now() + 0.1)
    assert outage.value.cause == "network"
    lane.leave(probe)


@pytest.mark.parametrize("seed", range(6))
async def test_whatever_happens_to_calls_no_slot_is_lost_and_no_bound_broken(seed: int) -> None:
    chance, most = Random(seed), 5
    lane = Lane("account", most, SystemClock(), requests_per_minute=1_000_000, tokens_per_minute=10_000_000)
    kinds = [*([None] * 6), LIMITED, TRANSIENT, FailureKind.BAD_REQUEST, "cancel", "leave"]
    done: list[float] = []

    async def call() -> None:
        ticket = await lane.enter(chance.randrange(4_000), SystemClock().now() + 30.0)
        assert lane.status().in_flight <= most
        try:
            await asyncio.sleep(chance.random() * 0.004)
            match chance.choice(kinds):
                case None:
                    lane.answered(ticket, OK)
                case FailureKind() as kind:
                    lane.failed(ticket, kind, "network", chance.choice([None, 0.0, 0.002]))
                case "cancel":
                    raise asyncio.CancelledError
            done.append(ticket.began)
        finally:
            lane.leave(ticket)

    calls = [asyncio.create_task(call()) for _ in range(300)]
    for victim in chance.sample(calls, 60):
        asyncio.get_running_loop().call_later(chance.random() * 0.2, victim.cancel)
    async with asyncio.timeout(30):
        ended = await asyncio.gather(*calls, return_exceptions=True)
    assert {type(end) for end in ended} <= {type(None), asyncio.CancelledError}
    assert len(done) > 100
    assert (lane.status().in_flight, lane.status().waiting) == (0, 0)
    async with asyncio.timeout(5):
        lane.leave(await lane.enter())
