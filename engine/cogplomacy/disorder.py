"""Civil disorder: which units go when a power does not say."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cogplomacy.map.board import GEOGRAPHY
from engine.cogplomacy.map.europe import ANY_WAY, HOME_OF
from engine.cogplomacy.state import Board
from engine.conflict.orders import FLEET, Unit
from engine.geography import INF


def in_disorder(board: Board, power: int, number: int, spared: Iterable[int] = ()) -> tuple[int, ...]:
    """The provinces of this many units, in the order they go; what stands in `spared` is left alone.

    Furthest from the nearest home centre first, each on its own movement graph.
    `house`: home centres the power still owns, ties by code. `datc` (4.D.8): all
    its home centres, armies over land and sea alike, ties by fleets before
    armies, then by code.
    """
    left = [province for province in board.units(power) if province not in set(spared)]
    units = board.forces.units
    if board.options.edition.disorder_from_home:
        homes = HOME_OF[power]
        left.sort(key=lambda p: (-_over_all(units[p], homes), -(units[p] & 1), p))
    else:
        homes = tuple(home for home in HOME_OF[power] if board.owners[home] == power)
        left.sort(key=lambda p: (-distance(units[p], homes), p))
    return tuple(left[:number])


def distance(unit: Unit, goals: Iterable[int]) -> int:
    """Hops from where a unit stands to the nearest of these provinces on its own graph, or `INF`."""
    row = (GEOGRAPHY.fleet_distances if unit & 1 == FLEET else GEOGRAPHY.army_distances)[unit >> 1]
    return min(map(row.__getitem__, goals), default=INF)


def _over_all(unit: Unit, goals: Iterable[int]) -> int:
    return distance(unit, goals) if unit & 1 == FLEET else min(map(ANY_WAY[unit >> 1].__getitem__, goals))
