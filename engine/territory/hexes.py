"""The lattice: 169 pointy-top hexes in axial coordinates, radius 7 round the origin.

A tile is its number in the order q from -7 up, then r from max(-7, -q-7) up; at
the door it is text, ``"q,r"``. A set of tiles is one integer, bit t for tile t,
so that reach, income and ownership are a few ands and a count of bits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

RADIUS = 7
HOME_RING = 1
REACH = 2

Tiles = int
"""A set of tiles: bit t is set when tile t is in it."""

COORDINATES: tuple[tuple[int, int], ...] = tuple(
    (q, r) for q in range(-RADIUS, RADIUS + 1) for r in range(max(-RADIUS, -q - RADIUS), min(RADIUS, RADIUS - q) + 1)
)
COUNT = len(COORDINATES)
EVERYWHERE: Tiles = (1 << COUNT) - 1
KEYS: tuple[str, ...] = tuple(f"{q},{r}" for q, r in COORDINATES)
NUMBERS = {key: tile for tile, key in enumerate(KEYS)}
# Where a rule breaks a tie by the lowest key it means the key as text: "-1,0" before "-1,1" before "0,0".
BY_TEXT: tuple[int, ...] = tuple(sorted(range(COUNT), key=KEYS.__getitem__).index(tile) for tile in range(COUNT))


def _steps(a: tuple[int, int], b: tuple[int, int]) -> int:
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


DISTANCES: tuple[tuple[int, ...], ...] = tuple(tuple(_steps(a, b) for b in COORDINATES) for a in COORDINATES)
FROM_ORIGIN: tuple[int, ...] = tuple(_steps(a, (0, 0)) for a in COORDINATES)


def gather(tiles: Iterable[int]) -> Tiles:
    """A set from tile numbers."""
    found = 0
    for tile in tiles:
        found |= 1 << tile
    return found


def each(tiles: Tiles) -> Iterator[int]:
    """The numbers of a set, ascending."""
    while tiles:
        lowest = tiles & -tiles
        yield lowest.bit_length() - 1
        tiles ^= lowest


_BALLS: tuple[tuple[Tiles, ...], ...] = tuple(
    tuple(gather(other for other in range(COUNT) if row[other] <= reach) for row in DISTANCES)
    for reach in range(REACH + 1)
)


def around(tile: int, reach: int) -> Tiles:
    """All tiles within `reach` (0, 1 or 2) of a tile, the tile too."""
    return _BALLS[reach][tile]


def spread(tiles: Tiles, reach: int) -> Tiles:
    """All tiles within `reach` (0, 1 or 2) of any of these."""
    ball, found = _BALLS[reach], 0
    for tile in each(tiles):
        found |= ball[tile]
    return found


# One hearth a seat, on ring 5, in seat order.
HEARTHS: tuple[int, ...] = tuple(
    NUMBERS[key] for key in ("5,0", "5,-3", "4,-5", "0,-5", "-3,-2", "-5,1", "-5,5", "-2,5", "1,4")
)
HOMES: tuple[Tiles, ...] = tuple(around(hearth, HOME_RING) for hearth in HEARTHS)

_KEY = re.compile(r"\s*[(\[]?\s*([-−–]?\d{1,3})\s*,\s*([-−–]?\d{1,3})\s*[)\]]?\s*")


def read_tile(text: object) -> int | None:
    """The number of the tile a seat wrote (``"3,-2"``, ``(3, -2)``, ``[3, -2]``), or None."""
    if isinstance(text, list | tuple) and len(text) == 2:
        text = ",".join(str(part) for part in text if type(part) is int)
    if not isinstance(text, str):
        return None
    if (tile := NUMBERS.get(text)) is not None:
        return tile
    if not (found := _KEY.fullmatch(text)):
        return None
    q, r = (int(part.replace("−", "-").replace("–", "-")) for part in found.groups())
    return NUMBERS.get(f"{q},{r}")
