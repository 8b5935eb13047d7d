"""What Cogiavelli's prompts say of a position, held against what the game then does."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.cogiavelli.game import COGIAVELLI
from engine.cogiavelli.state import Options, State
from engine.game import Event, Request
from engine.memory import Memory, remember
from harness.prompts import load_prompts

ROOT = Path(__file__).parents[2] / "prompts"
APART = "TURK: 12 ducats; units A DUR; cities DUR\nPAPACY: 30 ducats; units A PER; cities PER"


def prompt(request: Request, memory: Memory | None = None, variant: str = "base") -> str:
    shown = load_prompts("cogiavelli", variant, [ROOT]).render(request, memory or Memory(request.power))
    return shown.system + shown.user


def asked(state: State, power: str) -> Request:
    return next(request for request in COGIAVELLI.requests(state) if request.power == power)


def position(text: str) -> State:
    return COGIAVELLI.read_position(text, Options())


def played(state: State, answers: Mapping[str, Mapping[str, Any]]) -> tuple[State, tuple[Event, ...]]:
    after = COGIAVELLI.resolve(
        state,
        {
            request.power: COGIAVELLI.read(request, answers[request.power])
            if request.power in answers
            else COGIAVELLI.silence(request)
            for request in COGIAVELLI.requests(state)
        },
    )
    return after.state, after.events


def test_who_was_struck_is_told_that_it_could_not_write_and_only_then() -> None:
    dagger = {"orders": [], "spend": [{"action": "assassinate", "target": "TURK", "amount": 30}]}
    text = f"1499 spring orders\nVENICE: 30 ducats; units A VER; cities VER\n{APART}"
    state, _ = played(position(f"{text}\ndice: 0 0"), {"VENICE": dagger})
    assert "TURK" not in [request.power for request in COGIAVELLI.requests(state)]
    assert "TURK: A DUR; cities DUR; 12 ducats; cannot write this season" in prompt(asked(state, "VENICE"))
    state, _ = played(state, {})
    assert "you could not write letters this season" in prompt(asked(state, "TURK"))
    assert "you could not write letters this season" not in prompt(asked(state, "VENICE"))


def test_a_unit_is_shown_with_its_owner_in_words_that_can_be_copied_as_a_target() -> None:
    state = position(
        f"1499 spring orders\nVENICE: 30 ducats; units A VER; cities VER\nMILAN: 1 ducats; units A MAN\n{APART}"
    )
    shown = re.search(r"In or next to your cities: (.*)\.", prompt(asked(state, "VENICE")))
    assert shown is not None
    bribe = {"action": "bribe_disband", "target": shown[1], "amount": 9}
    state, events = played(state, {"VENICE": {"orders": [], "spend": [bribe]}})
    assert [event.kind for event in events if event.kind in ("paid", "entry_dropped")] == ["paid"]
    assert COGIAVELLI.figures(state)["MILAN"]["units"] == 0


@pytest.mark.parametrize("variant", ["base", "ledger", "human"])
def test_every_addressee_a_pledge_can_have_is_offered(variant: str) -> None:
    state = position(f"1499 spring press\nVENICE: 30 ducats; units A VER; cities VER\n{APART}")
    text = prompt(asked(state, "VENICE"), variant=variant)
    if variant == "human":
        assert "of peace to one or to ALL" in text
        return
    forms = re.search(r"A pledge is (.*)\. Lists", text)
    assert forms is not None
    for form in forms[1].split("} or {"):
        words = "{" + form.strip("{}") + "}"
        for to in ["TURK", "ALL"] if "ALL" in words else ["TURK"]:
            pledge = json.loads(re.sub(r'power( or "ALL")?', f'"{to}"', words).replace("code", '"BOL"'))
            assert COGIAVELLI.read(asked(state, "VENICE"), {"letters": [], "pledges": [pledge]}).refused == ()


def test_units_lost_for_want_of_pay_are_told_to_everybody() -> None:
    text = f"1499 autumn orders\nVENICE: 0 ducats; units A SAV, A TRE\n{APART}\ndice: 0 0 0 0 0 0 0 0"
    start = position(text)
    state, events = played(start, {})
    assert COGIAVELLI.figures(state)["VENICE"]["units"] == 0
    for power in ("TURK", "PAPACY"):
        assert "A SAV, A TRE (VENICE) disbanded: upkeep." in prompt(
            asked(state, power), remember(Memory(power), events)
        )


def test_without_press_nothing_is_said_of_letters() -> None:
    state = COGIAVELLI.start(1, Options(press=False)).state
    assert "letter" not in prompt(asked(state, "VENICE")).replace("three letters", "")
