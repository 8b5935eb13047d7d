"""Whether a league can be played as it stands.

Nothing is sent and nothing is spent, unless a probe is asked for: then every
distinct account, model and set of parameters is called for one token.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.game import Game
from harness.clock import Clock
from harness.config import League, SeatConfig
from harness.errors import UserError
from harness.forecast import (
    OUTPUT_TOKENS,
    Batch,
    Forecast,
    SeatForecast,
    asked_model,
    expected,
    measured,
    provider_address,
)
from harness.prices import TABLE
from harness.probe import Finding, probed_seat
from harness.prompts import PromptBook
from harness.seats.seat import Probed, Seat
from harness.statistics import LEAST_BLOCKS


async def check_league(
    league: League,
    game: Game[Any],
    books: Callable[[str], PromptBook],
    build: Callable[[SeatConfig], Seat],
    probe: Clock | None = None,
) -> tuple[Finding, ...]:
    """Everything that a run would need: seats with their keys, templates, and what it would ask for.

    `books` loads a prompt variant, `build` a seat as the run builds it; both
    raise `UserError`, which becomes an ``error`` finding. Seats are closed again.
    With a clock to `probe` by, models are called.
    """
    batches = measured(league, game)
    found = [*_plan(league), *_accounts(league)]
    probed: set[str] = set()
    for seat in league.seats:
        found += await _seat(seat, build, probe, probed)
    prompted = [seat for seat in league.seats if seat.kind != "scripted"]
    loaded: dict[str, PromptBook] = {}
    for variant in dict.fromkeys(seat.variant for seat in prompted):
        sheets = tuple(dict.fromkeys(seat.list_orders for seat in prompted if seat.variant == variant))
        finding, book = _templates(variant, sheets, books, batches)
        found.append(finding)
        if book:
            loaded[variant] = book
    plan = expected(league, game, batches, loaded)
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


def _accounts(league: League) -> Iterator[Finding]:
    """A warning for a lane whose seats have more than one account: one that is out would stop the others."""
    accounts: dict[str, set[tuple[object, object]]] = {}
    for seat in league.seats:
        if asked_model(seat):
            account = (getattr(seat.settings, "base_url", None), getattr(seat.settings, "api_key_env", None))
            accounts.setdefault(seat.lane, set()).add(account)
    for lane, several in accounts.items():
        if len(several) > 1:
            text = f"its seats have {len(several)} accounts; an outage of one stops all: give each a lane of its own"
            yield Finding("warn", f"lane {lane}", text)


async def _seat(
    config: SeatConfig, build: Callable[[SeatConfig], Seat], probe: Clock | None, probed: set[str]
) -> list[Finding]:
    """How a seat stands: it is built, its model called if no other seat asks it in the same way, and closed again."""
    subject, model = f"seat {config.name}", asked_model(config)
    try:
        seat = build(config)
    except UserError as error:
        return [Finding("error", subject, str(error).removeprefix(f'seat "{config.name}": '))]
    found = [Finding("ok", subject, f"{config.kind} {model}, {config.variant} prompts" if model else config.kind)]
    same = f"{config.kind} {config.lane} {config.settings!r}"
    try:
        if probe is not None and isinstance(seat, Probed) and same not in probed:
            probed.add(same)
            found.append(await probed_seat(config, seat, probe))
    finally:
        await seat.close()
    return found


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
        elif provider_address(config) is None:
            yield Finding("ok", f"cost {seat.seat}", f"{tokens}, on this machine")
        else:
            yield Finding(
                "warn", f"cost {seat.seat}", f"{tokens}; no price is known for {asked_model(config)}, is the id right?"
            )
    if high:
        few, many = OUTPUT_TOKENS
        yield from _budget(league, low)
        yield Finding("ok", "prices", TABLE)
        yield Finding(
            "ok",
            "cost",
            f"{_dollars(low, high)} in all: from replies of {few} tokens and a cached prompt prefix"
            f" to {many:,} tokens, nothing cached and every decision asked twice (estimated)",
        )


def _budget(league: League, low: float) -> Iterator[Finding]:
    if league.budget_usd is not None and league.budget_usd < low:
        text = f"${league.budget_usd:,.2f} will not do for all episodes; the run stops between blocks when it is spent"
        yield Finding("warn", "budget", text)


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
