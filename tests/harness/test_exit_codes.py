"""The exit code of a run of model seats, through the real command: 0, 3, 4, and 130 for one that is cut off."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from tests.faulty import FAULTS
from tests.loopback import Broken, Line, Loopback, Said, Sent

LEAGUE = """
[league]
name = "ends"
game = "cogiavelli"
episodes = 6
seed = 7
fallback = "banker"
[options]
years = 1
press = false
[lanes.openai]
on_limit = "{on_limit}"
"""
SEAT = """
[[seats]]
name = "{name}"
kind = "openai"
model = "m"
base_url = "{address}"
"""
HOLD = Said('{"orders": []}')


def no_credit(sent: Sent) -> Line:
    return FAULTS["no_credit"](sent, HOLD)


@pytest.mark.parametrize(
    ("says", "on_limit", "interrupts", "code", "told"),
    [
        (HOLD, "suspend", 0, 0, "6 of 6 episodes are played"),
        (no_credit, "suspend", 0, 3, "quota on lane openai"),
        (no_credit, "fallback", 0, 4, "6 of 6 episodes are played"),
        (Said(HOLD.text, seconds=0.5), "suspend", 1, 3, "episodes: interrupted"),
        (Broken("hang"), "suspend", 2, 130, "interrupt again to stop at once"),
    ],
    ids=["done", "incomplete", "nothing to score", "interrupted", "cut off"],
)
async def test_a_run_ends_with_its_code(
    tmp_path: Path, says: Line, on_limit: str, interrupts: int, code: int, told: str
) -> None:
    async with Loopback(says) as server:
        seats = "".join(SEAT.format(name=name, address=server.base_url) for name in "abcdef")
        (tmp_path / "ends.toml").write_text(LEAGUE.format(on_limit=on_limit) + seats)
        run = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "harness", "run", "ends.toml",
            stdout=asyncio.subprocess.PIPE, cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "COLUMNS": "200"},
        )  # fmt: skip
        assert run.stdout is not None
        while interrupts and server.count < 30:
            await asyncio.sleep(0.01)
        said = b""
        if interrupts:
            run.send_signal(signal.SIGINT)
            said = await run.stdout.readuntil(b"interrupt again to stop at once\n")
        if interrupts > 1:
            run.send_signal(signal.SIGINT)
        said += await run.stdout.read()
        assert await run.wait() == code, said.decode()
    assert told in said.decode()
