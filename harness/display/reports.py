"""What the smaller verbs tell: findings of a check, a rendered prompt, what there is to play with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console
from rich.text import Text

from harness.display.figures import GAP, count
from harness.display.screen import safe, say
from harness.probe import Finding
from harness.seats.seat import CHARACTERS_PER_TOKEN, Prompt

INDENT = 4
"""Screen columns before words that found no room beside their name."""

STYLES = {"ok": "green", "warn": "yellow", "error": "red"}


def show_findings(findings: Sequence[Finding], out: Console) -> None:
    """What a check found, one finding a line, longer texts wrapped under themselves."""
    level = max((len(finding.level) for finding in findings), default=0)
    entries = [
        (Text.assemble((finding.level.ljust(level), STYLES[finding.level]), GAP, safe(finding.subject)), finding.text)
        for finding in findings
    ]
    _show_entries(entries, out)


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
        _show_entries([(safe(f"  {name}"), words) for name, words in entries], out)


def _tokens(text: str) -> str:
    return f"about {count(len(text) / CHARACTERS_PER_TOKEN)} tokens, an estimate from {count(len(text))} characters"


def _show_entries(entries: Sequence[tuple[Text, str]], out: Console) -> None:
    """Names in a column and words beside them, wrapped there; below them where names take half of the width."""
    beside = max((name.cell_len for name, _ in entries), default=0) + len(GAP)
    indent = beside if beside <= out.width // 2 else INDENT
    for name, words in entries:
        lines = safe(words).wrap(out, max(1, out.width - indent))
        line = name.copy()
        if indent == beside and lines:
            line.append(" " * (indent - name.cell_len)).append_text(lines.pop(0))
        line.rstrip()
        out.print(line, no_wrap=True)
        for more in lines:
            out.print(Text(" " * indent).append_text(more), no_wrap=True)
