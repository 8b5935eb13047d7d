"""Units that are worth more than one, and moves whose way is shut, on the board of 1901."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scene_1901 import forces, read

from engine.cogplomacy.map.board import GEOGRAPHY, TABLE
from engine.conflict.arms import PLAIN, Arms
from engine.conflict.resolve import settle
from engine.conflict.rulebook import HOUSE
from engine.conflict.strength import Situation

MUN, BOH, TYR, VIE, TRI = map(GEOGRAPHY.ids.__getitem__, ("MUN", "BOH", "TYR", "VIE", "TRI"))


def strong(*provinces: int) -> Arms:
    """Arms in which the units of some provinces count two."""
    return Arms(strength=tuple(2 if province in provinces else 1 for province in range(GEOGRAPHY.n)))


UNITS = {"GERMANY": ["A MUN"], "AUSTRIA": ["A BOH", "A TYR"], "ITALY": ["A VIE", "A TRI"]}
CASES = [
    ("one against one", {"GERMANY": ["A MUN - BOH"]}, PLAIN, {MUN: False}),
    ("two against one", {"GERMANY": ["A MUN - BOH"]}, strong(MUN), {MUN: True}),
    ("two against two", {"GERMANY": ["A MUN - BOH"]}, strong(MUN, BOH), {MUN: False}),
    ("a point more while it attacks", {"GERMANY": ["A MUN - BOH"]}, Arms(extra={MUN: 1}), {MUN: True}),
    (
        "the point counts against others who want the place",
        {"GERMANY": ["A MUN - BOH"], "AUSTRIA": ["A BOH - GAL"], "ITALY": ["A VIE - BOH"]},
        Arms(extra={MUN: 1}),
        {MUN: True, VIE: False},
    ),
    (
        "a strong support counts two",
        {"GERMANY": ["A MUN H"], "AUSTRIA": ["A BOH - VIE", "A TYR S A BOH - VIE"], "ITALY": ["A VIE H"]},
        strong(TYR, VIE),
        {BOH: True, TYR: True},
    ),
    (
        "a cut takes one of its points",
        {"AUSTRIA": ["A BOH - VIE", "A TYR S A BOH - VIE"], "ITALY": ["A VIE H", "A TRI - TYR"]},
        strong(TYR),
        {BOH: True, TYR: True, TRI: False},
    ),
    (
        "a strong one takes both",
        {"AUSTRIA": ["A BOH - VIE", "A TYR S A BOH - VIE"], "ITALY": ["A VIE H", "A TRI - TYR"]},
        strong(TYR, TRI),
        {BOH: False, TYR: False, TRI: False},
    ),
    (
        "who is barred neither enters nor cuts",
        {"AUSTRIA": ["A BOH - VIE", "A TYR S A BOH - VIE"], "ITALY": ["A VIE H", "A TRI - TYR"]},
        Arms(barred=frozenset({TRI})),
        {BOH: True, TYR: True, TRI: False},
    ),
    ("who is barred prevents nobody", {"GERMANY": ["A MUN - SIL"]}, Arms(barred=frozenset({BOH})), {MUN: True}),
    (
        "who is stopped prevents others",
        {"GERMANY": ["A MUN - SIL"], "AUSTRIA": ["A BOH - SIL"]},
        Arms(stopped=frozenset({BOH})),
        {MUN: False, BOH: False},
    ),
    (
        "who is stopped stays out of an empty place",
        {"AUSTRIA": ["A BOH - SIL"]},
        Arms(stopped=frozenset({BOH})),
        {BOH: False},
    ),
]


@pytest.mark.parametrize(("title", "lines", "arms", "results"), CASES, ids=[case[0] for case in CASES])
def test_a_battle_of_unequal_units(
    title: str, lines: dict[str, list[str]], arms: Arms, results: dict[int, bool]
) -> None:
    board = forces(UNITS)
    situation = Situation(TABLE, HOUSE, board, read(board, lines)[0], arms)
    settle(situation)
    assert {province: situation.results.get(province) for province in results} == results


def test_a_route_fails_with_any_of_its_fleets() -> None:
    board = forces({"ENGLAND": ["A LON", "F NTH", "F ENG"], "FRANCE": ["F BRE", "F MAO"]})
    lines = {
        "ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL", "F ENG C A LON - BEL"],
        "FRANCE": ["F BRE - ENG", "F MAO S F BRE - ENG"],
    }
    orders, _ = read(board, lines)
    lon, nth, eng = map(GEOGRAPHY.ids.__getitem__, ("LON", "NTH", "ENG"))
    for route, arrives in (((nth,), True), ((nth, eng), False), ((eng,), False)):
        situation = Situation(TABLE, HOUSE, board, orders, replace(PLAIN, routes={lon: route}))
        settle(situation)
        assert situation.results[lon] is arrives
