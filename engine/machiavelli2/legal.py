"""The complete list of a unit's legal orders, by one definition; an order is legal iff it is listed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property

from engine.conflict.orders import ARMY, FLEET, NONE, Unit
from engine.machiavelli2.convoys import Route, voyages
from engine.machiavelli2.map.theatre import GARRISON, Theatre
from engine.machiavelli2.orders import Act, Order, Orders
from engine.machiavelli2.permits import may_have
from engine.machiavelli2.state import Board

Block = tuple[Order, ...]


class Handbook:
    """What never changes of one theatre: its orders, and each unit's ways to move and to support another."""

    def __init__(self, theatre: Theatre) -> None:
        self.orders = Orders(theatre)
        self._theatre = theatre
        self._moves: dict[Unit, Block] = {}
        self._supports: dict[tuple[Unit, Unit], Block] = {}

    def moves(self, unit: Unit) -> Block:
        """Moves without a convoy; a garrison has none."""
        block = self._moves.get(unit)
        if block is None:
            goals = self._theatre.reach(unit) if unit >> 1 < self._theatre.n else ()
            block = self._moves[unit] = tuple(Order(Act.MOVE, unit, NONE, goal) for goal in goals)
        return block

    def supports(self, unit: Unit, other: Unit) -> Block:
        """How one unit supports another without convoys: where it stands, then into each place it can move to.

        A unit supports into areas it could step to, a garrison into its own. A
        garrison is supported from outside its area, whether it stands or comes out.
        """
        block = self._supports.get((unit, other))
        if block is None:
            block = self._supports[unit, other] = tuple(self._supported(unit, other))
        return block

    def _supported(self, unit: Unit, other: Unit) -> Iterator[Order]:
        theatre = self._theatre
        reach, own = theatre.reach(unit), unit >> 1
        where = theatre.area_of[other >> 1]
        if where in reach and other != unit:
            yield Order(Act.SUPPORT, unit, other)
        if other >> 1 < theatre.n and other != unit:
            yield from (
                Order(Act.SUPPORT_MOVE, unit, other, goal)
                for goal in theatre.reach(other)
                if goal in reach and goal != own
            )


@cache
def handbook(theatre: Theatre) -> Handbook:
    """The handbook of a theatre, made once."""
    return Handbook(theatre)


class Catalogue:
    """The legal orders of one board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._theatre = board.theatre
        self._book = handbook(board.theatre)

    @cached_property
    def _present(self) -> tuple[Unit, ...]:
        theatre = self._theatre
        places = sorted(self._board.forces.occupied(), key=lambda place: (theatre.area_of[place], place))
        return tuple(self._board.forces.units[place] for place in places)

    @cached_property
    def _voyages(self) -> Mapping[int, Mapping[int, tuple[Route, ...]]]:
        return voyages(self._theatre, self._board.forces, self._board.options.coastal_convoys)

    def legal_orders(self, place: int, power: int = NONE) -> Block:
        """Every legal order of the unit in a place, in canonical order; `power` may ask for a unit it will buy.

        Canonical order: hold, besiege, conversions, moves, moves by convoy,
        supports by the other unit's place, supports of landings, convoys, disband.
        """
        unit = self._board.forces.units[place]
        power = self._board.forces.owners[place] if power == NONE else power
        orders = [Order(Act.HOLD, unit), *self._sieges(place), *self._conversions(place, power)]
        orders += self._book.moves(unit)
        orders += self._crossings(unit)
        for other in self._present:
            orders += self._book.supports(unit, other)
        orders += self._landings(unit)
        orders += self._convoys(unit)
        if self._board.options.field_disbands:
            orders.append(Order(Act.DISBAND, unit))
        return tuple(orders)

    def _sieges(self, place: int) -> Iterable[Order]:
        """A siege needs walls with a foreign garrison or rebels behind them, and a port for a fleet."""
        board, theatre = self._board, self._theatre
        if place >= theatre.n or not theatre.has_walls(place):
            return
        unit, holder = board.forces.units[place], board.garrison(place)
        enemy = holder != board.forces.owners[place] if holder != NONE else place in board.city_rebels
        if enemy and (unit & 1 == ARMY or theatre.is_port(place)):
            yield Order(Act.BESIEGE, unit)

    def _conversions(self, place: int, power: int) -> Iterable[Order]:
        board, theatre = self._board, self._theatre
        unit, rank, area = board.forces.units[place], board.ranks[place], theatre.area_of[place]
        if not theatre.has_walls(area) or not board.options.garrisons:
            return
        kinds: tuple[int, ...] = (ARMY, FLEET)
        if place < theatre.n:
            own_inside = board.garrison(area) == board.forces.owners[place]
            kinds = () if own_inside or (unit & 1 == FLEET and not theatre.is_port(area)) else (GARRISON,)
        for kind in kinds:
            shut = (kind == ARMY and area == theatre.venice) or (kind == FLEET and not theatre.is_port(area))
            if not shut and (may_have(board, power, kind, rank) or not board.options.judge_compat):
                yield Order(Act.CONVERT, unit, NONE, kind)

    def _crossings(self, unit: Unit) -> Iterable[Order]:
        if unit & 1 == ARMY and unit >> 1 in self._voyages:
            for goal, routes in self._voyages[unit >> 1].items():
                yield from (Order(Act.MOVE, unit, NONE, goal, route) for route in routes)

    def _landings(self, unit: Unit) -> Iterable[Order]:
        """Supports of landings the army could not step to, if some route does not need the supporter."""
        reach, own = self._theatre.reach(unit), unit >> 1
        for area, landings in self._voyages.items():
            army = self._board.forces.units[area]
            if army == unit:
                continue
            for goal, routes in landings.items():
                near = goal in reach and goal != own and goal not in self._theatre.reach(army)
                if near and any(own not in route for route in routes):
                    yield Order(Act.SUPPORT_MOVE, unit, army, goal)

    def _convoys(self, unit: Unit) -> Iterable[Order]:
        if unit & 1 == ARMY:
            return
        for area, landings in self._voyages.items():
            army = self._board.forces.units[area]
            for goal, routes in landings.items():
                if any(unit >> 1 in route for route in routes):
                    yield Order(Act.CONVOY, unit, army, goal)
