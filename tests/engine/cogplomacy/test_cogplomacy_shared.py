"""Winters and retreats on which independent adjudicators agreed, and games of humans, where those are at hand.

The folder is COGLEAGUE_SHARED, or `shared` beside the checkout.
"""

import gzip
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from campaign import DATC, HOUSE, After, lines, position

from engine.cogplomacy.map.board import GEOGRAPHY, POWERS
from engine.cogplomacy.reading import NOTATION
from engine.cogplomacy.state import Options
from engine.errors import PositionError

SHARED = Path(os.environ.get("COGLEAGUE_SHARED", Path(__file__).parents[4] / "shared"))
POSITIONS = SHARED / "data" / "adjudications.jsonl.gz"
GAMES = sorted((SHARED / "data" / "realgames").glob("*.json"))

pytestmark = pytest.mark.skipif(not (POSITIONS.exists() and GAMES), reason=f"NOT CHECKED: {SHARED} is absent")

Units = Mapping[str, Sequence[str]]


def code(place: str) -> str:
    """The map's code of a space by any code of the field."""
    province, slash, coast = place.partition("/")
    known = NOTATION.read_province(province)
    assert known is not None
    return GEOGRAPHY.codes[known] + slash + coast


def named(units: Iterable[str]) -> list[str]:
    return sorted(f"{text[:2]}{code(text[2:])}" for text in units)


def by_power(rows: Iterable[Sequence[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for power, kind, place in rows:
        found.setdefault(power, []).append(f"{kind} {place}")
    return found


def standing(after: After) -> dict[str, list[str]]:
    return {power: own for power in POWERS if (own := sorted(after.units(power)))}


def expected(units: Units) -> dict[str, list[str]]:
    return {power: named(own) for power, own in units.items() if own}


def text_of(moment: str, units: Units, centres: Units) -> str:
    rows = [f"1901 {moment}"]
    for power in POWERS:
        parts = [f"units {', '.join(named(units[power]))}"] if units.get(power) else []
        parts += [f"centres {' '.join(map(code, centres[power]))}"] if centres.get(power) else []
        rows.append(f"{power}: {'; '.join(parts)}")
    return "\n".join(rows)


def wintered(units: Units, centres: Units, orders: Units, options: Options) -> dict[str, list[str]]:
    """The units after a Winter with these lines; as they were when nobody may build or must disband."""
    try:
        state = position(text_of("winter adjustments", units, centres), options)
    except PositionError as error:
        assert "nobody has anything to decide" in str(error)
        return expected(units)
    asked = {name for name, index in zip(POWERS, range(7), strict=True) if state.board.due(index)}
    return standing(lines(state, "adjustments", {p: own for p, own in orders.items() if p in asked and own}))


def retreated(units: Units, orders: Units, retreats: Units, options: Options) -> tuple[Any, dict[str, list[str]]]:
    """Where the dislodged may go, and the units after these orders and retreats."""
    state = position(text_of("spring orders", units, {}), options)
    after = lines(state, "orders", {power: own for power, own in orders.items() if own})
    beaten = after.state.board.beaten
    open_to = {
        f"{'AF'[one.lost.unit & 1]} {GEOGRAPHY.spaces[one.lost.unit >> 1]}": sorted(
            GEOGRAPHY.spaces[space] for space in one.options
        )
        for one in beaten
    }
    if beaten:
        asked = {POWERS[one.lost.owner] for one in beaten if one.options}
        after = lines(
            after.state, "retreats", {power: own for power, own in retreats.items() if power in asked and own}
        )
    return open_to, standing(after)


def positions(kind: str) -> list[dict[str, Any]]:
    with gzip.open(POSITIONS, "rt") as file:
        return [row for row in map(json.loads, filter(str.strip, file)) if row["kind"] == kind]


def winter_agrees(row: dict[str, Any], options: Options) -> bool:
    found = wintered(by_power(row["units"]), row["centers"], row["orders"], options)
    return found == expected(by_power(row["result"]["units_after"]))


def retreat_agrees(row: dict[str, Any], options: Options) -> bool:
    prior = row["prior"]
    open_to, found = retreated(by_power(prior["units"]), prior["orders"], row["orders"], options)
    agreed = {f"{text[:2]}{code(text[2:])}": sorted(map(code, to)) for text, to in row["retreats"].items() if to}
    return {unit: to for unit, to in open_to.items() if to} == agreed and found == expected(
        by_power(row["result"]["units_after"])
    )


def test_winters_come_out_as_agreed() -> None:
    rows = positions("adjustment")
    assert len(rows) == 80
    assert [row["id"] for row in rows if not winter_agrees(row, DATC)] == []


def test_winters_by_house_rules_differ_exactly_where_marked() -> None:
    rows = positions("adjustment")
    assert [row["id"] for row in rows if winter_agrees(row, HOUSE) is row["house_differs"]] == []


def test_retreats_come_out_as_agreed() -> None:
    rows = positions("retreat")
    assert len(rows) == 151
    assert [row["id"] for row in rows if not retreat_agrees(row, DATC)] == []


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_phase_of_a_game_of_humans_comes_out_as_played(path: Path) -> None:
    phases = json.loads(path.read_text())["phases"]
    for number, (before, after) in enumerate(pairwise(phases)):
        orders = {power: own or [] for power, own in before["orders"].items()}
        kind = before["name"][-1]
        if kind == "A" and any(orders.values()):
            assert wintered(before["units"], before["centers"], orders, DATC) == expected(after["units"]), before[
                "name"
            ]
        if kind == "R":
            fought = phases[number - 1]
            given = {power: own or [] for power, own in fought["orders"].items()}
            assert retreated(fought["units"], given, orders, DATC)[1] == expected(after["units"]), before["name"]
        if kind == "M" and after["name"][-1] != "R":
            assert retreated(before["units"], orders, {}, DATC)[1] == expected(after["units"]), before["name"]


def test_there_are_eight_games_and_all_their_phases_are_looked_at() -> None:
    names = [phase["name"][-1] for path in GAMES for phase in json.loads(path.read_text())["phases"][:-1]]
    assert (len(GAMES), names.count("M"), names.count("R"), names.count("A")) == (8, 128, 95, 61)
