"""A night as it goes: outages ridden out, time running up, episodes that bring the process down, files that fail."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from test_orchestrator import Cast, derived, league, run
from toy_game import TOY
from toy_table import ToySeat, reply

from harness.clock import ScaledClock
from harness.deaths import MARK
from harness.errors import Outage, StorageError
from harness.finish_by import FinishBy
from harness.lanes import Lane
from harness.records import load_recording
from harness.seats.seat import Reply, SeatCall
from harness.snapshot import Snapshot

FAST = 2_000.0


def clock() -> ScaledClock:
    return ScaledClock(FAST, 1_796_000_000.0)


class Recovering(ToySeat):
    """A seat whose provider is out for its first calls."""

    left = 4

    async def ask(self, call: SeatCall, until: float) -> Reply:
        if self.name == "ann" and type(self).left:
            type(self).left -= 1
            raise Outage("network", "lane-ann", "no route to host")
        return await super().ask(call, until)


async def test_a_suspended_episode_is_taken_up_again_in_the_same_run(tmp_path: Path) -> None:
    seen: list[Snapshot] = []
    final = await run(tmp_path / "out", Cast(Recovering), seen.append, clock=clock(), patience=7_200.0)
    assert (final.finished, final.suspended) == (6, ())
    assert any("is suspended: network" in snapshot.news for snapshot in seen)
    await run(tmp_path / "undisturbed")
    assert derived(tmp_path / "out") == derived(tmp_path / "undisturbed")


async def test_a_seat_without_its_model_keeps_out_of_the_way_of_the_others(tmp_path: Path) -> None:
    plan = {(0, power, 0): Outage("model_not_found", "all", "no such model") for power in TOY.powers}
    cast = Cast(plans={"ann": plan})
    final = await run(tmp_path, cast, played=league(30, at_once=1))
    assert (final.finished, len(final.suspended)) == (0, 30)
    assert len(cast.seats["ann"].asked) == 1


class Slow(ToySeat):
    """A seat that takes a minute."""

    watch: ScaledClock

    async def ask(self, call: SeatCall, until: float) -> Reply:
        await self.watch.sleep(60)
        return await super().ask(call, until)


async def test_a_run_is_over_in_time_with_whole_blocks_and_goes_on_later(tmp_path: Path) -> None:
    watch = Slow.watch = ScaledClock(240.0, 1_796_000_000.0)
    finishing = replace(league(12, at_once=3), finish_by=FinishBy("10m", 600.0))
    began = watch.now()
    final = await run(tmp_path / "cut", Cast(Slow), played=finishing, clock=watch)
    assert watch.now() - began <= 720.0
    whole, begun, blocks = final.blocks
    assert 1 <= whole <= begun < blocks == 4
    assert final.finished < 12
    again = await run(tmp_path / "cut", played=league(12))
    assert again.finished == 12
    await run(tmp_path / "undisturbed", played=league(12))
    assert derived(tmp_path / "cut") == derived(tmp_path / "undisturbed")


async def test_what_is_in_flight_when_time_is_up_is_cut_off_and_on_the_bill_as_lost(tmp_path: Path) -> None:
    class Hanging(ToySeat):
        async def ask(self, call: SeatCall, until: float) -> Reply:
            call.asked()
            await asyncio.sleep(60 if call.at.batch else 0)
            return reply("{}")

    finishing = replace(league(3), finish_by=FinishBy("1s", 1.0))
    seen: list[Snapshot] = []
    final = await run(tmp_path, Cast(Hanging), seen.append, played=finishing)
    assert (final.finished, final.running) == (0, ())
    assert "time is up: what was in flight is cut off" in [snapshot.news for snapshot in seen]
    summary = json.loads((tmp_path / "operations.json").read_text())
    assert sum(seat["lost"] for seat in summary["seats"].values()) >= 3
    assert not list(tmp_path.glob(f"*/{MARK}"))
    assert (await run(tmp_path, played=league(3))).finished == 3


async def test_a_budget_ends_a_run_between_blocks_and_more_money_goes_on(tmp_path: Path) -> None:
    final = await run(tmp_path, played=league(12, at_once=3, budget_usd=12.0))
    assert final.blocks == (1, 1, 4)
    assert (final.finished, len(final.suspended)) == (3, 9)
    assert all("the budget of the league is $12.00" in cause for _, cause in final.suspended)
    again = await run(tmp_path, played=league(12, at_once=3, budget_usd=1_000.0))
    assert again.finished == 12
    assert again.usd > final.usd


async def test_an_episode_that_raised_twice_is_set_aside_until_it_is_wanted(tmp_path: Path) -> None:
    class Buggy(ToySeat):
        async def ask(self, call: SeatCall, until: float) -> Reply:
            if call.at.batch == 1 and self.name == "bob" and call.at.power == "RED":
                raise ZeroDivisionError("a bug in bob")
            return await super().ask(call, until)

    for _ in range(2):
        final = await run(tmp_path, Cast(Buggy))
        assert {cause for _, cause in final.suspended} == {"crash: ZeroDivisionError: a bug in bob"}
    cast = Cast()
    final = await run(tmp_path, cast)
    assert (final.finished, cast.asked) == (4, 0)
    assert {cause for _, cause in final.suspended} == {
        "set aside: it has raised 2 times (ZeroDivisionError: a bug in bob); `run --again` tries it once more"
    }
    assert (await run(tmp_path, again=True)).finished == 6


DEADLY = """
import asyncio, os, sys
from pathlib import Path
sys.path.insert(0, {here!r})
from test_orchestrator import Cast, run
from toy_table import ToySeat

class Deadly(ToySeat):
    async def ask(self, call, until):
        if call.at.batch == 1 and self.name == "ann" and call.at.power == "RED":
            await asyncio.sleep(0.3)
            os._exit(9)
        return await super().ask(call, until)

final = asyncio.run(run(Path({folder!r}), Cast(Deadly)))
print(final.finished, *(f"{{name}}: {{cause}}" for name, cause in final.suspended), sep="\\n")
"""


def test_an_episode_that_brings_the_process_down_is_set_aside_and_named_and_no_bystander_is(tmp_path: Path) -> None:
    source = DEADLY.format(here=str(Path(__file__).parent), folder=str(tmp_path))
    ends = []
    for _ in range(9):
        done = subprocess.run(
            [sys.executable, "-c", source], capture_output=True, text=True, timeout=60, cwd=Path(__file__).parents[2]
        )
        ends.append(done.returncode)
        if not done.returncode:
            break
    finished, *aside = done.stdout.splitlines()
    assert ends[-1] == 0, done.stderr
    assert int(finished) + len(aside) == 6
    assert 1 <= len(aside) <= 2, "RED is ann's in two of the six fixtures"
    for line in aside:
        name, cause = line.split(": ", 1)
        assert "set aside: 3 processes ended while it stood in one place" in cause
        head = load_recording(tmp_path / name / "journal.jsonl").head
        assert head["fixture"]["seating"][TOY.powers.index("RED")] == "ann"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_polite_signal_finishes_what_is_in_flight(tmp_path: Path, number: int) -> None:
    class Signalled(ToySeat):
        async def ask(self, call: SeatCall, until: float) -> Reply:
            await asyncio.sleep(0.02)
            if call.at.batch == 1 and call.at.power == "RED":
                os.kill(os.getpid(), number)
            return await super().ask(call, until)

    final = await run(tmp_path / "cut", Cast(Signalled), played=league(at_once=1))
    assert (final.finished, final.halted) == (0, True)
    assert final.suspended == (("b01-e01", "interrupted"),)
    kinds = [entry.record.kind for entry in load_recording(tmp_path / "cut/b01-e01/journal.jsonl").entries]
    assert kinds.count("batch") == 2
    assert "lost" not in kinds
    await run(tmp_path / "cut")
    await run(tmp_path / "undisturbed")
    assert derived(tmp_path / "cut") == derived(tmp_path / "undisturbed")


async def test_an_interrupt_does_not_wait_for_a_lane_that_is_out(tmp_path: Path) -> None:
    class Waiting(ToySeat):
        async def ask(self, call: SeatCall, until: float) -> Reply:
            if self.name == "ann":
                lane.pause(3_600.0)
                asyncio.get_running_loop().call_later(0.05, os.kill, os.getpid(), signal.SIGINT)
                async with lane.slot():
                    pass
            return await super().ask(call, until)

    watch = clock()
    lane = Lane("lane-ann", 4, watch)
    began = asyncio.get_running_loop().time()
    final = await run(tmp_path, Cast(Waiting), played=league(at_once=1), clock=watch, lanes=(lane,))
    assert (final.finished, final.halted) == (0, True)
    assert asyncio.get_running_loop().time() - began < 1.5, "the hour is 1.8 s on this clock"
    assert (await run(tmp_path)).finished == 6


async def test_a_read_only_folder_is_refused_before_anything_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await run(tmp_path, played=league(3))
    before = derived(tmp_path)
    opened = os.open

    def read_only(path: Any, flags: int, *rest: Any, **facts: Any) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR) and str(tmp_path) in str(path):
            raise OSError(30, "Read-only file system", str(path))
        return opened(path, flags, *rest, **facts)

    monkeypatch.setattr(os, "open", read_only)
    cast = Cast()
    with pytest.raises(StorageError, match=r"cannot be written .Read-only file system.; make room or mend"):
        await run(tmp_path, cast)
    monkeypatch.undo()
    assert cast.asked == 0
    assert derived(tmp_path) == before
    assert (await run(tmp_path)).finished == 6


FULL = """
import asyncio, resource, sys
from pathlib import Path
sys.path.insert(0, {here!r})
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))
from harness.errors import StorageError
from test_orchestrator import league, run
try:
    asyncio.run(run(Path({folder!r})))
except StorageError as error:
    print(error)
    sys.exit(3)
"""


@pytest.mark.parametrize("size", [1, 700, 2_000, 5_000])
async def test_when_the_disk_takes_no_more_nothing_is_corrupted_and_the_run_goes_on_later(
    tmp_path: Path, size: int
) -> None:
    source = FULL.format(here=str(Path(__file__).parent), folder=str(tmp_path / "full"), size=size)
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, timeout=60, cwd=Path(__file__).parents[2]
    )
    assert done.returncode == 3, done.stderr
    assert "make room or mend the permissions, then run again: nothing that was recorded is lost" in done.stdout
    assert (await run(tmp_path / "full")).finished == 6
    await run(tmp_path / "undisturbed")
    assert derived(tmp_path / "full") == derived(tmp_path / "undisturbed")
