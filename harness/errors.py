"""What can go wrong around an episode, by whose fault it is.

A seat's fault is data (`Failure` in harness.seats.seat). What stands here is
the user's to mend, the world's to recover from, or a broken promise of ours.
"""

from __future__ import annotations

from pathlib import Path

SHOWN, BEFORE = 160, 40
"""So many characters of a long value a message shows, and so many of them before the place that matters."""


def excerpt(text: str, place: int = 0) -> str:
    """What a message shows of a text that may be long: one line, from a little before `place` on."""
    start = max(0, place - BEFORE) if len(text) > SHOWN else 0
    line = " ".join(text[start : start + SHOWN].split())
    return f"{'…' if start else ''}{line}{'…' if len(text) > start + SHOWN else ''}"


def told_apart(one: str, other: str) -> tuple[str, str]:
    """What a message shows of two texts that are not the same: where they begin to differ."""
    pairs = enumerate(zip(one, other, strict=False))
    place = next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))
    return excerpt(one, place), excerpt(other, place)


class UserError(Exception):
    """Something the user can mend: what was wrong, where, what to do. Exit code 2."""


class Outage(Exception):
    """The world's fault: the episode is suspended and resumes later, nothing is scored.

    `cause` is the kind of failure (``auth``, ``quota``, ``network`` ...), `lane`
    the provider account it came from; `seat` is who was asked, "" until a turn
    has noted it.
    """

    def __init__(self, cause: str, lane: str, message: str) -> None:
        super().__init__(message)
        self.cause = cause
        self.lane = lane
        self.seat = ""


class JournalError(UserError):
    """A journal that cannot be read or does not belong here; names file and line."""


class ReplayDiverged(Exception):
    """A value that was derived again differs from what was recorded in the file at `path`: line, both values."""

    def __init__(self, message: str, path: Path) -> None:
        super().__init__(message)
        self.path = path


class StorageError(UserError):
    """Files that cannot be written: the disk is full, the folder is not ours. Nothing written before is lost."""

    @classmethod
    def of(cls, path: Path, error: OSError) -> StorageError:
        """What to tell about a failed write."""
        return cls(
            f"{path}: cannot be written ({error.strerror or error}); make room or mend the permissions, "
            "then run again: nothing that was recorded is lost"
        )
