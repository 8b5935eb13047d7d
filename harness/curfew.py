"""The moment a run should be over, and what still fits before it.

What is begun is measured against what has been: a batch needs as long as the
longest so far, an episode as long as the middle one of those that ended.
"""

from __future__ import annotations

import math
from bisect import insort


class Curfew:
    """`at` is on the run's clock, infinite for a run without one."""

    def __init__(self, at: float = math.inf) -> None:
        self.at = at
        self._batch = 0.0
        self._episodes: list[float] = []

    def batch_took(self, seconds: float) -> None:
        """Learn from a batch that was played."""
        self._batch = max(self._batch, seconds)

    def episode_took(self, seconds: float) -> None:
        """Learn from an episode that was played from its beginning to its end."""
        insort(self._episodes, seconds)

    def fits_batch(self, now: float) -> bool:
        """Whether a batch begun now would end in time."""
        return now + self._batch < self.at

    def fits_episodes(self, now: float, in_a_row: int = 1) -> bool:
        """Whether so many episodes, one after another, would end in time."""
        middle = self._episodes[len(self._episodes) // 2] if self._episodes else 0.0
        return now + max(self._batch, middle * in_a_row) < self.at

    def left(self, now: float) -> float | None:
        """Seconds until then, None without a curfew."""
        return None if math.isinf(self.at) else max(0.0, self.at - now)
