"""The march of a scripted player: each unit to its best neighbour, the others in support."""

from __future__ import annotations

from collections.abc import Callable, Collection

from engine.conflict.orders import FLEET, NONE, Act, Forces, Order, OrderTable, Unit

Rank = Callable[[int, int], int]
"""How good it is for the unit in a province to go to a space: 0 is best."""


def march(
    table: OrderTable, forces: Forces, power: int, rank: Rank, *, below: int, attacks: Collection[int]
) -> dict[str, str]:
    """An order for every unit of a power, by its text.

    Units choose in code order, ties go by code, never two to one province, and
    nobody goes for a rank that is not below `below`. A unit whose own rank is no
    attack supports the first attack it can reach, else it goes, else holds.
    """
    best: dict[int, tuple[int, int]] = {}
    taken: set[int] = set()
    own = forces.owned(power)
    for province in own:
        ranked = [
            (found, space)
            for space in steps(table, forces.units[province])
            if table.geography.province_of[space] not in taken and (found := rank(province, space)) < below
        ]
        if ranked:
            best[province] = min(ranked, key=lambda choice: choice[0])
            taken.add(table.geography.province_of[best[province][1]])
    attacking = {province: space for province, (found, space) in best.items() if found in attacks}
    orders = {}
    for province in own:
        unit = forces.units[province]
        order = table.hold(unit)
        if province in best:
            order = table.move(unit, best[province][1])
        if province not in attacking:
            help_given = _support(table, forces, unit, attacking)
            order = order if help_given is None else help_given
        orders[table.unit_text(unit)] = table.text(order)
    return orders


def guard(table: OrderTable, forces: Forces, power: int, posts: Collection[int]) -> dict[str, str]:
    """Every unit of a power supports the hold of the first own unit on a post in its reach, else holds."""
    orders = {}
    for province in forces.owned(power):
        unit = forces.units[province]
        friend = next((p for p in table.reach(unit) if forces.owners[p] == power and p in posts), NONE)
        order = Order(Act.HOLD, unit) if friend == NONE else Order(Act.SUPPORT_HOLD, unit, forces.units[friend])
        orders[table.unit_text(unit)] = table.text(table.intern(order))
    return orders


def steps(table: OrderTable, unit: Unit) -> list[int]:
    """The spaces a unit can go to without a convoy, by code."""
    geography = table.geography
    graph = geography.fleet_neighbours if unit & 1 == FLEET else geography.army_neighbours
    return sorted(graph[unit >> 1], key=geography.spaces.__getitem__)


def _support(table: OrderTable, forces: Forces, unit: Unit, attacking: dict[int, int]) -> int | None:
    reach = table.reach(unit)
    for attacker, space in attacking.items():
        target = table.geography.province_of[space]
        if target in reach:
            return table.intern(Order(Act.SUPPORT_MOVE, unit, forces.units[attacker], target))
    return None
