"""The board common to all, with names and texts: the `public` object of every request.

`Public` reads a `Board`, which holds nothing but what everybody may see; names
and texts are made when they are looked at. Powers are upper-case names,
provinces codes, units texts (``A VEN``), seasons lower-case words.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cogiavelli import rules
from engine.cogiavelli.map.italy import GEOGRAPHY, HOMES, IS_CITY, POWERS, TITLES
from engine.cogiavelli.state import EVERYONE, Board, Season, score, unit_text
from engine.conflict.orders import NONE
from engine.press_reading import BROADCAST_CAP, LETTER_CAP, NOTES_CAP, PLEDGES_CAP


def power_name(power: int) -> str:
    """A power's name, or an empty text for nobody."""
    return "" if power == NONE else POWERS[power]


def codes(provinces: tuple[int, ...]) -> tuple[str, ...]:
    """Provinces as their codes."""
    return tuple(GEOGRAPHY.codes[province] for province in provinces)


@dataclass(frozen=True, slots=True)
class Prices:
    """Every number a player needs, in ducats unless said; text caps count characters."""

    city_income: int = rules.CITY_INCOME
    variable_most: int = rules.VARIABLE_INCOME - 1
    upkeep: int = rules.UNIT_UPKEEP
    build: int = rules.BUILD_COST
    disband: int = rules.DISBAND_COST
    buy: int = rules.BUY_COST
    stake_least: int = rules.STAKE_LEAST
    stake_most: int = rules.STAKE_MOST
    stake_sides: int = rules.DIE * rules.DIE
    conquest_cities: int = rules.CONQUEST_CITIES
    cities_total: int = rules.CITIES_TOTAL
    treasury_counted: int = rules.TREASURY_COUNTED
    spend_cap: int = rules.SPEND_CAP
    builds_cap: int = rules.BUILDS_CAP
    rebel_sides: int = rules.DIE
    famine_provinces: int = rules.FAMINE_PROVINCES
    broadcast_cap: int = BROADCAST_CAP
    letter_cap: int = LETTER_CAP
    notes_cap: int = NOTES_CAP
    pledges_cap: int = PLEDGES_CAP


PRICES = Prices()


@dataclass(frozen=True, slots=True)
class Site:
    """One of the 42 areas as it stands.

    `kind` is inland, coastal or sea; `home` and `owner` are powers or empty, as
    are `unit` and `unit_owner`; `armies` and `fleets` are the codes next to it on
    the two graphs.
    """

    code: str
    name: str
    kind: str
    city: bool
    home: str
    owner: str
    unit: str
    unit_owner: str
    famine: bool
    plague: bool
    armies: tuple[str, ...]
    fleets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A power as everybody sees it; `score` is what it would get if the episode ended now without a conquest."""

    power: str
    title: str
    cities: tuple[str, ...]
    units: tuple[str, ...]
    ducats: int
    score: float
    eliminated: bool
    silenced: bool


@dataclass(frozen=True, slots=True)
class Public:
    """The board common to all, equal for every power in a batch."""

    board: Board

    @property
    def phase(self) -> str:
        """The id of this batch."""
        return self.board.phase

    @property
    def year(self) -> int:
        """The year played."""
        return self.board.year

    @property
    def season(self) -> str:
        """spring, summer or autumn."""
        return self.board.season.name.lower()

    @property
    def stage(self) -> str:
        """press or orders."""
        return self.board.stage.name.lower()

    @property
    def press(self) -> bool:
        """Whether this episode has press windows."""
        return self.board.options.press

    @property
    def years(self) -> int:
        """How many years an episode lasts."""
        return self.board.options.years

    @property
    def last_year(self) -> int:
        """The last year played."""
        return self.board.last_year

    @property
    def seasons_left(self) -> int:
        """Seasons still to be played, this one included."""
        return (self.last_year - self.year) * len(Season) + len(Season) - self.board.season

    @property
    def winter_follows(self) -> bool:
        """Whether Winter comes right after this season."""
        return self.board.season is Season.AUTUMN

    @property
    def famine(self) -> tuple[str, ...]:
        """The provinces in famine this year."""
        return codes(self.board.famine)

    @property
    def plague(self) -> str:
        """The city struck by plague this year, or empty."""
        return "" if self.board.plague == NONE else GEOGRAPHY.codes[self.board.plague]

    @property
    def prices(self) -> Prices:
        """The numbers of the game."""
        return PRICES

    @property
    def powers(self) -> tuple[Standing, ...]:
        """All six, by power index."""
        return tuple(standing(self.board, power) for power in EVERYONE)

    @property
    def sites(self) -> tuple[Site, ...]:
        """All 42 areas, in code order."""
        return tuple(site(self.board, province) for province in range(GEOGRAPHY.n))

    @property
    def unowned(self) -> tuple[str, ...]:
        """The cities nobody owns, in code order."""
        return codes(self.board.cities(NONE))


def standing(board: Board, power: int) -> Standing:
    """A power's line in the standings."""
    cities = board.cities(power)
    return Standing(
        power=POWERS[power],
        title=TITLES[power],
        cities=codes(cities),
        units=tuple(unit_text(board.forces.units[province]) for province in board.units(power)),
        ducats=board.treasuries[power],
        score=score(len(cities), board.treasuries[power]),
        eliminated=board.eliminated[power],
        silenced=board.silenced[power],
    )


def site(board: Board, province: int) -> Site:
    """A province with what stands in it."""
    unit = board.forces.units[province]
    return Site(
        code=GEOGRAPHY.codes[province],
        name=GEOGRAPHY.names[province],
        kind=GEOGRAPHY.places[province].kind.value,
        city=IS_CITY[province],
        home=power_name(HOMES[province]),
        owner=power_name(board.owners[province]),
        unit="" if unit == NONE else unit_text(unit),
        unit_owner=power_name(board.forces.owners[province]),
        famine=province in board.famine,
        plague=province == board.plague,
        armies=codes(GEOGRAPHY.army_reach[province]),
        fleets=codes(GEOGRAPHY.fleet_reach[province]),
    )
