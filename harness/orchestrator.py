"""A league's run: its unfinished fixtures in order, many at once, each apart from the others.

Going on after a stop is running again: finished fixtures are passed over, the
others find their replies in their journals.
"""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.game import Game
from engine.wire import encode
from harness.clock import Clock
from harness.committer import Committer
from harness.config import League, SeatConfig
from harness.episode import Step
from harness.errors import Outage, ReplayDiverged, StorageError, UserError
from harness.lag import LoopLag
from harness.lanes import Lane
from harness.operations import operations, reported_models
from harness.schedule import Fixture, fixtures
from harness.seats.seat import Seat
from harness.sitting import sit
from harness.snapshot import Meter, Observer, Running, Snapshot
from harness.store import OPERATIONS, Store, locked, save, terms
from harness.table import Chair, NoPrompts, Prompts, Table
from harness.tally import Result
from harness.turn import Progress

STAGGER = 0.014
"""Seconds between two starts, so that the calls of many episodes do not come all at once."""

OBSERVED_EVERY = 0.1

LASTING = frozenset({"auth", "quota", "model_not_found", "budget"})
"""Causes of an outage that the next episode on the lane would only meet again."""


async def run_league(
    league: League,
    game: Game[Any],
    folder: Path,
    books: Callable[[str], Prompts],
    build: Callable[[SeatConfig], Seat],
    observer: Observer,
    clock: Clock,
    *,
    lanes: Sequence[Lane] = (),
    plan: Sequence[Fixture] | None = None,
    stagger: float = STAGGER,
) -> Snapshot:
    """Play what is unfinished of a league in `folder` and return how it stands at the end.

    `plan` is what to play instead of all fixtures of the league's schedule.
    `books` loads a prompt variant, `build` makes a seat. An episode that meets
    an outage is suspended, one that crashes is recorded; the others go on. The
    first interrupt lets the batches in play finish. Raises `UserError` for a
    folder that is in use, foreign or begun on other terms, `StorageError` when
    nothing can be written.
    """
    variants = dict.fromkeys(seat.variant for seat in league.seats if seat.kind != "scripted")
    shelf = {variant: books(variant) for variant in variants}
    with locked(folder):
        store = Store(folder, league, terms(league, game, {name: book.digests for name, book in shelf.items()}))
        for book in shelf.values():
            store.keep_prompts(book.files)
        seats: dict[str, Seat] = {}
        try:
            for config in league.seats:
                seats[config.name] = build(config)
            plan = fixtures(league, {game.name: game}) if plan is None else plan
            run = _Run(league, game, plan, store, shelf, seats, observer, clock, lanes)
            with _interruptible(run.halt), Committer() as committer:
                return await run.play(committer, stagger)
        finally:
            await asyncio.gather(*(seat.close() for seat in seats.values()), return_exceptions=True)


class _Run:
    """A run under way."""

    def __init__(
        self,
        league: League,
        game: Game[Any],
        plan: Sequence[Fixture],
        store: Store,
        shelf: Mapping[str, Prompts],
        seats: Mapping[str, Seat],
        observer: Observer,
        clock: Clock,
        lanes: Sequence[Lane],
    ) -> None:
        self._league, self._game, self._plan, self._store = league, game, plan, store
        self._shelf, self._seats = shelf, seats
        self._configs = {config.name: config for config in league.seats}
        self._observer, self._clock, self._lanes = observer, clock, lanes
        self._finished = 0
        self._running: dict[str, Progress] = {}
        self._suspended: dict[str, str] = {}
        self._shut: dict[str, str] = {}
        self._meter, self._lag = Meter(), LoopLag()
        self._halted = False
        self._broken: StorageError | None = None

    def halt(self) -> None:
        """Start nothing more and stop every episode when its batch is played."""
        self._halted = True
        self._tell("interrupted: the calls in flight are finished first; interrupt again to stop at once")

    async def play(self, committer: Committer, stagger: float) -> Snapshot:
        due = [fixture for fixture in self._plan if not self._store.is_finished(fixture)]
        self._finished = len(self._plan) - len(due)
        if not due:
            return self._tell("all is played")
        self._tell(f"{len(due)} episodes to play, {self._finished} are played")
        watchers = [asyncio.create_task(self._lag.measure()), asyncio.create_task(self._observe())]
        try:
            await self._play_all(due, committer, stagger)
        finally:
            for watcher in watchers:
                watcher.cancel()
        if self._broken:
            raise self._broken
        summary = operations(self._store.folder)
        save(self._store.folder / OPERATIONS, encode(summary) + "\n")
        self._store.record_models(reported_models(summary))
        return self._tell("")

    async def _play_all(self, due: Sequence[Fixture], committer: Committer, stagger: float) -> None:
        """Start the fixtures in order, at most `episodes_at_once` in play."""
        room = asyncio.Semaphore(self._league.episodes_at_once)
        episodes: set[asyncio.Task[None]] = set()

        async def play(fixture: Fixture) -> None:
            try:
                await self._play_fixture(fixture, committer)
            finally:
                room.release()

        try:
            for fixture in due:
                await room.acquire()
                if self._halted or self._broken:
                    break
                if cause := self._shut_out(fixture):
                    self._suspended[fixture.name] = cause
                    room.release()
                    continue
                episode = asyncio.create_task(play(fixture))
                episodes.add(episode)
                episode.add_done_callback(episodes.discard)
                await self._clock.sleep(stagger)
            await asyncio.gather(*episodes)
        finally:
            for episode in episodes:
                episode.cancel()
            await asyncio.gather(*episodes, return_exceptions=True)

    async def _play_fixture(self, fixture: Fixture, committer: Committer) -> None:
        """Play one episode; whatever ends it early is reported and stays with it."""
        progress = self._running[fixture.name] = Progress()
        try:
            ended = await sit(
                self._store.fixture(fixture),
                self._table(fixture),
                committer,
                self._clock,
                self._watch,
                progress,
                lambda news: self._tell(f"{fixture.name}: {news}"),
            )
        except UserError as error:
            ended = error
        finally:
            del self._running[fixture.name]
        if isinstance(ended, BaseException):
            self._suspend(fixture, ended)
        elif ended:
            self._finished += 1
            self._tell(f"{fixture.name} {_ended(ended)}")

    def _table(self, fixture: Fixture) -> Table:
        chairs = {}
        for power, name in zip(self._game.powers, fixture.seating, strict=True):
            config = self._configs[name]
            chairs[power] = Chair(self._seats[name], config, self._shelf.get(config.variant, NoPrompts()))
        league = self._league
        return Table(league.name, self._game, league.options, fixture, chairs, league.limits, league.fallback)

    def _watch(self, step: Step) -> bool:
        for decision in step.decisions:
            self._meter.add(decision)
        return not self._halted

    def _suspend(self, fixture: Fixture, error: BaseException) -> None:
        if isinstance(error, StorageError):
            self._broken = self._broken or error
        if isinstance(error, Outage):
            cause = f"{error.cause} on lane {error.lane}: {error}"
            if error.cause in LASTING:
                self._shut[error.lane] = cause
        elif isinstance(error, ReplayDiverged):
            cause = f"diverged: {error}"
        elif isinstance(error, UserError):
            cause = str(error)
        else:
            cause = f"crash: {type(error).__name__}: {error}"
        self._suspended[fixture.name] = cause
        self._tell(f"{fixture.name} is suspended: {cause}")

    def _shut_out(self, fixture: Fixture) -> str:
        """Why a fixture need not be tried: a seat of it is on a lane with a lasting outage."""
        lanes = (self._configs[name].lane for name in fixture.seating)
        return next((self._shut[lane] for lane in lanes if lane in self._shut), "")

    async def _observe(self) -> None:
        while True:
            await asyncio.sleep(OBSERVED_EVERY)
            self._observer(self._snapshot(""))

    def _tell(self, news: str) -> Snapshot:
        snapshot = self._snapshot(news)
        self._observer(snapshot)
        return snapshot

    def _snapshot(self, news: str) -> Snapshot:
        running = tuple(
            Running(name, progress.phase, progress.batch, progress.asked, progress.answered)
            for name, progress in self._running.items()
        )
        return Snapshot(
            total=len(self._plan),
            finished=self._finished,
            running=running,
            suspended=tuple(self._suspended.items()),
            in_flight=sum(episode.asked - episode.answered for episode in running),
            lag_p99=self._lag.p99,
            lanes=tuple(lane.status() for lane in self._lanes),
            calls=self._meter.calls,
            tokens=self._meter.tokens,
            usd=self._meter.usd,
            unpriced=self._meter.unpriced,
            failures=dict(self._meter.failures),
            halted=self._halted,
            news=news,
        )


def _ended(result: Result) -> str:
    winner = result["winner"]
    won = f", {winner} ({result['seating'][winner]}) wins" if winner else ""
    return f"is played: {result['ending']}{won}, {result['batches']} batches"


@contextmanager
def _interruptible(halt: Callable[[], None]) -> Iterator[None]:
    """Within it the first interrupt calls `halt`; the second one interrupts as ever."""
    loop = asyncio.get_running_loop()

    def interrupted() -> None:
        loop.remove_signal_handler(signal.SIGINT)
        halt()

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop.add_signal_handler(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGINT)
