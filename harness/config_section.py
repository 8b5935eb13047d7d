"""One table of a league file, read value by value; what does not fit is noted and reading goes on."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from harness.config_errors import Key, Mistakes, hint

SHOWN_CHARACTERS = 60
"""So much of a wrong value is repeated in a message."""

NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._+-]{0,46}[A-Za-z0-9_+-])?")
"""Names become folders, columns and file names on every system."""

RESERVED_NAMES = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10))}
)
"""Names that some systems do not accept as a folder, with or without an extension."""


@dataclass(frozen=True, slots=True)
class Section:
    """A table, where it stands, and where mistakes go.

    Every reader returns a value of its type whatever the file holds, so that
    one reading finds all mistakes; `Mistakes.settle` decides afterwards.
    """

    table: Mapping[str, Any]
    key: Key
    mistakes: Mistakes

    def refuse(self, name: str, message: str) -> None:
        """Note a mistake at one of this table's keys."""
        self.mistakes.add((*self.key, name), message)

    def only(self, allowed: Collection[str]) -> None:
        """Note every key that is not among the allowed ones."""
        for name in self.table:
            if name not in allowed:
                self.mistakes.unknown((*self.key, name), allowed)

    def section(self, name: str) -> Section:
        """A table inside this one; an absent one is empty."""
        return Section(self._typed(name, {}, dict, "a table"), (*self.key, name), self.mistakes)

    def sections(self, name: str) -> tuple[Section, ...]:
        """A list of tables, written ``[[name]]``."""
        tables = self._typed(name, [], list, f"a list of tables, written [[{name}]]")
        if not all(isinstance(table, dict) for table in tables):
            self.refuse(name, f"must be a list of tables, written [[{name}]]")
            return ()
        return tuple(Section(table, (*self.key, name, place), self.mistakes) for place, table in enumerate(tables))

    def whole(self, name: str, default: int | None, least: int, most: int) -> int:
        """A whole number within bounds; without a default it must be there."""
        value = self._typed(name, default, int, "a whole number")
        if not least <= value <= most:
            self.refuse(name, f"is {shorten(value)}; allowed: {least} to {most}")
            return least
        return int(value)

    def seconds(self, name: str, default: float, least: float, most: float) -> float:
        """A time above `least` (or equal to it when it is 0.0 and allowed) and at most `most`."""
        value = self._typed(name, default, (int, float), "a number of seconds")
        if not (math.isfinite(value) and least <= value <= most):
            self.refuse(name, f"is {shorten(value)}; allowed: {least:g} to {most:g} seconds")
            return default
        return float(value)

    def flag(self, name: str, default: bool) -> bool:
        """``true`` or ``false``."""
        return bool(self._typed(name, default, bool, "true or false"))

    def text(self, name: str) -> str:
        """A text that must be there and must not be empty."""
        value = str(self._typed(name, None, str, "a text in quotes"))
        if not value and self.table.get(name) == "":
            self.refuse(name, "is empty")
        return value

    def choice(self, name: str, allowed: Iterable[str], what: str, default: str | None = None) -> str:
        """One word out of a set; without a default it must be there."""
        value = str(self._typed(name, default, str, "a text in quotes"))
        names = tuple(allowed)
        if self.table.get(name) == value and value not in names:
            self.refuse(name, f"names no {what}: {shorten(value)}; {hint(value, names)}")
            return default or ""
        return value

    def name(self, name: str, default: str | None = None) -> str:
        """A name that is safe as a folder."""
        value = str(self._typed(name, default, str, "a text in quotes"))
        if name not in self.table or not isinstance(self.table[name], str):
            return value
        if not NAME.fullmatch(value):
            self.refuse(
                name,
                f"is {shorten(value)}; a name has 1 to 48 letters, digits and . _ + -,"
                " begins with a letter or digit and does not end with a dot",
            )
        elif value.split(".")[0].casefold() in RESERVED_NAMES:
            self.refuse(name, f"is {shorten(value)}, which some systems do not accept as a folder; choose another name")
        return value

    def _typed(self, name: str, default: Any, kind: type | tuple[type, ...], what: str) -> Any:
        empty = {int: 1, str: ""}.get(kind) if default is None and isinstance(kind, type) else default
        if name not in self.table:
            if default is None:
                self.refuse(name, f"is missing; it must be {what}")
            return empty
        value = self.table[name]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            self.refuse(name, f"is {shorten(value)}; it must be {what}")
            return empty
        return value


def shorten(value: object) -> str:
    """A value for a message: one line, printable, not endless."""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = ascii(value) if isinstance(value, str) else str(value)
    if isinstance(value, str):
        text = f'"{text[1:-1]}"'
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[: SHOWN_CHARACTERS - 3]}..."
