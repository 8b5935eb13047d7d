"""A position of Cogplomacy: the board all can see, open pledges, counts, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import lru_cache
from operator import sub
from typing import NamedTuple

from engine.cogplomacy import rules
from engine.cogplomacy.map.board import GEOGRAPHY, POWERS
from engine.cogplomacy.map.europe import CENTRES, HOME_OF, HOMES, OPENING
from engine.conflict.orders import NONE, Forces
from engine.conflict.resolve import Dislodgement
from engine.conflict.rulebook import HOUSE, RULEBOOKS, Rulebook
from engine.game import Outcome
from engine.press import Pledge

EVERYONE = range(len(POWERS))

_ROWS_KEPT = 16


class Moment(IntEnum):
    """The seven phases of a year, in order; those in which nobody has anything to decide are passed over."""

    SPRING_PRESS = 1
    SPRING_ORDERS = 2
    SPRING_RETREATS = 3
    FALL_PRESS = 4
    FALL_ORDERS = 5
    FALL_RETREATS = 6
    WINTER_ADJUSTMENTS = 7

    @property
    def season(self) -> str:
        """spring, fall or winter."""
        return _WORDS[self][0]

    @property
    def stage(self) -> str:
        """press, orders, retreats or adjustments: the kind of its requests."""
        return _WORDS[self][1]


_WORDS = ((), *(moment.name.lower().split("_") for moment in Moment))
"""Season and stage by number."""
_NAMES = tuple("-".join(words) for words in _WORDS)
"""A moment in the id of a phase, by number: ``spring-press``."""


class Ending(Enum):
    """Why an episode ended."""

    SOLO = "solo"
    COMPLETE = "complete"
    DEADLINE = "deadline"


@dataclass(frozen=True, slots=True)
class Options:
    """`years` played, 1..12, whether there is `press`, and the edition of the rules: house or datc."""

    years: int = rules.YEARS_DEFAULT
    press: bool = True
    rulebook: str = HOUSE.name

    def __post_init__(self) -> None:
        if type(self.years) is not int or not rules.YEARS_LEAST <= self.years <= rules.YEARS_MOST:
            raise ValueError(
                f"years must be a whole number from {rules.YEARS_LEAST} to {rules.YEARS_MOST}, not {self.years!r}"
            )
        if type(self.press) is not bool:
            raise ValueError(f"press must be true or false, not {self.press!r}")
        if type(self.rulebook) is not str or self.rulebook not in RULEBOOKS:
            raise ValueError(f"rulebook must be one of {', '.join(RULEBOOKS)}, not {self.rulebook!r}")

    @property
    def edition(self) -> Rulebook:
        """The rulebook named."""
        return RULEBOOKS[self.rulebook]


class Beaten(NamedTuple):
    """A dislodged unit that has not retreated yet, and the spaces it may go to by code."""

    lost: Dislodgement
    options: tuple[int, ...]


class Board(NamedTuple):
    """All that every power may see. `owners` is by province: the power owning that centre, or `NONE`.

    `beaten` are the dislodged by province lost, in a retreat phase only; `forces` stand without them.
    """

    options: Options
    year: int
    moment: Moment
    forces: Forces
    owners: tuple[int, ...]
    eliminated: tuple[bool, ...] = (False,) * len(POWERS)
    beaten: tuple[Beaten, ...] = ()

    @property
    def phase(self) -> str:
        """The id of the batch that is asked now: ``1901-spring-press``."""
        return f"{self.year}-{_NAMES[self.moment]}"

    @property
    def last_year(self) -> int:
        """The year in which the episode is complete."""
        return rules.START_YEAR + self.options.years - 1

    def centres(self, power: int) -> tuple[int, ...]:
        """The centres a power owns (of `NONE`: nobody's), in code order."""
        owners = self.owners
        return tuple([centre for centre in CENTRES if owners[centre] == power])

    def units(self, power: int) -> tuple[int, ...]:
        """The provinces holding a power's units, in code order; the dislodged not among them."""
        return self.forces.owned(power)

    def living(self) -> tuple[int, ...]:
        """The powers not eliminated."""
        return tuple([power for power in EVERYONE if not self.eliminated[power]])

    def due(self, power: int) -> int:
        """Step 11: centres minus units, which is what may be built or, below 0, must be disbanded."""
        return self.dues()[power]

    def dues(self) -> tuple[int, ...]:
        """`due` of every power."""
        return tuple(map(sub, counted(self.owners), counted(self.forces.owners)))

    def sites(self, power: int) -> tuple[int, ...]:
        """Step 11: the vacant home centres a power still owns, in code order."""
        owners, units = self.owners, self.forces.units
        return tuple([home for home in HOME_OF[power] if owners[home] == power and units[home] == NONE])

    def to_retreat(self, power: int) -> tuple[Beaten, ...]:
        """A power's dislodged units that have somewhere to go."""
        return tuple(beaten for beaten in self.beaten if beaten.lost.owner == power and beaten.options)


class Tally(NamedTuple):
    """What is counted of one power over an episode, for the figures of a league."""

    stabs_given: int = 0
    stabs_suffered: int = 0
    pledges_made: int = 0
    pledges_kept: int = 0
    letters: int = 0
    units_lost: int = 0
    units_built: int = 0
    centres_taken: int = 0
    centres_lost: int = 0


class State(NamedTuple):
    """The board, the pledges of this season, counts, and how it ended."""

    board: Board
    pledges: tuple[Pledge, ...] = ()
    tallies: tuple[Tally, ...] = (Tally(),) * len(POWERS)
    outcome: Outcome | None = None


@lru_cache(_ROWS_KEPT)
def counted(owners: tuple[int, ...]) -> tuple[int, ...]:
    """How many places of a row are each power's, by power; asked several times of the same centres and units."""
    numbers = [0] * (len(POWERS) + 1)
    for power in owners:
        numbers[power] += 1  # nobody's, at -1, are counted last
    return tuple(numbers[:-1])


def opening(options: Options) -> Board:
    """The board of Spring 1901."""
    return Board(options, rules.START_YEAR, Moment.SPRING_PRESS, OPENING, HOMES)


def asked(board: Board) -> tuple[int, ...]:
    """The powers that have something to decide in this phase.

    Press: the living, when there is press at all. Orders: who has units. Retreats:
    who has a dislodged unit with somewhere to go. Adjustments: who owes disbands,
    or may build and has a vacant home centre.
    """
    stage = board.moment.stage
    if stage == "press":
        return board.living() if board.options.press else ()
    if stage == "orders":
        return tuple(sorted(set(board.forces.owners) - {NONE}))
    if stage == "retreats":
        return tuple(sorted({beaten.lost.owner for beaten in board.beaten if beaten.options}))
    return tuple([power for power, due in enumerate(board.dues()) if due < 0 or (due > 0 and board.sites(power))])


def soloist(board: Board) -> int:
    """The power with 18 centres, or the only one that owns any; else `NONE`."""
    owned = counted(board.owners)
    most = max(owned)
    alone = most == sum(owned) > 0
    return owned.index(most) if alone or most >= rules.SOLO_CENTRES else NONE


def scores(state: State) -> tuple[float, ...]:
    """By power: 1 and 0 after a solo, else the share of all 34 centres on the board as it stands."""
    outcome = state.outcome
    if outcome is not None and outcome.ending is Ending.SOLO:
        return tuple(float(name == outcome.winner) for name in POWERS)
    return tuple(centres / rules.CENTRES_TOTAL for centres in counted(state.board.owners))


def codes(provinces: tuple[int, ...]) -> tuple[str, ...]:
    """Provinces or spaces as their codes."""
    return tuple(GEOGRAPHY.spaces[province] for province in provinces)


def power_name(power: int) -> str:
    """A power's name, or an empty text for nobody."""
    return "" if power == NONE else POWERS[power]
