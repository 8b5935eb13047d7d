"""Lines edited and completed by readline, where there is a terminal and a readline (not on Windows)."""

from __future__ import annotations

import readline
import sys
import termios
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from harness.display.person import Keyboard


@contextmanager
def edited_keyboard() -> Iterator[Keyboard]:
    """A keyboard with completion of the options by TAB; the terminal is given back as it was.

    A person may be gone (a deadline, Ctrl-C) while a line is still being read,
    so the modes readline has set are undone here and not by readline.
    """
    completer = Completer()
    modes = termios.tcgetattr(sys.stdin)
    readline.set_completer_delims("")
    readline.set_completer(completer)
    readline.parse_and_bind("tab: complete")

    def read(question: str, options: Sequence[str]) -> str:
        completer.options = options
        return input(question)

    try:
        yield read
    finally:
        readline.set_completer(None)
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, modes)


class Completer:
    """Readline's way of asking for the options that go on from what is typed."""

    def __init__(self) -> None:
        self.options: Sequence[str] = ()
        self._matches: Sequence[str] = ()

    def __call__(self, text: str, state: int) -> str | None:
        """Match number `state` for the typed beginning, whatever its case; None after the last."""
        if state == 0:
            self._matches = [option for option in self.options if option.upper().startswith(text.upper())]
        return self._matches[state] if state < len(self._matches) else None
