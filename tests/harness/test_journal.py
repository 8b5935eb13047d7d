"""Journals: sealed lines, one way in, durable appends."""

from __future__ import annotations

import asyncio
import errno
import os
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy_table import reply

from harness.committer import Committer
from harness.errors import JournalError, ReplayDiverged, StorageError
from harness.journal import Journal, open_journal
from harness.records import (
    Asked,
    Crashed,
    Failed,
    Late,
    Lost,
    Played,
    Record,
    Refused,
    Replied,
    Stopped,
    answered,
    last_digest,
    load_recording,
    lost_calls,
    read_recording,
)
from harness.seats.seat import At, Failure, FailureKind, Reply, Usage

HEAD = {"game": "toy", "version": 1, "limits": {"call_seconds": 1.0}}
AT = At(0, "RED", 0)
NEWLINE = b"\n"
LATE = Failure(FailureKind.LATE, "no reply in time")
RECORDS: tuple[Record, ...] = (
    Asked(AT, "p" * 64, ""),
    Replied(AT, reply('{"bids": {}} \ud835 \u0000 ü', cut=True, seconds=1.5)),
    Failed(At(0, "GREEN", 0), Failure(FailureKind.REFUSAL, "declined", "toy-1", Usage(output=3), 0.5, 2)),
    Late(At(0, "GREEN", 0), reply("too late")),
    Late(At(0, "GREEN", 0), Failure(FailureKind.EMPTY, "nothing", usage=Usage(output=9))),
    Played(0, 1.25, 4, "d" * 64),
    Refused(At(0, "BLUE", 0), "network"),
    Lost(At(0, "BLUE", 0)),
    Crashed(1, "ValueError: no"),
    Stopped(1, 1.25, 5, "e" * 64),
)


async def written(path: Path, records: tuple[Record, ...] = RECORDS) -> list[bytes]:
    """A journal with these records; its lines."""
    with Committer() as committer:
        journal = open_journal(path, HEAD, committer)
        for record in records:
            journal.settle(record)
        await journal.synced()
        journal.close()
    return path.read_bytes().splitlines(keepends=True)


async def test_every_kind_of_record_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    lines = await written(path)
    recording = load_recording(path)
    assert tuple(entry.record for entry in recording.entries) == RECORDS
    assert [entry.line for entry in recording.entries] == list(range(2, len(RECORDS) + 2))
    assert recording.head == {**HEAD, "format": 1}
    assert (recording.sound, recording.torn) == (sum(map(len, lines)), 0)
    assert last_digest(path) == "e" * 64
    assert all(line.isascii() for line in lines)


async def test_the_lines_of_a_journal_stay_what_they_were(tmp_path: Path) -> None:
    """Whoever changes one of these changes the format: journals that were begun could not be gone on with."""
    lines = await written(tmp_path / "journal.jsonl", (Asked(AT, "p", ""), Lost(AT), Played(0, 1.25, 4, "d")))
    bodies = [line.partition(b'"record":')[2] for line in lines]
    assert bodies == [
        b'{"format":1,"game":"toy","kind":"head","limits":{"call_seconds":1.0},"version":1}}\n',
        b'{"at":[0,"RED",0],"kind":"asked","prompt":"p","schema":""}}\n',
        b'{"at":[0,"RED",0],"kind":"lost"}}\n',
        b'{"batch":0,"digest":"d","events":4,"kind":"batch","seconds":1.25}}\n',
    ]


async def test_a_journal_cut_at_any_byte_keeps_its_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    data = b"".join(await written(path))
    for cut in range(len(data)):
        path.write_bytes(data[:cut])
        recording = load_recording(path)
        whole = data[:cut].count(b"\n")
        assert len(recording.entries) == max(0, whole - 1)
        assert recording.sound + recording.torn == cut


async def test_any_changed_byte_is_found_in_its_line(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    data = b"".join(await written(path))
    for place in range(0, len(data) - 1, 3):
        path.write_bytes(data[:place] + bytes([data[place] ^ (1 << place % 7)]) + data[place + 1 :])
        with pytest.raises(JournalError) as caught:
            load_recording(path)
        assert f"journal.jsonl:{data[:place].count(NEWLINE) + 1}:" in str(caught.value), place


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda lines: [*lines[:2], *lines[3:]], 3),
        (lambda lines: [lines[0], lines[2], lines[1], *lines[3:]], 2),
        (lambda lines: [*lines[:3], lines[2], *lines[3:]], 4),
        (lambda lines: [*lines[:3], b"\n", *lines[3:]], 4),
        (lambda lines: [*lines[:3], lines[3][:20] + b"\n", *lines[4:]], 4),
        (lambda lines: [*lines[:-1], lines[-1].replace(b"stop", b"step")], len(RECORDS) + 1),
    ],
    ids=["line lost", "lines swapped", "line doubled", "empty line", "torn in the middle", "last line changed"],
)
async def test_lines_lost_moved_or_changed_are_refused_by_number(tmp_path: Path, change: object, line: int) -> None:
    path = tmp_path / "journal.jsonl"
    lines = await written(path)
    path.write_bytes(b"".join(change(lines)))
    with Committer() as committer, pytest.raises(JournalError, match=rf"journal.jsonl:{line}: this line was changed"):
        open_journal(path, HEAD, committer)


async def test_a_torn_end_is_cut_off_and_the_chain_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    lines = await written(path)
    path.write_bytes(b"".join(lines[:4]) + lines[4][:30])
    with Committer() as committer:
        journal = open_journal(path, HEAD, committer)
        assert journal.torn == 30
        journal.settle(RECORDS[-1])
        await journal.synced()
        journal.close()
    assert [entry.record for entry in load_recording(path).entries] == [*RECORDS[:3], RECORDS[-1]]


@pytest.mark.parametrize("start", [b"", b'{"check":"0123'], ids=["empty", "torn"])
async def test_a_journal_torn_in_its_head_begins_anew(tmp_path: Path, start: bytes) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(start)
    await written(path)
    assert len(load_recording(path).entries) == len(RECORDS)


@pytest.mark.parametrize("content", [b"\x00\xff\n", b"[]\n", b'{"format": 1}\n', b"hello\nworld\n"])
def test_a_file_that_is_no_journal_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(content)
    with pytest.raises(JournalError, match=r"journal.jsonl:1: the first line is no journal head"):
        read_recording(path)


async def test_another_version_is_refused_by_both_names_but_limits_may_change(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    await written(path)
    with Committer() as committer:
        with pytest.raises(JournalError, match="another version: 1, now 2"):
            open_journal(path, {**HEAD, "version": 2}, committer)
        open_journal(path, {**HEAD, "limits": {}}, committer).close()


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=()) | st.sampled_from("\ud83d\udde1")), st.text())
def test_whatever_a_seat_writes_is_kept_as_it_is_played(text: str, detail: str) -> None:
    """Characters torn into two surrogates too, which JSON would put together only in the file."""
    said = answered(AT, reply(text))
    failed = answered(At(0, "ROUGE", 1), Failure(FailureKind.UNPARSABLE, detail))
    with TemporaryDirectory() as folder:
        asyncio.run(written(Path(folder) / "j", (said, failed)))
        kept = [entry.record for entry in load_recording(Path(folder) / "j").entries]
    assert kept == [said, failed]


class TestTheOnlyWayIn:
    """`settle` returns the record that won its place."""

    def test_a_reply_in_time_beats_lateness(self) -> None:
        journal = Journal(Path("j"))
        assert journal.settle(Replied(AT, reply("a"))) == Replied(AT, reply("a"))
        assert journal.settle(Failed(AT, LATE)) == Replied(AT, reply("a"))
        assert journal.recorded(AT) == reply("a")

    def test_lateness_beats_the_reply_that_follows(self) -> None:
        journal = Journal(Path("j"))
        journal.settle(Failed(AT, LATE))
        assert journal.settle(Replied(AT, reply("a"))) == Failed(AT, LATE)
        assert journal.recorded(AT) == LATE

    def test_a_stop_that_is_recorded_stands_whatever_the_clock_says_later(self) -> None:
        journal = Journal(Path("j"))
        journal.settle(Stopped(0, 5.0, 4, "d"))
        assert journal.settle(Stopped(0, 99.0, 4, "d")) == Stopped(0, 5.0, 4, "d")
        assert journal.stopped(0) == Stopped(0, 5.0, 4, "d")
        assert journal.stopped(1) is None

    def test_after_the_batch_is_played_a_reply_is_only_billed(self) -> None:
        journal = Journal(Path("j"))
        journal.settle(Failed(AT, LATE))
        journal.settle(Played(0, 1.0, 4, "d"))
        assert journal.settle(Replied(AT, reply("a"))) == Late(AT, reply("a"))
        assert not journal.reached(0)

    @pytest.mark.parametrize("other", [Played(0, 1.0, 5, "d"), Played(0, 1.0, 4, "x")])
    def test_a_batch_that_comes_out_otherwise_is_refused(self, other: Played) -> None:
        journal = Journal(Path("j"))
        journal.settle(Asked(AT, "p", ""))
        with pytest.raises(ReplayDiverged, match=r"^j:0: recorded"):
            journal.settle(Asked(AT, "q", ""))
        journal.settle(Stopped(0, 1.0, 4, "d"))
        with pytest.raises(ReplayDiverged):
            journal.settle(Stopped(0, 1.0, other.events, other.digest))

    @given(st.permutations([Replied(AT, reply("a")), Failed(AT, LATE), Replied(AT, reply("b"))]))
    def test_whoever_comes_first_wins_and_all_are_told_the_same(self, racers: list[Record]) -> None:
        journal = Journal(Path("j"))
        assert [journal.settle(record) for record in racers] == [racers[0]] * 3


@pytest.mark.parametrize(
    ("answer", "late"),
    [
        (reply("words"), True),
        (Failure(FailureKind.EMPTY, "", usage=Usage(output=5)), True),
        (Failure(FailureKind.LATE, ""), False),
    ],
    ids=["a reply", "a failure that cost tokens", "a failure that cost nothing"],
)
async def test_what_came_too_late_is_kept_if_it_cost_something(
    tmp_path: Path, answer: Reply | Failure, late: bool
) -> None:
    await written(tmp_path / "j", (Failed(AT, LATE), answered(AT, answer)))
    records = [entry.record for entry in load_recording(tmp_path / "j").entries]
    assert records == [Failed(AT, LATE), *([Late(AT, answer)] if late else [])]


class TestDurability:
    async def test_synced_means_that_it_is_in_the_file(self, tmp_path: Path) -> None:
        with Committer() as committer:
            journals = [open_journal(tmp_path / f"j{number}", HEAD, committer) for number in range(20)]
            for round_ in range(10):
                for journal in journals:
                    journal.settle(Replied(At(round_, "RED", 0), reply("a")))
                await asyncio.gather(*(journal.synced() for journal in journals))
                for journal in journals:
                    assert len(read_recording(journal.path).entries) == round_ + 1
            for journal in journals:
                journal.close()

    async def test_one_sync_serves_all_who_wait(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        syncs = []
        fsync = os.fsync
        monkeypatch.setattr(os, "fsync", lambda handle: (syncs.append(handle), fsync(handle))[1])
        with Committer() as committer:
            journal = open_journal(tmp_path / "j", HEAD, committer)
            before = len(syncs)
            for number in range(50):
                journal.settle(Replied(At(number, "RED", 0), reply("a")))
            await asyncio.gather(*(journal.synced() for _ in range(50)))
            assert len(syncs) - before < 10
            journal.close()

    async def test_closing_waits_for_nobody_and_loses_nothing(self, tmp_path: Path) -> None:
        with Committer() as committer:
            for number in range(50):
                journal = open_journal(tmp_path / f"j{number}", HEAD, committer)
                journal.settle(Replied(AT, reply("a")))
                waiting = asyncio.create_task(journal.synced())
                await asyncio.sleep(0)
                waiting.cancel()
                journal.settle(Replied(At(0, "BLUE", 0), reply("b")))
                journal.close()
        assert all(len(load_recording(path).entries) == 2 for path in tmp_path.iterdir())

    async def test_a_full_disk_is_told_and_what_was_durable_stays(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "j"
        write = os.write
        with Committer() as committer:
            journal = open_journal(path, HEAD, committer)
            journal.settle(Replied(AT, reply("kept")))
            await journal.synced()

            def full(handle: int, data: bytes) -> int:
                if len(data) > 10:
                    return write(handle, bytes(data)[:10])
                raise OSError(errno.ENOSPC, "No space left on device")

            monkeypatch.setattr(os, "write", full)
            journal.settle(Replied(At(0, "BLUE", 0), reply("lost")))
            with pytest.raises(StorageError, match=r"j: cannot be written .No space left"):
                await journal.synced()
            monkeypatch.setattr(os, "write", write)
            journal.settle(Replied(At(0, "GREEN", 0), reply("never after a gap")))
            with pytest.raises(StorageError):
                await journal.synced()
            journal.close()
        assert [entry.record for entry in load_recording(path).entries] == [Replied(AT, reply("kept"))]

    async def test_a_folder_that_cannot_be_written_is_told(self, tmp_path: Path) -> None:
        with Committer() as committer, pytest.raises(StorageError, match="no/j: cannot be written"):
            open_journal(tmp_path / "no" / "j", HEAD, committer)


@pytest.mark.parametrize("order", list(permutations(range(3))))
async def test_reply_lateness_and_stop_race_and_the_file_tells_the_same_winner(
    tmp_path: Path, order: tuple[int, ...]
) -> None:
    rivals: list[Record] = [Replied(AT, reply("in time")), Failed(AT, LATE), Stopped(AT.batch, 9.0, 4, "d" * 64)]
    path = tmp_path / "journal.jsonl"
    with Committer() as committer:
        journal = open_journal(path, HEAD, committer)
        won = {place: journal.settle(rivals[place]) for place in order}
        await journal.synced()
        journal.close()
    first = min((0, 1), key=order.index)
    assert won[0] == won[1] == rivals[first]
    assert won[2] == rivals[2]
    with Committer() as committer:
        again = open_journal(path, HEAD, committer)
        assert again.recorded(AT) == rivals[first].answer
        assert again.stopped(AT.batch) == rivals[2]
        assert again.settle(rivals[1 - first]) == rivals[first]
        again.close()
    late = [entry.record for entry in load_recording(path).entries if isinstance(entry.record, Late)]
    assert [one.answer for one in late] == ([rivals[0].answer] if first == 1 else []) * 2


async def test_what_a_dead_process_had_asked_is_lost_once_a_death(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    kinds = []
    for _ in range(3):
        with Committer() as committer:
            journal = open_journal(path, HEAD, committer)
            journal.lose()
            journal.settle(Asked(AT, "p" * 64, ""))
            journal.push()
            kinds = [entry.record.kind for entry in load_recording(path).entries]
            journal.close()
    assert kinds == ["asked", "lost", "asked", "lost", "asked"]
    with Committer() as committer:
        journal = open_journal(path, HEAD, committer)
        journal.settle(Asked(AT, "p" * 64, ""))
        journal.settle(Replied(AT, reply("at last")))
        journal.lose()
        journal.close()
    assert [entry.record.kind for entry in load_recording(path).entries] == [*kinds, "reply"]


CUT = Failed(AT, LATE)
CALLS: tuple[tuple[str, tuple[Record, ...], int], ...] = (
    ("answered", (Asked(AT, "p", ""), Replied(AT, reply("{}"))), 0),
    ("refused", (Asked(AT, "p", ""), Failed(AT, Failure(FailureKind.REFUSAL, "no"))), 0),
    ("lost with the process", (Asked(AT, "p", ""), Lost(AT)), 1),
    ("lost and answered later", (Asked(AT, "p", ""), Lost(AT), Asked(AT, "p", ""), Replied(AT, reply("{}"))), 1),
    ("too late", (Asked(AT, "p", ""), CUT, Late(AT, reply("{}"))), 0),
    ("met by an outage", (Asked(AT, "p", ""), Refused(AT, "network")), 0),
    ("cut off", (Asked(AT, "p", ""), CUT, Lost(AT)), 1),
    ("cut off at once", (Asked(AT, "p", ""), Lost(AT), CUT), 1),
    ("late when the process ended", (Asked(AT, "p", ""), CUT), 1),
    ("late in front of its lane", (CUT,), 0),
)


@pytest.mark.parametrize(("records", "lost"), [row[1:] for row in CALLS], ids=[row[0] for row in CALLS])
def test_calls_of_unknown_cost_are_counted_once(records: tuple[Record, ...], lost: int) -> None:
    assert lost_calls(records) == [AT] * lost
