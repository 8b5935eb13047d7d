"""How often an episode was in play when its process died, and was to blame for all that can be told.

A kill from outside leaves much the same traces as an episode that takes the
process down. So a death does not count against an episode whose calls were out
at somebody else's: it only waited. What is decided between two deaths clears an
episode of those before. One that stands still through several is suspected, and
then tried last, while no other suspect is, so that a bystander is never blamed.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from engine.wire import encode
from harness.errors import JournalError
from harness.records import Asked, Failed, Late, Lost, Recording, Refused, Replied, is_progress, read_recording

MARK = "sitting"
"""A file in the folder of an episode that is in play: what its journal held when the sitting began."""

SUSPECT, MOST = 2, 3
"""Deaths in one place that make a suspect, and those after which an episode is set aside."""

IN_PROCESS = frozenset({"plugin"})
"""Kinds of seat that think in this process: a call that is with them may be what ended it."""


def deaths(folder: Path, journal: str) -> int:
    """Deaths since the episode last got further; 0 for one that was not in play when its process ended."""
    try:
        mark = json.loads((folder / MARK).read_bytes())
        before, progress = int(mark["deaths"]), int(mark["progress"])
        recording = read_recording(folder / journal)
    except (OSError, ValueError, TypeError, KeyError, JournalError):
        return 0
    stood = sum(is_progress(entry.record) for entry in recording.entries) == progress
    return (before if stood else 0) + (not _only_waits(recording))


def sit_down(folder: Path, progress: int, known: int) -> None:
    """Mark that an episode is in play, with what its journal holds of progress and the deaths it is known for.

    A mark that cannot be written is none.
    """
    with suppress(OSError):
        (folder / MARK).write_text(encode({"deaths": known, "progress": progress}), encoding="ascii")


def stand_up(folder: Path) -> None:
    """The sitting ended without a death."""
    with suppress(OSError):
        (folder / MARK).unlink(missing_ok=True)


def _only_waits(recording: Recording) -> bool:
    """Whether calls were out, and all of them at somebody who thinks outside of this process."""
    out = set()
    for record in (entry.record for entry in recording.entries):
        if isinstance(record, Asked):
            out.add(record.at)
        elif isinstance(record, Replied | Failed | Late | Refused | Lost):
            out.discard(record.at)
    seats = recording.head.get("seats", {})
    return bool(out) and all(seats[at.power]["kind"] not in IN_PROCESS for at in out)
