"""The scripted players, in positions where what they do can be told beforehand."""

import pytest
from campaign import position

from engine.cogplomacy.game import COGPLOMACY
from engine.dice import Dice
from engine.memory import Memory


def answers(policy, text):
    """What a policy says in each chair that is asked."""
    requests = COGPLOMACY.requests(position(text))
    return {
        request.power: COGPLOMACY.policies[policy](
            request, Memory(request.power), Dice(1, f"policy:{request.power}:{request.phase}")
        )
        for request in requests
    }


def said(policy, text, power="FRANCE"):
    answer = answers(policy, text)[power]
    listed = answer[next(key for key in answer if key != "notes")]
    return list(listed.values()) if isinstance(listed, dict) else listed


@pytest.mark.parametrize("policy", ["expander", "hedgehog", "random"])
def test_nobody_writes(policy):
    assert answers(policy, "1901 spring press\nFRANCE: units A PAR; centres PAR\nITALY: centres ROM")["ITALY"] == {
        "broadcast": "", "letters": [], "pledges": [], "notes": "",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("what", "text", "orders"),
    [
        ("a neutral centre, the first by code", "FRANCE: units A RUH; centres PAR", ["A RUH - BEL"]),
        ("occupied or not", "FRANCE: units A RUH; centres PAR BEL\nGERMANY: units A HOL; centres MUN KIE",
         ["A RUH - HOL"]),
        ("a rival's centre if it is empty", "FRANCE: units A BUR; centres PAR BEL MAR\nGERMANY: centres MUN",
         ["A BUR - MUN"]),
        ("nearer, if it is not", "FRANCE: units A GAS; centres MAR SPA PAR BRE BEL\nITALY: units A VEN; centres VEN",
         ["A GAS - BUR"]),
        ("on its own graph", "FRANCE: units F BRE; centres BRE PAR MAR SPA POR\nENGLAND: units A WAL; centres LON",
         ["F BRE - ENG"]),
        ("on a named coast", "FRANCE: units F MAO; centres BRE PAR POR BEL", ["F MAO - SPA/NC"]),
        ("never two to one", "FRANCE: units A PIC, A RUH; centres BRE PAR KIE MUN", ["A PIC - BEL", "A RUH - HOL"]),
        ("who has nothing better supports", "FRANCE: units A GAS, F POR; centres BRE PAR MAR",
         ["A GAS - SPA", "F POR S A GAS - SPA"]),
    ],
)  # fmt: skip
def test_an_expander_marches_on_the_nearest_centre_not_its_own(what, text, orders):
    assert said("expander", f"1902 fall orders\n{text}") == orders, what


@pytest.mark.parametrize(
    ("when", "centres", "order"),
    [
        ("spring", "PAR MAR BRE", "A PAR H"),  # leaving home costs 1: what is merely nearer is not worth it
        ("fall", "PAR MAR BRE", "A PAR - BUR"),
        ("spring", "MAR BRE", "A PAR H"),  # it stands on a centre that it can still take
    ],
)
def test_an_expander_leaves_home_in_spring_only_for_a_centre(when, centres, order):
    text = f"1902 {when} orders\nFRANCE: units A PAR; centres {centres}\nGERMANY: units A MUN; centres KIE"
    assert said("expander", text) == [order]


def test_an_expander_retreats_toward_its_goal():
    text = """1901 fall retreats
FRANCE: units A MAR; centres PAR MAR BRE SPA POR BEL; dislodged A BUR from PAR to GAS RUH
GERMANY: units A BUR; centres KIE
"""
    assert said("expander", text) == ["A BUR - RUH"]


@pytest.mark.parametrize(
    ("text", "power", "lines"),
    [
        ("FRANCE: units A BUR, A PIC; centres BRE MAR PAR SPA", "FRANCE", ["BUILD F BRE", "BUILD F MAR"]),
        ("FRANCE: units F BUL/SC; centres BRE MAR PAR", "FRANCE", ["BUILD A BRE", "BUILD A MAR"]),
        ("RUSSIA: units A MOS, A WAR; centres MOS WAR STP", "RUSSIA", ["BUILD F STP/SC"]),
        ("RUSSIA: units A MOS, A POR, A UKR; centres MOS", "RUSSIA", ["DISBAND A POR", "DISBAND A UKR"]),
    ],
)
def test_an_expander_builds_fleets_while_it_has_fewer(text, power, lines):
    assert said("expander", f"1901 winter adjustments\n{text}", power) == lines


def test_a_hedgehog_holds_or_supports_the_first_neighbour_on_a_centre():
    text = "1901 spring orders\nFRANCE: units A PAR, A BUR, A GAS, F BRE, A TYR; centres PAR BRE"
    assert said("hedgehog", text) == ["F BRE H", "A BUR S A PAR", "A GAS S F BRE", "A PAR S F BRE", "A TYR H"]


def test_a_hedgehog_retreats_home_and_builds_armies():
    text = "1901 fall retreats\nFRANCE: centres PAR; dislodged A BEL from RUH to PIC HOL\nGERMANY: units A BEL"
    assert said("hedgehog", text) == ["A BEL - PIC"]
    text = "1901 winter adjustments\nFRANCE: units A BUR, A PIC; centres BRE MAR PAR SPA"
    assert said("hedgehog", text) == ["BUILD A BRE", "BUILD A MAR"]


def test_a_random_player_uses_each_site_once():
    text = "1901 winter adjustments\nFRANCE: units A BUR; centres BRE MAR PAR SPA BEL"
    lines = said("random", text)
    assert len(lines) <= 4 and len({line.split()[-1] for line in lines}) == len(lines)
    state = position(text)
    (request,) = COGPLOMACY.requests(state)
    assert COGPLOMACY.read(request, {"adjustments": lines}).refused == ()


def test_a_random_player_disbands_exactly_what_is_owed():
    text = "1901 winter adjustments\nFRANCE: units A BUR, A PIC, F BRE, A SPA; centres BRE MAR"
    lines = said("random", text)
    assert len(lines) == len(set(lines)) == 2
