"""A position of Machiavelli 2: the board all can see, and what only the server knows."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum, IntEnum
from functools import cached_property

from engine.conflict.orders import ARMY, FLEET, NONE, Forces, Unit
from engine.dice import Dice
from engine.game import Outcome
from engine.machiavelli2 import rules
from engine.machiavelli2.map.theatre import Theatre, theatre
from engine.machiavelli2.options import Options
from engine.press import Pledge

STREAM = "dice"
"""The one stream of dice."""

ORDINARY, MILITIA, MERCENARY, PROFESSIONAL = range(4)
RANK_WORDS = ("", "CM", "EM", "EP")
"""How a special unit is told apart from an ordinary one: ``EM A PAD``."""


class Season(IntEnum):
    """The three campaigns of a year."""

    SPRING = 0
    SUMMER = 1
    FALL = 2


class Stage(IntEnum):
    """The batches of a campaign, and the adjustments that end a year."""

    PRESS = 0
    ORDERS = 1
    RETREATS = 2
    ADJUSTMENTS = 3


class Ending(Enum):
    """Why an episode ended."""

    VICTORY = "victory"
    ELIMINATION = "elimination"
    COMPLETE = "complete"
    DEADLINE = "deadline"


@dataclass(frozen=True, slots=True)
class Dislodged:
    """A unit driven out: where it stood, whose and of which rank it is, the areas it can retreat to.

    Its own area among them is the city there.
    """

    unit: Unit
    owner: int
    rank: int
    options: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Loan:
    """Principal and interest due in one of the next six seasons."""

    principal: int = 0
    interest: int = 0


NO_LOANS = (Loan(),) * (rules.SEASONS * rules.LOAN_YEARS)


@dataclass(frozen=True)
class Board:
    """All that every power may see.

    - `ranks`: by place, of the unit there
    - `owners`, `city_owners`: who controls a province and the city in it, by area; `marks`: whose home
      country it is now. Each a power, `NONE` or `AUTONOMOUS`
    - `sieges`: areas whose city was besieged this season; `rebels`, `city_rebels`: areas in rebellion;
      `famine`: areas without food
    - by power: `treasuries`, `loans` (by season, the first is due now), `barred` (defaulted: never to
      borrow again), `chits` (bit mask of possible victims), `eliminated`
    - `dislodged` wait to retreat, by area; `alliances` of this season are (power, friend) whose fleets
      in Messina let the friend's pass; `threshold` is the number of cities that wins
    """

    options: Options
    year: int
    season: Season
    stage: Stage
    forces: Forces
    ranks: tuple[int, ...]
    owners: tuple[int, ...]
    city_owners: tuple[int, ...]
    marks: tuple[int, ...]
    treasuries: tuple[int, ...]
    loans: tuple[tuple[Loan, ...], ...]
    barred: tuple[bool, ...]
    chits: tuple[int, ...]
    eliminated: tuple[bool, ...]
    threshold: int
    sieges: frozenset[int] = frozenset()
    rebels: frozenset[int] = frozenset()
    city_rebels: frozenset[int] = frozenset()
    famine: frozenset[int] = frozenset()
    dislodged: tuple[Dislodged, ...] = ()
    alliances: frozenset[tuple[int, int]] = frozenset()

    @cached_property
    def theatre(self) -> Theatre:
        """The tables of the scenario."""
        return theatre(self.options.scenario)

    @property
    def phase(self) -> str:
        """The id of the batch that is asked now: ``1454-spring-orders``, ``1454-winter``."""
        if self.stage is Stage.ADJUSTMENTS:
            return f"{self.year}-winter"
        return f"{self.year}-{self.season.name.lower()}-{self.stage.name.lower()}"

    @property
    def everyone(self) -> range:
        """Every power's index, eliminated or not."""
        return range(len(self.theatre.powers))

    def living(self) -> tuple[int, ...]:
        """The powers not eliminated."""
        return tuple(power for power in self.everyone if not self.eliminated[power])

    def power_name(self, power: int) -> str:
        """A power's name, empty for nobody."""
        return self.theatre.powers[power] if power >= 0 else ""

    def units(self, power: int) -> tuple[int, ...]:
        """The places of a power's units, by code, a garrison after what stands outside."""
        area_of = self.theatre.area_of
        return tuple(sorted(self.forces.owned(power), key=lambda place: (area_of[place], place)))

    def garrison(self, area: int) -> int:
        """Who holds the walls of an area's city, `NONE` without a garrison."""
        place = self.theatre.city_of[area]
        return NONE if place == NONE else self.forces.owners[place]

    def cities(self, power: int) -> tuple[int, ...]:
        """The areas whose city a power controls."""
        return tuple(area for area in self.theatre.towns if self.city_owners[area] == power)

    def unit_text(self, place: int) -> str:
        """The unit in a place, with its rank: ``A PAD``, ``EP G FLO``."""
        return ranked(self.theatre.unit_text(self.forces.units[place]), self.ranks[place])


def ranked(text: str, rank: int) -> str:
    """A unit's text with its rank in front."""
    return f"{RANK_WORDS[rank]} {text}".lstrip()


@dataclass(frozen=True, slots=True)
class Tally:
    """What is counted of one power over an episode, for the figures of a league."""

    stabs_given: int = 0
    stabs_suffered: int = 0
    pledges_made: int = 0
    pledges_kept: int = 0
    letters: int = 0
    payments: int = 0
    bribes: int = 0
    bribes_won: int = 0
    daggers: int = 0
    daggers_won: int = 0
    rebellions_caused: int = 0
    units_lost: int = 0
    units_built: int = 0


TALLIED = tuple(field.name for field in fields(Tally))


@dataclass(frozen=True, slots=True)
class State:
    """The board, the dice, the pledges of this season, counts, and how it ended."""

    board: Board
    dice: Dice
    tallies: tuple[Tally, ...]
    pledges: tuple[Pledge, ...] = ()
    outcome: Outcome | None = None


def opening(options: Options) -> Board:
    """The board of the first Spring."""
    stage = theatre(options.scenario)
    forces = stage.opening()
    if not options.garrisons:
        forces = _without_garrisons(stage, forces)
    everyone = range(len(stage.powers))
    all_chits = sum(1 << power for power in everyone)
    return Board(
        options=options,
        year=stage.year,
        season=Season.SPRING,
        stage=Stage.PRESS if options.press else Stage.ORDERS,
        forces=forces,
        ranks=(ORDINARY,) * stage.geography.n,
        owners=stage.owners,
        city_owners=tuple(NONE if stage.cities[a] is None else stage.owners[a] for a in range(stage.n)),
        marks=stage.marks,
        treasuries=stage.ducats if options.money else (0,) * len(everyone),
        loans=(NO_LOANS,) * len(everyone),
        barred=(False,) * len(everyone),
        chits=tuple(all_chits & ~(1 << power) for power in everyone),
        eliminated=(False,) * len(everyone),
        threshold=options.cities_to_win,
    )


def _without_garrisons(stage: Theatre, forces: Forces) -> Forces:
    """Only what stands in the field; a power's own garrison puts to sea in a port, else stands outside as an army."""
    for place in forces.occupied():
        if place < stage.n:
            continue
        area, owner = stage.area_of[place], forces.owners[place]
        forces = forces.remove(place)
        if owner >= 0 and forces.units[area] == NONE:
            forces = forces.place(area, area * 2 + (FLEET if stage.is_port(area) else ARMY), owner)
    return forces
