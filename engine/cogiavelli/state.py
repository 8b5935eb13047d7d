"""A position of Cogiavelli: the board all can see, and what only the server knows."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum, IntEnum

from engine.cogiavelli import rules
from engine.cogiavelli.map.board import STARTING_UNITS
from engine.cogiavelli.map.italy import CITIES, GEOGRAPHY, HOMES, POWERS
from engine.conflict.orders import LETTERS, NONE, Forces
from engine.dice import Dice
from engine.game import Outcome
from engine.press import Pledge

EVERYONE = range(len(POWERS))
"""Every power's index, eliminated or not."""
STREAM = "dice"
"""The one stream of shocks."""


class Season(IntEnum):
    """The three seasons in which decisions are asked."""

    SPRING = 0
    SUMMER = 1
    AUTUMN = 2


class Stage(IntEnum):
    """The two batches of a season."""

    PRESS = 0
    ORDERS = 1


class Ending(Enum):
    """Why an episode ended."""

    CONQUEST = "conquest"
    COMPLETE = "complete"
    DEADLINE = "deadline"


@dataclass(frozen=True, slots=True)
class Options:
    """`years` played, 1..10, and whether there is a `press` window each season."""

    years: int = rules.YEARS_DEFAULT
    press: bool = True

    def __post_init__(self) -> None:
        if type(self.years) is not int or not rules.YEARS_LEAST <= self.years <= rules.YEARS_MOST:
            raise ValueError(
                f"years must be a whole number from {rules.YEARS_LEAST} to {rules.YEARS_MOST}, not {self.years!r}"
            )
        if type(self.press) is not bool:
            raise ValueError(f"press must be true or false, not {self.press!r}")


@dataclass(frozen=True, slots=True)
class Board:
    """All that every power may see.

    `owners` is by province: the power owning that city, or `NONE`. `treasuries`,
    `silenced` (struck last season: writes nothing in this one's press window) and
    `eliminated` are by power. `famine` and `plague` are provinces of this year, `plague` `NONE` until
    Summer draws it.
    """

    options: Options
    year: int
    season: Season
    stage: Stage
    forces: Forces
    owners: tuple[int, ...]
    treasuries: tuple[int, ...]
    silenced: tuple[bool, ...] = (False,) * len(POWERS)
    eliminated: tuple[bool, ...] = (False,) * len(POWERS)
    famine: tuple[int, ...] = ()
    plague: int = NONE

    @property
    def phase(self) -> str:
        """The id of the batch that is asked now: ``1499-spring-press``."""
        return f"{self.year}-{self.season.name.lower()}-{self.stage.name.lower()}"

    @property
    def winter(self) -> str:
        """The id of this year's Winter: ``1499-winter``."""
        return f"{self.year}-winter"

    @property
    def last_year(self) -> int:
        """The year in which the episode is complete."""
        return rules.START_YEAR + self.options.years - 1

    def cities(self, power: int) -> tuple[int, ...]:
        """The cities a power owns, in code order."""
        owners = self.owners
        return tuple([city for city in CITIES if owners[city] == power])

    def units(self, power: int) -> tuple[int, ...]:
        """The provinces holding a power's units, in code order."""
        return self.forces.owned(power)

    def living(self) -> tuple[int, ...]:
        """The powers not eliminated."""
        return tuple(power for power in EVERYONE if not self.eliminated[power])


@dataclass(frozen=True, slots=True)
class Tally:
    """What is counted of one power over an episode, for the figures of a league."""

    stabs_given: int = 0
    stabs_suffered: int = 0
    pledges_made: int = 0
    pledges_kept: int = 0
    letters: int = 0
    gifts: int = 0
    bribes: int = 0
    bribes_won: int = 0
    daggers: int = 0
    daggers_won: int = 0
    units_lost: int = 0
    units_built: int = 0
    cities_taken: int = 0
    cities_lost: int = 0


TALLIED = tuple(field.name for field in fields(Tally))


@dataclass(frozen=True, slots=True)
class State:
    """The board, the stream of shocks, the pledges of this season, counts, and how it ended."""

    board: Board
    dice: Dice
    pledges: tuple[Pledge, ...] = ()
    tallies: tuple[Tally, ...] = (Tally(),) * len(POWERS)
    outcome: Outcome | None = None


def opening(options: Options) -> Board:
    """The board of Spring 1499, before the first famine is drawn."""
    forces = Forces.of(
        GEOGRAPHY,
        (
            (unit_of(GEOGRAPHY.ids[text[2:]], LETTERS.index(text[0])), power)
            for power, name in enumerate(POWERS)
            for text in STARTING_UNITS[name]
        ),
    )
    return Board(
        options=options,
        year=rules.START_YEAR,
        season=Season.SPRING,
        stage=Stage.PRESS if options.press else Stage.ORDERS,
        forces=forces,
        owners=HOMES,
        treasuries=(rules.START_TREASURY,) * len(POWERS),
    )


def unit_of(province: int, kind: int) -> int:
    """The unit of a kind standing in a province; this board has no split coasts."""
    return province * 2 + kind


def unit_text(unit: int) -> str:
    """A unit as players write it: ``A VEN``."""
    return f"{LETTERS[unit & 1]} {GEOGRAPHY.codes[unit >> 1]}"


def conqueror(board: Board) -> int:
    """The power that has conquered Italy, or `NONE`: 12 cities (lower index first), or the only owner of any."""
    owned = [board.owners.count(power) for power in EVERYONE]
    for power in EVERYONE:
        if owned[power] >= rules.CONQUEST_CITIES:
            return power
    owning = [power for power in EVERYONE if owned[power]]
    return owning[0] if len(owning) == 1 else NONE


def score(cities: int, ducats: int) -> float:
    """City share plus treasury, in [0, 1]: a full treasury is worth one city."""
    return min(1.0, (cities + min(ducats, rules.TREASURY_COUNTED) / rules.TREASURY_COUNTED) / rules.CITIES_TOTAL)


def scores(state: State) -> tuple[float, ...]:
    """By power: 1 and 0 after a conquest, else city share plus treasury on the board as it stands."""
    outcome = state.outcome
    if outcome is not None and outcome.ending is Ending.CONQUEST:
        return tuple(float(name == outcome.winner) for name in POWERS)
    board = state.board
    return tuple(score(len(board.cities(power)), board.treasuries[power]) for power in EVERYONE)
