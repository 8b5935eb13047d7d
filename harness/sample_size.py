"""How many blocks it takes to see a difference of a given size."""

from __future__ import annotations

from math import ceil, inf, sqrt
from statistics import NormalDist

from harness.significance import ALPHA, LEAST_ONE_LOOK, anytime_width

POWER = 0.8
"""The chance of seeing a difference that is there."""

MOST_BLOCKS = 1_000_000


def blocks_to_see(difference: float, deviation: float, power: float = POWER) -> int:
    """Blocks of one look at the end; `deviation` is that of the differences of single blocks.

    The normal formula with Guenther's correction for Student's t (Guenther 1981), and
    never fewer than one look takes.
    """
    if difference <= 0:
        return MOST_BLOCKS
    alpha, beta = NormalDist().inv_cdf(1 - ALPHA / 2), NormalDist().inv_cdf(power)
    blocks = ((alpha + beta) * deviation / difference) ** 2 + alpha * alpha / 2
    return min(MOST_BLOCKS, max(LEAST_ONE_LOOK, ceil(blocks)))


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
    """The smallest difference that so many blocks show at one look, with the same chance; infinite with too few."""
    if blocks < LEAST_ONE_LOOK:
        return inf
    alpha, beta = NormalDist().inv_cdf(1 - ALPHA / 2), NormalDist().inv_cdf(power)
    return (alpha + beta) * deviation / sqrt(blocks - alpha * alpha / 2)
