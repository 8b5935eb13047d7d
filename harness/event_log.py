"""events.jsonl: what happened in an episode, derived and never decided here.

Every event is one line. Where the file has lines already, what is derived must
be the same; the rest is written.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any

from engine.game import Event
from engine.wire import encode
from harness.errors import StorageError, UserError
from harness.journal import Difference, Diverged, refuse


class EventLog:
    """The events of one episode in order. `count` of them make the file's SHA-256 `digest`.

    Added lines wait until `write`, so that the file never runs ahead of the
    journal. A log that is not `writable` only compares.
    """

    def __init__(self, path: Path, *, writable: bool = True, diverged: Diverged = refuse) -> None:
        """Read what the file holds; a last line without a newline was torn and is written anew.

        Raises `StorageError` when it cannot be read.
        """
        self.path = path
        self.count = 0
        self._hash = sha256()
        self._writable = writable
        self._diverged = diverged
        self._due: list[bytes] = []
        try:
            data = path.read_bytes() if path.exists() else b""
        except OSError as error:
            raise StorageError.of(path, error) from error
        *self._known, torn = data.split(b"\n")
        self._sound = len(data) - len(torn)

    @property
    def digest(self) -> str:
        """SHA-256, in hex, of all lines so far."""
        return self._hash.hexdigest()

    def add(self, *parts: Iterable[Event]) -> None:
        """Append events; one that differs from its line in the file is a `Difference`."""
        for event in chain(*parts):
            line = encode(event).encode("ascii")
            self._hash.update(line + b"\n")
            if self.count >= len(self._known):
                self._due.append(line + b"\n")
            elif line != self._known[self.count]:
                self._differ(self._known[self.count], line.decode())
            self.count += 1

    def write(self) -> None:
        """Put what was added into the file; raises `StorageError`."""
        if self._writable and self._due:
            data = b"".join(self._due)
            self._due.clear()
            try:
                with self.path.open("r+b" if self.path.exists() else "xb") as file:
                    file.truncate(self._sound)
                    file.seek(self._sound)
                    file.write(data)
            except OSError as error:
                raise StorageError.of(self.path, error) from error
            self._sound += len(data)

    def finish(self) -> None:
        """The episode is over: the file must hold no more than was derived, and is made durable."""
        for line in self._known[self.count :]:
            self._differ(line, "")
            self.count += 1
        self.write()
        if self._writable:
            try:
                with self.path.open("rb") as file:
                    os.fsync(file.fileno())
            except OSError as error:
                raise StorageError.of(self.path, error) from error

    def _differ(self, recorded: bytes, derived: str) -> None:
        text = recorded.decode("ascii", "backslashreplace")
        self._diverged(Difference(self.path, self.count + 1, text, derived))


def read_events(path: Path) -> Iterator[dict[str, Any]]:
    """The events of a file as data, line by line, none if there is no file; a torn last line is left out.

    Raises `UserError` naming the line that is no event.
    """
    if not path.exists():
        return
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                return
            try:
                event = json.loads(line)
                event["kind"], event["phase"]
            except (ValueError, KeyError, TypeError) as error:
                raise UserError(f"{path}:{number}: is no event; see cogleague replay --verify") from error
            yield event
