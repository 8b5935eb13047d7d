"""Findings, prompts and the catalogue on any screen: nothing is lost, nothing is wider, all of it plain text."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from rich.cells import cell_len
from rich.console import Console

from harness.display.reports import show_catalogue, show_findings, show_prompt
from harness.probe import Finding
from harness.seats.seat import Prompt

HOSTILE = "[link=x]name[/link]\x1b[31m"
HARMLESS = "[link=x]name[/link]"

FINDINGS = (
    Finding("ok", "league", "smoke: 24 episodes of cogiavelli, 6 seats"),
    Finding("error", f"seat {HOSTILE}", "the environment variable OPENAI_API_KEY is not set; it must hold the key"),
    Finding("warn", "schedule", "3 of the 4 blocks that an interval needs: " + "the standings show means alone " * 4),
)


def shown(show: Callable[[Console], None], width: int) -> list[str]:
    out = io.StringIO()
    show(Console(file=out, width=width, markup=False, emoji=False, highlight=False))
    return out.getvalue().splitlines()


@pytest.mark.parametrize("width", [40, 60, 80, 120, 250])
def test_findings_wrap_under_themselves(width: int) -> None:
    lines = shown(lambda out: show_findings(FINDINGS, out), width)
    assert max(map(cell_len, lines)) <= width
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == ["ok", "error", "warn"]
    text = " ".join(" ".join(lines).split())
    assert HARMLESS in text
    assert "OPENAI_API_KEY is not set; it must hold the key" in text
    assert text.count("the standings show means alone") == 4


def test_a_pipe_gets_one_line_a_finding_without_blanks_at_its_end() -> None:
    lines = shown(lambda out: show_findings(FINDINGS, out), 10_000)
    assert len(lines) == len(FINDINGS)
    assert lines[0] == "ok     league                    smoke: 24 episodes of cogiavelli, 6 seats"
    assert all(line == line.rstrip() for line in lines)


def test_a_prompt_is_shown_whole_with_its_size_marked_as_an_estimate() -> None:
    prompt = Prompt("rules " * 400, f"  the board {HOSTILE}\n\n", "your units\n")
    lines = shown(lambda out: show_prompt(prompt, "VENICE", out), 10_000)
    assert lines == [
        "=== system: the same in every call of the league (about 800 tokens, an estimate from 2,400 characters) ===",
        ("rules " * 400).strip(),
        "=== shared: the same for all powers of a batch; the cached prefix ends after it"
        " (about 13 tokens, an estimate from 38 characters) ===",
        f"  the board {HARMLESS}",
        "",
        "=== private: for VENICE alone (about 4 tokens, an estimate from 11 characters) ===",
        "your units",
        "=== about 816 tokens, an estimate from 2,449 characters in all ===",
    ]


@pytest.mark.parametrize("width", [60, 200])
def test_the_catalogue_stands_under_headings(width: int) -> None:
    sections = {"games": [("cogiavelli", "6 powers"), ("territory", "9 powers")], "results": [(HOSTILE, "")]}
    assert shown(lambda out: show_catalogue(sections, out), width) == [
        "games",
        "  cogiavelli  6 powers",
        "  territory   9 powers",
        "results",
        f"  {HARMLESS}",
    ]
