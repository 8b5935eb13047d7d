"""Chains of fleets at sea: which coasts they join, and which fleets each joining needs.

A chain is a set of seas, each holding a fleet, that joins two coasts and of
which none can be left out: a path without short cuts. Sets of seas and of coasts
are bit masks (`bits`). Everything asked for depends on the geography and on the
*waters* of a coast alone: the seas with fleets connected to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter

from engine.geography import Geography

_KEPT = 5_000
"""How many answers are kept before all are forgotten; a night of random play needs about 3,000."""


class Chains:
    """The convoy questions of one map.

    - `bit`: mask of each sea by province, 0 for land
    - `ports`: mask of the seas a coastal province touches, by province
    """

    def __init__(self, geography: Geography) -> None:
        seas = [province for province in range(geography.n) if geography.sea[province]]
        self.seas = tuple(seas)
        self.bit = tuple(1 << seas.index(p) if geography.sea[p] else 0 for p in range(geography.n))
        shores = [0] * len(seas)
        links = [0] * len(seas)
        ports = [0] * geography.n
        for index, sea in enumerate(seas):
            for province in geography.fleet_reach[sea]:
                if geography.sea[province]:
                    links[index] |= self.bit[province]
                else:
                    shores[index] |= 1 << province
                    ports[province] |= self.bit[sea]
        self._shores = tuple(shores)
        self._links = tuple(links)
        self.ports = tuple(ports)
        first = seas[0] if seas else 0
        self._at_sea = itemgetter(first, first, *seas)  # two at least, so that it gives a tuple
        self._waters: dict[tuple[int, ...], tuple[tuple[int, int], ...]] = {}

    def waters(self, units: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        """(coast, the mask of the seas with fleets an army there can use), by coasts that have any, ascending.

        `units` by province as in `Forces`.
        """
        fleets = self._at_sea(units)
        kept = self._waters.get(fleets)
        if kept is None:
            masks: dict[int, int] = {}
            for part in self._connected(sum(self.bit[sea] for sea in self.seas if units[sea] >= 0)):
                for coast in bits(self._ashore(part)):
                    masks[coast] = masks.get(coast, 0) | part
            kept = tuple(sorted(masks.items()))
            if len(self._waters) >= _KEPT:
                self._waters.clear()
            self._waters[fleets] = kept
        return kept

    def landings(self, coast: int, seas: int) -> int:
        """The mask of the coasts that convoys over these seas can bring an army to from this one."""
        return self._ashore(self._spread(self.ports[coast] & seas, seas)) & ~(1 << coast)

    def joined(self, coast: int, other: int, seas: int) -> bool:
        """Whether these seas hold a chain between the two coasts."""
        start, goal = self.ports[coast] & seas, self.ports[other]
        return bool(start & goal or self._spread(start, seas) & goal)

    def carried(self, coast: int, waters: int) -> dict[int, int]:
        """By sea (its mask), the mask of the coasts that some chain it is part of joins to this one."""
        found = dict.fromkeys(self.bit, 0)
        start = self.ports[coast] & waters
        # A path without short cuts: no sea of it but the last touches the next, and only the first touches the coast.
        # Each step: the path, its last sea, the seas closed to what follows, the coasts its earlier seas touch.
        steps: list[tuple[tuple[int, ...], int, int, int]] = []
        steps += [((1 << index,), index, start, 1 << coast) for index in bits(start)]
        while steps:
            path, last, closed, touched = steps.pop()
            shores = self._shores[last]
            if shores & ~touched:
                for sea in path:
                    found[sea] |= shores & ~touched
            onward = self._links[last] & waters & ~closed
            if onward:
                closed |= onward
                touched |= shores
                steps.extend(((*path, 1 << index), index, closed, touched) for index in bits(onward))
        return found

    def _ashore(self, seas: int) -> int:
        """The coasts some seas touch."""
        coasts = 0
        for index in bits(seas):
            coasts |= self._shores[index]
        return coasts

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


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
