"""Means and their 95 % intervals, clustered by block: what is measured together does not count twice."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import fsum, sqrt

LEAST_BLOCKS = 4
"""Below this many blocks no interval is given: it would say more than is known."""

# fmt: off
_CRITICAL: Mapping[int, float] = {
    1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262, 10: 2.228,
    11: 2.201, 12: 2.179, 13: 2.160, 14: 2.145, 15: 2.131, 16: 2.120, 17: 2.110, 18: 2.101, 19: 2.093, 20: 2.086,
    21: 2.080, 22: 2.074, 23: 2.069, 24: 2.064, 25: 2.060, 26: 2.056, 27: 2.052, 28: 2.048, 29: 2.045, 30: 2.042,
    40: 2.021, 60: 2.000, 80: 1.990, 100: 1.984, 120: 1.980, 1000: 1.962,
}
# fmt: on
"""Two-sided 95 % critical values of Student's t by degrees of freedom, as textbooks print them."""

_FREEDOMS = tuple(_CRITICAL)

_SCALE = 1074
"""Every float is a whole multiple of 2**-1074, so sums kept in that unit are exact and know no order."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over `count` values from `blocks` blocks.

    `low` and `high` bound its 95 % interval; they are None while `missing` more
    blocks are needed for one. `mean` is None without any value.
    """

    mean: float | None
    low: float | None
    high: float | None
    count: int
    blocks: int
    missing: int


@dataclass(slots=True)
class ExactSum:
    """A sum of floats without rounding: the same in whatever order they come."""

    units: int = 0
    count: int = 0

    def add(self, value: float) -> None:
        """Take one value in."""
        numerator, denominator = float(value).as_integer_ratio()
        self.units += (numerator << _SCALE) // denominator
        self.count += 1

    @property
    def total(self) -> float:
        """The sum, rounded once."""
        return self.units / (1 << _SCALE)

    @property
    def mean(self) -> float | None:
        """The mean, rounded once, or None without values."""
        return self.units / (self.count << _SCALE) if self.count else None


@dataclass(slots=True)
class ClusteredMean:
    """Collects values block by block, in any order; memory grows with blocks, not with values."""

    blocks: dict[int, ExactSum] = field(default_factory=dict)

    def add(self, block: int, value: float) -> None:
        """Take one value of a block in."""
        self.blocks.setdefault(block, ExactSum()).add(value)

    def estimate(self) -> Estimate:
        """The mean of all values with its interval."""
        return clustered((part.total, part.count) for _, part in sorted(self.blocks.items()))


def clustered(parts: Iterable[tuple[float, int]]) -> Estimate:
    """The mean of values given as (sum, count) of each block, blocks being independent of one another.

    A ratio estimate, as the counts may differ: with the mean r = ΣY / ΣN and the
    residuals e = Y - rN of the B blocks, the variance is B/(B-1) · Σe² / (ΣN)²,
    and the interval r ± t·s with B-1 degrees of freedom. With equal counts this
    is the usual interval over block means.
    """
    pairs = tuple(parts)
    count, blocks = sum(n for _, n in pairs), len(pairs)
    missing = max(0, LEAST_BLOCKS - blocks)
    if not count:
        return Estimate(None, None, None, 0, blocks, missing)
    mean = fsum(y for y, _ in pairs) / count
    if missing:
        return Estimate(mean, None, None, count, blocks, missing)
    spread = fsum((y - mean * n) ** 2 for y, n in pairs)
    half = student_t(blocks - 1) * sqrt(blocks / (blocks - 1) * spread) / count
    return Estimate(mean, mean - half, mean + half, count, blocks, 0)


def student_t(freedom: int) -> float:
    """The two-sided 95 % critical value; between printed rows that of fewer degrees of freedom, which is wider."""
    if freedom < 1:
        raise ValueError(f"an interval needs at least 1 degree of freedom, not {freedom}")
    return _CRITICAL[_FREEDOMS[bisect_right(_FREEDOMS, freedom) - 1]]
