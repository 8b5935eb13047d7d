"""What is one power's own: its units with their choices, its centres, what it owes.

`View` reads the same `Board` as `Public`; names and texts are made when they are
looked at.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cogplomacy.adjustments import choices
from engine.cogplomacy.map.board import GEOGRAPHY, POWERS, TABLE
from engine.cogplomacy.map.europe import HOME_OF, TITLES
from engine.cogplomacy.public import Site, site
from engine.cogplomacy.state import Beaten, Board, codes
from engine.conflict.legal import legal_orders

KINDS = ("army", "fleet")


@dataclass(frozen=True, slots=True)
class OwnUnit:
    """One of a power's units, with its complete legal orders."""

    board: Board
    province: int

    @property
    def unit(self) -> str:
        """``F STP/SC``."""
        return TABLE.unit_text(self.board.forces.units[self.province])

    @property
    def kind(self) -> str:
        """army or fleet."""
        return KINDS[self.board.forces.units[self.province] & 1]

    @property
    def site(self) -> Site:
        """Where it stands."""
        return site(self.board, self.province)

    @property
    def neighbours(self) -> tuple[str, ...]:
        """Where it can go without a convoy."""
        return codes(TABLE.reach(self.board.forces.units[self.province]))

    @property
    def orders(self) -> tuple[str, ...]:
        """Every legal order, in exact notation."""
        return tuple(TABLE.text(order) for order in legal_orders(TABLE, self.board.forces, self.province))


@dataclass(frozen=True, slots=True)
class OwnRetreat:
    """A dislodged unit: the attacker that now stands in its place, where that came from, where the unit can go."""

    unit: str
    attacker: str
    attacker_owner: str
    origin: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OwnCentre:
    """One of a power's centres; `home` and `vacant` are what a build needs."""

    code: str
    name: str
    home: bool
    vacant: bool


@dataclass(frozen=True, slots=True)
class View:
    """What is one power's own, read from the board."""

    board: Board
    index: int

    @property
    def power(self) -> str:
        """``AUSTRIA``."""
        return POWERS[self.index]

    @property
    def title(self) -> str:
        """The power's name in a sentence."""
        return TITLES[self.index]

    @property
    def units(self) -> tuple[OwnUnit, ...]:
        """Its units, in code order; the dislodged not among them."""
        return tuple(OwnUnit(self.board, province) for province in self.board.units(self.index))

    @property
    def centres(self) -> tuple[OwnCentre, ...]:
        """Its centres, in code order."""
        return tuple(
            OwnCentre(
                code=GEOGRAPHY.codes[centre],
                name=GEOGRAPHY.names[centre],
                home=centre in HOME_OF[self.index],
                vacant=self.board.forces.units[centre] < 0,
            )
            for centre in self.board.centres(self.index)
        )

    @property
    def homes(self) -> tuple[str, ...]:
        """Its home centres, whoever owns them now."""
        return codes(HOME_OF[self.index])

    @property
    def rivals(self) -> tuple[str, ...]:
        """The other powers still in play: to whom letters and pledges can go."""
        return tuple(POWERS[power] for power in self.board.living() if power != self.index)

    @property
    def retreats(self) -> tuple[OwnRetreat, ...]:
        """Its dislodged units that have somewhere to go, in code order."""
        return tuple(self._retreat(beaten) for beaten in self.board.to_retreat(self.index))

    def _retreat(self, beaten: Beaten) -> OwnRetreat:
        lost, forces = beaten.lost, self.board.forces
        return OwnRetreat(
            unit=TABLE.unit_text(lost.unit),
            attacker=TABLE.unit_text(forces.units[lost.province]),
            attacker_owner=POWERS[forces.owners[lost.province]],
            origin=GEOGRAPHY.codes[lost.origin],
            options=codes(beaten.options),
        )

    @property
    def due(self) -> int:
        """Centres minus units: what may be built or, below 0, must be disbanded."""
        return self.board.due(self.index)

    @property
    def sites(self) -> tuple[str, ...]:
        """The vacant home centres it still owns: where it can build."""
        return codes(self.board.sites(self.index))

    @property
    def adjustments(self) -> tuple[str, ...]:
        """Every line it can write in Winter."""
        return choices(self.board, self.index)
