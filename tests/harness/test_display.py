"""What people see: facts that fit, tables that drop columns whole, foreign text that stays text."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from harness.display.figures import count, dollars, duration, packed
from harness.display.screen import console, safe, say
from harness.display.tables import Column, fitted

WIDTHS = (60, 80, 100, 160, 250)

HOSTILE = "[bold red]x[/]\x1b[31m\x1b]0;owned\x07:bomb:\u202e{{ 7 }}\x00"
HARMLESS = "[bold red]x[/]:bomb:{{ 7 }}"


def shown(thing: RenderableType, width: int) -> list[str]:
    out = io.StringIO()
    Console(file=out, width=width, markup=False, emoji=False, highlight=False, force_terminal=False).print(thing)
    return out.getvalue().splitlines()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HOSTILE, HARMLESS),
        ("  board\n\tindent\r\nend", "  board\nindent\nend"),
        ("", ""),
        ("\ud835", "\ufffd"),
        ("Città · 市", "Città · 市"),
    ],
)
def test_foreign_text_keeps_its_words_and_loses_its_controls(text: str, expected: str) -> None:
    assert safe(text).plain == expected


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (999, "999"),
        (12_345, "12,345"),
        (1_230_000, "1.23M"),
        (999_999_999, "1,000M"),
        (45_600_000_000, "45.6G"),
    ],
)
def test_counts_are_short(number: int, text: str) -> None:
    assert count(number) == text


@pytest.mark.parametrize(
    ("usd", "text"), [(None, "?"), (0.0, "$0.00"), (0.0001, "<$0.01"), (12.345, "$12.35"), (12_345.0, "$12,345.00")]
)
def test_money_is_never_shown_as_nothing_when_it_is_something(usd: float | None, text: str) -> None:
    assert dollars(usd) == text


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.04, "0.0 s"), (59.94, "59.9 s"), (61, "0:01:01"), (90_061, "1 day, 1:01:01")]
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("columns", [False, True])
def test_facts_are_packed_into_lines_and_none_is_lost(width: int, columns: bool) -> None:
    facts = [f"b{number:02}-e01 1499-autumn-orders {number}/6" for number in range(40)]
    lines = [line.plain for line in packed("running", facts, width, columns=columns)]
    assert max(map(cell_len, lines)) <= width
    assert all(any(fact in line for line in lines) for fact in facts)
    assert lines[0].startswith("running  b00-e01")


def test_a_fact_longer_than_a_line_is_cut_visibly() -> None:
    (line,) = packed("seats", ["x" * 100], 20)
    assert line.plain == "seats  " + "x" * 12 + "…"


@dataclass(frozen=True)
class Entry:
    seat: str
    mean: str
    episodes: int


ENTRIES = (Entry("condottiere", "0.41 [0.32, 0.50]", 24), Entry(HOSTILE, "0.12 [0.02, 0.22]", 24))

COLUMNS: Sequence[Column[Entry]] = (
    Column("seat", lambda entry: entry.seat, name=True),
    Column("mean", lambda entry: entry.mean),
    Column("episodes", lambda entry: str(entry.episodes), rank=1),
    *(Column(f"figure {n}", lambda entry: "1,234,567", rank=n) for n in range(2, 12)),
)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_table_fits_its_width_with_whole_cells(width: int) -> None:
    lines = shown(fitted(COLUMNS, ENTRIES, width), width)
    assert max(map(cell_len, lines)) <= width
    assert "condottiere" in lines[1]
    assert "0.41 [0.32, 0.50]" in lines[1]
    assert HARMLESS in lines[2]
    titles = [column.title for column in COLUMNS]
    assert all(any(title in line for line in lines) for title in titles), "a title is a column or is named below"
    assert not any("," in line for line in lines if "figure" in line and "1,234,567" not in line)


def test_everything_shows_where_there_is_room() -> None:
    assert len(shown(fitted(COLUMNS, ENTRIES, 250), 250)) == 1 + len(ENTRIES)


def test_a_name_too_long_for_the_screen_keeps_its_end() -> None:
    rows = [Entry(f"claude-opus-5-5-with-a-very-long-description-of-{end}", "0.1", 1) for end in ("base", "terse")]
    lines = shown(fitted(COLUMNS[:2], rows, 40), 40)
    assert [line.split()[0][-6:] for line in lines[1:]] == ["f-base", "-terse"]
    assert max(map(cell_len, lines)) <= 40


def test_a_table_of_nothing_is_its_head() -> None:
    assert shown(fitted(COLUMNS[:2], (), 80), 80) == ["seat  mean"]


def test_a_pipe_gets_lines_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    out = io.StringIO()
    say(console(out), "word " * 100 + HOSTILE)
    assert out.getvalue() == "word " * 100 + HARMLESS + "\n"
