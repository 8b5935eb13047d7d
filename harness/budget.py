"""What a reply costs, from the price table that travels with genai-prices.

Loading the table takes a third of a second, so only seats that pay import this.
"""

from __future__ import annotations

from functools import lru_cache

from genai_prices import Usage as Billed
from genai_prices import calc_price

from harness.seats.seat import Usage


def price(model: str, provider: str, usage: Usage) -> float | None:
    """Dollars for the tokens of one reply, or None where model or provider has no known price.

    `provider` is a provider's name ("openai") or the address of its API; no
    other provider's price is ever taken for it.
    """
    if not _is_known(model, provider):
        return None
    return _dollars(
        model,
        provider,
        Billed(
            input_tokens=usage.input + usage.cache_read + usage.cache_write,
            cache_read_tokens=usage.cache_read,
            cache_write_tokens=usage.cache_write,
            output_tokens=usage.output,
        ),
    )


@lru_cache(1_024)
def _is_known(model: str, provider: str) -> bool:
    """Whether the table has a price; looking for what it does not have takes long."""
    try:
        _dollars(model, provider, Billed())
    except LookupError:
        return False
    return True


def _dollars(model: str, provider: str, billed: Billed) -> float:
    if "://" in provider:
        return float(calc_price(billed, model, provider_api_url=provider).total_price)
    return float(calc_price(billed, model, provider_id=provider).total_price)
