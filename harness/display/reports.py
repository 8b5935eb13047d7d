"""What the smaller verbs tell: findings of a check, a rendered prompt, what there is to play with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from harness.check import Finding
from harness.display.figures import count
from harness.display.screen import safe, say
from harness.forecast import CHARACTERS_PER_TOKEN
from harness.seats.seat import Prompt

STYLES = {"ok": "green", "warn": "yellow", "error": "red"}


def show_findings(findings: Sequence[Finding], out: Console) -> None:
    """What a check found, one finding a line, longer texts wrapped under themselves."""
    table = _paragraphs(3)
    for finding in findings:
        table.add_row(Text(finding.level, style=STYLES[finding.level]), safe(finding.subject), safe(finding.text))
    out.print(table)


def show_prompt(prompt: Prompt, power: str, out: Console) -> None:
    """A prompt as it is sent, part by part; the first two parts are the prefix that providers can cache."""
    parts = (
        ("system: the same in every call of the league", prompt.system),
        ("shared: the same for all powers of a batch; the cached prefix ends after it", prompt.shared),
        (f"private: for {power} alone", prompt.private),
    )
    for title, text in parts:
        say(out, f"=== {title} ({_tokens(text)}) ===", "bold")
        say(out, text)
    say(out, f"=== {_tokens(prompt.system + prompt.user)} in all ===", "bold")


def show_catalogue(sections: Mapping[str, Iterable[tuple[str, str]]], out: Console) -> None:
    """What there is, under its headings: names, and a few words on each."""
    for title, entries in sections.items():
        out.print(safe(title, "bold"))
        table = _paragraphs(2)
        for name, words in entries:
            table.add_row(safe(f"  {name}"), safe(words))
        out.print(table)


def _tokens(text: str) -> str:
    return f"about {count(len(text) / CHARACTERS_PER_TOKEN)} tokens, an estimate from {count(len(text))} characters"


def _paragraphs(columns: int) -> Table:
    """A table without lines whose widest columns wrap first."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(columns):
        table.add_column(overflow="fold")
    return table
