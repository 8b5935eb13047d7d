"""Rows into files: CSV and JSON lines. What seats wrote is data here, whatever it looks like.

Text in every format is UTF-8 with line ends as ``\\n``; half a character and control
characters other than tabs and line ends become U+FFFD.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import ClassVar, Protocol

from engine.wire import encode
from harness.export.columns import Row, Table, Value

FORMULA = ("=", "+", "-", "@", "\t", "\n", "'", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet may take for the beginning of a formula, full-width signs too, and the sign that prevents it."""

_LINE_ENDS = re.compile("\r\n?")
_UNFIT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_REPLACEMENT = "\ufffd"


class Writer(Protocol):
    """One file of one table, written batch by batch."""

    suffix: ClassVar[str]

    def write(self, rows: Iterable[Row]) -> None:
        """Append rows."""

    def close(self) -> None:
        """Finish the file."""


Open = Callable[[Path, Table], Writer]
"""Begins the file of a table."""


def fit(text: str) -> str:
    """The text as every reader of UTF-8 takes it."""
    return text if text.isascii() and text.isprintable() else _UNFIT.sub(_REPLACEMENT, _LINE_ENDS.sub("\n", text))


class CsvWriter:
    """CSV with a heading. Text stands in quotes, no value is an empty cell, truth is ``true`` or ``false``.

    Text that a spreadsheet could run as a formula gets an apostrophe before it,
    and so does text that begins with one: whoever takes one away from every cell
    that begins with it has the exact text.
    """

    suffix: ClassVar[str] = ".csv"

    def __init__(self, path: Path, table: Table) -> None:
        self._names = tuple(column.name for column in table.columns)
        self._file = path.open("w", encoding="utf-8", newline="")
        self._file.write(",".join(self._names) + "\n")

    def write(self, rows: Iterable[Row]) -> None:
        """Append rows."""
        self._file.writelines(",".join(csv_cell(row.get(name)) for name in self._names) + "\n" for row in rows)

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


class JsonLinesWriter:
    """One JSON object a line with every column, `null` for no value; ASCII alone, other signs are escapes."""

    suffix: ClassVar[str] = ".jsonl"

    def __init__(self, path: Path, table: Table) -> None:
        self._names = tuple(column.name for column in table.columns)
        self._file = path.open("w", encoding="ascii", newline="")

    def write(self, rows: Iterable[Row]) -> None:
        """Append rows."""
        for row in rows:
            whole = {name: fit(value) if isinstance(value := row.get(name), str) else value for name in self._names}
            self._file.write(encode(whole) + "\n")

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


def csv_cell(value: Value) -> str:
    """A value as it stands in CSV."""
    if value is None:
        return ""
    if isinstance(value, str):
        text = fit(value)
        guarded = f"'{text}" if text.startswith(FORMULA) else text
        return '"' + guarded.replace('"', '""') + '"'
    return str(value).lower() if isinstance(value, bool) else repr(value)
