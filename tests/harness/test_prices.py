"""Prices come from the table that is installed; what it does not know has no price."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from harness.config import SeatConfig
from harness.config_prices import Price
from harness.errors import UserError
from harness.prices import TABLE, price, tariff
from harness.seats.seat import Usage

MILLION = 1_000_000


def test_a_known_model_has_a_price_that_grows_with_every_class_of_tokens() -> None:
    nothing = price("claude-sonnet-5-5", "anthropic", Usage())
    assert nothing == 0.0
    for usage in (Usage(input=999), Usage(cache_read=999), Usage(cache_write=999), Usage(output=999)):
        paid = price("claude-sonnet-5-5", "anthropic", usage)
        assert paid is not None
        assert paid > 0


def test_cached_input_is_cheaper_and_is_not_paid_twice() -> None:
    fresh = price("claude-sonnet-5-5", "anthropic", Usage(input=10_000))
    cached = price("claude-sonnet-5-5", "anthropic", Usage(cache_read=10_000))
    both = price("claude-sonnet-5-5", "anthropic", Usage(input=10_000, cache_read=10_000))
    assert fresh is not None
    assert cached is not None
    assert cached < fresh / 2
    assert both == pytest.approx(fresh + cached)


def test_reasoning_is_part_of_the_output() -> None:
    assert price("gpt-6-astra", "openai", Usage(output=500, reasoning=400)) == price(
        "gpt-6-astra", "openai", Usage(output=500)
    )


@pytest.mark.parametrize(
    ("model", "provider"),
    [
        ("no-such-model", "openai"),
        ("gpt-6-astra", "no-such-provider"),
        ("gpt-6-astra", "http://127.0.0.1:8080/v1"),
        ("", "anthropic"),
        ("gpt-6-astra", "https://models.example.com/v1"),
    ],
)
def test_what_the_table_does_not_know_has_no_price(model: str, provider: str) -> None:
    assert price(model, provider, Usage(input=MILLION)) is None


def test_a_providers_address_stands_for_its_name() -> None:
    usage = Usage(input=1_000, output=100)
    assert price("gpt-6-astra", "https://api.openai.com/v1", usage) == price("gpt-6-astra", "openai", usage)


def config(**facts: Any) -> SeatConfig:
    return SeatConfig("doge", "openai", settings=SimpleNamespace(model="own-7b"), **facts)


OWN = Price(input=2.0, cache_read=0.5, cache_write=2.5, output=8.0)


def test_the_leagues_own_price_goes_before_the_table() -> None:
    usage = Usage(input=1_000_000, cache_read=2_000_000, cache_write=400_000, output=500_000, reasoning=400_000)
    assert tariff(config(price=OWN), "openai").dollars("served-name", usage) == pytest.approx(2.0 + 1.0 + 1.0 + 4.0)


def test_a_cache_that_keeps_an_hour_is_dearer_to_write() -> None:
    usage = Usage(cache_write=MILLION)
    short, hourly = (price("claude-sonnet-5-5", "anthropic", usage, hourly=hourly) for hourly in (False, True))
    assert short is not None
    assert hourly is not None
    assert hourly > 1.5 * short


def test_a_budget_counts_on_a_price() -> None:
    assert tariff(config(), "http://127.0.0.1:1").dollars("own-7b", Usage(input=5)) is None
    with pytest.raises(UserError, match=r'seat "doge": a budget is set, but genai-prices .* has no price for own-7b'):
        tariff(config(budgeted=True), "https://models.example.com/v1")
    assert tariff(config(budgeted=True, price=OWN), "https://models.example.com/v1").dollars("", Usage()) == 0.0


def test_the_table_says_which_it_is() -> None:
    assert TABLE.startswith("genai-prices 0.")
