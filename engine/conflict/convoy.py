"""Chains of fleets at sea: which coasts they join, and which fleets each joining needs.

A chain is a set of seas, each holding a fleet, that joins two coasts and of
which none can be left out: a path without short cuts. Sets of seas are bit
masks. Everything asked for depends on the geography and on the *waters* of a
coast alone (the seas with fleets connected to it), so answers are kept.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.geography import Geography

_KEPT = 20_000
"""How many answers a cache holds before it starts again; a game needs far fewer."""


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
        self._waters: dict[int, tuple[int, ...]] = {}
        self._landings: dict[tuple[int, int], tuple[int, ...]] = {}
        self._needed: dict[tuple[int, int], dict[int, int]] = {}

    def afloat(self, units: tuple[int, ...]) -> int:
        """The mask of the seas that hold a unit; `units` by province as in `Forces`."""
        mask = 0
        for sea in self.seas:
            if units[sea] >= 0:
                mask |= self.bit[sea]
        return mask

    def waters(self, afloat: int) -> tuple[int, ...]:
        """By province, the mask of seas out of `afloat` an army there can use, 0 where none."""
        kept = self._waters.get(afloat)
        if kept is None:
            parts = list(self._connected(afloat))
            kept = tuple(sum(part for part in parts if part & port) for port in self.ports)
            if len(self._waters) >= _KEPT:
                self._waters.clear()
            self._waters[afloat] = kept
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
        reached = self.ports[coast] & seas
        goal = self.ports[other]
        grown = 0
        while reached != grown:
            if reached & goal:
                return True
            grown = reached
            reached = self._grow(reached) & seas
        return bool(reached & goal)

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
            part = mask & -mask
            grown = 0
            while part != grown:
                grown = part
                part = self._grow(part) & mask
            yield part
            mask &= ~part

    def _grow(self, mask: int) -> int:
        grown = mask
        for index in _bits(mask):
            grown |= self._links[index]
        return grown


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
