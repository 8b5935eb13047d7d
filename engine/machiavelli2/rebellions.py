"""Rebellions on the board: where they are placed, and how they are taken off."""

from __future__ import annotations

from dataclasses import replace

from engine.conflict.orders import NONE
from engine.machiavelli2.state import Board


def rise(board: Board, area: int) -> Board:
    """A province rebels, and its fortified city when nobody holds the walls; Venice has only the city."""
    inside = board.theatre.has_walls(area) and board.garrison(area) == NONE
    return replace(
        board,
        rebels=board.rebels if area == board.theatre.venice else board.rebels | {area},
        city_rebels=board.city_rebels | {area} if inside else board.city_rebels,
    )


def quieten(board: Board, area: int, *, province: bool = True) -> Board:
    """The rebels of the city are gone, and those of the province."""
    return replace(
        board,
        rebels=board.rebels - {area} if province else board.rebels,
        city_rebels=board.city_rebels - {area},
    )


def unruly(board: Board, area: int) -> bool:
    """Whether there are rebels of any kind."""
    return area in board.rebels or area in board.city_rebels
