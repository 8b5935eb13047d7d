"""Permadeath: when a seat is struck, and what a strike does to its life."""

from __future__ import annotations

from collections.abc import Iterable

from engine.territory.hexes import HOMES, Tiles
from engine.territory.state import SEATS, Life


def strikers(lands: tuple[Tiles, ...], razes: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """For each seat the seats that struck it, ascending. `lands` are those at the start of the turn.

    A strike is a raze, as (seat, tile), by another seat on a tile inside the
    victim's home ring that the victim then owned; what the raze does there does
    not matter.
    """
    found: list[set[int]] = [set() for _ in SEATS]
    for seat, tile in razes:
        for victim in SEATS:
            if victim != seat and (HOMES[victim] & lands[victim]) >> tile & 1:
                found[victim].add(seat)
    return tuple(tuple(sorted(seats)) for seats in found)


def next_life(life: Life, struck: bool) -> Life:
    """Steady and struck is staggered, staggered and struck is eliminated, staggered and left in peace is steady."""
    if life is Life.ELIMINATED:
        return life
    if not struck:
        return Life.STEADY
    return Life.ELIMINATED if life is Life.STAGGERED else Life.STAGGERED
