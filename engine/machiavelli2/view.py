"""What is one power's own: its units, its money and what it can be spent on, what it can build.

`View` reads the same `Board` as `Public`; names and texts are made when they are
looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.machiavelli2 import rules
from engine.machiavelli2.adjustments import build_text, sites, supported, surplus, upkeep
from engine.machiavelli2.income import revenue
from engine.machiavelli2.map.names import TITLES
from engine.machiavelli2.prices import minimum, objection, reach_of
from engine.machiavelli2.public import Site, codes, owner_name, site
from engine.machiavelli2.spending import Kind
from engine.machiavelli2.state import Board


@dataclass(frozen=True, slots=True)
class OwnUnit:
    """One of a power's units; `starving`: it dies at the end of Spring if it stays and nobody feeds it."""

    unit: str
    site: Site
    strength: int
    starving: bool
    upkeep: int


@dataclass(frozen=True, slots=True)
class Target:
    """What money can be spent on: expenditure, target, whose that is, the ducats it needs, why it may be aimed at."""

    kind: str
    target: str
    owner: str
    minimum: int
    why: str


@dataclass(frozen=True, slots=True)
class View:
    """What is one power's own, read from the board."""

    board: Board
    index: int

    @property
    def power(self) -> str:
        """``VENICE``."""
        return self.board.power_name(self.index)

    @property
    def title(self) -> str:
        """The power's name in a sentence."""
        return TITLES[self.power]

    @property
    def treasury(self) -> int:
        """Ducats in its vault."""
        return self.board.treasuries[self.index]

    @property
    def units(self) -> tuple[OwnUnit, ...]:
        """Its units, by code."""
        board, theatre = self.board, self.board.theatre
        return tuple(
            OwnUnit(
                board.unit_text(place),
                site(board, theatre.area_of[place]),
                rules.STRENGTH[board.ranks[place]],
                theatre.area_of[place] in board.famine,
                rules.UPKEEP[board.ranks[place]],
            )
            for place in board.units(self.index)
        )

    @property
    def cities(self) -> tuple[Site, ...]:
        """Where it controls the city, in code order."""
        return tuple(site(self.board, area) for area in self.board.cities(self.index))

    @property
    def homes(self) -> tuple[str, ...]:
        """Provinces with a city that bear its mark, where it may build."""
        marks = self.board.marks
        return codes(self.board, (area for area in self.board.theatre.towns if marks[area] == self.index))

    @property
    def rivals(self) -> tuple[str, ...]:
        """The other powers still in play."""
        return tuple(self.board.power_name(power) for power in self.board.living() if power != self.index)

    @property
    def income(self) -> int:
        """What its seas, provinces and cities bring next Winter as things stand, dice aside."""
        return revenue(self.board, self.index).total

    @property
    def upkeep(self) -> int:
        """What it costs to keep all its units next Winter."""
        return upkeep(self.board, self.board.units(self.index))

    @property
    def supported(self) -> int:
        """In the basic game, how many units it can have."""
        return supported(self.board, self.index)

    @property
    def surplus(self) -> int:
        """In the basic game, units it must let go, or below zero may build."""
        return surplus(self.board, self.index)

    @property
    def builds(self) -> tuple[str, ...]:
        """Every unit it could build now, by itself."""
        return tuple(build_text(self.board, build) for build in sites(self.board, self.index))

    @property
    def targets(self) -> tuple[Target, ...]:
        """What its money could be spent on with effect: bribes in reach first, counter-bribes last."""
        if not self.board.options.money:
            return ()
        return tuple(self._targets())

    def _targets(self) -> Iterator[Target]:
        board, theatre = self.board, self.board.theatre
        near = reach_of(board, self.index)
        within = [place for place in board.forces.occupied() if theatre.area_of[place] in near]
        within.sort(key=lambda place: (theatre.area_of[place], place))
        for place in within:
            for kind in (Kind.DISBAND, Kind.BUY, Kind.AUTONOMY):
                if not objection(board, self.index, kind, place):
                    yield self._target(kind, place, board.unit_text(place), board.forces.owners[place], "in reach")
        for area in theatre.provinces:
            code, owner = theatre.codes[area], board.owners[area]
            if not objection(board, self.index, Kind.REBELLION, area):
                at_home = board.marks[area] == owner
                yield self._target(Kind.REBELLION, area, code, owner, "at home" if at_home else "conquered")
            if area in board.famine:
                yield self._target(Kind.FAMINE_RELIEF, area, code, owner, "famine")
            if area in board.rebels or area in board.city_rebels:
                yield self._target(Kind.PACIFY, area, code, owner, "rebels")
        for power in board.living():
            if board.chits[self.index] >> power & 1 and not objection(board, self.index, Kind.ASSASSINATE, power):
                yield self._target(Kind.ASSASSINATE, power, board.power_name(power), power, "chit")
        for place in within:
            yield self._target(
                Kind.COUNTER_BRIBE, place, board.unit_text(place), board.forces.owners[place], "in reach"
            )

    def _target(self, kind: Kind, target: int, text: str, owner: int, why: str) -> Target:
        return Target(kind.value, text, owner_name(self.board, owner), minimum(self.board, kind, target), why)
