"""Scripted players: besieger (takes the nearest foreign city), garrison (sits behind walls), random.

They answer in the same JSON form as a model, and never write.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.conflict.orders import ARMY, NONE
from engine.dice import Dice
from engine.game import Answer, Policy, Request, Slot
from engine.geography import INF
from engine.machiavelli2.adjustments import build_text, sites, upkeep
from engine.machiavelli2.legal import handbook
from engine.machiavelli2.map.theatre import AUTONOMOUS, GARRISON
from engine.machiavelli2.orders import Act, Order
from engine.machiavelli2.prices import minimum, reach_of
from engine.machiavelli2.rules import UPKEEP
from engine.machiavelli2.spending import Kind
from engine.machiavelli2.state import ORDINARY, Board, Season, Stage
from engine.machiavelli2.view import View
from engine.memory import Memory

SILENCE: Answer = {"broadcast": "", "letters": [], "pledges": [], "notes": ""}


def besieger(request: Request, memory: Memory, dice: Dice) -> Answer:
    """Marches on the nearest city it does not control, besieges what is in the way, and buys off who is cheap."""
    view: View = request.view
    board, power = view.board, view.index
    if board.stage is Stage.ORDERS:
        return {"orders": _campaign(board, power), "expenses": _bribe(board, power), "notes": ""}
    if board.stage is Stage.ADJUSTMENTS:
        return _winter(board, power, request, ARMY)
    return _first(request) if board.stage is Stage.RETREATS else SILENCE


def _campaign(board: Board, power: int) -> dict[str, str]:
    """Units in code order: besiege, stay in a city not yet controlled, step closer, else support an own step."""
    theatre, book = board.theatre, handbook(board.theatre)
    goals = [area for area in theatre.towns if board.city_owners[area] != power and area not in theatre.shut]
    taken: set[int] = set()
    steps: dict[int, Order] = {}
    for place in board.units(power):
        order = _action(board, place, goals, taken)
        steps[place] = order
        taken.add(order.to if order.act is Act.MOVE else theatre.area_of[place])
    moving = {place: order for place, order in steps.items() if order.act is Act.MOVE}
    for place, order in steps.items():
        if order.act is Act.HOLD and place < theatre.n:
            reach = theatre.reach(order.unit)
            friend = next((move for at, move in moving.items() if move.to in reach and at != place), None)
            if friend is not None and theatre.area_of[place] not in goals:
                steps[place] = Order(Act.SUPPORT_MOVE, order.unit, friend.unit, friend.to)
    return {theatre.unit_text(order.unit): book.orders.text(order) for order in steps.values()}


def _action(board: Board, place: int, goals: list[int], taken: set[int]) -> Order:
    theatre = board.theatre
    unit, area = board.forces.units[place], theatre.area_of[place]
    hold = Order(Act.HOLD, unit)
    if place >= theatre.n:
        return hold
    holder = board.garrison(area)
    if holder not in (NONE, board.forces.owners[place]) and (unit & 1 == ARMY or theatre.is_port(area)):
        return Order(Act.BESIEGE, unit)
    if area in goals and (holder == NONE or board.season is Season.FALL):
        return hold
    here = theatre.distance(unit & 1, area, goals)
    nearer = [
        (theatre.distance(unit & 1, goal, goals), goal)
        for goal in theatre.reach(unit)
        if goal not in taken and not (goal == theatre.venice and board.garrison(goal) != NONE)
    ]
    best = min(nearer, default=(INF, NONE))
    return Order(Act.MOVE, unit, NONE, best[1]) if best[0] < here else hold


def _bribe(board: Board, power: int) -> list[dict[str, Any]]:
    """The first autonomous garrison in reach, if a Winter can still be paid for."""
    theatre = board.theatre
    spare = board.treasuries[power] - upkeep(board, board.units(power))
    near = reach_of(board, power)
    for place in board.units(AUTONOMOUS) if board.options.money else ():
        price = minimum(board, Kind.BUY, place)
        if price <= spare and theatre.area_of[place] in near:
            return [{"kind": Kind.BUY.value, "target": theatre.unit_text(board.forces.units[place]), "amount": price}]
    return []


def _winter(board: Board, power: int, request: Request, kind: int) -> Answer:
    """Keep what can be paid for, the last go first where there are too many; build one kind before any other."""
    slots = {slot.key: slot for slot in request.slots}
    gone = slots["remove"].options[-slots["remove"].least :] if "remove" in slots and slots["remove"].least else ()
    left = board.treasuries[power] - upkeep(board, board.units(power))
    room = slots["builds"].most if "builds" in slots else 0
    found: dict[int, str] = {}
    wanted = sorted(sites(board, power), key=lambda build: (build.kind != kind, build.area))
    for build in wanted:
        cost = UPKEEP[build.rank] if board.options.money else 0
        if build.rank == ORDINARY and build.area not in found and len(found) < room and cost <= left:
            found[build.area] = build_text(board, build)
            left -= cost
    return {"remove": list(gone), "builds": list(found.values()), "notes": ""}


def _first(request: Request) -> Answer:
    """Every dislodged unit goes the first way that is open."""
    return {"retreats": {slot.name: slot.options[0] for slot in request.slots}, "notes": ""}


def garrison(request: Request, memory: Memory, dice: Dice) -> Answer:
    """Goes behind the walls of its own cities, holds, and builds garrisons."""
    view: View = request.view
    board, power = view.board, view.index
    if board.stage is Stage.ORDERS:
        return {"orders": {slot.name: _shelter(board, slot) for slot in request.slots}, "expenses": [], "notes": ""}
    if board.stage is Stage.ADJUSTMENTS:
        return _winter(board, power, request, GARRISON)
    return _first(request) if board.stage is Stage.RETREATS else SILENCE


def _shelter(board: Board, slot: Slot) -> str:
    """Into the city where one can, else hold: the first legal order."""
    inside = f"{slot.name} = G"
    return inside if inside in slot.options else slot.options[0]


def at_random(request: Request, memory: Memory, dice: Dice) -> Answer:
    """A uniformly random legal choice for every unit, any number of removals and builds, at times an expenditure."""
    view: View = request.view
    if view.board.stage is Stage.PRESS:
        return SILENCE
    answer: dict[str, Any] = {"notes": ""}
    for slot in request.slots:
        if slot.least == slot.most == 1 and slot.key != "remove":
            draw, dice = dice.draw(len(slot.options))
            answer.setdefault(slot.key, {})[slot.name] = slot.options[draw.value]
        else:
            answer[slot.key], dice = _some(slot, dice)
    if view.board.stage is Stage.ORDERS:
        answer.setdefault("orders", {})
        answer["expenses"], dice = _fancy(view, dice)
    if view.board.stage is Stage.ADJUSTMENTS:
        answer.setdefault("builds", [])
    return answer


def _some(slot: Slot, dice: Dice) -> tuple[list[str], Dice]:
    """A few options in a row; in Winter few units are let go."""
    few = slot.least if slot.key == "remove" else slot.most
    draw, dice = dice.draw(len(slot.options) - few + 1 if few else 1)
    return [slot.options[draw.value + i] for i in range(few)], dice


def _fancy(view: View, dice: Dice) -> tuple[list[dict[str, Any]], Dice]:
    """One campaign in two, something it can pay for which is not against another's bribe."""
    idle = Kind.COUNTER_BRIBE.value
    targets = [target for target in view.targets if target.minimum <= view.treasury and target.kind != idle]
    coin, dice = dice.draw(2)
    if not targets or coin.value:
        return [], dice
    draw, dice = dice.draw(len(targets))
    target = targets[draw.value]
    return [{"kind": target.kind, "target": target.target, "amount": target.minimum}], dice


POLICIES: Mapping[str, Policy] = {"besieger": besieger, "garrison": garrison, "random": at_random}
"""The scripted players by name."""
