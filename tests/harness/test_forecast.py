"""What a league will ask for, told from one episode that a script has played."""

from __future__ import annotations

from dataclasses import replace

import pytest
from toy_game import POWERS, TOY, Options

from engine.game import Request
from engine.memory import Memory
from harness.config import League, SeatConfig
from harness.config_compare import Compare
from harness.forecast import ASKS, OUTPUT_TOKENS, Forecast, forecast, measured, sample_episode
from harness.seats.seat import Prompt, Usage


def league(seats: int = 3, blocks: int = 2) -> League:
    return League(
        "night", "toy", seats * blocks, 7, Options(2), tuple(SeatConfig(f"s{n}", "openai") for n in range(seats))
    )


def render(seat: SeatConfig, request: Request, memory: Memory) -> Prompt:
    """200 characters that stay, 40 that do not."""
    return Prompt("r" * 120, "b" * 80, "p" * 40)


def price(seat: SeatConfig, usage: Usage) -> float | None:
    """A dollar a thousand tokens, a tenth of it from the cache; s1 has no price."""
    return None if seat.name == "s1" else (usage.input + usage.output + usage.cache_read / 10) / 1_000


def plan(of: League) -> Forecast:
    return forecast(of, TOY, measured(of, TOY), render, price, {"s0", "s1"})


def test_an_episode_is_played_to_its_end_and_powers_know_what_they_may() -> None:
    batches = sample_episode(TOY, Options(3), 7)
    assert {request.kind for batch in batches for request in batch.requests} == {"bids", "picks"}
    assert [batch.requests[0].phase for batch in batches][:2] == ["round-01-bids", "round-01-picks"]
    assert all(memory.power == power for batch in batches for power, memory in batch.memories.items())
    assert batches == sample_episode(TOY, Options(3), 7)


def test_arms_of_a_comparison_share_half_the_calls_of_one_power() -> None:
    of = replace(league(4, 3), compare=Compare("s0", "s1"))
    asked = sum(len(batch.requests) for batch in measured(of, TOY))
    told = {seat.seat: seat.calls for seat in plan(of).seats}
    assert told["s0"] == told["s1"] == 2 * asked
    assert sum(told.values()) == plan(of).calls == 12 * asked


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_seat_is_asked_equally_often(seats: int) -> None:
    of = league(seats)
    asked = sum(len(batch.requests) for batch in measured(of, TOY))
    told = plan(of)
    assert [seat.calls for seat in told.seats] == [2 * asked] * seats
    assert told.calls == of.episodes * asked == sum(told.kinds.values()) * of.episodes
    assert told.most_calls == ASKS * told.calls
    assert told.kinds["bids"] == 2 * len(POWERS)


def test_tokens_are_a_third_of_the_characters_and_dollars_have_two_ends() -> None:
    seat, unpriced, script = plan(league()).seats
    few, many = OUTPUT_TOKENS
    assert (seat.input_tokens, seat.longest) == (seat.calls * 80, 80)
    assert seat.output_tokens == (seat.calls * few, seat.calls * many)
    assert seat.usd == (
        pytest.approx(seat.calls * (40 / 3 + 200 / 30 + few) / 1_000, rel=1e-3),
        pytest.approx(ASKS * seat.calls * (80 + many) / 1_000),
    )
    assert (unpriced.usd, unpriced.input_tokens) == (None, seat.input_tokens)
    assert (script.usd, script.input_tokens, script.calls) == (None, 0, seat.calls)
