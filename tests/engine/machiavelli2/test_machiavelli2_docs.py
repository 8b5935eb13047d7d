"""The rules page says what the engine does: options, scenarios, words and numbers."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from engine.machiavelli2.game import MACHIAVELLI2
from engine.machiavelli2.map.scenarios import SCENARIOS
from engine.machiavelli2.map.theatre import theatre
from engine.machiavelli2.notation import Reason
from engine.machiavelli2.options import Options
from engine.machiavelli2.position import read_position, render_position
from engine.machiavelli2.purse import SheetReason
from engine.machiavelli2.scoring import cities_total
from engine.machiavelli2.spending import Kind
from engine.machiavelli2.state import Ending, opening

PAGE = (Path(__file__).parents[3] / "docs" / "machiavelli2.md").read_text("utf-8")
ASIDE = {Reason.DUPLICATE, Reason.TOO_MANY}


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_is_told_with_its_powers_and_cities(scenario: str) -> None:
    stage = theatre(scenario)
    row = cells(re.search(rf"^\| `{scenario}` \|.*$", PAGE, re.M)[0])  # type: ignore[index]
    assert row[1] == f"{stage.title}, {stage.year}"
    assert tuple(row[2].split()) == stage.powers
    assert int(row[3]) == cities_total(opening(Options(scenario=scenario)))


@pytest.mark.parametrize("option", [field.name for field in fields(Options)])
def test_every_option_is_told_with_its_default(option: str) -> None:
    row = next(row for row in PAGE.splitlines() if row.startswith("|") and f"`{option}`" in cells(row)[0].split(", "))
    names, defaults = cells(row)[0].split(", "), cells(row)[1].strip("`").split(", ")
    default = defaults[names.index(f"`{option}`")] if len(defaults) == len(names) else defaults[0]
    value = getattr(Options(), option)
    assert default == (str(value).lower() if isinstance(value, bool) else str(value))


def test_every_word_of_answers_and_ends_is_told() -> None:
    words = [kind.value for kind in Kind] + [reason.value for reason in Reason if reason not in ASIDE]
    words += [reason.value for reason in SheetReason]
    assert [word for word in words if f"`{word}`" not in PAGE] == []
    assert [end.value for end in Ending if f"**{end.value}**" not in PAGE] == []
    assert [policy for policy in MACHIAVELLI2.policies if f"**{policy}**" not in PAGE] == []


def test_the_position_of_the_page_reads_back() -> None:
    text = PAGE.split("## Positions as text")[1].split("```")[1]
    again = render_position(read_position(text, Options()))
    assert render_position(read_position(again, Options())) == again
    assert [line for line in text.strip().splitlines() if line not in again.splitlines()] == []
