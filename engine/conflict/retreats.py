"""Where the dislodged may go, and retreats that all happen at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.conflict.orders import FLEET, Forces
from engine.conflict.resolve import Adjudication, Dislodgement
from engine.conflict.rulebook import Rulebook
from engine.geography import Geography


def retreat_options(geography: Geography, rulebook: Rulebook, adjudication: Adjudication) -> dict[int, tuple[int, ...]]:
    """By province lost, ascending, the spaces its unit may retreat to by code; none: it must disband.

    Adjacent on the unit's own graph, empty after movement, no standoff there, and
    not where the attacker came from (step 9; by convoy as the rulebook says).
    """
    units = adjudication.forces.units
    options = {}
    for lost in adjudication.dislodged:
        shut = set(adjudication.standoffs)
        if not (lost.convoyed and rulebook.convoyed_origin_open):
            shut.add(lost.origin)
        graph = geography.fleet_neighbours if lost.unit & 1 == FLEET else geography.army_neighbours
        spaces = (
            space
            for space in graph[lost.unit >> 1]
            if units[geography.province_of[space]] < 0 and geography.province_of[space] not in shut
        )
        options[lost.province] = tuple(sorted(spaces, key=geography.spaces.__getitem__))
    return options


@dataclass(frozen=True, slots=True)
class Retreats:
    """Retreats that happened at once, by province lost, ascending.

    `arrived` maps it to the new space, `disbanded` lists the others; `clashed` are
    those of them who met another retreating unit.
    """

    forces: Forces
    arrived: Mapping[int, int]
    disbanded: tuple[int, ...]
    clashed: tuple[int, ...]


def resolve_retreats(
    geography: Geography, forces: Forces, dislodged: tuple[Dislodgement, ...], choices: Mapping[int, int]
) -> Retreats:
    """All retreats at once: `choices` is a legal space by province lost.

    Two to one province both disband, and so does a unit without a choice.
    """
    where: dict[int, list[int]] = {}
    for lost in dislodged:
        if lost.province in choices:
            where.setdefault(geography.province_of[choices[lost.province]], []).append(lost.province)
    alone = {provinces[0] for provinces in where.values() if len(provinces) == 1}
    arrived = {lost.province: choices[lost.province] for lost in dislodged if lost.province in alone}
    for lost in dislodged:
        if lost.province in arrived:
            space = arrived[lost.province]
            forces = forces.place(geography.province_of[space], space * 2 + (lost.unit & 1), lost.owner)
    disbanded = tuple(lost.province for lost in dislodged if lost.province not in arrived)
    return Retreats(forces, arrived, disbanded, tuple(p for p in disbanded if p in choices))
