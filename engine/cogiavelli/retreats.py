"""Step 9: retreats, decided by rule."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cogiavelli.map.italy import GEOGRAPHY, POWERS, TABLE, distance
from engine.cogiavelli.state import Board, unit_of
from engine.conflict.events import tell_retreats
from engine.conflict.orders import NONE, Forces
from engine.conflict.resolve import Adjudication
from engine.conflict.retreats import retreat_options
from engine.conflict.rulebook import HOUSE
from engine.game import Event


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """The forces after retreats."""

    forces: Forces
    events: tuple[Event, ...]


def retreat(board: Board, battle: Adjudication) -> Withdrawal:
    """Step 9. The dislodged choose one after another, by code of the province lost.

    Each goes to the free destination nearest to a city its owner held before step
    10, on its own graph, ties by code; without any destination it disbands.
    """
    if not battle.dislodged:
        return Withdrawal(battle.forces, ())
    forces = battle.forces
    options = retreat_options(GEOGRAPHY, HOUSE, battle)
    arrived: dict[int, int] = {}
    for lost in battle.dislodged:
        kind, goals = lost.unit & 1, board.cities(lost.owner)
        free = [to for to in options[lost.province] if forces.units[to] == NONE]
        if free:
            to = min(free, key=lambda place: (distance(kind, place, goals), place))
            forces = forces.place(to, unit_of(to, kind), lost.owner)
            arrived[lost.province] = to
    trapped = [lost.province for lost in battle.dislodged if lost.province not in arrived]
    told = tell_retreats(board.phase, TABLE, POWERS, battle.dislodged, arrived, trapped=trapped)
    return Withdrawal(forces, (told,))
