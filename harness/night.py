"""A run under way: episodes started, set aside, taken up again, and watched until nothing is left to do."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Collection, Sequence

from harness.admission import Admission
from harness.agenda import Agenda, Aside, Bounds
from harness.clock import Clock
from harness.committer import Committer
from harness.deaths import SUSPECT, deaths
from harness.episode import Step
from harness.errors import Outage, ReplayDiverged, StorageError, UserError, excerpt
from harness.lag import LoopLag
from harness.lanes import Lane
from harness.ledger import Ledger
from harness.schedule import Fixture
from harness.sitting import Sitting
from harness.snapshot import Observer, Snapshot, awaited, running
from harness.store import EVENTS, JOURNAL, Store
from harness.table import Table
from harness.tally import Result
from harness.turn import Progress

OBSERVED_EVERY = 0.1
WATCHED_EVERY = 1.0
REMADE = "remove that file to have it made anew from the journal"
RESTORED = "restore that file, or remove its folder to play the episode anew"
"""What helps where a file is not what is derived: events follow from the journal, the journal from nothing."""

STILL = 3
"""Looks at a run that was interrupted and has nothing in flight, after which it ends."""


class Night:
    """A run of the fixtures of `plan` that are not finished."""

    def __init__(
        self,
        plan: Sequence[Fixture],
        store: Store,
        table: Callable[[Fixture], Table],
        lanes: Sequence[Lane],
        lanes_of: Callable[[Fixture], Collection[str]],
        observer: Observer,
        clock: Clock,
        bounds: Bounds,
        *,
        again: bool,
    ) -> None:
        """`table` seats a fixture, `lanes_of` names the lanes of its seats. `again` plays also what was set aside."""
        self._plan, self._store, self._table = plan, store, table
        self._lanes, self._observer, self._clock = lanes, observer, clock
        self._curfew, self._again = bounds.curfew, again
        self._ledger, self._lag = Ledger(plan, store, bounds.budget), LoopLag()
        self._admission = Admission(self._lag.worst, bounds.pace, ranked=bounds.is_cut_short)
        self._rank = {fixture.name: number for number, fixture in enumerate(plan)}
        due = self._ledger.due
        known = {} if again else {fixture.name: deaths(store.folder / fixture.name, JOURNAL) for fixture in due}
        suspects = {name for name, count in known.items() if count >= SUSPECT}
        by_name = {lane.name: lane for lane in lanes}
        self._agenda = Agenda(due, self._ledger.begun, suspects, lanes_of, by_name, bounds)
        self._running: dict[str, Progress] = {}
        self._episodes: set[asyncio.Task[None]] = set()
        self._moved = asyncio.Event()
        self._stuck: set[str] = set()
        self._halted, self._still = False, 0
        self._broken: StorageError | None = None

    def halt(self) -> None:
        """Start nothing more and stop every episode when its batch is played."""
        self._halted = True
        self._moved.set()
        self.tell("interrupted: the calls in flight are finished first; interrupt again to stop at once")

    async def play(self, committer: Committer, stagger: float) -> Snapshot:
        """Play until nothing is left that this run can play. Raises `StorageError` when nothing can be written."""
        if not (due := len(self._ledger.due)):
            return self.tell("all is played")
        self.tell(f"{due} {'episode' if due == 1 else 'episodes'} to play, {len(self._plan) - due} are played")
        work = (self._lag.measure(), self._admission.follow(), self._observe())
        watchers = [asyncio.create_task(watching) for watching in work]
        try:
            await self._play_in_time(committer, stagger)
        finally:
            for watcher in watchers:
                watcher.cancel()
        if self._broken:
            raise self._broken
        return self.tell("")

    def tell(self, news: str) -> Snapshot:
        """Hand the observer the state of the run, with a line of news."""
        snapshot = self._snapshot(news)
        self._observer(snapshot)
        return snapshot

    async def _play_in_time(self, committer: Committer, stagger: float) -> None:
        """Play, but not past the curfew: what is in flight then is cut off, and lost to the bill alone."""
        try:
            if math.isinf(self._curfew.at):
                await self._play_all(committer, stagger)
            else:
                async with self._clock.until(self._curfew.at):
                    await self._play_all(committer, stagger)
        except TimeoutError:
            self.tell("time is up: what was in flight is cut off")
        finally:
            for episode in self._episodes:
                episode.cancel()
            await asyncio.gather(*self._episodes, return_exceptions=True)

    async def _play_all(self, committer: Committer, stagger: float) -> None:
        while not self._broken:
            self._moved.clear()
            if not self._halted and (fixture := self._agenda.next(self._clock.now())):
                episode = asyncio.create_task(self._play_fixture(fixture, committer))
                self._episodes.add(episode)
                episode.add_done_callback(self._over)
                await self._clock.sleep(stagger)
            elif self._episodes:
                await self._something(WATCHED_EVERY)
                self._cut_waiting()
            elif not self._halted and (pause := self._agenda.pause(self._clock.now())) is not None:
                await self._something(pause)
            else:
                return

    def _cut_waiting(self) -> None:
        """After an interrupt nothing is waited for that only stands in front of a lane that is out."""
        lanes = [lane.status() for lane in self._lanes]
        stands = any(lane.shut or lane.paused for lane in lanes) and not any(lane.in_flight for lane in lanes)
        self._still = self._still + 1 if self._halted and stands else 0
        if self._still >= STILL:
            for episode in self._episodes:
                episode.cancel()

    async def _something(self, seconds: float) -> None:
        """Wait until an episode ends or the run is interrupted, or so long."""
        try:
            async with self._clock.until(self._clock.now() + seconds):
                await self._moved.wait()
        except TimeoutError:
            pass

    def _over(self, episode: asyncio.Task[None]) -> None:
        self._episodes.discard(episode)
        self._moved.set()

    async def _play_fixture(self, fixture: Fixture, committer: Committer) -> None:
        """Play one episode; whatever ends it early is reported and stays with it."""
        began, table = self._clock.now(), self._table(fixture)
        progress = self._running[fixture.name] = Progress(
            rank=self._rank[fixture.name], late=lambda at, answer: self._ledger.spent_late(table, at, answer)
        )
        sitting = Sitting(
            table,
            self._clock,
            committer,
            progress,
            self._admission,
            lambda step: self._watch(table, progress, step),
            lambda news: self.tell(f"{fixture.name}: {news}"),
            again=self._again,
        )
        try:
            ended = await sitting.play(self._store.fixture(fixture))
        except UserError as error:
            ended = error
        except asyncio.CancelledError:
            self._agenda.set_aside(fixture.name, "cut off in its batch")
            raise
        finally:
            del self._running[fixture.name]
        if isinstance(ended, BaseException):
            self._broken_off(fixture, ended)
        elif ended:
            if not progress.known:
                self._curfew.episode_took(self._clock.now() - began)
            self._ledger.finished(fixture, ended)
            self._agenda.ended(fixture.name)
            self.tell(f"{fixture.name} {_ended(ended)}")
        else:
            self._agenda.set_aside(
                fixture.name, "interrupted" if self._halted else "no time was left for its next batch"
            )

    def _watch(self, table: Table, progress: Progress, step: Step) -> bool:
        self._ledger.spent(table, progress.batch, step.decisions)
        if step.decisions and progress.batch >= progress.known:
            self._agenda.proved(table.fixture.name)
            self._curfew.batch_took(max(decision.seconds for decision in step.decisions))
        return not self._halted and self._curfew.fits_batch(self._clock.now())

    def _broken_off(self, fixture: Fixture, error: BaseException) -> None:
        """Set a fixture aside: to be taken up again after an outage, to be looked at after anything else."""
        if isinstance(error, StorageError):
            self._broken = self._broken or error
        if isinstance(error, Outage):
            cause = f"{error.cause} on lane {error.lane}: {error}"
            aside = Aside(cause, error.cause, error.lane, error.seat)
            self._agenda.suspended(fixture.name, aside, self._clock.now())
        else:
            cause = _cause(error)
            self._agenda.set_aside(fixture.name, cause)
            if isinstance(error, UserError | ReplayDiverged):
                self._stuck.add(fixture.name)
        self.tell(f"{fixture.name} is suspended: {cause}")

    async def _observe(self) -> None:
        while True:
            await asyncio.sleep(OBSERVED_EVERY)
            self._observer(self._snapshot(""))

    def _snapshot(self, news: str) -> Snapshot:
        now, meter = self._clock.now(), self._ledger.meter
        episodes = tuple(running(name, progress) for name, progress in self._running.items())
        lanes = tuple(lane.status() for lane in self._lanes)
        return Snapshot(
            total=len(self._plan),
            finished=meter.episodes,
            running=episodes,
            blocks=self._ledger.blocks,
            suspended=tuple(sorted(self._agenda.stopped().items())),
            stuck=len(self._stuck),
            in_flight=sum(episode.asked - episode.answered for episode in episodes) - self._admission.waiting,
            held_back=self._admission.waiting,
            held_seconds=self._admission.held,
            lag_p99=self._lag.p99,
            lanes=lanes,
            awaited=awaited(self._running, lanes, now),
            standings=meter.standings(),
            calls=meter.calls,
            tokens=meter.tokens,
            usd=meter.usd,
            unpriced=meter.unpriced,
            failures=dict(meter.failures),
            time_left=self._curfew.left(now),
            halted=self._halted,
            news=news,
        )


def _cause(error: BaseException) -> str:
    if isinstance(error, ReplayDiverged):
        return f"diverged: {error}; {REMADE if error.path.name == EVENTS else RESTORED}"
    return str(error) if isinstance(error, UserError) else f"crash: {type(error).__name__}: {excerpt(str(error))}"


def _ended(result: Result) -> str:
    winner = result["winner"]
    won = f", {winner} ({result['seating'][winner]}) wins" if winner else ""
    return f"is played: {result['ending']}{won}, {result['batches']} batches"
