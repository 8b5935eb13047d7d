"""Prices come from the table that is installed; what it does not know has no price."""

from __future__ import annotations

import pytest

from harness.prices import price
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
