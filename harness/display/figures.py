"""Numbers and facts as short text, and facts packed into lines that fit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta

from rich.text import Text

from harness.display.screen import safe

GAP = "  "

NAMES_SHOWN = 6

WIDEST_TITLE = 3
"""A title takes at most this part of the width: a third."""


def count(number: float) -> str:
    """A whole number: in full below a million, then with three digits as 1.23M, 45.6M, 1.23G."""
    for size, letter in ((1e9, "G"), (1e6, "M")):
        if number >= size:
            digits = 2 if number < 10 * size else 1 if number < 100 * size else 0
            return f"{number / size:,.{digits}f}{letter}"
    return f"{number:,.0f}"


def mean(value: float | None, digits: int = 3) -> str:
    """A mean, or that there is none."""
    return "-" if value is None else f"{value:.{digits}f}"


def dollars(usd: float | None) -> str:
    """Money; ``?`` where a price is unknown; cents of a cent are not shown as nothing."""
    if usd is None:
        return "?"
    return "<$0.01" if 0 < usd < 0.005 else f"${usd:,.2f}"


def duration(seconds: float) -> str:
    """Hours, minutes and seconds; tenths only below a minute."""
    return f"{seconds:.1f} s" if seconds < 60 else str(timedelta(seconds=round(seconds)))


def listed(names: Sequence[str]) -> str:
    """The first few of names, and how many more there are."""
    more = f" and {len(names) - NAMES_SHOWN} more" if len(names) > NAMES_SHOWN else ""
    return ", ".join(names[:NAMES_SHOWN]) + more


def packed(title: str, facts: Iterable[Text | str], width: int, *, columns: bool = False) -> list[Text]:
    """A title and its facts in lines of at most `width` columns, broken only between facts.

    `columns` pads all facts to one width. A fact longer than a line is cut with
    an ellipsis; a title that leaves too little room gets a line of its own.
    """
    cells = [fact if isinstance(fact, Text) else safe(fact) for fact in facts]
    if not cells:
        return []
    head = safe(title, "bold")
    if head.cell_len > width // WIDEST_TITLE:
        head.truncate(width, overflow="ellipsis")
        return [head, *packed(" ", cells, width, columns=columns)]
    indent = head.cell_len + len(GAP) if title else 0
    room = max(1, width - indent)
    widest = min(room, max(cell.cell_len for cell in cells)) if columns else 0
    lines: list[list[Text]] = [[]]
    used = 0
    for cell in cells:
        cell.truncate(room, overflow="ellipsis")
        cell.pad_right(max(0, widest - cell.cell_len))
        need = cell.cell_len + (len(GAP) if lines[-1] else 0)
        if lines[-1] and used + need > room:
            lines.append([])
            used, need = 0, cell.cell_len
        lines[-1].append(cell)
        used += need
    return [_line(head if number == 0 else Text(), indent, line) for number, line in enumerate(lines)]


def _line(head: Text, indent: int, cells: Sequence[Text]) -> Text:
    line = Text(no_wrap=True)
    line.append_text(head)
    line.append(" " * (indent - head.cell_len))
    line.append_text(Text(GAP).join(cells))
    line.rstrip()
    return line
