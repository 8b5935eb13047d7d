"""Consoles and safe text: whatever seats, files and games wrote is data here, never markup."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOBase, TextIOWrapper
from shutil import get_terminal_size
from typing import IO, TextIO, cast

from rich.console import Console
from rich.text import Text

from engine.text import clean
from harness.errors import UserError

UNBOUNDED = 10_000
"""Columns of what is not a terminal: a pipe or a file gets every line whole."""


NAMELESS = ("dumb", "unknown")
"""Terminals that rich takes for 80 columns wide without asking them."""


class OutputError(UserError):
    """A console's stream cannot be written."""


class Outlet(TextIOBase):
    """The stream of a console; without one (it was closed) or without a reader everything is said to nobody.

    Nothing else changes with the reader of a pipe gone: a run is played on, a
    verb ends with its own exit code. Where a reader would miss something (the
    disk is full), the first write raises `OutputError`.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return getattr(self._stream, "encoding", None) or "utf-8"

    def write(self, text: str) -> int:
        if self._stream is not None:
            with self._given_up(self._stream):
                self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        if self._stream is not None and not self._stream.closed:
            with self._given_up(self._stream):
                self._stream.flush()

    def isatty(self) -> bool:
        return self._stream is not None and self._stream.isatty()

    def fileno(self) -> int:
        return self._stream.fileno() if self._stream is not None else super().fileno()

    @contextmanager
    def _given_up(self, stream: TextIO) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self._stream = None
            forsake(stream)
            if not isinstance(error, BrokenPipeError):
                raise OutputError(f"the output cannot be written: {error.strerror}; make room and try again") from error


def forsake(stream: TextIO) -> None:
    """Let go of a stream that cannot be written, with what waits in it until the very end."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def console(file: TextIO | None = None) -> Console:
    """A console on a stream (standard output), as wide as the terminal; without colour where NO_COLOR says so.

    What the stream's encoding does not have is shown as a question mark.
    """
    file = sys.stdout if file is None else file
    if isinstance(file, TextIOWrapper):
        file.reconfigure(errors="replace")
    outlet = Outlet(file)
    width: int | None = None if outlet.isatty() else UNBOUNDED
    height: int | None = None
    if outlet.isatty() and os.environ.get("TERM", "").lower() in NAMELESS:
        width, height = get_terminal_size()
    return Console(file=cast(IO[str], outlet), width=width, height=height, markup=False, emoji=False, highlight=False)


def safe(text: str, style: str = "") -> Text:
    """Foreign text for the console: lines and indents stay, escapes and control characters go."""
    return Text("\n".join(map(_safe_line, text.splitlines())), style=style)


def say(out: Console, text: str, style: str = "") -> None:
    """Print foreign text; in a terminal long lines wrap, in a pipe they stay whole."""
    out.print(safe(text, style), soft_wrap=not out.is_terminal)


def put(data: str) -> None:
    """Print lines for another program on standard output, as they are."""
    outlet = Outlet(sys.stdout)
    outlet.write(data.rstrip("\n") + "\n")
    outlet.flush()


def complain(message: str) -> None:
    """Print an error for the user on standard error, if that can be written."""
    with suppress(OutputError):
        say(console(sys.stderr), f"cogleague: {message}")


def _safe_line(line: str) -> str:
    bare = line.lstrip(" ")
    return " " * (len(line) - len(bare)) + clean(bare, len(bare) + 1)
