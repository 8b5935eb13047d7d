"""Asking one seat: what becomes of outages, of late replies, and of replies that another ask can mend."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from toy_game import TOY, Options
from toy_table import NO_LIMITS, ToyPrompts, reply, seats, table

from engine.memory import Memory
from harness.asking import Batch
from harness.clock import Clock, ScaledClock, SystemClock
from harness.committer import Committer
from harness.decision import Decision, decide
from harness.errors import Outage
from harness.journal import Journal, open_journal
from harness.lanes import Lane
from harness.records import BESIDES, Failed, Late, Replied, load_recording
from harness.seats.seat import LONGEST_REPLY, At, Failure, FailureKind, Reply, SeatCall
from harness.stragglers import Stragglers
from harness.table import Table, head

SYSTEM = SystemClock()
STATE = TOY.start(1499, Options()).state
REQUEST = TOY.requests(STATE)[0]
GOOD = json.dumps({"bids": {"gold": "2", "silk": "1"}})
PAST = tuple((f"round-{number:02}", ()) for number in range(8))


async def decided(
    seated: Table, journal: Journal | None = None, turn: float = 1e6, clock: Clock = SYSTEM
) -> tuple[Decision, Batch]:
    """The decision of RED on the game's first request, and the batch it was made in."""
    journal = journal or Journal(Path("j"))
    stragglers = Stragglers(journal, clock)
    batch = Batch(0, seated, journal, clock, stragglers, clock.now() + turn)
    try:
        return await decide(batch, REQUEST, Memory("RED", history=PAST)), batch
    finally:
        await stragglers.gone()


def seated(plan: Mapping[int, Any], on_limit: Any = None, clock: Clock = SYSTEM, **facts: Any) -> Table:
    """A table whose RED does as planned, ask by ask, on a lane of its own."""
    made = table(seats({(0, "RED", ask): what for ask, what in plan.items()}), **facts)
    if on_limit is None:
        return made
    lane = Lane("toys", 4, clock, on_limit=on_limit)
    return replace(made, chairs={power: replace(chair, lane=lane) for power, chair in made.chairs.items()})


def failing(*outages: str) -> Callable[[SeatCall, float], Any]:
    """What a seat does that meets these outages, one a call, and then answers."""
    left = list(outages)

    async def ask(call: SeatCall, until: float) -> Reply:
        await asyncio.sleep(0.02)
        if left:
            raise Outage(left.pop(0), "toys", "the world is away")
        return reply(GOOD, seconds=0.01, waited=0.005)

    return ask


CAUSES = ("quota", "rate_limited", "congestion", "network", "transient", "starting")
TO_MEND = ("auth", "model_not_found", "bad_request")


@pytest.mark.parametrize("cause", (*CAUSES, *TO_MEND))
@pytest.mark.parametrize("on_limit", [None, "suspend"])
async def test_an_outage_never_becomes_a_decision_unless_the_lane_says_so(on_limit: Any, cause: str) -> None:
    with pytest.raises(Outage):
        await decided(seated({0: failing(cause)}, on_limit))


@pytest.mark.parametrize("cause", TO_MEND)
@pytest.mark.parametrize("on_limit", ["wait", "fallback"])
async def test_what_the_user_has_to_mend_suspends_in_any_case(on_limit: Any, cause: str) -> None:
    with pytest.raises(Outage):
        await decided(seated({0: failing(cause)}, on_limit))


@pytest.mark.parametrize(
    ("cause", "kind"),
    list(zip(CAUSES, ("quota", "rate_limited", "rate_limited", *["transient"] * 3), strict=True)),
)
@pytest.mark.parametrize("fallback", [None, "miser"])
async def test_a_lane_may_have_another_play_instead(fallback: str | None, cause: str, kind: str) -> None:
    decision, _ = await decided(seated({0: failing(cause)}, "fallback", fallback=fallback))
    event = decision.event
    assert (event.by, event.cause, event.failures) == ("fallback" if fallback else "silence", kind, (kind,))


@pytest.mark.parametrize("paused", [0.0, 86_400.0], ids=["refused again and again", "asked to wait for a day"])
async def test_it_is_waited_for_no_longer_than_an_episode_may_take(paused: float) -> None:
    clock = ScaledClock(100_000.0, 1_796_000_000.0)
    limits = replace(NO_LIMITS, episode_seconds=14_400.0)
    made = seated({0: failing(*["rate_limited"] * 99)}, "wait", clock, limits=limits)
    lane = made.chairs["RED"].lane
    assert lane is not None
    lane.pause(paused)
    began = clock.now()
    with pytest.raises(Outage, match="the world is away"):
        await decided(made, turn=1e6, clock=clock)
    assert 14_400.0 <= clock.now() - began < 40_000.0


@pytest.mark.parametrize("cause", CAUSES)
async def test_a_lane_may_have_it_waited_for_and_the_deadline_with_it(cause: str) -> None:
    decision, batch = await decided(seated({0: failing(cause, cause, cause)}, "wait"), turn=0.03)
    assert (decision.event.by, decision.event.failures) == ("model", ())
    assert 0.05 < batch.outwaited["RED"] < batch.due("RED") - batch.until + 0.001
    assert decision.seconds < 0.04


async def test_time_in_front_of_a_lane_is_no_time_of_play() -> None:
    async def slowly(call: SeatCall, until: float) -> Reply:
        await asyncio.sleep(0.2)
        return reply(GOOD, seconds=0.05, waited=0.15)

    decision, _ = await decided(seated({0: slowly}))
    assert 0.04 < decision.seconds < 0.15


async def test_a_call_is_told_its_seconds_and_the_turns_deadline() -> None:
    told: list[tuple[float, float]] = []

    async def listen(call: SeatCall, until: float) -> Reply:
        told.append((call.seconds, until - SystemClock().now()))
        return reply(GOOD)

    await decided(seated({0: listen}, limits=replace(NO_LIMITS, call_seconds=7.0)), turn=30.0)
    assert told[0] == (7.0, pytest.approx(30.0, abs=0.5))


@pytest.mark.parametrize(("grace", "billed"), [(5.0, True), (0.05, False), (0.0, False)])
async def test_an_overdue_reply_is_billed_within_its_grace_and_never_played(
    tmp_path: Path, grace: float, billed: bool
) -> None:
    async def late(call: SeatCall, until: float) -> Failure:
        call.overdue(asyncio.ensure_future(asyncio.sleep(0.3, reply(GOOD))))
        return Failure(FailureKind.LATE, "too late")

    made = seated({0: late}, limits=replace(NO_LIMITS, late_grace=grace))
    with Committer() as committer:
        journal = open_journal(tmp_path / "j", head(made), committer)
        decision, _ = await decided(made, journal)
        journal.close()
    assert (decision.event.by, decision.event.cause) == ("silence", "late")
    records = [entry.record for entry in load_recording(tmp_path / "j").entries]
    late_ones = [record for record in records if isinstance(record, Failed | Late)]
    assert [type(record) for record in late_ones] == [Failed, Late] if billed else [Failed]
    assert not billed or late_ones[1] == Late(At(0, "RED", 0), reply(GOOD, attempts=0))


async def test_what_an_overdue_attempt_raises_is_nobodys_matter() -> None:
    async def boom() -> Reply:
        await asyncio.sleep(0.05)
        raise Outage("network", "toys", "gone")

    async def late(call: SeatCall, until: float) -> Failure:
        call.overdue(asyncio.ensure_future(boom()))
        return Failure(FailureKind.LATE, "too late")

    decision, _ = await decided(seated({0: late}, limits=replace(NO_LIMITS, late_grace=5.0)))
    assert decision.event.cause == "late"


async def test_an_attempt_that_is_cut_off_for_good_is_lost_whatever_its_call_came_to(tmp_path: Path) -> None:
    async def hangs(call: SeatCall, until: float) -> Reply:
        call.asked()
        call.overdue(asyncio.ensure_future(asyncio.sleep(60.0, reply(GOOD))))
        raise Outage("network", "toys", "the world is away")

    made = seated({0: hangs}, limits=replace(NO_LIMITS, late_grace=0.01))
    path = tmp_path / "journal.jsonl"
    with Committer() as committer:
        journal = open_journal(path, head(made), committer)
        with pytest.raises(Outage):
            await decided(made, journal)
        await journal.synced()
        journal.close()
    assert [entry.record.kind for entry in load_recording(path).entries] == ["asked", "lost"]


async def test_a_reply_that_another_attempt_was_ahead_of_is_paid_for_too() -> None:
    ahead, told = reply(GOOD, usd=1.0), []

    async def overtaken(call: SeatCall, until: float) -> Reply:
        journal.settle(Replied(call.at, ahead))
        return reply(GOOD, usd=2.0)

    clock, journal, made = SYSTEM, Journal(Path("j")), seated({0: overtaken})
    stragglers = Stragglers(journal, clock, lambda at, answer: told.append(answer.usd))
    batch = Batch(0, made, journal, clock, stragglers, clock.now() + 60.0)
    decision = await decide(batch, REQUEST, Memory("RED"))
    assert ([answer.usd for answer in decision.answers], told) == ([1.0], [2.0])


async def test_an_attempt_that_is_overdue_and_played_after_all_is_paid_for_once() -> None:
    told: list[Any] = []
    clock, journal = SYSTEM, Journal(Path("j"))
    stragglers = Stragglers(journal, clock, lambda at, answer: told.append(answer))
    won: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    won.set_result(reply(GOOD))
    for ask in (0, 0, BESIDES):
        stragglers.adopt(won, At(0, "RED", ask), 5.0)
    await stragglers.gone()
    assert len(told) == 2, "the second of one ask, and what was made besides"


class Listening(ToyPrompts):
    """Prompts that note how much of the past they were rendered from, and the complaints."""

    def __init__(self) -> None:
        super().__init__()
        self.pasts: list[int] = []
        self.complaints: list[tuple[str, str]] = []

    def render(self, request: Any, memory: Memory, *, list_orders: bool) -> Any:
        self.pasts.append(len(memory.history))
        return super().render(request, memory, list_orders=list_orders)

    def complaint(self, request: Any, reason: str, cause: str = "") -> str:
        self.complaints.append((cause, reason))
        return super().complaint(request, reason, cause)


async def test_a_prompt_too_long_is_asked_once_more_with_a_shorter_past() -> None:
    second: list[SeatCall] = []

    async def overflow(call: SeatCall, until: float) -> Failure:
        call.asked()
        return Failure(FailureKind.CONTEXT_OVERFLOW, "too long")

    async def fits(call: SeatCall, until: float) -> Reply:
        call.asked()
        second.append(call)
        return reply(GOOD)

    prompts = Listening()
    decision, _ = await decided(seated({0: overflow, 1: fits}, prompts=prompts))
    assert (decision.event.by, decision.event.failures) == ("model", ("context_overflow",))
    assert (prompts.pasts, prompts.complaints) == ([8, 1], [])
    assert (second[0].earlier, second[0].after, len(second[0].memory.history)) == ((), None, 1)


async def test_a_prompt_too_long_for_ever_falls_back() -> None:
    never = Failure(FailureKind.CONTEXT_OVERFLOW, "too long")
    decision, _ = await decided(seated({0: never, 1: never}, fallback="miser"))
    assert (decision.event.by, decision.event.cause, decision.event.asks) == ("fallback", "context_overflow", 2)


# Each row: the first answer, and the failure that the second call is told of.
MENDED: tuple[tuple[Any, FailureKind], ...] = (
    (Failure(FailureKind.TRUNCATED, "cut"), FailureKind.TRUNCATED),
    (reply(GOOD[:-9], cut=True), FailureKind.TRUNCATED),
    (Failure(FailureKind.TRUNCATED_REASONING, "cut"), FailureKind.TRUNCATED_REASONING),
    (Failure(FailureKind.INCOMPLETE, "broke off"), FailureKind.INCOMPLETE),
    (Failure(FailureKind.EMPTY, "empty"), FailureKind.EMPTY),
    (Failure(FailureKind.CRASH, "boom"), FailureKind.CRASH),
    (reply("hm"), FailureKind.UNPARSABLE),
)


@pytest.mark.parametrize(("first", "after"), MENDED)
async def test_the_second_ask_is_told_what_it_is_to_mend(first: Any, after: FailureKind) -> None:
    calls: list[SeatCall] = []

    async def listen(call: SeatCall, until: float) -> Reply:
        calls.append(call)
        return reply(GOOD)

    prompts = Listening()
    decision, _ = await decided(seated({0: first, 1: listen}, prompts=prompts))
    assert (decision.event.by, decision.event.failures) == ("model", (after,))
    assert [call.after for call in calls] == [after]
    assert [cause for cause, _ in prompts.complaints] == [after]


@pytest.mark.parametrize("kind", [FailureKind.REFUSAL, FailureKind.CONTENT_FILTER, FailureKind.LATE])
async def test_what_would_only_be_said_again_is_not_asked_again(kind: FailureKind) -> None:
    decision, _ = await decided(seated({0: Failure(kind, "no")}))
    assert (decision.event.by, decision.event.cause, decision.event.asks) == ("silence", kind, 1)


@pytest.mark.parametrize("late", [False, True])
async def test_a_reply_of_ten_megabytes_is_kept_in_part_and_marked_as_cut(tmp_path: Path, late: bool) -> None:
    endless = reply(GOOD + " " * 10_000_000)

    async def ask(call: SeatCall, until: float) -> Reply | Failure:
        if not late:
            return endless
        call.overdue(asyncio.ensure_future(asyncio.sleep(0, endless)))
        return Failure(FailureKind.LATE, "too late")

    made = seated({0: ask}, limits=replace(NO_LIMITS, late_grace=5.0))
    with Committer() as committer:
        journal = open_journal(tmp_path / "j", head(made), committer)
        decision, _ = await decided(made, journal)
        journal.close()
    assert decision.event.by == ("silence" if late else "model")
    answers = [
        entry.record.answer for entry in load_recording(tmp_path / "j").entries if hasattr(entry.record, "answer")
    ]
    kept = [answer for answer in answers if isinstance(answer, Reply)]
    assert [(len(answer.text), answer.cut) for answer in kept] == [(LONGEST_REPLY, True)]
