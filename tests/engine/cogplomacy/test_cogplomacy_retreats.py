"""Step 9: who is asked, what is listed, read and refused, and what becomes of the dislodged."""

import pytest
from campaign import DATC, HOUSE, ask, battle, lines, position

from engine.cogplomacy.game import COGPLOMACY

BEATEN = """1901 fall retreats
AUSTRIA: units A BUD; centres BUD VIE; dislodged A VIE from BOH to GAL TYR
GERMANY: units A MUN, A BOH; centres MUN; dislodged A SIL from WAR to GAL BER
RUSSIA: units A WAR, A VIE, A SIL; centres WAR MOS
"""
COASTS = """1901 spring retreats
FRANCE: units A PAR; centres PAR SPA; dislodged F POR from MAO to SPA/NC SPA/SC
ENGLAND: units F POR; centres LON
"""


def options(state):
    return {slot.name: list(slot.options) for request in COGPLOMACY.requests(state) for slot in request.slots}


def test_only_powers_with_a_dislodged_unit_are_asked_and_every_choice_is_listed():
    after = battle({"AUSTRIA": "F TRI, A TYR", "ITALY": "A VEN, F NAP"}, ["F TRI - VEN", "A TYR S F TRI - VEN"])
    assert after.asked() == ["ITALY retreats"]
    assert options(after.state) == {"A VEN": ["A VEN - APU", "A VEN - PIE", "A VEN - ROM", "A VEN - TUS", "A VEN D"]}


def test_a_unit_with_nowhere_to_go_disbands_and_is_not_asked_about():
    units = {"FRANCE": "F POR", "ENGLAND": "F SPA/NC, F MAO, F GAS", "GERMANY": "A MUN"}
    after = battle(units, ["F MAO - POR", "F SPA/NC S F MAO - POR", "F GAS - MAO"])
    assert "retreats" not in " ".join(after.asked())
    (gone,) = after.event("retreat")["units"]
    assert (gone["unit"], gone["to"], gone["cause"]) == ("F POR", "", "nowhere to go")
    assert after.units("FRANCE") == []


@pytest.mark.parametrize(
    ("orders", "options_left"),
    [
        (["A MUN - BER", "A SIL S A MUN - BER"], ["A BER - KIE", "A BER - PRU", "A BER D"]),
        (["A MUN - BER", "A SIL S A MUN - BER", "A RUH - KIE"], ["A BER - PRU", "A BER D"]),  # occupied
        (["A MUN - BER", "A SIL S A MUN - BER", "A RUH - KIE", "A DEN - KIE"], ["A BER - PRU", "A BER D"]),  # standoff
        (["A SIL - BER", "A MUN S A SIL - BER"], ["A BER - KIE", "A BER - PRU", "A BER D"]),  # not to the origin
    ],
)
def test_a_retreat_is_adjacent_empty_no_standoff_and_not_where_the_attacker_came_from(orders, options_left):
    after = battle({"GERMANY": "A BER", "RUSSIA": "A MUN, A SIL, A RUH", "ENGLAND": "A DEN"}, orders)
    assert options(after.state)["A BER"] == options_left


@pytest.mark.parametrize(("edition", "barred"), [(HOUSE, True), (DATC, False)])
def test_the_origin_of_a_convoyed_attacker_is_barred_in_the_house_alone(edition, barred):
    units = {"ENGLAND": "A YOR, F NTH, F LVP", "FRANCE": "A EDI"}
    orders = ["A YOR - EDI VIA CONVOY", "F NTH C A YOR - EDI", "F LVP S A YOR - EDI"]
    assert battle(units, orders, edition).dislodged() == []  # LVP does not touch EDI by sea
    units = {"ENGLAND": "A YOR, F NTH, A LVP", "FRANCE": "A EDI"}
    after = battle(units, ["A YOR - EDI VIA CONVOY", "F NTH C A YOR - EDI", "A LVP S A YOR - EDI"], edition)
    assert ("A EDI - YOR" not in options(after.state)["A EDI"]) is barred


@pytest.mark.parametrize("line", ["A VIE - TYR", "A VIE R TYR", "vienna -> tyrolia", "AUSTRIA: A VIE retreats to TYR"])
def test_a_dislodged_unit_retreats(line):
    after = lines(position(BEATEN), "retreats", {"AUSTRIA": [line]})
    assert "A TYR" in after.units("AUSTRIA") and after.refused("AUSTRIA") == []


@pytest.mark.parametrize("line", ["A VIE D", "A VIE", "A VIE disbands", "DISBAND A VIE"])
def test_or_disbands(line):
    after = lines(position(BEATEN), "retreats", {"AUSTRIA": [line]})
    assert after.units("AUSTRIA") == ["A BUD"] and after.refused("AUSTRIA") == []


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("nonsense", "parse"),
        ("A VIE H", "parse"),
        ("A VIE S A BUD", "parse"),
        ("A VIE - TYR VIA CONVOY", "parse"),
        ("GERMANY: A VIE - TYR", "notowned"),
        ("A BUD - GAL", "notthere"),  # not dislodged
        ("A SIL - GAL", "notthere"),  # not Austria's
        ("F VIE - TYR", "wrongunit"),
        ("A VIE - ADR", "wrongunit"),
        ("A VIE - BOH", "barred"),
        ("A VIE - BUD", "barred"),
        ("A VIE - ROM", "nonadjacent"),
    ],
)
def test_missing_unparsable_and_illegal_retreats_disband(line, reason):
    after = lines(position(BEATEN), "retreats", {"AUSTRIA": [line]})
    assert after.refused("AUSTRIA") == [(line, reason)]
    assert after.units("AUSTRIA") == ["A BUD"]
    assert after.units("GERMANY") == ["A BOH", "A MUN"]  # silent: A SIL disbands
    assert [gone["cause"] for gone in after.event("retreat")["units"]] == ["disbanded", "disbanded"]


def test_the_first_line_for_a_unit_counts_however_wrong():
    after = lines(position(BEATEN), "retreats", {"AUSTRIA": ["A VIE - ROM", "A VIE - TYR"]})
    assert after.refused("AUSTRIA") == [("A VIE - ROM", "nonadjacent"), ("A VIE - TYR", "duplicate")]
    assert after.units("AUSTRIA") == ["A BUD"]


def test_two_units_retreating_to_one_province_both_disband():
    given = {"AUSTRIA": ["A VIE - GAL"], "GERMANY": ["A SIL - GAL"]}
    after = lines(position(BEATEN), "retreats", given)
    assert "A GAL" not in after.units()
    assert [gone["cause"] for gone in after.event("retreat")["units"]] == ["met another", "met another"]


@pytest.mark.parametrize(
    ("answer", "unit"),
    [
        ({"A VIE": "A VIE - TYR"}, "A TYR"),
        ({"A VIE": "- TYR"}, "A TYR"),
        ({"VIE": "R GAL"}, "A GAL"),
        (["A VIE - GAL"], "A GAL"),
    ],
)
def test_retreats_may_be_a_list_or_an_object(answer, unit):
    after = ask(position(BEATEN), {"AUSTRIA": {"retreats": answer}})
    assert after.units("AUSTRIA") == ["A BUD", unit]


@pytest.mark.parametrize(
    ("line", "units", "refused"),
    [
        ("F POR - SPA", ["A PAR"], [("F POR - SPA", "ambiguouscoast")]),
        ("F POR - SPA/SC", ["A PAR", "F SPA/SC"], []),
        ("F POR - spain north coast", ["A PAR", "F SPA/NC"], []),
    ],
)
def test_a_fleet_names_the_coast_where_two_are_reachable(line, units, refused):
    after = lines(position(COASTS), "retreats", {"FRANCE": [line]})
    assert (after.units("FRANCE"), after.refused("FRANCE")) == (units, refused)


def test_hostile_answers_disband():
    for hostile in ([None, 7, ["A VIE - TYR"]], {"A VIE": None}, [], ["A VIE - TYR" * 99], ["x"] * 500):
        after = ask(position(BEATEN), {"AUSTRIA": {"retreats": hostile}})
        assert after.units("AUSTRIA") == ["A BUD"]
