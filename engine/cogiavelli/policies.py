"""Scripted players: condottiere (takes what is near), banker (sits and defends), random.

They answer in the same JSON form as a model, and never write.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.cogiavelli import rules
from engine.cogiavelli.map.italy import CITIES, GEOGRAPHY, IS_CITY, TABLE, distance
from engine.cogiavelli.reading import Action
from engine.cogiavelli.state import Board, Season, Stage, unit_of, unit_text
from engine.cogiavelli.view import View, threatens
from engine.conflict.marching import guard, march
from engine.conflict.orders import ARMY, FLEET, NONE
from engine.dice import Dice
from engine.game import Answer, Policy, Request
from engine.memory import Memory

SILENCE: Answer = {"broadcast": "", "letters": [], "pledges": [], "notes": ""}

NEUTRAL_CITY, EMPTY_CITY, CLOSER, TOO_BAD = range(4)
"""The condottiere's ranks of a destination; what is not below `TOO_BAD` is not gone to."""
ATTACKS = (NEUTRAL_CITY, EMPTY_CITY)

BANKER_DEFENDS_FROM, BANKER_DEFENCE, BANKER_BUILDS_FROM = 10, 2, 30


def condottiere(request: Request, memory: Memory, dice: Dice) -> Answer:
    """Marches on the nearest city that is not its own, supports its attacks, bribes the unit at its gate."""
    view: View = request.view
    board, power = view.board, view.index
    if board.stage is Stage.PRESS:
        return SILENCE
    spend = _bribe(board, power)
    left = board.treasuries[power] - sum(entry["amount"] for entry in spend)
    return {"orders": _march(board, power), "spend": spend, "builds": _recruit(board, power, left), "notes": ""}


def _march(board: Board, power: int) -> dict[str, str]:
    """The condottiere's orders; its goals are the cities it does not own."""
    goals = [city for city in CITIES if board.owners[city] != power]
    return march(
        TABLE,
        board.forces,
        power,
        lambda province, to: _rank(board, power, province, to, goals),
        below=TOO_BAD,
        attacks=ATTACKS,
    )


def _rank(board: Board, power: int, province: int, to: int, goals: list[int]) -> int:
    """How good a neighbour is: 0 the best; leaving an own city costs 1, in Autumn 2."""
    leaving = board.owners[province] == power
    cost = (2 if board.season is Season.AUTUMN else 1) if leaving else 0
    if IS_CITY[to] and board.owners[to] == NONE:
        return NEUTRAL_CITY + cost
    if IS_CITY[to] and board.owners[to] != power and board.forces.units[to] == NONE:
        return EMPTY_CITY + cost
    kind = board.forces.units[province] & 1
    if CLOSER + cost < TOO_BAD and distance(kind, to, goals) < distance(kind, province, goals):
        return CLOSER + cost
    return TOO_BAD


def _bribe(board: Board, power: int) -> list[dict[str, Any]]:
    """With 9 ducats disband the first foreign unit at an own city, else with 15 buy the first in a city not its own."""
    ducats = board.treasuries[power]
    foreign = [p for p, owner in enumerate(board.forces.owners) if owner not in (NONE, power)]
    if ducats >= rules.DISBAND_COST:
        for province in foreign:
            if threatens(board, province, power):
                return [_entry(board, Action.BRIBE_DISBAND, province, rules.DISBAND_COST)]
    if ducats >= rules.BUY_COST:
        for province in foreign:
            if IS_CITY[province] and board.owners[province] != power:
                return [_entry(board, Action.BRIBE_BUY, province, rules.BUY_COST)]
    return []


def _entry(board: Board, action: Action, province: int, amount: int) -> dict[str, Any]:
    return {"action": action.value, "target": unit_text(board.forces.units[province]), "amount": amount}


def _vacant(board: Board, power: int) -> list[int]:
    return [city for city in board.cities(power) if board.forces.units[city] == NONE]


def _recruit(board: Board, power: int, ducats: int) -> list[str]:
    """Autumn builds while they can be paid for and kept: fleets in coastal cities while there are fewer of them."""
    if board.season is not Season.AUTUMN:
        return []
    kinds = [board.forces.units[province] & 1 for province in board.units(power)]
    built: list[str] = []
    for city in _vacant(board, power)[: rules.BUILDS_CAP]:
        if ducats - rules.BUILD_COST < len(kinds):
            break
        kind = FLEET if GEOGRAPHY.coastal[city] and kinds.count(FLEET) < kinds.count(ARMY) else ARMY
        built.append(unit_text(unit_of(city, kind)))
        kinds.append(kind)
        ducats -= rules.BUILD_COST
    return built


def banker(request: Request, memory: Memory, dice: Dice) -> Answer:
    """Stays where it is, supports its neighbours, pays for defence, builds one army when rich."""
    view: View = request.view
    board, power = view.board, view.index
    if board.stage is Stage.PRESS:
        return SILENCE
    units, treasury = board.units(power), board.treasuries[power]
    spend: list[dict[str, Any]] = []
    for province in units:
        if treasury >= BANKER_DEFENDS_FROM and IS_CITY[province] and len(spend) < rules.SPEND_CAP:
            spend.append(_entry(board, Action.DEFEND, province, BANKER_DEFENCE))
            treasury -= BANKER_DEFENCE
    rich = board.season is Season.AUTUMN and board.treasuries[power] >= BANKER_BUILDS_FROM
    builds = [unit_text(unit_of(city, ARMY)) for city in _vacant(board, power)[:1]] if rich else []
    orders = guard(TABLE, board.forces, power, board.cities(power))
    return {"orders": orders, "spend": spend, "builds": builds, "notes": ""}


def at_random(request: Request, memory: Memory, dice: Dice) -> Answer:
    """A uniformly random legal order for every unit; it neither spends nor builds."""
    if request.view.board.stage is Stage.PRESS:
        return SILENCE
    orders: dict[str, str] = {}
    for slot in request.slots:
        if slot.least == slot.most == 1:
            draw, dice = dice.draw(len(slot.options))
            orders[slot.name] = slot.options[draw.value]
    return {"orders": orders, "spend": [], "builds": [], "notes": ""}


POLICIES: Mapping[str, Policy] = {"condottiere": condottiere, "banker": banker, "random": at_random}
"""The scripted players by name."""
