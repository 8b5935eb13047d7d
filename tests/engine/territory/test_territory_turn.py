"""A turn, sentence by sentence of the rules: who ends up with what."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from arena import TERRITORY, Turn, flat, play, seat, tile, told

from engine.territory.state import State

HOLD: Turn = {}


@dataclass(frozen=True)
class Case:
    """A sentence of the rules, a position, turns, and what is so afterwards."""

    rule: str
    state: State
    turns: tuple[Turn, ...]
    tiles: dict[str, str] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)


CASES = (
    Case(
        "holding is no fault and pays the hearth's yield",
        flat(),
        (HOLD,),
        seats={"Sable": "steady, paint 13, score 1, earned 1"},
    ),
    Case(
        "paint is wet for the turn in which it is applied and pays nothing",
        flat("5,0: yield 0", "5,-1: yield 3", paint=100),
        ({"Sable": ["claim 5,-1"]},),
        tiles={"5,-1": "Sable, wall, pays 3"},
        seats={"Sable": "steady, paint 96, score 0, earned 0"},
    ),
    Case(
        "from the next turn on it is dry and pays",
        flat("5,0: yield 0", "5,-1: yield 3", paint=100),
        ({"Sable": ["claim 5,-1"]}, HOLD),
        seats={"Sable": "steady, paint 99, score 3, earned 3"},
    ),
    Case(
        "a cracked wall of yield 3 pays 1",
        flat("5,0: yield 3, cracked"),
        (HOLD,),
        tiles={"5,0": "Sable, cracked, pays 1"},
        seats={"Sable": "steady, paint 13, score 1, earned 1"},
    ),
    Case(
        "a wall of yield 0 is territory, pays nothing, and carries a claim further",
        flat("4,0: yield 0", paint=50),
        ({"Sable": ["claim 4,0"]}, {"Sable": ["claim 2,0"]}),
        tiles={"4,0": "Sable, wall, pays 0", "2,0": "Sable, wall, pays 1"},
        seats={"Sable": "steady, paint 42, score 2, earned 1"},
    ),
    Case(
        "two claimants smear a free tile: nobody holds it and both pay",
        flat("5,-2: Ochre", paint=300),
        ({"Sable": ["claim 5,-1"], "Ochre": ["claim 5,-1"]},),
        tiles={"5,-1": "free, wall, pays 1"},
        seats={"Sable": "steady, paint 297, score 1, earned 1", "Ochre": "steady, paint 298, score 2, earned 2"},
    ),
    Case(
        "one illegal entry bounces the whole set: nothing happens, nothing is charged",
        flat(paint=300),
        ({"Sable": ["claim 5,-1", "claim 2,0"]},),
        tiles={"5,-1": "free, wall, pays 1"},
        seats={"Sable": "steady, paint 301, score 1, earned 1"},
    ),
    Case(
        "razes go before claims: a wall razed and claimed in one turn ends cracked and held",
        flat("5,-1: yield 3", paint=300, turn=4),
        ({"Sable": ["raze 5,-1", "claim 5,-1"]},),
        tiles={"5,-1": "Sable, cracked, pays 1"},
        seats={"Sable": "steady, paint 292, score 1, earned 1"},
    ),
    Case(
        "the order of the list does not put a claim before a raze",
        flat("5,-1: yield 3", paint=300, turn=4),
        ({"Sable": ["claim 5,-1", "raze 5,-1"]},),
        tiles={"5,-1": "Sable, cracked, pays 1"},
    ),
    Case(
        "a raze strips the claim and halves the yield for whoever holds the tile next",
        flat("3,0: Ochre, yield 3", paint=99, turn=4),
        ({"Sable": ["raze 3,0"]}, {"Sable": ["claim 3,0"]}),
        tiles={"3,0": "Sable, cracked, pays 1"},
    ),
    Case(
        "a second raze makes rubble that pays nothing",
        flat("3,0: Ochre, yield 3, cracked", paint=99, turn=4),
        ({"Sable": ["raze 3,0"]},),
        tiles={"3,0": "free, rubble, pays 0"},
    ),
    Case(
        "two razes in one turn destroy a tile outright, and a third is paid for nothing",
        flat("3,0: Ochre, yield 3", "3,1: Ochre", "2,1: Ash", paint=99, turn=4),
        ({"Sable": ["raze 3,0"], "Ochre": ["raze 3,0"], "Ash": ["raze 3,0"]},),
        tiles={"3,0": "free, rubble, pays 0"},
        seats={
            "Sable": "steady, paint 95, score 1, earned 1",
            "Ochre": "steady, paint 96, score 2, earned 2",
            "Ash": "steady, paint 96, score 2, earned 2",
        },
    ),
    Case(
        "razing one's own wall pays 4 times its yield, scored and spendable next turn",
        flat("5,0: yield 3", paint=20, turn=5),
        ({"Sable": ["raze 5,0"]},),
        tiles={"5,0": "free, cracked, pays 1"},
        seats={"Sable": "steady, paint 27, score 12, earned 0"},
    ),
    Case(
        "the second raze of that tile pays nothing and makes rubble",
        flat("5,0: yield 3", paint=20, turn=5),
        ({"Sable": ["raze 5,0"]}, {"Sable": ["raze 5,0"]}),
        tiles={"5,0": "free, rubble, pays 0"},
        seats={"Sable": "steady, paint 22, score 12, earned 0"},
    ),
    Case(
        "no salvage for a tile that was cracked when the turn began",
        flat("5,0: yield 3, cracked", paint=20, turn=5),
        ({"Sable": ["raze 5,0"]},),
        seats={"Sable": "steady, paint 15, score 0, earned 0"},
    ),
    Case(
        "no salvage for a tile that a lower seat has cracked first",
        flat("5,-1: Sable", "5,-2: Ochre, yield 3", "5,-3: yield 0", paint=20, turn=5),
        ({"Sable": ["raze 5,-2"], "Ochre": ["raze 5,-2"]},),
        tiles={"5,-2": "free, rubble, pays 0"},
        seats={"Ochre": "staggered, paint 15, score 0, earned 0"},
    ),
    Case(
        "a transfer costs one more than it brings, arrives as next turn's paint, and never scores",
        flat(paint=30),
        ({"Sable": ["transfer 5 to Ochre"]},),
        seats={"Sable": "steady, paint 25, score 1, earned 1", "Ochre": "steady, paint 36, score 1, earned 1"},
    ),
    Case(
        "a tile another seat holds cannot be razed and claimed by one seat in one turn",
        flat("5,-2: Sable", "6,-3: Ochre", paint=300, turn=4),
        ({"Ochre": ["raze 5,-2", "claim 5,-2"]},),
        tiles={"5,-2": "Sable, wall, pays 1"},
        seats={"Ochre": "steady, paint 302, score 2, earned 2"},
    ),
    Case(
        "with contingent claims it can: the claim is judged when claims resolve",
        flat("3,0: Ochre", paint=99, turn=4, contingent_claims=True),
        ({"Sable": ["raze 3,0", "claim 3,0"]},),
        tiles={"3,0": "Sable, cracked, pays 0"},
        seats={"Sable": "steady, paint 89, score 1, earned 1"},
    ),
    Case(
        "with contingent claims a partner razes and you claim the freed tile",
        flat("3,0: Ash", "2,1: Ochre", paint=99, turn=4, contingent_claims=True),
        ({"Sable": ["claim 3,0"], "Ochre": ["raze 3,0"]},),
        tiles={"3,0": "Sable, cracked, pays 0"},
    ),
    Case(
        "a contingent claim on a tile its owner keeps is void but paid",
        flat("3,0: Ochre", paint=99, contingent_claims=True),
        ({"Sable": ["claim 3,0"]},),
        tiles={"3,0": "Ochre, wall, pays 1"},
        seats={"Sable": "steady, paint 94, score 1, earned 1"},
    ),
    Case(
        "a claim on what has become rubble this turn is paid for nothing",
        flat("3,1: Ash", "3,0: cracked", paint=99, turn=4),
        ({"Sable": ["claim 3,0"], "Ash": ["raze 3,0"]},),
        tiles={"3,0": "free, rubble, pays 0"},
        seats={"Sable": "steady, paint 94, score 1, earned 1"},
    ),
    Case(
        "a seat that owns nothing begins again at its hearth for 2",
        flat("5,0: free, cracked, yield 3"),
        ({"Sable": ["claim 5,0"]}, HOLD),
        tiles={"5,0": "Sable, cracked, pays 1"},
        seats={"Sable": "steady, paint 11, score 1, earned 1"},
    ),
)


@pytest.mark.parametrize("case", CASES, ids=[case.rule for case in CASES])
def test_rule(case: Case) -> None:
    state, _ = play(case.state, *case.turns)
    assert {key: tile(state, key) for key in case.tiles} == case.tiles
    assert {alias: seat(state, alias) for alias in case.seats} == case.seats


def test_a_smear_names_its_claimants_and_costs_are_told() -> None:
    _, events = play(flat(paint=99), {"Sable": ["claim 5,-1"], "Ochre": ["claim 5,-1", "claim 5,-4"]})
    (smear,), (claim,) = told(events, "smeared"), told(events, "claimed")
    assert (smear.powers, smear.tile) == (("Sable", "Ochre"), "5,-1")
    assert (claim.power, claim.tile, claim.cost, claim.pays) == ("Ochre", "5,-4", 4, 1)


def test_razes_go_by_seat_then_by_list_one_step_each() -> None:
    state = flat("3,0: Ash", "5,-1: Ochre", paint=99, turn=4)
    _, events = play(state, {"Ash": ["raze 3,0"], "Sable": ["raze 5,-1", "raze 3,0"]})
    assert [(e.power, e.tile, e.before.value, e.after.value, e.stripped) for e in told(events, "razed")] == [
        ("Sable", "5,-1", "wall", "cracked", "Ochre"),
        ("Sable", "3,0", "wall", "cracked", "Ash"),
        ("Ash", "3,0", "cracked", "rubble", None),
    ]


@pytest.mark.parametrize("turns", [1, 6, 18])
def test_an_episode_is_complete_after_its_turns(turns: int) -> None:
    state, events = play(flat(turns=turns), *[HOLD] * turns)
    (ended,) = told(events, "ended")
    assert (ended.ending.value, state.turn) == ("complete", turns + 1)
    assert TERRITORY.requests(state) == ()


def test_the_deadline_settles_early_and_only_once() -> None:
    state, _ = play(flat(), *[HOLD] * 6)
    stopped = TERRITORY.stop(state)
    assert stopped.state.ending.value == "deadline"
    assert [event.ending.value for event in stopped.events] == ["deadline"]
    assert stopped.state.scores == (6,) * 9
    assert TERRITORY.stop(stopped.state) == type(stopped)(stopped.state)


def test_equal_scores_rank_by_fewer_razes_then_lower_seat() -> None:
    state = flat("Sable: score 50, razes 4", "Ochre: score 50, razes 1", "Verdant: score 50, razes 1")
    (ended,) = TERRITORY.stop(state).events
    assert ended.ranking[:4] == ("Ochre", "Verdant", "Sable", "Cobalt")
    assert TERRITORY.outcome(TERRITORY.stop(state).state).winner == "Ochre"


def test_spending_never_reduces_a_score() -> None:
    before = flat("Sable: score 9", paint=99)
    state, _ = play(before, {"Sable": ["claim 5,-1", "transfer 20 to Ash"]})
    assert state.scores[0] == 10


@pytest.mark.parametrize(
    ("turn", "better"), [(4, "hold"), (13, "hold"), (14, "hold"), (15, "even"), (16, "raze"), (18, "raze")]
)
def test_holding_beats_razing_through_turn_14_and_equals_it_at_15(turn: int, better: str) -> None:
    """Razing a wall of 3 pays 12 at once; holding pays 3 in this turn and each that is left."""
    start = flat("5,0: yield 3", paint=99, turn=turn)
    held, _ = play(start, *[HOLD] * (19 - turn))
    razed, _ = play(start, {"Sable": ["raze 5,0"]}, *[HOLD] * (18 - turn))
    worth: dict[Any, str] = {True: "hold", False: "raze"}
    result = "even" if held.scores[0] == razed.scores[0] else worth[held.scores[0] > razed.scores[0]]
    assert result == better
