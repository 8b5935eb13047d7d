"""What an episode cannot compute again, in the order it was decided.

`Journal.settle` is the only way in: reply, lateness and stop race for their
place, the first one there wins, and everybody acts on what it returns. Records
read from the file hold their places already, so a resumed or replayed episode
meets them as if they had just been decided.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.wire import encode
from harness.committer import Appender, Committer
from harness.errors import JournalError, ReplayDiverged, told_apart
from harness.records import (
    FORMAT,
    Answer,
    Asked,
    Crashed,
    Entry,
    Failed,
    Late,
    Lost,
    Played,
    Record,
    Recording,
    Refused,
    Replied,
    Stopped,
    is_progress,
    load_recording,
    seal,
    sealed_line,
)
from harness.seats.seat import At

FREE_TERMS = ("limits",)
"""Terms of the head that may change between two runs of an episode."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that was derived again and is not what stands in a file's line (from 1)."""

    path: Path
    line: int
    recorded: str
    derived: str

    def __str__(self) -> str:
        recorded, derived = told_apart(self.recorded, self.derived)
        return f"{self.path}:{self.line}: recorded {recorded or 'nothing'}, derived {derived or 'nothing'}"


Diverged = Callable[[Difference], None]


def refuse(difference: Difference) -> None:
    """Raise `ReplayDiverged`: what a run that goes on does with a difference."""
    raise ReplayDiverged(str(difference), difference.path)


class Journal:
    """One episode's records; without an appender nothing is written.

    `torn` bytes were cut off the end of its file, which held so many records of
    `progress`, `batches` that were played and causes of the `crashes` before.
    """

    def __init__(
        self,
        path: Path,
        entries: Iterable[Entry] = (),
        *,
        check: str = "",
        torn: int = 0,
        appender: Appender | None = None,
        diverged: Diverged = refuse,
    ) -> None:
        self.path = path
        self.torn = torn
        self._check = check
        self._appender = appender
        self._diverged = diverged
        self._played = 0
        self._held: dict[int, dict[Hashable, Entry]] = {}
        self._unanswered: dict[At, None] = {}
        self.progress = self.batches = 0
        self.crashes: list[str] = []
        for entry in entries:
            self._follow(entry.record)
            self.progress += is_progress(entry.record)
            if isinstance(entry.record, Crashed):
                self.crashes.append(entry.record.cause)
            elif not isinstance(entry.record, Late | Refused | Lost):
                self.batches += isinstance(entry.record, Played)
                self._held.setdefault(_batch(entry.record), {}).setdefault(_place(entry.record), entry)

    def recorded(self, at: At) -> Answer | None:
        """What a seat brought at that place, if it is decided."""
        entry = self._held.get(at.batch, {}).get(at)
        return entry.record.answer if entry and isinstance(entry.record, Replied | Failed) else None

    def stopped(self, batch: int) -> Stopped | None:
        """The record that the clock ran out before this batch, if it did."""
        entry = self._held.get(batch, {}).get(Stopped.kind)
        return entry.record if entry and isinstance(entry.record, Stopped) else None

    def reached(self, batch: int) -> bool:
        """Whether anything of this batch is decided."""
        return batch in self._held

    def settle(self, record: Record) -> Record:
        """Put a record in its place unless one is there; returns the one that is.

        A reply that comes too late is kept for the bill, as `Late`. What can be
        derived again (prompts, events) must agree with the record in its place.
        """
        batch = _batch(record)
        if isinstance(record, Late | Refused | Lost | Crashed):
            return self._write(record)
        if batch < self._played:
            return self._billed(record)
        places = self._held.setdefault(batch, {})
        place = _place(record)
        held = places.get(place)
        if held is None:
            places[place] = Entry(0, self._write(record))
        elif (claimed := _claim(held.record)) != (derived := _claim(record)):
            self._diverged(Difference(self.path, held.line, encode(claimed), encode(derived)))
        elif isinstance(record, Asked) and record.at not in self._unanswered and self.recorded(record.at) is None:
            self._write(record)
        else:
            self._billed(record)
        if isinstance(record, Played):
            self._played = batch + 1
            del self._held[batch]
        return held.record if held else record

    def lose(self) -> None:
        """Note that the process which made them is gone, or about to be, for the calls that nobody has answered."""
        for at in tuple(self._unanswered):
            self._write(Lost(at))

    def is_out(self, at: At) -> bool:
        """Whether a call was made of which nothing is known yet."""
        return at in self._unanswered

    def push(self) -> None:
        """Write everything settled so far: it outlives the process, if not the machine. Raises `StorageError`."""
        if self._appender:
            self._appender.push()

    async def synced(self) -> None:
        """Return when everything settled so far is durable; raises `StorageError`."""
        if self._appender:
            await self._appender.synced()

    def close(self) -> None:
        """Have the rest written and the file closed, without waiting for it."""
        if self._appender:
            self._appender.close()

    def _billed(self, record: Record) -> Record:
        """Keep for the bill what came too late, if it cost anything or has words."""
        if isinstance(record, Replied) or (isinstance(record, Failed) and record.answer.usage.total):
            return self._write(Late(record.at, record.answer))
        return record

    def _follow(self, record: Record) -> None:
        """Keep track of what was asked and not answered."""
        if isinstance(record, Asked):
            self._unanswered[record.at] = None
        elif isinstance(record, Replied | Failed | Late | Refused | Lost):
            self._unanswered.pop(record.at, None)

    def _write(self, record: Record) -> Record:
        self._follow(record)
        if self._appender:
            body = encode(record)
            self._check = seal(self._check, body)
            self._appender.append(sealed_line(self._check, body))
        return record


def open_journal(path: Path, head: Mapping[str, Any], committer: Committer) -> Journal:
    """The journal of an episode to be played: a new one, or the one that is there, its torn end cut off.

    Raises `JournalError` when the file was changed or belongs to another
    episode, version or set of prompts, `StorageError` when it cannot be written.
    """
    recording = load_recording(path) if path.exists() else None
    if recording and recording.head:
        _compare(recording, head)
        appender = Appender(path, recording.sound, committer)
        return Journal(path, recording.entries, check=recording.check, torn=recording.torn, appender=appender)
    body = encode({"kind": "head", "format": FORMAT, **head})
    check = seal("", body)
    appender = Appender(path, 0, committer)
    appender.append(sealed_line(check, body))
    return Journal(path, check=check, appender=appender)


def _compare(recording: Recording, head: Mapping[str, Any]) -> None:
    for key, value in head.items():
        begun, now = encode(recording.head.get(key)), encode(value)
        if key not in FREE_TERMS and begun != now:
            begun, now = told_apart(begun, now)
            raise JournalError(
                f"{recording.path}:1: this episode was begun with another {key}: {begun}, now {now}; "
                "go back to what it was begun with, or remove the folder to play it anew"
            )


def _batch(record: Record) -> int:
    return record.batch if isinstance(record, Played | Stopped | Crashed) else record.at.batch


def _place(record: Record) -> Hashable:
    """Within its batch: where a record belongs, so that rivals share a place."""
    if isinstance(record, Replied | Failed):
        return record.at
    return (record.kind, record.at) if isinstance(record, Asked) else record.kind


def _claim(record: Record) -> tuple[Any, ...] | None:
    """The part of a record which must come out the same when derived again."""
    if isinstance(record, Asked):
        return record.prompt, record.schema
    if isinstance(record, Played | Stopped):
        return record.events, record.digest
    return None
