"""The terminal a person plays at: what a human seat needs of it.

With a terminal on both ends a line is edited and completed by readline; with a
pipe the same questions are plain lines. One line is read at a time in a thread
of its own, so the loop goes on serving the other seats meanwhile.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from threading import Thread
from types import TracebackType

from rich.console import Console

from harness.display.screen import console, safe, say

try:
    import readline
    import termios
except ImportError:  # Windows: plain lines
    readline = termios = None  # type: ignore[assignment]

LISTED = 24
"""Options shown without being asked for; longer lists show on ``?``."""


class Person:
    """A person at standard input and output; a context that gives the terminal back as it was.

    `choose` and `write` raise EOFError when the person ends the input.
    """

    def __init__(self, out: Console | None = None, read: Callable[[str], str] = input) -> None:
        self._out = out or console()
        self._read = read
        self._options: Sequence[str] = ()
        self._reading: asyncio.Future[str] | None = None
        self._edited = readline is not None and sys.stdin.isatty() and sys.stdout.isatty()

    def __enter__(self) -> Person:
        if self._edited:
            self._modes = termios.tcgetattr(sys.stdin)
            readline.set_completer_delims("")
            readline.set_completer(self._complete)
            readline.parse_and_bind("tab: complete")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._edited:
            readline.set_completer(None)
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._modes)

    def show(self, text: str) -> None:
        """Show plain text."""
        say(self._out, text)

    async def choose(self, title: str, options: Sequence[str], least: int, most: int) -> Sequence[str]:
        """Ask until the lines name `most` options by number or text, or an empty line leaves it at those so far."""
        if most <= 0 or not options:
            return ()
        if len(options) <= LISTED:
            self._list(options)
        chosen: list[str] = []
        while len(chosen) < most:
            line = await self._line(_question(title, len(options), len(chosen), least, most), options)
            if not line:
                break
            if line == "?":
                self._list(options)
            elif (option := pick(line, options)) is None:
                self.show(f'  "{line}" is none of the {len(options)} choices; ? lists them, an empty line passes.')
            elif option in chosen:
                self.show(f"  {option} is chosen already.")
            else:
                chosen.append(option)
        return tuple(chosen)

    async def write(self, title: str, cap: int) -> str:
        """Ask for one line of at most `cap` code points; an empty line writes nothing."""
        while len(line := await self._line(title, ())) > cap:
            self.show(f"  {len(line)} characters are too many: at most {cap}.")
        return line

    def _list(self, options: Sequence[str]) -> None:
        width = len(str(len(options)))
        self.show("\n".join(f"  {number:>{width}}  {option}" for number, option in enumerate(options, 1)))

    async def _line(self, question: str, options: Sequence[str]) -> str:
        """The next line. One that came too late for an earlier question is taken for this one, and checked as such."""
        self._options = options
        question = f"{safe(question).plain}: "
        if self._reading is None:
            reading = self._reading = asyncio.get_running_loop().create_future()
            Thread(target=self._fetch, args=(question, reading), daemon=True).start()
        else:
            reading = self._reading
            self.show(question)
        try:
            line: str = await asyncio.shield(reading)
        finally:
            if reading.done():
                self._reading = None
        return line.strip()

    def _fetch(self, question: str, reading: asyncio.Future[str]) -> None:
        """Read a line in a thread; the loop may be gone by the time it comes."""
        settle: Callable[[], None]
        try:
            settle = partial(reading.set_result, self._read(question))
        except EOFError as end:
            settle = partial(reading.set_exception, end)
        with suppress(RuntimeError):
            reading.get_loop().call_soon_threadsafe(settle)

    def _complete(self, text: str, state: int) -> str | None:
        """Readline's completer: the options that go on from what is typed."""
        if state == 0:
            self._matches = [option for option in self._options if option.upper().startswith(text.upper())]
        return self._matches[state] if state < len(self._matches) else None


def pick(line: str, options: Sequence[str]) -> str | None:
    """The option a line names: its number from 1, or its text whatever the case and spacing."""
    if line.isascii() and line.isdigit() and len(line) < 9:
        return options[int(line) - 1] if 1 <= int(line) <= len(options) else None
    wanted = "".join(line.upper().split())
    return next((option for option in options if "".join(option.upper().split()) == wanted), None)


def _question(title: str, count: int, chosen: int, least: int, most: int) -> str:
    if most == 1:
        return f"{title} [{count} choices]" if count > LISTED else title
    bounds = f"{most}" if least == most else f"{least} to {most}"
    return f"{title} [{chosen + 1} of {bounds}]"
