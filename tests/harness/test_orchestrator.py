"""A league's run: every fixture for itself, resumed by running again, interrupted politely."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import shutil
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from test_replay import another_reply, forge
from toy_game import TOY, Options
from toy_table import NO_LIMITS, ToyPrompts, ToySeat, reply

from harness.clock import Clock, SystemClock
from harness.config import LaneConfig, League, SeatConfig
from harness.errors import Outage, StorageError, UserError
from harness.lag import LoopLag
from harness.lanes import Lane
from harness.orchestrator import run_league
from harness.records import Crashed, load_recording
from harness.report import report
from harness.seats.seat import Reply, SeatCall
from harness.snapshot import Snapshot
from harness.standings import standings

NAMES = ("ann", "bob", "cid")


def league(episodes: int = 6, at_once: int = 4, **facts: Any) -> League:
    return League(
        name="toys",
        game="toy",
        episodes=episodes,
        seed=1499,
        options=Options(2),
        seats=tuple(SeatConfig(name, "plugin", lane=f"lane-{name}") for name in NAMES),
        limits=NO_LIMITS,
        lanes={f"lane-{name}": LaneConfig(f"lane-{name}", 4) for name in NAMES},
        episodes_at_once=at_once,
        text="[league]\n",
        **facts,
    )


class Cast:
    """Seats of a run by name, as `build` wants them, and whether they were closed."""

    def __init__(self, kind: type[ToySeat] = ToySeat, plans: Mapping[str, Any] | None = None) -> None:
        self.kind = kind
        self.plans = plans or {}
        self.seats: dict[str, Any] = {}
        self.closed = 0

    def __call__(self, config: SeatConfig) -> Any:
        seat = self.seats[config.name] = self.kind(config.name, self.plans.get(config.name))

        async def close() -> None:
            self.closed += 1

        seat.close = close
        return seat

    @property
    def asked(self) -> int:
        return sum(len(seat.asked) for seat in self.seats.values())


async def run(
    folder: Path,
    cast: Cast | None = None,
    observer: Any = lambda snapshot: None,
    played: League | None = None,
    clock: Clock | None = None,
    **facts: Any,
) -> Snapshot:
    return await run_league(
        played or league(),
        TOY,
        folder,
        lambda variant: ToyPrompts(),
        cast or Cast(),
        observer,
        clock or SystemClock(),
        **{"stagger": 0, "patience": 0.0, **facts},
    )


def derived(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for name in ("events.jsonl", "result.json")
        for path in sorted(folder.glob(f"*/{name}"))
    }


async def test_a_league_is_played_and_leaves_everything_in_its_folder(tmp_path: Path) -> None:
    cast = Cast()
    seen: list[Snapshot] = []
    final = await run(tmp_path / "toys", cast, seen.append)
    assert (final.total, final.finished, final.running, final.suspended) == (6, 6, (), ())
    assert (final.calls, final.tokens, final.usd) == (cast.asked, cast.asked * 110, cast.asked * 0.25)
    assert cast.closed == 3
    fixtures = [f"b0{block}-e0{place}" for block in (1, 2) for place in (1, 2, 3)]
    files = {"lock", "league.toml", "manifest.json", "operations.json", "prompts"}
    assert {path.name for path in (tmp_path / "toys").iterdir()} == {*fixtures, *files}
    assert (tmp_path / "toys/prompts/toy/base/bids.j2").read_text() == "bids.j2"
    manifest = json.loads((tmp_path / "toys/manifest.json").read_text())
    assert manifest["models"] == {name: ["toy-1"] for name in NAMES}
    news = [snapshot.news for snapshot in seen if snapshot.news]
    assert news[0] == "6 episodes to play, 0 are played"
    assert {line.split()[0] for line in news[1:]} == set(fixtures)
    assert all(" is played: complete" in line for line in news[1:])


async def test_running_again_plays_nothing_and_says_so(tmp_path: Path) -> None:
    await run(tmp_path)
    before = derived(tmp_path)
    cast = Cast()
    seen: list[Snapshot] = []
    final = await run(tmp_path, cast, seen.append)
    assert (final.finished, cast.asked, seen[-1].news) == (6, 0, "all is played")
    assert derived(tmp_path) == before


async def test_a_league_that_has_grown_plays_only_what_is_new(tmp_path: Path) -> None:
    await run(tmp_path)
    before = derived(tmp_path)
    final = await run(tmp_path, played=league(9))
    assert (final.total, final.finished) == (9, 9)
    after = derived(tmp_path)
    assert len(after) == 18
    assert before.items() <= after.items()


@pytest.mark.parametrize("at_once", [1, 2, 100])
async def test_how_many_play_at_once_changes_no_byte(tmp_path: Path, at_once: int) -> None:
    most = 0

    def observe(snapshot: Snapshot) -> None:
        nonlocal most
        most = max(most, len(snapshot.running))

    await run(tmp_path / "one")
    await run(tmp_path / "other", observer=observe, played=league(at_once=at_once))
    assert derived(tmp_path / "one") == derived(tmp_path / "other")
    assert most <= at_once


async def test_a_crash_stays_with_its_episode_and_is_recorded(tmp_path: Path) -> None:
    class Buggy(ToySeat):
        async def ask(self, call: SeatCall, until: float) -> Reply:
            if call.memory.notes.startswith("seen") and self.name == "bob" and call.at.power == "RED":
                raise ZeroDivisionError("a bug in bob")
            return await super().ask(call, until)

    final = await run(tmp_path, Cast(Buggy))
    assert final.finished == 4
    assert {cause for _, cause in final.suspended} == {"crash: ZeroDivisionError: a bug in bob"}
    records = [entry.record for entry in load_recording(tmp_path / final.suspended[0][0] / "journal.jsonl").entries]
    assert isinstance(records[-1], Crashed)
    assert "a bug in bob" in records[-1].cause
    assert json.loads((tmp_path / "operations.json").read_text())["crashes"] == 2
    again = await run(tmp_path)
    assert again.finished == 6
    await run(tmp_path / "undisturbed")
    assert derived(tmp_path / "undisturbed") == derived(tmp_path)


async def test_an_outage_suspends_its_episodes_and_the_others_go_on(tmp_path: Path) -> None:
    plan = {(1, power, 0): Outage("network", "lane-ann", "no route to host") for power in ("RED", "GREEN")}
    final = await run(tmp_path, Cast(plans={"ann": plan}))
    assert 0 < final.finished < 6
    assert final.finished + len(final.suspended) == 6
    assert {cause for _, cause in final.suspended} == {"network on lane lane-ann: no route to host"}
    assert (await run(tmp_path)).finished == 6


async def test_after_a_lasting_outage_no_more_calls_are_wasted_on_the_lane(tmp_path: Path) -> None:
    plan = {(0, power, 0): Outage("quota", "lane-ann", "no money left") for power in TOY.powers}
    cast = Cast(plans={"ann": plan})
    final = await run(tmp_path, cast, played=league(30, at_once=1))
    assert (final.finished, len(final.suspended)) == (0, 30)
    assert len(cast.seats["ann"].asked) == 1


async def test_a_journal_that_was_changed_stops_only_its_episode(tmp_path: Path) -> None:
    plan = {(1, power, 0): Outage("network", "lane-ann", "") for power in TOY.powers}
    await run(tmp_path, Cast(plans={"ann": plan}))
    broken = next(path.parent for path in sorted(tmp_path.glob("*/journal.jsonl")) if not _finished(path.parent))
    lines = (broken / "journal.jsonl").read_bytes().splitlines(keepends=True)
    (broken / "journal.jsonl").write_bytes(b"".join([lines[0], lines[1].replace(b"asked", b"Asked"), *lines[2:]]))
    final = await run(tmp_path)
    assert final.finished == 5
    assert final.suspended[0][0] == broken.name
    assert f"{broken}/journal.jsonl:2: this line was changed" in final.suspended[0][1]
    (broken / "journal.jsonl").write_bytes(b"\x00\n")
    final = await run(tmp_path)
    assert "journal.jsonl:1: the first line is no journal head" in final.suspended[0][1]
    assert json.loads((tmp_path / "operations.json").read_text())["unreadable"] == [broken.name]


async def test_a_finished_episode_whose_events_were_edited_is_mended_as_it_says(tmp_path: Path) -> None:
    await run(tmp_path)
    before, events = derived(tmp_path), tmp_path / "b01-e02" / "events.jsonl"
    events.write_bytes(events.read_bytes().replace(b"decided", b"Decided", 1))
    cast = Cast()
    final = await run(tmp_path, cast)
    assert (final.finished, final.stuck) == (5, 1)
    ((name, cause),) = final.suspended
    assert name == "b01-e02"
    assert cause.startswith(f"diverged: {events}:")
    assert cause.endswith("; remove that file to have it made anew from the journal")
    assert report(final, standings(tmp_path), {"seats": {}, "crashes": 0, "unreadable": []}, 1.0).unproved == 1
    events.unlink()
    assert (await run(tmp_path, cast)).finished == 6
    assert cast.asked == 0
    assert derived(tmp_path) == before


async def test_an_episode_whose_journal_was_forged_is_mended_as_it_says(tmp_path: Path) -> None:
    await run(tmp_path)
    forge(another_reply)(tmp_path / "b01-e02")
    (tmp_path / "b01-e02" / "events.jsonl").unlink()
    final = await run(tmp_path)
    assert (final.finished, final.stuck) == (5, 1)
    assert "journal.jsonl:" in final.suspended[0][1]
    assert final.suspended[0][1].endswith("; restore that file, or remove its folder to play the episode anew")
    shutil.rmtree(tmp_path / "b01-e02")
    assert (await run(tmp_path)).finished == 6


def _finished(folder: Path) -> bool:
    return (folder / "result.json").exists()


async def test_a_torn_line_is_told(tmp_path: Path) -> None:
    plan = {(1, power, 0): Outage("network", "lane-ann", "") for power in TOY.powers}
    await run(tmp_path, Cast(plans={"ann": plan}))
    torn = next(path.parent for path in sorted(tmp_path.glob("*/journal.jsonl")) if not _finished(path.parent))
    with (torn / "journal.jsonl").open("ab") as journal:
        journal.write(b'{"check":')
    seen: list[Snapshot] = []
    final = await run(tmp_path, observer=seen.append)
    assert final.finished == 6
    assert f"{torn.name}: the journal ended in 9 torn bytes, which were cut off" in [s.news for s in seen]


async def test_an_interrupt_lets_the_batches_in_flight_finish(tmp_path: Path) -> None:
    class Slow(ToySeat):
        async def ask(self, call: SeatCall, until: float) -> Reply:
            await asyncio.sleep(0.05)
            if call.at.batch == 1:
                os.kill(os.getpid(), signal.SIGINT)
            return await super().ask(call, until)

    seen: list[Snapshot] = []
    final = await run(tmp_path, Cast(Slow), seen.append, league(at_once=1))
    assert final.finished == 0
    assert any("interrupted" in snapshot.news for snapshot in seen)
    recording = load_recording(tmp_path / "b01-e01" / "journal.jsonl")
    assert [entry.record.batch for entry in recording.entries if entry.record.kind == "batch"] == [0, 1]
    assert not (tmp_path / "b01-e02").exists()
    await run(tmp_path)
    await run(tmp_path / "other")
    assert derived(tmp_path / "other") == derived(tmp_path)


async def test_two_runs_of_one_folder_are_kept_apart(tmp_path: Path) -> None:
    class Blocked(ToySeat):
        async def ask(self, call: SeatCall, until: float) -> Reply:
            await gate.wait()
            return await super().ask(call, until)

    gate = asyncio.Event()
    first = asyncio.create_task(run(tmp_path, Cast(Blocked)))
    await asyncio.sleep(0.05)
    with pytest.raises(UserError, match=f"in use by process {os.getpid()}"):
        await run(tmp_path)
    gate.set()
    assert (await first).finished == 6


async def test_a_full_disk_ends_the_run_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write, room = os.write, 8_000

    def full(handle: int, data: bytes) -> int:
        nonlocal room
        if len(data) > 100:  # not the loop's own wake-up bytes
            room -= len(data)
            if room < 0:
                raise OSError(errno.ENOSPC, "No space left on device")
        return write(handle, data)

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(StorageError, match=r"No space left on device.; make room .*, then run again"):
        await run(tmp_path)
    monkeypatch.setattr(os, "write", write)
    assert (await run(tmp_path)).finished == 6


async def test_a_cancelled_run_leaves_nothing_running_and_can_go_on(tmp_path: Path) -> None:
    class Hanging(ToySeat):
        async def ask(self, call: SeatCall, until: float) -> Reply:
            await asyncio.sleep(60 if call.at.batch else 0)
            return reply("{}")

    before = asyncio.all_tasks()
    task = asyncio.create_task(run(tmp_path, Cast(Hanging)))
    await asyncio.sleep(0.2)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == before


async def test_a_seat_that_cannot_be_built_ends_the_run_and_closes_the_others(tmp_path: Path) -> None:
    cast = Cast()

    def build(config: SeatConfig) -> Any:
        if config.name == "cid":
            raise UserError("OPENAI_API_KEY is not set")
        return cast(config)

    with pytest.raises(UserError, match="OPENAI_API_KEY"):
        await run_league(
            league(), TOY, tmp_path, lambda variant: ToyPrompts(), build, lambda snapshot: None, SystemClock()
        )
    assert cast.closed == 2


async def test_what_is_running_is_shown_with_its_lanes(tmp_path: Path) -> None:
    class Slow(ToySeat):
        async def ask(self, call: SeatCall, until: float) -> Reply:
            async with lane.slot():
                await asyncio.sleep(0.15)
            return await super().ask(call, until)

    lane = Lane("toys", 2, SystemClock())
    seen: list[Snapshot] = []
    await run_league(
        league(3), TOY, tmp_path, lambda variant: ToyPrompts(), Cast(Slow), seen.append, SystemClock(), lanes=(lane,)
    )
    busy = [snapshot for snapshot in seen if snapshot.running and not snapshot.news]
    assert busy
    assert all(0 <= running.answered <= running.asked <= 3 for snapshot in busy for running in snapshot.running)
    assert max(snapshot.in_flight for snapshot in busy) > 2
    assert max(snapshot.lanes[0].in_flight for snapshot in busy) == 2


async def test_lag_is_measured() -> None:
    lag = LoopLag()
    assert lag.p99 == 0.0
    measuring = asyncio.create_task(lag.measure())
    await asyncio.sleep(0.06)
    until = asyncio.get_running_loop().time() + 0.2
    while asyncio.get_running_loop().time() < until:
        pass
    await asyncio.sleep(0.01)
    measuring.cancel()
    assert 0.1 < lag.p99 < 0.5
