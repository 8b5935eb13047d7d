"""How many calls a lane takes at once: as many as set, fewer after the provider said "too many"."""

from __future__ import annotations


class AdaptiveLimit:
    """Halves on a refusal and walks back up, one more after as many answers as it allows.

    Calls that were under way when it was cut say nothing about the new limit:
    one burst of refusals cuts once, and refusals that go on cut again, down to 1.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.allowed = most
        self._cut_at = float("-inf")
        self._answers = 0

    def refused(self, began: float, now: float) -> None:
        """A call that began then was one too many."""
        if began > self._cut_at:
            self.allowed = max(1, self.allowed // 2)
            self._cut_at = now
            self._answers = 0

    def answered(self, began: float) -> None:
        """A call that began then was answered."""
        if self.allowed < self.most and began > self._cut_at:
            self._answers += 1
            if self._answers >= self.allowed:
                self.allowed += 1
                self._answers = 0
