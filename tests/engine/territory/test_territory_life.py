"""Permadeath: struck twice running inside the home ring, a seat is gone."""

from __future__ import annotations

import pytest
from arena import TERRITORY, Turn, flat, play, seat, tile, told

from engine.territory.state import Life, State
from engine.territory.strikes import next_life

HOLD: Turn = {}
RING = ("6,-3", "6,-4", "5,-4", "4,-3", "4,-2", "5,-2")
SIEGE = (*(f"{key}: Ochre, yield 2" for key in RING), "5,-3: yield 2", "5,-1: Sable", "3,-2: Ochre", "4,-1: Ochre")


def siege(*lines: str, **options: int) -> State:
    """Ochre holds its home ring and two tiles more; Sable stands at 5,-1, next to it."""
    return flat(*SIEGE, *lines, turn=5, paint=400, **options)


STRIKES: tuple[tuple[str, tuple[Turn, ...], str], ...] = (
    ("a raze outside the home ring never strikes", ({"Sable": ["raze 4,-1"]},), "steady"),
    ("a raze inside it staggers", ({"Sable": ["raze 5,-2"]},), "staggered"),
    ("so does a raze of the hearth", ({"Sable": ["raze 5,-3"]},), "staggered"),
    ("razing one's own home ring strikes nobody", ({"Ochre": ["raze 5,-3"]},), "steady"),
    ("many strikes in one turn are one", ({"Sable": ["raze 5,-2", "raze 5,-2", "raze 4,-2"]},), "staggered"),
    ("strikes in two turns running eliminate", ({"Sable": ["raze 5,-2"]}, {"Sable": ["raze 5,-3"]}), "eliminated"),
    ("a quiet turn recovers", ({"Sable": ["raze 5,-2"]}, HOLD), "steady"),
    ("after which a strike only staggers", ({"Sable": ["raze 5,-2"]}, HOLD, {"Sable": ["raze 5,-3"]}), "staggered"),
    ("a second raze on stripped ground is no strike", ({"Sable": ["raze 5,-2"]}, {"Sable": ["raze 5,-2"]}), "steady"),
    (
        "the besieged razes the foothold, and the second strike cannot land",
        ({"Sable": ["raze 5,-2"], "Ochre": ["raze 5,-1", "raze 5,-1"]}, {"Sable": ["raze 5,-3"]}),
        "steady",
    ),
)


@pytest.mark.parametrize(("rule", "turns", "life"), STRIKES, ids=[row[0] for row in STRIKES])
def test_strike(rule: str, turns: tuple[Turn, ...], life: str) -> None:
    state, _ = play(siege(), *turns)
    assert state.lives[1].value == life


def test_an_unowned_ring_tile_is_no_strike_and_a_rival_s_tile_in_it_neither() -> None:
    state = flat("5,-1: Sable", "5,-2: Verdant", turn=5, paint=99)
    assert play(state, {"Sable": ["raze 5,-2"]})[0].lives[1].value == "steady"
    assert play(state, {"Sable": ["raze 4,-2"]})[0].lives[1].value == "steady"


def test_a_strike_counts_even_when_another_raze_was_faster() -> None:
    """Cobalt's raze falls on rubble by then; it was aimed at a ring tile that Ochre owned."""
    state = siege("3,-3: Cobalt")
    _, events = play(state, {"Sable": ["raze 4,-2", "raze 4,-2"], "Cobalt": ["raze 4,-2"]})
    (struck,) = told(events, "struck")
    assert (struck.power, struck.by, struck.life) == ("Ochre", ("Sable", "Cobalt"), Life.STAGGERED)


def test_elimination_frees_all_tiles_as_they_are_and_zeroes_the_paint() -> None:
    state, events = play(siege("3,-2: cracked"), {"Sable": ["raze 5,-2"]}, {"Sable": ["raze 5,-3"]})
    assert seat(state, "Ochre").startswith("eliminated, paint 0,")
    assert tile(state, "6,-3") == "free, wall, pays 2"
    assert tile(state, "5,-3") == "free, cracked, pays 1"
    assert tile(state, "3,-2") == "free, cracked, pays 0"
    (gone,) = told(events, "eliminated")
    assert (gone.power, gone.by) == ("Ochre", ("Sable",))
    assert "6,-3" in gone.freed


def test_a_seat_struck_out_keeps_that_turn_s_income_and_salvage_and_its_score_is_frozen() -> None:
    first, _ = play(siege(), {"Sable": ["raze 5,-2"]})
    after, _ = play(first, {"Sable": ["raze 5,-3"], "Ochre": ["raze 6,-3"]})
    # Five walls of 2 are left of seven, one more of 1 at 3,-2 and at 4,-1; salvage is 8.
    assert after.scores[1] - first.scores[1] == 4 * 2 + 2 + 8
    later, _ = play(after, HOLD, HOLD)
    assert later.scores[1] == after.scores[1]
    assert [request.power for request in TERRITORY.requests(later)].count("Ochre") == 0
    assert seat(later, "Ochre").endswith("earned 0")


def test_what_a_seat_struck_out_ordered_stands_but_what_it_was_to_get_is_lost() -> None:
    first, _ = play(siege("2,0: Ash"), {"Sable": ["raze 5,-2"]})
    turn = {
        "Sable": ["raze 5,-3"],
        "Ochre": ["claim 2,-1", "claim 5,-5", "raze 5,-1", "transfer 7 to Rose"],
        "Ash": ["claim 2,-1", "transfer 9 to Ochre"],
    }
    after, events = play(first, turn)
    assert tile(after, "2,-1") == "free, wall, pays 1"
    assert told(events, "smeared")[0].powers == ("Ochre", "Ash")
    assert tile(after, "5,-5") == "free, wall, pays 1"
    assert tile(after, "5,-1") == "free, cracked, pays 0"
    assert after.paint[7] == first.paint[7] + 1 + 7
    assert after.paint[8] == first.paint[8] + 2 - 4 - 10
    assert after.paint[1] == 0
    assert [(e.to, e.lost) for e in told(events, "transferred")] == [("Rose", False), ("Ochre", True)]


def test_the_home_of_an_eliminated_seat_carries_no_surcharge() -> None:
    state, _ = play(siege(), {"Sable": ["raze 5,-2"]}, {"Sable": ["raze 5,-3"]})
    _, events = play(state, {"Sable": ["raze 5,-3"]})
    assert [event.cost for event in told(events, "razed")] == [5]


def test_the_last_seat_ends_the_episode_and_elimination_goes_before_complete() -> None:
    others = [f"{alias}: eliminated" for alias in ("Verdant", "Cobalt", "Amber", "Violet", "Teal", "Rose", "Ash")]
    state = siege("Ochre: staggered", *others, turns=5)
    after, events = play(state, {"Sable": ["raze 5,-3"]})
    assert after.ending is not None and after.ending.value == "elimination"
    assert told(events, "ended")[0].ending.value == "elimination"


def test_two_seats_may_strike_each_other_out_in_one_turn() -> None:
    state = siege("Ochre: staggered", "Sable: staggered", "4,0: Sable")
    after, _ = play(state, {"Sable": ["raze 5,-2"], "Ochre": ["raze 5,-1"]})
    assert (after.lives[0].value, after.lives[1].value) == ("eliminated", "eliminated")
    assert after.living == (2, 3, 4, 5, 6, 7, 8)


@pytest.mark.parametrize(
    ("life", "struck", "then"),
    [
        ("steady", False, "steady"),
        ("steady", True, "staggered"),
        ("staggered", True, "eliminated"),
        ("staggered", False, "steady"),
        ("eliminated", False, "eliminated"),
        ("eliminated", True, "eliminated"),
    ],
)
def test_the_ladder_of_lives(life: str, struck: bool, then: str) -> None:
    assert next_life(Life(life), struck) is Life(then)
