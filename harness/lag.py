"""How late the event loop runs: the first sign that a machine has too much to do."""

from __future__ import annotations

import asyncio
from collections import deque

PERIOD = 0.05
WINDOW = 1_200
"""Samples kept: the last minute."""


class LoopLag:
    """Measures by sleeping `PERIOD` seconds over and over."""

    def __init__(self) -> None:
        self._samples: deque[float] = deque(maxlen=WINDOW)
        self._worst = 0.0

    async def measure(self) -> None:
        """Sample until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + PERIOD
            await asyncio.sleep(PERIOD)
            late = loop.time() - due
            self._samples.append(late)
            self._worst = max(self._worst, late)

    def worst(self) -> float:
        """The longest lag, in seconds, since this was last asked."""
        worst, self._worst = self._worst, 0.0
        return worst

    @property
    def p99(self) -> float:
        """Seconds of lag that 99 samples out of 100 stay below; 0 before the first."""
        ordered = sorted(self._samples)
        return max(0.0, ordered[len(ordered) * 99 // 100]) if ordered else 0.0
