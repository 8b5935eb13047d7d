"""Tables that fit: columns are left out whole, the least important first, and lines never wrap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from harness.display.figures import packed
from harness.display.screen import safe

Row = TypeVar("Row")

EDGE = 2
"""Screen columns between two cells."""

ALWAYS = 0
"""Rank of a column that is never left out."""


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """A column: its title, a row's text in it, and its rank; higher ranks go first when there is no room.

    A `name` is set left and cut in its middle when even the columns that always
    show do not fit; a table has at most one.
    """

    title: str
    text: Callable[[Row], str]
    rank: int = ALWAYS
    name: bool = False


def fitted(columns: Sequence[Column[Row]], rows: Sequence[Row], width: int) -> RenderableType:
    """The rows as a table of at most `width` screen columns, and below it the titles that found no room."""
    cells = _cells(columns, rows)
    widths = _widths(columns, cells)
    kept = _kept([column.rank for column in columns], widths, width)
    over = max(0, sum(widths[place] + EDGE for place in kept) - EDGE - width)
    table = Table(box=None, padding=(0, EDGE, 0, 0), pad_edge=False, header_style="bold")
    for place in kept:
        column = columns[place]
        if column.name:
            widths[place] = max(1, widths[place] - over)
            cells[place] = [shortened(cell, widths[place]) for cell in cells[place]]
        justify = "left" if column.name else "right"
        table.add_column(safe(column.title), justify=justify, no_wrap=True, width=widths[place])  # type: ignore[arg-type]
    for line in zip(*(cells[place] for place in kept), strict=True):
        table.add_row(*line)
    missing = [column.title for place, column in enumerate(columns) if place not in kept]
    return Group(table, *packed("no room for", missing, width))


def needed_width(columns: Sequence[Column[Row]], rows: Sequence[Row]) -> int:
    """The screen columns that a table takes when nothing is left out."""
    return sum(_widths(columns, _cells(columns, rows))) + EDGE * (len(columns) - 1)


def _cells(columns: Sequence[Column[Row]], rows: Sequence[Row]) -> list[list[Text]]:
    return [[safe(column.text(row)) for row in rows] for column in columns]


def _widths(columns: Sequence[Column[Row]], cells: Sequence[Sequence[Text]]) -> list[int]:
    return [
        max(cell_len(column.title), *(cell.cell_len for cell in line), 0)
        for column, line in zip(columns, cells, strict=True)
    ]


def _kept(ranks: Sequence[int], widths: Sequence[int], width: int) -> list[int]:
    """The places of the columns that fit side by side; the first that does not fit ends the choice."""
    kept: list[int] = []
    used = -EDGE
    for place in sorted(range(len(ranks)), key=lambda place: ranks[place]):
        used += widths[place] + EDGE
        if used > width and ranks[place] != ALWAYS:
            break
        kept.append(place)
    return sorted(kept)


def shortened(text: Text, width: int) -> Text:
    """A name in at most `width` screen columns: its end tells variants apart, so its middle goes."""
    if text.cell_len <= width:
        return text
    head = text.copy()
    head.truncate(max(0, width - 1) // 2)
    tail = text.plain
    while tail and cell_len(tail) > width - 1 - head.cell_len:
        tail = tail[1:]
    return head.append("…").append(tail)
