"""The complete list of legal orders, by one definition; an order is legal iff it is listed.

A unit holds, moves on its own graph, supports what stands in or moves to a
province it could step to itself, and takes part in convoys over chains of
fleets at sea (`convoy`). A list is put together from blocks which depend on one
or two units, or on an army and its waters, and are made once a map.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain, repeat
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
    return _blocks(table).lists(forces.units, (unit,))[0] if unit >= 0 else ()


def every_legal_order(table: OrderTable, forces: Forces) -> dict[int, Block]:
    """`legal_orders` of all units at once, by province ascending."""
    units = [unit for unit in forces.units if unit >= 0]
    lists = _blocks(table).lists(forces.units, units)
    return dict(zip(map(table.geography.province_of.__getitem__, [unit >> 1 for unit in units]), lists, strict=True))


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


class _Near(dict[tuple[Unit, ...], Block]):
    """By who stands in a few provinces, what they offer one unit to support; made when asked for."""

    def __init__(self, supports: _Supports) -> None:
        super().__init__()
        self._supports = supports

    def __missing__(self, others: tuple[Unit, ...]) -> Block:
        block = self[others] = tuple(_flat(map(self._supports.__getitem__, others)))
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
        landings = table.chains.landings(self._coast, waters)
        self._far = frozenset(landings).difference(table.reach(army))
        self.crossings = tuple(table.move(army, landing, via=True) for landing in landings)

    def __missing__(self, unit: Unit) -> Block:
        table, chains, army = self._table, self._table.chains, self._army
        own = table.province(unit)
        seas = self._waters & ~chains.bit[own]
        orders = [
            Order(Act.SUPPORT_MOVE, unit, army, landing)
            for landing in sorted(self._far.intersection(table.reach(unit)))
            if landing != own and chains.joined(self._coast, landing, seas)
        ]
        if seas != self._waters:
            needed = chains.needed(self._coast, self._waters)
            orders += [
                Order(Act.CONVOY, unit, army, landing)
                for landing in sorted(needed)
                if needed[landing] & chains.bit[own]
            ]
        block = self[unit] = tuple(map(table.intern, orders))
        return block


_Look = Callable[[tuple[Unit, ...]], tuple[Unit, ...]]
"""Picks who stands in some provinces out of the units by province."""

_TOGETHER = 4
"""How many provinces are looked at as one: few enough that what stands there repeats."""


class _Blocks:
    """All blocks of one map."""

    def __init__(self, table: OrderTable) -> None:
        self._table = table
        self._units: dict[Unit, tuple[Block, list[tuple[_Look, _Near]]]] = {}
        self._voyages: dict[tuple[Unit, int], _Voyage] = {}

    def lists(self, board: tuple[Unit, ...], units: Sequence[Unit]) -> list[Block]:
        """The lists of these units on this board (units by province)."""
        voyages = self._voyages_of(board)
        # One row a voyage, one block a unit in it; twice the first unit, so that the getter gives a tuple.
        rows = map(itemgetter(*units, units[0]), voyages.values()) if voyages else ()
        offered = zip(*rows, strict=True) if voyages else repeat(())
        lists = []
        for unit, crossings in zip(units, offered, strict=False):
            own, parts = self._units.get(unit) or self._make(unit)
            orders = [*own, *voyages[unit].crossings] if unit in voyages else [*own]
            for look, near in parts:
                orders += near[look(board)]
            for block in crossings:
                orders += block
            lists.append(tuple(orders))
        return lists

    def _voyages_of(self, board: tuple[Unit, ...]) -> dict[Unit, _Voyage]:
        """The convoys on offer, by army in ascending province."""
        found: dict[Unit, _Voyage] = {}
        for province, waters in self._table.chains.waters(board):
            unit = board[province]
            if unit >= 0 and unit & 1 == ARMY:
                key = (unit, waters)
                voyage = self._voyages.get(key)
                if voyage is None:
                    voyage = self._voyages[key] = _Voyage(self._table, unit, waters)
                found[unit] = voyage
        return found

    def _make(self, unit: Unit) -> tuple[Block, list[tuple[_Look, _Near]]]:
        table, geography = self._table, self._table.geography
        province, reach = table.province(unit), table.reach(unit)
        steps = geography.fleet_neighbours[unit >> 1] if unit & 1 == FLEET else geography.army_neighbours[province]
        moves = [table.move(unit, space) for space in sorted(steps, key=geography.spaces.__getitem__)]
        near = sorted(set(reach).union(*(_sources(table, target) for target in reach)) - {province})
        supports = _Supports(table, unit)
        # Padded with the unit's own province, which offers nothing: a getter of one alone would give no tuple.
        parts: list[tuple[_Look, _Near]] = [
            (itemgetter(*near[start : start + _TOGETHER], province), _Near(supports))
            for start in range(0, len(near), _TOGETHER)
        ]
        made = self._units[unit] = ((table.hold(unit), *moves), parts)
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
