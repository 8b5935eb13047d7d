"""A call that hangs gets a second one beside it: when, what comes of both, and never at another call's expense."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from asking import a_call

from harness.clock import ScaledClock
from harness.errors import Outage
from harness.lanes import Lane
from harness.lanes.latency import KEPT, KNOWN, LEAST, Latencies
from harness.seats.faults import Fault
from harness.seats.retry import HUNG, Persistence
from harness.seats.seat import Failure, FailureKind, Reply, drop

OK, LATER = Reply("the second"), Reply("the first, after all")
LOST = Fault(FailureKind.TRANSIENT, "no answer: reset")
BROKEN = Fault(FailureKind.BAD_REQUEST, "HTTP 400: no", status=400)

Step = tuple[float, Reply | Fault]
"""What one attempt brings, and after how many seconds."""


def attempts(clock: ScaledClock, steps: list[Step]) -> Callable[[], Awaitable[Reply | Failure]]:
    left = list(steps)

    async def attempt() -> Reply | Failure:
        seconds, result = left.pop(0)
        await clock.sleep(seconds)
        if isinstance(result, Fault):
            raise result
        return result

    return attempt


async def a_known_lane(clock: ScaledClock, concurrency: int, calls: int = KNOWN) -> Lane:
    """A lane that has been answered so many times, at once."""
    lane = Lane("account", concurrency, clock)
    for _ in range(calls):
        ticket = await lane.enter()
        ticket.model = "m"
        lane.answered(ticket, OK)
        lane.leave(ticket)
    return lane


# What both attempts do, how many calls are known, how many at once: what comes of it, the calls sent,
# and what became of the attempt that was not needed: none, or its result.
CALLS: tuple[tuple[str, list[Step], int, int, str, int, list[str]], ...] = (
    ("hangs", [(1e6, LATER), (5.0, OK)], KNOWN, 2, "the second", 2, ["cancelled"]),
    ("comes first all the same", [(45.0, LATER), (60.0, OK)], KNOWN, 2, "the first, after all", 2, ["the second"]),
    ("comes second", [(60.0, LATER), (5.0, OK)], KNOWN, 2, "the second", 2, ["the first, after all"]),
    ("too little is known", [(60.0, LATER)], KNOWN - 1, 2, "the first, after all", 1, []),
    ("no slot is free", [(60.0, LATER)], KNOWN, 1, "the first, after all", 1, []),
    ("is only slow", [(20.0, LATER)], KNOWN, 2, "the first, after all", 1, []),
    ("the second is lost", [(60.0, LATER), (5.0, LOST)], KNOWN, 2, "the first, after all", 2, ["fault"]),
    ("the first is lost", [(45.0, LOST), (60.0, OK)], KNOWN, 2, "the second", 2, ["fault"]),
    ("neither can be", [(45.0, BROKEN), (5.0, BROKEN)], KNOWN, 2, "outage bad_request", 2, ["fault"]),
)


@pytest.mark.parametrize("row", CALLS, ids=[row[0] for row in CALLS])
async def test_a_hanging_call_gets_another_beside_it(
    row: tuple[str, list[Step], int, int, str, int, list[str]],
) -> None:
    _, steps, calls, concurrency, text, sent, rest = row
    clock = ScaledClock(400, 0.0)
    lane = await a_known_lane(clock, concurrency, calls)
    handed: list[asyncio.Future[Reply | Failure]] = []
    plan = Persistence("doge", lane, clock, model="m")
    told: list[str] = []
    try:
        result = await plan.answer(attempts(clock, steps), clock.now() + 300.0, a_call(overdue=handed.append))
        assert isinstance(result, Reply)
        told.append(result.text)
    except Outage as outage:
        told.append(f"outage {outage.cause}")
    assert (told, lane.status().calls - calls) == ([text], sent)
    assert lane.status().troubles.get(HUNG, 0) == sent - 1
    assert await asyncio.gather(*map(what_came_of, handed)) == rest
    assert lane.status().in_flight == 0


async def what_came_of(attempt: asyncio.Future[Reply | Failure]) -> str:
    """The attempt that was handed on, after a quarter of a second of grace."""
    done, _ = await asyncio.wait((attempt,), timeout=0.25)
    drop(attempt)
    await asyncio.wait((attempt,))
    if not done:
        return "cancelled"
    result = None if attempt.exception() else attempt.result()
    return result.text if isinstance(result, Reply) else "fault"


async def test_the_deadline_ends_both() -> None:
    clock = ScaledClock(400, 0.0)
    lane = await a_known_lane(clock, 2)
    handed: list[asyncio.Future[Reply | Failure]] = []
    plan = Persistence("doge", lane, clock, model="m")
    silent: list[Step] = [(1e6, LATER), (1e6, OK)]
    result = await plan.answer(attempts(clock, silent), clock.now() + 60.0, a_call(overdue=handed.append))
    assert isinstance(result, Failure)
    assert (result.kind, result.attempts, len(handed)) == (FailureKind.LATE, 2, 2)
    assert await asyncio.gather(*map(what_came_of, handed)) == ["cancelled", "cancelled"]


def test_what_hangs_is_told_from_the_newest_calls_of_the_model() -> None:
    latencies = Latencies()
    for second in range(1, KNOWN):
        latencies.add("m", float(second))
    assert latencies.hangs_after("m") == float("inf")
    latencies.add("m", 100.0)
    assert latencies.hangs_after("m") == 2 * 99.0
    assert latencies.hangs_after("another") == float("inf")
    for _ in range(KEPT):
        latencies.add("m", 1.0)
    assert latencies.hangs_after("m") == LEAST
