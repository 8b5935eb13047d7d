"""What a reply costs: by the league's own prices, else from the dated table that travels with genai-prices.

Loading the table takes a third of a second, so only seats that pay import this.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version

from genai_prices import Usage as Billed
from genai_prices import calc_price

from harness.config import SeatConfig
from harness.config_prices import Price
from harness.errors import UserError
from harness.seats.seat import Usage

TABLE = f"genai-prices {version('genai-prices')}"
"""The price table in use; prices in it change on the dates it knows."""


@dataclass(frozen=True, slots=True)
class Tariff:
    """The prices of one seat: `own` from the league, else its provider's; `hourly` when its cache keeps an hour."""

    model: str
    provider: str
    own: Price | None = None
    hourly: bool = False

    def dollars(self, served: str, usage: Usage) -> float | None:
        """What a reply of the model that was served costs, None where that is unknown."""
        if self.own is not None:
            return self.own.dollars(
                fresh=usage.input, cache_read=usage.cache_read, cache_write=usage.cache_write, output=usage.output
            )
        return price(served or self.model, self.provider, usage, hourly=self.hourly)


def tariff(config: SeatConfig, provider: str, *, hourly: bool = False) -> Tariff:
    """The prices of a seat. Raises `UserError` when a budget counts on one that nobody knows."""
    model = config.settings.model
    found = Tariff(model, provider, config.price, hourly)
    if config.budgeted and found.dollars(model, Usage()) is None:
        raise UserError(
            f'seat "{config.name}": a budget is set, but {TABLE} has no price for {model} at {provider}; '
            f'write `input` and `output`, dollars for a million tokens, under [prices."{model}"]'
        )
    return found


def price(model: str, provider: str, usage: Usage, *, hourly: bool = False) -> float | None:
    """Dollars for the tokens of one reply, or None where model or provider has no known price.

    `provider` is a provider's name ("openai") or the address of its API; no
    other provider's price is ever taken for it. `hourly` cache writes cost more.
    """
    if not _is_known(model, provider):
        return None
    lasting = {"cache_write_1h_tokens": usage.cache_write} if hourly else {}
    return _dollars(
        model,
        provider,
        Billed(
            input_tokens=usage.input + usage.cache_read + usage.cache_write,
            cache_read_tokens=usage.cache_read,
            cache_write_tokens=usage.cache_write,
            output_tokens=usage.output,
            **lasting,
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
