"""A whole run, through the command and the real SDKs, killed in mid-batch time and again, ends as if nothing was."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from harness.records import Replied, load_recording
from tests.loopback import Loopback, Sent

ROOT = Path(__file__).parent.parent.parent

LEAGUE = """
[league]
name = "killed"
game = "cogiavelli"
episodes = 6
seed = 1499
[options]
years = 1
press = true
"""
SEAT = """
[[seats]]
name = "seat-{number}"
kind = "{kind}"
model = "model-{number}"
base_url = "{address}"
"""
DERIVED = ("*/events.jsonl", "*/result.json", "standings.json")


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


async def start(league: Path, results: Path) -> asyncio.subprocess.Process:
    environment = {**os.environ, "OPENAI_API_KEY": "k", "ANTHROPIC_API_KEY": "k", "PYTHONPATH": str(ROOT)}
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "harness", "run", str(league), "--results", str(results),
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE, env=environment,
    )  # fmt: skip


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for name in DERIVED for path in folder.glob(name)}


async def test_a_killed_run_goes_on_and_buys_no_reply_twice(tmp_path: Path) -> None:
    rng = random.Random(1499)
    async with Loopback(say, latency=0.05) as server:
        league = tmp_path / "killed.toml"
        seats: list[Any] = [
            SEAT.format(number=number, kind=("openai", "anthropic")[number % 2], address=server.base_url)
            for number in range(6)
        ]
        league.write_text(LEAGUE + "".join(seats))
        undisturbed = await start(league, tmp_path / "undisturbed")
        _, errors = await undisturbed.communicate()
        assert undisturbed.returncode == 0, errors
        wanted = sorted(map(mark, server.requests))
        assert len(set(wanted)) == len(wanted) > 200
        server.requests.clear()
        kills, bought = 0, set[str]()
        while True:
            asked, goal = len(server.requests), rng.randrange(50, 100)
            run = await start(league, tmp_path / "killed")
            while run.returncode is None and len(server.requests) < asked + goal:
                await asyncio.sleep(0.005)
            if run.returncode is None:
                run.send_signal(signal.SIGKILL)
                kills += 1
            _, errors = await run.communicate()
            assert not {mark(sent) for sent in server.requests[asked:]} & bought
            bought = set(durable(tmp_path / "killed" / "killed"))
            if run.returncode != -signal.SIGKILL:
                break
        assert (run.returncode, errors) == (0, b"")
    assert kills >= 2
    assert bought == set(wanted) == {mark(sent) for sent in server.requests}
    assert contents(tmp_path / "killed" / "killed") == contents(tmp_path / "undisturbed" / "killed")
    assert len(contents(tmp_path / "killed" / "killed")) == 13
