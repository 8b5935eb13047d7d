"""The words that positions as text are made of: units, provinces, pledges, how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum

from engine.conflict.orders import FLEET, LETTERS, NONE, OrderTable, Unit
from engine.errors import PositionError
from engine.game import Outcome, Power
from engine.press import PLEDGES, Pledge, PledgeKind
from engine.press_reading import ALL

_MOST_DIGITS = 9


class PositionReader:
    """Reads a position line by line. Whatever it cannot read raises `PositionError` naming line and word."""

    def __init__(self, table: OrderTable, powers: Sequence[Power], pledges: Sequence[PledgeKind] = PLEDGES) -> None:
        self._table = table
        self._powers = powers
        self._pledges = pledges
        self._line = 1

    def lines(self, text: str) -> Iterator[str]:
        """The lines that say something, stripped; blank ones and those beginning with # are passed over."""
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip() and not line.lstrip().startswith("#"):
                self._line = number
                yield line.strip()

    def fail(self, what: str) -> PositionError:
        """An error at the line that is being read."""
        return PositionError(f"line {self._line}: {what}")

    def whole(self, word: str) -> int:
        """A whole number from 0 on."""
        if not (word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS):
            raise self.fail(f"{word!r} is not a whole number")
        return int(word)

    def province(self, code: str) -> int:
        """A province by its code."""
        if code not in self._table.geography.codes:
            raise self.fail(f"{code!r} is not a province")
        return self._table.geography.ids[code]

    def space(self, code: str) -> int:
        """A province or split coast by its code."""
        if code not in self._table.geography.space_ids:
            raise self.fail(f"{code!r} is not a province")
        return self._table.geography.space_ids[code]

    def unit(self, text: str) -> Unit:
        """A unit where it can stand: ``A VEN``, ``F STP/SC``."""
        geography = self._table.geography
        letter, _, code = text.strip().partition(" ")
        if len(letter) != 1 or letter not in LETTERS or not code:
            raise self.fail(f"{text.strip()!r} is not a unit like A VEN")
        kind, space = LETTERS.index(letter), self.space(code)
        province = geography.province_of[space]
        if kind == FLEET and len(geography.berths[province]) > 1 and space == province:
            raise self.fail(
                f"{text.strip()} must name a coast, as in F {geography.spaces[geography.berths[province][0]]}"
            )
        if not (
            space in geography.berths[province] if kind == FLEET else geography.land[province] and space < geography.n
        ):
            raise self.fail(f"{text.strip()} cannot stand there")
        return space * 2 + kind

    def pledge(self, text: str) -> Pledge:
        """An open pledge: ``MILAN to ALL keepout BOL``."""
        words = text.split()
        if len(words) < 4 or words[0] not in self._powers or words[1] != "to" or words[2] not in (*self._powers, ALL):
            first, second = self._powers[:2]
            raise self.fail(f"a pledge reads '{first} to {second} peace' or '{first} to ALL keepout' and a province")
        known = [kind.value for kind in self._pledges]
        if words[3] not in known:
            raise self.fail(f"{words[3]!r} is not {', '.join(known[:-1])} or {known[-1]}")
        place = self._table.geography.codes[self.province(words[4])] if len(words) > 4 else ""
        return Pledge(words[0], None if words[2] == ALL else words[2], PledgeKind(words[3]), place)

    def ending(self, text: str, endings: type[Enum]) -> Outcome:
        """How it ended, and the winner if there is one: ``solo FRANCE``, ``deadline``."""
        words = text.split()
        known = {ending.value: ending for ending in endings}
        winner = words[1] if len(words) == 2 else None
        if not words or len(words) > 2 or words[0] not in known or winner not in (None, *self._powers):
            raise self.fail(f"an end is one of {', '.join(known)}, and the winner if there is one")
        return Outcome(known[words[0]], winner)


def unit_texts(table: OrderTable, units: Iterable[Unit]) -> str:
    """Units of a position line, as `PositionReader.unit` reads them one by one: ``A PAD, F VEN``."""
    return ", ".join(table.unit_text(unit) for unit in units if unit != NONE)
