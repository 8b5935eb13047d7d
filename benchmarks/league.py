"""A league of Cogiavelli at a loopback server, as the benchmarks play it: through the real run, prompts and journal."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from harness.cli.crew import Crew, bookshelf
from harness.cli.playing import _prepare_process as prepare_process
from harness.clock import SystemClock
from harness.config import read_league
from harness.orchestrator import STAGGER, run_league
from harness.seats.kinds import load_kind
from harness.snapshot import Snapshot

LEAGUE = """
[league]
name = "bench"
game = "cogiavelli"
episodes = {episodes}
episodes_at_once = {episodes}
seed = 7
[options]
years = {years}
press = true
[lanes.bench]
concurrency = 10000
"""
SEAT = """
[[seats]]
name = "seat{number}"
kind = "openai"
lane = "bench"
model = "m"
base_url = "{address}/v1"
"""


def play(address: str, *, episodes: int, years: int, stagger: float = STAGGER) -> Snapshot:
    """Play that many episodes at once, six model seats each, and return how it stood at the end."""
    text = LEAGUE.format(episodes=episodes, years=years)
    text += "".join(SEAT.format(number=number, address=address) for number in range(6))
    league = read_league(text, "benchmark", load_kind)
    crew = Crew(league, SystemClock(), None)
    most: list[Snapshot] = []

    def observe(snapshot: Snapshot) -> None:
        most.append(snapshot)

    prepare_process()
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(
            run_league(
                league,
                crew.game,
                Path(folder) / "bench",
                bookshelf(crew.game, None),
                crew.build,
                observe,
                SystemClock(),
                lanes=tuple(crew.lanes.values()),
                stagger=stagger,
            )
        )
