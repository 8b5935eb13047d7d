"""The tables of one scenario: its board, powers, countries, and what everything starts as.

An *area* is a province or a sea, an int in ascending code; a *place* is where a
unit stands: an area, or the city of one, which is numbered after all areas. So
an army in Padua and a garrison of Padua are in two places of one area.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from engine.conflict.orders import ARMY, FLEET, NONE, Forces, OrderTable, Unit
from engine.geography import INF, Geography, Kind, Place
from engine.machiavelli2.map.areas import AREAS, STRAIT
from engine.machiavelli2.map.scenarios import SCENARIOS

GARRISON = 2
LETTERS = "AFG"
"""Kinds of units: armies, fleets, and garrisons, which are armies in the place of a city."""

AUTONOMOUS = -2
"""Who owns what belongs to nobody and defends itself; `NONE` is nobody at all."""

NOTHING = "-"
CITY_SIGN = "~"
"""What the code of a city's place begins with: it sorts behind all letters."""


@dataclass(frozen=True, slots=True)
class City:
    """A city: ducats a year, whether it can hold a garrison, whether it is a port."""

    income: int
    fortified: bool
    port: bool

    @property
    def major(self) -> bool:
        """Whether its garrison costs double."""
        return self.income > 1


@dataclass(frozen=True, slots=True)
class Yield:
    """Variable income of a city: so many dice, and the ducats by what a die shows."""

    city: int
    dice: int
    table: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Country:
    """A home country, and who bears its mark at the start."""

    name: str
    areas: tuple[int, ...]
    bearer: int


@dataclass(frozen=True, slots=True)
class _Area:
    code: str
    name: str
    aliases: tuple[str, ...]
    kind: str
    city: City | None
    armies: tuple[str, ...]
    fleets: tuple[str, ...]


def _words(cell: str) -> tuple[str, ...]:
    return () if cell.strip() == NOTHING else tuple(cell.split())


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("|")]


def _read_city(cell: str) -> City | None:
    words = _words(cell)
    return City(int(words[0]), "walls" in words, "port" in words) if words else None


def _read_area(line: str) -> _Area:
    code, name, aliases, kind, city, armies, fleets = _cells(line)
    return _Area(code, name, _words(aliases), kind, _read_city(city), _words(armies), _words(fleets))


_BOARD = tuple(_read_area(line) for line in AREAS.splitlines() if line and not line.startswith("#"))


class Theatre:
    """A scenario's tables. Raises KeyError for an unknown name.

    By area: `cities` (None without one), `country` (index into `countries` or
    `NONE`), `army_reach` and `fleet_reach` (areas a unit steps to), `sea`,
    `provinces` (all but the seas; Venice is one). By place: `area_of`. `city_of`
    is the place of an area's fortified city, or `NONE`.
    """

    def __init__(self, name: str) -> None:
        lines = [_cells(line) for line in SCENARIOS[name].splitlines() if line]
        self.name = name
        self.title, self.year = lines[0][0], int(lines[0][1])
        sides = [row for row in lines if len(row) == 6]
        self._sides = {row[0]: row for row in sides}
        self.powers = tuple(row[0] for row in sides if row[1] != NOTHING)
        self._facts = [tuple(row[0].split()) for row in lines[1:] if len(row) == 1]
        self.shut_codes = frozenset(word for fact in self._facts if fact[0] == "shut" for word in fact[1:])
        self._lay_out()
        self._read_countries(lines)
        self.ducats = tuple(int(self._sides[power][1]) for power in self.powers)
        self.limits = tuple(self._limits(self._sides[power][2]) for power in self.powers)
        self.yields = tuple(
            Yield(self.area(fact[1]), int(fact[2]), tuple(map(int, fact[3:])))
            for fact in self._facts
            if fact[0] == "yields"
        )

    def _lay_out(self) -> None:
        incomes = {fact[1]: int(fact[2]) for fact in self._facts if fact[0] == "income"}
        self.n = len(_BOARD)
        places = [Place(a.code, a.name, _kind(a), a.aliases) for a in _BOARD]
        places += [Place(CITY_SIGN + a.code, f"city of {a.name}", Kind.INLAND) for a in _BOARD if _fortified(a)]
        armies = {a.code: self._open(a.code, a.armies) for a in _BOARD if a.kind == "land"}
        for fact in self._facts:
            if fact[0] == "road":
                armies[fact[1]] += (fact[2],)
                armies[fact[2]] += (fact[1],)
        for code in (a.code for a in _BOARD if _fortified(a)):
            armies[code] = (*armies.get(code, ()), CITY_SIGN + code)
            armies[CITY_SIGN + code] = (code,)
        self.geography = Geography(places, armies, {a.code: self._open(a.code, a.fleets) for a in _BOARD if a.fleets})
        self.table = OrderTable(self.geography)
        n, codes = self.n, self.geography.codes[: self.n]
        self.codes, self.names = codes, self.geography.names[:n]
        self.city_of: tuple[int, ...] = tuple(self.geography.space_ids.get(CITY_SIGN + code, NONE) for code in codes)
        self.area_of: tuple[int, ...] = (
            *range(n),
            *(self.area(code.removeprefix(CITY_SIGN)) for code in self.geography.codes[n:]),
        )
        self.army_reach = tuple(tuple(a for a in row if a < n) for row in self.geography.army_reach[:n])
        self.fleet_reach = tuple(tuple(a for a in row if a < n) for row in self.geography.fleet_reach[:n])
        board = sorted(_BOARD, key=lambda a: a.code)
        self.sea = tuple(a.kind == "sea" for a in board)
        self.provinces = tuple(a for a in range(n) if not self.sea[a])
        self.seas = tuple(a for a in range(n) if self.sea[a])
        self.cities = tuple(_scaled(a.city, incomes.get(a.code)) for a in board)
        self.towns = tuple(a for a in range(n) if self.cities[a] is not None)
        self.shut = frozenset(map(self.area, self.shut_codes))
        self.venice = next(a for a in range(n) if board[a].kind == "venice")
        self.strait = frozenset(map(self.area, STRAIT[:2]))
        self.keeper = self.area(STRAIT[2])

    def _open(self, code: str, others: Iterable[str]) -> tuple[str, ...]:
        """Neighbours, none where nobody can enter."""
        return () if code in self.shut_codes else tuple(c for c in others if c not in self.shut_codes)

    def _read_countries(self, lines: list[list[str]]) -> None:
        found = {power: (power, self._sides[power][3]) for power in self.powers}
        found |= {row[0].split()[1]: (row[1], row[2]) for row in lines if row[0].startswith("country ")}
        self.countries = tuple(
            Country(name, tuple(map(self.area, codes.split())), self.index(bearer))
            for name, (bearer, codes) in found.items()
        )
        country = [NONE] * self.n
        for number, each in enumerate(self.countries):
            for area in each.areas:
                country[area] = number
        self.country = tuple(country)
        self.marks = tuple(NONE if c == NONE else self.countries[c].bearer for c in country)
        owners = [NONE] * self.n
        for side, row in self._sides.items():
            for code in _words(row[3] if row[4] == "=" else row[4]):
                owners[self.area(code)] = self.index(side)
        self.owners = tuple(owners)

    def _limits(self, cell: str) -> tuple[str, ...]:
        words = cell.split()
        return tuple(words if len(words) > 1 else words * len(LETTERS))

    def index(self, power: str) -> int:
        """A power's index, `AUTONOMOUS` for nobody's."""
        return self.powers.index(power) if power in self.powers else AUTONOMOUS

    def area(self, code: str) -> int:
        """An area by its code."""
        return self.geography.space_ids[code]

    def opening(self) -> Forces:
        """Who stands where when the first orders are asked."""
        return Forces.of(
            self.geography,
            (
                (self.unit(LETTERS.index(text[0]), self.area(text[2:])), self.index(side))
                for side, row in self._sides.items()
                for text in row[5].split(", ")
            ),
        )

    def unit(self, kind: int, area: int) -> Unit:
        """An army, fleet or garrison in an area; raises ValueError for a garrison without walls."""
        if kind == GARRISON and self.city_of[area] == NONE:
            raise ValueError(f"{self.codes[area]} has no walls for a garrison")
        return self.city_of[area] * 2 if kind == GARRISON else area * 2 + kind

    def kind(self, unit: Unit) -> int:
        """ARMY, FLEET or GARRISON."""
        return unit & 1 if unit >> 1 < self.n else GARRISON

    def unit_text(self, unit: Unit) -> str:
        """``A PAD``, ``G PAD``."""
        return f"{LETTERS[self.kind(unit)]} {self.codes[self.area_of[unit >> 1]]}"

    def reach(self, unit: Unit) -> tuple[int, ...]:
        """The areas a unit can step to without a convoy; a garrison's own."""
        place = unit >> 1
        if place >= self.n:
            return (self.area_of[place],)
        return self.fleet_reach[place] if unit & 1 == FLEET else self.army_reach[place]

    def distance(self, kind: int, area: int, goals: Iterable[int]) -> int:
        """Hops to the nearest of some areas on the graph of armies or fleets, or `INF`."""
        rows = self.geography.army_distances if kind == ARMY else self.geography.fleet_distances
        return min(map(rows[area].__getitem__, goals), default=INF)

    def has_walls(self, area: int) -> bool:
        """Whether a garrison can stand there."""
        return self.city_of[area] != NONE

    def is_port(self, area: int) -> bool:
        """Whether fleets are built there, and besiege and convert."""
        city = self.cities[area]
        return city is not None and city.port


def _kind(area: _Area) -> Kind:
    if area.kind == "sea":
        return Kind.SEA
    return Kind.COASTAL if area.fleets else Kind.INLAND


def _fortified(area: _Area) -> bool:
    return area.city is not None and area.city.fortified


def _scaled(city: City | None, income: int | None) -> City | None:
    return city if city is None or income is None else City(income, city.fortified, city.port)


@cache
def theatre(name: str) -> Theatre:
    """The theatre of a scenario, made once."""
    return Theatre(name)
