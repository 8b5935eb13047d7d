"""Reading answers: a press sheet, or orders with a spend sheet and a builds list.

Never raises on what a seat wrote. Order lines that break the rules and build
lines that cannot be read are refused with a reason and count as illegal;
everything else that cannot be used is set aside with a note.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum

from engine.cogiavelli import rules
from engine.cogiavelli.map.italy import ALIASES, GEOGRAPHY, POWERS, TABLE
from engine.cogiavelli.state import Board, Season
from engine.conflict.lexicon import Verb
from engine.conflict.notation import Notation, Reason
from engine.conflict.orders import ARMY, LETTERS, NONE, OrderId
from engine.conflict.sheets import aside, listed, read_whole
from engine.game import Answer, Refusal
from engine.press import PressSheet
from engine.press_reading import ALL, LINE_CAP, AddressBook, read_notes, read_press
from engine.text import clean

NOTATION = Notation(TABLE, POWERS, absent=Reason.NOT_OWNED, foreign=Reason.NOT_OWNED)
BOOK = AddressBook.of(ALIASES)


class Action(Enum):
    """What an entry of a spend sheet can do."""

    GIFT = "gift"
    BRIBE_DISBAND = "bribe_disband"
    BRIBE_BUY = "bribe_buy"
    DEFEND = "defend"
    ASSASSINATE = "assassinate"


AT_POWERS = frozenset({Action.GIFT, Action.ASSASSINATE})
"""Actions aimed at a power; the others are aimed at a unit."""
BRIBES = frozenset({Action.BRIBE_DISBAND, Action.BRIBE_BUY})
_ACTIONS = {action.value: action for action in Action}


class SheetReason(StrEnum):
    """Why an item of a spend sheet or builds list was set aside when read."""

    TYPE = "type"
    ACTION = "action"
    AMOUNT = "amount"
    PARSE = "parse"
    NOTOWNED = "notowned"
    SEASON = "season"
    TOOMANY = "toomany"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a spend sheet.

    `power` or `province` is what `target` was understood as, `NONE` when it was
    not. Of a unit, `kind` and `power` are its kind and owner as named, `NONE` when
    they were not.
    """

    action: Action
    target: str
    amount: int
    power: int = NONE
    province: int = NONE
    kind: int = NONE


@dataclass(frozen=True, slots=True)
class Build:
    """One line of a builds list: a kind of unit for a province."""

    kind: int
    province: int

    @property
    def text(self) -> str:
        """``A BOL``."""
        return f"{LETTERS[self.kind]} {GEOGRAPHY.codes[self.province]}"


@dataclass(frozen=True, slots=True)
class OrderSheet:
    """An orders answer as read: a legal order by province of every unit, spending, builds, notes."""

    orders: Mapping[int, OrderId] = field(default_factory=dict)
    spend: tuple[Entry, ...] = ()
    builds: tuple[Build, ...] = ()
    notes: str = ""


def read_keepout(text: str) -> str | None:
    """A land province which a ``keepout`` can name, as its code, or None."""
    province = NOTATION.read_province(text)
    return GEOGRAPHY.codes[province] if province is not None and GEOGRAPHY.land[province] else None


def read_press_answer(board: Board, power: int, answer: Answer) -> tuple[PressSheet, tuple[Refusal, ...]]:
    """Step 2: a press answer."""
    living = frozenset(POWERS[index] for index in board.living())
    return read_press(answer, POWERS[power], BOOK, living, read_keepout)


def read_orders_answer(board: Board, power: int, answer: Answer) -> tuple[OrderSheet, tuple[Refusal, ...]]:
    """Step 3: an orders answer."""
    lines = NOTATION.read_orders(answer.get("orders"), board.forces, power)
    refused = list(lines.refused)
    spend = _read_spend(answer.get("spend"), refused)
    builds = _read_builds(board, power, answer.get("builds"), refused)
    sheet = OrderSheet(lines.orders, spend, builds, read_notes(answer))
    return sheet, tuple(refused)


def _read_spend(items: object, refused: list[Refusal]) -> tuple[Entry, ...]:
    kept: list[Entry] = []
    for item in listed(items, refused, "spend", SheetReason.TYPE):
        entry = read_entry(item)
        if isinstance(entry, SheetReason):
            refused.append(aside(item, entry))
        elif len(kept) == rules.SPEND_CAP:
            refused.append(aside(item, SheetReason.TOOMANY))
        else:
            kept.append(entry)
    return tuple(kept)


def read_entry(item: object) -> Entry | SheetReason:
    """An item of a spend sheet. A target that cannot be understood is kept: it is dropped when paying."""
    if not isinstance(item, Mapping):
        return SheetReason.TYPE
    action, target = read_action(item.get("action")), item.get("target")
    if action is None:
        return SheetReason.ACTION
    amount = read_whole(item.get("amount"))
    if amount is None:
        return SheetReason.AMOUNT
    text = clean(target, LINE_CAP) if isinstance(target, str) else ""
    if action in AT_POWERS:
        found = BOOK.find(text)
        power = NONE if found is None or found == ALL else POWERS.index(found)
        return Entry(action, text, amount, power=power)
    phrase = NOTATION.lexicon.read(text)
    if phrase is None or phrase.verb is not Verb.NOTHING:
        return Entry(action, text, amount)
    return Entry(action, text, amount, phrase.power, phrase.unit.province, phrase.unit.kind)


def read_action(word: object) -> Action | None:
    """An action by its word, however it is spaced: ``bribe_buy``, ``Bribe buy``."""
    if not isinstance(word, str):
        return None
    return _ACTIONS.get("_".join(re.split(r"[\s_-]+", word[:LINE_CAP].strip().lower())))


def _read_builds(board: Board, power: int, items: object, refused: list[Refusal]) -> tuple[Build, ...]:
    kept: list[Build] = []
    for item in listed(items, refused, "builds", SheetReason.TYPE):
        build = read_build(item, power)
        if board.season is not Season.AUTUMN:
            refused.append(aside(item, SheetReason.SEASON))
        elif isinstance(build, SheetReason):
            refused.append(aside(item, build, note=False))
        elif len(kept) == rules.BUILDS_CAP:
            refused.append(aside(item, SheetReason.TOOMANY))
        else:
            kept.append(build)
    return tuple(kept)


def read_build(item: object, power: int) -> Build | SheetReason:
    """A line of a power's builds list: ``A BOL``, ``build fleet Venice``; on a coast the kind must be said."""
    if not isinstance(item, str):
        return SheetReason.TYPE
    phrase = NOTATION.lexicon.read(item)
    if phrase is None or phrase.verb not in (Verb.BUILD, Verb.NOTHING):
        return SheetReason.PARSE
    if phrase.power not in (NONE, power):
        return SheetReason.NOTOWNED
    kind, province = phrase.unit.kind, phrase.unit.province
    if kind == NONE and GEOGRAPHY.berths[province]:
        return SheetReason.PARSE  # an army or a fleet: reading never invents
    return Build(ARMY if kind == NONE else kind, province)
