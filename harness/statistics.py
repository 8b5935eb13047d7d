"""Means and their 95 % intervals, clustered by block: what is measured together does not count twice."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum, inf, sqrt

LEAST_BLOCKS = 4
"""Below this many blocks no interval is given: it would say more than is known."""

# fmt: off
_CRITICAL: Mapping[float, float] = {
    1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 5: 2.5706, 6: 2.4469, 7: 2.3646, 8: 2.3060, 9: 2.2622, 10: 2.2281,
    11: 2.2010, 12: 2.1788, 13: 2.1604, 14: 2.1448, 15: 2.1314, 16: 2.1199, 17: 2.1098, 18: 2.1009, 19: 2.0930,
    20: 2.0860, 21: 2.0796, 22: 2.0739, 23: 2.0687, 24: 2.0639, 25: 2.0595, 26: 2.0555, 27: 2.0518, 28: 2.0484,
    29: 2.0452, 30: 2.0423, 40: 2.0211, 60: 2.0003, 120: 1.9799, inf: 1.9600,
}
# fmt: on
"""Two-sided 95 % critical values of Student's t by degrees of freedom, as textbooks print them."""

_FREEDOMS = tuple(_CRITICAL)

_SCALE = 1074
"""Every float is a whole multiple of 2**-1074, so sums kept in that unit are exact and know no order."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over `count` values from `blocks` blocks.

    `low` and `high` bound its 95 % interval. They are None while `missing` more
    blocks are needed for one, and while more than half of the blocks are
    `steady`: nothing in them differs from what is usual, so that there is no
    spread to measure yet. `mean` is None without any value.
    """

    mean: float | None
    low: float | None
    high: float | None
    count: int
    blocks: int
    missing: int
    steady: int = 0


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
    """Collects values block by block, in any order. Values of one stratum (a power) can be told usual or not."""

    blocks: dict[int, list[tuple[str, float]]] = field(default_factory=dict)

    def add(self, block: int, value: float, stratum: str = "") -> None:
        """Take one value of a block in."""
        self.blocks.setdefault(block, []).append((stratum, value))

    def parts(self) -> dict[int, tuple[float, int]]:
        """(sum, count) of each block, in the order of the blocks; the sums know no order."""
        return {block: (fsum(value for _, value in own), len(own)) for block, own in sorted(self.blocks.items())}

    def steady(self) -> int:
        """Blocks in which every value is the one that its stratum has most often, and more than once."""
        seen: dict[str, Counter[float]] = {}
        for own in self.blocks.values():
            for stratum, value in own:
                seen.setdefault(stratum, Counter())[value] += 1
        most = {stratum: max(counts.values()) for stratum, counts in seen.items()}
        return sum(
            all(seen[stratum][value] == most[stratum] > 1 for stratum, value in own) for own in self.blocks.values()
        )

    def estimate(self) -> Estimate:
        """The mean of all values with its interval."""
        return clustered(self.parts().values(), self.steady())


def clustered(parts: Iterable[tuple[float, int]], steady: int = 0) -> Estimate:
    """The mean of values given as (sum, count) of each block, blocks being independent of one another.

    A ratio estimate, as the counts may differ: with the mean r = ΣY / ΣN, the residuals
    e = Y - rN of the B blocks and their leverages h = N / ΣN, the variance is
    Σ(e / (1 - h))² / (ΣN)² (CR3, Bell and McCaffrey 2002), and the interval r ± t·s with
    B-1 degrees of freedom. Of equal counts that is √(B / (B-1)) of the usual interval
    over block means, which is too short where few blocks are skewed. Student's t is
    not fit for a mean that hangs on few unusual blocks: none is given when most are
    `steady`.
    """
    pairs = tuple(parts)
    count, blocks = sum(n for _, n in pairs), len(pairs)
    missing = max(0, LEAST_BLOCKS - blocks)
    if not count:
        return Estimate(None, None, None, 0, blocks, missing)
    mean = fsum(y for y, _ in pairs) / count
    if missing or 2 * steady > blocks:
        return Estimate(mean, None, None, count, blocks, missing, steady)
    half = student_t(blocks - 1) * sqrt(fsum(((y - mean * n) / (1 - n / count)) ** 2 for y, n in pairs)) / count
    return Estimate(mean, mean - half, mean + half, count, blocks, 0, steady)


def standard_error(parts: Sequence[tuple[float, int]]) -> float:
    """The usual standard error of a ratio estimate, √(B/(B-1) · Σe²) / ΣN, from two blocks on."""
    blocks, count = len(parts), sum(n for _, n in parts)
    mean = fsum(y for y, _ in parts) / count
    return sqrt(blocks / (blocks - 1) * fsum((y - mean * n) ** 2 for y, n in parts)) / count


def student_t(freedom: int) -> float:
    """The two-sided 95 % critical value; between printed rows in proportion to 1/freedom, right to a ten-thousandth."""
    if freedom < 1:
        raise ValueError(f"an interval needs at least 1 degree of freedom, not {freedom}")
    row = bisect_right(_FREEDOMS, freedom) - 1
    fewer, more = _FREEDOMS[row : row + 2]
    way = (1 / fewer - 1 / freedom) / (1 / fewer - 1 / more)
    return _CRITICAL[fewer] + way * (_CRITICAL[more] - _CRITICAL[fewer])
