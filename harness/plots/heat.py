"""Colours for values from low to high, equally far apart for the eye, and what can be read on them."""

from __future__ import annotations

VIRIDIS = ((68, 1, 84), (59, 82, 139), (33, 145, 140), (94, 201, 98), (253, 231, 37))
"""Five stops of viridis, which stays in order in grey."""

Colour = tuple[int, int, int]
"""Red, green, blue: 0 to 255."""


def heat(share: float) -> Colour:
    """The colour of a share from 0 to 1."""
    place = min(1.0, max(0.0, share)) * (len(VIRIDIS) - 1)
    below = min(int(place), len(VIRIDIS) - 2)
    part = place - below
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(VIRIDIS[below], VIRIDIS[below + 1], strict=True))
    return red, green, blue


def is_dark(colour: Colour) -> bool:
    """Whether white text is read better on a colour than black text."""
    red, green, blue = colour
    return 0.299 * red + 0.587 * green + 0.114 * blue < 128
