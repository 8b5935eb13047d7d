"""Reading what a seat wrote in a press window: letters by any name of a power, pledges, notes.

Everything a seat writes may be hostile: it is capped, cleaned, and never raises.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from engine.game import Answer, Power, Refusal
from engine.press import PLEDGES, Pledge, PledgeKind, PressSheet
from engine.text import clean

BROADCAST_CAP = 400
LETTER_CAP = 400
NOTES_CAP = 800
LINE_CAP = 120
PLEDGES_CAP = 4
ITEMS_READ = 256
"""Items that are looked at in any list of an answer."""

ALL = "ALL"
_EVERYBODY = frozenset({"all", "everyone", "everybody"})
_TO_ONE = frozenset({PledgeKind.SUPPORT, PledgeKind.ALLY})
"""Pledges that cannot be given to everybody."""
_KINDS = {
    "peace": PledgeKind.PEACE,
    "keepout": PledgeKind.KEEPOUT,
    "keep out": PledgeKind.KEEPOUT,
    "support": PledgeKind.SUPPORT,
    "ally": PledgeKind.ALLY,
}


class PressReason(Enum):
    """Why an item of a press answer was dropped."""

    TYPE = "type"
    PARSE = "parse"
    NOBODY = "nobody"
    ONESELF = "oneself"
    ELIMINATED = "eliminated"
    DUPLICATE = "duplicate"
    TOOMANY = "toomany"


@dataclass(frozen=True, slots=True)
class AddressBook:
    """How powers are addressed: any name or adjective, case, accents and a leading article aside."""

    aliases: Mapping[str, Power]

    @staticmethod
    def of(names: Mapping[Power, Iterable[str]]) -> AddressBook:
        """A book in which each power answers to its own name and to every given one."""
        return AddressBook({fold(alias): power for power, others in names.items() for alias in (power, *others)})

    def find(self, text: object) -> Power | None:
        """The power meant, `ALL`, or None when nobody known is."""
        if not isinstance(text, str):
            return None
        word = fold(text[:LINE_CAP])
        return ALL if word in _EVERYBODY else self.aliases.get(word)


def fold(text: str) -> str:
    """A name as it is compared: case, accents, punctuation and a leading ``the`` are dropped."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    words = "".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c)).split()
    return " ".join(words[1:] if words[:1] == ["the"] and len(words) > 1 else words)


class _Reader:
    """Reads one answer; collects what is refused on the way."""

    def __init__(
        self, sender: Power, book: AddressBook, living: frozenset[Power], kinds: Collection[PledgeKind]
    ) -> None:
        self.sender, self.book, self.living, self.kinds = sender, book, living, kinds
        self.refused: list[Refusal] = []

    def refuse(self, item: object, reason: PressReason) -> None:
        self.refused.append(Refusal(excerpt(item), reason.value, note=True))

    def items(self, answer: Answer, key: str) -> Iterable[Mapping[str, Any]]:
        listed = answer.get(key)
        if listed is None:
            return
        if not isinstance(listed, list | tuple):
            self.refuse(key, PressReason.TYPE)
            return
        for item in listed[:ITEMS_READ]:
            if isinstance(item, Mapping):
                yield item
            else:
                self.refuse(item, PressReason.TYPE)

    def addressee(self, item: Mapping[str, Any], *, line: str) -> Power | None:
        """Who an item is for, `ALL` among them; None, with the refusal noted, when it can reach nobody."""
        to = self.book.find(item.get("to"))
        if to is None:
            self.refuse(line, PressReason.NOBODY)
        elif to == self.sender:
            self.refuse(line, PressReason.ONESELF)
        elif to != ALL and to not in self.living:
            self.refuse(line, PressReason.ELIMINATED)
        else:
            return to
        return None

    def letters(self, answer: Answer, broadcast: str) -> tuple[str, tuple[tuple[Power, str], ...]]:
        kept: dict[Power, str] = {}
        for item in self.items(answer, "letters"):
            text = item.get("text")
            if not isinstance(text, str):
                self.refuse(item, PressReason.TYPE)
                continue
            text = clean(text, LETTER_CAP)
            line = f"to {excerpt(item.get('to'))}: {text}"
            to = self.addressee(item, line=line) if text else None
            if to is None:
                continue
            if to in kept or (to == ALL and broadcast):
                self.refuse(line, PressReason.DUPLICATE)
            elif to == ALL:
                broadcast = clean(text, BROADCAST_CAP)
            else:
                kept[to] = text
        return broadcast, tuple(kept.items())

    def pledges(self, answer: Answer, read_place: Callable[[str], str | None]) -> tuple[Pledge, ...]:
        kept: list[Pledge] = []
        for item in self.items(answer, "pledges"):
            pledge = self.pledge(item, read_place)
            if pledge is None:
                continue
            if pledge in kept:
                self.refuse(item, PressReason.DUPLICATE)
            elif len(kept) == PLEDGES_CAP:
                self.refuse(item, PressReason.TOOMANY)
            else:
                kept.append(pledge)
        return tuple(kept)

    def pledge(self, item: Mapping[str, Any], read_place: Callable[[str], str | None]) -> Pledge | None:
        word = item.get("kind")
        kind = _KINDS.get(fold(word[:LINE_CAP])) if isinstance(word, str) else None
        if kind is None or kind not in self.kinds:
            self.refuse(item, PressReason.PARSE)
            return None
        to: Power | None = ALL
        if kind is not PledgeKind.KEEPOUT or item.get("to") not in (None, ""):
            to = self.addressee(item, line=excerpt(item))
        if to is None:
            return None
        if to == ALL and kind in _TO_ONE:
            self.refuse(item, PressReason.NOBODY)
            return None
        place = ""
        if kind is PledgeKind.KEEPOUT:
            text = item.get("province")
            found = read_place(text[:LINE_CAP]) if isinstance(text, str) else None
            if found is None:
                self.refuse(item, PressReason.PARSE)
                return None
            place = found
        return Pledge(self.sender, None if to == ALL else to, kind, place)


def excerpt(item: object) -> str:
    """An item of an answer as short text for a refusal, however large or deep it is."""
    if isinstance(item, Mapping):
        item = ", ".join(f"{_scalar(key)}={_scalar(value)}" for key, value in list(item.items())[:8])
    return clean(_scalar(item), LINE_CAP)


def _scalar(item: object) -> str:
    if isinstance(item, str):
        return item[: 2 * LINE_CAP]
    if isinstance(item, int) and item.bit_length() > 64:
        return "a huge number"
    return str(item) if item is None or isinstance(item, int | float) else type(item).__name__


def read_press(
    answer: Answer,
    sender: Power,
    book: AddressBook,
    living: frozenset[Power],
    read_place: Callable[[str], str | None],
    kinds: Collection[PledgeKind] = PLEDGES,
) -> tuple[PressSheet, tuple[Refusal, ...]]:
    """A press answer of `sender` as a sheet, and what of it was refused. Never raises.

    `living` are the powers that can be written to; `read_place` turns a place's
    name into the code a ``keepout`` may name, or None; `kinds` are the pledges
    that the game knows.
    """
    reader = _Reader(sender, book, living, kinds)
    text = answer.get("broadcast")
    broadcast = clean(text, BROADCAST_CAP) if isinstance(text, str) else ""
    if text is not None and not isinstance(text, str):
        reader.refuse("broadcast", PressReason.TYPE)
    broadcast, letters = reader.letters(answer, broadcast)
    pledges = reader.pledges(answer, read_place)
    return PressSheet(broadcast, letters, pledges, read_notes(answer)), tuple(reader.refused)


def read_notes(answer: Answer) -> str:
    """The notes an answer brings, or empty when they stay as they were."""
    notes = answer.get("notes")
    return clean(notes, NOTES_CAP, lines=True) if isinstance(notes, str) else ""
