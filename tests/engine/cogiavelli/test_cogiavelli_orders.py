"""Steps 7 to 11: repair, movement, retreats, cities, plague, in order text."""

import pytest
from scene import battle, orders_at

from engine.cogiavelli.game import COGIAVELLI
from engine.cogiavelli.map.italy import POWERS

APART = "TURK: 12 ducats; cities DUR\nPAPACY: 5 ducats; cities PER"


# The worked examples of the map page


def test_a_supported_attack_beats_a_fleet_in_port_which_retreats():
    scene = battle(
        {"VENICE": "A URB, A PER", "PAPACY": "F ANC"},
        ["A URB - ANC", "A PER S A URB - ANC", "F ANC H"],
    )
    assert (scene.result("A URB"), scene.result("A PER"), scene.dislodged()) == ("ok", "ok", ["F ANC"])
    assert scene.event("retreat")["units"] == [{"power": "PAPACY", "unit": "F ANC", "to": "ABR", "cause": ""}]
    assert scene.owner("ANC") == "VENICE"


def test_two_equal_moves_bounce_and_leave_a_standoff():
    scene = battle({"VENICE": "A VER", "MILAN": "A MOD"}, ["A VER - MAN", "A MOD - MAN"])
    assert (scene.result("A VER"), scene.result("A MOD"), scene.standoffs()) == ("prevented", "prevented", ["MAN"])


def test_an_attack_cuts_a_support_so_the_attack_it_helped_fails():
    scene = battle(
        {"VENICE": "A VER, A PAD", "MILAN": "A MAN, A FER"},
        ["A MAN - VER", "A VER S A PAD - FER", "A PAD - FER"],
    )
    assert (scene.result("A VER"), scene.result("A PAD"), scene.dislodged()) == ("cut", "repelled", [])


def test_an_army_crosses_the_adriatic():
    scene = battle({"NAPLES": "A BAR, F LAD"}, ["A BAR - AVL VIA CONVOY", "F LAD C A BAR - AVL"])
    assert (scene.result("A BAR"), scene.result("F LAD"), scene.units("NAPLES")) == ("ok", "ok", ["A AVL", "F LAD"])


# Step 7: legality, with the reason of each kind


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("A XXX H", "parse"),
        ("A VER dances", "parse"),
        ("A MAN - PAV", "notowned"),
        ("A BOL H", "notowned"),
        ("F VER H", "wrongunit"),
        ("F VEN - PAD", "wrongunit"),
        ("A VER - UAD", "wrongunit"),
        ("A VER C A PAD - FER", "wrongunit"),
        ("F VEN C A PAD - FER", "wrongunit"),
        ("A VER S A BOL", "notthere"),
        ("F UAD C A BOL - VEN", "notthere"),
        ("A VER - PAD VIA CONVOY", "noconvoy"),
        ("A CAL - MES", "noconvoy"),
        ("A VER - ROM", "nonadjacent"),
        ("A VER - VER", "nonadjacent"),
        ("F VEN S A PAD", "nonadjacent"),
        ("A VER S A PAD - FRI", "nonadjacent"),
    ],
)
def test_every_illegal_order_becomes_a_hold_with_one_word(line, reason):
    scene = battle(
        {"VENICE": "A VER, A PAD, F VEN, F UAD, A CAL", "MILAN": "A MAN"},
        {"VENICE": [line, "A CAL H" if "CAL" not in line else "A PAD H"]},
    )
    assert scene.refused("VENICE") == [(line, reason)]
    assert scene.audience("refused") == {("VENICE",)}
    assert scene.played()[:3] == ["A CAL H", "A MAN H", "A PAD H"]


def test_an_illegal_order_never_invalidates_the_rest():
    scene = battle({"VENICE": "A VER, A PAD"}, ["A VER - ROM", "A PAD - FER"])
    assert scene.played() == ["A PAD - FER", "A VER H"]


def test_where_one_unit_is_ordered_twice_the_first_is_kept_even_if_it_is_illegal():
    scene = battle({"VENICE": "A VER, A PAD"}, ["A VER - ROM", "A VER - MAN", "A PAD - FER", "A PAD H"])
    assert scene.refused("VENICE") == [
        ("A VER - ROM", "nonadjacent"),
        ("A VER - MAN", "duplicate"),
        ("A PAD H", "duplicate"),
    ]
    assert scene.played() == ["A PAD - FER", "A VER H"]


def test_a_unit_without_an_order_holds():
    scene = battle({"VENICE": "A VER, F VEN"}, [])
    assert scene.played() == ["F VEN H", "A VER H"]


def test_an_order_for_a_unit_bribed_away_is_overtaken_and_not_called_illegal():
    scene = orders_at(
        f"1499 spring orders\nVENICE: 20 ducats; units A VER\nMILAN: 0 ducats; units A MAN, A PAV\n{APART}",
        ["A MAN - MOD", "A PAV S A MAN - MOD"],
        {"VENICE": [("bribe_disband", "A MAN", 9)]},
    )
    assert [(e["line"], e["reason"]) for e in scene.events("order_replaced")] == [
        ("A MAN - MOD", "overtaken"),
        ("A PAV S A MAN - MOD", "overtaken"),
    ]
    assert (scene.played(), scene.refused("MILAN")) == (["A PAV H", "A VER H"], [])
    assert scene.audience("order_replaced") == {("MILAN",)}


def test_a_convoy_whose_chain_a_bribe_broke_is_overtaken():
    scene = orders_at(
        f"1499 spring orders\nVENICE: 20 ducats\nNAPLES: 0 ducats; units A BAR, F LAD\n{APART}",
        ["A BAR - AVL VIA CONVOY", "F LAD C A BAR - AVL"],
        {"VENICE": [("bribe_disband", "F LAD", 9)]},
    )
    assert [e["reason"] for e in scene.events("order_replaced")] == ["overtaken", "overtaken"]
    assert scene.played() == ["A BAR H"]


# Step 8: movement (the kernel has its own tests; these are the cases a player of this board meets)


@pytest.mark.parametrize(
    ("units", "orders", "results", "dislodged"),
    [
        ({"VENICE": "A VER"}, ["A VER - PAD"], {"A VER": "ok"}, []),
        (  # out of the province being attacked: no cut
            {"VENICE": "A VER, A PAD", "PAPACY": "A FER"},
            ["A VER S A PAD - FER", "A PAD - FER", "A FER - VER"],
            {"A VER": "ok", "A PAD": "ok"},
            ["A FER"],
        ),
        (  # unless that attack dislodges the supporter
            {"VENICE": "A VER, A PAD", "PAPACY": "A FER, A MAN, A TRE"},
            ["A VER S A PAD - FER", "A PAD - FER", "A FER - VER", "A MAN S A FER - VER", "A TRE S A FER - VER"],
            {"A FER": "ok"},
            ["A VER"],
        ),
        (  # no power supports a foreign attack on its own unit
            {"MILAN": "A MOD", "VENICE": "A PAV, A MAN"},
            ["A MOD - MAN", "A PAV S A MOD - MAN", "A MAN H"],
            {"A MOD": "repelled"},
            [],
        ),
        (  # self-dislodgement is banned
            {"VENICE": "A MOD, A PAV, A MAN"},
            ["A MOD - MAN", "A PAV S A MOD - MAN", "A MAN H"],
            {"A MOD": "own unit"},
            [],
        ),
        (  # equal supported attacks
            {"VENICE": "A VER, A FER", "MILAN": "A MOD, A PAV", "PAPACY": "A MAN"},
            ["A VER - MAN", "A FER S A VER - MAN", "A MOD - MAN", "A PAV S A MOD - MAN", "A MAN H"],
            {"A VER": "prevented", "A MOD": "prevented", "A MAN": "ok"},
            [],
        ),
        (  # a ring
            {"VENICE": "A MAN", "MILAN": "A VER", "FLORENCE": "A FER"},
            ["A MAN - VER", "A VER - FER", "A FER - MAN"],
            {"A MAN": "ok", "A VER": "ok", "A FER": "ok"},
            [],
        ),
        (  # a ring with one link contested
            {"VENICE": "A MAN", "MILAN": "A VER", "FLORENCE": "A FER", "PAPACY": "A PAD"},
            ["A MAN - VER", "A VER - FER", "A FER - MAN", "A PAD - VER"],
            {"A MAN": "prevented", "A PAD": "prevented"},
            [],
        ),
        (  # head to head
            {"VENICE": "A VER, A FER", "MILAN": "A MAN"},
            ["A VER - MAN", "A FER S A VER - MAN", "A MAN - VER"],
            {"A VER": "ok"},
            ["A MAN"],
        ),
        (  # a chain of three fleets
            {"NAPLES": "A BAR, F LAD, F ION, F LTS"},
            ["A BAR - PAL VIA CONVOY", "F LAD C A BAR - PAL", "F ION C A BAR - PAL", "F LTS C A BAR - PAL"],
            {"A BAR": "ok"},
            [],
        ),
        (  # the convoying fleet is driven out
            {"NAPLES": "A BAR, F LAD", "TURK": "F UAD, F AVL"},
            ["A BAR - RAG VIA CONVOY", "F LAD C A BAR - RAG", "F UAD - LAD", "F AVL S F UAD - LAD"],
            {"A BAR": "disrupted", "F UAD": "ok"},
            ["F LAD"],
        ),
        (  # its only way is driven out, whatever the other fleet convoys
            {"NAPLES": "A BAR, F LAD, F ION", "TURK": "F UAD, F RAG"},
            [
                "A BAR - AVL VIA CONVOY",
                "F LAD C A BAR - AVL",
                "F ION C A BAR - AVL",
                "F UAD - LAD",
                "F RAG S F UAD - LAD",
            ],
            {"A BAR": "disrupted"},
            ["F LAD"],
        ),
        (  # a convoy paradox (Szykman)
            {"VENICE": "A BAR, F LAD", "MILAN": "F AVL, F ION"},
            ["A BAR - AVL VIA CONVOY", "F LAD C A BAR - AVL", "F AVL S F ION - LAD", "F ION - LAD"],
            {"A BAR": "paradox", "F ION": "ok"},
            ["F LAD"],
        ),
        (  # a fleet supports an army standing inland into a coast they both reach
            {"VENICE": "F VEN, A PAD"},
            ["F VEN S A PAD - FER", "A PAD - FER"],
            {"F VEN": "ok", "A PAD": "ok"},
            [],
        ),
    ],
)
def test_movement(units, orders, results, dislodged):
    scene = battle(units, orders)
    assert {unit: scene.result(unit) for unit in results} == results
    assert scene.dislodged() == dislodged


# Step 9


def retreats(scene):
    return {unit["unit"]: unit["to"] for unit in scene.event("retreat")["units"]}


def test_a_retreat_goes_to_the_nearest_city_its_owner_held_before_cities_change_hands():
    text = """1499 spring orders
VENICE: 12 ducats; units A ANC; cities BAR
MILAN: 12 ducats; units A URB, A PER; cities MIL"""
    scene = orders_at(text, ["A URB - ANC", "A PER S A URB - ANC"])
    assert retreats(scene) == {"A ANC": "ABR"}


def test_a_retreat_among_the_start_cities():
    text = """1499 spring orders
VENICE: 12 ducats; units A ANC; cities VEN PAD VER
MILAN: 12 ducats; units A URB, A PER; cities MIL PAV COM
FLORENCE: 12 ducats; units A SIE; cities FLO PIS SIE
PAPACY: 12 ducats; units A FLO; cities ROM ANC PER"""
    assert retreats(orders_at(text, ["A URB - ANC", "A PER S A URB - ANC"])) == {"A ANC": "ABR"}


def test_not_where_the_attacker_came_from_nor_occupied_nor_a_standoff():
    text = """1499 spring orders
VENICE: 12 ducats; units A MAN; cities VER MIL
MILAN: 12 ducats; units A PAV, A MOD, A MIL; cities COM
FLORENCE: 12 ducats; units A PAD
PAPACY: 12 ducats; units A BOL
NAPLES: 12 ducats; units A COM"""
    scene = orders_at(text, ["A PAV - MAN", "A MOD S A PAV - MAN", "A PAD - FER", "A BOL - FER", "A COM - TRE"])
    # MIL is occupied, PAV the attacker's, FER a standoff, TRE entered, VER nearest
    assert retreats(scene) == {"A MAN": "VER"}


def test_with_nowhere_to_go_it_disbands():
    scene = battle(
        {"VENICE": "A PAL", "NAPLES": "F MES, F LTS"},
        ["F LTS - PAL", "F MES S F LTS - PAL"],
    )
    assert (retreats(scene), scene.units("VENICE")) == ({"A PAL": ""}, [])


def test_without_a_reachable_city_it_still_retreats_to_the_lowest_code():
    scene = battle({"VENICE": "A URB, A PER", "PAPACY": "A ANC"}, ["A URB - ANC", "A PER S A URB - ANC"])
    assert retreats(scene) == {"A ANC": "ABR"}
    scene = battle({"VENICE": "A TUR, A MIL", "PAPACY": "A PAV"}, ["A TUR - PAV", "A MIL S A TUR - PAV"])
    assert retreats(scene) == {"A PAV": "GEN"}


def test_of_two_that_want_one_province_the_lower_code_takes_it_and_the_other_picks_again():
    text = """1499 spring orders
VENICE: 12 ducats; units A FER, A MOD; cities BOL
MILAN: 12 ducats; units A VEN, A VER, A PAV, A GEN; cities MIL"""
    scene = orders_at(text, ["A VEN - FER", "A VER S A VEN - FER", "A PAV - MOD", "A GEN S A PAV - MOD"])
    # both are next to BOL, an own empty city; from MAN and PIS it is 2 hops away
    assert retreats(scene) == {"A FER": "BOL", "A MOD": "MAN"}


def test_the_second_chooser_disbands_when_its_only_way_out_is_taken():
    text = """1499 spring orders
VENICE: 12 ducats; units F ANC, F APU; cities BAR
MILAN: 12 ducats; units A URB, A PER, A NAP, A CAL, F LAD, F BAR; cities MIL"""
    scene = orders_at(text, ["A URB - ANC", "A PER S A URB - ANC", "A NAP - APU", "A CAL S A NAP - APU"])
    assert scene.dislodged() == ["F ANC", "F APU"]
    assert retreats(scene) == {"F ANC": "ABR", "F APU": ""}


# Step 10


@pytest.mark.parametrize("season", ["spring", "summer", "autumn"])
def test_an_occupied_city_changes_hands_every_season_and_an_empty_one_never(season):
    text = f"1499 {season} orders\nVENICE: 12 ducats; units A PAD; cities PAD VEN\nMILAN: 12 ducats; cities FER MIL\n"
    scene = orders_at(text + "dice: 2 2 2 2 2 2 2 2 2", ["A PAD - FER"])
    assert scene.events("city_taken") == [
        {
            "kind": "city_taken",
            "phase": f"1499-{season}-orders",
            "audience": None,
            "city": "FER",
            "power": "VENICE",
            "former": "MILAN",
        }
    ]
    assert (scene.owner("PAD"), scene.owner("VEN"), scene.owner("FER")) == ("VENICE", "VENICE", "VENICE")


def test_a_retreat_into_a_city_takes_it_too():
    scene = battle({"VENICE": "A TUR, A MIL", "PAPACY": "A PAV"}, ["A TUR - PAV", "A MIL S A TUR - PAV"])
    assert (scene.owner("GEN"), scene.owner("PAV")) == ("PAPACY", "VENICE")


NORTH = "VEN PAD VER MIL PAV COM TUR GEN FER BOL TRI"


def test_twelve_cities_are_a_conquest_at_once_without_plague():
    text = f"1499 summer orders\nMILAN: 12 ducats; units A RMG; cities {NORTH}\nTURK: 12 ducats; cities FLO DUR\n"
    scene = orders_at(text, ["A RMG - FLO"])
    assert COGIAVELLI.outcome(scene.state).winner == "MILAN"
    assert scene.event("ended")["ending"] == "conquest"
    assert scene.events("plague") == []
    assert COGIAVELLI.scores(scene.state) == {power: float(power == "MILAN") for power in POWERS}


def test_eleven_are_not():
    scene = orders_at(
        f"1499 spring orders\nMILAN: 12 ducats; units A RMG; cities {NORTH}\nTURK: 1 ducats; cities DUR\n"
    )
    assert COGIAVELLI.outcome(scene.state) is None


def test_the_only_power_owning_a_city_has_conquered():
    scene = orders_at("1499 spring orders\nVENICE: 12 ducats; units A VEN; cities VEN\n", ["A VEN H"])
    assert COGIAVELLI.outcome(scene.state).winner == "VENICE"


def test_of_two_with_twelve_the_lower_index_is_the_conqueror():
    south = "FLO PIS SIE ROM ANC PER NAP BAR PAL RAG DUR AVL"
    text = f"1499 autumn orders\nTURK: 12 ducats; cities {NORTH} MES\nNAPLES: 12 ducats; cities {south}\n"
    scene = orders_at(text)
    assert COGIAVELLI.outcome(scene.state).winner == "NAPLES"
    assert "income" not in scene.kinds()


# Step 11


def plagued(season, dice, text="VENICE: 12 ducats; units A BOL; cities BOL VEN\nMILAN: 1 ducats; cities MIL"):
    return orders_at(f"1499 {season} orders\n{text}\ndice: {dice}")


def test_plague_comes_in_summer_only():
    assert plagued("spring", "").events("plague") == []
    assert plagued("summer", "3").event("plague")["city"] == "BOL"


def test_plague_destroys_the_unit_and_leaves_the_owner():
    scene = plagued("summer", "3")
    assert scene.event("plague") == {
        "kind": "plague",
        "phase": "1499-summer-orders",
        "audience": None,
        "city": "BOL",
        "unit": "A BOL",
        "power": "VENICE",
        "draw": {"k": 0, "of": 24, "value": 3},
    }
    assert (scene.units("VENICE"), scene.owner("BOL")) == ([], "VENICE")


def test_plague_kills_fleets_and_may_find_nobody():
    assert (
        plagued("summer", "22", "VENICE: 1 ducats; units F VEN; cities VEN\nMILAN: 1 ducats; cities MIL").units(
            "VENICE"
        )
        == []
    )
    assert plagued("summer", "0").event("plague")["unit"] == ""
