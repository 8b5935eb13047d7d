"""Seeded draws: the only randomness of every game.

Draw number k of a stream takes x = the first 8 bytes, big-endian, of SHA-256
of the UTF-8 text ``{seed}:{stream}:{k}``. To draw from n things, x is accepted
when x < 2**64 - (2**64 mod n) and gives x mod n; otherwise the next k is taken.
A `Dice` is a value: drawing returns the advanced one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from engine.errors import DiceError

WORDS = 1 << 64

Seed = int | tuple[int, ...]
"""A whole number, or the scripted values of a game's shock stream in order."""


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw as an event records it: index k in its stream, n things, the value in 0..n-1."""

    k: int
    of: int
    value: int


@dataclass(frozen=True, slots=True)
class Dice:
    """A position in a stream of draws.

    `seed` is a whole number, or a tuple of scripted values which are then dealt
    in order instead of being hashed.
    """

    seed: Seed
    stream: str
    k: int = 0

    def draw(self, n: int) -> tuple[Draw, Dice]:
        """Draw one of n things: the draw, whose value is in 0..n-1, and the dice after it.

        Raises `DiceError` when a script has run out or holds a value outside 0..n-1.
        """
        if n < 1:
            raise DiceError(f"cannot draw from {n} things (stream {self.stream}, k {self.k})")
        if isinstance(self.seed, tuple):
            return self._scripted(self.seed, n)
        k = self.k
        limit = WORDS - WORDS % n
        while (x := word(self.seed, self.stream, k)) >= limit:
            k += 1
        return Draw(k, n, x % n), Dice(self.seed, self.stream, k + 1)

    def _scripted(self, script: tuple[int, ...], n: int) -> tuple[Draw, Dice]:
        if self.k >= len(script):
            raise DiceError(f"the script of {len(script)} draws is used up (stream {self.stream}, k {self.k})")
        value = script[self.k]
        if not 0 <= value < n:
            raise DiceError(f"scripted draw {self.k} is {value}, which is not in 0..{n - 1} (stream {self.stream})")
        return Draw(self.k, n, value), replace(self, k=self.k + 1)


def word(seed: int, stream: str, k: int) -> int:
    """The raw 64-bit word of draw k, before rejection."""
    return int.from_bytes(sha256(f"{seed}:{stream}:{k}".encode()).digest()[:8], "big")


def fraction(seed: int, stream: str, k: int) -> float:
    """A fraction in [0, 1) with 53 bits, one a k, no rejection: how boards are generated."""
    return (word(seed, stream, k) >> 11) / (1 << 53)


def shuffled(seed: int, stream: str, n: int) -> tuple[int, ...]:
    """A permutation of 0..n-1 by Fisher-Yates: i from n-1 down to 1, j = draw(i+1), swap."""
    items = list(range(n))
    dice = Dice(seed, stream)
    for i in range(n - 1, 0, -1):
        draw, dice = dice.draw(i + 1)
        items[i], items[draw.value] = items[draw.value], items[i]
    return tuple(items)


def commitment(seed: Seed) -> str:
    """SHA-256, in hex, of the decimal seed (or of the comma-joined script): published before play."""
    text = str(seed) if isinstance(seed, int) else ",".join(map(str, seed))
    return sha256(text.encode()).hexdigest()


def script(draws: Sequence[Draw]) -> tuple[int, ...]:
    """The scripted seed which deals these draws again."""
    return tuple(draw.value for draw in draws)
