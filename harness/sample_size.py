"""How many blocks it takes to see a difference of a given size."""

from __future__ import annotations

from math import ceil, inf, sqrt
from statistics import NormalDist

from harness.significance import ALPHA, anytime_width

POWER = 0.8
"""The chance of seeing a difference that is there."""

MOST_BLOCKS = 1_000_000


def blocks_to_see(difference: float, deviation: float, power: float = POWER) -> int:
    """Blocks of one look at the end; `deviation` is that of the differences of single blocks.

    The normal formula with Guenther's correction for Student's t (Guenther 1981).
    """
    if difference <= 0:
        return MOST_BLOCKS
    alpha, beta = NormalDist().inv_cdf(1 - ALPHA / 2), NormalDist().inv_cdf(power)
    return _bounded(((alpha + beta) * deviation / difference) ** 2 + alpha * alpha / 2)


def blocks_to_see_any_time(difference: float, deviation: float, power: float = POWER) -> int:
    """Blocks after which a difference has been seen by looks at any time, with the same chance."""
    return blocks_within(difference, deviation, NormalDist().inv_cdf(power))


def blocks_within(width: float, deviation: float, spare: float = 0.0) -> int:
    """Blocks until half the any-time interval, and `spare` standard errors more, are at most `width`."""
    if width <= 0:
        return MOST_BLOCKS
    low, high = 1, MOST_BLOCKS
    while low < high:
        middle = (low + high) // 2
        if (anytime_width(middle) + spare) * deviation / sqrt(middle) <= width:
            high = middle
        else:
            low = middle + 1
    return low


def difference_seen(blocks: int, deviation: float, power: float = POWER) -> float:
    """The smallest difference that so many blocks show at one look, with the same chance."""
    alpha, beta = NormalDist().inv_cdf(1 - ALPHA / 2), NormalDist().inv_cdf(power)
    left = blocks - alpha * alpha / 2
    return (alpha + beta) * deviation / sqrt(left) if left > 0 else inf


def _bounded(blocks: float) -> int:
    return min(MOST_BLOCKS, max(2, ceil(blocks)))
