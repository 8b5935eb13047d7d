"""Lanes bound what is in flight, pause together and lend what is open once."""

from __future__ import annotations

import asyncio

import pytest

from harness.clock import SystemClock
from harness.lanes import Lane
from harness.seats.seat import FailureKind


class Pipe:
    def __init__(self) -> None:
        self.closed = 0

    async def aclose(self) -> None:
        self.closed += 1


def a_lane(concurrency: int = 2) -> Lane:
    return Lane("account", concurrency, SystemClock())


async def test_no_more_calls_than_slots_are_in_flight() -> None:
    lane, go = a_lane(2), asyncio.Event()

    async def call() -> None:
        async with lane.slot():
            await go.wait()

    async with asyncio.TaskGroup() as group:
        for _ in range(5):
            group.create_task(call())
        await asyncio.sleep(0.01)
        busy = lane.status()
        go.set()
    assert (busy.in_flight, busy.waiting, busy.calls) == (2, 3, 2)
    rest = lane.status()
    assert (rest.in_flight, rest.waiting, rest.calls) == (0, 0, 5)


async def test_a_call_that_gives_up_waiting_leaves_no_trace() -> None:
    lane = a_lane(1)
    async with lane.slot():
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01), lane.slot():
                raise AssertionError("there is no second slot")
    assert (lane.status().in_flight, lane.status().waiting, lane.status().calls) == (0, 0, 1)
    async with asyncio.timeout(1), lane.slot():
        assert lane.status().in_flight == 1


async def test_a_call_that_fails_gives_its_slot_back() -> None:
    lane = a_lane(1)
    with pytest.raises(ValueError, match="boom"):
        async with lane.slot():
            raise ValueError("boom")
    async with asyncio.timeout(1), lane.slot():
        assert lane.status().in_flight == 1


async def test_a_pause_holds_every_call_and_is_never_shortened() -> None:
    lane, clock = a_lane(), SystemClock()
    lane.pause(0.05)
    lane.pause(0.01)
    assert 0.03 < lane.status().paused <= 0.05
    begun = clock.now()
    async with lane.slot():
        assert clock.now() - begun >= 0.045
    assert lane.status().paused == 0.0


async def test_a_call_cancelled_in_a_pause_gives_its_slot_back() -> None:
    lane = a_lane(1)
    lane.pause(0.05)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01), lane.slot():
            raise AssertionError("the lane is paused")
    assert (lane.status().waiting, lane.status().calls) == (0, 0)
    async with asyncio.timeout(1), lane.slot():
        assert lane.status().calls == 1


async def test_what_is_lent_is_made_once_and_closed_by_the_last() -> None:
    lane, made = a_lane(), []

    def make() -> Pipe:
        made.append(Pipe())
        return made[-1]

    first, second = lane.borrow("key", make), lane.borrow("key", make)
    other = lane.borrow("other", make)
    assert first is second
    assert first is not other
    await lane.give_back("key")
    assert first.closed == 0
    await lane.give_back("key")
    assert (first.closed, other.closed) == (1, 0)
    assert lane.borrow("key", make) is not first


async def test_troubles_are_counted_by_kind() -> None:
    lane = a_lane()
    for trouble in ("late", "transient", "late"):
        lane.note(trouble)
    assert lane.status().troubles == {"late": 2, "transient": 1}


class HandClock:
    """A clock set by hand; sleeping moves it."""

    moment = 0.0

    def now(self) -> float:
        return self.moment

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)
        self.moment += seconds


LIMITED, DOWN = FailureKind.RATE_LIMITED, FailureKind.TRANSIENT


@pytest.mark.parametrize(
    ("bounds", "met", "out", "waits_for", "seconds"),
    [
        ({}, None, 4, "free slots", 0.0),
        ({}, (LIMITED, None), 2, "429s to cease", 0.0),
        ({}, (LIMITED, 30.0), 0, "429s to cease", 30.0),
        ({}, (DOWN, 20.0), 0, "a busy server", 20.0),
        ({"requests_per_minute": 3}, None, 3, "requests a minute", 20.0),
        ({"tokens_per_minute": 300}, None, 1, "tokens a minute", 60.0),
    ],
    ids=["its own concurrency", "refusals", "a Retry-After", "a busy server", "requests", "tokens"],
)
async def test_a_lane_says_what_its_calls_wait_for(
    bounds: dict[str, int], met: tuple[FailureKind, float | None] | None, out: int, waits_for: str, seconds: float
) -> None:
    clock = HandClock()
    lane = Lane("account", 4, clock, **bounds)  # type: ignore[arg-type]
    if met:
        first = await lane.enter(900)
        clock.moment += 0.0 if seconds else 1.0
        lane.failed(first, met[0], met[0], met[1])
        lane.leave(first)
    tickets = [await lane.enter(900) for _ in range(out)]
    waiting = asyncio.create_task(lane.enter(900))
    await asyncio.sleep(0)
    status = lane.status()
    assert (status.waiting, status.waits_for) == (1, waits_for)
    if not seconds:
        clock.moment += 5.0
        lane.leave(tickets.pop())
    lane.leave(await waiting)
    assert (lane.status().waits_for, lane.status().waited) == ("", {waits_for: pytest.approx(seconds or 5.0)})
