"""Which special units a power may have."""

from __future__ import annotations

from engine.machiavelli2.state import ORDINARY, Board

BUILT, BRIBED, HAD = "xb", "xr", "xrb"
"""Letters of a limit that let a unit be built, be bribed, be had at all."""


def may_have(board: Board, power: int, kind: int, rank: int, how: str = HAD) -> bool:
    """Whether a power may have, or come by in some way, a unit of this kind and rank."""
    return power < 0 or board.theatre.limits[power][kind][rank] in how


def has_special(board: Board, power: int) -> bool:
    """Whether a power has a special unit: one at most can be built, kept or bought."""
    return any(board.ranks[place] != ORDINARY for place in board.forces.owned(power))
