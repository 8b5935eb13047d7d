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
from harness.seats.seat import At
from harness.snapshot import Snapshot
from tests.loopback import Broken, Loopback, Raw, Said, Sent

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
PRICES = """
[prices.m]
input = 10000.0
output = 0.0
"""
"""100 tokens of a prompt are a dollar."""
KINDS = dict(zip("abcdef", ("openai", "anthropic") * 3, strict=True))
HOLD = json.dumps({"orders": []})


async def played(folder: Path, server: Loopback, most: int = 64, limits: str = "", warm: str = "") -> Snapshot:
    """A league of model seats with so many calls at once on each of two lanes."""
    seats = "".join(
        SEAT.format(name=name, kind=kind, address=server.base_url) + (warm if kind == "anthropic" else "")
        for name, kind in KINDS.items()
    )
    league = read_league(LEAGUE.format(most=most) + limits + PRICES + seats, "bill.toml", load_kind)
    crew = Crew(league, SystemClock(), None)
    books, lanes = bookshelf(crew.game, None), tuple(crew.lanes.values())
    return await run_league(
        league, crew.game, folder, books, crew.build, lambda _: None, SystemClock(), lanes=lanes, stagger=0.0
    )


def asked(folder: Path) -> list[str]:
    """The digests of the prompts that the journals' files have as asked."""
    recordings = map(load_recording, folder.glob("*/journal.jsonl"))
    return [entry.record.prompt for each in recordings for entry in each.entries if isinstance(entry.record, Asked)]


def asked_once(folder: Path) -> set[tuple[str, At]]:
    """Every call of the league, however often it was made."""
    recordings = {path.parent.name: load_recording(path) for path in folder.glob("*/journal.jsonl")}
    return {
        (name, entry.record.at)
        for name, each in recordings.items()
        for entry in each.entries
        if isinstance(entry.record, Asked)
    }


def digest_of(sent: Sent) -> str:
    """A name for everything a request says."""
    return sha256(json.dumps(sent.body, sort_keys=True).encode()).hexdigest()


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


async def test_every_reply_that_was_sent_is_paid_for_late_ones_and_warmed_caches_too(tmp_path: Path) -> None:
    """Two in ten replies come too late to be played; the rules are sent ahead for three seats that share a cache."""

    def say(sent: Sent) -> Said:
        return Said(HOLD, seconds=1.2 if int(digest_of(sent), 16) % 10 < 2 else 0.0)

    limits = "[limits]\ncall_seconds = 0.8\nturn_seconds = 0.8\nlate_grace = 30.0\n"
    async with Loopback(say) as server:
        end = await played(tmp_path, server, limits=limits, warm="warm = true\n")
        warmed = sum(sent.body.get("max_tokens") == 1 for sent in server.requests)
    assert (end.finished, warmed) == (6, 1)
    seats = json.loads((tmp_path / "operations.json").read_text())["seats"].values()
    unplayed, failed = sum(seat["late"] for seat in seats), sum(seat["failures"].get("late", 0) for seat in seats)
    assert unplayed == failed + warmed > 10
    assert sum(seat["lost"] for seat in seats) == 0
    assert end.usd == pytest.approx(server.count)
    assert sum(seat["usd"] for seat in seats) == pytest.approx(server.count)


async def test_what_is_cut_off_is_told_as_of_unknown_cost(tmp_path: Path) -> None:
    def say(sent: Sent) -> Said | Broken:
        return Broken("hang") if digest_of(sent) < "1" else Said(HOLD)

    limits = "[limits]\ncall_seconds = 0.5\nturn_seconds = 0.5\nlate_grace = 0.1\n"
    async with Loopback(say) as server:
        end = await played(tmp_path, server, limits=limits)
        hung = sum(digest_of(sent) < "1" for sent in server.requests)
    assert end.finished == 6
    seats = json.loads((tmp_path / "operations.json").read_text())["seats"].values()
    assert hung > 0
    assert sum(seat["lost"] for seat in seats) == hung
    assert end.usd == pytest.approx(server.count - hung)


async def test_what_was_bought_while_the_disk_was_full_is_on_the_bill_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, room = os.write, [40_000]

    def filling(file: int, data: bytes) -> int:
        room[0] -= len(data)
        if room[0] < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(file, data)

    monkeypatch.setattr("harness.committer.os.write", filling)
    async with Loopback(Said(HOLD, seconds=0.05)) as server:
        with pytest.raises(StorageError, match="No space left on device"):
            await played(tmp_path, server)
        monkeypatch.undo()
        assert (await played(tmp_path, server)).finished == 6
    seats = json.loads((tmp_path / "operations.json").read_text())["seats"].values()
    assert 0 < server.count - len(asked_once(tmp_path)) <= sum(seat["lost"] for seat in seats)


async def test_a_call_that_an_outage_ended_is_owed_nothing(tmp_path: Path) -> None:
    async with Loopback(Raw({"error": {"message": "no credit"}}, 402)) as server:
        assert (await played(tmp_path, server)).finished == 0
    async with Loopback(HOLD) as server:
        assert (await played(tmp_path, server)).finished == 6
    seats = json.loads((tmp_path / "operations.json").read_text())["seats"].values()
    assert sum(seat["lost"] for seat in seats) == 0
