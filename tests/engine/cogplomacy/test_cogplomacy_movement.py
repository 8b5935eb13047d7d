"""Steps 1 to 8 in order text: what is read, what is void, what succeeds, with its cause in the events."""

import pytest
from campaign import DATC, HOUSE, battle, lines, position

START = "1901 spring orders\nFRANCE: units F BRE, A PAR, A MAR, F MAO, A GAS\nGERMANY: units A MUN, A RUH\n"


def france(*orders):
    return lines(position(START), "orders", {"FRANCE": orders})


# Step 1. Own-unit filter


def test_orders_for_nobody_and_for_foreign_units_are_dropped_with_a_reason():
    after = france("A BUR H", "A MUN - BUR", "A PAR - BUR")
    assert after.refused("FRANCE") == [("A BUR H", "notthere"), ("A MUN - BUR", "wrongunit")]
    assert "A MUN H" in after.played() and "A PAR - BUR" in after.played()


def test_a_unit_named_twice_keeps_its_first_order():
    after = france("A PAR - BUR", "A PAR - PIC")
    assert after.refused("FRANCE") == [("A PAR - PIC", "duplicate")]
    assert "A PAR - BUR" in after.played()


def test_a_unit_without_an_order_holds():
    assert {"F BRE H", "A MAR H", "F MAO H", "A GAS H"} <= set(france("A PAR - BUR").played())


# Step 2. Syntax and legality repair


@pytest.mark.parametrize(
    ("line", "reason", "unit"),
    [
        ("A PAR - XYZ", "parse", "A PAR"),
        ("A PAR flies to BUR", "parse", "A PAR"),
        ("GERMANY: A PAR - BUR", "notowned", "A PAR"),
        ("F PAR - BUR", "wrongunit", "A PAR"),
        ("F BRE - PAR", "wrongunit", "F BRE"),
        ("A PAR - ENG", "wrongunit", "A PAR"),
        ("F MAO - SPA", "ambiguouscoast", "F MAO"),
        ("A PAR S A BUR", "notthere", "A PAR"),
        ("A MAR - TUS", "noconvoy", "A MAR"),
        ("A PAR - MUN", "nonadjacent", "A PAR"),
        ("F BRE - POR", "nonadjacent", "F BRE"),
    ],
)
def test_an_illegal_order_becomes_a_hold_with_a_one_word_reason(line, reason, unit):
    after = france(line, "A GAS - SPA")
    assert after.refused("FRANCE") == [(line, reason)]
    assert {f"{unit} H", "A GAS - SPA"} <= set(after.played())


def test_an_illegal_order_spoils_nothing_else_and_uses_up_its_unit():
    after = france("A PAR - ENG", "A PAR - BUR", "A MAR - PIE")
    assert after.refused("FRANCE") == [("A PAR - ENG", "wrongunit"), ("A PAR - BUR", "duplicate")]
    assert {"A PAR H", "A MAR - PIE"} <= set(after.played())


@pytest.mark.parametrize(
    ("unit", "line", "played"),
    [
        ("F BOT", "F BOT - STP", "F BOT - STP/SC"),
        ("F GAS", "F GAS - SPA", "F GAS - SPA/NC"),
        ("F MAR", "F MAR - SPA", "F MAR - SPA/SC"),
        ("F POR", "F POR - SPA(nc)", "F POR - SPA/NC"),
        ("A GAS", "A GAS - SPA/NC", "A GAS - SPA"),
    ],
)
def test_where_one_coast_is_reachable_it_is_filled_in(unit, line, played):
    after = battle({"FRANCE": unit}, [line])
    assert after.played() == [played] and after.kinds() == ["movement"]


def test_where_two_coasts_are_reachable_one_must_be_named():
    after = battle({"FRANCE": "F POR"}, ["F POR - SPA"])
    assert after.refused("FRANCE") == [("F POR - SPA", "ambiguouscoast")]


# Steps 3 to 8. Each row: units, orders, results that differ from success, units dislodged, standoffs.

BATTLES = [
    # 3. Void supports and convoys
    ("support of a move that was not ordered", {"FRANCE": "A PAR, F BRE"}, ["A PAR - GAS", "F BRE S A PAR - PIC"],
     {"F BRE": "void"}, [], []),
    ("support to hold of a unit that moves", {"FRANCE": "A PAR, A BUR"}, ["A PAR - GAS", "A BUR S A PAR"],
     {"A BUR": "void"}, [], []),
    ("convoy of an army that stays", {"ENGLAND": "A LON, F NTH"}, ["A LON H", "F NTH C A LON - HOL"],
     {"F NTH": "void"}, [], []),
    ("a void support holds at 1 and can be dislodged",
     {"FRANCE": "A PAR, A BUR", "GERMANY": "A MUN, A RUH"},
     ["A PAR H", "A BUR S A PAR - PIC", "A MUN - BUR", "A RUH S A MUN - BUR"],
     {"A BUR": "void"}, ["A BUR"], []),
    # 4. Convoy paths
    ("one fleet", {"ENGLAND": "A LON, F NTH"}, ["A LON - HOL", "F NTH C A LON - HOL"], {}, [], []),
    ("three fleets", {"ENGLAND": "A LON, F ENG, F MAO, F WES"},
     ["A LON - NAF", "F ENG C A LON - NAF", "F MAO C A LON - NAF", "F WES C A LON - NAF"], {}, [], []),
    ("no path, no move", {"ENGLAND": "A LON, F NTH"}, ["A LON - HOL", "F NTH H"], {"A LON": "no convoy"}, [], []),
    ("the fleet is dislodged", {"ENGLAND": "A LON, F NTH", "GERMANY": "F HEL, F DEN"},
     ["A LON - HOL", "F NTH C A LON - HOL", "F HEL - NTH", "F DEN S F HEL - NTH"],
     {"A LON": "disrupted", "F NTH": "disrupted"}, ["F NTH"], []),
    ("a second route", {"ENGLAND": "A LON, F NTH, F ENG", "FRANCE": "F IRI, F WAL"},
     ["A LON - BEL", "F NTH C A LON - BEL", "F ENG C A LON - BEL", "F IRI - ENG", "F WAL S F IRI - ENG"],
     {"F ENG": "disrupted"}, ["F ENG"], []),
    ("a paradox undoes the convoy", {"ENGLAND": "F LON, F WAL", "FRANCE": "A BRE, F ENG"},
     ["F LON S F WAL - ENG", "F WAL - ENG", "A BRE - LON", "F ENG C A BRE - LON"],
     {"A BRE": "paradox", "F ENG": "paradox"}, ["F ENG"], []),
    # 5. Strengths
    ("one against one fails", {"FRANCE": "A PAR", "GERMANY": "A BUR"}, ["A PAR - BUR", "A BUR H"],
     {"A PAR": "repelled"}, [], []),
    ("two against one succeed", {"FRANCE": "A PAR, A MAR", "GERMANY": "A BUR"},
     ["A PAR - BUR", "A MAR S A PAR - BUR", "A BUR H"], {"A BUR": "dislodged"}, ["A BUR"], []),
    ("head to head", {"FRANCE": "A PAR", "GERMANY": "A BUR"}, ["A PAR - BUR", "A BUR - PAR"],
     {"A PAR": "repelled", "A BUR": "repelled"}, [], []),
    ("own units are not dislodged", {"FRANCE": "A PAR, A MAR, A BUR"},
     ["A PAR - BUR", "A MAR S A PAR - BUR", "A BUR H"], {"A PAR": "own unit"}, [], []),
    ("nor with one's help", {"ENGLAND": "F NTH, F YOR", "GERMANY": "F HOL"},
     ["F NTH H", "F YOR S F HOL - NTH", "F HOL - NTH"], {"F HOL": "repelled"}, [], []),
    ("a ring of three moves on", {"AUSTRIA": "A VIE, A BUD, A TRI"}, ["A VIE - BUD", "A BUD - TRI", "A TRI - VIE"],
     {}, [], []),
    # 6. Cut supports
    ("a support is cut", {"AUSTRIA": "A ALB, F ION", "TURKEY": "F AEG, A GRE"},
     ["A ALB - GRE", "F ION S A ALB - GRE", "F AEG - ION", "A GRE H"],
     {"F ION": "cut", "A ALB": "repelled", "F AEG": "repelled"}, [], []),
    ("not from where it is directed", {"AUSTRIA": "A ALB, F ION", "TURKEY": "F GRE, F AEG"},
     ["A ALB - GRE", "F ION S A ALB - GRE", "F GRE - ION", "F AEG H"], {"F GRE": "repelled"}, ["F GRE"], []),
    ("but then by dislodgement", {"AUSTRIA": "A ALB, F ION", "TURKEY": "F GRE, F AEG"},
     ["A ALB - GRE", "F ION S A ALB - GRE", "F GRE - ION", "F AEG S F GRE - ION"],
     {"F ION": "dislodged"}, ["F ION"], []),
    ("not by one's own", {"AUSTRIA": "A ALB, F ION, F AEG", "TURKEY": "A GRE"},
     ["A ALB - GRE", "F ION S A ALB - GRE", "F AEG - ION", "A GRE H"],
     {"F AEG": "own unit", "A GRE": "dislodged"}, ["A GRE"], []),
    # 8. Standoffs
    ("three to one place", {"FRANCE": "A PAR, A MAR", "GERMANY": "A MUN"},
     ["A PAR - BUR", "A MUN - BUR", "A MAR - BUR"],
     {"A PAR": "prevented", "A MUN": "prevented", "A MAR": "prevented"}, [], ["BUR"]),
    ("around a unit that stays", {"ENGLAND": "F NTH, F YOR", "RUSSIA": "F NWY, F SKA", "GERMANY": "F HOL"},
     ["F NTH H", "F YOR S F HOL - NTH", "F NWY - NTH", "F SKA S F NWY - NTH", "F HOL - NTH"],
     {"F NWY": "prevented", "F HOL": "prevented"}, [], ["NTH"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "units", "orders", "failed", "dislodged", "standoffs"), BATTLES)
@pytest.mark.parametrize("options", [HOUSE, DATC], ids=["house", "datc"])
def test_battle(options, name, units, orders, failed, dislodged, standoffs):
    after = battle(units, orders, options)
    for unit in (order[:5] for order in orders):
        assert after.result(unit) == failed.get(unit, "ok"), (name, unit)
    assert (after.dislodged(), after.standoffs()) == (dislodged, standoffs)


def test_an_adjacent_move_goes_by_land_unless_it_says_via_convoy():
    units = {"ENGLAND": "A BEL, F ENG, F NTH", "FRANCE": "A PIC"}
    orders = ["A BEL - PIC", "F ENG C A BEL - PIC", "A PIC - BEL"]
    assert battle(units, orders).result("A BEL") == "repelled"
    by_sea = ["A BEL - PIC VIA CONVOY", *orders[1:]]
    after = battle(units, by_sea)
    assert (after.result("A BEL"), after.result("A PIC")) == ("ok", "ok")


@pytest.mark.parametrize(("options", "result"), [(HOUSE, "no convoy"), (DATC, "ok")])
def test_via_convoy_without_a_route_fails_in_the_house_and_goes_by_land_in_the_datc(options, result):
    after = battle({"ENGLAND": "A BEL, F ENG"}, ["A BEL - PIC VIA CONVOY", "F ENG H"], options)
    assert after.result("A BEL") == result


def test_verdicts_name_their_causes_in_a_public_event():
    units = {"FRANCE": "A PAR, A MAR", "GERMANY": "A BUR, A MUN"}
    after = battle(units, ["A PAR - BUR", "A MAR S A PAR - BUR", "A MUN S A BUR"])
    movement = next(event for event in after.told if event.kind == "movement")
    assert movement.audience is None
    played = {order["order"]: order for order in after.event("movement")["orders"]}
    assert played["A PAR - BUR"] == {
        "power": "FRANCE", "order": "A PAR - BUR", "success": False, "cause": "repelled",
        "by": ["A BUR H", "A MUN S A BUR"],
    }  # fmt: skip
