"""Winter: W1 to W5, elimination, and what it costs to stay."""

import pytest
from scene import orders_at, position

from engine.cogiavelli.game import COGIAVELLI
from engine.cogiavelli.winter import maintain
from engine.dice import Dice

RIVAL = "TURK: 50 ducats; cities DUR AVL RAG"


def winter(*lines, orders=(), builds=None, dice=None, spend=None):
    """Autumn with everything held; dice default to 1: no rebellion, an income draw of 1."""
    text = ["1499 autumn orders", *lines, RIVAL]
    if dice is not None:
        text.append(f"dice: {dice}")
    return orders_at("\n".join(text), orders, spend, builds)


def income(scene, power):
    (event,) = (event for event in scene.events("income") if event["power"] == power)
    return event


# W1


def test_only_empty_cities_that_are_not_home_are_rolled_for():
    scene = winter("VENICE: 12 ducats; units A BOL; cities VEN BOL TUR", dice="3 0 0 0 0 0 0 1 1")
    assert [(e["city"], e["roll"], e["rebelled"]) for e in scene.events("rebellion")] == [("TUR", 4, False)]
    assert [scene.owner(city) for city in ("VEN", "BOL", "TUR")] == ["VENICE"] * 3


@pytest.mark.parametrize(("die", "owner"), [(1, None), (2, "VENICE"), (6, "VENICE")])
def test_the_city_is_lost_on_a_one(die, owner):
    scene = winter("VENICE: 12 ducats; units A BOL; cities VEN BOL TUR", dice=f"{die - 1} 0 0 0 0 0 0 1 1")
    assert scene.owner("TUR") == owner


def test_rolls_go_by_power_then_by_code_and_all_are_recorded():
    scene = winter(
        "MILAN: 12 ducats; cities FLO MIL",
        "VENICE: 12 ducats; cities TUR BOL VEN COM",
        dice="1 2 3 4 0 0 0 0 0 0 1 1",
    )
    rolls = [(e["power"], e["city"], e["roll"]) for e in scene.events("rebellion")]
    assert rolls == [("VENICE", "BOL", 2), ("VENICE", "COM", 3), ("VENICE", "TUR", 4), ("MILAN", "FLO", 5)]
    assert [e["draw"]["k"] for e in scene.events("rebellion")] == [0, 1, 2, 3]


def test_a_city_whose_unit_will_starve_is_not_rolled_for():
    scene = winter("VENICE: 12 ducats; units A BOL; cities VEN BOL", "famine: BOL COM", dice="0 0 0 0 0 0 1 1")
    assert scene.events("rebellion") == []
    assert scene.units("VENICE") == []


# W2


def test_every_unit_in_a_famine_province_disbands_and_moving_out_in_time_saves_it():
    lines = ("VENICE: 12 ducats; units A MOD, A APU", "MILAN: 12 ducats; units A VEN", "famine: MOD APU")
    scene = winter(*lines, orders=["A MOD - MAN"])
    assert [(e["units"], e["cause"]) for e in scene.events("disband")] == [(["A APU"], "famine")]
    assert (scene.units("VENICE"), scene.units("MILAN")) == (["A MAN"], ["A VEN"])


# W3


def test_income_is_three_a_city_plus_the_draw():
    scene = winter("VENICE: 10 ducats; cities VEN PAD VER", dice="3 0 0 0 0 0 1 1")
    assert (income(scene, "VENICE")["fixed"], income(scene, "VENICE")["variable"]) == (9, 3)
    assert scene.ducats("VENICE") == 22


def test_famine_and_plague_cities_bring_nothing():
    scene = winter("VENICE: 0 ducats; cities VEN PAD VER", "famine: VEN APU", "plague: VER", dice="0 0 0 0 0 0 1 1")
    assert (income(scene, "VENICE")["cities"], scene.ducats("VENICE")) == (1, 3)


def test_a_city_lost_to_rebellion_brings_nothing():
    scene = winter("VENICE: 0 ducats; cities VEN TUR", dice="0 0 0 0 0 0 0 1 1")
    assert scene.ducats("VENICE") == 3


def test_the_draw_is_made_for_all_six_and_an_eliminated_power_is_not_credited():
    scene = winter("VENICE: 5 ducats; eliminated", "FLORENCE: 0 ducats; cities FLO", dice="3 2 1 0 1 2 1 1")
    assert [e["variable"] for e in scene.events("income")] == [3, 2, 1, 0, 1, 2]
    assert (income(scene, "VENICE")["credited"], scene.ducats("VENICE"), scene.ducats("MILAN")) == (0, 5, 2)


# W4


def test_a_ducat_a_unit():
    scene = winter("VENICE: 10 ducats; units A VEN, A PAD; cities VEN PAD", dice="0 0 0 0 0 0 1 1")
    assert (scene.ducats("VENICE"), scene.units("VENICE")) == (10 + 6 - 2, ["A PAD", "A VEN"])


@pytest.mark.parametrize(
    ("ducats", "gone", "left"),
    [(3, [], 0), (2, ["A ROM"], 0), (1, ["A ROM", "A PAV"], 0), (0, ["A ROM", "A PAV", "A VEN"], 0)],
)
def test_what_cannot_be_paid_for_disbands_the_furthest_from_an_own_city_first(ducats, gone, left):
    # A PAV is 3 hops from Venice, A ROM 5
    board = position(f"1499 autumn orders\nVENICE: {ducats} ducats; units A VEN, A PAV, A ROM; cities VEN").board
    cold = maintain(board, Dice(1, "dice"))
    upkeep, *disbands = cold.events
    assert (upkeep.paid, cold.board.treasuries[0]) == (3 - len(gone), left)
    assert [(event.cause, list(event.units), event.audience) for event in disbands] == [("upkeep", gone, None)][
        : len(gone)
    ]


def test_ties_go_by_code_and_with_no_city_all_are_equally_far():
    scene = winter("VENICE: 1 ducats; units A SAV, A FRI, F UAD", "MILAN: 1 ducats; cities MIL", dice="0 0 0 0 0 0 1 1")
    assert scene.event("disband")["units"] == ["A FRI", "A SAV"]


def test_a_fleet_measures_on_the_water():
    # by land F RMG would be next to FER; by sea BOL cannot be reached at all
    lines = ("VENICE: 0 ducats; units F RMG, A TRE; cities BOL", "plague: BOL", "famine: COM APU")
    scene = winter(*lines, dice="1 1 0 0 0 0 0 1 1")
    assert scene.event("disband")["units"] == ["F RMG"]


# W5


def test_builds_run_in_order_and_each_failing_line_has_its_own_reason():
    scene = winter(
        "VENICE: 4 ducats; units A VER; cities VEN VER BOL",
        "MILAN: 9 ducats; units A PAD; cities PAD",
        "plague: VER",
        "famine: VEN BOL",
        builds={"VENICE": ["F VEN", "A URB", "A PAD", "A VER", "F BOL", "A BOL", "A VEN"]},
        dice="1 0 0 0 0 0 0 1 1",
    )
    assert [e["unit"] for e in scene.events("built")] == ["F VEN"]
    failed = [(e["line"], e["reason"]) for e in scene.events("build_failed")]
    assert failed == [
        ("A URB", "notacity"),
        ("A PAD", "notowned"),
        ("A VER", "occupied"),
        ("F BOL", "inland"),
        ("A BOL", "insufficient"),
    ]
    assert scene.refused("VENICE") == [("A VEN", "toomany")]
    assert (scene.ducats("VENICE"), scene.units("VENICE")) == (0, ["F VEN", "A VER"])
    assert scene.audience("built") == {None}
    assert scene.audience("build_failed") == {("VENICE",)}


def test_any_owned_city_will_do_and_famine_and_plague_do_not_hinder():
    lines = ("VENICE: 12 ducats; cities VEN BOL GEN", "famine: BOL COM", "plague: GEN")
    scene = winter(*lines, builds={"VENICE": ["A BOL", "F GEN"]}, dice="1 1 0 0 0 0 0 0 1 1")
    assert scene.units("VENICE") == ["A BOL", "F GEN"]


def test_the_second_build_in_one_city_finds_it_occupied():
    scene = winter("VENICE: 12 ducats; cities VEN", builds={"VENICE": ["A VEN", "F VEN"]})
    assert (scene.units("VENICE"), scene.event("build_failed")["reason"]) == (["A VEN"], "occupied")


def test_a_city_left_by_its_unit_in_autumn_is_vacant_in_winter():
    scene = winter("VENICE: 12 ducats; units A VEN; cities VEN", orders=["A VEN - FRI"], builds={"VENICE": ["F VEN"]})
    assert scene.units("VENICE") == ["A FRI", "F VEN"]


def test_a_paralysed_powers_builds_stand():
    scene = winter(
        "VENICE: 12 ducats; cities VEN",
        "MILAN: 30 ducats; cities MIL",
        spend={"MILAN": [("assassinate", "VENICE", 30)]},
        builds={"VENICE": ["A VEN"]},
        dice="0 0 0 0 0 0 0 0 1 1",
    )
    assert scene.units("VENICE") == ["A VEN"]


def test_builds_outside_autumn_are_ignored_and_recorded():
    scene = orders_at(f"1499 spring orders\nVENICE: 12 ducats; cities VEN\n{RIVAL}", builds={"VENICE": ["A VEN"]})
    assert (scene.refused("VENICE"), scene.units("VENICE")) == ([("A VEN", "season")], [])


# Elimination


def test_a_power_with_neither_unit_nor_city_after_builds_is_out_and_keeps_its_ducats():
    scene = winter("VENICE: 24 ducats", "MILAN: 0 ducats; cities MIL", dice="0 0 0 0 0 0 1 1")
    assert [e["power"] for e in scene.events("eliminated")] == ["VENICE", "FLORENCE", "PAPACY", "NAPLES"]
    assert scene.events("eliminated")[0]["phase"] == "1499-winter"
    assert [request.power for request in COGIAVELLI.requests(scene.state)] == ["MILAN", "TURK"]
    assert COGIAVELLI.scores(scene.state)["VENICE"] == 1 / 24
    assert COGIAVELLI.figures(scene.state)["VENICE"]["survived"] == 0


def test_before_winter_nobody_is_eliminated_and_without_units_one_is_still_asked():
    scene = orders_at(f"1499 spring orders\nVENICE: 5 ducats\nMILAN: 1 ducats; cities MIL\n{RIVAL}")
    assert len(COGIAVELLI.requests(scene.state)) == 6


def test_a_build_in_the_last_city_keeps_a_power_in_play():
    scene = winter("VENICE: 12 ducats; cities VEN", builds={"VENICE": ["A VEN"]})
    assert "VENICE" not in [e["power"] for e in scene.events("eliminated")]


def test_a_rebellion_can_leave_one_owner_who_has_then_conquered():
    text = "1500 autumn orders\nVENICE: 1 ducats; cities TUR\nMILAN: 1 ducats; cities MIL\ndice: 0 1 1 1 1 1 1"
    scene = orders_at(text)
    assert scene.event("ended")["winner"] == "MILAN"
    assert scene.event("ended")["phase"] == "1500-winter"
