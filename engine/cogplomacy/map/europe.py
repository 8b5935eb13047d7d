"""The board of 1901 as tables: home centres, names of the powers, distances."""

from __future__ import annotations

from collections.abc import Mapping

from engine.cogplomacy.map.board import GEOGRAPHY, HOME_CENTRES, NEUTRAL_CENTRES, POWERS, STARTING_UNITS
from engine.conflict.orders import LETTERS, NONE, Forces
from engine.geography import INF

TITLES = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
"""Their names in a sentence, by power index."""

ALIASES: Mapping[str, tuple[str, ...]] = {
    "AUSTRIA": ("Austrian", "Austrians", "Austria-Hungary", "Austro-Hungarian"),
    "ENGLAND": ("English", "Great Britain", "Britain", "British"),
    "FRANCE": ("French",),
    "GERMANY": ("German", "Germans"),
    "ITALY": ("Italian", "Italians"),
    "RUSSIA": ("Russian", "Russians"),
    "TURKEY": ("Turkish", "Turks", "Turk", "Ottoman", "Ottomans", "Ottoman Empire"),
}
"""Other words by which a power is addressed."""

_HOMES = {GEOGRAPHY.ids[code]: POWERS.index(power) for power, codes in HOME_CENTRES.items() for code in codes}

CENTRES = tuple(sorted((*_HOMES, *(GEOGRAPHY.ids[code] for code in NEUTRAL_CENTRES))))
"""The 34 supply centres in code order."""

IS_CENTRE = tuple(province in CENTRES for province in range(GEOGRAPHY.n))
"""By province: whether it is a supply centre."""

HOMES = tuple(_HOMES.get(province, NONE) for province in range(GEOGRAPHY.n))
"""By province: the power whose home centre it is, or `NONE`."""

HOME_OF = tuple(tuple(centre for centre in CENTRES if HOMES[centre] == power) for power in range(len(POWERS)))
"""By power: its home centres, in code order."""

OPENING = Forces.of(
    GEOGRAPHY,
    (
        (GEOGRAPHY.space_ids[text[2:]] * 2 + LETTERS.index(text[0]), power)
        for power, name in enumerate(POWERS)
        for text in STARTING_UNITS[name]
    ),
)
"""The 22 units of Spring 1901."""


def _as_the_crow_walks(start: int) -> tuple[int, ...]:
    """Hops from a province to every other where land and sea are all one."""
    hops = [INF] * GEOGRAPHY.n
    hops[start] = 0
    queue = [start]
    for province in queue:
        by_sea = (other for berth in GEOGRAPHY.berths[province] for other in GEOGRAPHY.fleet_reach[berth])
        for other in (*GEOGRAPHY.army_reach[province], *by_sea):
            if hops[other] == INF:
                hops[other] = hops[province] + 1
                queue.append(other)
    return tuple(hops)


ANY_WAY = tuple(map(_as_the_crow_walks, range(GEOGRAPHY.n)))
"""Hops by province and province over land and sea alike, as the DATC measures armies in civil disorder (4.D.8)."""
