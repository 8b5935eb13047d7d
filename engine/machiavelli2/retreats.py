"""Where the dislodged may go, and how their retreats all happen at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.conflict.orders import FLEET, NONE, Forces
from engine.machiavelli2.battle import Battle
from engine.machiavelli2.map.theatre import GARRISON
from engine.machiavelli2.orders import Act
from engine.machiavelli2.sieges import Aftermath
from engine.machiavelli2.state import Board, Dislodged
from engine.machiavelli2.strait import is_shut


def dislodgements(battle: Battle, after: Aftermath) -> tuple[Dislodged, ...]:
    """Every unit driven out, by area, with the areas open to it: its own is the city there."""
    before = battle.before
    return tuple(
        Dislodged(
            before.forces.units[area],
            before.forces.owners[area],
            before.ranks[area],
            _ways_out(battle, after, area),
        )
        for area in sorted(battle.driven_out)
    )


def _ways_out(battle: Battle, after: Aftermath, area: int) -> tuple[int, ...]:
    """Next to it, empty, wanted by nobody this season, not where the attacker came from; or into its own city."""
    before, theatre = battle.before, battle.before.theatre
    if before.forces.owners[area] < 0:
        return ()
    origin = theatre.area_of[battle.driven_out[area]]
    wanted = _wanted(battle)
    found = [
        goal
        for goal in theatre.reach(before.forces.units[area])
        if goal != origin
        and goal not in wanted
        and after.board.forces.units[goal] == NONE
        and not (goal == theatre.venice and after.board.garrison(goal) != NONE)
    ]
    if _can_go_in(battle, after, area):
        found.append(area)
    return tuple(sorted(found))


def _wanted(battle: Battle) -> frozenset[int]:
    """Places somebody with a way tried to enter, unless he was beaten head to head by who stood there."""
    situation = battle.situation
    return frozenset(
        goal for goal, movers in situation.attackers.items() if any(situation.presses(mover) for mover in movers)
    )


def _can_go_in(battle: Battle, after: Aftermath, area: int) -> bool:
    before, theatre = battle.before, battle.before.theatre
    unit = before.forces.units[area]
    converted = any(
        battle.orders[place].act is Act.CONVERT and theatre.area_of[place] == area for place in battle.arrived
    )
    return (
        before.options.garrisons
        and theatre.has_walls(area)
        and area != theatre.venice
        and (unit & 1 != FLEET or theatre.is_port(area))
        and before.garrison(area) == NONE
        and area not in after.board.city_rebels
        and not converted
        and not (area in after.freed and before.owners[area] == before.forces.owners[area])
    )


@dataclass(frozen=True, slots=True)
class RetreatSheet:
    """A retreats answer as read: an open area by area lost, its own for the city there."""

    choices: Mapping[int, int] = field(default_factory=dict)
    notes: str = ""


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """Retreats that happened at once: the board after, and by area lost where each unit went.

    Of the others `clashed` met another retreating unit, `blocked` found the strait shut.
    """

    board: Board
    arrived: Mapping[int, int]
    clashed: frozenset[int] = frozenset()
    blocked: frozenset[int] = frozenset()


def withdraw(board: Board, choices: Mapping[int, int]) -> Withdrawal:
    """All retreats at once: `choices` is an open area by area lost; a unit without one disbands."""
    theatre, forces = board.theatre, board.forces
    lost = {each.unit >> 1: each for each in board.dislodged}
    wanted = Counter(goal for area, goal in choices.items() if goal != area)
    blocked = frozenset(area for area, goal in choices.items() if is_shut(board, lost[area].owner, area, goal))
    clashed = frozenset(area for area, goal in choices.items() if goal != area and wanted[goal] > 1) - blocked
    arrived = {area: choices[area] for area in lost if area in choices and area not in blocked | clashed}
    units, owners, ranks = list(forces.units), list(forces.owners), list(board.ranks)
    freed = set()
    for area, goal in arrived.items():
        each = lost[area]
        unit = theatre.unit(GARRISON if goal == area else each.unit & 1, goal)
        units[unit >> 1], owners[unit >> 1], ranks[unit >> 1] = unit, each.owner, each.rank
        if board.owners[goal] != each.owner:
            freed.add(goal)
    board = replace(
        board,
        forces=Forces(tuple(units), tuple(owners)),
        ranks=tuple(ranks),
        rebels=board.rebels - freed,
        city_rebels=board.city_rebels - freed,
        dislodged=(),
    )
    return Withdrawal(board, arrived, clashed, blocked)
