"""What is one power's own: its units with their legal orders, cities, forecast, targets.

`View` reads the same `Board` as `Public`; names and texts are made when they are
looked at.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cogiavelli import rules
from engine.cogiavelli.map.italy import CITIES, GEOGRAPHY, HOMES, IS_CITY, POWERS, TABLE, TITLES
from engine.cogiavelli.public import Site, codes, site
from engine.cogiavelli.state import Board, Season, unit_of, unit_text
from engine.conflict.legal import legal_orders
from engine.conflict.orders import ARMY, LETTERS, NONE

KINDS = ("army", "fleet")


@dataclass(frozen=True, slots=True)
class OwnUnit:
    """One of a power's units, with its complete legal orders."""

    board: Board
    province: int

    @property
    def unit(self) -> str:
        """``A VEN``."""
        return unit_text(self.board.forces.units[self.province])

    @property
    def kind(self) -> str:
        """army or fleet."""
        return KINDS[self.board.forces.units[self.province] & 1]

    @property
    def site(self) -> Site:
        """Where it stands."""
        return site(self.board, self.province)

    @property
    def famine(self) -> bool:
        """Whether it will disband in Winter if it stays."""
        return self.province in self.board.famine

    @property
    def neighbours(self) -> tuple[str, ...]:
        """Where it can go without a convoy."""
        return codes(reach(self.board.forces.units[self.province]))

    @property
    def orders(self) -> tuple[str, ...]:
        """Every legal order, in exact notation."""
        return tuple(TABLE.text(order) for order in legal_orders(TABLE, self.board.forces, self.province))


@dataclass(frozen=True, slots=True)
class OwnCity:
    """One of a power's cities: what it `pays` next Winter, and whether it `may_rebel` (empty, and not home)."""

    code: str
    name: str
    home: bool
    coastal: bool
    vacant: bool
    pays: int
    may_rebel: bool


@dataclass(frozen=True, slots=True)
class Target:
    """A foreign unit and what it costs undefended; `near` when it stands in or next to an own city."""

    unit: str
    owner: str
    place: str
    city: bool
    disband: int
    buy: int
    near: bool


@dataclass(frozen=True, slots=True)
class Forecast:
    """Next Winter's money if nothing changed: cities that pay, ducats from them, upkeep of units.

    `least` and `most` are the treasury after both, with an income draw of 0 and
    of `variable_most`; a negative one means that units would be disbanded.
    """

    paying: int
    income: int
    variable_most: int
    upkeep: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class View:
    """What is one power's own, read from the board."""

    board: Board
    index: int

    @property
    def power(self) -> str:
        """``VENICE``."""
        return POWERS[self.index]

    @property
    def title(self) -> str:
        """The power's name in a sentence."""
        return TITLES[self.index]

    @property
    def treasury(self) -> int:
        """Ducats in its vault."""
        return self.board.treasuries[self.index]

    @property
    def silenced(self) -> bool:
        """Whether an assassination last season keeps it from writing in this one."""
        return self.board.silenced[self.index]

    @property
    def units(self) -> tuple[OwnUnit, ...]:
        """Its units, in code order."""
        return tuple(OwnUnit(self.board, province) for province in self.board.units(self.index))

    @property
    def cities(self) -> tuple[OwnCity, ...]:
        """Its cities, in code order."""
        return tuple(self._city(city) for city in self.board.cities(self.index))

    def _city(self, city: int) -> OwnCity:
        vacant = self.board.forces.units[city] == NONE
        home = HOMES[city] == self.index
        return OwnCity(
            code=GEOGRAPHY.codes[city],
            name=GEOGRAPHY.names[city],
            home=home,
            coastal=GEOGRAPHY.coastal[city],
            vacant=vacant,
            pays=rules.CITY_INCOME if pays(self.board, city) else 0,
            may_rebel=vacant and not home,
        )

    @property
    def homes(self) -> tuple[str, ...]:
        """Its three home cities, whoever owns them now."""
        return codes(tuple(city for city in CITIES if HOMES[city] == self.index))

    @property
    def rivals(self) -> tuple[str, ...]:
        """The other powers still in play: to whom letters, gifts and pledges can go."""
        return tuple(POWERS[power] for power in self.board.living() if power != self.index)

    @property
    def targets(self) -> tuple[Target, ...]:
        """Every foreign unit with its prices, in code order."""
        board = self.board
        return tuple(
            Target(
                unit=unit_text(board.forces.units[province]),
                owner=POWERS[owner],
                place=GEOGRAPHY.names[province],
                city=IS_CITY[province],
                disband=rules.DISBAND_COST,
                buy=rules.BUY_COST,
                near=threatens(board, province, self.index),
            )
            for province, owner in enumerate(board.forces.owners)
            if owner not in (NONE, self.index)
        )

    @property
    def forecast(self) -> Forecast:
        """Next Winter's money if nothing changed."""
        paying = sum(pays(self.board, city) for city in self.board.cities(self.index))
        income, upkeep = paying * rules.CITY_INCOME, len(self.units) * rules.UNIT_UPKEEP
        least = self.treasury + income - upkeep
        most = rules.VARIABLE_INCOME - 1
        return Forecast(paying, income, most, upkeep, least, least + most)

    @property
    def builds(self) -> tuple[str, ...]:
        """In Autumn, every unit that could be ordered for Winter in a city owned now; a city must then be vacant."""
        return builds(self.board, self.index)


def pays(board: Board, city: int) -> bool:
    """Whether a city brings income this year (W3)."""
    return city not in board.famine and city != board.plague


def reach(unit: int) -> tuple[int, ...]:
    """Where a unit can go without a convoy, ascending."""
    return (GEOGRAPHY.fleet_reach if unit & 1 else GEOGRAPHY.army_reach)[unit >> 1]


def threatens(board: Board, province: int, power: int) -> bool:
    """Whether the unit in this province stands in, or next to on its own graph, a city of the power."""
    owners = board.owners
    return owners[province] == power or any(owners[next_to] == power for next_to in reach(board.forces.units[province]))


def builds(board: Board, power: int) -> tuple[str, ...]:
    """The build lines a power can write in Autumn: an army in each of its cities, a fleet in coastal ones."""
    if board.season is not Season.AUTUMN:
        return ()
    return tuple(
        unit_text(unit_of(city, kind))
        for city in board.cities(power)
        for kind in range(len(LETTERS))
        if kind == ARMY or GEOGRAPHY.coastal[city]
    )
