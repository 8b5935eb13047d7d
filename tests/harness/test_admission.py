"""Calls wait until the loop has room for them: in order, by rank, and never for ever."""

from __future__ import annotations

import asyncio

import pytest

from harness.admission import EARLY, LEAST, MOST, PACED, UNPACED, Admission


async def entering(admission: Admission, order: list[str], name: str, calls: int, rank: int = 0) -> asyncio.Task[None]:
    async def enter() -> None:
        await admission.enter(calls, rank)
        order.append(name)

    task = asyncio.create_task(enter())
    await asyncio.sleep(0)
    return task


async def full(*, ranked: bool = False) -> Admission:
    admission = Admission(lambda: 0.0, ranked=ranked)
    await admission.enter(PACED.start)
    return admission


@pytest.mark.parametrize(("ranked", "expected"), [(False, ["late", "early"]), (True, ["early", "late"])])
async def test_who_waits_is_let_in_by_turn_or_by_rank(ranked: bool, expected: list[str]) -> None:
    admission, order = await full(ranked=ranked), list[str]()
    tasks = [await entering(admission, order, "late", 6, 9), await entering(admission, order, "early", 6, 1)]
    assert (admission.waiting, order) == (12, [])
    admission.leave(PACED.start)
    await asyncio.gather(*tasks)
    assert order == expected
    assert (admission.in_flight, admission.waiting) == (12, 0)


async def test_nobody_overtakes_a_batch_that_is_too_large_for_the_room_left() -> None:
    admission, order = await full(), list[str]()
    tasks = [await entering(admission, order, "large", 10), await entering(admission, order, "small", 1)]
    admission.leave(5)
    await asyncio.sleep(0)
    assert order == []
    admission.leave(6)
    await asyncio.gather(*tasks)
    assert order == ["large", "small"]


async def test_a_batch_larger_than_any_room_goes_when_nothing_else_does() -> None:
    admission = Admission(lambda: 0.0)
    await admission.enter(PACED.start + 1)
    assert admission.in_flight == PACED.start + 1


async def test_who_gives_up_leaves_no_trace() -> None:
    admission, order = await full(), list[str]()
    waiting = await entering(admission, order, "gone", 6)
    next_one = await entering(admission, order, "next", 6)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    admission.leave(6)
    await next_one
    assert (order, admission.in_flight) == (["next"], PACED.start)
    granted = await entering(admission, order, "granted", 6)
    admission.leave(6)
    granted.cancel()
    await asyncio.gather(granted, return_exceptions=True)
    assert admission.in_flight == PACED.start - 6


async def test_the_cap_follows_the_lag_of_the_loop() -> None:
    admission = await full()
    admission.adjust(PACED.late * 2)
    admission.adjust(EARLY)
    assert admission.cap == PACED.start, "one burst is no overload"
    admission.adjust(PACED.late * 2)
    admission.adjust(PACED.late * 2)
    assert admission.cap < PACED.start
    for _ in range(200):
        admission.adjust(PACED.late * 2)
    assert admission.cap >= LEAST
    low = admission.cap
    admission.adjust(EARLY / 2)
    assert admission.cap == low, "nobody waits: there is nothing to grow for"
    waiting = await entering(admission, [], "waiting", 6)
    for _ in range(200):
        admission.adjust(EARLY / 2)
    await waiting
    assert low < admission.cap


def test_without_a_pace_no_lag_holds_a_call_back() -> None:
    admission = Admission(lambda: 9.0, UNPACED)
    for _ in range(5):
        admission.adjust(9.0)
    assert admission.cap == MOST
