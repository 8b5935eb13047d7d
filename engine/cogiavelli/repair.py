"""Step 7: orders are repaired to what can be played on the board after bribes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.cogiavelli.events import OrderReplaced
from engine.cogiavelli.map.italy import POWERS, TABLE
from engine.cogiavelli.reading import OrderSheet
from engine.cogiavelli.state import Board
from engine.conflict.legal import is_legal
from engine.conflict.orders import NONE, Act, Forces, OrderId
from engine.game import Event


class Replaced(StrEnum):
    """Why a legal order was not played as written."""

    OVERTAKEN = "overtaken"
    PARALYSED = "paralysed"


@dataclass(frozen=True, slots=True)
class Repaired:
    """An order for every unit on the board, by province; `replaced` are provinces whose line was not played."""

    orders: Mapping[int, OrderId]
    replaced: frozenset[int]
    events: tuple[Event, ...]


def repair(board: Board, forces: Forces, sheets: Mapping[int, OrderSheet], paralysed: frozenset[int]) -> Repaired:
    """Step 7, for orders that were legal on the board the seats saw (illegal ones are holds already).

    `forces` is the board after bribes. A unit that changed sides holds, so does
    every unit of a paralysed power, every unit without an order, and one whose
    order is no longer legal.
    """
    orders = {province: TABLE.hold(unit) for province, unit in enumerate(forces.units) if unit != NONE}
    replaced: set[int] = set()
    events: list[Event] = []
    for power, sheet in sorted(sheets.items()):
        if forces is board.forces and power not in paralysed:  # nothing was bribed: all is legal as it was
            orders.update(sheet.orders)
            continue
        for province, order in sheet.orders.items():
            reason = _obstacle(forces, power, province, order, paralysed)
            if reason is None:
                orders[province] = order
                continue
            replaced.add(province)
            if TABLE.act[order] != Act.HOLD:
                events.append(_told(board.phase, power, order, reason))
    return Repaired(orders, frozenset(replaced), tuple(events))


def _obstacle(forces: Forces, power: int, province: int, order: OrderId, paralysed: frozenset[int]) -> Replaced | None:
    if power in paralysed:
        return Replaced.PARALYSED
    if forces.owners[province] != power or not is_legal(TABLE, forces, order):
        return Replaced.OVERTAKEN
    return None


def _told(phase: str, power: int, order: OrderId, reason: Replaced) -> Event:
    name = POWERS[power]
    return OrderReplaced(phase=phase, audience=(name,), power=name, line=TABLE.text(order), reason=reason.value)
