"""Orders: what a seat can do with its paint, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass

from engine.territory.hexes import KEYS, REACH, Tiles, each, gather, spread
from engine.territory.state import ALIASES, FIRST_RAZING_TURN, SEATS, Board, Life, State, surcharged

MOST_ORDERS = 8
CLAIM_PRICE, CLAIM_PRICE_PER_STEP = 2, 2
RAZE_PRICE, RAZE_PRICE_AT_HOME = 5, 10
TRANSFER_FEE = 1
SALVAGE = 4
"""Times its yield: what razing an own wall pays."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Paint an unowned tile."""

    tile: int
    price: int

    def __str__(self) -> str:
        return f"claim {KEYS[self.tile]}"


@dataclass(frozen=True, slots=True)
class Raze:
    """Break a tile, for good."""

    tile: int
    price: int

    def __str__(self) -> str:
        return f"raze {KEYS[self.tile]}"


@dataclass(frozen=True, slots=True)
class Transfer:
    """Give paint to another seat."""

    to: int
    amount: int

    @property
    def price(self) -> int:
        """The gift and the fee."""
        return self.amount + TRANSFER_FEE

    def __str__(self) -> str:
        return f"transfer {self.amount} to {ALIASES[self.to]}"


Order = Claim | Raze | Transfer


@dataclass(frozen=True, slots=True)
class Means:
    """What one seat can do in one turn: everything legality and prices depend on.

    `near` is within 1 of the seat's footing; `claimable` and `razable` are legal
    whatever they cost; a raze in `dear` costs double.
    """

    seat: int
    turn: int
    paint: int
    board: Board
    lives: tuple[Life, ...]
    contingent_claims: bool
    footing: Tiles
    near: Tiles
    claimable: Tiles
    razable: Tiles
    dear: Tiles

    def claim_price(self, tile: int) -> int:
        """2 and 2 a step from the nearest own tile."""
        steps = 0 if self.footing >> tile & 1 else 1 if self.near >> tile & 1 else REACH
        return CLAIM_PRICE + CLAIM_PRICE_PER_STEP * steps

    def raze_price(self, tile: int) -> int:
        """5, or 10 at home with another living seat."""
        return RAZE_PRICE_AT_HOME if self.dear >> tile & 1 else RAZE_PRICE

    @property
    def affordable_claims(self) -> Tiles:
        """The claims whose price is at hand."""
        if self.paint >= CLAIM_PRICE + CLAIM_PRICE_PER_STEP * REACH:
            return self.claimable
        return gather(tile for tile in each(self.claimable) if self.claim_price(tile) <= self.paint)

    @property
    def affordable_razes(self) -> Tiles:
        """The razes whose price is at hand."""
        if self.paint >= RAZE_PRICE_AT_HOME:
            return self.razable
        return self.razable & ~self.dear if self.paint >= RAZE_PRICE else 0

    @property
    def partners(self) -> tuple[int, ...]:
        """The other living seats."""
        return tuple(seat for seat in SEATS if seat != self.seat and self.lives[seat] is not Life.ELIMINATED)


def means(state: State, seat: int) -> Means:
    """What a seat can do on this board."""
    board, lives = state.board, state.lives
    footing, within = board.footing(seat), board.reach(seat)
    contingent = state.options.contingent_claims
    return Means(
        seat=seat,
        turn=state.turn,
        paint=state.paint[seat],
        board=board,
        lives=lives,
        contingent_claims=contingent,
        footing=footing,
        near=spread(footing, 1),
        claimable=within & ~(board.lands[seat] if contingent else board.owned),
        razable=within if state.turn >= FIRST_RAZING_TURN else 0,
        dear=surcharged(seat, lives),
    )
