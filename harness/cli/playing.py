"""The verbs that play: a league to its end, and one episode apart from any league."""

from __future__ import annotations

import asyncio
import gc
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from harness.cli.completion import variants_by_game
from harness.cli.crew import Crew, bookshelf, game_named
from harness.cli.exit import Code
from harness.clock import SystemClock
from harness.config import League, load_league, read_league
from harness.display.editing import edited_keyboard
from harness.display.live import RunScreen, closing
from harness.display.person import Person, plain_keyboard
from harness.display.screen import console, say
from harness.display.standings import show_standings
from harness.display.story import show_outcome
from harness.exhibition import exhibition
from harness.orchestrator import run_league
from harness.results import load_result
from harness.schedule import Fixture, single_fixture
from harness.seats.kinds import load_kind
from harness.snapshot import Snapshot
from harness.standings import write_standings
from harness.store import RESULT

GC_THRESHOLDS = (50_000, 20, 100)
"""Long-lived values of many episodes are many: looking at all of them often costs more than their garbage."""

OPEN_FILES = 65_536
"""Connections and journals that one run may have open, where the system lets it."""


def play_league(source: str, results: Path, prompts: Path | None) -> Code:
    """Play a league by file or name to its end and show its standings."""
    league = load_league(source, load_kind, prompts=prompts)
    snapshot = _play(league, results / league.name, prompts, None)
    table = write_standings(results / league.name)
    out = console()
    say(out, "")
    show_standings(table, out)
    if snapshot.finished < snapshot.total:
        return Code.INTERRUPTED if snapshot.halted else Code.INCOMPLETE
    return Code.DONE if table.rows else Code.NOTHING


def play_one(
    name: str, seats: Sequence[str], options: Sequence[str], seed: int | None, results: Path, prompts: Path | None
) -> Code:
    """Play one episode, its seats said power by power, and tell how it ended."""
    game = game_named(name)
    if seed is None:
        seed = next(number for number in count(1) if not (results / f"play-{game.name}-{number}").exists())
    text = exhibition(game, seats, options, seed, variants_by_game(prompts).get(game.name, ()))
    league = read_league(text, "this episode", load_kind, prompts=prompts)
    pinned = {power: seat.name for power, seat in zip(game.powers, league.seats, strict=True)}
    fixture = single_fixture(game.powers, (), seed, pinned)
    folder = results / league.name
    out = console()
    try:
        snapshot = _play(league, folder, prompts, fixture)
    except KeyboardInterrupt:
        say(out, f"\nThe same command with --seed {seed} goes on with it.")
        raise
    if not snapshot.finished:
        say(out, f"It is not over: the same command with --seed {seed} goes on with it.")
        return Code.INTERRUPTED if snapshot.halted else Code.INCOMPLETE
    show_outcome(load_result(folder / fixture.name / RESULT), out)
    say(out, f"To have it told: cogleague replay {folder / fixture.name}")
    return Code.DONE


def _play(league: League, folder: Path, prompts: Path | None, fixture: Fixture | None) -> Snapshot:
    """Play a league's fixtures, or the one given, with the console watching."""
    clock, began = SystemClock(), time.monotonic()
    alone = all(seat.kind != "human" for seat in league.seats)
    with _person(not alone) as person, RunScreen(league.name, live=alone) as screen:
        crew = Crew(league, clock, person)
        books = bookshelf(crew.game, prompts)
        _prepare_process()
        snapshot = asyncio.run(
            run_league(
                league,
                crew.game,
                folder,
                books,
                crew.build,
                screen,
                clock,
                lanes=tuple(crew.lanes.values()),
                plan=None if fixture is None else (fixture,),
            )
        )
    say(console(), closing(snapshot, time.monotonic() - began))
    return snapshot


@contextmanager
def _person(wanted: bool) -> Iterator[Person | None]:
    """A person's terminal when one plays along; lines are edited where there is a terminal at both ends."""
    if not wanted:
        yield None
    elif sys.stdin.isatty() and sys.stdout.isatty():
        with edited_keyboard() as keyboard:
            yield Person(keyboard=keyboard)
    else:
        yield Person(keyboard=plain_keyboard)


def _prepare_process() -> None:
    """Let the collector pass over what start-up made, and allow many open connections."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if most == resource.RLIM_INFINITY else min(OPEN_FILES, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        with suppress(ValueError, OSError):  # a system may allow less than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
