"""Episodes: the same bytes however often they were broken off, and no reply bought twice."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from toy_game import POWERS, TOY, Favourite
from toy_table import NO_LIMITS, ToyPrompts, ToySeat, asked, play, reply, seats

from engine.game import Request
from engine.memory import Memory
from engine.press import NotesKept
from harness.episode import Step
from harness.errors import JournalError, Outage, ReplayDiverged
from harness.records import Replied, Stopped, load_recording
from harness.seats.seat import Prompt, Reply, SeatCall

FILES = ("journal.jsonl", "events.jsonl", "result.json")
DERIVED = ("events.jsonl", "result.json")

PLAN = {
    (0, "RED", 0): "two coins, please",
    (2, "BLUE", 0): json.dumps({"bids": {"gold": "99"}}),
    (3, "GREEN", 0): json.dumps({"picks": ["mask", "lamp"]}),
}
"""What makes the episode less smooth: words instead of an answer, a refused bid, a refused trophy."""


def contents(folder: Path, names: tuple[str, ...] = DERIVED) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in names if (folder / name).exists()}


@pytest.fixture
async def undisturbed(tmp_path: Path) -> tuple[dict[str, bytes], list[tuple[int, str, int]]]:
    """The files of an episode that nothing disturbed, and where its seats were asked."""
    folder = tmp_path / "undisturbed"
    folder.mkdir()
    players = seats(PLAN)
    await play(folder, players)
    return contents(folder, FILES), asked(players)


async def test_an_episode_ends_with_a_result_that_names_everybody(tmp_path: Path) -> None:
    result = await play(tmp_path, seats(PLAN))
    assert result["ending"] == "complete"
    assert result["seating"] == {"RED": "ann", "GREEN": "bob", "BLUE": "cid"}
    assert sum(result["scores"].values()) == pytest.approx(1.0)
    assert result["counts"]["RED"] == {
        "decisions": 5, "by_model": 5, "repaired": 0, "illegal": 0, "fallback": 0, "silent": 0,
        "failures": {"unparsable": 1},
    }  # fmt: skip
    assert result["counts"]["BLUE"]["illegal"] == 1
    assert result["tokens"]["RED"] == {"input": 600, "cache_read": 0, "cache_write": 0, "output": 60}
    assert result["usd"]["RED"] == 1.5
    assert result["models"]["RED"] == ["toy-1"]
    lines = (tmp_path / "events.jsonl").read_bytes().splitlines()
    assert (result["events"], result["batches"]) == (len(lines), 6)


async def test_decisions_come_before_what_they_led_to_in_power_order(tmp_path: Path) -> None:
    steps: list[Step] = []
    await play(tmp_path, seats(), watch=lambda step: steps.append(step) or True)
    assert [step.kind for step in steps] == ["", "bids", "picks", "bids", "picks", "bids", "picks"]
    first = [event.kind for event in steps[1].events]
    assert first == ["decided"] * 3 + ["notes"] * 3 + ["sold"] * 2
    assert [event.power for event in steps[1].events[:3]] == list(POWERS)


async def test_a_seat_remembers_what_its_power_may_know_and_nothing_else(tmp_path: Path) -> None:
    memories: dict[str, Any] = {}

    class Listener(ToySeat):
        async def ask(self, call: SeatCall, until: float) -> Reply:
            memories[call.at.power] = call.memory
            return await super().ask(call, until)

    await play(tmp_path, {name: Listener(name) for name in ("ann", "bob", "cid")})
    for power, memory in memories.items():
        events = [event for _, group in memory.history for event in group]
        assert {event.power for event in events if isinstance(event, Favourite | NotesKept)} == {power}
        assert "decided" not in {event.kind for event in events}
        assert memory.notes.startswith("seen")


@pytest.mark.parametrize("order", list(permutations(range(3))))
async def test_the_order_of_arrival_changes_no_byte(tmp_path: Path, undisturbed: Any, order: tuple[int, ...]) -> None:
    class Waiting(ToySeat):
        async def ask(self, call: SeatCall, until: float) -> Reply:
            for _ in range(5 * order[POWERS.index(call.at.power)]):
                await asyncio.sleep(0)
            return await super().ask(call, until)

    await play(tmp_path, {name: Waiting(name, PLAN) for name in ("ann", "bob", "cid")})
    assert contents(tmp_path) == {name: undisturbed[0][name] for name in DERIVED}


async def test_a_journal_cut_after_any_record_gives_the_same_episode_and_buys_nothing_twice(
    tmp_path: Path, undisturbed: Any
) -> None:
    files, places = undisturbed
    lines = files["journal.jsonl"].splitlines(keepends=True)
    for kept in range(len(lines) + 1):
        folder = tmp_path / str(kept)
        folder.mkdir()
        (folder / "journal.jsonl").write_bytes(b"".join(lines[:kept]))
        bought = {tuple(e.record.at) for e in _entries(folder) if isinstance(e.record, Replied)}
        players = seats(PLAN)
        await play(folder, players)
        assert contents(folder) == {name: files[name] for name in DERIVED}
        assert asked(players) == sorted(set(places) - bought)
        assert not {tuple(e.record.at) for e in _entries(folder) if isinstance(e.record, Replied)} - set(places)


def _entries(folder: Path) -> Any:
    return load_recording(folder / "journal.jsonl").entries


async def test_files_cut_at_random_bytes_give_the_same_episode(tmp_path: Path, undisturbed: Any) -> None:
    files, _ = undisturbed
    rng = random.Random(1499)
    for number in range(60):
        folder = tmp_path / str(number)
        folder.mkdir()
        cut = rng.randrange(len(files["journal.jsonl"]))
        (folder / "journal.jsonl").write_bytes(files["journal.jsonl"][:cut])
        known = [r.record.events for r in _entries(folder) if hasattr(r.record, "events")]
        events = files["events.jsonl"].splitlines(keepends=True)[: max(known, default=0)]
        durable = b"".join(events)
        (folder / "events.jsonl").write_bytes(durable[: rng.randrange(len(durable) + 1)])
        await play(folder, seats(PLAN))
        assert contents(folder) == {name: files[name] for name in DERIVED}


async def test_an_episode_broken_off_by_outages_again_and_again_ends_the_same(tmp_path: Path, undisturbed: Any) -> None:
    files, places = undisturbed
    players = seats(PLAN)
    for at in places[1::3]:
        for seat in players.values():
            seat.plan[at] = Outage("network", "toys", "no route to host")
        with pytest.raises(Outage):
            await play(tmp_path, players)
        for seat in players.values():
            seat.plan = dict(PLAN)
    await play(tmp_path, players)
    assert contents(tmp_path) == {name: files[name] for name in DERIVED}
    assert set(asked(players)) == set(places)
    assert len(asked(players)) == len(places) + len(places[1::3])


async def test_playing_a_finished_episode_again_asks_nobody_and_writes_nothing(
    tmp_path: Path, undisturbed: Any
) -> None:
    await play(tmp_path, seats(PLAN))
    before = contents(tmp_path, FILES)
    players = seats(PLAN)
    await play(tmp_path, players)
    assert asked(players) == []
    assert contents(tmp_path, FILES) == before


def _swap(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    def swapped(data: bytes) -> bytes:
        assert old in data
        return data.replace(old, new, 1)

    return swapped


@pytest.mark.parametrize(
    ("name", "change", "says"),
    [
        ("events.jsonl", _swap(b'"value":0', b'"value":1'), r"events.jsonl:\d+: recorded .*, derived .*"),
        ("events.jsonl", _swap(b'"winner":"RED"', b'"winner":"BLUE"'), r"events.jsonl:\d+: recorded .*, derived .*"),
        ("events.jsonl", lambda data: data + b'{"kind":"more"}\n', r"events.jsonl:\d+: .*derived nothing"),
    ],
    ids=["a draw", "a winner", "an event too many"],
)
async def test_drift_stops_an_episode_with_file_line_and_both_values(
    tmp_path: Path, name: str, change: Callable[[bytes], bytes], says: str
) -> None:
    await play(tmp_path, seats())
    (tmp_path / name).write_bytes(change((tmp_path / name).read_bytes()))
    with pytest.raises(ReplayDiverged, match=says):
        await play(tmp_path, seats())


async def test_a_changed_prompt_is_drift_where_it_was_asked_but_not_answered(tmp_path: Path) -> None:
    async def read_and_vanish(call: SeatCall, until: float) -> Reply:
        call.asked()
        raise Outage("auth", "toys", "401")

    class Other(ToyPrompts):
        def render(self, request: Request, memory: Memory, *, list_orders: bool) -> Prompt:
            return Prompt("You bid at a market.", "", "")

    with pytest.raises(Outage):
        await play(tmp_path, seats({(0, "BLUE", 0): read_and_vanish}))
    with pytest.raises(ReplayDiverged, match=r"journal.jsonl:\d+: recorded .*, derived"):
        await play(tmp_path, seats(), prompts=Other())


async def test_an_unfinished_episode_of_another_version_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Outage):
        await play(tmp_path, seats({(1, "RED", 0): Outage("auth", "toys", "401")}))

    class Newer(type(TOY)):  # type: ignore[misc]
        version = 2

    with pytest.raises(JournalError, match="another version: 1, now 2"):
        await play(tmp_path, seats(), game=Newer())


class SlowClock:
    """A clock that a call moves on by ten seconds."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> float:
        return self.seconds

    def wall(self) -> float:
        return self.seconds

    async def sleep(self, seconds: float) -> None:
        self.seconds += seconds

    def until(self, moment: float) -> Any:
        return asyncio.timeout(None)


def _taking(clock: SlowClock, seconds: float) -> dict[tuple[int, str, int], Callable[..., Awaitable[Reply]]]:
    async def think(call: SeatCall, until: float) -> Reply:
        clock.seconds += seconds
        return reply(json.dumps({"bids": {"gold": "1"}, "picks": ["mask"]}))

    return {(batch, "RED", 0): think for batch in range(0, 6, 2)}


async def test_the_episode_clock_is_looked_at_between_batches_and_a_batch_in_flight_is_played(tmp_path: Path) -> None:
    clock = SlowClock()
    limits = replace(NO_LIMITS, episode_seconds=15.0)
    result = await play(tmp_path, seats(_taking(clock, 10.0)), clock=clock, limits=limits)
    assert (result["ending"], result["batches"]) == ("deadline", 3)
    stop = [entry.record for entry in _entries(tmp_path) if isinstance(entry.record, Stopped)]
    assert [(record.batch, record.seconds) for record in stop] == [(3, 20.0)]


async def test_that_the_clock_ran_out_stays_decided_whatever_the_limit_is_later(tmp_path: Path) -> None:
    clock = SlowClock()
    short = replace(NO_LIMITS, episode_seconds=15.0)
    await play(tmp_path, seats(_taking(clock, 10.0)), clock=clock, limits=short)
    before = contents(tmp_path, FILES)
    await play(tmp_path, seats(), clock=SlowClock(), limits=NO_LIMITS)
    assert contents(tmp_path, FILES) == before


async def test_a_batch_that_was_begun_is_played_even_if_the_limit_shrinks(tmp_path: Path) -> None:
    plan = _taking(clock := SlowClock(), 10.0)
    with pytest.raises(Outage):
        await play(tmp_path, seats({**plan, (2, "BLUE", 0): Outage("network", "toys", "")}), clock=clock)
    assert any(e.record.at.batch == 2 for e in _entries(tmp_path) if isinstance(e.record, Replied))
    limits = replace(NO_LIMITS, episode_seconds=5.0)
    result = await play(tmp_path, seats(plan), clock=SlowClock(), limits=limits)
    assert (result["ending"], result["batches"]) == ("deadline", 3)


async def test_time_spent_between_two_runs_is_not_counted(tmp_path: Path) -> None:
    clock = SlowClock()
    plan = _taking(clock, 1.0)
    with pytest.raises(Outage):
        await play(tmp_path, seats({**plan, (2, "BLUE", 0): Outage("network", "toys", "")}), clock=clock)
    clock.seconds += 1e5
    limits = replace(NO_LIMITS, episode_seconds=100.0)
    assert (await play(tmp_path, seats(plan), clock=clock, limits=limits))["ending"] == "complete"


async def test_a_watcher_may_break_an_episode_off(tmp_path: Path, undisturbed: Any) -> None:
    assert await play(tmp_path, seats(PLAN), watch=lambda step: step.phase != "round-02-bids") is None
    players = seats(PLAN)
    await play(tmp_path, players)
    assert min(at[0] for at in asked(players)) == 3
    assert contents(tmp_path) == {name: undisturbed[0][name] for name in DERIVED}


KILLED = """
import asyncio, sys
from pathlib import Path
from toy_table import ToySeat, play
from test_episode import PLAN

class Slow(ToySeat):
    async def ask(self, call, until):
        with open(sys.argv[2], "a") as log:
            log.write(f"{call.at.batch} {call.at.power} {call.at.ask}\\n")
        await asyncio.sleep(0.01 * (1 + len(call.at.power)))
        return await super().ask(call, until)

asyncio.run(play(Path(sys.argv[1]), {name: Slow(name, PLAN) for name in ("ann", "bob", "cid")}))
"""


def test_a_process_killed_in_mid_batch_goes_on_without_asking_for_what_is_durable(
    tmp_path: Path, undisturbed: Any
) -> None:
    files, places = undisturbed
    folder, log = tmp_path / "killed", tmp_path / "asked.log"
    folder.mkdir()
    here = Path(__file__).parent
    command = [sys.executable, "-c", KILLED, str(folder), str(log)]
    environment = {**os.environ, "PYTHONPATH": f"{here}{os.pathsep}{here.parent.parent}"}
    durable: set[tuple[int, str, int]] = set()
    kills = 0
    while not (folder / "result.json").exists():
        begun = log.stat().st_size if log.exists() else 0
        child = subprocess.Popen(command, env=environment)
        while child.poll() is None and not (log.exists() and log.read_bytes()[begun:].count(b"\n") >= 4):
            time.sleep(0.005)
        child.send_signal(signal.SIGKILL)
        kills += child.wait() == -signal.SIGKILL
        again = {_place(line) for line in log.read_bytes()[begun:].decode().splitlines()}
        assert not again & durable
        durable = {tuple(e.record.at) for e in _entries(folder) if isinstance(e.record, Replied)}
    assert kills >= 3
    assert contents(folder) == {name: files[name] for name in DERIVED}
    assert {_place(line) for line in log.read_text().splitlines()} == set(places)


def _place(line: str) -> tuple[int, str, int]:
    batch, power, ask = line.split()
    return int(batch), power, int(ask)
