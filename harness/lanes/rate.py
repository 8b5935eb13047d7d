"""So much a minute and no more."""

from __future__ import annotations

MINUTE = 60.0


class Rate:
    """A bucket of one minute's worth, full at first and filling evenly.

    Amounts are taken as estimated and corrected when they are known, so the
    level may fall below nothing; what is larger than the bucket goes when it is full.
    """

    def __init__(self, per_minute: float, now: float) -> None:
        self.per_minute = per_minute
        self._level = per_minute
        self._at = now

    def wait(self, amount: float, now: float) -> float:
        """Seconds until so much may be taken."""
        self._fill(now)
        missing = min(amount, self.per_minute) - self._level
        return max(0.0, missing * MINUTE / self.per_minute)

    def take(self, amount: float) -> None:
        """Take so much; a negative amount gives back what was taken too much."""
        self._level = min(self.per_minute, self._level - amount)

    def _fill(self, now: float) -> None:
        self._level = min(self.per_minute, self._level + (now - self._at) * self.per_minute / MINUTE)
        self._at = now
