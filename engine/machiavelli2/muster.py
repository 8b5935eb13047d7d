"""Before anything moves: which orders can have an effect, and how they are put to the shared adjudicator.

A conversion is a move between the places of one area. A garrison that comes
out contests its province like anybody else; one that goes in meets nobody.
Besieging is standing. Venice holds one unit, so a fleet that makes for its city
stands there until all who want to drive it out have failed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise

from engine.conflict.arms import Arms
from engine.conflict.orders import NONE, OrderId
from engine.machiavelli2 import rules
from engine.machiavelli2.legal import handbook
from engine.machiavelli2.map.theatre import GARRISON
from engine.machiavelli2.orders import Act, Order
from engine.machiavelli2.state import Board
from engine.machiavelli2.strait import is_left, is_shut


class Fault(StrEnum):
    """Why an order had no effect before any fighting."""

    STRAIT = "strait shut"
    SIEGE = "besieged"
    GARRISON = "garrison"
    REBELS = "rebels"
    NO_CONVOY = "no convoy"
    NO_ENEMY = "nobody to besiege"
    VOID = "void"


@dataclass(slots=True)
class Muster:
    """The orders of a campaign, ready to be adjudicated; units ordered to disband are gone from `board`.

    `moves` are the orders the adjudicator knows, by place; `faults` those without effect.
    """

    board: Board
    orders: Mapping[int, Order]
    moves: dict[int, OrderId] = field(default_factory=dict)
    faults: dict[int, Fault] = field(default_factory=dict)
    barred: set[int] = field(default_factory=set)
    stopped: set[int] = field(default_factory=set)
    routes: dict[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def arms(self) -> Arms:
        """What every unit is worth, and whose way is shut."""
        return Arms(
            strength=tuple(map(rules.STRENGTH.__getitem__, self.board.ranks)),
            extra=self._rebel_help(),
            barred=frozenset(self.barred),
            stopped=frozenset(self.stopped),
            routes=self.routes,
        )

    def check(self) -> None:
        """Look at every order once: first who wants to go where, then who helps."""
        for place, order in self.orders.items():
            if order.act is Act.MOVE:
                self._move(place, order)
            elif order.act is Act.CONVERT:
                self._convert(place, order)
            elif order.act is Act.BESIEGE and not self._besiegeable(place):
                self.faults[place] = Fault.NO_ENEMY
        for place, order in self.orders.items():
            if order.act in (Act.SUPPORT, Act.SUPPORT_MOVE):
                self._support(place, order)
            elif order.act is Act.CONVOY:
                self._convoy(place, order)

    def _bar(self, place: int, fault: Fault) -> None:
        self.barred.add(place)
        self.faults[place] = fault

    def _move(self, place: int, order: Order) -> None:
        board, theatre = self.board, self.board.theatre
        self.moves[place] = handbook(theatre).orders.movement(order)
        path = (place, *order.route, order.to)
        if any(self._shut(place, one, two) for one, two in pairwise(path)):
            self._bar(place, Fault.STRAIT)
        elif order.route:
            self._embark(place, order)
        elif order.to == theatre.venice:
            owner = board.forces.owners[place]
            if order.to in board.city_rebels and board.owners[order.to] == owner:
                self._bar(place, Fault.REBELS)
            elif board.garrison(order.to) != NONE:
                self.stopped.add(place)
                self.faults[place] = Fault.GARRISON

    def _embark(self, place: int, order: Order) -> None:
        """A convoyed move needs a matching convoy of every fleet of its route."""
        wanted = (Act.CONVOY, order.unit, order.to)
        ordered = (self.orders.get(fleet) for fleet in order.route)
        if all(helper is not None and (helper.act, helper.other, helper.to) == wanted for helper in ordered):
            self.routes[place] = order.route
        else:
            self._bar(place, Fault.NO_CONVOY)

    def _shut(self, place: int, one: int, two: int) -> bool:
        """Whether the strait is shut to a unit: not by a fleet that is about to turn garrison."""
        return not is_left(self.board, self.orders) and is_shut(self.board, self.board.forces.owners[place], one, two)

    def _convert(self, place: int, order: Order) -> None:
        board, theatre = self.board, self.board.theatre
        area, owner = theatre.area_of[place], board.forces.owners[place]
        if order.to == GARRISON and area == theatre.venice:
            if area in board.city_rebels:
                self.faults[place] = Fault.REBELS
            return
        if order.to == GARRISON:
            if board.garrison(area) != NONE:
                self._bar(place, Fault.GARRISON)
            elif area in board.city_rebels:
                self._bar(place, Fault.REBELS)
        elif area in board.sieges and board.forces.owners[area] != owner:
            self._bar(place, Fault.SIEGE)
        self.moves[place] = handbook(theatre).orders.movement(order)

    def _besiegeable(self, place: int) -> bool:
        holder = self.board.garrison(place)
        if holder == NONE:
            return place in self.board.city_rebels
        return holder != self.board.forces.owners[place]

    def _support(self, place: int, order: Order) -> None:
        board, theatre = self.board, self.board.theatre
        other = order.other >> 1
        helped = self.orders.get(other)
        goal = order.to if order.to != NONE else theatre.area_of[other]
        if self._shut(place, theatre.area_of[place], goal):
            self.faults[place] = Fault.STRAIT
        elif board.forces.units[other] != order.other or not _as_said(order, helped, garrison=other >= theatre.n):
            self.faults[place] = Fault.VOID
        else:
            comes_out = helped is not None and helped.act is Act.CONVERT
            to = goal if comes_out or order.to != NONE else NONE
            self.moves[place] = handbook(theatre).orders.support(order, to)

    def _convoy(self, place: int, order: Order) -> None:
        if place in self.routes.get(order.other >> 1, ()):
            self.moves[place] = handbook(self.board.theatre).orders.convoy(order)
        else:
            self.faults[place] = Fault.VOID

    def _rebel_help(self) -> dict[int, int]:
        """A point for the only one, its controller aside, who is ordered into an area in rebellion."""
        board = self.board
        unruly = board.rebels | board.city_rebels
        invaders: dict[int, list[int]] = {}
        for place, order in self.orders.items() if unruly else ():
            if order.act is Act.MOVE and order.to in unruly and board.owners[order.to] != board.forces.owners[place]:
                invaders.setdefault(order.to, []).append(place)
        found = {places[0]: 1 for places in invaders.values() if len(places) == 1}
        for place, order in self.orders.items() if unruly else ():
            area = board.theatre.area_of[place]
            comes_out = order.act is Act.CONVERT and order.to != GARRISON
            if comes_out and area in unruly - invaders.keys() and board.owners[area] != board.forces.owners[place]:
                found[place] = 1
        return found


def _as_said(order: Order, helped: Order | None, *, garrison: bool) -> bool:
    """Whether the supported unit does what the support says: a garrison may stand or come out."""
    if order.act is Act.SUPPORT_MOVE:
        return helped is not None and helped.act is Act.MOVE and helped.to == order.to
    return helped is None or garrison or helped.act not in (Act.MOVE, Act.CONVERT)


def muster(board: Board, orders: Mapping[int, Order]) -> Muster:
    """The orders of all units, by place, made ready; a unit without an order stands."""
    mustered = Muster(board, orders)
    mustered.check()
    return mustered
