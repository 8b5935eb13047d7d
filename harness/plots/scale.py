"""Axes: round numbers on them, and where a value stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, log10

STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
"""Distances of ticks, times a power of ten."""

FINEST = 1e-6
"""Differences below it are none; sizes of scores and dollars come nowhere near it."""

DECIMALS = 10


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis from the first tick to the last, both round numbers that enclose all values."""

    ticks: tuple[float, ...]

    @property
    def low(self) -> float:
        """The value at its beginning."""
        return self.ticks[0]

    @property
    def high(self) -> float:
        """The value at its end."""
        return self.ticks[-1]

    def share(self, value: float) -> float:
        """How far along the axis a value stands: 0 at its beginning, 1 at its end."""
        return (value - self.low) / (self.high - self.low)

    def told(self, value: float, digits: int = 3) -> str:
        """A value between the ticks as text: ``0.146`` on an axis to 1, ``36.5`` on one to 400."""
        before = len(f"{max(abs(self.low), abs(self.high)):.0f}")
        return f"{value:,.{max(0, digits + 1 - before)}f}"

    def labels(self) -> tuple[str, ...]:
        """The ticks as text, all with as many decimals as the finest needs."""
        decimals = next(
            (digits for digits in range(DECIMALS) if all(tick == round(tick, digits) for tick in self.ticks)), DECIMALS
        )
        return tuple(f"{tick:,.{decimals}f}" for tick in self.ticks)


def scale(values: Iterable[float], most: int = 6, *, zero: bool = False) -> Scale:
    """A scale of at most `most` ticks (three at least) over all values; with `zero` it begins there or below."""
    kept = [*values, *((0.0,) if zero else ())] or [0.0]
    low, high = min(kept), max(kept)
    if high - low < FINEST * max(1.0, abs(low)):
        low, high = (low - abs(low) / 10, high + abs(high) / 10) if abs(low) > FINEST else (0.0, 1.0)
    most = max(3, most)
    magnitude = 10.0 ** floor(log10((high - low) / (most - 1)))
    for step in (step * size for size in (magnitude, magnitude * 10) for step in STEPS):
        first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
        if last - first + 1 <= most:
            return Scale(tuple(round(step * number, DECIMALS) for number in range(first, max(last, first + 1) + 1)))
    raise AssertionError("ten times the span always takes two ticks")
