"""The complete list of legal orders, by one definition; an order is legal iff it is listed.

A unit holds, moves on its own graph, supports what stands in or moves to a
province it could step to itself, and takes part in convoys over chains of
fleets at sea (`convoy`). A list is put together from blocks which depend on one
or two units, or on an army and its waters, and are made once a map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from itertools import repeat
from operator import itemgetter

from engine.conflict.convoy import bits
from engine.conflict.orders import ARMY, FLEET, NONE, Act, Forces, OrderId, OrderTable, Unit

Block = tuple[OrderId, ...]

_BOARDS_KEPT = 64
"""Boards whose lists are kept: a request, its prompts and the reading of the answers ask for the same ones."""
_VOYAGES_KEPT = 1_000
"""Voyages kept before all are forgotten. They depend on which seas hold fleets; a night of play meets some hundreds."""

_MOVE, _SUPPORT_MOVE, _CONVOY = Act.MOVE.value, Act.SUPPORT_MOVE.value, Act.CONVOY.value


def legal_orders(table: OrderTable, forces: Forces, province: int) -> Block:
    """Every legal order of the unit in this province, complete, in canonical order; empty without a unit.

    Canonical order: hold, moves by destination, moves by convoy, supports by the
    other unit's province (hold first, then by destination), then by army what a
    convoy of it offers: supports of its landings, convoys.
    """
    return _lists(table, forces.units).get(province, ())


def every_legal_order(table: OrderTable, forces: Forces) -> Mapping[int, Block]:
    """`legal_orders` of all units at once, by province ascending."""
    return _lists(table, forces.units)


@lru_cache(_BOARDS_KEPT)
def _lists(table: OrderTable, board: tuple[Unit, ...]) -> Mapping[int, Block]:
    return _blocks(table).lists(board)


def is_legal(table: OrderTable, forces: Forces, order: OrderId) -> bool:
    """Whether the order is listed for its unit on this board (a support that names a coast: listed without it)."""
    return plain(table, order) in legal_orders(table, forces, table.source[order])


def plain(table: OrderTable, order: OrderId) -> OrderId:
    """The order as a list prints it: a support without the coast it insists on."""
    if table.act[order] != Act.SUPPORT_MOVE or table.to[order] == table.target[order]:
        return order
    return table.intern(table.order(order)._replace(to=table.target[order]))


class _Supports(dict[Unit, Block]):
    """By other unit, how one unit supports it without convoys: its hold, then its moves; made when asked for."""

    def __init__(self, table: OrderTable, unit: Unit) -> None:
        super().__init__({NONE: (), unit: ()})
        self._table = table
        self._unit = unit

    def __missing__(self, other: Unit) -> Block:
        table, unit = self._table, self._unit
        reach = table.reach(unit)
        own = table.province(unit)
        orders = [table.number(Act.SUPPORT_HOLD, unit, other)] if table.province(other) in reach else []
        orders += [
            table.number(Act.SUPPORT_MOVE, unit, other, target)
            for target in table.reach(other)
            if target in reach and target != own
        ]
        block = self[other] = tuple(orders)
        return block


class _Offers(dict[tuple[Unit, Unit, int, int], Block]):
    """What a unit offers an army at sea, by unit, army and the masks of the landings it supports and convoys to.

    `reach` masks, by unit, the provinces it could step to.
    """

    def __init__(self, table: OrderTable) -> None:
        super().__init__()
        geography = table.geography
        armies = [province * 2 + ARMY for province in range(geography.n) if geography.land[province]]
        fleets = [berth * 2 + FLEET for berths in geography.berths for berth in berths]
        self._ids = table.ids
        self.reach = {unit: sum([1 << province for province in table.reach(unit)]) for unit in armies + fleets}

    def __missing__(self, offer: tuple[Unit, Unit, int, int]) -> Block:
        unit, army, supported, carried = offer
        ids = self._ids
        orders = [ids[_SUPPORT_MOVE, unit, army, landing, False] for landing in bits(supported)]
        orders += [ids[_CONVOY, unit, army, landing, False] for landing in bits(carried)]
        block = self[offer] = tuple(orders)
        return block


class _Voyage(dict[Unit, Block]):
    """By other unit, what it can do for one army that goes by sea over its waters; made for those who are met.

    That is, supports of landings the army could not step to, if a chain exists
    without the supporter, and convoys by the fleets of a chain. `crossings` are the
    army's own moves.
    """

    __slots__ = ("_army", "_far", "_offers", "crossings")

    def __init__(self, table: OrderTable, offers: _Offers, army: Unit, waters: int, units: Iterable[Unit]) -> None:
        coast, reach = table.province(army), offers.reach
        landings, fleets = table.chains.passages(coast, waters)
        far = landings & ~reach[army]
        super().__init__(
            {unit: offers[unit, army, shared, 0] if (shared := far & reach[unit]) else () for unit in units}
        )
        for sea, carried, spared in fleets:
            fleet = sea * 2 + FLEET
            self[fleet] = offers[fleet, army, spared & far & reach[fleet], carried]
        self.crossings = tuple([table.ids[_MOVE, army, NONE, landing, True] for landing in bits(landings)])
        self._army = army
        self._offers = offers
        self._far = far

    def __missing__(self, unit: Unit) -> Block:
        supported = self._far & self._offers.reach[unit]
        block = self[unit] = self._offers[unit, self._army, supported, 0] if supported else ()
        return block


_Look = Callable[[tuple[Unit, ...]], tuple[Unit, ...]]
"""Picks who stands in some provinces out of the units by province."""


class _Blocks:
    """All blocks of one map."""

    def __init__(self, table: OrderTable) -> None:
        self._table = table
        self._units: dict[Unit, tuple[int, Block, _Look, Callable[[Unit], Block]]] = {}
        self._voyages: dict[tuple[Unit, int], _Voyage] = {}
        self._offers = _Offers(table)

    def lists(self, board: tuple[Unit, ...]) -> dict[int, Block]:
        """The lists of all units on this board (units by province)."""
        units = [unit for unit in board if unit >= 0]
        voyages = self._voyages_of(board, units)
        # One row a voyage, one block a unit in it; twice the first unit, so that the getter gives a tuple.
        rows = map(itemgetter(*units, units[0]), voyages.values()) if voyages else ()
        offered = zip(*rows, strict=True) if voyages else repeat(())
        lists = {}
        for unit, offers in zip(units, offered, strict=False):
            province, orders, look, supports = self._units.get(unit) or self._make(unit)
            if unit in voyages:
                orders += voyages[unit].crossings
            lists[province] = sum(offers, sum(map(supports, look(board)), orders))
        return lists

    def _voyages_of(self, board: tuple[Unit, ...], units: list[Unit]) -> dict[Unit, _Voyage]:
        """The convoys on offer, by army in ascending province."""
        chains = self._table.chains
        parts, ports = chains.waters(board), chains.ports
        found: dict[Unit, _Voyage] = {}
        for unit in units if parts else ():
            if unit & 1 == ARMY:
                port, waters = ports[unit >> 1], 0
                for part in parts:
                    if part & port:
                        waters |= part
                if waters:
                    found[unit] = self._voyages.get((unit, waters)) or self._embark(unit, waters, units)
        return found

    def _embark(self, army: Unit, waters: int, units: list[Unit]) -> _Voyage:
        if len(self._voyages) >= _VOYAGES_KEPT:
            self._voyages.clear()
            self._offers.clear()
        voyage = self._voyages[army, waters] = _Voyage(self._table, self._offers, army, waters, units)
        return voyage

    def _make(self, unit: Unit) -> tuple[int, Block, _Look, Callable[[Unit], Block]]:
        """Where a unit stands, its own orders, how to look at those whom it could support, and how it does."""
        table, geography = self._table, self._table.geography
        province, reach = table.province(unit), table.reach(unit)
        steps = geography.fleet_neighbours[unit >> 1] if unit & 1 == FLEET else geography.army_neighbours[province]
        moves = [table.move(unit, space) for space in sorted(steps, key=geography.spaces.__getitem__)]
        near = sorted(set(reach).union(*(_sources(table, target) for target in reach)) - {province})
        # With the unit's own province, which offers nothing: a getter of one alone would give no tuple.
        look = itemgetter(province, *(near or (province,)))
        orders = (table.hold(unit), *moves)
        made = self._units[unit] = (province, orders, look, _Supports(table, unit).__getitem__)
        return made


def _sources(table: OrderTable, target: int) -> set[int]:
    geography = table.geography
    by_sea = {
        geography.province_of[space]
        for berth in geography.berths[target]
        for space in geography.fleet_neighbours[berth]
    }
    return by_sea.union(geography.army_neighbours[target])


@cache
def _blocks(table: OrderTable) -> _Blocks:
    return _Blocks(table)
