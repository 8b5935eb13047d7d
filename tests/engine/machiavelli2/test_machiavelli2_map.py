"""The board and its scenarios are what the rules page says."""

from __future__ import annotations

import pytest

from engine.machiavelli2.disasters import _TABLES, _table
from engine.machiavelli2.map.scenarios import SCENARIOS
from engine.machiavelli2.map.theatre import AUTONOMOUS, theatre
from engine.machiavelli2.options import Options
from engine.machiavelli2.scoring import cities_total
from engine.machiavelli2.state import opening

ITALY = theatre("machiavelli2")
ALL_POWERS = {"machiavelli2": 8, "mach2_fotl": 4, "mach2_eai": 7, "mach2_pamt": 5, "mach2_pa": 4, "mach2_ttr": 7}


def test_seventy_three_areas_hold_forty_four_cities() -> None:
    cities = [city for city in ITALY.cities if city is not None]
    assert (ITALY.n, len(ITALY.provinces), len(ITALY.seas)) == (73, 64, 9)
    assert (len(cities), sum(city.fortified for city in cities), sum(city.port for city in cities)) == (44, 36, 15)
    assert sum(city.income for city in cities) == 55
    major = {ITALY.codes[area] for area in ITALY.towns if ITALY.cities[area].major}  # type: ignore[union-attr]
    assert major == {"FLO", "GEN", "MIL", "NAP", "RME", "TUN", "VEN"}


def test_venice_is_a_sea_with_a_city() -> None:
    reach = ITALY.fleet_reach[ITALY.venice]
    assert [ITALY.codes[area] for area in reach] == ["FRI", "PAD", "TRV", "UAS"]
    assert ITALY.army_reach[ITALY.venice] == ()
    assert ITALY.has_walls(ITALY.venice) and ITALY.is_port(ITALY.venice)


def test_islands_are_joined_for_armies_where_the_rules_say() -> None:
    for one, two in (("COR", "SAR"), ("MES", "OTR")):
        assert ITALY.area(two) in ITALY.army_reach[ITALY.area(one)]
        assert ITALY.area(two) in ITALY.fleet_reach[ITALY.area(one)]
    assert ITALY.army_reach[ITALY.area("TUN")] == ()


@pytest.mark.parametrize("what", _TABLES)
def test_a_table_of_disasters_names_every_area_once(what: str) -> None:
    struck = sorted(_table(ITALY, what).values())
    assert struck == sorted(ITALY.seas if what == "storms" else ITALY.provinces)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_begins_with_lawful_units_and_full_tables(scenario: str) -> None:
    board = opening(Options(scenario=scenario))
    stage = board.theatre
    assert len(stage.powers) == ALL_POWERS.get(scenario, 6)
    assert len(stage.ducats) == len(stage.limits) == len(stage.powers)
    assert all(board.units(power) and board.cities(power) for power in board.everyone)
    assert all(len(each.table) == 6 and stage.cities[each.city] is not None for each in stage.yields)
    assert all(stage.area_of[place] not in stage.shut for place in board.forces.occupied())
    assert all(not stage.army_reach[area] and not stage.fleet_reach[area] for area in stage.shut)
    assert 20 < cities_total(board) <= 44


def test_the_opening_of_1454() -> None:
    board = opening(Options())
    assert [len(board.units(power)) for power in (*board.everyone, AUTONOMOUS)] == [3, 3, 3, 3, 4, 4, 3, 4, 13]
    assert board.treasuries == (1, 6, 2, 6, 4, 4, 4, 9)
    assert board.units(7) == (*map(ITALY.area, ("DAL", "PAD", "TRV")), ITALY.city_of[ITALY.venice])


def test_without_garrisons_venice_begins_at_sea() -> None:
    board = opening(Options(garrisons=False))
    assert board.unit_text(ITALY.venice) == "F VEN"
    assert board.units(AUTONOMOUS) == ()
