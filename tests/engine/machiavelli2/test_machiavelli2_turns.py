"""Turns that the old judge adjudicated, its dice forced, as cases in order text.

A turn with a ``quirk`` is one in which judge and rules differ (docs/machiavelli2.md);
it says what is played here: as the judge for D1, D10, D11 and D13, which the option
`judge_compat` of all these turns asks for, and by the rules for D2, D6, D8 and D15.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from turns import FILE, Turn, outcome, play, position, read_turns

TURNS = read_turns(FILE.read_text("utf-8"))
AS_THE_JUDGE = {"D1", "D4", "D5", "D10", "D11", "D13"}


@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: turn.title)
def test_a_turn_ends_as_it_did(turn: Turn) -> None:
    state = position(turn)
    assert outcome(state.board, play(turn, state)) == turn.then


def test_there_are_turns_of_every_kind() -> None:
    stages = [turn.facts["when"].split()[2] for turn in TURNS]
    assert len(TURNS) == 173
    assert {stage: stages.count(stage) for stage in stages} == {"orders": 154, "retreats": 7, "adjustments": 12}


@pytest.mark.parametrize("turn", [turn for turn in TURNS if turn.quirk], ids=lambda turn: turn.title)
def test_only_named_quirks_depend_on_the_option(turn: Turn) -> None:
    state = position(turn)
    plain = replace(state, board=replace(state.board, options=replace(state.board.options, judge_compat=False)))
    told = outcome(plain.board, play(turn, plain))
    assert told == turn.then or AS_THE_JUDGE & set(turn.quirk.split()) or "D12" in turn.quirk
