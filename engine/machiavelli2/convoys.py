"""Routes of convoys: seas, each holding a fleet, that bring an army from one coast to another."""

from __future__ import annotations

from collections.abc import Mapping

from engine.conflict.orders import ARMY, NONE, Forces
from engine.machiavelli2.map.theatre import Theatre

Route = tuple[int, ...]


def voyages(theatre: Theatre, forces: Forces, coastal: bool) -> Mapping[int, Mapping[int, tuple[Route, ...]]]:
    """By army that can go by sea, and by province it can land in, all routes without a detour.

    `coastal` lets fleets in provinces carry too, Venice apart. An army never
    lands in Venice.
    """
    units = forces.units
    carrying = {
        area
        for area in range(theatre.n)
        if units[area] != NONE and units[area] & 1 and (coastal or theatre.sea[area]) and area != theatre.venice
    }
    found = {}
    for area in theatre.provinces if carrying else ():
        if units[area] != NONE and units[area] & 1 == ARMY and not carrying.isdisjoint(theatre.fleet_reach[area]):
            landings = _landings(theatre, carrying, area)
            if landings:
                found[area] = landings
    return found


def _landings(theatre: Theatre, carrying: set[int], start: int) -> dict[int, tuple[Route, ...]]:
    found: dict[int, list[Route]] = {}
    # A route without a detour: no fleet of it but the last touches the goal, none but its neighbours another one.
    # Each step: the route, fleets it cannot take any more, its own areas and coasts touched before its last fleet.
    steps: list[tuple[Route, frozenset[int], frozenset[int]]] = [((), frozenset({start}), frozenset({start}))]
    while steps:
        route, closed, touched = steps.pop()
        reach = frozenset(theatre.fleet_reach[route[-1] if route else start])
        for area in reach.difference(touched) if route else ():
            if not theatre.sea[area] and area != theatre.venice:
                found.setdefault(area, []).append(route)
        passed = touched | reach if route else touched
        steps.extend(((*route, area), closed | reach, passed | {area}) for area in (carrying & reach) - closed)
    return {area: tuple(sorted(routes)) for area, routes in sorted(found.items())}
