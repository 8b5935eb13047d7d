"""What is wrong with a league file: every mistake at once, each with its line and key."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import count

from harness.errors import UserError

Key = tuple[str | int, ...]
"""Where a value stands: ``("seats", 2, "policy")`` is shown as ``seats[2].policy``."""

SHOWN_CHARACTERS = 60
"""So much of a wrong value is repeated in a message."""

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_ENTRY = re.compile(r"""\s*(["']?)([A-Za-z0-9_-]+)\1\s*[=.]""")


class ConfigError(UserError):
    """A league file that cannot be played. `mistakes` holds one line of text each."""

    def __init__(self, source: str, mistakes: tuple[str, ...]) -> None:
        if len(mistakes) == 1:
            super().__init__(f"{source}: {mistakes[0]}")
        else:
            listed = "".join(f"\n  {mistake}" for mistake in mistakes)
            super().__init__(f"{source} has {len(mistakes)} mistakes:{listed}")
        self.source = source
        self.mistakes = mistakes


class Mistakes:
    """Collects what is wrong with one league file while it is read.

    `homes` says under which table a key belongs, for those that stand elsewhere;
    a seat may have keys of any name.
    """

    def __init__(self, source: str, text: str) -> None:
        self.homes: dict[str, str] = {}
        self._source = source
        self._lines: dict[Key, int] = {}
        for key, line in _places(text):
            self._lines.setdefault(key, line)
        self._found: list[tuple[int, str]] = []
        self._wrong: set[Key] = set()

    def add(self, key: Key, message: str) -> None:
        """Note that the value at `key` is wrong, once; `message` goes on after the key's name."""
        if key in self._wrong:
            return
        self._wrong.add(key)
        line = self._line(key)
        place = f"line {line}, " if line else ""
        self._found.append((line, f"{place}{shown(key)} {message}"))

    def unknown(self, key: Key, allowed: Iterable[str]) -> None:
        """Note that no key is called like the last part of `key` where it stands."""
        name = str(key[-1])
        home = None if key[0] == "seats" else self.homes.get(name)
        self.add(key, f"belongs under {home}" if home else f"is not a known key; {hint(name, allowed)}")

    def settle(self) -> None:
        """Raise `ConfigError` with everything found, in the order of the file; nothing found is fine."""
        if self._found:
            found = sorted(self._found, key=lambda mistake: mistake[0])
            raise ConfigError(self._source, tuple(text for _, text in found))

    def _line(self, key: Key) -> int:
        while key and key not in self._lines:
            key = key[:-1]
        return self._lines.get(key, 0)


def shown(key: Key) -> str:
    """A key as a person writes it: ``seats[2].policy``."""
    text = ""
    for part in key:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def hint(word: str, allowed: Iterable[str]) -> str:
    """What may stand here instead, the nearest name first: ``allowed: a, b; did you mean a?``."""
    names = sorted(allowed)
    near = nearest(word, names)
    return f"allowed: {', '.join(names) or 'nothing'}" + (f"; did you mean {near}?" if near else "")


def nearest(word: str, names: Iterable[str]) -> str:
    """The name most like `word`, or nothing when none is close."""
    folded = {name.casefold(): name for name in names}
    close = get_close_matches(word.casefold(), folded, n=1)
    return folded[close[0]] if close else ""


def shorten(value: object) -> str:
    """A value for a message: one line, printable, not endless."""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = ascii(value) if isinstance(value, str) else str(value)
    if isinstance(value, str):
        text = f'"{text[1:-1]}"'
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[: SHOWN_CHARACTERS - 3]}..."


def _places(text: str) -> Iterator[tuple[Key, int]]:
    """The line of every table header and plain key, as far as it can be told without a full parser."""
    table: Key = ()
    counters: dict[str, Iterator[int]] = {}
    quote = ""
    for number, line in enumerate(text.splitlines(), 1):
        if quote:
            quote = "" if quote in line else quote
            continue
        if header := _HEADER.match(line):
            parts: Key = tuple(part.strip().strip("\"'") for part in header[2].split("."))
            if header[1] == "[[":
                yield parts, number
                parts = (*parts, next(counters.setdefault(header[2], count())))
            table = parts
            yield table, number
        elif entry := _ENTRY.match(line):
            yield (*table, entry[2]), number
        quote = next((mark for mark in ('"""', "'''") if line.count(mark) % 2), "")
