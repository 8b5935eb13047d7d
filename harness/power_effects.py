"""What the powers are worth, estimated and removed: powers differ, and missing episodes leave seats unequal shares.

The additive model ``score = seat + power + chance``, fitted by least squares to the
sums of every seat with every power. In a complete league the seats' effects
are their plain means.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum

SWEEPS = 10_000
SETTLED = 1e-12
"""Relative change of a sweep below which the fit stands."""


@dataclass(frozen=True, slots=True)
class Effects:
    """Mean scores as they would be had every seat held every power equally often.

    `seats` has each seat's mean, `powers` how much more than the average power
    each one brings.
    """

    seats: Mapping[str, float]
    powers: Mapping[str, float]


def power_effects(cells: Mapping[tuple[str, str], tuple[float, int]]) -> Effects:
    """The effects behind (sum, count) of every (power, seat) that was played."""
    held = {key: cell for key, cell in sorted(cells.items()) if cell[1]}
    powers = dict.fromkeys((power for power, _ in held), 0.0)
    seats = dict.fromkeys(sorted({seat for _, seat in held}), 0.0)
    size = max((abs(total / count) for total, count in held.values()), default=0.0)
    for _ in range(SWEEPS):
        before = dict(seats)
        for seat in seats:
            own = [(total - powers[power] * n, n) for (power, name), (total, n) in held.items() if name == seat]
            seats[seat] = fsum(total for total, _ in own) / sum(n for _, n in own)
        for power in powers:
            own = [(total - seats[seat] * n, n) for (name, seat), (total, n) in held.items() if name == power]
            powers[power] = fsum(total for total, _ in own) / sum(n for _, n in own)
        if all(abs(seats[seat] - before[seat]) <= SETTLED * size for seat in seats):
            break
    level = fsum(powers.values()) / len(powers) if powers else 0.0
    return Effects(
        {seat: value + level for seat, value in seats.items()},
        {power: value - level for power, value in powers.items()},
    )
