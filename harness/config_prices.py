"""The prices of a league file: what its models cost where the table does not know it, or knows it wrongly."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from harness.config_errors import hint
from harness.config_section import Section

MILLION = 1_000_000
MOST_DOLLARS = 10_000.0
"""Dollars for a million tokens; above it stands a slip of the pen."""


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars for a million tokens of each class; `output` includes reasoning."""

    input: float
    cache_read: float
    cache_write: float
    output: float

    def dollars(self, *, fresh: int, cache_read: int, cache_write: int, output: int) -> float:
        """What so many tokens cost."""
        paid = fresh * self.input + cache_read * self.cache_read + cache_write * self.cache_write
        return (paid + output * self.output) / MILLION


def read_prices(prices: Section, models: Collection[str]) -> Mapping[str, Price]:
    """The prices by model; cached tokens cost what fresh ones do unless said. A model of no seat is a mistake."""
    found = {}
    for model in prices.table:
        if model not in models:
            prices.refuse(model, f"is the price of a model that no seat asks; {hint(model, models)}")
        price = prices.section(model)
        price.only(("input", "cache_read", "cache_write", "output"))
        fresh, output = (_must(price, name) for name in ("input", "output"))
        found[model] = Price(
            fresh,
            price.number("cache_read", fresh, 0.0, MOST_DOLLARS),
            price.number("cache_write", fresh, 0.0, MOST_DOLLARS),
            output,
        )
    return found


def _must(price: Section, name: str) -> float:
    if name not in price.table:
        price.refuse(name, "is missing; it must be dollars for a million tokens")
    return price.number(name, 0.0, 0.0, MOST_DOLLARS)
