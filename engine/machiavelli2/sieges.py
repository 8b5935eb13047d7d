"""What movement leaves behind in cities and unruly provinces: sieges, fallen garrisons, rebels put down or freed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.conflict.orders import NONE
from engine.machiavelli2.battle import Battle, removed
from engine.machiavelli2.orders import Act
from engine.machiavelli2.state import Board


@dataclass(frozen=True, slots=True)
class Aftermath:
    """The board after sieges and rebellions.

    `fallen` are areas whose garrison was starved out, `begun` new sieges, `freed`
    areas whose rebels an entry or conversion ended, `calmed` areas where others did.
    """

    board: Board
    fallen: tuple[int, ...] = ()
    begun: tuple[int, ...] = ()
    freed: tuple[int, ...] = ()
    calmed: tuple[int, ...] = ()


def aftermath(battle: Battle) -> Aftermath:
    """Rebels first, then sieges: a besieger's second season ends one or the other."""
    freed = _freed(battle)
    board = _calmed(battle.board, freed, freed)
    holding = _holding(battle)
    board = _calmed(board, holding, frozenset())
    fallen, begun, stormed = _besieged(battle, board)
    board = _calmed(board, stormed, stormed)
    board = removed(board, tuple(board.theatre.city_of[area] for area in fallen))
    calmed = (holding | stormed) & (battle.before.rebels | battle.before.city_rebels)
    return Aftermath(
        replace(board, sieges=frozenset(begun)),
        tuple(sorted(fallen)),
        tuple(sorted(begun)),
        tuple(sorted(freed)),
        tuple(sorted(calmed)),
    )


def _calmed(board: Board, provinces: frozenset[int], cities: frozenset[int]) -> Board:
    if board.rebels.isdisjoint(provinces) and board.city_rebels.isdisjoint(cities):
        return board
    return replace(board, rebels=board.rebels - provinces, city_rebels=board.city_rebels - cities)


def _freed(battle: Battle) -> frozenset[int]:
    """Areas in rebellion against somebody else which a unit entered, or converted in."""
    board = battle.before
    unruly = board.rebels | board.city_rebels
    return frozenset(
        area
        for place, unit in battle.arrived.items()
        if (area := board.theatre.area_of[unit >> 1]) in unruly and board.owners[area] != board.forces.owners[place]
    )


def _holding(battle: Battle) -> frozenset[int]:
    """Provinces in rebellion where the controller's army or fleet holds; the old judge lets any unit do it."""
    board = battle.before
    anybody = board.options.judge_compat
    return frozenset(
        area
        for place in battle.orders
        if battle.succeeded(place, Act.HOLD)
        and (area := board.theatre.area_of[place]) in board.rebels
        and (anybody or (place < board.theatre.n and board.owners[area] == board.forces.owners[place]))
    )


def _besieged(battle: Battle, board: Board) -> tuple[frozenset[int], frozenset[int], frozenset[int]]:
    """Garrisons that fell, sieges begun, rebels starved out: by a besieger who was not driven out.

    The second season takes a garrison whose strength is not above the
    besieger's; either way the next siege begins afresh.
    """
    fallen, begun, stormed = set(), set(), set()
    before = battle.before
    for area in battle.orders:
        if not battle.succeeded(area, Act.BESIEGE):
            continue
        city = before.theatre.city_of[area]
        held = before.garrison(area) != NONE
        if area not in before.sieges:
            begun.add(area)
        elif not held:
            stormed.add(area)
        elif battle.strength(area) >= battle.strength(city):
            fallen.add(area)
    return frozenset(fallen), frozenset(begun), frozenset(stormed)
