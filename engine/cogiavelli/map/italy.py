"""Italy in 1499: 42 areas, 24 cities, two movement graphs, six powers.

`board` gives land neighbours and seas; the fleet graph follows from them: sea to
sea, sea to its coasts, coast to coast where land-adjacent provinces share a sea,
and the strait of Messina.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.cogiavelli.map.board import AREAS, STRAIT
from engine.conflict.orders import NONE, OrderTable
from engine.geography import INF, Geography, Kind, Place

POWERS = ("VENICE", "MILAN", "FLORENCE", "PAPACY", "NAPLES", "TURK")
"""The six powers in index order: every rule that goes "by power" goes this way."""

TITLES = ("Venice", "Milan", "Florence", "the Papacy", "Naples", "the Turk")
"""Their names in a sentence, by power index."""

ALIASES: Mapping[str, tuple[str, ...]] = {
    "VENICE": ("Venetian", "Venetians", "Republic of Venice"),
    "MILAN": ("Milanese", "Duchy of Milan"),
    "FLORENCE": ("Florentine", "Florentines", "Republic of Florence"),
    "PAPACY": ("Papal", "Papal States", "Pope", "Papal State"),
    "NAPLES": ("Neapolitan", "Neapolitans", "Kingdom of Naples"),
    "TURK": ("Turkish", "Turks", "Turkey", "Ottoman", "Ottomans"),
}
"""Other words by which a power is addressed: adjectives, peoples, states."""

NOTHING = "-"


def _codes(cell: str) -> tuple[str, ...]:
    return () if cell == NOTHING else tuple(cell.split())


_AREAS = [
    [cell.strip() for cell in line.split("|")] for line in AREAS.splitlines() if line and not line.startswith("#")
]


def _fleet_edges() -> dict[str, set[str]]:
    """Sea-sea, sea-coast, coast-hops and the strait, from both ends."""
    land = {row[0]: frozenset(_codes(row[4])) for row in _AREAS}
    seas = {row[0]: frozenset(_codes(row[5])) for row in _AREAS}
    edges: dict[str, set[str]] = {code: set() for code in seas if seas[code]}
    pairs: list[Iterable[str]] = [(code, sea) for code in seas for sea in seas[code]]
    pairs += [(a, b) for a in land for b in land[a] if seas[a] & seas[b]]
    pairs.append(STRAIT)
    for a, b in pairs:
        edges[a].add(b)
        edges[b].add(a)
    return edges


GEOGRAPHY = Geography(
    (Place(row[0], row[1], Kind(row[2])) for row in _AREAS),
    {row[0]: _codes(row[4]) for row in _AREAS if row[2] != Kind.SEA.value},
    _fleet_edges(),
)

TABLE = OrderTable(GEOGRAPHY)
"""Every order of this map, interned as it is met."""

LAND = tuple(province for province in range(GEOGRAPHY.n) if GEOGRAPHY.land[province])
"""The 36 land provinces in ascending code: what a famine is drawn from."""

_HOMES = {GEOGRAPHY.ids[row[0]]: row[3] for row in _AREAS if row[3] != NOTHING}

CITIES = tuple(sorted(_HOMES))
"""The 24 city provinces in ascending code: what a plague is drawn from."""

HOMES = tuple(
    POWERS.index(_HOMES[province]) if _HOMES.get(province) in POWERS else NONE for province in range(GEOGRAPHY.n)
)
"""By province: the power whose home city it is, or `NONE`."""

IS_CITY = tuple(province in _HOMES for province in range(GEOGRAPHY.n))
"""By province: whether it is a city."""


def distance(kind: int, province: int, goals: Iterable[int]) -> int:
    """Hops from a province to the nearest goal on the graph of armies (0) or fleets (1), or `INF`."""
    row = (GEOGRAPHY.fleet_distances if kind else GEOGRAPHY.army_distances)[province]
    return min(map(row.__getitem__, goals), default=INF)
