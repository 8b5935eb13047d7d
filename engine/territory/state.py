"""What a position of Territory is, and what follows from it alone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.game import Power
from engine.territory.board import Ground, Variant
from engine.territory.hexes import COUNT, EVERYWHERE, HEARTHS, HOMES, REACH, Tiles, gather, spread

ALIASES: tuple[Power, ...] = ("Sable", "Ochre", "Verdant", "Cobalt", "Amber", "Violet", "Teal", "Rose", "Ash")
SEATS = range(len(ALIASES))
NOBODY = -1

STARTING_PAINT = 12
TURNS, MOST_TURNS = 18, 60
FIRST_RAZING_TURN = 4


class Wall(StrEnum):
    """What a tile has come to, in the order in which it goes and never comes back."""

    WALL = "wall"
    CRACKED = "cracked"
    RUBBLE = "rubble"


class Life(StrEnum):
    """A seat struck in two turns running is eliminated."""

    STEADY = "steady"
    STAGGERED = "staggered"
    ELIMINATED = "eliminated"


class Ending(StrEnum):
    """Why an episode ended."""

    COMPLETE = "complete"
    ELIMINATION = "elimination"
    DEADLINE = "deadline"


@dataclass(frozen=True, slots=True)
class Options:
    """What a league may set. Raises ValueError naming the field."""

    turns: int = TURNS
    variant: str = Variant.OPEN.value
    contingent_claims: bool = False

    def __post_init__(self) -> None:
        if type(self.turns) is not int or not 1 <= self.turns <= MOST_TURNS:
            raise ValueError(f"turns: {self.turns!r} is not a whole number in 1..{MOST_TURNS}")
        if self.variant not in tuple(Variant):
            raise ValueError(f"variant: {self.variant!r} is none of {', '.join(Variant)}")
        if type(self.contingent_claims) is not bool:
            raise ValueError(f"contingent_claims: {self.contingent_claims!r} is neither true nor false")


@dataclass(frozen=True, slots=True)
class Board:
    """The tiles, as sets: which are cracked, which rubble, and what each seat owns; all between turns is dry.

    `thrice`, `twice`, `once` are the tiles of yield 3, 2 and 1. `claimed` is the
    turn in which each tile was last claimed, 0 for never.
    """

    yields: tuple[int, ...]
    once: Tiles
    twice: Tiles
    thrice: Tiles
    cracked: Tiles
    rubble: Tiles
    lands: tuple[Tiles, ...]
    claimed: tuple[int, ...]

    def income(self, tiles: Tiles) -> int:
        """The effective yield of a set: walls pay their yield, cracked ones half of it rounded down, rubble nothing."""
        walls, cracked = tiles & ~self.cracked & ~self.rubble, tiles & self.cracked
        return (
            (walls & self.once).bit_count()
            + 2 * (walls & self.twice).bit_count()
            + 3 * (walls & self.thrice).bit_count()
            + (cracked & (self.twice | self.thrice)).bit_count()
        )

    def worth(self, tile: int) -> int:
        """The effective yield of one tile."""
        if self.rubble >> tile & 1:
            return 0
        return self.yields[tile] // 2 if self.cracked >> tile & 1 else self.yields[tile]

    def wall(self, tile: int) -> Wall:
        """What the tile has come to."""
        if self.rubble >> tile & 1:
            return Wall.RUBBLE
        return Wall.CRACKED if self.cracked >> tile & 1 else Wall.WALL

    def owner(self, tile: int) -> int:
        """The seat that owns the tile, or `NOBODY`."""
        return next((seat for seat in SEATS if self.lands[seat] >> tile & 1), NOBODY)

    @property
    def owned(self) -> Tiles:
        """Everything anybody owns."""
        found = 0
        for land in self.lands:
            found |= land
        return found

    @property
    def pool(self) -> int:
        """What the whole board would pay in a turn if every tile were claimed."""
        return self.income(EVERYWHERE)

    def footing(self, seat: int) -> Tiles:
        """Where a seat projects from: its tiles, or its hearth's place while it owns nothing."""
        return self.lands[seat] or 1 << HEARTHS[seat]

    def reach(self, seat: int) -> Tiles:
        """The tiles that are not rubble within reach of a seat."""
        return spread(self.footing(seat), REACH) & ~self.rubble


def make_board(ground: Ground, cracked: Tiles, lands: tuple[Tiles, ...], claimed: tuple[int, ...]) -> Board:
    """A board from its yields and sets."""
    once, twice, thrice = (
        gather(tile for tile, value in enumerate(ground.yields) if value == wanted) for wanted in (1, 2, 3)
    )
    return Board(ground.yields, once, twice, thrice, cracked, ground.rubble, lands, claimed)


@dataclass(frozen=True, slots=True)
class Report:
    """What the last turn did to one seat's paint. `rejected` says why its orders were not played."""

    spent: int = 0
    income: int = 0
    salvage: int = 0
    received: int = 0
    rejected: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """A position before `turn` (from 1) is played. The tuples are by seat."""

    options: Options
    turn: int
    board: Board
    paint: tuple[int, ...]
    scores: tuple[int, ...]
    lives: tuple[Life, ...]
    razes: tuple[int, ...]
    reports: tuple[Report, ...]
    pool_at_start: int
    ending: Ending | None = None

    @property
    def living(self) -> tuple[int, ...]:
        """The seats that still play, ascending."""
        return tuple(seat for seat in SEATS if self.lives[seat] is not Life.ELIMINATED)

    @property
    def ranking(self) -> tuple[int, ...]:
        """All seats, best first: higher score, then fewer razes, then lower seat."""
        return tuple(sorted(SEATS, key=lambda seat: (-self.scores[seat], self.razes[seat], seat)))


def opening(options: Options, ground: Ground) -> State:
    """The start of play: every seat owns its hearth, dry, and holds 12 paint."""
    none = tuple(0 for _ in SEATS)
    board = make_board(ground, 0, tuple(1 << hearth for hearth in HEARTHS), (0,) * COUNT)
    return State(
        options=options,
        turn=1,
        board=board,
        paint=tuple(STARTING_PAINT for _ in SEATS),
        scores=none,
        lives=tuple(Life.STEADY for _ in SEATS),
        razes=none,
        reports=tuple(Report() for _ in SEATS),
        pool_at_start=board.pool,
    )


def surcharged(seat: int, lives: tuple[Life, ...]) -> Tiles:
    """The tiles at home with another living seat, where a raze costs double."""
    found = 0
    for other in SEATS:
        if other != seat and lives[other] is not Life.ELIMINATED:
            found |= HOMES[other]
    return found
