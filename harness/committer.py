"""Durable appends: one thread has the files of all episodes written and synced.

While one round of syncing is under way, all that is asked for meanwhile gathers
for the next: however many episodes run, a sync costs each of them little. What
need not outlive the machine is written at once, by whoever wants it written.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from harness.errors import StorageError

SYNCS_AT_ONCE = 8
"""Files synced side by side: a file system then commits them together, which a busy disk does far sooner."""


class Appender:
    """One file that only grows. What is appended reaches it in order, with the next push or sync."""

    def __init__(self, path: Path, size: int, committer: Committer) -> None:
        """Open for appending after the first `size` bytes; what follows them is cut off. Raises `StorageError`."""
        self.path = path
        self.broken: StorageError | None = None
        self._committer = committer
        self._pending: deque[str] = deque()
        self._writing = threading.Lock()
        self._latest: asyncio.Future[None] | None = None
        self._unsynced = False
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
            os.ftruncate(self._file, size)
            os.lseek(self._file, size, os.SEEK_SET)
            sync_folder(path.parent)
        except OSError as error:
            raise StorageError.of(path, error) from error

    def append(self, line: str) -> None:
        """Add a line of ASCII, its newline included."""
        self._pending.append(line)

    def push(self) -> None:
        """Write what was appended, without a sync: it outlives the process, if not the machine. Raises `StorageError`.

        The file is written here and now: a hand-over to another thread would cost more than some microseconds do.
        """
        self.write()
        self._unsynced = True
        if self.broken:
            raise self.broken

    async def synced(self) -> None:
        """Return when all that was appended is on the disk; raises `StorageError` when it cannot be."""
        if self.broken:
            raise self.broken
        if self._pending or self._unsynced or (self._latest and not self._latest.done()):
            waiter = self._latest = asyncio.get_running_loop().create_future()
            self._unsynced = False
            self._committer.commit(_Commit(self, waiter))
            await waiter

    def close(self) -> None:
        """Have what is left written and the file closed, after all that is under way; nobody waits for it."""
        self._committer.commit(_Commit(self, None, is_last=True))

    def write(self) -> None:
        """Write what was appended, on any thread. A file that failed once is never written again."""
        with self._writing:
            lines = [self._pending.popleft() for _ in range(len(self._pending))]
            if self.broken or not lines:
                return
            rest = memoryview("".join(lines).encode("ascii"))
            try:
                while rest:
                    rest = rest[os.write(self._file, rest) :]
            except OSError as error:
                self.broken = StorageError.of(self.path, error)

    def sync(self) -> None:
        """Force what was written to the disk, on a thread of the committer's."""
        if self.broken:
            return
        try:
            os.fsync(self._file)
        except OSError as error:
            self.broken = StorageError.of(self.path, error)

    def end(self) -> None:
        """Close the file, on the committer's thread: nobody can be writing then, and nobody will."""
        os.close(self._file)
        self.broken = self.broken or StorageError(f"{self.path}: is closed")


@dataclass(frozen=True, slots=True)
class _Commit:
    """A file to write and sync, and who waits until that is done. It is closed after its `is_last` one."""

    appender: Appender
    waiter: asyncio.Future[None] | None
    is_last: bool = False


class Committer:
    """The one thread that syncs. Leaving its context ends the thread after what is due is written."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._due: list[_Commit] = []
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="committer", daemon=True)
        self._syncers = ThreadPoolExecutor(SYNCS_AT_ONCE, thread_name_prefix="syncer")

    def __enter__(self) -> Committer:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()
        self._syncers.shutdown()

    def commit(self, commit: _Commit) -> None:
        """Have the file written and synced, then wake the waiter on its loop or close the file."""
        with self._changed:
            self._due.append(commit)
            self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._due and not self._closing:
                    self._changed.wait()
                due, self._due = self._due, []
            if not due:
                return
            appenders = list(dict.fromkeys(commit.appender for commit in due))
            for appender in appenders:
                appender.write()
            self._sync(appenders)
            for commit in due:
                if commit.is_last:
                    commit.appender.end()
            _wake([(commit.appender, commit.waiter) for commit in due if commit.waiter])

    def _sync(self, appenders: Sequence[Appender]) -> None:
        if len(appenders) == 1:
            appenders[0].sync()
        else:
            list(self._syncers.map(Appender.sync, appenders))


def _wake(waiting: Sequence[tuple[Appender, asyncio.Future[None]]]) -> None:
    """Tell those who wait, on their own loop, unless that is gone."""

    def tell() -> None:
        for appender, waiter in waiting:
            if waiter.done():  # given up by whoever waited
                continue
            if appender.broken:
                waiter.set_exception(appender.broken)
            else:
                waiter.set_result(None)

    if waiting and not (loop := waiting[0][1].get_loop()).is_closed():
        loop.call_soon_threadsafe(tell)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
