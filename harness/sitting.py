"""One sitting: a fixture played in its folder as far as it goes, from whatever it finds there."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from engine.wire import encode
from harness.clock import Clock
from harness.committer import Committer
from harness.episode import Watch, play_episode
from harness.errors import Outage, ReplayDiverged, StorageError, UserError
from harness.event_log import EventLog
from harness.journal import Journal, open_journal
from harness.records import Crashed
from harness.store import EVENTS, JOURNAL, RESULT, save
from harness.table import Table, head
from harness.tally import Result
from harness.turn import Progress

CRASH_CHARS = 2_000


async def sit(
    folder: Path,
    table: Table,
    committer: Committer,
    clock: Clock,
    watch: Watch,
    progress: Progress,
    tell: Callable[[str], object],
) -> Result | BaseException | None:
    """Play a fixture on and leave its result in the folder.

    Returns the result, None when `watch` broke the episode off, or the error
    that did; an error in the program or in a seat's code is journalled as a
    crash. Raises `JournalError` and `StorageError` for a folder that cannot be
    played in.
    """
    journal = open_journal(folder / JOURNAL, head(table), committer)
    try:
        if journal.torn:
            tell(f"the journal ended in {journal.torn} torn bytes, which were cut off")
        log = EventLog(folder / EVENTS)
        playing = play_episode(table, journal, log, clock, watch, progress)
        (ended,) = await asyncio.gather(playing, return_exceptions=True)
        if isinstance(ended, BaseException) and not isinstance(ended, Outage | UserError | ReplayDiverged):
            await _record_crash(journal, progress.batch, ended)
    finally:
        journal.close()
    if isinstance(ended, dict):
        save(folder / RESULT, encode(ended) + "\n")
    return ended


async def _record_crash(journal: Journal, batch: int, error: BaseException) -> None:
    """Leave the end of the traceback in the journal, unless that is what cannot be written."""
    journal.settle(Crashed(batch, "".join(traceback.format_exception(error))[-CRASH_CHARS:]))
    with suppress(StorageError):
        await journal.synced()
