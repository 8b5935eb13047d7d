"""The strait of Messina: who keeps whom from passing."""

from __future__ import annotations

from collections.abc import Mapping

from engine.conflict.orders import FLEET, NONE
from engine.machiavelli2.orders import Act, Order
from engine.machiavelli2.state import Board


def is_shut(board: Board, mover: int, one: int, two: int) -> bool:
    """Whether a fleet of another power in Messina keeps this power from going between two areas.

    It does between the two seas of the strait, unless its owner is the mover's
    ally this season.
    """
    theatre = board.theatre
    if {one, two} != theatre.strait:
        return False
    keeper, owner = board.forces.units[theatre.keeper], board.forces.owners[theatre.keeper]
    return keeper != NONE and keeper & 1 == FLEET and owner != mover and (owner, mover) not in board.alliances


def is_left(board: Board, orders: Mapping[int, Order]) -> bool:
    """Whether who stands in Messina is ordered to turn garrison, and so keeps nobody from going this season."""
    keeper = orders.get(board.theatre.keeper)
    return keeper is not None and keeper.act is Act.CONVERT
