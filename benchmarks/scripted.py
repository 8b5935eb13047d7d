"""Whole episodes of scripted seats through the harness: asked, decided, journalled, events written.

``python -m benchmarks.scripted [rounds]`` prints the CPU milliseconds of an episode (medians, this process's CPU
alone). Every reply goes through the parser and every record to the disk, as in a run.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from benchmarks.measure import measured, show
from engine.registry import GAMES
from harness.cli.crew import Crew
from harness.clock import SystemClock
from harness.committer import Committer
from harness.config import read_league
from harness.episode import play_episode
from harness.event_log import EventLog
from harness.journal import open_journal
from harness.schedule import fixtures
from harness.seats.kinds import load_kind
from harness.table import Chair, NoPrompts, Table, head

ROUNDS = 15
CASTS: tuple[tuple[str, str, Sequence[str], float], ...] = (
    ("cogiavelli", "years = 4", ("condottiere", "banker", "random"), 40),
    ("cogplomacy", "years = 4", ("expander", "hedgehog", "random"), 60),
    ("territory", "", ("homesteader", "raider", "random"), 40),
)
"""Game, options, the policies seated in turn, and the milliseconds that an episode may take."""

LEAGUE = '[league]\nname = "scripted"\ngame = "{game}"\nepisodes = {seats}\nseed = 7\n[options]\n{options}\n'
SEAT = '[[seats]]\nname = "seat{number}"\nkind = "scripted"\npolicy = "{policy}"\n'


def table(game: str, options: str, policies: Sequence[str]) -> Table:
    """The first fixture of a league in which these policies sit in turn."""
    seats = len(GAMES[game].powers)
    text = LEAGUE.format(game=game, seats=seats, options=options)
    text += "".join(SEAT.format(number=n, policy=policies[n % len(policies)]) for n in range(seats))
    league = read_league(text, "benchmark", load_kind)
    crew = Crew(league, SystemClock(), None)
    configs = {config.name: config for config in league.seats}
    fixture = fixtures(league)[0]
    chairs = {
        power: Chair(crew.build(configs[name]), configs[name], NoPrompts())
        for power, name in zip(crew.game.powers, fixture.seating, strict=True)
    }
    return Table(league.name, crew.game, league.options, fixture, chairs, league.limits)


async def play(seated: Table, folder: Path) -> int:
    """Play it to the end in a folder; the bytes of events written."""
    with Committer() as committer:
        journal = open_journal(folder / "journal.jsonl", head(seated), committer)
        await play_episode(seated, journal, EventLog(folder / "events.jsonl"), SystemClock())
        journal.close()
    return (folder / "events.jsonl").stat().st_size


def episode(seated: Table) -> tuple[float, int]:
    """CPU seconds of an episode in a fresh folder, and the bytes of its events."""
    with tempfile.TemporaryDirectory() as folder, measured() as span:
        written = asyncio.run(play(seated, Path(folder)))
    return span.cpu, written


def main() -> None:
    """Print an episode's cost for every game and cast."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    rows = []
    for game, options, mixed, mark in CASTS:
        for policies in (*((policy,) for policy in mixed), mixed):
            work = partial(episode, table(game, options, policies))
            work()
            cpu, written = zip(*(work() for _ in range(rounds)), strict=True)
            told = f"{1000 * statistics.median(cpu):6.1f} ms  (mark {mark:.0f})   {written[0]:>9,} bytes of events"
            rows.append((f"{game}, {' '.join(policies)}", told))
    show("CPU of a scripted episode", rows)


if __name__ == "__main__":
    main()
