"""How a board is made: yields from the seed, and the three variants."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from engine.dice import Draw, Seed, fraction
from engine.errors import DiceError
from engine.territory.hexes import (
    COUNT,
    FROM_ORIGIN,
    HEARTHS,
    KEYS,
    Tiles,
    around,
    each,
    gather,
    spread,
)

TOP_YIELD = 3
# A fraction below the n-th limit yields n.
LIMITS = (0.45, 0.75, 0.92)
STREAM = "board"

INNER, OUTER = 2, 6


class Variant(StrEnum):
    """What is done to the drawn board."""

    OPEN = "open"
    ROOMS = "rooms"
    INSIDE_OUT = "inside_out"


@dataclass(frozen=True, slots=True)
class Ground:
    """A board as an episode finds it: the yield of each tile, and the walls that are rubble from the start."""

    yields: tuple[int, ...]
    rubble: Tiles


def draw_yields(seed: Seed) -> tuple[Draw, ...]:
    """One draw a tile: its yield, 0..3. A scripted seed is the yields themselves, tile by tile.

    Raises `DiceError` when a script is too short or holds something else.
    """
    if isinstance(seed, int):
        return tuple(Draw(tile, TOP_YIELD + 1, _yield(fraction(seed, STREAM, tile))) for tile in range(COUNT))
    if len(seed) < COUNT:
        raise DiceError(f"the script holds {len(seed)} yields, and the board has {COUNT} tiles")
    for tile, value in enumerate(seed[:COUNT]):
        if not 0 <= value <= TOP_YIELD:
            raise DiceError(f"scripted yield {tile} (tile {KEYS[tile]}) is {value}, which is not in 0..{TOP_YIELD}")
    return tuple(Draw(tile, TOP_YIELD + 1, value) for tile, value in enumerate(seed[:COUNT]))


def _yield(u: float) -> int:
    return sum(u >= limit for limit in LIMITS)


def shape(drawn: tuple[int, ...], variant: Variant) -> Ground:
    """The drawn yields under a variant."""
    if variant is Variant.ROOMS:
        doorsteps = spread(gather(HEARTHS), 1) & ~gather(HEARTHS)
        yields = tuple(TOP_YIELD if doorsteps >> tile & 1 else value for tile, value in enumerate(drawn))
        return Ground(yields, partitions())
    if variant is Variant.INSIDE_OUT:
        return Ground(tuple(_inside_out(tile, value) for tile, value in enumerate(drawn)), 0)
    return Ground(drawn, 0)


def _inside_out(tile: int, value: int) -> int:
    if FROM_ORIGIN[tile] <= INNER:
        return TOP_YIELD
    return 0 if FROM_ORIGIN[tile] >= OUTER else value


@cache
def partitions() -> Tiles:
    """The rubble of `rooms`: the ring at distance 2 of every hearth, but for the gaps.

    A ring's gap is its tile nearest the origin that is not within 1 of any
    hearth, on a tie the lowest key as text. A gap stays open whatever other ring
    it lies in; a home ring loses the tiles that lie in a neighbour's ring.
    """
    doorsteps = spread(gather(HEARTHS), 1)
    rings = [around(hearth, 2) & ~around(hearth, 1) for hearth in HEARTHS]
    gaps = gather(min(each(ring & ~doorsteps), key=lambda tile: (FROM_ORIGIN[tile], KEYS[tile])) for ring in rings)
    return gather(tile for ring in rings for tile in each(ring & ~gaps))
