"""The rules page says what the game does."""

import re
from pathlib import Path

from scene import ask, position

from engine.cogiavelli import rules
from engine.cogiavelli.game import COGIAVELLI
from engine.cogiavelli.map.board import STARTING_UNITS
from engine.cogiavelli.map.italy import CITIES, GEOGRAPHY, HOMES, POWERS
from engine.cogiavelli.state import Options

PAGE = (Path(__file__).parents[3] / "docs" / "cogiavelli.md").read_text("utf-8")


def rows(width):
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line[:1] == "|"]
    return [row for row in cells if len(row) == width]


def test_the_table_of_provinces_is_the_map():
    told = {row[0]: row[1:] for row in rows(4) if re.fullmatch("[A-Z]{3}", row[0])}
    assert set(told) == {code for code, land in zip(GEOGRAPHY.codes, GEOGRAPHY.land, strict=True) if land}
    for code, (name, neighbours, seas) in told.items():
        province = GEOGRAPHY.ids[code]
        city = ", city" if province in CITIES else ""
        assert name == GEOGRAPHY.names[province] + city
        assert {GEOGRAPHY.ids[other] for other in neighbours.split()} == set(GEOGRAPHY.army_reach[province])
        afloat = {GEOGRAPHY.codes[to] for to in GEOGRAPHY.fleet_reach[province] if GEOGRAPHY.sea[to]}
        assert set(seas.split()) == afloat


def test_the_table_of_powers_is_the_start():
    told = {row[1]: row for row in rows(4) if row[1] in POWERS}
    for index, power in enumerate(POWERS):
        homes = [GEOGRAPHY.codes[city] for city in CITIES if HOMES[city] == index]
        assert told[power][0] == str(index)
        assert told[power][2].split() == homes
        assert set(told[power][3].split(", ")) == set(STARTING_UNITS[power])


def test_its_numbers_are_the_constants():
    for text in (
        f"{rules.DISBAND_COST} + its defence",
        f"{rules.BUY_COST} + its defence",
        f"{rules.STAKE_LEAST} to {rules.STAKE_MOST}",
        f"{rules.CITY_INCOME} ducats for every city",
        f"a draw of 0 to {rules.VARIABLE_INCOME - 1}",
        f"{rules.UNIT_UPKEEP} ducat a unit",
        f"{rules.BUILD_COST} ducats each",
        f"owns {rules.CONQUEST_CITIES} cities",
        f"min(ducats, {rules.TREASURY_COUNTED}) / {rules.TREASURY_COUNTED}) / {rules.CITIES_TOTAL}",
        f"{rules.YEARS_LEAST}..{rules.YEARS_MOST}, default {rules.YEARS_DEFAULT}",
        f"them and {rules.START_TREASURY} ducats",
        f"{rules.FAMINE_PROVINCES} different land provinces",
    ):
        assert text in PAGE


def test_the_roll_computed_on_the_page_is_the_one_played():
    talked = ask(COGIAVELLI.start(7, Options()).state, {})
    murder = {"orders": [], "spend": [{"action": "assassinate", "target": "MILAN", "amount": 9}]}
    rolled = ask(talked.state, {"VENICE": murder}).event("assassination")
    assert (rolled["roll"], rolled["succeeded"]) == (9, True)
    assert "= 9: nine ducats would have been enough" in PAGE


def test_the_position_on_the_page_can_be_read():
    block = next(part for part in PAGE.split("```") if "1499 summer orders" in part)
    state = position(re.sub(" +#.*", "", block))
    assert state.board.silenced[POWERS.index("MILAN")]
