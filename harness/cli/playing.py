"""The verbs that play: a league to its end, and one episode apart from any league."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from harness.cli.completion import variants_by_game
from harness.cli.crew import Crew, bookshelf, game_named
from harness.cli.exit import Code
from harness.clock import Clock, SystemClock
from harness.config import League, game_of, load_league, read_league
from harness.config_section import NAME
from harness.display.editing import edited_keyboard
from harness.display.feed import Feed
from harness.display.live import RunScreen, closing
from harness.display.morning import show_report
from harness.display.person import Person, plain_keyboard
from harness.display.screen import console, say
from harness.display.standings import show_standings
from harness.display.story import show_outcome
from harness.errors import UserError
from harness.exhibition import SOURCE, exhibition
from harness.finish_by import read_finish_by
from harness.operations import load_operations
from harness.orchestrator import run_league
from harness.process import prepare_process
from harness.report import report
from harness.results import load_result
from harness.schedule import Fixture, single_fixture
from harness.seats.kinds import load_kind
from harness.snapshot import Snapshot
from harness.standings import Standings, timed, write_standings
from harness.store import RESULT

SYSTEM = SystemClock()


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a league is to be run: `finish_by` and `name` instead of what the league file says, "" for that.

    `again` plays also what was set aside for good, `as_json` writes for other tools.
    """

    finish_by: str = ""
    name: str = ""
    again: bool = False
    as_json: bool = False


def play_league(
    source: str, results: Path, prompts: Path | None, wishes: Wishes = Wishes(), clock: Clock = SYSTEM
) -> Code:
    """Play a league by file or name to its end, report on it and show its standings."""
    league = _wished(load_league(source, load_kind, prompts=prompts), wishes)
    folder, began = results / league.name, clock.now()
    feed = Feed(sys.stdout, clock.wall) if wishes.as_json else None
    end = _play(league, folder, prompts, clock, feed=feed, again=wishes.again)
    table = write_standings(folder)
    told = report(end, table, load_operations(folder), clock.now() - began)
    code = _code(end, table)
    if feed:
        feed.report(told, code)
        return code
    out = console()
    show_report(told, out)
    say(out, "")
    show_standings(timed(table, folder), out)
    return code


def _wished(league: League, wishes: Wishes) -> League:
    """The league as it is to be run. Raises `UserError` for a wish that cannot be read."""
    if wishes.name:
        if not NAME.fullmatch(wishes.name):
            raise UserError(f"--as {wishes.name}: a name has letters, digits and . _ + -, at most 48")
        league = replace(league, name=wishes.name)
    if wishes.finish_by:
        try:
            league = replace(league, finish_by=read_finish_by(wishes.finish_by))
        except ValueError as error:
            raise UserError(f"--finish-by {wishes.finish_by}: {error}") from None
    return league


def _code(end: Snapshot, table: Standings) -> Code:
    if end.finished < end.total:
        return Code.INCOMPLETE
    return Code.DONE if any(row.mean is not None for row in table.rows) else Code.NOTHING


def play_one(
    name: str, seats: Sequence[str], options: Sequence[str], seed: int | None, results: Path, prompts: Path | None
) -> Code:
    """Play one episode, its seats said power by power, and tell how it ended."""
    game = game_named(name)
    if seed is None:
        seed = next(number for number in count(1) if not (results / f"play-{game.name}-{number}").exists())
    text = exhibition(game, seats, options, seed, variants_by_game(prompts).get(game.name, ()))
    league = read_league(text, SOURCE, load_kind, prompts=prompts)
    game = game_of(league)
    pinned = {power: seat.name for power, seat in zip(game.powers, league.seats, strict=True)}
    fixture = single_fixture(game.powers, (), seed, pinned)
    folder = results / league.name
    out = console()
    try:
        snapshot = _play(league, folder, prompts, SYSTEM, fixture=fixture)
    except KeyboardInterrupt:
        say(out, f"\nThe same command with --seed {seed} goes on with it.")
        raise
    if not snapshot.finished:
        say(out, f"It is not over: the same command with --seed {seed} goes on with it.")
        return Code.INCOMPLETE
    show_outcome(load_result(folder / fixture.name / RESULT), out)
    say(out, f"To have it told: cogleague replay {folder / fixture.name}")
    return Code.DONE


def _play(
    league: League,
    folder: Path,
    prompts: Path | None,
    clock: Clock,
    *,
    fixture: Fixture | None = None,
    feed: Feed | None = None,
    again: bool = False,
) -> Snapshot:
    """Play a league's fixtures, or the one given, with the console or another tool watching."""
    began = clock.now()
    alone = all(seat.kind != "human" for seat in league.seats)
    screen = RunScreen(league.name, live=alone and not feed, now=clock.now, wall=clock.wall)
    with _person(not alone) as person, screen:
        crew = Crew(league, clock, person)
        books = bookshelf(crew.game, prompts)
        prepare_process()
        snapshot = asyncio.run(
            run_league(
                league,
                crew.game,
                folder,
                books,
                crew.build,
                feed or screen,
                clock,
                lanes=tuple(crew.lanes.values()),
                plan=None if fixture is None else (fixture,),
                again=again,
            )
        )
    if not feed:
        say(console(), closing(snapshot, clock.now() - began))
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
