"""What one seat is shown beside the board: its own means, its home, its rivals.

Everything is made when a template looks at it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeVar

from engine.game import Power, Slot
from engine.territory.forms import claim_form, raze_form, transfer_form
from engine.territory.hexes import (
    DISTANCES,
    HEARTHS,
    HOMES,
    KEYS,
    REACH,
    Tiles,
    each,
    spread,
)
from engine.territory.orders import MOST_ORDERS, SALVAGE, TRANSFER_FEE, Means
from engine.territory.state import ALIASES, NOBODY, SEATS, Life, Report, Wall

CLAIM_LINES: tuple[str, ...] = tuple(f"claim {key}" for key in KEYS)
RAZE_LINES: tuple[str, ...] = tuple(f"raze {key}" for key in KEYS)
EXAMPLE_CLAIMS = 2
ROUND_GIFTS = (1, 2, 5, 10, 20, 50, 100)


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile as a seat looks at it.

    `distance` counts from the seat's nearest own tile, `pays` is the effective
    yield, `home` is the seat in whose home ring it lies (None: nobody's).
    """

    key: str
    distance: int
    wall: Wall
    pays: int
    owner: Power | None
    home: Power | None


T = TypeVar("T", bound=Tile)


@dataclass(frozen=True, slots=True)
class Choice(Tile):
    """A tile that may be claimed or razed, with its price.

    `salvage` is what razing it pays its owner; `strikes` the seat that a raze on
    it would strike.
    """

    price: int
    affordable: bool
    salvage: int = 0
    strikes: Power | None = None


@dataclass(frozen=True, slots=True)
class Rival:
    """Another living seat: how far its nearest tile is from this seat's hearth, and where it can strike from."""

    power: Power
    life: Life
    distance: int
    footholds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What one seat knows beside the board: its paint, its last report, and what it can do."""

    power: Power
    life: Life
    paint: int
    score: int
    report: Report
    means: Means

    @property
    def hearth(self) -> str:
        """The seat's hearth."""
        return KEYS[HEARTHS[self.means.seat]]

    @property
    def income_next(self) -> int:
        """What the tiles held now will pay this turn, if they stand."""
        return self.means.board.income(self.means.board.lands[self.means.seat])

    @property
    def home(self) -> tuple[Tile, ...]:
        """The hearth and its ring, where others' razes strike."""
        return tuple(map(self._tile, each(HOMES[self.means.seat])))

    @property
    def lands(self) -> tuple[Tile, ...]:
        """The seat's own tiles, richest first."""
        return _richest(map(self._tile, each(self.means.board.lands[self.means.seat])))

    @property
    def claims(self) -> tuple[Choice, ...]:
        """Every legal claim with its price, richest first, then nearest."""
        return _richest(self._choice(tile, self.means.claim_price(tile)) for tile in each(self.means.claimable))

    @property
    def example(self) -> tuple[Choice, ...]:
        """A set that would be accepted: the first of the cheapest claims, as far as the paint goes; no advice."""
        means = self.means
        cheapest = sorted(each(means.affordable_claims), key=means.claim_price)[:EXAMPLE_CLAIMS]
        totals = accumulate(map(means.claim_price, cheapest))
        chosen = [tile for tile, total in zip(cheapest, totals, strict=True) if total <= self.paint]
        return tuple(self._choice(tile, means.claim_price(tile)) for tile in chosen)

    @property
    def razes(self) -> tuple[Choice, ...]:
        """Every legal raze with its price, salvage and strike, richest first, then nearest."""
        return _richest(self._raze(tile) for tile in each(self.means.razable))

    @property
    def rivals(self) -> tuple[Rival, ...]:
        """The other living seats, nearest first."""
        return tuple(sorted(map(self._rival, self.means.partners), key=lambda rival: rival.distance))

    def _tile(self, tile: int) -> Tile:
        means = self.means
        owner, distance = means.board.owner(tile), min(DISTANCES[tile][own] for own in each(means.footing))
        return Tile(
            KEYS[tile],
            distance,
            means.board.wall(tile),
            means.board.worth(tile),
            None if owner == NOBODY else ALIASES[owner],
            next((ALIASES[seat] for seat in SEATS if HOMES[seat] >> tile & 1), None),
        )

    def _choice(self, tile: int, price: int, salvage: int = 0, strikes: Power | None = None) -> Choice:
        seen = self._tile(tile)
        return Choice(
            *(seen.key, seen.distance, seen.wall, seen.pays, seen.owner, seen.home),
            price=price,
            affordable=price <= self.paint,
            salvage=salvage,
            strikes=strikes,
        )

    def _raze(self, tile: int) -> Choice:
        means = self.means
        owner = means.board.owner(tile)
        own_wall = owner == means.seat and means.board.wall(tile) is Wall.WALL
        struck = owner not in (NOBODY, means.seat) and HOMES[owner] >> tile & 1
        salvage = SALVAGE * means.board.worth(tile) if own_wall else 0
        return self._choice(tile, means.raze_price(tile), salvage, ALIASES[owner] if struck else None)

    def _rival(self, seat: int) -> Rival:
        means = self.means
        land, hearth = means.board.footing(seat), HEARTHS[means.seat]
        exposed: Tiles = spread(HOMES[means.seat] & means.board.lands[means.seat], REACH)
        return Rival(
            ALIASES[seat],
            means.lives[seat],
            min(DISTANCES[hearth][tile] for tile in each(land)),
            tuple(KEYS[tile] for tile in each(land & exposed)),
        )


def _richest(tiles: Iterable[T]) -> tuple[T, ...]:
    return tuple(sorted(tiles, key=lambda tile: (-tile.pays, tile.distance, tile.key)))


def slots(means: Means) -> tuple[Slot, ...]:
    """What a set may be made of: each option is legal and can be paid alone; of each kind no more than can be paid.

    Every claim and raze there is, and transfers of round amounts; other amounts
    are as legal. A set holds 8 in all and costs no more than the paint: that is
    for the seat to see to.
    """
    claimable, razable = tuple(each(means.affordable_claims)), tuple(each(means.affordable_razes))
    claims, razes = tuple(CLAIM_LINES[tile] for tile in claimable), tuple(RAZE_LINES[tile] for tile in razable)
    partners = means.partners if means.paint > TRANSFER_FEE else ()
    gifts = tuple(
        f"transfer {amount} to {ALIASES[seat]}"
        for seat in partners
        for amount in ROUND_GIFTS
        if amount + TRANSFER_FEE <= means.paint
    )
    giving = transfer_form(partners, means.paint - TRANSFER_FEE)
    return (
        Slot("orders", "claims", 0, _most(means, map(means.claim_price, claimable)), claims, claim_form(claimable)),
        Slot("orders", "razes", 0, _most(means, map(means.raze_price, razable)), razes, raze_form(razable)),
        Slot("orders", "transfers", 0, _most(means, [1 + TRANSFER_FEE] * len(gifts)), gifts, giving),
    )


def _most(means: Means, prices: Iterable[int]) -> int:
    """How many of the cheapest one the paint is good for, as far as a set goes."""
    cheapest = min(prices, default=0)
    return min(MOST_ORDERS, means.paint // cheapest) if cheapest else 0
