"""Chains of fleets at sea: which coasts they join, and which fleets each joining needs.

A chain is a set of seas, each holding a fleet, that joins two coasts and of
which none can be left out: a path without short cuts. Sets of seas are bit
masks. Everything asked for depends on the geography and on the *waters* of a
coast alone (the seas with fleets connected to it), so answers are kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter

from engine.geography import Geography

_KEPT = 5_000
"""How many answers a cache holds before it starts again; a thousand phases of random play need about 600."""


class Chains:
    """The convoy questions of one map.

    - `bit`: mask of each sea by province, 0 for land
    - `ports`: mask of the seas a coastal province touches, by province
    """

    def __init__(self, geography: Geography) -> None:
        seas = [province for province in range(geography.n) if geography.sea[province]]
        self._geography = geography
        self.seas = tuple(seas)
        self.bit = tuple(1 << seas.index(p) if geography.sea[p] else 0 for p in range(geography.n))
        shores: list[list[int]] = [[] for _ in seas]
        links = [0] * len(seas)
        ports = [0] * geography.n
        for index, sea in enumerate(seas):
            for province in geography.fleet_reach[sea]:
                if geography.sea[province]:
                    links[index] |= self.bit[province]
                else:
                    shores[index].append(province)
                    ports[province] |= self.bit[sea]
        self._shores = tuple(tuple(row) for row in shores)
        self._links = tuple(links)
        self.ports = tuple(ports)
        first = seas[0] if seas else 0
        self._at_sea = itemgetter(first, first, *seas)  # two at least, so that it gives a tuple
        self._waters: dict[tuple[int, ...], tuple[tuple[int, int], ...]] = {}
        self._landings: dict[tuple[int, int], tuple[int, ...]] = {}
        self._needed: dict[tuple[int, int], dict[int, int]] = {}

    def waters(self, units: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        """(coast, the mask of the seas with fleets an army there can use), by coasts that have any, ascending.

        `units` by province as in `Forces`.
        """
        fleets = self._at_sea(units)
        kept = self._waters.get(fleets)
        if kept is None:
            masks: dict[int, int] = {}
            for part in self._connected(sum(self.bit[sea] for sea in self.seas if units[sea] >= 0)):
                for index in _bits(part):
                    for coast in self._shores[index]:
                        masks[coast] = masks.get(coast, 0) | part
            kept = tuple(sorted(masks.items()))
            if len(self._waters) >= _KEPT:
                self._waters.clear()
            self._waters[fleets] = kept
        return kept

    def landings(self, coast: int, waters: int) -> tuple[int, ...]:
        """The coasts, ascending, that a convoy over these seas can bring an army to from this one."""
        key = (coast, waters)
        kept = self._landings.get(key)
        if kept is None:
            used = sum(part for part in self._connected(waters) if part & self.ports[coast])
            kept = tuple(p for p, port in enumerate(self.ports) if port & used and p != coast)
            if len(self._landings) >= _KEPT:
                self._landings.clear()
            self._landings[key] = kept
        return kept

    def joined(self, coast: int, other: int, seas: int) -> bool:
        """Whether these seas hold a chain between the two coasts."""
        start, goal = self.ports[coast] & seas, self.ports[other]
        return bool(start & goal or self._spread(start, seas) & goal)

    def needed(self, coast: int, waters: int) -> dict[int, int]:
        """By coast that can be reached, the mask of the seas that are on some chain to it."""
        key = (coast, waters)
        kept = self._needed.get(key)
        if kept is None:
            kept = self._walk(coast, waters)
            if len(self._needed) >= _KEPT:
                self._needed.clear()
            self._needed[key] = kept
        return kept

    def _walk(self, coast: int, waters: int) -> dict[int, int]:
        found: dict[int, int] = {}
        start = self.ports[coast] & waters
        # A path without short cuts: no sea of it but the last touches the next, and only the first touches the coast.
        # Each step: the path, its last sea, the seas closed to what follows, the coasts its earlier seas touch.
        steps = [(1 << index, index, start, frozenset({coast})) for index in _bits(start)]
        while steps:
            path, last, closed, touched = steps.pop()
            shores = self._shores[last]
            for province in shores:
                if province not in touched:
                    found[province] = found.get(province, 0) | path
            onward = self._links[last] & waters & ~closed
            closed |= onward
            if onward:
                touched |= frozenset(shores)
            steps.extend((path | 1 << index, index, closed, touched) for index in _bits(onward))
        return found

    def _connected(self, mask: int) -> Iterator[int]:
        while mask:
            part = self._spread(mask & -mask, mask)
            yield part
            mask &= ~part

    def _spread(self, start: int, seas: int) -> int:
        """The seas that can be sailed to from some of them without leaving them."""
        reached, edge = 0, start
        while edge:
            sea = edge & -edge
            reached |= sea
            edge = (edge | self._links[sea.bit_length() - 1] & seas) & ~reached
        return reached


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
