"""Steps 10 to 12: ownership after Fall, builds and disbands, elimination, solo."""

import pytest
from campaign import ask, battle, lines, position, winter

from engine.cogplomacy.game import COGPLOMACY
from engine.cogplomacy.map.board import GEOGRAPHY, POWERS
from engine.cogplomacy.map.europe import CENTRES
from engine.cogplomacy.state import Options

RICH = "FRANCE: units A BUR; centres BRE MAR PAR SPA\nRUSSIA: units A WAR; centres MOS SEV STP WAR"
POOR = "RUSSIA: units A MOS, A WAR, A UKR; centres MOS\nFRANCE: units A PAR; centres PAR"

# Step 10. Ownership


@pytest.mark.parametrize(("season", "owner"), [("spring", None), ("fall", "FRANCE")])
def test_centres_change_hands_in_fall_alone(season, owner):
    after = battle({"FRANCE": "A MAR", "GERMANY": "A MUN"}, ["A MAR - SPA"], season=season, more="GERMANY: centres MUN")
    assert after.owner("SPA") == owner
    assert len(after.events("centres")) == len(after.events("centre_taken")) == (season == "fall")


def test_an_empty_centre_keeps_its_owner_and_an_occupied_one_is_its_occupier_s():
    more = "FRANCE: centres PAR MAR\nGERMANY: centres MUN BEL"
    after = battle({"FRANCE": "A PIC", "GERMANY": "A RUH"}, ["A PIC - BEL"], season="fall", more=more)
    assert (after.owner("PAR"), after.owner("BEL"), after.owner("MUN")) == ("FRANCE", "FRANCE", "GERMANY")
    assert after.event("centre_taken")["former"] == "GERMANY"


def test_all_34_centres_and_all_seven_powers_are_counted_once_a_year():
    after = battle({"FRANCE": "A MAR", "GERMANY": "A MUN"}, ["A MAR - SPA"], season="fall", more="GERMANY: centres MUN")
    counted = after.event("centres")
    assert counted["centres"] == [GEOGRAPHY.codes[centre] for centre in CENTRES] and len(counted["centres"]) == 34
    assert dict(zip(counted["centres"], counted["owners"], strict=True))["SPA"] == "FRANCE"
    assert (counted["powers"], counted["counts"], counted["units"]) == (
        list(POWERS), [0, 0, 1, 1, 0, 0, 0], [0, 0, 1, 1, 0, 0, 0],
    )  # fmt: skip


def test_ownership_waits_for_the_retreats_of_fall():
    text = """1901 fall retreats
AUSTRIA: units A TRI; centres TRI; dislodged A BUD from RUM to SER VIE
TURKEY: units A BUD; centres CON
ITALY: units A ROM; centres ROM
"""
    after = lines(position(text), "retreats", {"AUSTRIA": ["A BUD - SER"]})
    assert (after.owner("SER"), after.owner("BUD")) == ("AUSTRIA", "TURKEY")


# Step 11. Builds


def test_who_may_build_or_must_disband_is_asked_and_nobody_else():
    text = f"1901 winter adjustments\n{RICH}\nITALY: units A ROM; centres ROM\nTURKEY: units A CON, A SMY; centres CON"
    requests = COGPLOMACY.requests(position(text))
    assert [(r.power, r.slots[0].name, r.slots[0].least, r.slots[0].most) for r in requests] == [
        ("FRANCE", "builds", 0, 3), ("RUSSIA", "builds", 0, 3), ("TURKEY", "disbands", 1, 1),
    ]  # fmt: skip


def test_every_choice_is_listed():
    state = position(f"1901 winter adjustments\n{RICH}\nTURKEY: units A CON, F AEG; centres CON")
    offered = {request.power: list(request.slots[0].options) for request in COGPLOMACY.requests(state)}
    assert offered == {
        "FRANCE": ["BUILD A BRE", "BUILD F BRE", "BUILD A MAR", "BUILD F MAR", "BUILD A PAR", "WAIVE"],
        "RUSSIA": [
            "BUILD A MOS", "BUILD A SEV", "BUILD F SEV", "BUILD A STP", "BUILD F STP/NC", "BUILD F STP/SC", "WAIVE",
        ],
        "TURKEY": ["DISBAND F AEG", "DISBAND A CON"],
    }  # fmt: skip


def test_builds_that_are_not_used_are_waived():
    after = winter(RICH, {"FRANCE": ["BUILD F BRE", "WAIVE"]})
    assert after.units("FRANCE") == ["F BRE", "A BUR"]
    assert [(e["power"], e["units"], e["waived"]) for e in after.events("built")] == [
        ("FRANCE", ["F BRE"], 2), ("RUSSIA", [], 3),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "unit"),
    [
        ("BUILD A PAR", "A PAR"),
        ("A PAR", "A PAR"),
        ("A PAR B", "A PAR"),
        ("FRANCE: build army Paris", "A PAR"),
        ("build Paris", "A PAR"),  # only an army can be built there
        ("Build fleet Brest", "F BRE"),
        ("BUILD F BRE/NC", "F BRE"),  # a coast means nothing there
        ("BUILD A MAR", "A MAR"),
    ],
)
def test_a_build_is_read(line, unit):
    after = winter(RICH, {"FRANCE": [line]})
    assert after.units("FRANCE") == sorted([unit, "A BUR"], key=lambda text: text[2:])
    assert after.refused("FRANCE") == []


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("nothing to build", "parse"),
        ("A PAR - BUR", "parse"),
        ("BUILD BRE", "parse"),  # an army or a fleet?
        ("GERMANY: BUILD A PAR", "notowned"),
        ("BUILD F PAR", "wrongunit"),
        ("DISBAND A BUR", "direction"),
        ("BUILD A SPA", "nothome"),
        ("BUILD A BUR", "nothome"),
        ("BUILD A MOS", "nothome"),
    ],
)
def test_an_illegal_build_is_refused_and_uses_nothing_up(line, reason):
    after = winter(RICH, {"FRANCE": [line, "BUILD A PAR", "BUILD A MAR", "BUILD A BRE"]})
    assert after.refused("FRANCE") == [(line, reason)]
    assert after.units("FRANCE") == ["A BRE", "A BUR", "A MAR", "A PAR"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("BUILD F STP", "ambiguouscoast"),
        ("BUILD F STP/EC", "parse"),
        ("BUILD A WAR", "occupied"),
        ("BUILD F STP/NC", None),
        ("BUILD A STP/NC", None),  # an army has no coast
    ],
)
def test_a_fleet_for_st_petersburg_names_its_coast(line, reason):
    after = winter(RICH, {"RUSSIA": [line]})
    assert after.refused("RUSSIA") == ([(line, reason)] if reason else [])
    assert len(after.units("RUSSIA")) == (1 if reason else 2)


def test_a_home_centre_in_foreign_hands_is_no_site():
    text = "FRANCE: units A BUR; centres MAR PAR SPA\nENGLAND: units F LON; centres LON BRE"
    after = winter(text, {"FRANCE": ["BUILD F BRE"]})
    assert after.refused("FRANCE") == [("BUILD F BRE", "notyours")]


def test_each_site_is_used_once_and_lines_beyond_the_number_are_set_aside():
    given = ["BUILD A PAR", "BUILD A PAR", "WAIVE", "BUILD A MAR", "BUILD A BRE", "WAIVE"]
    after = winter(RICH, {"FRANCE": given})
    assert after.refused("FRANCE") == [("BUILD A PAR", "duplicate"), ("BUILD A BRE", "toomany"), ("WAIVE", "toomany")]
    assert after.units("FRANCE") == ["A BUR", "A MAR", "A PAR"]
    assert all(refusal.note for refusal in after.submissions["FRANCE"].refused)


# Step 11. Disbands


def test_disbands_are_exactly_those_ordered():
    after = winter(POOR, {"RUSSIA": ["DISBAND A MOS", "DISBAND A WAR"]})
    assert after.units("RUSSIA") == ["A UKR"]
    assert after.event("disband")["cause"] == "ordered"


@pytest.mark.parametrize("line", ["DISBAND A UKR", "A UKR D", "remove ukraine", "A UKR", "RUSSIA: A UKR DISBANDS"])
def test_a_disband_is_read(line):
    after = winter(POOR, {"RUSSIA": [line]})
    assert after.events("disband")[0]["units"] == ["A UKR"] and after.refused("RUSSIA") == []


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("nonsense", "parse"),
        ("A UKR - RUM", "parse"),
        ("FRANCE: DISBAND A UKR", "notowned"),
        ("DISBAND A SEV", "notthere"),
        ("DISBAND A PAR", "wrongunit"),
        ("DISBAND F UKR", "wrongunit"),
        ("BUILD A SEV", "direction"),
        ("WAIVE", "direction"),
    ],
)
def test_missing_and_illegal_disbands_are_left_to_civil_disorder(line, reason):
    after = winter(POOR, {"RUSSIA": [line, "DISBAND A MOS"]})
    assert after.refused("RUSSIA") == [(line, reason)]
    assert [(e["units"], e["cause"]) for e in after.events("disband")] == [
        (["A MOS"], "ordered"), (["A UKR"], "civil disorder"),
    ]  # fmt: skip


def test_civil_disorder_takes_the_unit_furthest_from_home():
    after = winter("RUSSIA: units A MOS, A POR; centres MOS\nFRANCE: units A PAR; centres PAR")
    assert after.units("RUSSIA") == ["A MOS"]


def test_civil_disorder_without_any_home_left_goes_by_code():
    after = winter("RUSSIA: units A WAR, A BOH, F BLA; centres BUL\nFRANCE: units A PAR; centres PAR")
    assert after.event("disband")["units"] == ["F BLA", "A BOH"]


@pytest.mark.parametrize(
    "answer",
    [
        ["DISBAND A UKR", "DISBAND A WAR"],
        {"A UKR": "DISBAND A UKR", "A WAR": "D"},
        {"disbands": "A UKR", "": "A WAR D"},
    ],
)
def test_adjustments_may_be_a_list_or_an_object(answer):
    after = ask(position(f"1901 winter adjustments\n{POOR}"), {"RUSSIA": {"adjustments": answer}})
    assert after.units("RUSSIA") == ["A MOS"] and after.refused("RUSSIA") == []


def test_hostile_answers_waive_and_leave_disbands_to_civil_disorder():
    for hostile in ([None, 7, ["DISBAND A MOS"]], {"A MOS": None}, [], ["x"] * 500):
        after = ask(position(f"1901 winter adjustments\n{POOR}"), {"RUSSIA": {"adjustments": hostile}})
        assert after.units("RUSSIA") == ["A MOS"]


# Step 12. Elimination


def test_a_power_with_neither_unit_nor_centre_is_out_after_fall():
    text = "1901 fall orders\nITALY: units F AEG; centres ROM\nTURKEY: centres SMY\nGERMANY: units A MUN"
    after = lines(position(text), "orders", {"ITALY": ["F AEG - SMY"]})
    assert {e["power"] for e in after.events("eliminated")} == set(POWERS) - {"ITALY", "GERMANY"}


def test_or_after_winter():
    text = "RUSSIA: units A UKR\nFRANCE: units A PAR; centres PAR\nITALY: units A ROM; centres ROM"
    after = winter(text)
    assert "RUSSIA" in {e["power"] for e in after.events("eliminated")}
    assert after.asked() == ["FRANCE press", "ITALY press"]


def test_a_power_with_centres_and_no_units_writes_but_has_no_orders_to_give():
    text = "1901 spring press\nFRANCE: centres PAR\nITALY: units A ROM; centres ROM"
    after = ask(position(text), {})
    assert "ITALY orders" in after.asked() and "FRANCE orders" not in after.asked()


# The solo

EIGHTEEN = " ".join(GEOGRAPHY.codes[centre] for centre in CENTRES if GEOGRAPHY.codes[centre] not in ("SPA", "TUN"))
SEVENTEEN = " ".join(EIGHTEEN.split()[:17])


def test_18_centres_after_fall_end_the_episode_before_winter():
    text = f"1901 fall orders\nFRANCE: units A MAR; centres {SEVENTEEN}\nITALY: units F NAF; centres TUN"
    after = lines(position(text), "orders", {"FRANCE": ["A MAR - SPA"]})
    outcome = COGPLOMACY.outcome(after.state)
    assert (outcome.ending.value, outcome.winner) == ("solo", "FRANCE")
    assert COGPLOMACY.scores(after.state) == {power: float(power == "FRANCE") for power in POWERS}
    assert after.asked() == [] and after.event("ended")["winner"] == "FRANCE"
    assert "built" not in after.kinds()


def test_17_do_not():
    text = f"1901 fall orders\nFRANCE: units A MAR; centres {SEVENTEEN}\nITALY: units F NAF; centres TUN"
    assert COGPLOMACY.outcome(lines(position(text), "orders", {}).state) is None


def test_18_centres_in_spring_wait_for_fall():
    text = f"1901 spring orders\nFRANCE: units A MAR; centres {SEVENTEEN}\nITALY: units F NAF; centres TUN"
    after = lines(position(text), "orders", {"FRANCE": ["A MAR - SPA"]})
    assert COGPLOMACY.outcome(after.state) is None


def test_the_only_power_that_owns_centres_wins_alone():
    text = "1901 fall orders\nFRANCE: units A PAR; centres PAR\nITALY: units A ROM"
    after = lines(position(text), "orders", {"ITALY": ["A ROM - TUS"]})
    assert COGPLOMACY.outcome(after.state).winner == "FRANCE"


def test_a_solo_is_looked_for_at_the_year_s_end_too():
    text = f"FRANCE: units A MAR; centres {SEVENTEEN} SPA\nITALY: units F NAF; centres TUN"
    outcome = COGPLOMACY.outcome(winter(text, options=Options(years=4)).state)
    assert (outcome.ending.value, outcome.winner) == ("solo", "FRANCE")
