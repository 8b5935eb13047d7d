"""Positions on which independent adjudicators agreed, where that collection is at hand.

The folder is COGLEAGUE_SHARED, or `shared` beside the checkout.
"""

import gzip
import json
import os
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from scene_1901 import GEOGRAPHY, NOTATION, TABLE, forces, options, read, retreat, unit, units_of

from engine.conflict.resolve import Adjudication, adjudicate
from engine.conflict.rulebook import DATC, HOUSE, Rulebook

SHARED = Path(os.environ.get("COGLEAGUE_SHARED", Path(__file__).parents[4] / "shared"))
POSITIONS = SHARED / "data" / "adjudications.jsonl.gz"

pytestmark = pytest.mark.skipif(not POSITIONS.exists(), reason=f"NOT CHECKED: {POSITIONS} is absent")


def positions(kind: str) -> list[dict[str, Any]]:
    with gzip.open(POSITIONS, "rt") as file:
        return [row for row in map(json.loads, filter(str.strip, file)) if row["kind"] == kind]


def by_power(rows: list[list[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for power, kind, place in rows:
        found.setdefault(power, []).append(TABLE.unit_text(unit(f"{kind} {code(place)}")))
    return {power: sorted(own) for power, own in found.items()}


def code(place: str) -> str:
    """The map's code of a space by any code of the field."""
    province, slash, coast = place.partition("/")
    known = NOTATION.read_province(province)
    assert known is not None
    return GEOGRAPHY.codes[known] + slash + coast


def played(row: dict[str, Any], rulebook: Rulebook) -> Adjudication:
    board = forces(by_power(row["units"]))
    orders, refused = read(board, row["orders"])
    assert not refused
    return adjudicate(TABLE, rulebook, board, orders)


def standing(adjudication: Adjudication) -> dict[str, list[str]]:
    return {power: sorted(own) for power, own in units_of(adjudication.forces).items()}


def places(found: dict[str, list[str]]) -> dict[str, list[str]]:
    return {f"{text[:2]}{code(text[2:])}": sorted(map(code, spaces)) for text, spaces in found.items()}


def movement_agrees(row: dict[str, Any], rulebook: Rulebook) -> bool:
    result, adjudication = row["result"], played(row, rulebook)
    dislodged = [(TABLE.unit_text(lost.unit), GEOGRAPHY.codes[lost.origin]) for lost in adjudication.dislodged]
    expected = [(TABLE.unit_text(unit(f"{k} {code(p)}")), code(origin)) for _, k, p, origin in result["dislodged"]]
    empty = sorted(GEOGRAPHY.codes[p] for p in adjudication.standoffs if adjudication.forces.units[p] < 0)
    return (
        standing(adjudication) == by_power(result["units_after"])
        and sorted(dislodged) == sorted(expected)
        and empty == sorted(map(code, result["contested"]))
        and places(options(rulebook, adjudication)) == places(result["retreats"])
    )


def retreat_agrees(row: dict[str, Any], rulebook: Rulebook) -> bool:
    """The movement before is the datc edition's; the retreats are judged by the edition asked for."""
    adjudication = played(row["prior"], DATC)
    gone = retreat(rulebook, adjudication, [line for lines in row["orders"].values() for line in lines])
    return places(options(rulebook, adjudication)) == places(row["retreats"]) and {
        power: sorted(own) for power, own in units_of(gone.forces).items()
    } == by_power(row["result"]["units_after"])


def test_movement_comes_out_as_agreed() -> None:
    rows = positions("movement")
    assert len(rows) == 735
    assert [row["id"] for row in rows if not movement_agrees(row, DATC)] == []


def test_movement_by_house_rules_differs_exactly_where_marked() -> None:
    for row in positions("movement"):
        assert movement_agrees(row, HOUSE) is not row["house_differs"], row["id"]


def test_retreats_come_out_as_agreed() -> None:
    rows = positions("retreat")
    assert len(rows) == 151
    assert [row["id"] for row in rows if not retreat_agrees(row, DATC)] == []
    assert [row["id"] for row in rows if not row["house_differs"] and not retreat_agrees(row, HOUSE)] == []


def test_the_movement_of_real_games_comes_out_as_played() -> None:
    count = 0
    for path in sorted((SHARED / "data" / "realgames").glob("*.json")):
        phases = json.loads(path.read_text())["phases"]
        for before, after in pairwise(phases):
            if before["name"].endswith("M"):
                count += 1
                assert real_phase_agrees(before, after), (path.name, before["name"])
    assert count == 128


def real_phase_agrees(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Units after the phase, a star before those dislodged, and where these may go."""
    board = forces(by_power([[power, *text.split()] for power, own in before["units"].items() for text in own]))
    orders, _ = read(board, {power: lines for power, lines in before["orders"].items() if lines})
    result = adjudicate(TABLE, DATC, board, orders)
    left = [[power, *text.split()] for power, own in after["units"].items() for text in own if text[0] != "*"]
    retreats = {text: spaces for own in after["retreats"].values() for text, spaces in own.items()}
    return standing(result) == by_power(left) and places(options(DATC, result)) == places(retreats)
