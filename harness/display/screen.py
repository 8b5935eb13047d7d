"""Consoles and safe text: whatever seats, files and games wrote is data here, never markup."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import TextIO

from rich.console import Console
from rich.text import Text

from engine.text import clean

UNBOUNDED = 10_000
"""Columns of what is not a terminal: a pipe or a file gets every line whole."""


def console(file: TextIO | None = None) -> Console:
    """A console on a stream (standard output), as wide as the terminal; without colour where NO_COLOR says so.

    What the stream's encoding does not have is shown as a question mark.
    """
    file = sys.stdout if file is None else file
    if isinstance(file, TextIOWrapper):
        file.reconfigure(errors="replace")
    width = None if file.isatty() else UNBOUNDED
    return Console(file=file, width=width, markup=False, emoji=False, highlight=False)


def safe(text: str, style: str = "") -> Text:
    """Foreign text for the console: lines and indents stay, escapes and control characters go."""
    return Text("\n".join(map(_safe_line, text.splitlines())), style=style)


def say(out: Console, text: str, style: str = "") -> None:
    """Print foreign text; in a terminal long lines wrap, in a pipe they stay whole."""
    out.print(safe(text, style), soft_wrap=not out.is_terminal)


def complain(message: str) -> None:
    """Print an error for the user on standard error."""
    say(console(sys.stderr), f"cogleague: {message}")


def _safe_line(line: str) -> str:
    bare = line.lstrip(" ")
    return " " * (len(line) - len(bare)) + clean(bare, len(bare) + 1)
