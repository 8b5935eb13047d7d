"""What a league will ask for before anything is spent: batches and calls measured, tokens and dollars estimated.

One episode is played by a scripted policy, without prompts, to count what the
game asks. Tokens are characters / `CHARACTERS_PER_TOKEN`: an estimate, to be
shown as one. Model replies are assumed to take `OUTPUT_TOKENS`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from engine.dice import Dice
from engine.game import Game, Policy, Power, Request
from engine.memory import Memory, remember
from harness.config import League, SeatConfig
from harness.prices import Tariff
from harness.prompts import PromptBook
from harness.schedule import block_seed, fixtures
from harness.seats.seat import CHARACTERS_PER_TOKEN, Prompt, Usage

OUTPUT_TOKENS = (300, 1_500)
"""Few and many tokens of one reply, reasoning included."""

ASKS = 2
"""A decision is asked at most this often: again once when its reply cannot be used."""

THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})

Render = Callable[[SeatConfig, Request, Memory], Prompt]
Price = Callable[[SeatConfig, Usage], float | None]


@dataclass(frozen=True, slots=True)
class Batch:
    """One batch of the measured episode: its requests in power order, and what each power then knew."""

    requests: tuple[Request, ...]
    memories: Mapping[Power, Memory]


@dataclass(frozen=True, slots=True)
class SeatForecast:
    """What one seat is asked over the whole league.

    `calls` counts decisions, each asked once. Tokens are estimates, `longest`
    those of the longest prompt. `usd` is few and many dollars: short replies and
    a shared prompt read from the provider's cache, or long replies, every
    decision asked twice and nothing cached; None without a known price.
    """

    seat: str
    calls: int
    input_tokens: int = 0
    output_tokens: tuple[int, int] = (0, 0)
    longest: int = 0
    usd: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a league asks for. `batches` and `kinds` (calls by request kind) are of one episode, measured."""

    episodes: int
    batches: int
    kinds: Mapping[str, int]
    calls: int
    seats: tuple[SeatForecast, ...]

    @property
    def most_calls(self) -> int:
        """Calls when every decision is asked twice."""
        return ASKS * self.calls


def sample_episode(game: Game[Any], options: Any, seed: int) -> tuple[Batch, ...]:
    """The batches of one episode played by the game's `random` policy, or its first."""
    policy: Policy = game.policies.get("random") or next(iter(game.policies.values()))
    memories = {power: Memory(power) for power in game.powers}
    step = game.start(seed, options)
    batches: list[Batch] = []
    while True:
        memories = {power: remember(memory, step.events) for power, memory in memories.items()}
        if game.outcome(step.state) is not None:
            return tuple(batches)
        requests = game.requests(step.state)
        batches.append(Batch(requests, memories))
        submissions = {}
        for request in requests:
            dice = Dice(seed, f"policy:{request.power}:{request.phase}")
            submissions[request.power] = game.read(request, policy(request, memories[request.power], dice))
        step = game.resolve(step.state, submissions)


def measured(league: League, game: Game[Any]) -> tuple[Batch, ...]:
    """The batches of the league's first block, played once by a script."""
    return sample_episode(game, league.options, block_seed(league.seed, 0))


def forecast(
    league: League,
    game: Game[Any],
    batches: tuple[Batch, ...],
    render: Render,
    price: Price,
    models: Collection[str],
) -> Forecast:
    """What a league asks for, told from the batches of one episode.

    `render` gives the prompt that a seat would be sent, `price` what a reply
    costs; both are used for the seats in `models` only.
    """
    asked = Counter(request.power for batch in batches for request in batch.requests)
    kinds = Counter(request.kind for batch in batches for request in batch.requests)
    calls = _calls(league, game, asked)
    return Forecast(
        episodes=league.episodes,
        batches=len(batches),
        kinds=dict(sorted(kinds.items())),
        calls=sum(calls.values()),
        seats=tuple(
            _asked(seat, calls[seat.name], batches, render, price)
            if seat.name in models
            else SeatForecast(seat.name, calls[seat.name])
            for seat in league.seats
        ),
    )


def expected(league: League, game: Game[Any], batches: tuple[Batch, ...], books: Mapping[str, PromptBook]) -> Forecast:
    """The forecast of a league whose prompts are loaded, by variant; seats of other variants count calls alone."""
    models = {seat.name for seat in league.seats if asked_model(seat) and seat.variant in books}

    def render(seat: SeatConfig, request: Request, memory: Memory) -> Prompt:
        return books[seat.variant].render(request, memory, list_orders=seat.list_orders)

    return forecast(league, game, batches, render, seat_price, models)


def asked_model(config: SeatConfig) -> str | None:
    """The model a seat asks, if it asks one."""
    return getattr(config.settings, "model", None)


def provider_address(config: SeatConfig) -> str | None:
    """Where a seat's provider is, unless it is this machine."""
    address = getattr(config.settings, "base_url", None)
    return address if address and urlsplit(address).hostname not in THIS_MACHINE else None


def seat_price(config: SeatConfig, usage: Usage) -> float | None:
    """Dollars that a seat pays for tokens, None on this machine and where no price is known."""
    address, model = provider_address(config), asked_model(config)
    return Tariff(model, address, config.price).dollars(model, usage) if address and model else None


def _calls(league: League, game: Game[Any], asked: Mapping[Power, int]) -> Counter[str]:
    """How often each seat is asked in all, a power being asked so often in an episode."""
    calls: Counter[str] = Counter()
    for fixture in fixtures(league, {game.name: game}):
        for power, seat in zip(game.powers, fixture.seating, strict=True):
            calls[seat] += asked[power]
    return calls


def _asked(seat: SeatConfig, calls: int, batches: tuple[Batch, ...], render: Render, price: Price) -> SeatForecast:
    """One model's seat: the prompts of one power a batch, in turn, stand for all."""
    shared = private = longest = 0
    for number, batch in enumerate(batches):
        request = batch.requests[number % len(batch.requests)]
        prompt = render(seat, request, batch.memories[request.power])
        shared += len(prompt.system) + len(prompt.shared)
        private += len(prompt.private)
        longest = max(longest, len(prompt.system) + len(prompt.user))
    scale = calls / (len(batches) * CHARACTERS_PER_TOKEN)
    cached, fresh = round(shared * scale), round(private * scale)
    few, many = (calls * tokens for tokens in OUTPUT_TOKENS)
    low = price(seat, Usage(input=fresh, cache_read=cached, output=few))
    high = price(seat, Usage(input=ASKS * (cached + fresh), output=ASKS * many))
    return SeatForecast(
        seat=seat.name,
        calls=calls,
        input_tokens=cached + fresh,
        output_tokens=(few, many),
        longest=longest // CHARACTERS_PER_TOKEN,
        usd=None if low is None or high is None else (low, high),
    )
