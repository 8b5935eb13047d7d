"""One sitting: a fixture played in its folder as far as it goes, from whatever it finds there."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from engine.wire import encode
from harness.admission import Admission
from harness.clock import Clock
from harness.committer import Committer
from harness.deaths import MOST, deaths, sit_down, stand_up
from harness.episode import Watch, play_episode
from harness.errors import Outage, ReplayDiverged, StorageError, UserError, excerpt
from harness.event_log import EventLog
from harness.journal import Journal, open_journal
from harness.records import Crashed
from harness.store import EVENTS, JOURNAL, RESULT, save
from harness.table import Table, head
from harness.tally import Result
from harness.turn import Progress

CRASH_CHARS = 2_000

MOST_CRASHES = 2
"""Faults of the program or of a seat's code after which an episode is not tried again by itself."""

TRY_ANYWAY = "`run --again` tries it once more"


class SetAside(UserError):
    """An episode that does no good to be played again before somebody has looked at it."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """What an episode is played with. `again` plays one that would be set aside; `tell` takes a line of news."""

    table: Table
    clock: Clock
    committer: Committer
    progress: Progress
    admission: Admission | None
    watch: Watch
    tell: Callable[[str], object]
    again: bool = False

    async def play(self, folder: Path) -> Result | BaseException | None:
        """Play the fixture on and leave its result in the folder.

        Returns the result, None when `watch` broke it off, or the error that
        did; an error in the program or in a seat's code is journalled as a
        crash. Raises `JournalError` and `StorageError` for a folder that cannot
        be played in, `SetAside` for an episode that has raised twice or died in
        one place too often.
        """
        known = deaths(folder, JOURNAL)
        if known >= MOST and not self.again:
            raise SetAside(
                f"set aside: {known} processes ended while it stood in one place; if they were killed, {TRY_ANYWAY}"
            )
        # many episodes begin and end together: whatever waits for the disk does so on a thread, not on the loop
        journal = await asyncio.to_thread(open_journal, folder / JOURNAL, head(self.table), self.committer)
        try:
            if journal.torn:
                self.tell(f"the journal ended in {journal.torn} torn bytes, which were cut off")
            if len(journal.crashes) >= MOST_CRASHES and not self.again:
                raise SetAside(
                    f"set aside: it has raised {len(journal.crashes)} times ({_last(journal)}); {TRY_ANYWAY}"
                )
            journal.lose()
            journal.push()
            sit_down(folder, journal.progress, 0 if self.again else known)
            ended = await self._played(folder, journal)
        except asyncio.CancelledError:
            journal.lose()
            raise
        finally:
            journal.close()
            stand_up(folder)
        if isinstance(ended, dict):
            await asyncio.to_thread(save, folder / RESULT, encode(ended) + "\n")
        return ended

    async def _played(self, folder: Path, journal: Journal) -> Result | BaseException | None:
        self.progress.known = journal.batches
        log = await asyncio.to_thread(EventLog, folder / EVENTS)
        playing = play_episode(self.table, journal, log, self.clock, self.watch, self.progress, self.admission)
        (ended,) = await asyncio.gather(playing, return_exceptions=True)
        if isinstance(ended, BaseException) and not isinstance(ended, Outage | UserError | ReplayDiverged):
            await _record_crash(journal, self.progress.batch, ended)
        return ended


def _last(journal: Journal) -> str:
    return excerpt(journal.crashes[-1].strip().rpartition("\n")[2])


async def _record_crash(journal: Journal, batch: int, error: BaseException) -> None:
    """Leave the end of the traceback in the journal, unless that is what cannot be written."""
    journal.settle(Crashed(batch, "".join(traceback.format_exception(error))[-CRASH_CHARS:]))
    with suppress(StorageError):
        await journal.synced()
