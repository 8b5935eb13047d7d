"""Reading what an orders answer does with money: expenditures, payments, loans, chits, allies.

Never raises on what a seat wrote; what cannot be used is set aside with a note.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar

from engine.conflict.lexicon import LINE_CAP
from engine.conflict.orders import NONE
from engine.conflict.sheets import aside, listed, read_whole
from engine.game import Answer, Refusal
from engine.machiavelli2.map.names import ALIASES
from engine.machiavelli2.map.theatre import GARRISON, Theatre
from engine.machiavelli2.notation import speech
from engine.machiavelli2.permits import may_have
from engine.machiavelli2.prices import objection
from engine.machiavelli2.spending import AT_UNITS, BANK, Borrowing, Expense, Kind, Payment
from engine.machiavelli2.state import Board
from engine.press_reading import ALL, AddressBook

T = TypeVar("T")

_KINDS = {kind.value: kind for kind in Kind} | {
    "fr": Kind.FAMINE_RELIEF,
    "pr": Kind.PACIFY,
    "pacify_rebellion": Kind.PACIFY,
    "cb": Kind.COUNTER_BRIBE,
    "d": Kind.DISBAND,
    "b": Kind.BUY,
    "gta": Kind.AUTONOMY,
    "garrison_to_autonomous": Kind.AUTONOMY,
    "cr": Kind.REBELLION,
    "a": Kind.ASSASSINATE,
    "assassination": Kind.ASSASSINATE,
}
_BANKS = frozenset({"bank", "the bank", "bankers"})


class SheetReason(StrEnum):
    """Why an item of a sheet was set aside when read."""

    TYPE = "type"
    KIND = "kind"
    TARGET = "target"
    AMOUNT = "amount"
    POINTLESS = "pointless"
    RULES = "notplayed"
    TOO_MANY = "toomany"
    NO_SITE = "nosite"
    SECOND_SPECIAL = "secondspecial"
    INSUFFICIENT = "insufficient"


@cache
def book(theatre: Theatre) -> AddressBook:
    """The names by which a scenario's powers are addressed."""
    return AddressBook.of({power: ALIASES[power] for power in theatre.powers})


def read_kind(word: str) -> Kind | None:
    """An expenditure by its word, however it is spaced, or the old judge's: ``buy``, ``Famine relief``, ``cb``."""
    return _KINDS.get("_".join(re.split(r"[\s_-]+", word[:LINE_CAP].strip().lower())))


class Purse:
    """Reads the parts of an orders answer that cost money; collects what is set aside on the way."""

    def __init__(self, board: Board, power: int) -> None:
        self._board = board
        self._power = power
        self.refused: list[Refusal] = []

    def kept(self, answer: Answer, key: str, read: Callable[[Any], T | SheetReason], most: int) -> tuple[T, ...]:
        """The items of a list that can be used, at most so many."""
        kept: list[T] = []
        for item in listed(answer.get(key), self.refused, key, SheetReason.TYPE):
            value: T | SheetReason = read(item) if self._played(key) else SheetReason.RULES
            if isinstance(value, SheetReason):
                self.refused.append(aside(item, value))
            elif len(kept) == most:
                self.refused.append(aside(item, SheetReason.TOO_MANY))
            else:
                kept.append(value)
        return tuple(kept)

    def _played(self, key: str) -> bool:
        return self._board.options.money or key == "allies"

    def expense(self, item: Any) -> Expense | SheetReason:
        """``{"kind": "buy", "target": "A PAD", "amount": 18}``."""
        if not isinstance(item, Mapping):
            return SheetReason.TYPE
        word = item.get("kind")
        kind = read_kind(word) if isinstance(word, str) else None
        if kind is None:
            return SheetReason.KIND
        amount = read_whole(item.get("amount"))
        if amount is None or amount < 1:
            return SheetReason.AMOUNT
        target = self._target(kind, item.get("target"))
        if target == NONE:
            return SheetReason.TARGET
        return SheetReason.POINTLESS if self._pointless(kind, target) else Expense(kind, amount, target)

    def _pointless(self, kind: Kind, target: int) -> bool:
        board = self._board
        if board.options.judge_compat and kind in AT_UNITS:
            unit = board.forces.units[target]
            if unit != NONE and not may_have(board, self._power, board.theatre.kind(unit), board.ranks[target]):
                return True
        return objection(board, self._power, kind, target)

    def _target(self, kind: Kind, text: Any) -> int:
        """A power, an area, or the place of a unit; `NONE` when it cannot be understood."""
        if not isinstance(text, str):
            return NONE
        board, theatre = self._board, self._board.theatre
        if kind is Kind.ASSASSINATE:
            return self._power_named(text)
        unit = speech(theatre).read_unit(text)
        if unit is None:
            return NONE
        if kind not in AT_UNITS:
            return unit.province
        city = theatre.city_of[unit.province]
        outside = board.forces.units[unit.province]
        if unit.kind == GARRISON or (unit.kind == NONE and outside == NONE):
            return city
        return NONE if unit.kind != NONE and outside != NONE and unit.kind != outside & 1 else unit.province

    def _power_named(self, text: Any) -> int:
        found = book(self._board.theatre).find(text)
        return NONE if found is None or found == ALL else self._board.theatre.powers.index(found)

    def other_power(self, item: Any) -> int | SheetReason:
        """Another power still in play, by name."""
        power = self._power_named(item)
        return SheetReason.TARGET if power in (NONE, self._power) or self._board.eliminated[power] else power

    def payment(self, item: Any) -> Payment | SheetReason:
        """``{"to": "MILAN", "amount": 3}``, or to the bank."""
        if not isinstance(item, Mapping):
            return SheetReason.TYPE
        amount = read_whole(item.get("amount"))
        if amount is None or amount < 1:
            return SheetReason.AMOUNT
        to = item.get("to")
        if isinstance(to, str) and to.strip().lower() in _BANKS:
            return Payment(BANK, amount)
        power = self.other_power(to)
        return power if isinstance(power, SheetReason) else Payment(power, amount)

    def chit(self, item: Any) -> tuple[int, int] | SheetReason:
        """``{"victim": "MILAN", "to": "NAPLES"}``: the right to try Milan's life goes to Naples."""
        if not isinstance(item, Mapping):
            return SheetReason.TYPE
        to, victim = self.other_power(item.get("to")), self.other_power(item.get("victim"))
        if isinstance(to, SheetReason) or isinstance(victim, SheetReason) or to == victim:
            return SheetReason.TARGET
        return victim, to

    def loan(self, item: Any) -> Borrowing | None:
        """``{"amount": 10, "years": 1}``; None, or no ducats at all, when none is wanted."""
        if item is None:
            return None
        amount = read_whole(item.get("amount")) if isinstance(item, Mapping) else None
        if amount == 0:
            return None
        years = read_whole(item.get("years")) if isinstance(item, Mapping) else None
        if amount is None or amount < 1 or years not in (1, 2) or not self._board.options.lends:
            reason = SheetReason.AMOUNT if self._board.options.lends else SheetReason.RULES
            self.refused.append(aside(item, reason))
            return None
        return Borrowing(amount, years)
