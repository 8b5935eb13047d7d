"""A league of Cogiavelli at a loopback server, as the benchmarks play it: through the real run, prompts and journal."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from harness.admission import PACED, UNPACED
from harness.clock import SystemClock
from harness.config import game_of, read_league
from harness.lanes import Lane
from harness.orchestrator import STAGGER, run_league
from harness.process import prepare_process
from harness.prompts import load_prompts
from harness.resources import find
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
    game, clock, roots = game_of(league), SystemClock(), find("prompts")
    lanes = {lane.name: Lane.of(lane, clock) for lane in league.lanes.values()}
    prepare_process()
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(
            run_league(
                league,
                game,
                Path(folder) / "bench",
                lambda variant: load_prompts(game.name, variant, roots),
                lambda seat: load_kind(seat.kind)(seat, game=game, clock=clock, lane=lanes[seat.lane]),
                lambda snapshot: None,
                clock,
                lanes=tuple(lanes.values()),
                stagger=stagger,
                pace=UNPACED if is_free else PACED,
            )
        )
