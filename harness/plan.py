"""A league before a cent is spent: who plays what how often, who meets whom, and what it will take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil
from pathlib import Path
from typing import Any

from engine.game import Game, Power
from harness.config import League, SeatConfig
from harness.errors import UserError
from harness.forecast import ASKS, Forecast, SeatForecast
from harness.operations import operations
from harness.schedule import Fixture, fixtures
from harness.statistics import LEAST_BLOCKS
from harness.store import RESULT

Range = tuple[float, float]
"""Little and much of something."""

SECONDS: Mapping[str, Range] = {"scripted": (0.0, 0.0), "human": (20.0, 240.0), "local": (5.0, 60.0)}
"""Seconds of a call, fast and slow, assumed by kind of seat until some were measured."""

MODEL_SECONDS = (3.0, 40.0)

SAMPLE_SPREAD = 0.25
"""How far the cost of a call may turn out from what was measured so far, either way."""


@dataclass(frozen=True, slots=True)
class Design:
    """Who plays what. `held` counts episodes by seat and power, `met` by pair of seats in order of name."""

    episodes: int
    blocks: int
    block: int
    held: Mapping[str, Mapping[Power, int]]
    met: Mapping[tuple[str, str], int]

    @property
    def missing(self) -> int:
        """Blocks that the standings need to give intervals and that are not planned."""
        return max(0, LEAST_BLOCKS - self.blocks)


@dataclass(frozen=True, slots=True)
class Sample:
    """What one seat was measured to take so far: seconds of a call, middle and slow, all else in sum.

    A decision takes another call when it is asked again. `usd` is None if unknown.
    """

    decisions: int
    calls: int
    seconds: Range
    usd: float | None
    prompts: int = 0
    replies: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """A design with what it takes from here: `played` episodes are done, ranges are for the rest.

    `prompts` and `replies` are in tokens. `usd` is None where no price is known;
    `assumed` says that no call was measured.
    """

    design: Design
    forecast: Forecast
    played: int
    calls: int
    prompts: Range
    replies: Range
    usd: Range | None
    hours: Range
    unpriced: tuple[str, ...]
    assumed: bool


def design(league: League, game: Game[Any]) -> Design:
    """Who plays what in a league, and whom they meet."""
    plan = fixtures(league, {game.name: game})
    held = {seat.name: dict.fromkeys(game.powers, 0) for seat in league.seats}
    met: Counter[tuple[str, str]] = Counter(dict.fromkeys(combinations(sorted(held), 2), 0))
    for fixture in plan:
        for power, seat in zip(game.powers, fixture.seating, strict=True):
            held[seat][power] += 1
        met.update(combinations(sorted(set(fixture.seating)), 2))
    blocks = len({fixture.block for fixture in plan})
    return Design(len(plan), blocks, len(plan) // blocks, held, met)


def plan_league(league: League, game: Game[Any], expected: Forecast, folder: Path) -> Plan:
    """The plan of a league with what was played and measured in its results folder, if it is there already."""
    samples = measured_seats(folder)
    played = _played(fixtures(league, {game.name: game}), folder)
    rest = 1 - played / league.episodes
    costs = {
        seat.name: _dollars(seat, told, samples.get(seat.name))
        for seat, told in zip(league.seats, expected.seats, strict=True)
    }
    known = [usd for usd in costs.values() if usd]
    tokens = [_tokens(told, samples.get(told.seat)) for told in expected.seats]
    return Plan(
        design=design(league, game),
        forecast=expected,
        played=played,
        calls=round(rest * sum(told.calls for told in _asked(league, expected))),
        prompts=_sum(rest, [prompts for prompts, _ in tokens]),
        replies=_sum(rest, [replies for _, replies in tokens]),
        usd=_sum(rest, known) if known else None,
        hours=_hours(league, expected, samples, rest),
        unpriced=tuple(name for name, usd in costs.items() if usd is None),
        assumed=not samples,
    )


def measured_seats(folder: Path) -> dict[str, Sample]:
    """What the calls of each seat took so far, out of the journals of a results folder; scripts cost no time."""
    try:
        summary = operations(folder)
    except (UserError, OSError):
        return {}
    return {
        name: Sample(
            decisions=seat["decisions"],
            calls=seat["calls"],
            seconds=(seat["seconds"]["p50"], seat["seconds"]["p90"]),
            usd=None if seat["unpriced"] else seat["usd"],
            prompts=sum(seat["tokens"][kind] for kind in ("input", "cache_read", "cache_write")),
            replies=seat["tokens"]["output"],
        )
        for name, seat in summary["seats"].items()
        if seat["decisions"] and seat["seconds"].get("p90")
    }


def _played(plan: tuple[Fixture, ...], folder: Path) -> int:
    return sum((folder / fixture.name / RESULT).exists() for fixture in plan)


def _asked(league: League, expected: Forecast) -> list[SeatForecast]:
    """The seats whose calls cost time or money."""
    scripted = {seat.name for seat in league.seats if seat.kind == "scripted"}
    return [told for told in expected.seats if told.seat not in scripted]


def _sum(share: float, ranges: Sequence[Range]) -> Range:
    return share * sum(low for low, _ in ranges), share * sum(high for _, high in ranges)


def _measured(amount: float, told: SeatForecast, sample: Sample) -> Range:
    """What a seat takes over the whole league of something it took so much of in the sample."""
    whole = amount / sample.decisions * told.calls
    return whole * (1 - SAMPLE_SPREAD), whole * (1 + SAMPLE_SPREAD)


def _tokens(told: SeatForecast, sample: Sample | None) -> tuple[Range, Range]:
    """Tokens of prompts and of replies over the whole league: every decision asked once, or as often as can be."""
    if sample:
        return _measured(sample.prompts, told, sample), _measured(sample.replies, told, sample)
    few, many = told.output_tokens
    return (told.input_tokens, ASKS * told.input_tokens), (few, ASKS * many)


def _dollars(seat: SeatConfig, told: SeatForecast, sample: Sample | None) -> Range | None:
    """What a seat costs over the whole league, little and much; nothing where it asks nobody, None if unknown."""
    if sample and sample.usd is not None:
        return _measured(sample.usd, told, sample)
    if not told.input_tokens or seat.kind == "local":
        return 0.0, 0.0
    return told.usd


def _hours(league: League, expected: Forecast, samples: Mapping[str, Sample], rest: float) -> Range:
    """Hours for the rest of a league, fast and slow: the busiest lane, or the longest chain of batches."""
    fast, slow = (_seconds(league, expected, samples, rest, end) / 3_600 for end in (0, 1))
    return fast, slow


def _seconds(league: League, expected: Forecast, samples: Mapping[str, Sample], rest: float, end: int) -> float:
    lanes = dict.fromkeys(league.lanes, 0.0)
    slowest = 0.0
    calls = {told.seat: rest * told.calls for told in expected.seats}
    for seat in league.seats:
        sample = samples.get(seat.name)
        took = (sample.seconds if sample else SECONDS.get(seat.kind, MODEL_SECONDS))[end]
        lane = league.lanes[seat.lane]
        per_minute = lane.requests_per_minute
        paced = 60 / per_minute if per_minute and took else 0.0
        asked = calls[seat.name] * (sample.calls / sample.decisions if sample else 1)
        lanes[seat.lane] += asked * max(took / lane.concurrency, paced)
        slowest = max(slowest, took)
    rounds = ceil(rest * league.episodes / league.episodes_at_once)
    return max(*lanes.values(), rounds * expected.batches * slowest)
