"""What everybody sees: the board as a map, and the table.

The rest is made when a template looks at it.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import Power
from engine.territory.board import Variant
from engine.territory.hexes import COORDINATES, HEARTHS, KEYS, NUMBERS, RADIUS, REACH
from engine.territory.orders import (
    CLAIM_PRICE,
    CLAIM_PRICE_PER_STEP,
    MOST_ORDERS,
    RAZE_PRICE,
    RAZE_PRICE_AT_HOME,
    SALVAGE,
    TRANSFER_FEE,
)
from engine.territory.state import ALIASES, FIRST_RAZING_TURN, NOBODY, Board, Life, State
from engine.territory.talk import MESSAGE_CAP, MOST_MESSAGES, NOTES_CAP

TAGS: tuple[str, ...] = tuple(alias[:2] for alias in ALIASES)
"""How the map writes an owner: Sa Oc Ve Co Am Vi Te Ro As."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of the table: `income` was paid last turn, `pays` is what the tiles held now would pay."""

    rank: int
    power: Power
    hearth: str
    life: Life
    tiles: int
    income: int
    pays: int
    score: int
    razes: int


@dataclass(frozen=True, slots=True)
class Prices:
    """Every number a player needs, in paint unless said; text caps count characters."""

    radius: int = RADIUS
    reach: int = REACH
    claim: int = CLAIM_PRICE
    claim_step: int = CLAIM_PRICE_PER_STEP
    raze: int = RAZE_PRICE
    raze_at_home: int = RAZE_PRICE_AT_HOME
    first_razing_turn: int = FIRST_RAZING_TURN
    transfer_fee: int = TRANSFER_FEE
    salvage: int = SALVAGE
    orders_cap: int = MOST_ORDERS
    messages_cap: int = MOST_MESSAGES
    message_cap: int = MESSAGE_CAP
    notes_cap: int = NOTES_CAP


PRICES = Prices()


@dataclass(frozen=True, slots=True)
class Public:
    """What everybody sees. `standing` is best first."""

    turn: int
    turns: int
    variant: Variant
    contingent_claims: bool
    board: Board
    standing: tuple[Standing, ...]

    @property
    def prices(self) -> Prices:
        """The numbers of the game."""
        return PRICES

    @property
    def razing(self) -> bool:
        """Whether razes are legal yet."""
        return self.turn >= FIRST_RAZING_TURN

    @property
    def turns_left(self) -> int:
        """Turns to be played after this one."""
        return self.turns - self.turn

    @property
    def pool(self) -> int:
        """What the board would pay a turn at full claim."""
        return self.board.pool

    @property
    def map(self) -> tuple[str, ...]:
        """The whole board, one line a row of constant r, q ascending; a cell is `render_cell`."""
        lines = []
        for r in range(-RADIUS, RADIUS + 1):
            row = [q for q, other in COORDINATES if other == r]
            cells = " ".join(render_cell(self.board, NUMBERS[f"{q},{r}"]) for q in row)
            lines.append(f"r={r} q={row[0]}..{row[-1]}: {cells}")
        return tuple(lines)


def render_cell(board: Board, tile: int) -> str:
    """A tile in three or four signs: effective yield, ``c`` when cracked, owner or ``--``; rubble is ``###``."""
    if board.rubble >> tile & 1:
        return "###"
    owner = board.owner(tile)
    return f"{board.worth(tile)}{'c' if board.cracked >> tile & 1 else ''}{'--' if owner == NOBODY else TAGS[owner]}"


def public(state: State) -> Public:
    """What everybody sees of a position."""
    board, options = state.board, state.options
    standing = tuple(
        Standing(
            rank=rank,
            power=ALIASES[seat],
            hearth=KEYS[HEARTHS[seat]],
            life=state.lives[seat],
            tiles=board.lands[seat].bit_count(),
            income=state.reports[seat].income,
            pays=board.income(board.lands[seat]),
            score=state.scores[seat],
            razes=state.razes[seat],
        )
        for rank, seat in enumerate(state.ranking, 1)
    )
    return Public(state.turn, options.turns, Variant(options.variant), options.contingent_claims, board, standing)
