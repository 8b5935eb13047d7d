"""Scripted players: expander (takes what is near), hedgehog (sits and supports), random.

They answer in the same JSON form as a model, and never write.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.cogplomacy.adjustments import build_choices
from engine.cogplomacy.disorder import distance, in_disorder
from engine.cogplomacy.map.board import GEOGRAPHY, TABLE
from engine.cogplomacy.map.europe import CENTRES, HOME_OF, IS_CENTRE
from engine.cogplomacy.state import Board, Moment
from engine.cogplomacy.view import View
from engine.conflict.marching import guard, march
from engine.conflict.orders import FLEET, NONE, Unit
from engine.dice import Dice
from engine.game import Answer, Policy, Request
from engine.memory import Memory

SILENCE: Answer = {"broadcast": "", "letters": [], "pledges": [], "notes": ""}

NEUTRAL_CENTRE, EMPTY_CENTRE, CLOSER, TOO_BAD = range(4)
"""The expander's ranks of a destination; what is not below `TOO_BAD` is not gone to."""
ATTACKS = (NEUTRAL_CENTRE, EMPTY_CENTRE)


def expander(request: Request, memory: Memory, dice: Dice) -> Answer:
    """Marches on the nearest centre that is not its own and supports its attacks; builds fleets when it has fewer."""
    view: View = request.view
    board, power = view.board, view.index
    goals = [centre for centre in CENTRES if board.owners[centre] != power]
    if request.kind == "press":
        return SILENCE
    if request.kind == "orders":
        return {"orders": _march(board, power, goals), "notes": ""}
    if request.kind == "retreats":
        return _withdraw(board, power, goals)
    return _adjust(board, power, _balanced(board, power))


def hedgehog(request: Request, memory: Memory, dice: Dice) -> Answer:
    """Stays where it is and supports its neighbours on centres; retreats home; builds armies."""
    view: View = request.view
    board, power = view.board, view.index
    if request.kind == "press":
        return SILENCE
    if request.kind == "orders":
        return {"orders": guard(TABLE, board.forces, power, frozenset(board.centres(power))), "notes": ""}
    if request.kind == "retreats":
        return _withdraw(board, power, HOME_OF[power])
    return _adjust(board, power, (unit for unit in build_choices(board, power) if unit & 1 != FLEET))


def at_random(request: Request, memory: Memory, dice: Dice) -> Answer:
    """A uniformly random legal choice for every unit; in Winter as many as are due, each site or unit once."""
    if request.kind == "press":
        return SILENCE
    lines: list[str] = []
    for slot in request.slots:
        left = list(slot.options)
        for _ in range(slot.most):
            if not left:
                break
            draw, dice = dice.draw(len(left))
            lines.append(left[draw.value])
            left = [option for option in left if _place(option) != _place(lines[-1])]
    return {request.kind: lines, "notes": ""}


def _place(option: str) -> str:
    """The province an adjustment is about."""
    return option.split()[-1].partition("/")[0]


def _march(board: Board, power: int, goals: Iterable[int]) -> Mapping[str, str]:
    goals = tuple(goals)

    def rank(province: int, space: int) -> int:
        """0 a neutral centre, 1 a rival's empty one, 2 nearer to one; leaving an own home centre in Spring costs 1."""
        to = GEOGRAPHY.province_of[space]
        at_home = province in HOME_OF[power] and board.owners[province] == power
        cost = int(at_home and board.moment is Moment.SPRING_ORDERS)
        if IS_CENTRE[to] and board.owners[to] == NONE:
            return NEUTRAL_CENTRE + cost
        if IS_CENTRE[to] and board.owners[to] != power and board.forces.units[to] == NONE:
            return EMPTY_CENTRE + cost
        unit = board.forces.units[province]
        nearer = CLOSER + cost < TOO_BAD and distance(space * 2 + (unit & 1), goals) < distance(unit, goals)
        return CLOSER + cost if nearer else TOO_BAD

    return march(TABLE, board.forces, power, rank, below=TOO_BAD, attacks=ATTACKS)


def _withdraw(board: Board, power: int, goals: Iterable[int]) -> Answer:
    """Each dislodged unit goes where it is nearest to one of these, ties by code."""
    goals = tuple(goals)
    lines = {}
    for beaten in board.to_retreat(power):
        kind = beaten.lost.unit & 1
        to = min(beaten.options, key=lambda space: distance(space * 2 + kind, goals))
        unit = TABLE.unit_text(beaten.lost.unit)
        lines[unit] = f"{unit} - {GEOGRAPHY.spaces[to]}"
    return {"retreats": lines, "notes": ""}


def _adjust(board: Board, power: int, builds: Iterable[Unit]) -> Answer:
    """As many of these builds as are due, or the disbands that civil disorder would choose."""
    due = board.due(power)
    if due > 0:
        lines = [f"BUILD {TABLE.unit_text(unit)}" for unit in list(builds)[:due]]
    else:
        gone = in_disorder(board, power, -due)
        lines = [f"DISBAND {TABLE.unit_text(board.forces.units[province])}" for province in gone]
    return {"adjustments": lines, "notes": ""}


def _balanced(board: Board, power: int) -> Iterable[Unit]:
    """A unit for every site: at the sea a fleet while there are fewer of them, on the coast with most neighbours."""
    kinds = [board.forces.units[province] & 1 for province in board.units(power)]
    for site in board.sites(power):
        berths = GEOGRAPHY.berths[site]
        unit = site * 2
        if berths and 2 * sum(kinds) < len(kinds):
            unit = max(berths, key=lambda berth: len(GEOGRAPHY.fleet_neighbours[berth])) * 2 + FLEET
        kinds.append(unit & 1)
        yield unit


POLICIES: Mapping[str, Policy] = {"expander": expander, "hedgehog": hedgehog, "random": at_random}
"""The scripted players by name."""
