"""What a lane's replies used: tokens, dollars, and how much of the prompts came from the cache."""

from __future__ import annotations

from collections.abc import Iterator

from harness.seats.seat import CHARACTERS_PER_TOKEN, Usage

EARLY = 12
"""Replies of a model before its share of cached tokens means anything."""

WARM = 0.5
"""The share of prompt tokens from the cache below which something is wrong with the prompts or the pace."""

_LEARNING = 0.1


class Bill:
    """Sums over the replies of one lane. Learns what a character of prompt costs in tokens, reply included."""

    def __init__(self) -> None:
        self.tokens = 0
        self.usd = 0.0
        self._ratio = 1 / CHARACTERS_PER_TOKEN  # before the first reply; then what the replies say
        self._prompts: dict[str, list[int]] = {}

    def estimate(self, characters: int) -> float:
        """Tokens that a call with so long a prompt will take, its reply included."""
        return characters * self._ratio

    def add(self, usage: Usage, usd: float | None, characters: int) -> float:
        """Put a reply on the bill; returns the tokens that count towards a limit: what a cache had costs none."""
        counted = usage.total - usage.cache_read
        self.tokens += usage.total
        self.usd += usd or 0.0
        if characters and counted:
            self._ratio += _LEARNING * (counted / characters - self._ratio)
        return counted

    def cache(self, model: str, usage: Usage) -> None:
        """Count the prompt of a reply whose provider caches prompts."""
        sums = self._prompts.setdefault(model, [0, 0, 0])
        sums[0] += 1
        sums[1] += usage.cache_read
        sums[2] += usage.input + usage.cache_read + usage.cache_write

    def cached(self) -> dict[str, float]:
        """The share of prompt tokens that came from the cache, by model."""
        return {model: read / prompt for model, (_, read, prompt) in self._prompts.items() if prompt}

    def cold(self) -> Iterator[str]:
        """The models whose prompts come from the cache too rarely."""
        for model, (replies, read, prompt) in self._prompts.items():
            if replies >= EARLY and read < WARM * prompt:
                yield model
