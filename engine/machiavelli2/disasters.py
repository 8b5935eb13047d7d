"""Famine, plague and storms: tables read by row and column, each the sum of two dice."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from engine.conflict.events import Disband
from engine.dice import Dice, Draw
from engine.game import Event
from engine.machiavelli2 import rules
from engine.machiavelli2.battle import removed
from engine.machiavelli2.events import Disaster
from engine.machiavelli2.map.disasters import FAMINE, PLAGUE, STORMS
from engine.machiavelli2.map.theatre import NOTHING, Theatre
from engine.machiavelli2.state import Board

_TABLES = {"famine": FAMINE, "plague": PLAGUE, "storms": STORMS}
LOWEST = 2
"""The lowest sum of two dice: the first row and column."""

Struck = tuple[Board, Dice, tuple[Event, ...]]
"""The board after a disaster, the dice, and what happened."""


def starve(board: Board) -> tuple[Board, tuple[Event, ...]]:
    """The end of Spring: every unit in a province in famine dies, then all famine is over."""
    board, events = _die(board, board.famine, "famine")
    return replace(board, famine=frozenset()), events


def plague(board: Board, dice: Dice) -> Struck:
    """The end of Spring, from 1348 on: all units in the provinces struck die at once."""
    if not board.options.strikes("plague") or board.year < rules.PLAGUE_FROM:
        return board, dice, ()
    areas, dice, event = _roll(board, "plague", dice)
    board, events = _die(board, areas, "plague")
    return board, dice, (event, *events)


def storms(board: Board, dice: Dice) -> Struck:
    """The end of Fall: fleets in the seas struck are lost."""
    if not board.options.strikes("storms"):
        return board, dice, ()
    areas, dice, event = _roll(board, "storms", dice)
    board, events = _die(board, areas, "storms")
    return board, dice, (event, *events)


def famine(board: Board, dice: Dice) -> Struck:
    """The end of Fall: provinces struck bring nothing, and kill next Spring."""
    if not board.options.strikes("famine"):
        return board, dice, ()
    areas, dice, event = _roll(board, "famine", dice)
    return replace(board, famine=board.famine | areas), dice, (event,)


def _roll(board: Board, what: str, dice: Dice) -> tuple[frozenset[int], Dice, Event]:
    """One die: nothing, a row, a column, or both, the column first."""
    draw, dice = dice.draw(rules.DIE)
    draws, severity = [draw], draw.value + 1
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    if severity >= rules.SEVERITY_COLUMN:
        (column, thrown), dice = _two(dice)
        columns, draws = (column,), draws + thrown
    if rules.SEVERITY_ROW <= severity < rules.SEVERITY_COLUMN or severity >= rules.SEVERITY_BOTH:
        (row, thrown), dice = _two(dice)
        rows, draws = (row,), draws + thrown
    table = _table(board.theatre, what)
    areas = frozenset(area for (row, column), area in table.items() if row in rows or column in columns)
    codes = tuple(board.theatre.codes[area] for area in sorted(areas))
    event = Disaster(phase=board.phase, what=what, severity=severity, areas=codes, draws=tuple(draws))
    return areas, dice, event


def _two(dice: Dice) -> tuple[tuple[int, list[Draw]], Dice]:
    one, dice = dice.draw(rules.DIE)
    two, dice = dice.draw(rules.DIE)
    return (one.value + two.value + 2, [one, two]), dice


@cache
def _table(theatre: Theatre, what: str) -> dict[tuple[int, int], int]:
    """The areas of a table by row and column; what nobody can enter is left out."""
    rows = [line.split() for line in _TABLES[what].strip().splitlines()]
    return {
        (row + LOWEST, column + LOWEST): theatre.area(code)
        for row, codes in enumerate(rows)
        for column, code in enumerate(codes)
        if code != NOTHING and theatre.area(code) not in theatre.shut
    }


def _die(board: Board, areas: frozenset[int], cause: str) -> tuple[Board, tuple[Event, ...]]:
    """All units of these areas are gone, and so are sieges there."""
    theatre = board.theatre
    places = tuple(place for place in board.forces.occupied() if theatre.area_of[place] in areas)
    owners = sorted({board.forces.owners[place] for place in places})
    events = tuple(
        Disband(
            phase=board.phase,
            power=board.power_name(owner),
            units=tuple(board.unit_text(place) for place in places if board.forces.owners[place] == owner),
            cause=cause,
        )
        for owner in owners
    )
    return removed(board, places), events
