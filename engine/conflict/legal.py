"""The complete list of legal orders, by one definition; an order is legal iff it is listed.

A unit holds, moves on its own graph, supports what stands in or moves to a
province it could step to itself, and takes part in convoys over chains of
fleets at sea (`convoy`). A list is put together from blocks which depend on one
or two units, or on an army and its waters, and are made once a map.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import chain
from operator import itemgetter

from engine.conflict.orders import ARMY, FLEET, NONE, Act, Forces, Order, OrderId, OrderTable, Unit

Block = tuple[OrderId, ...]

_flat = chain.from_iterable


def legal_orders(table: OrderTable, forces: Forces, province: int) -> Block:
    """Every legal order of the unit in this province, complete, in canonical order; empty without a unit.

    Canonical order: hold, moves by destination, moves by convoy, supports by the
    other unit's province (hold first, then by destination), then by army what a
    convoy of it offers: supports of its landings, convoys.
    """
    unit = forces.units[province]
    if unit < 0:
        return ()
    blocks = _blocks(table)
    return blocks.of(unit, forces.units, blocks.voyages(forces.units))


def every_legal_order(table: OrderTable, forces: Forces) -> dict[int, Block]:
    """`legal_orders` of all units at once, by province ascending."""
    blocks = _blocks(table)
    units = forces.units
    voyages = blocks.voyages(units)
    of = blocks.of
    return {province: of(unit, units, voyages) for province, unit in enumerate(units) if unit >= 0}


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
        holds = [Order(Act.SUPPORT_HOLD, unit, other)] if table.province(other) in reach else []
        moves = [
            Order(Act.SUPPORT_MOVE, unit, other, target)
            for target in table.reach(other)
            if target in reach and target != own
        ]
        block = self[other] = tuple(map(table.intern, holds + moves))
        return block


class _Voyage(dict[Unit, Block]):
    """By other unit, what the convoys of one army over its waters offer it; made when asked for.

    That is, supports of landings the army could not step to, if a chain exists
    without the supporter, and convoys by the fleets of a chain.
    """

    def __init__(self, table: OrderTable, army: Unit, waters: int) -> None:
        super().__init__({army: ()})
        self._table = table
        self._army = army
        self._waters = waters
        self._coast = table.province(army)
        self._landings = table.chains.landings(self._coast, waters)
        self.crossings = tuple(table.move(army, landing, via=True) for landing in self._landings)

    def __missing__(self, unit: Unit) -> Block:
        table, chains, army = self._table, self._table.chains, self._army
        own, reach = table.province(unit), table.reach(unit)
        seas = self._waters & ~chains.bit[own]
        orders = [
            Order(Act.SUPPORT_MOVE, unit, army, landing)
            for landing in self._landings
            if landing in reach
            and landing != own
            and landing not in table.reach(army)
            and chains.joined(self._coast, landing, seas)
        ]
        if seas != self._waters:
            needed = chains.needed(self._coast, self._waters)
            orders += [
                Order(Act.CONVOY, unit, army, landing)
                for landing in self._landings
                if needed[landing] & chains.bit[own]
            ]
        block = self[unit] = tuple(map(table.intern, orders))
        return block


class _Blocks:
    """All blocks of one map."""

    def __init__(self, table: OrderTable) -> None:
        self._table = table
        self._units: dict[Unit, tuple[Block, Callable[[tuple[Unit, ...]], tuple[Unit, ...]], _Supports]] = {}
        self._voyages: dict[tuple[Unit, int], _Voyage] = {}

    def of(self, unit: Unit, units: tuple[Unit, ...], voyages: dict[Unit, _Voyage]) -> Block:
        """One unit's list."""
        kept = self._units.get(unit)
        if kept is None:
            kept = self._units[unit] = self._make(unit)
        own, nearby, supports = kept
        near = _flat(map(supports.__getitem__, nearby(units)))
        if not voyages:
            return (*own, *near)
        crossings = voyages[unit].crossings if unit in voyages else ()
        return (*own, *crossings, *near, *_flat([voyage[unit] for voyage in voyages.values()]))

    def voyages(self, units: tuple[Unit, ...]) -> dict[Unit, _Voyage]:
        """The convoys on offer, by army in ascending province."""
        waters = self._table.chains.waters(units)
        found: dict[Unit, _Voyage] = {}
        for province, mask in waters:
            unit = units[province]
            if unit >= 0 and unit & 1 == ARMY:
                key = (unit, mask)
                voyage = self._voyages.get(key)
                if voyage is None:
                    voyage = self._voyages[key] = _Voyage(self._table, unit, mask)
                found[unit] = voyage
        return found

    def _make(self, unit: Unit) -> tuple[Block, Callable[[tuple[Unit, ...]], tuple[Unit, ...]], _Supports]:
        table, geography = self._table, self._table.geography
        province, reach = table.province(unit), table.reach(unit)
        steps = geography.fleet_neighbours[unit >> 1] if unit & 1 == FLEET else geography.army_neighbours[province]
        own = (
            table.hold(unit),
            *(table.move(unit, space) for space in sorted(steps, key=geography.spaces.__getitem__)),
        )
        near = set(reach).union(*(_sources(table, target) for target in reach)) - {province}
        # The unit itself, twice, offers nothing: with it the getter gives a tuple however few are near.
        return own, itemgetter(province, province, *sorted(near)), _Supports(table, unit)


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
