"""What a seat's score cost: dollars where prices are known, else tokens."""

from __future__ import annotations

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
        known = tuple((row.seat, row.usd / row.plays, row.mean) for row in table.rows if row.usd is not None)
        return Costs("dollars", known, tuple(row.seat for row in table.rows if row.usd is None))
    if any(map(_tokens, table.rows)):
        return Costs("tokens", tuple((row.seat, _tokens(row) / row.plays, row.mean) for row in table.rows))
    return None


def _tokens(row: Row) -> int:
    return sum(row.tokens.values())
