"""Chains of fleets at sea: which coasts they join, and which fleets each joining needs.

A chain is a set of seas, each holding a fleet, that joins two coasts and of
which none can be left out: a path without short cuts. Sets of seas and of coasts
are bit masks (`bits`). Everything asked for depends on the geography and on the
*waters* of a coast alone: the seas with fleets connected to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from engine.geography import Geography

_KEPT = 5_000
"""How many answers are kept before all are forgotten; a night of random play needs about 3,000."""


class Route(NamedTuple):
    """A chain of `seas` that joins each of some coasts (`start`) to each of others (`end`); all are masks.

    A chain of one sea joins all of its coasts with each other, and both masks are the same.
    """

    seas: int
    start: int
    end: int


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
        self._waters: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._routes: dict[int, tuple[Route, ...]] = {}

    def waters(self, units: tuple[int, ...]) -> tuple[int, ...]:
        """The seas with fleets as masks, those together that are connected; `units` by province as in `Forces`."""
        fleets = self._at_sea(units)
        kept = self._waters.get(fleets)
        if kept is None:
            if len(self._waters) >= _KEPT:
                self._waters.clear()
            seas = sum([self.bit[sea] for sea in self.seas if units[sea] >= 0])
            kept = self._waters[fleets] = tuple(self._connected(seas))
        return kept

    def joined(self, coast: int, other: int, seas: int) -> bool:
        """Whether these seas hold a chain between the two coasts."""
        start, goal = self.ports[coast] & seas, self.ports[other]
        return bool(start & goal or self._spread(start, seas) & goal)

    def routes(self, waters: int) -> tuple[Route, ...]:
        """Every chain over these seas, from either end; an army embarks where its first sea alone lies."""
        kept = self._routes.get(waters)
        if kept is None:
            if len(self._routes) >= _KEPT:
                self._routes.clear()
            kept = self._routes[waters] = tuple(self._search(waters))
        return kept

    def passages(self, coast: int, waters: int) -> tuple[int, list[tuple[int, int, int]]]:
        """Where an army on this coast can land by its waters, as a mask, and what each fleet has to do with it.

        For each fleet: its province, the landings that some chain with it leads to,
        and those that some chain without it does.
        """
        routes = [(seas, end & ~(1 << coast)) for seas, start, end in self.routes(waters) if start >> coast & 1]
        landings = 0
        for _, end in routes:
            landings |= end
        fleets = []
        for index in bits(waters):
            carried = spared = 0
            for seas, end in routes:
                if seas >> index & 1:
                    carried |= end
                else:
                    spared |= end
            fleets.append((self.seas[index], carried, spared))
        return landings, fleets

    def _search(self, waters: int) -> Iterator[Route]:
        # A path without short cuts: no sea of it but the last touches the next. Each step: its seas, the first and the
        # last of them, the seas closed to what follows, the coasts that all but the first and all but the last touch.
        steps = [(1 << index, index, index, 1 << index, 0, 0) for index in bits(waters)]
        while steps:
            path, first, last, closed, after_first, before_last = steps.pop()
            shores = self._shores[last]
            yield Route(path, self._shores[first] & ~after_first, shores & ~before_last)
            onward = self._links[last] & waters & ~closed
            if onward:
                closed |= onward
                before_last |= shores
                for index in bits(onward):
                    step = (path | 1 << index, first, index, closed, after_first | self._shores[index], before_last)
                    steps.append(step)

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


@lru_cache(_KEPT)
def bits(mask: int) -> tuple[int, ...]:
    """The numbers of the bits that are set, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)
