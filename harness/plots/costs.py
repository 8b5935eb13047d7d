"""What a seat's score cost: dollars where prices are known, else tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from harness.standings import Row, Standings


@dataclass(frozen=True, slots=True)
class Costs:
    """Points (seat, cost a power played, mean score) in `unit`; the price of `unknown` seats is not known."""

    unit: str
    points: tuple[tuple[str, float, float], ...]
    unknown: tuple[str, ...] = ()


def costs(table: Standings) -> Costs | None:
    """The costs of a league's seats; None when nothing was spent."""
    if any(row.usd for row in table.rows):
        unknown = tuple(row.seat for row in table.rows if row.usd is None)
        return Costs("dollars", tuple(_points(table, lambda row: row.usd)), unknown)
    if any(map(_tokens, table.rows)):
        return Costs("tokens", tuple(_points(table, _tokens)))
    return None


def _points(table: Standings, spent: Callable[[Row], float | None]) -> Iterator[tuple[str, float, float]]:
    for row in table.rows:
        if row.mean is not None and (cost := spent(row)) is not None:
            yield row.seat, cost / row.plays, row.mean


def _tokens(row: Row) -> int:
    return sum(row.tokens.values())
