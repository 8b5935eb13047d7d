"""How often an episode was in play when its process died, and had nothing new in its journal.

A kill from outside leaves the same traces as an episode that takes the process
down, but it seldom comes three times before anything is answered: whatever is
decided between two deaths clears the episode. One that stands still through
several is suspected, and then tried last, while no other suspect is, so that a
bystander is never blamed.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from engine.wire import encode

MARK = "sitting"
"""A file in the folder of an episode that is in play: what its journal held when the sitting began."""

SUSPECT, MOST = 2, 3
"""Deaths in one place that make a suspect, and those after which an episode is set aside."""

ASKED_ANEW = (b'"kind":"asked"', b'"kind":"lost"')
"""Records that every sitting leaves of the calls it makes again: they are no progress."""


def deaths(folder: Path, journal: str) -> int:
    """Deaths since the episode last got further; 0 for one that was not in play when its process ended."""
    try:
        mark = json.loads((folder / MARK).read_bytes())
        before, records = int(mark["deaths"]), int(mark["records"])
    except (OSError, ValueError, TypeError, KeyError):
        return 0
    return before + 1 if _decided(folder / journal) == records else 1


def sit_down(folder: Path, journal: str, known: int) -> None:
    """Mark that an episode is in play, with the deaths it is known for. A mark that cannot be written is none."""
    with suppress(OSError):
        (folder / MARK).write_text(encode({"deaths": known, "records": _decided(folder / journal)}), encoding="ascii")


def stand_up(folder: Path) -> None:
    """The sitting ended without a death."""
    with suppress(OSError):
        (folder / MARK).unlink(missing_ok=True)


def _decided(path: Path) -> int:
    """Whole lines of a journal that tell of more than calls on their way."""
    try:
        *lines, _ = path.read_bytes().split(b"\n")
    except OSError:
        return 0
    return sum(not any(word in line for word in ASKED_ANEW) for line in lines)
