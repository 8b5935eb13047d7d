"""The board, as the map page tells it."""

import pytest

from engine.cogiavelli.map.board import STARTING_UNITS
from engine.cogiavelli.map.italy import CITIES, GEOGRAPHY, HOMES, LAND, POWERS, distance
from engine.geography import INF

IDS = GEOGRAPHY.ids


def codes(provinces):
    return [GEOGRAPHY.codes[province] for province in provinces]


def army(a, b):
    return IDS[b] in GEOGRAPHY.army_reach[IDS[a]]


def fleet(a, b):
    return IDS[b] in GEOGRAPHY.fleet_reach[IDS[a]]


def test_42_areas_36_land_6_seas_24_cities_no_split_coast():
    assert (GEOGRAPHY.n, len(LAND), sum(GEOGRAPHY.sea), len(CITIES)) == (42, 36, 6, 24)
    assert GEOGRAPHY.spaces == GEOGRAPHY.codes


def test_three_home_cities_each_and_six_neutral():
    homes = {power: {code for code in codes(CITIES) if HOMES[IDS[code]] == i} for i, power in enumerate(POWERS)}
    assert homes == {
        "VENICE": {"VEN", "PAD", "VER"},
        "MILAN": {"MIL", "PAV", "COM"},
        "FLORENCE": {"FLO", "PIS", "SIE"},
        "PAPACY": {"ROM", "ANC", "PER"},
        "NAPLES": {"NAP", "BAR", "PAL"},
        "TURK": {"RAG", "DUR", "AVL"},
    }
    assert {code for code in codes(CITIES) if HOMES[IDS[code]] < 0} == {"TUR", "GEN", "TRI", "FER", "BOL", "MES"}


def test_18_units_start_in_home_cities_of_their_own_and_fleets_on_a_coast():
    for index, power in enumerate(POWERS):
        places = [IDS[unit[2:]] for unit in STARTING_UNITS[power]]
        assert [HOMES[place] for place in places] == [index] * 3
        assert all(GEOGRAPHY.coastal[IDS[unit[2:]]] for unit in STARTING_UNITS[power] if unit[0] == "F")


@pytest.mark.parametrize(
    ("a", "b", "by_army", "by_fleet"),
    [
        ("GEN", "PIS", True, True),  # a coast-hop on the Ligurian
        ("DUR", "AVL", True, True),  # a coast-hop on the Lower Adriatic
        ("BAR", "CAL", True, False),  # land neighbours which share no sea
        ("CAL", "MES", False, True),  # the strait of Messina
        ("VEN", "FER", True, True),
        ("ROM", "NAP", True, True),
        ("ROM", "PIS", False, False),
        ("VER", "PAD", True, False),
        ("RAG", "DUR", False, False),
        ("LAD", "UAD", False, True),
        ("LIG", "LTS", False, False),
    ],
)
def test_two_movement_graphs(a, b, by_army, by_fleet):
    assert (army(a, b), army(b, a)) == (by_army, by_army)
    assert (fleet(a, b), fleet(b, a)) == (by_fleet, by_fleet)


def test_coast_hops_are_exactly_land_neighbours_sharing_a_sea_and_the_strait():
    for a in LAND:
        for b in LAND:
            sea_shared = any(GEOGRAPHY.sea[sea] and sea in GEOGRAPHY.fleet_reach[b] for sea in GEOGRAPHY.fleet_reach[a])
            hop = b in GEOGRAPHY.army_reach[a] and sea_shared
            strait = {GEOGRAPHY.codes[a], GEOGRAPHY.codes[b]} == {"CAL", "MES"}
            assert (b in GEOGRAPHY.fleet_reach[a]) == (hop or strait)


def test_armies_never_touch_a_sea_and_fleets_never_an_inland_province():
    for province in range(GEOGRAPHY.n):
        assert all(GEOGRAPHY.land[to] for to in GEOGRAPHY.army_reach[province])
        assert all(GEOGRAPHY.sea[to] or GEOGRAPHY.coastal[to] for to in GEOGRAPHY.fleet_reach[province])
        if GEOGRAPHY.sea[province]:
            assert GEOGRAPHY.army_reach[province] == ()


def test_provinces_on_two_seas_touch_adjacent_ones():
    for code in ("PIS", "ROM", "CAL", "MES", "AVL"):
        seas = [sea for sea in GEOGRAPHY.fleet_reach[IDS[code]] if GEOGRAPHY.sea[sea]]
        assert len(seas) == 2
        assert seas[1] in GEOGRAPHY.fleet_reach[seas[0]]


def test_the_land_is_in_two_parts_and_the_water_in_one():
    mainland = [p for p in LAND if GEOGRAPHY.army_distances[IDS["ROM"]][p] < INF]
    assert (len(mainland), sorted(set(codes(LAND)) - set(codes(mainland)))) == (34, ["MES", "PAL"])
    afloat = [p for p in range(GEOGRAPHY.n) if GEOGRAPHY.berths[p]]
    assert all(GEOGRAPHY.fleet_distances[IDS["LIG"]][p] < INF for p in afloat)


def test_every_sea_touches_the_coasts_that_list_it():
    coasts = {
        sea: [c for c in codes(GEOGRAPHY.fleet_reach[IDS[sea]]) if GEOGRAPHY.land[IDS[c]]] for sea in ("LIG", "ION")
    }
    assert coasts == {"LIG": ["GEN", "PIS"], "ION": ["AVL", "CAL", "MES"]}


@pytest.mark.parametrize(
    ("kind", "start", "goals", "hops"),
    [
        (0, "PAV", ["VEN"], 3),
        (0, "VER", ["VER"], 0),
        (0, "ROM", ["MES"], INF),
        (1, "UAD", ["VEN", "BAR"], 1),
        (1, "GEN", ["ROM"], 3),
        (0, "ROM", [], INF),
    ],
)
def test_distances_run_on_the_units_own_graph(kind, start, goals, hops):
    assert distance(kind, IDS[start], [IDS[goal] for goal in goals]) == hops
