"""Whether a league can be played as it stands. Nothing is sent and nothing is spent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import urlsplit

from engine.game import Game, Request
from engine.memory import Memory
from harness.config import League, SeatConfig
from harness.errors import UserError
from harness.forecast import OUTPUT_TOKENS, Batch, Forecast, SeatForecast, forecast, measured
from harness.prices import price
from harness.prompts import PromptBook
from harness.seats.seat import Prompt, Seat, Usage
from harness.statistics import LEAST_BLOCKS

Level = Literal["ok", "warn", "error"]

THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: how it stands, what it is, what to know or do about it."""

    level: Level
    subject: str
    text: str


async def check_league(
    league: League, game: Game[Any], books: Callable[[str], PromptBook], build: Callable[[SeatConfig], Seat]
) -> tuple[Finding, ...]:
    """Everything that a run would need: seats with their keys, templates, and what it would ask for.

    `books` loads a prompt variant, `build` a seat as the run builds it; both
    raise `UserError`, which becomes an ``error`` finding. Seats are closed again.
    """
    batches = measured(league, game)
    found = [*_plan(league), *[await _seat(seat, build) for seat in league.seats]]
    prompted = [seat for seat in league.seats if seat.kind != "scripted"]
    loaded: dict[str, PromptBook] = {}
    for variant in dict.fromkeys(seat.variant for seat in prompted):
        sheets = tuple(dict.fromkeys(seat.list_orders for seat in prompted if seat.variant == variant))
        finding, book = _templates(variant, sheets, books, batches)
        found.append(finding)
        if book:
            loaded[variant] = book
    models = {seat.name for seat in prompted if _model(seat) and seat.variant in loaded}

    def render(seat: SeatConfig, request: Request, memory: Memory) -> Prompt:
        return loaded[seat.variant].render(request, memory, list_orders=seat.list_orders)

    plan = forecast(league, game, batches, render, _price, models)
    return (*found, *_calls(league, plan), *_costs(league, plan))


def _plan(league: League) -> Iterator[Finding]:
    size, seats = (2 if league.compare else len(league.seats)), len(league.seats)
    blocks = league.episodes // size
    yield Finding("ok", "league", f"{league.name}: {league.episodes} episodes of {league.game}, {seats} seats")
    if blocks < LEAST_BLOCKS:
        yield Finding(
            "warn",
            "schedule",
            f"{blocks} of the {LEAST_BLOCKS} blocks that an interval needs:"
            f" the standings will show means alone below {LEAST_BLOCKS * size} episodes",
        )
    else:
        yield Finding("ok", "schedule", f"{blocks} blocks, every seat on every power {blocks} times")


async def _seat(config: SeatConfig, build: Callable[[SeatConfig], Seat]) -> Finding:
    """How a seat stands: it is built and closed again."""
    subject = f"seat {config.name}"
    try:
        seat = build(config)
    except UserError as error:
        return Finding("error", subject, str(error))
    await seat.close()
    model = _model(config)
    return Finding("ok", subject, f"{config.kind} {model}, {config.variant} prompts" if model else config.kind)


def _templates(
    variant: str, sheets: tuple[bool, ...], books: Callable[[str], PromptBook], batches: tuple[Batch, ...]
) -> tuple[Finding, PromptBook | None]:
    """A variant, rendered for every power and kind of request on the first position that has it."""
    subject = f"prompts {variant}"
    first = {
        (request.kind, request.power): (request, batch) for batch in reversed(batches) for request in batch.requests
    }
    try:
        book = books(variant)
        for request, batch in first.values():
            for list_orders in sheets:
                book.render(request, batch.memories[request.power], list_orders=list_orders)
            book.complaint(request, "an example")
    except UserError as error:
        return Finding("error", subject, str(error)), None
    kinds = ", ".join(sorted({kind for kind, _ in first}))
    return Finding("ok", subject, f"every template renders for every power: {kinds}"), book


def _calls(league: League, plan: Forecast) -> Iterator[Finding]:
    kinds = ", ".join(f"{number} {kind}" for kind, number in plan.kinds.items())
    yield Finding("ok", "calls", f"an episode has {plan.batches} batches with {kinds} calls (one played by a script)")
    scripted = {seat.name for seat in league.seats if seat.kind == "scripted"}
    asked = sum(seat.calls for seat in plan.seats if seat.seat not in scripted)
    if asked:
        yield Finding("ok", "calls", f"about {asked:,} calls to models and people, at most twice that")
        slowest = plan.batches * league.limits.turn_seconds
        if slowest > league.limits.episode_seconds:
            yield Finding(
                "warn",
                "limits",
                f"{plan.batches} batches of up to {league.limits.turn_seconds:g} s can take {slowest:,.0f} s,"
                f" longer than limits.episode_seconds ({league.limits.episode_seconds:g}):"
                " slow models will end episodes at the deadline",
            )


def _costs(league: League, plan: Forecast) -> Iterator[Finding]:
    low = high = 0.0
    for seat, config in zip(plan.seats, league.seats, strict=True):
        if not seat.input_tokens:
            continue
        yield from _room(seat, config)
        tokens = f"about {seat.calls:,} calls and {seat.input_tokens:,} prompt tokens (estimated)"
        if seat.usd:
            low, high = low + seat.usd[0], high + seat.usd[1]
            yield Finding("ok", f"cost {seat.seat}", f"{tokens}, {_dollars(*seat.usd)}")
        elif _address(config) is None:
            yield Finding("ok", f"cost {seat.seat}", f"{tokens}, on this machine")
        else:
            yield Finding(
                "warn", f"cost {seat.seat}", f"{tokens}; no price is known for {_model(config)}, is the id right?"
            )
    if high:
        few, many = OUTPUT_TOKENS
        yield Finding(
            "ok",
            "cost",
            f"{_dollars(low, high)} in all: from replies of {few} tokens and a cached prompt prefix"
            f" to {many:,} tokens, nothing cached and every decision asked twice (estimated)",
        )


def _room(seat: SeatForecast, config: SeatConfig) -> Iterator[Finding]:
    """A warning when a server started by the run could not hold the longest prompt and its reply."""
    context, reply = getattr(config.settings, "context", None), getattr(config.settings, "max_tokens", 0)
    if context and seat.longest + reply > context:
        yield Finding(
            "warn",
            f"context {seat.seat}",
            f"prompts of up to {seat.longest:,} tokens (estimated) and a reply of {reply:,}"
            f" may not fit into its context of {context:,}",
        )


def _dollars(low: float, high: float) -> str:
    return f"${low:,.2f} to ${high:,.2f}"


def _model(config: SeatConfig) -> str | None:
    """The model a seat asks, if it asks one."""
    return getattr(config.settings, "model", None)


def _address(config: SeatConfig) -> str | None:
    """Where a seat's provider is, unless it is this machine."""
    address = getattr(config.settings, "base_url", None)
    return address if address and urlsplit(address).hostname not in THIS_MACHINE else None


def _price(config: SeatConfig, usage: Usage) -> float | None:
    address = _address(config)
    return price(config.settings.model, address, usage) if address else None
