"""A person plays any game: slots are chosen, other keys of the form are written, leaving holds."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from toy_game import TOY, Options

from engine.dice import Dice
from engine.game import Form, Request, Slot
from engine.memory import Memory
from engine.registry import GAMES
from harness.clock import SystemClock
from harness.config import SeatConfig
from harness.errors import UserError
from harness.lanes import Lane
from harness.seats.human_seat import HumanSeat
from harness.seats.seat import At, Exchange, Failure, FailureKind, Prompt, Reply, SeatCall

TEXT = {"type": "string", "maxLength": 400}
LETTER = {"type": "object", "properties": {"to": {"enum": ["MILAN", "NAPLES", "VENICE"]}, "text": TEXT}}
MESSAGE = {"type": "object", "properties": {"to": {"anyOf": [{"enum": ["MILAN"]}, {"type": "null"}]}, "text": TEXT}}
PLEDGE = {"type": "object", "properties": {"to": TEXT, "kind": {"enum": ["peace", "keepout"]}, "province": TEXT}}
SPEND = {
    "type": "object",
    "properties": {"action": {"enum": ["gift", "defend"]}, "target": TEXT, "amount": {"type": "integer"}},
}

PRESS = Form(
    needs={"broadcast": ("string",), "letters": ("array",)},
    schema={
        "type": "object",
        "properties": {
            "broadcast": {"type": ["string", "null"], "maxLength": 400},
            "letters": {"type": "array", "maxItems": 5, "items": LETTER},
            "pledges": {"type": "array", "items": PLEDGE},
            "notes": {"anyOf": [{"type": "string", "maxLength": 800}, {"type": "null"}]},
        },
    },
    only_with={"province": ("kind", "keepout")},
)
ORDERS = Form(
    needs={"orders": ("array", "object")},
    schema={
        "type": "object",
        "properties": {
            "orders": {"type": "object"},
            "spend": {"type": "array", "items": SPEND},
        },
    },
)
TALK = Form(
    needs={"messages": ("array",)},
    schema={"type": "object", "properties": {"messages": {"type": "array", "maxItems": 3, "items": MESSAGE}}},
)
UNITS = (
    Slot("orders", "A VEN", 1, 1, ("A VEN H", "A VEN - PAD")),
    Slot("orders", "F NAP", 1, 1, ("F NAP H", "F NAP - TYR")),
)


class Script:
    """A terminal whose person answers from a list and then leaves; it notes what was asked."""

    def __init__(self, answers: Sequence[str | Sequence[str]]) -> None:
        self._answers = list(answers)
        self.asked: list[str] = []
        self.seen: list[str] = []
        self.offered: list[tuple[str, tuple[str, ...]]] = []

    def show(self, text: str) -> None:
        self.seen.append(text)

    async def choose(self, title: str, options: Sequence[str], least: int, most: int) -> Sequence[str]:
        self.offered.append((title, tuple(options)))
        answer = self._next(title)
        chosen = [answer] if isinstance(answer, str) else list(answer)
        chosen = [option for option in chosen if option]
        assert set(chosen) <= set(options)
        return chosen

    async def write(self, title: str, cap: int) -> str:
        answer = self._next(f"{title} ({cap})")
        assert isinstance(answer, str)
        return answer

    def _next(self, title: str) -> str | Sequence[str]:
        self.asked.append(title)
        if not self._answers:
            raise EOFError
        return self._answers.pop(0)


class Nobody(Script):
    """A person who went for a walk."""

    async def choose(self, title: str, options: Sequence[str], least: int, most: int) -> Sequence[str]:
        await asyncio.sleep(60)
        return ()


def request(kind: str, form: Form, slots: tuple[Slot, ...] = ()) -> Request:
    return Request("VENICE", kind, "1499-spring-orders", {}, {}, slots, form)


def call(asked: Request, *earlier: Exchange) -> SeatCall:
    prompt = Prompt("rules", "the board\n", "your units\n")
    return SeatCall(
        At(0, asked.power, len(earlier)), asked, Memory(asked.power), Dice(1, "policy"), lambda: prompt, earlier
    )


def seat(terminal: Script) -> HumanSeat:
    clock = SystemClock()
    return HumanSeat(SeatConfig("me", "human"), game=TOY, clock=clock, lane=Lane("human", 1, clock), terminal=terminal)


async def answered(terminal: Script, asked: Request) -> Mapping[str, Any]:
    reply = await seat(terminal).ask(call(asked), SystemClock().now() + 5)
    assert isinstance(reply, Reply)
    answer: Mapping[str, Any] = json.loads(reply.text)
    return answer


CASES: Sequence[tuple[str, Request, Sequence[str | Sequence[str]], Mapping[str, Any]]] = (
    (
        "every unit gets its order",
        request("orders", ORDERS, UNITS),
        ["A VEN - PAD", "F NAP H", "", "send"],
        {"orders": {"A VEN": "A VEN - PAD", "F NAP": "F NAP H"}},
    ),
    (
        "a unit passed over is left out and holds",
        request("orders", ORDERS, UNITS),
        ["", "F NAP - TYR", "", ""],
        {"orders": {"F NAP": "F NAP - TYR"}},
    ),
    (
        "money is written entry by entry, a whole number as such",
        request("orders", ORDERS, UNITS[:1]),
        ["A VEN H", "gift", "MILAN", "15", "defend", "A VEN", "many", "", "send"],
        {
            "orders": {"A VEN": "A VEN H"},
            "spend": [
                {"action": "gift", "target": "MILAN", "amount": 15},
                {"action": "defend", "target": "A VEN", "amount": "many"},
            ],
        },
    ),
    (
        "starting over forgets the first answer",
        request("orders", ORDERS, UNITS[:1]),
        ["A VEN H", "", "start over", "A VEN - PAD", "", "send"],
        {"orders": {"A VEN": "A VEN - PAD"}},
    ),
    (
        "letters, a broadcast, no notes",
        request("press", PRESS),
        ["Peace, friends.", "MILAN", "Join me.", "", "", "", "send"],
        {"broadcast": "Peace, friends.", "letters": [{"to": "MILAN", "text": "Join me."}]},
    ),
    (
        "a pledge of peace names no province",
        request("press", PRESS),
        ["", "", "MILAN", "peace", "NAPLES", "keepout", "APU", "", "", "send"],
        {
            "pledges": [{"to": "MILAN", "kind": "peace"}, {"to": "NAPLES", "kind": "keepout", "province": "APU"}],
            "broadcast": "",
        },
    ),
    ("saying nothing is an answer", request("press", PRESS), ["", "", "", ""], {"broadcast": ""}),
    ("leaving at once holds", request("orders", ORDERS, UNITS), [], {"orders": []}),
    (
        "leaving among the units keeps the orders given",
        request("orders", ORDERS, UNITS),
        ["A VEN - PAD"],
        {"orders": {"A VEN": "A VEN - PAD"}},
    ),
    (
        "a letter without words is no letter",
        request("press", PRESS),
        ["Peace.", "MILAN", "Join me.", "NAPLES", "", "", "", "send"],
        {"broadcast": "Peace.", "letters": [{"to": "MILAN", "text": "Join me."}]},
    ),
    (
        "a message to nobody named is to all, one without words is none",
        request("turn", TALK),
        ["", "Peace.", "MILAN", "Join me.", "", "", "send"],
        {"messages": [{"to": None, "text": "Peace."}, {"to": "MILAN", "text": "Join me."}]},
    ),
    (
        "leaving before a message",
        request("turn", TALK),
        ["MILAN", "Join me."],
        {"messages": [{"to": "MILAN", "text": "Join me."}]},
    ),
    (
        "leaving early keeps what was said so far",
        request("press", PRESS),
        ["Peace."],
        {"broadcast": "Peace."},
    ),
    (
        "several of a list",
        request("turn", ORDERS, (Slot("orders", "claims", 0, 8, ("claim 0,1", "claim 0,2", "claim 1,1")),)),
        [["claim 0,1", "claim 1,1"], "", "send"],
        {"orders": ["claim 0,1", "claim 1,1"]},
    ),
)


@pytest.mark.parametrize(("asked", "answers", "expected"), [row[1:] for row in CASES], ids=[row[0] for row in CASES])
async def test_what_a_person_enters_becomes_an_answer(
    asked: Request, answers: Sequence[str | Sequence[str]], expected: Mapping[str, Any]
) -> None:
    assert await answered(Script(answers), asked) == expected


async def test_the_board_and_the_complaint_are_shown_but_not_the_rules() -> None:
    terminal = Script(["A VEN H", "", "send"])
    asked = request("orders", ORDERS, UNITS[:1])
    await seat(terminal).ask(call(asked, Exchange("{}", "too many claims")), SystemClock().now() + 5)
    shown = terminal.seen[0]
    assert "the board\nyour units" in shown
    assert "! too many claims" in shown
    assert "VENICE, 1499-spring-orders: orders" in shown
    assert "rules" not in shown


async def test_a_real_game_is_played_with_its_own_slots() -> None:
    state = TOY.start(7, Options()).state
    red = TOY.requests(state)[0]
    answer = await answered(Script(["3", "4", "green bids high", "send"]), red)
    submission = TOY.read(red, answer)
    assert submission.value == ((3, 4), "green bids high")
    assert not submission.refused


async def test_nobody_is_offered_a_letter_to_themselves() -> None:
    terminal = Script(["", "MILAN", "Join me.", "", "", "", "send"])
    await answered(terminal, request("press", PRESS))
    assert ("letters 1: to", ("MILAN", "NAPLES")) in terminal.offered


@pytest.mark.parametrize("game", ["cogiavelli", "cogplomacy", "machiavelli2"])
async def test_a_province_is_asked_for_only_to_be_kept_out_of(game: str) -> None:
    rules = GAMES[game]
    press = rules.requests(rules.start(5, rules.options()).state)[0]
    other = rules.powers[1]
    letters = [""] * 2
    terminal = Script([*letters, other, "peace", other, "support", other, "keepout", "ROM", "", "", "send"])
    pledges = (await answered(terminal, press))["pledges"]
    assert [title for title in terminal.asked if "province" in title] == ["pledges 3: province (400)"]
    assert pledges == [
        {"to": other, "kind": "peace"},
        {"to": other, "kind": "support"},
        {"to": other, "kind": "keepout", "province": "ROM"},
    ]


async def test_one_who_does_not_answer_is_late() -> None:
    late = await seat(Nobody([])).ask(call(request("orders", ORDERS, UNITS)), SystemClock().now() + 0.02)
    assert isinstance(late, Failure)
    assert late.kind is FailureKind.LATE


async def test_two_people_at_one_terminal_are_asked_one_after_the_other() -> None:
    terminal = Script(["A VEN H", "", "send", "A VEN - PAD", "", "send"])
    clock = SystemClock()
    lane = Lane("human", 1, clock)
    people = [
        HumanSeat(SeatConfig(name, "human"), game=TOY, clock=clock, lane=lane, terminal=terminal)
        for name in ("me", "you")
    ]
    asked = call(request("orders", ORDERS, UNITS[:1]))
    await asyncio.gather(*(person.ask(asked, clock.now() + 5) for person in people))
    assert terminal.asked[:3] == terminal.asked[3:]


def test_a_person_needs_a_terminal() -> None:
    clock = SystemClock()
    with pytest.raises(UserError, match='seat "me": a human seat needs a person at a terminal'):
        HumanSeat(SeatConfig("me", "human"), game=TOY, clock=clock, lane=Lane("human", 1, clock), terminal=None)
