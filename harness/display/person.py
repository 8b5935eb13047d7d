"""The terminal a person plays at: what a human seat needs of it.

One line is read at a time in a thread of its own, so the loop goes on serving
the other seats meanwhile. The same questions are asked on a terminal, where
lines are edited and completed (harness.display.editing), and through a pipe.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from threading import Thread

from rich.console import Console

from harness.display.screen import console, safe, say

LISTED = 24
"""Options shown without being asked for; longer lists show on ``?``."""

Keyboard = Callable[[str, Sequence[str]], str]
"""Reads one line: the question, and the options a completion may offer. Raises EOFError at the end of the input."""


def plain_keyboard(question: str, options: Sequence[str]) -> str:
    """One line of standard input, without completion; the question ends its own line, as nobody echoes the answer."""
    sys.stdout.write(f"{question}\n")
    return input()


class Person:
    """A person at standard input and output.

    `choose` and `write` raise EOFError when the person ends the input.
    """

    def __init__(self, out: Console | None = None, keyboard: Keyboard = plain_keyboard) -> None:
        self._out = out or console()
        self._keyboard = keyboard
        self._reading: asyncio.Future[str] | None = None

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
        question = f"{safe(question).plain}: "
        if self._reading is None:
            reading = self._reading = asyncio.get_running_loop().create_future()
            Thread(target=self._fetch, args=(question, options, reading), daemon=True).start()
        else:
            reading = self._reading
            self.show(question)
        try:
            line: str = await asyncio.shield(reading)
        finally:
            if reading.done():
                self._reading = None
        return line.strip()

    def _fetch(self, question: str, options: Sequence[str], reading: asyncio.Future[str]) -> None:
        """Read a line in a thread; the loop may be gone by the time it comes."""
        settle: Callable[[], None]
        try:
            settle = partial(reading.set_result, self._keyboard(question, options))
        except EOFError as end:
            settle = partial(reading.set_exception, end)
        with suppress(RuntimeError):
            reading.get_loop().call_soon_threadsafe(settle)


def pick(line: str, options: Sequence[str]) -> str | None:
    """The option a line names: its number from 1, or its text whatever the case and spacing."""
    if line.isascii() and line.isdigit() and len(line) < 9:
        return options[int(line) - 1] if 1 <= int(line) <= len(options) else None
    wanted = "".join(line.upper().split())
    return next((option for option in options if "".join(option.upper().split()) == wanted), None)


def _question(title: str, count: int, chosen: int, least: int, most: int) -> str:
    if most == 1:
        return f"{title} [{count} choices]" if count > LISTED else title
    bounds = f"{most}" if least == most else f"up to {most}"
    return f"{title} [{chosen + 1} of {bounds}]"
