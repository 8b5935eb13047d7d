"""A batch of calls: asked in parallel, read, asked again once, and each seat costs only itself."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from toy_game import POWERS, TOY, Options
from toy_table import NO_LIMITS, ToyPrompts, ToySeat, asked, reply, seats, table

from engine.memory import Memory
from harness.clock import SystemClock
from harness.committer import Committer
from harness.config import SeatConfig
from harness.decision import Decision
from harness.errors import Outage
from harness.journal import Journal, open_journal
from harness.records import Failed, Late, Replied, load_recording
from harness.schema import legal_schema, schema_for
from harness.seats.seat import At, Failure, FailureKind, Reply, SeatCall
from harness.stragglers import Stragglers
from harness.table import Chair, Table, head
from harness.turn import Progress, play_turn

STATE = TOY.start(1499, Options()).state
REQUESTS = TOY.requests(STATE)
MEMORIES = {power: Memory(power) for power in POWERS}
GOOD = json.dumps({"bids": {"gold": "2", "silk": "1"}})
DEAR = json.dumps({"bids": {"gold": "9", "silk": "9"}, "notes": "all in"})
ODD = json.dumps({"bids": {"gold": "many", "silk": "1"}})


async def turn(seated: Table, journal: Journal | None = None, progress: Progress | None = None) -> dict[str, Decision]:
    """The decisions of the game's first batch, by power."""
    journal = journal or Journal(Path("j"))
    clock = SystemClock()
    stragglers = Stragglers(journal, clock)
    try:
        decisions = await play_turn(seated, journal, clock, stragglers, 0, REQUESTS, MEMORIES, progress or Progress())
    finally:
        await stragglers.gone()
    return {decision.event.power: decision for decision in decisions}


def failure(kind: FailureKind, **facts: Any) -> Failure:
    return Failure(kind, "detail", **facts)


# What RED's seat brings to its two asks, and what is made of it: who decided, why, asks, failures, bids.
ROADS: dict[str, tuple[Any, Any, tuple[Any, ...]]] = {
    "a good reply": (GOOD, None, ("model", "", 1, (), (2, 1))),
    "words, then a good reply": ("I bid two.", GOOD, ("model", "", 2, ("unparsable",), (2, 1))),
    "words for ever": ("hm", "hm", ("silence", "unparsable", 2, ("unparsable", "unparsable"), (0, 0))),
    "a complaint, then better": (DEAR, GOOD, ("model", "", 2, ("illegal",), (2, 1))),
    "a complaint for ever": (DEAR, DEAR, ("silence", "illegal", 2, ("illegal", "illegal"), (0, 0))),
    "a complaint, then words": (DEAR, "hm", ("silence", "illegal", 2, ("illegal", "unparsable"), (0, 0))),
    "nothing, then a good reply": ("", GOOD, ("model", "", 2, ("empty",), (2, 1))),
    "empty, as the provider says": (failure(FailureKind.EMPTY), GOOD, ("model", "", 2, ("empty",), (2, 1))),
    "cut off, then a good reply": (reply(GOOD[:-9], cut=True), GOOD, ("model", "", 2, ("truncated",), (2, 1))),
    "thought too long": (
        failure(FailureKind.TRUNCATED_REASONING), GOOD, ("model", "", 2, ("truncated_reasoning",), (2, 1)),
    ),
    "a refusal is not asked again": (
        failure(FailureKind.REFUSAL), None, ("silence", "refusal", 1, ("refusal",), (0, 0)),
    ),
    "a filter is not asked again": (
        failure(FailureKind.CONTENT_FILTER), None, ("silence", "content_filter", 1, ("content_filter",), (0, 0)),
    ),
    "too slow is not asked again": (failure(FailureKind.LATE), None, ("silence", "late", 1, ("late",), (0, 0))),
    "words, then a refusal": (
        "hm", failure(FailureKind.REFUSAL), ("silence", "refusal", 2, ("unparsable", "refusal"), (0, 0)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("road", ROADS)
async def test_what_is_made_of_the_replies(road: str) -> None:
    first, second, expected = ROADS[road]
    players = seats({(0, "RED", 0): first, (0, "RED", 1): second})
    decisions = await turn(table(players))
    event = decisions["RED"].event
    assert (event.by, event.cause, event.asks, event.failures, decisions["RED"].submission.value[0]) == expected
    assert event.audience == ()
    assert len(decisions["RED"].answers) == event.asks
    assert {decisions[power].event.by for power in ("GREEN", "BLUE")} == {"model"}
    assert asked(players) == [(0, "BLUE", 0), (0, "GREEN", 0), *((0, "RED", ask) for ask in range(event.asks))]


async def test_a_league_may_name_a_policy_to_fall_back_on() -> None:
    decisions = await turn(table(seats({(0, "RED", 0): "hm", (0, "RED", 1): "hm"}), fallback="random"))
    assert (decisions["RED"].event.by, decisions["RED"].event.cause) == ("fallback", "unparsable")
    assert sum(decisions["RED"].submission.value[0]) > 0


async def test_what_was_read_goes_before_the_policy_to_fall_back_on() -> None:
    decisions = await turn(table(seats({(0, "RED", 0): DEAR, (0, "RED", 1): "hm"}), fallback="random"))
    assert decisions["RED"].event.by == "silence"
    assert decisions["RED"].submission.value == ((0, 0), "all in")


async def test_the_second_ask_carries_the_first_reply_and_why_it_failed() -> None:
    calls: list[SeatCall] = []

    async def listen(call: SeatCall, until: float) -> Reply:
        calls.append(call)
        return reply(GOOD)

    await turn(table(seats({(0, "RED", 0): DEAR, (0, "RED", 1): listen, (0, "BLUE", 0): "", (0, "BLUE", 1): listen})))
    told = {call.at.power: call.earlier for call in calls}
    assert told["RED"][0].reply == DEAR
    assert told["RED"][0].complaint == "That could not be taken: your bids sum to 18, but your purse holds 12."
    assert told["BLUE"][0].complaint == "That could not be taken: the reply was empty."


async def test_refused_items_and_repairs_stand_in_the_event() -> None:
    players = seats({(0, "RED", 0): ODD, (0, "BLUE", 0): f"Well. {GOOD}"})
    decisions = await turn(table(players))
    assert [(refusal.line, refusal.reason) for refusal in decisions["RED"].event.refused] == [("gold: many", "amount")]
    assert decisions["BLUE"].event.repairs == ("prose",)


async def test_a_seat_that_never_answers_costs_only_itself(tmp_path: Path) -> None:
    async def hang(call: SeatCall, until: float) -> Reply:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:  # a seat that will not be cancelled
            await asyncio.sleep(0.2)
        return reply(GOOD)

    seated = table(seats({(0, "RED", 0): hang}), limits=replace(NO_LIMITS, call_seconds=0.05, turn_seconds=0.05))
    began = asyncio.get_running_loop().time()
    decisions = await turn(seated)
    assert asyncio.get_running_loop().time() - began < 1.0
    assert (decisions["RED"].event.by, decisions["RED"].event.cause) == ("silence", "late")
    assert decisions["BLUE"].event.by == "model"


async def test_a_turns_deadline_covers_both_asks() -> None:
    async def slowly(call: SeatCall, until: float) -> Reply:
        await asyncio.sleep(0.1)
        return reply("hm")

    limits = replace(NO_LIMITS, call_seconds=10.0, turn_seconds=0.05)
    decisions = await turn(table(seats({(0, "RED", 0): slowly, (0, "RED", 1): slowly}), limits=limits))
    event = decisions["RED"].event
    assert (event.by, event.asks, event.failures) == ("silence", 1, ("unparsable", "late"))


async def test_a_reply_within_the_grace_is_billed_but_not_played(tmp_path: Path) -> None:
    async def slowly() -> Reply:
        await asyncio.sleep(0.4)
        return reply(GOOD)

    async def late(call: SeatCall, until: float) -> Failure:
        call.overdue(asyncio.ensure_future(slowly()))
        return failure(FailureKind.LATE)

    limits = replace(NO_LIMITS, late_grace=5.0)
    seated = table(seats({(0, "RED", 0): late}), limits=limits)
    with Committer() as committer:
        journal = open_journal(tmp_path / "j", head(seated), committer)
        decisions = await turn(seated, journal)
        journal.close()
    assert decisions["RED"].event.by == "silence"
    records = [entry.record for entry in load_recording(tmp_path / "j").entries]
    assert [type(record) for record in records if isinstance(record, Failed | Late)] == [Failed, Late]
    assert records[-1] == Late(At(0, "RED", 0), reply(GOOD, attempts=0))


@pytest.mark.parametrize(
    "error", [Outage("quota", "toys", "no money left"), ValueError("a bug"), asyncio.CancelledError()], ids=repr
)
async def test_what_one_seat_raises_loses_no_other_reply(tmp_path: Path, error: BaseException) -> None:
    async def slowly(call: SeatCall, until: float) -> Reply:
        await asyncio.sleep(0.05)
        return reply(GOOD)

    seated = table(seats({(0, "RED", 0): error, (0, "BLUE", 0): slowly}))
    with Committer() as committer:
        journal = open_journal(tmp_path / "j", head(seated), committer)
        with pytest.raises(RuntimeError if isinstance(error, asyncio.CancelledError) else type(error)):
            await turn(seated, journal)
        recorded = {e.record.at.power for e in load_recording(tmp_path / "j").entries if isinstance(e.record, Replied)}
        journal.close()
    assert recorded == {"GREEN", "BLUE"}


async def test_a_recorded_answer_is_not_asked_for_again() -> None:
    journal = Journal(Path("j"))
    journal.settle(Replied(At(0, "RED", 0), reply(DEAR)))
    journal.settle(Failed(At(0, "BLUE", 0), failure(FailureKind.REFUSAL)))
    players = seats({(0, "RED", 1): GOOD})
    decisions = await turn(table(players), journal)
    assert asked(players) == [(0, "GREEN", 0), (0, "RED", 1)]
    assert decisions["RED"].submission.value[0] == (2, 1)
    assert decisions["BLUE"].event.cause == "refusal"


async def test_paid_replies_are_durable_before_they_count_and_free_ones_are_not_waited_for(tmp_path: Path) -> None:
    for paid, written in ((True, 3), (False, 0)):
        seated = table(seats(paid=paid))
        with Committer() as committer:
            path = tmp_path / f"j{paid}"
            journal = open_journal(path, head(seated), committer)
            await turn(seated, journal)
            assert path.read_bytes().count(b'"kind":"reply"') == written
            journal.close()


async def test_progress_tells_phase_and_who_has_decided() -> None:
    progress = Progress()
    seen: list[tuple[str, int, int]] = []

    async def look(call: SeatCall, until: float) -> Reply:
        await asyncio.sleep(0.03)
        seen.append((progress.phase, progress.asked, progress.answered))
        return reply(GOOD)

    await turn(table(seats({(0, "RED", 0): look})), progress=progress)
    assert seen == [("round-01-bids", 3, 2)]
    assert progress.answered == 3


async def test_scripted_and_human_decisions_are_marked_as_theirs() -> None:
    players = seats()
    kinds = dict(zip(POWERS, ("scripted", "human", "openai"), strict=True))
    chairs = {
        power: Chair(chair.seat, SeatConfig(chair.config.name, kinds[power]), chair.prompts)
        for power, chair in table(players).chairs.items()
    }
    decisions = await turn(replace(table(players), chairs=chairs))
    assert [decision.event.by for decision in decisions.values()] == ["policy", "human", "model"]


async def test_a_prompt_is_rendered_at_most_once_and_only_when_it_is_wanted() -> None:
    rendered: list[str] = []

    class Counting(ToyPrompts):
        def render(self, request: Any, memory: Any, *, list_orders: bool) -> Any:
            rendered.append(request.power)
            return super().render(request, memory, list_orders=list_orders)

    class Deaf(ToySeat):
        async def ask(self, call: SeatCall, until: float) -> Reply:
            return reply(GOOD)

    players = {"ann": ToySeat("ann"), "bob": Deaf("bob"), "cid": ToySeat("cid")}
    await turn(table(players, prompts=Counting()))
    assert rendered == ["RED", "BLUE"]


class TestSchemas:
    def test_off_form_and_legal(self) -> None:
        request = REQUESTS[0]
        assert schema_for(request, "off") is None
        assert schema_for(request, "form") is request.form.schema
        bids = schema_for(request, "legal")["properties"]["bids"]
        assert bids["required"] == ["gold", "silk"]
        assert bids["properties"]["gold"]["enum"] == [str(coins) for coins in range(13)]

    def test_a_choice_of_several_is_a_list(self) -> None:
        state = replace(STATE, winners=("RED",))
        picks = legal_schema(TOY.requests(state)[0])["properties"]["picks"]
        assert picks == {
            "type": "array",
            "items": {"type": "string", "enum": ["crown", "mask", "sword"]},
            "minItems": 1,
            "maxItems": 2,
        }

    def test_too_many_options_fall_back_to_the_form(self) -> None:
        rich = TOY.requests(replace(STATE, purses=(501, 501, 501)))[0]
        assert legal_schema(rich) is rich.form.schema
        poor = TOY.requests(replace(STATE, purses=(499, 499, 499)))[0]
        assert legal_schema(poor) is not poor.form.schema
