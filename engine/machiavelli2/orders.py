"""The orders of a campaign as values, their texts, and what the shared adjudicator makes of them.

A PAD H             holds                       A PAD B           besieges the city there
A PAD - TRV         moves                       A DUR - ION - OTR is carried over these seas
A PAD S G TRV       supports who stands there   A PAD S A VER - TRV   supports a move
F ION C A DUR - OTR convoys                     A MIL = G, G PSA = F  converts
A PAD D             disbands
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from engine.conflict import orders as conflict
from engine.conflict.orders import NONE, OrderId, Unit
from engine.machiavelli2.map.theatre import GARRISON, LETTERS, Theatre


class Act(IntEnum):
    """The eight orders."""

    HOLD = 0
    BESIEGE = 1
    CONVERT = 2
    MOVE = 3
    SUPPORT = 4
    SUPPORT_MOVE = 5
    CONVOY = 6
    DISBAND = 7


LETTER_OF = {Act.HOLD: "H", Act.BESIEGE: "B", Act.DISBAND: "D"}


class Order(NamedTuple):
    """An order; what does not apply is `NONE`.

    `other` is the unit supported or convoyed, `to` the area where the unit or the
    other one goes, of a conversion the new kind. `route` are the seas an army is
    carried over. A garrison that is supported may stand or come out.
    """

    act: Act
    unit: Unit
    other: Unit = NONE
    to: int = NONE
    route: tuple[int, ...] = ()


class Orders:
    """All orders of one theatre: texts and adjudicator's ids, made when they are asked for."""

    def __init__(self, theatre: Theatre) -> None:
        self._theatre = theatre
        self._texts: dict[Order, str] = {}
        self._by_text: dict[str, Order] = {}

    def text(self, order: Order) -> str:
        """The canonical text."""
        known = self._texts.get(order)
        if known is None:
            known = self._texts[order] = self._render(order)
            self._by_text[known] = order
        return known

    def find(self, text: str) -> Order | None:
        """The order whose canonical text this is, if it has been looked at before."""
        return self._by_text.get(text)

    def _render(self, order: Order) -> str:
        theatre, codes = self._theatre, self._theatre.codes
        unit = theatre.unit_text(order.unit)
        match order.act:
            case Act.HOLD | Act.BESIEGE | Act.DISBAND:
                return f"{unit} {LETTER_OF[order.act]}"
            case Act.CONVERT:
                return f"{unit} = {LETTERS[order.to]}"
            case Act.MOVE:
                return " - ".join((unit, *(codes[area] for area in (*order.route, order.to))))
        verb = "C" if order.act is Act.CONVOY else "S"
        onward = "" if order.to == NONE else f" - {codes[order.to]}"
        return f"{unit} {verb} {theatre.unit_text(order.other)}{onward}"

    def goal(self, order: Order) -> int:
        """The place a unit goes to, `NONE` when it stays."""
        if order.act is Act.MOVE:
            return order.to
        if order.act is Act.CONVERT:
            area = self._theatre.area_of[order.unit >> 1]
            return self._theatre.city_of[area] if order.to == GARRISON else area
        return NONE

    def movement(self, order: Order) -> OrderId:
        """A move or conversion as a move between places."""
        return self._theatre.table.move(order.unit, self.goal(order), via=bool(order.route))

    def convoy(self, order: Order) -> OrderId:
        """A convoy."""
        return self._theatre.table.intern(conflict.Order(conflict.Act.CONVOY, order.unit, order.other, order.to))

    def support(self, order: Order, goal: int) -> OrderId:
        """A support of a unit that goes to a place, or with `NONE` of one that stays."""
        act = conflict.Act.SUPPORT_HOLD if goal == NONE else conflict.Act.SUPPORT_MOVE
        return self._theatre.table.intern(conflict.Order(act, order.unit, order.other, goal))
