"""How often an episode was in play when its process died, and did not get any further.

A kill from outside leaves the same traces as an episode that takes the process
down. Only an episode that stands still through several deaths is suspected, and
then tried last, while no other suspect is, so that a bystander is never blamed.
Where no seat runs code of its own in this process, more deaths are needed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from engine.wire import encode

MARK = "sitting"
"""A file in the folder of an episode that is in play: what its journal held when the sitting began."""

SUSPECT, MOST, MOST_ELSEWHERE = 2, 3, 6
"""Deaths in one place that make a suspect, and those after which an episode is set aside.

The last number is for episodes whose seats all think elsewhere: they can hardly
bring this process down, and somebody may well have killed it so often.
"""

IN_PROCESS = frozenset({"plugin"})
"""Kinds of seat that run somebody's code in this process."""


def deaths(folder: Path, journal: str) -> int:
    """Deaths since the episode last got further; 0 for one that was not in play when its process ended."""
    try:
        mark = json.loads((folder / MARK).read_bytes())
        before, sound = int(mark["deaths"]), int(mark["bytes"])
    except (OSError, ValueError, TypeError, KeyError):
        return 0
    return before + 1 if _sound(folder / journal) == sound else 1


def most_deaths(kinds: Iterable[str]) -> int:
    """How many deaths in one place an episode with such kinds of seats may be in."""
    return MOST if IN_PROCESS.intersection(kinds) else MOST_ELSEWHERE


def sit_down(folder: Path, journal: str, known: int) -> None:
    """Mark that an episode is in play, with the deaths it is known for. A mark that cannot be written is none."""
    with suppress(OSError):
        (folder / MARK).write_text(encode({"deaths": known, "bytes": _sound(folder / journal)}), encoding="ascii")


def stand_up(folder: Path) -> None:
    """The sitting ended without a death."""
    with suppress(OSError):
        (folder / MARK).unlink(missing_ok=True)


def _sound(path: Path) -> int:
    """Bytes of whole lines."""
    try:
        return path.read_bytes().rfind(b"\n") + 1
    except OSError:
        return 0
