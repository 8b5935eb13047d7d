"""A campaign's movement: orders put to the shared adjudicator, and who stands where afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.conflict.orders import NONE, Forces, Unit
from engine.conflict.resolve import settle
from engine.conflict.rulebook import HOUSE
from engine.conflict.strength import Situation
from engine.machiavelli2.map.theatre import GARRISON
from engine.machiavelli2.muster import Fault, Muster, muster
from engine.machiavelli2.orders import Act, Order
from engine.machiavelli2.state import ORDINARY, Board


@dataclass(frozen=True)
class Battle:
    """What movement led to, by place of the unit before it.

    `board` holds the units that were not dislodged, where they stand now, with
    all else as before; `before` is the board adjudicated, without those who
    disbanded by order. `arrived` is the new unit of all who went or converted,
    `driven_out` the mover who dislodged a unit.
    """

    board: Board
    before: Board
    orders: Mapping[int, Order]
    faults: Mapping[int, Fault]
    situation: Situation
    arrived: Mapping[int, Unit]
    driven_out: Mapping[int, int]
    disbanded: tuple[int, ...]

    def succeeded(self, place: int, act: Act) -> bool:
        """Whether the unit there had such an order, without fault, and was not driven out."""
        order = self.orders.get(place)
        return order is not None and order.act is act and place not in self.faults and place not in self.driven_out

    def strength(self, place: int) -> int:
        """What a unit is worth with all supports it was given."""
        situation = self.situation
        given = (s for s in situation.supporters.get(place, ()) if situation.results[s])
        return situation.strength[place] + sum(
            1 if situation.strength[supporter] == 1 else situation.left(supporter)[0] for supporter in given
        )


def fight(board: Board, orders: Mapping[int, Order]) -> Battle:
    """Adjudicate the orders, by place, of the units of a board; a unit without one stands."""
    disbanded = tuple(place for place, order in orders.items() if order.act is Act.DISBAND)
    board = removed(board, disbanded)
    kept = {place: order for place, order in orders.items() if order.act is not Act.DISBAND}
    mustered = muster(board, kept)
    situation = Situation(board.theatre.table, HOUSE, board.forces, mustered.moves, mustered.arms)
    settle(situation)
    arrived = _arrivals(board, mustered, situation)
    goals = {unit >> 1: place for place, unit in arrived.items()}
    driven_out = {
        place: mover for place, mover in goals.items() if board.forces.units[place] != NONE and place not in arrived
    }
    return Battle(
        _moved(board, arrived, tuple(driven_out)),
        board,
        kept,
        mustered.faults,
        situation,
        arrived,
        driven_out,
        disbanded,
    )


def _arrivals(board: Board, mustered: Muster, situation: Situation) -> dict[int, Unit]:
    theatre = board.theatre
    arrived = {}
    for place in situation.moving:
        if situation.results[place]:
            order = mustered.orders[place]
            if order.act is Act.MOVE:
                arrived[place] = order.to * 2 + (order.unit & 1)
            else:
                arrived[place] = theatre.unit(order.to, theatre.area_of[place])
    fleet = mustered.orders.get(theatre.venice)
    if fleet is not None and fleet.act is Act.CONVERT and theatre.venice not in mustered.faults:
        entered = any(situation.results[mover] for mover in situation.attackers.get(theatre.venice, ()))
        if not entered:
            arrived[theatre.venice] = theatre.unit(GARRISON, theatre.venice)
    return arrived


def _moved(board: Board, arrived: Mapping[int, Unit], lost: tuple[int, ...]) -> Board:
    units, owners, ranks = list(board.forces.units), list(board.forces.owners), list(board.ranks)
    for place in (*arrived, *lost):
        units[place] = owners[place] = NONE
        ranks[place] = ORDINARY
    for place, unit in arrived.items():
        to = unit >> 1
        units[to], owners[to], ranks[to] = unit, board.forces.owners[place], board.ranks[place]
    return replace(board, forces=Forces(tuple(units), tuple(owners)), ranks=tuple(ranks))


def removed(board: Board, places: tuple[int, ...]) -> Board:
    """The board without the units in these places, and without sieges of their areas."""
    if not places:
        return board
    units, owners, ranks = list(board.forces.units), list(board.forces.owners), list(board.ranks)
    for place in places:
        units[place] = owners[place] = NONE
        ranks[place] = ORDINARY
    sieges = board.sieges.difference(map(board.theatre.area_of.__getitem__, places))
    return replace(board, forces=Forces(tuple(units), tuple(owners)), ranks=tuple(ranks), sieges=sieges)
