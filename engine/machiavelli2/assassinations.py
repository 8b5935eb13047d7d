"""What an assassination does: no orders, gates opened to besiegers, provinces that may rebel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.conflict.orders import NONE
from engine.dice import Dice
from engine.game import Event
from engine.machiavelli2 import rules
from engine.machiavelli2.battle import removed
from engine.machiavelli2.events import Assassinated, RebellionRolled
from engine.machiavelli2.orders import Act, Order
from engine.machiavelli2.rebellions import rise
from engine.machiavelli2.state import Board


@dataclass(frozen=True, slots=True)
class Turmoil:
    """The board after all assassinations of a campaign, the orders left, the dice, and what happened."""

    board: Board
    orders: Mapping[int, Order]
    dice: Dice
    events: tuple[Event, ...]


def turmoil(board: Board, orders: Mapping[int, Order], victims: frozenset[int], dice: Dice) -> Turmoil:
    """Victims in power order: units stand, besieged garrisons are lost, each province rolls a die."""
    kept = {place: order for place, order in orders.items() if board.forces.owners[place] not in victims}
    events: list[Event] = []
    for victim in sorted(victims):
        board, lost = _surrender(board, kept, victim, victims)
        gone = tuple(board.theatre.codes[area] for area in lost)
        events.append(Assassinated(phase=board.phase, power=board.power_name(victim), surrendered=gone))
        for area in board.theatre.provinces:
            if board.owners[area] == victim:
                board, dice, event = _roll(board, victim, area, dice)
                events.append(event)
    return Turmoil(board, {p: o for p, o in kept.items() if board.forces.units[p] != NONE}, dice, tuple(events))


def _surrender(
    board: Board, orders: Mapping[int, Order], victim: int, victims: frozenset[int]
) -> tuple[Board, tuple[int, ...]]:
    """Besieged garrisons of the victim; the old judge counts sieges that only begin this season too."""
    theatre, forces = board.theatre, board.forces
    lost = []
    for place in board.units(victim):
        area = theatre.area_of[place]
        order = orders.get(area)
        begins = board.options.judge_compat and order is not None and order.act is Act.BESIEGE
        besieger = forces.owners[area]
        if place >= theatre.n and besieger not in (NONE, victim, *victims) and (area in board.sieges or begins):
            lost.append(area)
    ended = {area for area in board.sieges if forces.owners[area] == victim}
    board = removed(board, tuple(theatre.city_of[area] for area in lost))
    return replace(board, sieges=board.sieges - ended - set(lost)), tuple(lost)


def _roll(board: Board, victim: int, area: int, dice: Dice) -> tuple[Board, Dice, Event]:
    occupied = board.forces.units[area] != NONE or board.garrison(area) != NONE
    if board.marks[area] == victim:
        limit = rules.REBEL_HOME_UNIT if occupied else rules.REBEL_HOME
    else:
        limit = rules.REBEL_CONQUEST_UNIT if occupied else rules.REBEL_CONQUEST
    draw, dice = dice.draw(rules.DIE)
    roll = draw.value + 1
    event = RebellionRolled(
        phase=board.phase,
        power=board.power_name(victim),
        province=board.theatre.codes[area],
        roll=roll,
        rebels=roll <= limit,
        draw=draw,
    )
    return (rise(board, area) if roll <= limit else board), dice, event
