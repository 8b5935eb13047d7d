"""The scripted players, as the rules page describes them."""

import pytest
from scene import position

from engine.cogiavelli.game import COGIAVELLI
from engine.dice import Dice
from engine.memory import Memory


def answer(policy, text, power="VENICE"):
    request = next(r for r in COGIAVELLI.requests(position(text)) if r.power == power)
    return COGIAVELLI.policies[policy](request, Memory(power), Dice(1, "policy"))


def orders(policy, text):
    return sorted(answer(policy, text)["orders"].values())


@pytest.mark.parametrize("policy", ["condottiere", "banker", "random"])
def test_they_never_write(policy):
    said = answer(policy, "1499 spring press\nVENICE: 12 ducats; units A VER; cities VER\nMILAN: 1 ducats; cities MIL")
    assert said == {"broadcast": "", "letters": [], "pledges": [], "notes": ""}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # a neutral city, even occupied, before a rival's empty one
        (
            "spring\nVENICE: 0 ducats; units A MAN; cities VEN\nMILAN: 0 ducats; units A FER; cities MIL",
            ["A MAN - FER"],
        ),
        # of two neutral cities the lower code
        ("spring\nVENICE: 0 ducats; units A FER; cities VEN FER\nMILAN: 0 ducats; cities MIL", ["A FER - BOL"]),
        # an empty city of a rival before an occupied one, which is only a step closer
        ("spring\nVENICE: 0 ducats; units A MAN; cities FER VER\nMILAN: 0 ducats; cities MIL PAV", ["A MAN - MIL"]),
        (
            "spring\nVENICE: 0 ducats; units A MAN; cities FER VER\nMILAN: 0 ducats; units A MIL; cities MIL PAV",
            ["A MAN - PAV"],
        ),
        (
            "spring\nVENICE: 0 ducats; units A MAN; cities FER VER\n"
            "MILAN: 0 ducats; units A MIL, A PAV; cities MIL PAV",
            ["A MAN - MIL"],
        ),
        # two units never go to one target: the second supports an attack it can reach
        (
            "spring\nVENICE: 0 ducats; units A MAN, A RMG; cities VEN\nMILAN: 0 ducats; cities MIL PAV VER",
            ["A MAN - FER", "A RMG - BOL"],
        ),
        (
            "spring\nVENICE: 0 ducats; units A RMG, A URB; cities VEN\nMILAN: 0 ducats; cities MIL FER FLO PER ANC",
            ["A RMG - BOL", "A URB - ANC"],
        ),
        (
            "autumn\nVENICE: 0 ducats; units A MOD, F VEN; cities VEN\nMILAN: 0 ducats; cities MIL FER TRI",
            ["A MOD - BOL", "F VEN H"],
        ),
        # in Autumn leaving an own city costs 2: a neutral city is still worth it, a rival's is not
        ("autumn\nVENICE: 0 ducats; units A VEN; cities VEN\nMILAN: 0 ducats; cities MIL PAD", ["A VEN - FER"]),
        ("autumn\nVENICE: 0 ducats; units A VEN; cities VEN\nMILAN: 0 ducats; cities MIL PAD FER", ["A VEN H"]),
        # in Spring it costs 1: marching on is no longer worth it, a rival's empty city is
        ("spring\nVENICE: 0 ducats; units A VEN; cities VEN\nMILAN: 0 ducats; cities MIL PAD FER", ["A VEN - FER"]),
        # from an own city: its own best is only rank 2 in Autumn, so it supports the other's attack of rank 0
        (
            "autumn\nVENICE: 0 ducats; units A PAD, A FRI; cities PAD VEN\nMILAN: 0 ducats; cities MIL FER VER",
            ["A FRI - TRI", "A PAD H"],
        ),
        (
            "autumn\nVENICE: 0 ducats; units A VEN, A RMG; cities VEN PAD VER\nMILAN: 0 ducats; cities MIL BOL FLO",
            ["A RMG - FER", "A VEN S A RMG - FER"],
        ),
    ],
)
def test_condottiere_marches(text, expected):
    assert orders("condottiere", "1500 " + text.replace("\n", " orders\n", 1)) == expected


HOME = "1500 spring orders\nVENICE: {} ducats; units A VER; cities VER VEN\n"


@pytest.mark.parametrize(
    ("ducats", "rivals", "entry"),
    [
        (8, "MILAN: 0 ducats; units A MAN; cities MIL", None),
        (9, "MILAN: 0 ducats; units A MAN; cities MIL", ("bribe_disband", "A MAN", 9)),
        (99, "MILAN: 0 ducats; units A TRE, A MAN; cities MIL", ("bribe_disband", "A MAN", 9)),
        (9, "MILAN: 0 ducats; units A VEN; cities MIL", ("bribe_disband", "A VEN", 9)),
        (9, "MILAN: 0 ducats; units F UAD; cities MIL", ("bribe_disband", "F UAD", 9)),
        (14, "MILAN: 0 ducats; units A MIL; cities MIL", None),
        (15, "MILAN: 0 ducats; units A SAV, A MIL, A COM; cities MIL COM", ("bribe_buy", "A COM", 15)),
        (15, "MILAN: 0 ducats; units A SAV; cities MIL", None),
    ],
)
def test_condottiere_bribes_the_unit_at_its_gate_or_buys_one_in_a_city(ducats, rivals, entry):
    spend = answer("condottiere", HOME.format(ducats) + rivals)["spend"]
    assert [tuple(item.values()) for item in spend] == ([entry] if entry else [])


@pytest.mark.parametrize(
    ("text", "builds"),
    [
        ("autumn orders\nVENICE: 3 ducats; cities VEN PAD", ["A PAD"]),
        ("autumn orders\nVENICE: 7 ducats; cities VEN PAD", ["A PAD", "F VEN"]),
        ("autumn orders\nVENICE: 4 ducats; units A FRI, A TRI; cities VEN PAD TRI", []),
        ("autumn orders\nVENICE: 5 ducats; units A FRI, A TRI; cities VEN PAD TRI", ["A PAD"]),
        ("autumn orders\nVENICE: 5 ducats; units A FRI, A TRI; cities VEN TRI", ["F VEN"]),
        ("summer orders\nVENICE: 50 ducats; cities VEN", []),
    ],
)
def test_condottiere_builds_what_it_can_keep(text, builds):
    assert answer("condottiere", f"1500 {text}\nMILAN: 0 ducats; cities MIL")["builds"] == builds


def test_condottiere_counts_its_bribe_before_it_builds():
    text = "1500 autumn orders\nVENICE: 11 ducats; cities VEN PAD\nMILAN: 0 ducats; units A FER; cities MIL"
    assert answer("condottiere", text)["builds"] == []


BANK = "1500 {} orders\nVENICE: {} ducats; units A VER, A PAD, F UAD; cities VER PAD VEN\nMILAN: 0 ducats; cities MIL"


def test_banker_holds_and_supports_its_neighbour_in_a_city():
    assert orders("banker", BANK.format("spring", 0)) == ["A PAD S A VER", "A VER S A PAD", "F UAD H"]


@pytest.mark.parametrize(("ducats", "defended"), [(9, []), (10, ["A PAD"]), (12, ["A PAD", "A VER"])])
def test_banker_defends_units_in_cities_while_it_has_ten(ducats, defended):
    spend = answer("banker", BANK.format("spring", ducats))["spend"]
    assert [(e["action"], e["target"], e["amount"]) for e in spend] == [("defend", unit, 2) for unit in defended]


def test_banker_defends_six_at_most():
    units = "A VEN, A VER, A PAD, A BOL, A MIL, A PAV, A COM"
    text = f"1500 spring orders\nVENICE: 99 ducats; units {units}; cities VEN\nMILAN: 0 ducats; cities MIL"
    assert len(answer("banker", text)["spend"]) == 6


@pytest.mark.parametrize(
    ("season", "ducats", "builds"), [("autumn", 29, []), ("autumn", 30, ["A VEN"]), ("summer", 99, [])]
)
def test_banker_builds_one_army_when_rich(season, ducats, builds):
    assert answer("banker", BANK.format(season, ducats))["builds"] == builds


def test_random_orders_every_unit_from_its_list_evenly():
    text = "1500 spring orders\nVENICE: 9 ducats; units A VER; cities VER\nMILAN: 0 ducats; cities MIL"
    request = COGIAVELLI.requests(position(text))[0]
    policy = COGIAVELLI.policies["random"]
    seen = {policy(request, Memory("VENICE"), Dice(i, "policy"))["orders"]["A VER"] for i in range(200)}
    assert seen == set(request.slots[0].options)
