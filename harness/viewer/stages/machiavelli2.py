"""Machiavelli 2 on the stage: Italy and its neighbours, garrisons, sieges and rebels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.machiavelli2.game import Machiavelli2
from engine.machiavelli2.map.areas import AREAS
from engine.machiavelli2.map.names import TITLES
from engine.machiavelli2.map.theatre import Theatre
from engine.machiavelli2.public import Public, Site
from engine.machiavelli2.state import STREAM, State
from harness.viewer.maps.peninsula import PENINSULA
from harness.viewer.stages.stage import Data, column

COLOURS = (0, 6, 1, 8, 5, 3, 2, 4)
"""Of the palette, by power index; powers of other scenarios take them in the same order."""

KINDS = {"land": "coastal", "sea": "sea", "venice": "sea"}
"""How an area is painted, unless nobody can enter it."""


class Machiavelli2Stage:
    """The wider Italy, with what stands inside its walls."""

    def __init__(self, game: Machiavelli2) -> None:
        self._powers, self._theatre = game.powers, game.theatre

    def drawing(self) -> Data:
        """The map of Italy and its neighbours."""
        rows = [[cell.strip() for cell in row.split("|")] for row in AREAS.splitlines() if row and row[0] != "#"]
        names, kinds = {row[0]: row[1] for row in rows}, {row[0]: KINDS[row[3]] for row in rows}
        shut = self._theatre.shut_codes
        drawn = PENINSULA.drawing(names, kinds | dict.fromkeys(shut, "wild"))
        for code in shut:
            drawn["provinces"][code]["city"] = None
        return {
            **drawn,
            "title": f"Italy, {self._theatre.year}",
            "capitals": [capital(self._theatre, power) for power in self._powers],
            "coin": "ducats",
        }

    def board(self, state: State) -> Data:
        """Units and garrisons, who controls provinces and cities, and the markers on them."""
        public = Public(state.board)
        sites, standing = public.sites, public.powers
        index = {power: number for number, power in enumerate(self._powers)}
        columns = [
            column("Cities", [len(power.cities) for power in standing]),
            column("Units", [len(power.units) for power in standing]),
        ]
        if state.board.options.money:
            columns.append(column("Ducats", [power.ducats for power in standing]))
        return {
            "units": [
                (*text.split()[-2:], index.get(owner, -1)) for site in sites for text, owner in _pieces(site) if text
            ],
            "beaten": [(*loose.unit.split()[-2:], index.get(loose.power, -1)) for loose in public.dislodged],
            "owners": {site.code: index[site.owner] for site in sites if site.owner in index},
            "cities": {site.code: index[site.city_owner] for site in sites if site.city_owner in index},
            "famine": [site.code for site in sites if site.famine],
            "plague": "",
            "marks": [mark for site in sites for mark in _marks(site)],
            "out": [number for number, power in enumerate(standing) if power.eliminated],
            "table": columns,
        }

    def cast(self) -> Sequence[Data]:
        """The powers of the scenario."""
        return [
            {"title": TITLES[power][0].upper() + TITLES[power][1:], "colour": colour, "mark": power[:1]}
            for power, colour in zip(self._powers, COLOURS, strict=False)
        ]

    def chance(self) -> Data:
        """One stream of dice, drawn by remainder."""
        return {"stream": STREAM, "limits": None}


def capital(theatre: Theatre, power: str) -> str:
    """Where a power's purse is drawn: the city of its home country that yields ducats by dice, else the richest."""
    yielding = {each.city for each in theatre.yields}
    (home,) = (country for country in theatre.countries if country.name == power)
    worth = {area: city.income for area in home.areas if (city := theatre.cities[area]) is not None}
    return theatre.codes[max(worth, key=lambda area: (area in yielding, worth[area]))]


def _pieces(site: Site) -> Iterator[tuple[str, str]]:
    yield site.unit, site.unit_owner
    yield site.garrison, site.garrison_owner


def _marks(site: Site) -> Iterator[Data]:
    """What lies on an area: an icon, and what it says."""
    if site.siege:
        yield {"icon": "ladder", "at": site.code, "told": f"The city of {site.name} is besieged"}
    if site.rebels or site.city_rebels:
        yield {"icon": "flag", "at": site.code, "told": f"{site.name} is in rebellion"}
