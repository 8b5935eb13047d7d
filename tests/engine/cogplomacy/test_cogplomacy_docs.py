"""The rules page says what the game does."""

import re
from pathlib import Path

import pytest
from campaign import position

from engine.cogplomacy import rules
from engine.cogplomacy.game import COGPLOMACY
from engine.cogplomacy.map.board import GEOGRAPHY, HOME_CENTRES, NEUTRAL_CENTRES, POWERS, STARTING_UNITS
from engine.cogplomacy.map.europe import CENTRES
from engine.cogplomacy.reading import ChoiceReason
from engine.conflict.notation import Reason
from engine.conflict.rulebook import RULEBOOKS

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "cogplomacy.md").read_text("utf-8")
CASES = [*sorted((ROOT / "tests/engine/conflict/datc").glob("*.txt")), Path(__file__).with_name("datc_winters.txt")]


def rows(width):
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line[:1] == "|"]
    return [row for row in cells if len(row) == width]


def test_the_table_of_powers_is_the_start():
    told = {row[1]: row for row in rows(4) if row[1] in POWERS}
    for index, power in enumerate(POWERS):
        assert told[power][0] == str(index)
        assert tuple(told[power][2].split()) == HOME_CENTRES[power]
        assert tuple(told[power][3].split(", ")) == STARTING_UNITS[power]


def test_nobody_s_centres_and_other_codes_are_those_of_the_map():
    (line,) = re.findall(r"Nobody owns ([A-Z, ]+ and [A-Z]+)", PAGE)
    assert tuple(re.findall("[A-Z]{3}", line)) == NEUTRAL_CENTRES
    for code, alias in re.findall(r"([A-Z]{3}) \(([A-Z]{3,4})\)", PAGE):
        assert GEOGRAPHY.ids[code] == GEOGRAPHY.ids[alias]


def test_its_numbers_are_the_constants():
    for text in (
        f"{rules.YEARS_LEAST}..{rules.YEARS_MOST}, default {rules.YEARS_DEFAULT}",
        f"years played from {rules.START_YEAR}",
        f"owns {rules.SOLO_CENTRES} centres",
        f"centres / {rules.CENTRES_TOTAL}",
        f"{GEOGRAPHY.n} provinces: {sum(GEOGRAPHY.sea)} seas, {sum(GEOGRAPHY.coastal)} coasts",
        f"{len(CENTRES)} of the land provinces",
    ):
        assert text in PAGE
    assert all(f"`{name}`" in PAGE for name in RULEBOOKS)


@pytest.mark.parametrize("reason", [*ChoiceReason, *Reason])
def test_every_reason_is_explained(reason):
    told = {word for row in rows(2) for word in re.findall("`([a-z]+)`", row[0])}
    assert reason.value in told


def test_the_twelve_cases_in_which_the_house_differs_are_those_of_the_tables():
    told = {row[0] for row in rows(4) if row[0].startswith("6.")}
    blocks = [block for path in CASES for block in path.read_text().split("\n\n")]
    differing = {block.split()[0] for block in blocks if re.search("^house ", block, re.MULTILINE)}
    assert told == differing and len(told) == 12


def test_its_position_can_be_read():
    (text,) = re.findall(r"```\n(1903 fall retreats.*?)```", PAGE, re.DOTALL)
    state = position("\n".join(line.partition("  #")[0].rstrip() for line in text.splitlines()))
    assert [request.power for request in COGPLOMACY.requests(state)] == ["AUSTRIA"]


def test_every_script_is_described():
    assert all(f"- **{name}**." in PAGE for name in COGPLOMACY.policies)
