"""What can go wrong around an episode, by whose fault it is.

A seat's fault is data (`Failure` in harness.seats.seat). What stands here is
the user's to mend, the world's to recover from, or a broken promise of ours.
"""

from __future__ import annotations

from pathlib import Path


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
    """A value that was derived again differs from what was recorded: file, line, both values."""


class StorageError(UserError):
    """Files that cannot be written: the disk is full, the folder is not ours. Nothing written before is lost."""

    @classmethod
    def of(cls, path: Path, error: OSError) -> StorageError:
        """What to tell about a failed write."""
        return cls(
            f"{path}: cannot be written ({error.strerror or error}); make room or mend the permissions, "
            "then run again: nothing that was recorded is lost"
        )
