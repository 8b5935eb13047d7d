"""One table of a league file, read value by value; what does not fit is noted and reading goes on."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from harness.config_errors import Key, Mistakes, hint, shorten

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
        return Section(self._given(name, dict, "a table") or {}, (*self.key, name), self.mistakes)

    def sections(self, name: str) -> tuple[Section, ...]:
        """A list of tables, written ``[[name]]``; there must be one."""
        tables = self.table.get(name, [])
        if not (tables and isinstance(tables, list) and all(isinstance(table, dict) for table in tables)):
            state = "is not a list of tables" if tables else "is missing"
            self.refuse(name, f"{state}; write each as a table of its own under [[{name}]]")
            return ()
        return tuple(Section(table, (*self.key, name, place), self.mistakes) for place, table in enumerate(tables))

    def whole(self, name: str, default: int | None, least: int, most: int) -> int:
        """A whole number within bounds; without a default it must be there. 0 when there is no good one."""
        value = self._given(name, int, "a whole number", default is None)
        if value is not None and not least <= value <= most:
            self.refuse(name, f"is {shorten(value)}; allowed: {least} to {most}")
            value = None
        return int((default or 0) if value is None else value)

    def seconds(self, name: str, default: float, least: float, most: float) -> float:
        """A finite time within bounds."""
        value = self._given(name, (int, float), "a number of seconds")
        if value is not None and not least <= value <= most:
            self.refuse(name, f"is {shorten(value)}; allowed: {least:.10g} to {most:.10g} seconds")
            value = None
        return float(default if value is None else value)

    def number(self, name: str, default: float, least: float, most: float) -> float:
        """A finite number within bounds."""
        value = self._given(name, (int, float), "a number")
        if value is not None and not least <= value <= most:
            self.refuse(name, f"is {shorten(value)}; allowed: {least:.10g} to {most:.10g}")
            value = None
        return float(default if value is None else value)

    def flag(self, name: str, default: bool) -> bool:
        """``true`` or ``false``."""
        value = self._given(name, bool, "true or false")
        return default if value is None else bool(value)

    def text(self, name: str) -> str:
        """A text that must be there and must not be empty."""
        value = str(self._given(name, str, "a text in quotes", True) or "")
        if self.table.get(name) == "":
            self.refuse(name, "is empty")
        return value

    def choice(self, name: str, allowed: Iterable[str] | None, what: str, default: str | None = None) -> str:
        """One word out of a set, or any while the set is not known; without a default it must be there."""
        value = self._given(name, str, "a text in quotes", default is None)
        names = None if allowed is None else tuple(allowed)
        if value is not None and names is not None and value not in names:
            self.refuse(name, f"names no {what}: {shorten(value)}; {hint(value, names)}")
            value = None
        return str((default or "") if value is None else value)

    def name(self, name: str, default: str | None = None) -> str:
        """A name that is safe as a folder; without a default it must be there."""
        value = self._given(name, str, "a text in quotes", default is None)
        if value is None:
            return default or ""
        if not NAME.fullmatch(value):
            self.refuse(
                name,
                f"is {shorten(value)}; a name has 1 to 48 letters, digits and . _ + -,"
                " begins with a letter or digit and does not end with a dot",
            )
        elif value.split(".")[0].casefold() in RESERVED_NAMES:
            self.refuse(name, f"is {shorten(value)}, which some systems do not accept as a folder; choose another name")
        return str(value)

    def _given(self, name: str, kind: type | tuple[type, ...], what: str, required: bool = False) -> Any:
        """The value at a key if it has the right type, else None; what is wrong is noted."""
        value = self.table.get(name)
        if value is None:
            if required:
                self.refuse(name, f"is missing; it must be {what}")
        elif not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            self.refuse(name, f"is {shorten(value)}; it must be {what}")
            return None
        return value
