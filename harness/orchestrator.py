"""A league's run in its folder: everything it needs opened, the night played, everything closed.

Going on after a stop is running again: finished fixtures are passed over, the
others find their replies in their journals.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.game import Game
from engine.wire import encode
from harness.admission import PACED, Pace
from harness.agenda import Bounds
from harness.budget import Budget
from harness.clock import Clock
from harness.committer import Committer
from harness.config import League, SeatConfig
from harness.curfew import Curfew
from harness.interrupts import interruptible
from harness.lanes import Lane
from harness.night import Night
from harness.operations import operations, reported_models
from harness.schedule import Fixture, fixtures
from harness.seats.seat import Seat
from harness.snapshot import Observer, Snapshot
from harness.store import OPERATIONS, Store, locked, save
from harness.table import Chair, NoPrompts, Prompts, Table
from harness.terms import terms

STAGGER = 0.010
"""Seconds between two starts, so that the calls of many episodes do not come all at once."""

PATIENCE = 7_200.0
"""Seconds that a run without a time to finish by waits for a lane when there is nothing else to do."""


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
    again: bool = False,
    patience: float = PATIENCE,
    budget: Budget | None = None,
    pace: Pace = PACED,
) -> Snapshot:
    """Play what is unfinished of a league in `folder` and return how it stands at the end.

    `plan` is what to play instead of all fixtures of the league's schedule.
    `books` loads a prompt variant, `build` makes a seat. An episode that meets
    an outage is set aside and taken up again when its lane answers, one that
    crashes is recorded; the others go on. `again` tries those that had been set
    aside for good, `patience` is how long to wait for a lane with nothing else to
    do, `budget` the league's own unless given, `pace` how many calls may be in
    flight for the loop's sake. The first interrupt lets the
    batches in play finish. Raises `UserError` for a folder that is in use,
    foreign or begun on other terms, `StorageError` when nothing can be written.
    """
    curfew = Curfew(league.finish_by.moment(clock) if league.finish_by else math.inf)
    variants = dict.fromkeys(seat.variant for seat in league.seats if seat.kind != "scripted")
    shelf = {variant: books(variant) for variant in variants}
    is_cut_short = bool(league.finish_by or league.budget_usd)
    bounds = Bounds(league.episodes_at_once, budget or Budget.of(league), curfew, patience, is_cut_short, pace)
    with locked(folder):
        own = terms(league, game, {name: book.digests for name, book in shelf.items()})
        files = {name: text for book in shelf.values() for name, text in book.files.items()}
        seats: dict[str, Seat] = {}
        try:
            for config in league.seats:
                seats[config.name] = build(config)
            store = Store(folder, league, own, files)
            chairs = _chairs(league, seats, shelf, lanes)
            night = Night(
                fixtures(league, {game.name: game}) if plan is None else plan,
                store,
                lambda fixture: _table(league, game, fixture, chairs),
                lanes,
                lambda fixture: {chairs[name].config.lane for name in fixture.seating},
                observer,
                clock,
                bounds,
                again=again,
            )
            with interruptible(night.halt), Committer() as committer:
                end = await night.play(committer, stagger)
        finally:
            await asyncio.gather(*(seat.close() for seat in seats.values()), return_exceptions=True)
        _sum_up(store)
    return end


def _chairs(
    league: League, seats: Mapping[str, Seat], shelf: Mapping[str, Prompts], lanes: Sequence[Lane]
) -> dict[str, Chair]:
    """What every seat of the league brings to a table, by its name."""
    by_name = {lane.name: lane for lane in lanes}
    return {
        config.name: Chair(seats[config.name], config, shelf.get(config.variant, NoPrompts()), by_name.get(config.lane))
        for config in league.seats
    }


def _table(league: League, game: Game[Any], fixture: Fixture, chairs: Mapping[str, Chair]) -> Table:
    seated = {power: chairs[name] for power, name in zip(game.powers, fixture.seating, strict=True)}
    return Table(league.name, game, league.options, fixture, seated, league.limits, league.fallback)


def _sum_up(store: Store) -> None:
    """Leave in the folder what the whole league has cost so far, and which models answered."""
    summary = operations(store.folder)
    save(store.folder / OPERATIONS, encode(summary) + "\n")
    store.record_models(reported_models(summary))
