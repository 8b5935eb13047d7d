"""The loop of an episode: ask, resolve, remember, until the game has an outcome.

Playing, going on after a crash and replaying are this one function; what is in
the journal is not asked again, and what is derived must agree with what is
recorded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.game import Event, Power, Resolution
from engine.memory import Memory, remember
from harness.admission import Admission
from harness.clock import Clock
from harness.decision import Decision
from harness.event_log import EventLog
from harness.journal import Journal
from harness.records import Played, Stopped
from harness.stragglers import Stragglers
from harness.table import Table
from harness.tally import Result, Tally
from harness.turn import Progress, play_turn


@dataclass(frozen=True, slots=True)
class Step:
    """What one batch led to. The first step is the start of the game, without requests and decisions."""

    phase: str
    kind: str
    decisions: tuple[Decision, ...]
    events: tuple[Event, ...]
    state: Any


Watch = Callable[[Step], bool]
"""Told of every step when it is recorded; False breaks the episode off there."""


def go_on(step: Step) -> bool:
    """Watch nothing, play to the end."""
    return True


async def play_episode(
    table: Table,
    journal: Journal,
    log: EventLog,
    clock: Clock,
    watch: Watch = go_on,
    progress: Progress | None = None,
    admission: Admission | None = None,
) -> Result | None:
    """Play an episode to its end and return its result, or None when `watch` broke it off.

    Batches wait for their `admission`, which is no time of play.
    Raises `Outage` and whatever a seat's code raises, with all replies durable;
    `ReplayDiverged` when something recorded cannot be derived again.
    """
    progress = progress or Progress()
    stragglers = Stragglers(journal, clock, progress.late)
    try:
        return await _play(table, journal, log, clock, watch, progress, stragglers, admission)
    except asyncio.CancelledError:
        stragglers.abandon()
        raise
    finally:
        await stragglers.gone()


async def _play(
    table: Table,
    journal: Journal,
    log: EventLog,
    clock: Clock,
    watch: Watch,
    progress: Progress,
    stragglers: Stragglers,
    admission: Admission | None,
) -> Result | None:
    game, tally = table.game, Tally(table)
    start = game.start(table.fixture.seed, table.options)
    memories = _remembered({power: Memory(power) for power in game.powers}, start)
    state, seconds = start.state, 0.0
    log.add(start.events)
    if not watch(Step("", "", (), start.events, state)):
        return None
    while game.outcome(state) is None:
        number = tally.batches
        if _is_time_up(journal, number, seconds, table.limits.episode_seconds):
            ending = game.stop(state)
            state = ending.state
            log.add(ending.events)
            journal.settle(Stopped(number, seconds, log.count, log.digest))
            await journal.synced()
            step = Step(progress.phase, "stop", (), ending.events, state)
        else:
            requests = game.requests(state)
            left = table.limits.episode_seconds - seconds
            decisions = await play_turn(
                table, journal, clock, stragglers, number, requests, memories, progress,
                seconds=left, admission=admission,
            )  # fmt: skip
            took = round(max(map(_played, decisions)), 6)
            resolution = game.resolve(state, {decision.submission.power: decision.submission for decision in decisions})
            state, memories = resolution.state, _remembered(memories, resolution)
            tally.add(decisions)
            told = tuple(decision.event for decision in decisions)
            log.add(told, resolution.events)
            played = journal.settle(Played(number, took, log.count, log.digest))
            seconds += played.seconds if isinstance(played, Played) else took
            step = Step(requests[0].phase, requests[0].kind, decisions, (*told, *resolution.events), state)
        if table.paid:
            log.write()  # events that follow from replies on the disk: nobody need wait for the batch's record
        if not watch(step):
            return None
    await stragglers.gone()
    await journal.synced()
    await asyncio.to_thread(log.finish)
    return tally.result(state, log.count, log.digest)


def _remembered(memories: Mapping[Power, Memory], resolution: Resolution[Any]) -> dict[Power, Memory]:
    return {power: remember(memory, resolution.events) for power, memory in memories.items()}


def _played(decision: Decision) -> float:
    """Seconds of play of a decision; those of replies that were found in the journal are recorded with them."""
    return max(decision.seconds, sum(answer.seconds for answer in decision.answers))


def _is_time_up(journal: Journal, number: int, seconds: float, limit: float) -> bool:
    """Whether the clock has run out before this batch. What was decided then stays decided, however limits change."""
    if journal.stopped(number):
        return True
    return seconds >= limit and not journal.reached(number)
