"""How long a lane's calls take, model by model, and from when on one of them hangs."""

from __future__ import annotations

import math
from bisect import bisect_left, insort
from collections import deque

KEPT = 200
"""Calls of each model that are remembered, the newest ones."""
KNOWN = 100
"""Calls of a model after which it is known how long its calls take."""
QUANTILE = 0.99
TIMES = 2.0
LEAST = 30.0
"""Seconds; a call that is not out for longer is not worth a second one."""


class Latencies:
    """The seconds that the answered calls of each model took, the newest of them."""

    def __init__(self) -> None:
        self._taken: dict[str, deque[float]] = {}
        self._ranked: dict[str, list[float]] = {}

    def add(self, model: str, seconds: float) -> None:
        """A call was answered after so long."""
        taken = self._taken.setdefault(model, deque())
        ranked = self._ranked.setdefault(model, [])
        taken.append(seconds)
        insort(ranked, seconds)
        if len(taken) > KEPT:
            del ranked[bisect_left(ranked, taken.popleft())]

    def hangs_after(self, model: str) -> float:
        """Seconds after which a call hangs: twice what 99 in 100 take, without end as long as too few are known."""
        ranked = self._ranked.get(model, ())
        if len(ranked) < KNOWN:
            return math.inf
        return max(LEAST, TIMES * ranked[math.ceil(QUANTILE * len(ranked)) - 1])
