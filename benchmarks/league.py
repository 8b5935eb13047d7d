"""A league of Cogiavelli at a loopback server, as the benchmarks play it: through the real run, prompts and journal."""

from __future__ import annotations

import asyncio
import math
import tempfile
from pathlib import Path
from unittest.mock import patch

from harness.admission import LATE, MOST, START
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
{limits}
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
NO_DEADLINES = """[limits]
call_seconds = 604800
turn_seconds = 604800
episode_seconds = 604800"""
"""A week is no deadline."""


def play(address: str, *, episodes: int, years: int, stagger: float = STAGGER, is_free: bool = False) -> Snapshot:
    """Play that many episodes at once, six model seats each, and return how it stood at the end.

    A free run has no deadlines, and no cap on the calls in flight however late the loop is.
    """
    text = LEAGUE.format(episodes=episodes, years=years, limits=NO_DEADLINES if is_free else "")
    text += "".join(SEAT.format(number=number, address=address) for number in range(6))
    league = read_league(text, "benchmark", load_kind)
    crew = Crew(league, SystemClock(), None)
    most: list[Snapshot] = []

    def observe(snapshot: Snapshot) -> None:
        most.append(snapshot)

    prepare_process()
    start, late = (MOST, math.inf) if is_free else (START, LATE)
    with tempfile.TemporaryDirectory() as folder, patch.multiple("harness.admission", START=start, LATE=late):
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
