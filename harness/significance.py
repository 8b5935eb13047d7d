"""What may be concluded from paired differences: once at a planned end, or at any time.

- One look: the sign-flip permutation test (Fisher 1935), and the interval of all
  values that it does not reject, which is made of the means of random subsets
  (Hartigan 1969, "Using subsample values as typical values"), for differences as
  likely above as below their centre, whatever their distribution. Of the outcomes
  that lie exactly as far out as what was seen half count (the mid-p-value, Lancaster
  1961): where scores are few and tie, the test would else find too little.
- Any look: the t-test by mixtures, valid at every number of blocks at once
  (Lai 1976; Wang and Ramdas 2025, "Anytime-valid t-tests and confidence sequences for
  Gaussian means with unknown variance"). Its price is an interval about 1.6
  times as wide.
- Many measures: Holm's step-down adjustment (Holm 1979).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, inf, log, sqrt
from random import Random

ALPHA = 0.05

SPREAD = 1.0
"""Standard deviation, in standardised effects, of the mixture: near its best from 8 blocks to some hundreds."""

LEAST_ONE_LOOK = 7
"""Blocks that one look takes: of fewer changes of sign none makes a level near 5 %."""

LEAST_LOOK = 8
"""Blocks before the first look at any time: fewer may all come out alike by chance, and then vary in nothing."""

ALL_SUBSETS = 12
"""Up to so many blocks all subsets are gone through; beyond, `SUBSETS` drawn ones."""

SUBSETS = 9_999
BYTE = 0xFF
ROUNDING = 1e-12
"""Sums smaller than the largest by so much are nothing but rounding."""
SEED = 1499

Parts = Sequence[tuple[float, int]]
"""(sum of differences, number of pairs) of every block."""


@dataclass(frozen=True, slots=True)
class OneLook:
    """What one look says of a mean difference: its p-value, and the 95 % interval; 1 and None with too few blocks."""

    p: float
    low: float | None
    high: float | None


def one_look(parts: Parts) -> OneLook:
    """The sign-flip test of a mean of 0 and the interval of the means it would not reject.

    Changing the signs of a subset of blocks leaves the sum as far out exactly when
    that subset's own mean is on the other side: so the share of subsets whose mean
    is below a value, and half of those where it is that value, is the chance of what
    was seen were the mean that value. The interval holds the mean of all blocks: a
    subset and the rest lie on two sides of it, so it is the middle one.
    """
    if len(parts) < LEAST_ONE_LOOK:
        return OneLook(1.0, None, None)
    means = sorted(_subset_means(parts))
    number = len(means) + 1  # the empty subset lies just as far out as what was seen
    below, rest = bisect_left(means, 0.0), bisect_right(means, 0.0)
    alike, beyond = 1 + rest - below, min(below, len(means) - rest)
    outside = int(ALPHA / 2 * number - 0.5)
    return OneLook(min(1.0, (2 * beyond + alike) / number), means[outside], means[-1 - outside])


def _subset_means(parts: Parts) -> Iterator[float]:
    """The means of all subsets of the blocks but the empty one, or of drawn ones."""
    blocks, random = len(parts), Random(SEED)
    totals = _subset_sums([total for total, _ in parts])
    counts = _subset_sums([n for _, n in parts])
    nothing = ROUNDING * max(abs(total) for total, _ in parts)
    every = range(1, 1 << blocks) if blocks <= ALL_SUBSETS else (_drawn(random, blocks) for _ in range(SUBSETS))
    for bits in every:
        total, count = 0.0, 0.0
        for sums, numbers in zip(totals, counts, strict=True):
            total += sums[bits & BYTE]
            count += numbers[bits & BYTE]
            bits >>= 8
        yield total / count if abs(total) > nothing else 0.0


def _drawn(random: Random, blocks: int) -> int:
    """One subset as bits, never the empty one."""
    return random.getrandbits(blocks) or 1


def _subset_sums(values: Sequence[float]) -> list[list[float]]:
    """For every eight values the sums of all their subsets, by the bits of the subset."""
    tables = []
    for start in range(0, len(values), 8):
        sums = [0.0]
        for value in values[start : start + 8]:
            sums += [before + value for before in sums]
        tables.append(sums)
    return tables


def anytime_width(blocks: int, alpha: float = ALPHA) -> float:
    """Half the width of the interval that holds at any time, in standard errors; infinite while nothing can be said.

    With g = 1 + n·SPREAD² the mixture's likelihood ratio of a t-statistic is
    ``g**-½ · ((1 + t²/ν) / (1 + t²/(gν)))**(n/2)``; by Ville's inequality it passes
    1/alpha, ever, with a chance of at most alpha. This is the t where it does.
    """
    if blocks < LEAST_LOOK:
        return inf
    g = 1 + blocks * SPREAD**2
    k = (sqrt(g) / alpha) ** (2 / blocks)
    return sqrt((blocks - 1) * (k - 1) / (1 - k / g)) if k < g else inf


def anytime_p(t: float, blocks: int) -> float:
    """The p-value of a t-statistic that holds whenever one looks: 1 over the mixture's likelihood ratio."""
    if blocks < LEAST_LOOK:
        return 1.0
    g, freedom = 1 + blocks * SPREAD**2, blocks - 1
    ratio = (log(1 + t * t / freedom) - log(1 + t * t / (g * freedom))) * blocks / 2 - log(g) / 2
    return min(1.0, exp(-ratio))


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values: below alpha only with a chance of alpha for any false one, however the tests depend."""
    adjusted = [1.0] * len(p_values)
    most = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=lambda place: p_values[place])):
        most = max(most, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = most
    return adjusted
