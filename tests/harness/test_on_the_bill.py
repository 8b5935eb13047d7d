"""Whatever went out to a provider is on the bill, however the run ends: the journal's file says so before it goes."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from harness.cli.crew import Crew, bookshelf
from harness.clock import SystemClock
from harness.config import read_league
from harness.errors import StorageError
from harness.orchestrator import run_league
from harness.records import Asked, load_recording
from harness.seats.kinds import load_kind
from harness.snapshot import Snapshot
from tests.loopback import Broken, Loopback, Sent

LEAGUE = """
[league]
name = "bill"
game = "cogiavelli"
episodes = 6
seed = 7
[options]
years = 1
[lanes.openai]
concurrency = {most}
[lanes.anthropic]
concurrency = {most}
"""
SEAT = """
[[seats]]
name = "{name}"
kind = "{kind}"
model = "m"
base_url = "{address}"
"""
KINDS = dict(zip("abcdef", ("openai", "anthropic") * 3, strict=True))
HOLD = json.dumps({"orders": []})


async def played(folder: Path, server: Loopback, most: int = 64) -> Snapshot:
    """A league of model seats with so many calls at once on each of two lanes."""
    seats = "".join(SEAT.format(name=name, kind=kind, address=server.base_url) for name, kind in KINDS.items())
    league = read_league(LEAGUE.format(most=most) + seats, "bill.toml", load_kind)
    crew = Crew(league, SystemClock(), None)
    books, lanes = bookshelf(crew.game, None), tuple(crew.lanes.values())
    return await run_league(
        league, crew.game, folder, books, crew.build, lambda _: None, SystemClock(), lanes=lanes, stagger=0.0
    )


def asked(folder: Path) -> list[str]:
    """The digests of the prompts that the journals' files have as asked."""
    recordings = map(load_recording, folder.glob("*/journal.jsonl"))
    return [entry.record.prompt for each in recordings for entry in each.entries if isinstance(entry.record, Asked)]


def digest(sent: Sent) -> str:
    """What a journal calls the prompt of this request."""
    (_, rules), (_, told), *earlier = sent.texts
    return sha256("\x1e".join([rules, told, *(text for _, text in earlier)]).encode()).hexdigest()


def slow(sync: Callable[[int], None]) -> Callable[[int], None]:
    def synced(file: int) -> None:
        time.sleep(0.02)
        sync(file)

    return synced


async def test_no_request_arrives_before_the_journals_file_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing: list[str] = []

    def noting(sent: Sent) -> str:
        if digest(sent) not in asked(tmp_path):
            missing.append(sent.path)
        return HOLD

    monkeypatch.setattr("harness.committer.os.fsync", slow(os.fsync))  # while it syncs, no thread of its may write
    async with Loopback(noting) as server:
        end = await played(tmp_path, server)
    assert (end.finished, missing) == (6, [])
    assert sorted(map(digest, server.requests)) == sorted(asked(tmp_path))


async def test_only_what_went_out_is_lost_and_not_what_stood_in_front_of_a_full_lane(tmp_path: Path) -> None:
    async with Loopback(Broken("hang")) as server:
        run = asyncio.create_task(played(tmp_path, server, most=2))
        while server.count < 4:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        assert len(asked(tmp_path)) == server.count == 4
        run.cancel()
        await asyncio.gather(run, return_exceptions=True)
        journals = [path.read_text() for path in tmp_path.glob("*/journal.jsonl")]
    assert sum(text.count('"kind":"lost"') for text in journals) == 4


async def test_nothing_is_sent_that_cannot_be_put_on_the_bill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write

    def full(file: int, data: bytes) -> int:
        if b'"kind":"asked"' in bytes(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(file, data)

    monkeypatch.setattr("harness.committer.os.write", full)
    async with Loopback(HOLD) as server:
        with pytest.raises(StorageError, match="No space left on device"):
            await played(tmp_path, server)
    assert server.count == 0
