"""What happens in Territory, as events. Seats appear by alias, tiles as ``"q,r"``.

All is public but words to one seat, gifts (giver and receiver), notes, and what
became of a seat's own paint.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.dice import Draw
from engine.game import Event, Power
from engine.territory.board import Variant
from engine.territory.state import Ending, Life, Wall


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardMade(Event):
    """The first event: the seed's digest, the yield drawn for each tile in tile order, and the board after its variant.

    `yields` and `rubble` are what the episode starts from; `pool` is what the
    board would pay a turn at full claim.
    """

    kind: ClassVar[str] = "board_made"
    commitment: str
    variant: Variant
    turns: int
    contingent_claims: bool
    draws: tuple[Draw, ...]
    yields: tuple[int, ...]
    rubble: tuple[str, ...]
    pool: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersRejected(Event):
    """A seat's order set was not played; it holds. Only the seat sees why."""

    kind: ClassVar[str] = "orders_rejected"
    power: Power
    complaint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Razed(Event):
    """A raze: what the tile was and is, whose claim it stripped (None: nobody's), what it cost and paid its razer."""

    kind: ClassVar[str] = "razed"
    power: Power
    tile: str
    before: Wall
    after: Wall
    stripped: Power | None
    cost: int
    salvage: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Struck(Event):
    """A seat was razed inside its home ring by others; `life` is what it is from now on."""

    kind: ClassVar[str] = "struck"
    power: Power
    by: tuple[Power, ...]
    life: Life


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered(Event):
    """A staggered seat was left in peace for a turn and is steady again."""

    kind: ClassVar[str] = "recovered"
    power: Power


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed(Event):
    """A tile has a new owner, who is paid its effective yield from next turn on."""

    kind: ClassVar[str] = "claimed"
    power: Power
    tile: str
    cost: int
    pays: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Smeared(Event):
    """Several seats claimed one free tile: nobody holds it, and all have paid."""

    kind: ClassVar[str] = "smeared"
    powers: tuple[Power, ...]
    tile: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimVoid(Event):
    """A claim, paid in vain: on a tile its owner kept, or on what has become rubble (`owner` None)."""

    kind: ClassVar[str] = "claim_void"
    power: Power
    tile: str
    owner: Power | None
    cost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Transferred(Event):
    """Paint went from one seat to another; only the two of them see it. `lost` when the receiver was eliminated."""

    kind: ClassVar[str] = "transferred"
    power: Power
    to: Power
    amount: int
    lost: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Earned(Event):
    """What a seat earned in a turn, and its score with it."""

    kind: ClassVar[str] = "earned"
    power: Power
    income: int
    salvage: int
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled(Event):
    """A seat's paint at the end of a turn, and how it came to it. Only the seat sees it."""

    kind: ClassVar[str] = "settled"
    power: Power
    spent: int
    income: int
    salvage: int
    received: int
    paint: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Eliminated(Event):
    """A seat is gone: its tiles are free ground, its score is frozen."""

    kind: ClassVar[str] = "eliminated"
    power: Power
    by: tuple[Power, ...]
    freed: tuple[str, ...]
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(Event):
    """The end of a turn: what the board would still pay a turn at full claim."""

    kind: ClassVar[str] = "turn_ended"
    turn: int
    pool: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Event):
    """The end of the episode, with all seats best first: higher score, then fewer razes, then lower seat."""

    kind: ClassVar[str] = "ended"
    ending: Ending
    ranking: tuple[Power, ...]
    scores: tuple[int, ...]
