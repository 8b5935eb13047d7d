"""Provinces, split coasts, the two movement graphs of a board and their distances.

Inside the engine a province is a small int in ascending order of its code, so a
tie "by code" is a comparison of ints. A *space* is where a unit stands: spaces
0..n-1 are the provinces, the ones after them split coasts (`STP/NC`). Armies and
fleets elsewhere stand in the province's own space.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

INF = 1 << 20
"""The distance to what cannot be reached: larger than any path."""


class Kind(Enum):
    """What may stand in a province: fleets (sea), armies (inland), both (coastal)."""

    SEA = "sea"
    INLAND = "inland"
    COASTAL = "coastal"


@dataclass(frozen=True, slots=True)
class Place:
    """A province as a map declares it; `aliases` are other codes and names people use for it."""

    code: str
    name: str
    kind: Kind
    aliases: tuple[str, ...] = ()


class Geography:
    """A board that does not change: every table indexed by province or space.

    `armies` maps a land province to the provinces an army may step to, `fleets`
    a space to the spaces a fleet may sail to; both state every edge from both
    ends, and a key with a slash in `fleets` (``SPA/NC``) declares a split coast.

    Raises ValueError naming the province when a code is unknown or declared
    twice, an edge is stated from one end only, an army would be at sea or a
    fleet inland, or a province with split coasts is named without one.

    - `codes`, `names`: text by province; `n`: how many provinces
    - `spaces`: code by space (``STP/NC``); `province_of`: province by space
    - `sea`, `land`, `coastal`: flags by province (coastal provinces are land too)
    - `berths`: by province, the spaces a fleet may stand in (none inland, two on split coasts)
    - `army_neighbours`: by province, ascending; `fleet_neighbours`: by space, spaces ascending
    - `army_reach`, `fleet_reach`: provinces a unit steps to, by province and by space
    - `army_distances`, `fleet_distances`: hops by province and by space to every province, or `INF`
    - `ids`: code or alias, upper case, to province
    """

    def __init__(
        self, places: Iterable[Place], armies: Mapping[str, Iterable[str]], fleets: Mapping[str, Iterable[str]]
    ) -> None:
        ordered = sorted(places, key=lambda place: place.code)
        self.places = tuple(ordered)
        self.codes = tuple(place.code for place in ordered)
        self.names = tuple(place.name for place in ordered)
        self.n = len(ordered)
        self.sea = tuple(place.kind is Kind.SEA for place in ordered)
        self.land = tuple(place.kind is not Kind.SEA for place in ordered)
        self.coastal = tuple(place.kind is Kind.COASTAL for place in ordered)
        self.ids = self._names_of(ordered)
        coasts = sorted(code for code in fleets if "/" in code)
        self.spaces = self.codes + tuple(coasts)
        self.space_ids = {code: space for space, code in enumerate(self.spaces)}
        self.province_of: tuple[int, ...] = (*range(self.n), *(self._known(code.split("/")[0]) for code in coasts))
        self.berths = tuple(self._berths(province) for province in range(self.n))
        self.army_neighbours = self._graph(armies, "army", self.land)[: self.n]
        self.fleet_neighbours = self._graph(fleets, "fleet", tuple(bool(berths) for berths in self.berths))
        self.army_reach = self.army_neighbours
        self.fleet_reach = tuple(
            tuple(sorted({self.province_of[space] for space in row})) for row in self.fleet_neighbours
        )
        self.army_distances = tuple(self._distances(self.army_neighbours, p) for p in range(self.n))
        self.fleet_distances = tuple(self._distances(self.fleet_neighbours, s) for s in range(len(self.spaces)))

    def _names_of(self, places: list[Place]) -> dict[str, int]:
        ids: dict[str, int] = {}
        for province, place in enumerate(places):
            for code in (place.code, *place.aliases):
                if ids.setdefault(code.upper(), province) != province or (code == place.code and "/" in code):
                    raise ValueError(f"{code} is declared twice or holds a slash")
        return ids

    def _known(self, code: str) -> int:
        if code not in self.codes:
            raise ValueError(f"{code} is not a province of this map")
        return self.ids[code]

    def _berths(self, province: int) -> tuple[int, ...]:
        if not (self.sea[province] or self.coastal[province]):
            return ()
        coasts = tuple(s for s in range(self.n, len(self.spaces)) if self.province_of[s] == province)
        return coasts or (province,)

    def _graph(
        self, edges: Mapping[str, Iterable[str]], who: str, allowed: tuple[bool, ...]
    ) -> tuple[tuple[int, ...], ...]:
        rows: list[set[int]] = [set() for _ in self.spaces]
        for code, neighbours in edges.items():
            for word in (code, *neighbours):
                space = self.space_ids.get(word)
                if space is None:
                    raise ValueError(f"{word} is not a province of this map (neighbours of {code}, {who})")
                if not allowed[self.province_of[space]]:
                    raise ValueError(f"no {who} can stand in {word} (neighbours of {code})")
                if who == "fleet" and space not in self.berths[self.province_of[space]]:
                    raise ValueError(f"{word} has split coasts, one must be named (neighbours of {code}, fleet)")
                if word != code:
                    rows[self.space_ids[code]].add(space)
        for space, row in enumerate(rows):
            for other in row:
                if space not in rows[other]:
                    raise ValueError(
                        f"{who} edge {self.spaces[space]}-{self.spaces[other]} is stated from one end only"
                    )
        return tuple(tuple(sorted(row)) for row in rows)

    def _distances(self, graph: tuple[tuple[int, ...], ...], start: int) -> tuple[int, ...]:
        hops = {start: 0}
        queue = deque((start,))
        while queue:
            space = queue.popleft()
            for other in graph[space]:
                if other not in hops:
                    hops[other] = hops[space] + 1
                    queue.append(other)
        nearest = [INF] * self.n
        for space, count in hops.items():
            province = self.province_of[space]
            nearest[province] = min(nearest[province], count)
        return tuple(nearest)


def read_geography(text: str) -> Geography:
    """A board from a readable table, one line a province or split coast.

    ``SPA coastal Spain : GAS MAR POR``          code, kind, name : land neighbours
    ``SPA/NC Spain (north coast) / GAS MAO POR`` a split coast : the spaces a fleet sails to
    ``GOL (LYO, GULF OF LYON) sea Gulf of Lions / MAR SPA/SC TUS``   aliases stand in brackets

    Land neighbours stand after a colon, fleet neighbours after `` / ``; blank
    lines are passed over. Raises ValueError naming the line that cannot be read,
    and all that `Geography` raises.
    """
    places: list[Place] = []
    armies: dict[str, list[str]] = {}
    fleets: dict[str, list[str]] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        head, _, sea_side = line.partition(" / ")
        head, _, land_side = head.partition(" : ")
        code, _, rest = head.strip().partition(" ")
        if land_side.strip():
            armies[code] = land_side.split()
        if sea_side.strip():
            fleets[code] = sea_side.split()
        if "/" not in code:
            places.append(_read_place(code, rest.strip(), line))
    return Geography(places, armies, fleets)


def _read_place(code: str, rest: str, line: str) -> Place:
    aliases: tuple[str, ...] = ()
    if rest.startswith("("):
        inside, _, rest = rest[1:].partition(")")
        aliases = tuple(alias.strip() for alias in inside.split(","))
    kind, _, name = rest.strip().partition(" ")
    if kind not in {member.value for member in Kind} or not name:
        raise ValueError(f"this line of the map is not 'CODE [(ALIASES)] KIND NAME': {line!r}")
    return Place(code, name.strip(), Kind(kind), aliases)
