"""A whole run, through the command and the real SDKs, killed at any moment time and again, ends as if nothing was."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from engine.registry import GAMES
from harness.records import Asked, Failed, Lost, Replied, load_recording
from harness.seats.seat import At
from tests.loopback import Loopback, Sent

ROOT = Path(__file__).parent.parent.parent

LEAGUE = """
[league]
name = "killed"
game = "{game}"
episodes = {episodes}
episodes_at_once = {at_once}
seed = 1499
[options]
{options}
[limits]
call_seconds = 604800
turn_seconds = 604800
episode_seconds = 604800
"""
SEAT = """
[[seats]]
name = "seat-{number}"
kind = "{kind}"
model = "model-{number}"
base_url = "{address}"
"""
AT_ONCE = 3
DERIVED = ("*/events.jsonl", "*/result.json", "standings.json")
LENGTH = {"territory": "turns = {}"}
"""The option that says how long an episode is; else its years. One block alone, since in games that begin without a
draw those of the next would be asked with the same bytes, and no reply could be told from its twin."""


def mark(sent: Sent) -> str:
    """A short name of a request's body: model, prompt, schema and all."""
    return sha256(json.dumps(sent.body, sort_keys=True).encode()).hexdigest()[:12]


def say(sent: Sent) -> str:
    """An answer to any request that follows from its body; some first asks get words instead."""
    name = mark(sent)
    if name < "2" and not any(role == "assistant" for role, _ in sent.texts):
        return f"Let me think about {name}."
    return json.dumps({"broadcast": f"I am {name}", "letters": [], "orders": [], "notes": name})


def durable(folder: Path) -> Iterator[str]:
    """The marks in every reply that is in a journal."""
    for path in folder.glob("*/journal.jsonl"):
        for entry in load_recording(path).entries:
            if isinstance(entry.record, Replied):
                yield re.findall(r"[0-9a-f]{12}", entry.record.answer.text)[-1]


def calls_lost(folder: Path) -> int:
    """How many calls the journals have as asked and never answered; those still open are the last batch's, one a power.

    So what a kill can cost is what was in flight: all that earlier batches asked for is answered on the disk.
    """
    lost = 0
    for path in folder.glob("*/journal.jsonl"):
        open_calls: set[At] = set()
        for entry in load_recording(path).entries:
            if isinstance(entry.record, Asked):
                assert entry.record.at not in open_calls
                open_calls.add(entry.record.at)
                lost += 1
            elif isinstance(entry.record, Replied | Failed | Lost):
                open_calls.remove(entry.record.at)
                lost -= not isinstance(entry.record, Lost)
        assert len({at.batch for at in open_calls}) <= 1
        assert len({at.power for at in open_calls}) == len(open_calls)
    return lost


async def start(league: Path, results: Path) -> asyncio.subprocess.Process:
    environment = {**os.environ, "OPENAI_API_KEY": "k", "ANTHROPIC_API_KEY": "k", "PYTHONPATH": str(ROOT)}
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "harness", "run", str(league), "--results", str(results),
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE, env=environment,
    )  # fmt: skip


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for name in DERIVED for path in folder.glob(name)}


def write_league(path: Path, game: str, length: int, address: str) -> int:
    """A block of as many model seats as the game has powers; returns its number of episodes."""
    size = len(GAMES[game].powers)
    seats = [
        SEAT.format(number=number, kind=("openai", "anthropic")[number % 2], address=address) for number in range(size)
    ]
    options = LENGTH.get(game, "years = {}").format(length)
    path.write_text(LEAGUE.format(game=game, at_once=AT_ONCE, episodes=size, options=options) + "".join(seats))
    return size


async def killed_to_the_end(
    server: Loopback, league: Path, results: Path, rng: random.Random, stride: int, most: int
) -> list[set[str]]:
    """Play a league, killing it after some requests each time, at most so often.

    Returns, for each kill, the requests it cost: those that had come to the server
    in that run and whose replies were not in a journal. No other is made again.
    """
    costs: list[set[str]] = []
    bought, repeatable = set[str](), set[str]()
    while True:
        asked, goal = len(server.requests), rng.randrange(stride)
        run = await start(league, results)
        while run.returncode is None and (len(costs) >= most or len(server.requests) <= asked + goal):
            await asyncio.sleep(0.003)
        await asyncio.sleep(rng.random() * 0.12)
        if run.returncode is None:
            run.send_signal(signal.SIGKILL)
        _, errors = await run.communicate()
        sent = Counter(map(mark, server.requests[asked:]))
        before = set(map(mark, server.requests[:asked]))
        assert set(sent.values()) <= {1}
        assert not sent.keys() & bought
        assert sent.keys() & before <= repeatable
        calls_lost(results / "killed")
        bought = set(durable(results / "killed"))
        if run.returncode != -signal.SIGKILL:
            assert (run.returncode, errors) == (0, b"")
            return costs
        costs.append(sent.keys() - bought)
        repeatable |= costs[-1]


async def check_kills(folder: Path, game: str, *, length: int, kills: int, stride: int) -> None:
    """An undisturbed run and one that is killed so often come to the same bytes, and the bill is right."""
    async with Loopback(say, latency=0.04) as server:
        league = folder / "killed.toml"
        episodes = write_league(league, game, length, server.base_url)
        undisturbed = await start(league, folder / "undisturbed")
        _, errors = await undisturbed.communicate()
        assert undisturbed.returncode == 0, errors
        wanted = sorted(map(mark, server.requests))
        assert len(set(wanted)) == len(wanted)
        server.requests.clear()
        costs = await killed_to_the_end(server, league, folder / "disturbed", random.Random(1499), stride, kills)
        extra = len(server.requests) - len(wanted)
    assert len(costs) == kills
    assert set(durable(folder / "disturbed/killed")) == set(wanted) == {mark(sent) for sent in server.requests}
    assert contents(folder / "disturbed/killed") == contents(folder / "undisturbed/killed")
    assert len(contents(folder / "disturbed/killed")) == 2 * episodes + 1
    operations = json.loads((folder / "disturbed/killed/operations.json").read_text())
    lost = sum(seat["lost"] for seat in operations["seats"].values())
    assert lost == calls_lost(folder / "disturbed/killed")
    assert extra == sum(map(len, costs)) <= lost


@pytest.mark.timeout(600)
async def test_a_killed_run_goes_on_and_buys_no_reply_twice(tmp_path: Path) -> None:
    await check_kills(tmp_path, "cogiavelli", length=1, kills=10, stride=8)


@pytest.mark.soak
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("game", sorted(GAMES))
async def test_killed_fifty_times_any_game_goes_on(tmp_path: Path, game: str) -> None:
    await check_kills(tmp_path, game, length=14 if game in LENGTH else 5, kills=50, stride=12)
