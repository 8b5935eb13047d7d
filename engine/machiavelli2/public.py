"""The board common to all, with names and texts: the `public` object of every request.

`Public` reads a `Board`, which holds nothing but what everybody may see; names
and texts are made when they are looked at. Powers are upper-case names, areas
codes, units texts (``A VEN``), seasons lower-case words.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.conflict.orders import NONE
from engine.machiavelli2 import rules
from engine.machiavelli2.income import city_income
from engine.machiavelli2.map.names import TITLES
from engine.machiavelli2.map.theatre import AUTONOMOUS
from engine.machiavelli2.scoring import cities_total
from engine.machiavelli2.state import Board, Season, Stage, ranked
from engine.press_reading import BROADCAST_CAP, LETTER_CAP, NOTES_CAP, PLEDGES_CAP

FREE = "AUTONOMOUS"


def owner_name(board: Board, power: int) -> str:
    """A power's name, ``AUTONOMOUS``, or empty for nobody."""
    return FREE if power == AUTONOMOUS else board.power_name(power)


@dataclass(frozen=True, slots=True)
class Prices:
    """Every number a player needs, in ducats unless said; text caps count characters."""

    relief: int = rules.RELIEF_COST
    pacify: int = rules.PACIFY_COST
    counter: int = rules.STEP
    free_disband: int = rules.FREE_DISBAND_COST
    free_buy: int = rules.FREE_BUY_COST
    autonomy: int = rules.AUTONOMY_COST
    disband: int = rules.DISBAND_COST
    buy: int = rules.BUY_COST
    rebellion: int = rules.REBELLION_COST
    rebellion_home: int = rules.REBELLION_AT_HOME_COST
    assassin: int = rules.ASSASSIN_COST
    assassin_chances: int = rules.ASSASSIN_CHANCES
    die: int = rules.DIE
    upkeep: tuple[int, ...] = rules.UPKEEP
    factor: int = rules.MAJOR_CITY_FACTOR
    loan_most: int = rules.LOAN_MOST
    loan_years: int = rules.LOAN_YEARS
    province: int = rules.PROVINCE_INCOME
    sea: int = rules.SEA_INCOME
    step: int = rules.STEP
    expenses_cap: int = rules.EXPENSES_CAP
    strong: int = max(rules.STRENGTH)
    sieges: int = 2
    broadcast_cap: int = BROADCAST_CAP
    letter_cap: int = LETTER_CAP
    notes_cap: int = NOTES_CAP
    pledges_cap: int = PLEDGES_CAP


PRICES = Prices()


@dataclass(frozen=True, slots=True)
class Site:
    """An area as it stands.

    `kind` is land, sea or venice; `city` its ducats or 0 without one, `pays` what
    it brings as things stand; `home` is the country it belongs to, `mark` who
    bears that now; `unit` stands in the province, `garrison` in the city. Markers
    are `siege`, `rebels`, `city_rebels`, `famine`.
    """

    code: str
    name: str
    kind: str
    city: int
    walls: bool
    port: bool
    pays: int
    home: str
    mark: str
    owner: str
    city_owner: str
    unit: str
    unit_owner: str
    garrison: str
    garrison_owner: str
    siege: bool
    rebels: bool
    city_rebels: bool
    famine: bool
    shut: bool
    armies: tuple[str, ...]
    fleets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Debt:
    """What is owed to the bank, `seasons` from now."""

    seasons: int
    ducats: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A power as everybody sees it; `chits` are the powers whose lives it may try, `score` as of now."""

    power: str
    title: str
    cities: tuple[str, ...]
    provinces: tuple[str, ...]
    units: tuple[str, ...]
    ducats: int
    debts: tuple[Debt, ...]
    barred: bool
    chits: tuple[str, ...]
    score: float
    eliminated: bool


@dataclass(frozen=True, slots=True)
class Loose:
    """A unit that has to retreat, and whose it is."""

    unit: str
    power: str


@dataclass(frozen=True, slots=True)
class Public:
    """The board common to all, equal for every power in a batch."""

    board: Board

    @property
    def phase(self) -> str:
        """The id of this batch."""
        return self.board.phase

    @property
    def scenario(self) -> str:
        """The scenario's title."""
        return self.board.theatre.title

    @property
    def year(self) -> int:
        """The year played."""
        return self.board.year

    @property
    def first_year(self) -> int:
        """The first year."""
        return self.board.theatre.year

    @property
    def season(self) -> str:
        """spring, summer, fall, or winter."""
        return "winter" if self.board.stage is Stage.ADJUSTMENTS else self.board.season.name.lower()

    @property
    def stage(self) -> str:
        """press, orders, retreats or adjustments."""
        return self.board.stage.name.lower()

    @property
    def last_year(self) -> int:
        """The last year played."""
        return self.board.theatre.year + self.board.options.years - 1

    @property
    def years(self) -> int:
        """How many years an episode lasts."""
        return self.board.options.years

    @property
    def seasons_left(self) -> int:
        """Campaigns still to be played, this one included."""
        year = (
            (Season.SPRING, Season.SUMMER, Season.FALL) if self.board.options.summer else (Season.SPRING, Season.FALL)
        )
        rest = 0 if self.board.stage is Stage.ADJUSTMENTS else len(year) - year.index(self.board.season)
        return (self.last_year - self.year) * len(year) + rest

    @property
    def press(self) -> bool:
        """Whether this episode has press windows."""
        return self.board.options.press

    @property
    def money(self) -> bool:
        """Whether there are ducats."""
        return self.board.options.money

    @property
    def dice(self) -> bool:
        """Whether dice are rolled for what countries yield."""
        return self.board.options.dice

    @property
    def lends(self) -> bool:
        """Whether there is a bank."""
        return self.board.options.lends

    @property
    def murders(self) -> bool:
        """Whether assassins can be hired."""
        return self.board.options.murders

    @property
    def famine_played(self) -> bool:
        """Whether famine can strike."""
        return self.board.options.strikes("famine")

    @property
    def plague_played(self) -> bool:
        """Whether plague can strike."""
        return self.board.options.strikes("plague")

    @property
    def storms_played(self) -> bool:
        """Whether storms can strike."""
        return self.board.options.strikes("storms")

    @property
    def special_units(self) -> bool:
        """Whether there are militia, mercenaries and professionals."""
        return self.money and self.board.options.special_units

    @property
    def garrisons(self) -> bool:
        """Whether cities can be garrisoned."""
        return self.board.options.garrisons

    @property
    def adjacency(self) -> bool:
        """Whether bribes need a unit nearby."""
        return self.board.options.adjacency

    @property
    def coastal_convoys(self) -> bool:
        """Whether fleets convoy from provinces too."""
        return self.board.options.coastal_convoys

    @property
    def field_disbands(self) -> bool:
        """Whether units can be ordered to disband."""
        return self.board.options.field_disbands

    @property
    def threshold(self) -> int:
        """The number of cities that wins now: a tie at the top has raised it."""
        return self.board.threshold

    @property
    def threshold_first(self) -> int:
        """The number of cities that wins at first."""
        return self.board.options.cities_to_win

    @property
    def summer(self) -> bool:
        """Whether Summer is played."""
        return self.board.options.summer

    @property
    def cities_total(self) -> int:
        """The cities of the scenario."""
        return cities_total(self.board)

    @property
    def prices(self) -> Prices:
        """The numbers of the game."""
        return PRICES

    @property
    def powers(self) -> tuple[Standing, ...]:
        """All powers, by index."""
        return tuple(standing(self.board, power) for power in self.board.everyone)

    @property
    def sites(self) -> tuple[Site, ...]:
        """All areas that can be entered, in code order."""
        theatre = self.board.theatre
        return tuple(site(self.board, area) for area in range(theatre.n) if area not in theatre.shut)

    @property
    def free(self) -> tuple[str, ...]:
        """Autonomous units."""
        board = self.board
        return tuple(board.unit_text(place) for place in board.units(AUTONOMOUS))

    @property
    def unowned(self) -> tuple[str, ...]:
        """Cities no power controls, in code order."""
        board = self.board
        return codes(
            board, (a for a in board.theatre.towns if board.city_owners[a] < 0 and a not in board.theatre.shut)
        )

    @property
    def sieges(self) -> tuple[str, ...]:
        """Areas whose city was besieged last season."""
        return codes(self.board, self.board.sieges)

    @property
    def rebels(self) -> tuple[str, ...]:
        """Areas in rebellion, in the province or the city."""
        return codes(self.board, self.board.rebels | self.board.city_rebels)

    @property
    def famine(self) -> tuple[str, ...]:
        """Areas in famine."""
        return codes(self.board, self.board.famine)

    @property
    def dislodged(self) -> tuple[Loose, ...]:
        """Units that have to retreat."""
        board = self.board
        return tuple(
            Loose(ranked(board.theatre.unit_text(each.unit), each.rank), board.power_name(each.owner))
            for each in board.dislodged
        )


def codes(board: Board, areas: Iterable[int]) -> tuple[str, ...]:
    """Areas as their codes, ascending."""
    return tuple(board.theatre.codes[area] for area in sorted(areas))


def standing(board: Board, power: int) -> Standing:
    """A power's line in the standings."""
    owned = (area for area in board.theatre.provinces if board.owners[area] == power)
    return Standing(
        power=board.power_name(power),
        title=TITLES[board.power_name(power)],
        cities=codes(board, board.cities(power)),
        provinces=codes(board, owned),
        units=tuple(map(board.unit_text, board.units(power))),
        ducats=board.treasuries[power],
        debts=tuple(
            Debt(seasons, loan.principal + loan.interest)
            for seasons, loan in enumerate(board.loans[power])
            if loan.principal or loan.interest
        ),
        barred=board.barred[power],
        chits=tuple(board.power_name(other) for other in board.everyone if board.chits[power] >> other & 1),
        score=len(board.cities(power)) / cities_total(board),
        eliminated=board.eliminated[power],
    )


def site(board: Board, area: int) -> Site:
    """An area with what stands in it."""
    theatre = board.theatre
    city, country = theatre.cities[area], theatre.country[area]
    inside = theatre.city_of[area]
    return Site(
        code=theatre.codes[area],
        name=theatre.names[area],
        kind="sea" if theatre.sea[area] else "venice" if area == theatre.venice else "land",
        city=0 if city is None else city.income,
        walls=inside != NONE,
        port=theatre.is_port(area),
        pays=city_income(board, area) if board.options.money else 0,
        home="" if country == NONE else theatre.countries[country].name,
        mark=owner_name(board, board.marks[area]),
        owner=owner_name(board, board.owners[area]),
        city_owner=owner_name(board, board.city_owners[area]),
        unit=_unit(board, area),
        unit_owner=owner_name(board, board.forces.owners[area]),
        garrison=_unit(board, inside),
        garrison_owner=owner_name(board, board.garrison(area)),
        siege=area in board.sieges,
        rebels=area in board.rebels,
        city_rebels=area in board.city_rebels,
        famine=area in board.famine,
        shut=area in theatre.shut,
        armies=codes(board, theatre.army_reach[area]),
        fleets=codes(board, theatre.fleet_reach[area]),
    )


def _unit(board: Board, place: int) -> str:
    return "" if place == NONE or board.forces.units[place] == NONE else board.unit_text(place)
