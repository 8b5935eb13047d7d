"""What happens in Machiavelli 2 besides press and movement. Every draw stands in the event that consumed it.

Powers are names (empty for nobody), provinces codes, units texts (``A PAD``),
so that an event can be read without the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.dice import Draw
from engine.game import Event, Power


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened(Event):
    """An episode begins: the scenario, its length, SHA-256 of the seed its dice will be checked against."""

    kind: ClassVar[str] = "opened"
    commitment: str
    scenario: str
    title: str
    years: int
    cities_to_win: int
    money: bool
    press: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer(Event):
    """Ducats from a power to another one, or to or from the ``bank``."""

    kind: ClassVar[str] = "transfer"
    power: Power
    to: str
    amount: int
    purpose: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChitGiven(Event):
    """The right to try the life of `victim` changed hands."""

    kind: ClassVar[str] = "chit"
    power: Power
    to: Power
    victim: Power


@dataclass(frozen=True, slots=True, kw_only=True)
class Defaulted(Event):
    """The bank was not paid: the debt is gone, and so is all credit; the banker's assassins do not miss."""

    kind: ClassVar[str] = "defaulted"
    power: Power
    owed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent(Event):
    """An expenditure that was paid: what it was for, and what came of it.

    `outcome` is ``done``, or why not: ``below minimum``, ``out of reach``, ``outbid``,
    ``no chit``, ``missed`` (assassins), ``second special``. `draw` is an assassin's die.
    """

    kind: ClassVar[str] = "spent"
    power: Power
    expense: str
    target: str
    amount: int
    needed: int
    outcome: str
    roll: int = 0
    draw: Draw | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Assassinated(Event):
    """A power's orders are void; besieged garrisons of it open their gates."""

    kind: ClassVar[str] = "assassinated"
    power: Power
    surrendered: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RebellionRolled(Event):
    """A province of an assassinated power stays quiet or rebels."""

    kind: ClassVar[str] = "rebellion_rolled"
    power: Power
    province: str
    roll: int
    rebels: bool
    draw: Draw


@dataclass(frozen=True, slots=True, kw_only=True)
class Besieged(Event):
    """What sieges led to: cities whose siege began, garrisons starved out."""

    kind: ClassVar[str] = "besieged"
    begun: tuple[str, ...]
    fallen: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RebellionsEnded(Event):
    """Provinces where an invader freed the rebels, or where they were put down."""

    kind: ClassVar[str] = "rebellions_ended"
    freed: tuple[str, ...]
    calmed: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Disaster(Event):
    """Famine, plague or storms: the dice, and the areas struck."""

    kind: ClassVar[str] = "disaster"
    what: str
    severity: int
    areas: tuple[str, ...]
    draws: tuple[Draw, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlChanged(Event):
    """A province, or the city in it, is controlled by another power now; ``AUTONOMOUS`` or empty for nobody."""

    kind: ClassVar[str] = "control"
    area: str
    city: bool
    power: Power
    former: Power


@dataclass(frozen=True, slots=True, kw_only=True)
class CountryConquered(Event):
    """A power controls a whole home country and bears its mark from now on."""

    kind: ClassVar[str] = "conquered"
    country: str
    power: Power


@dataclass(frozen=True, slots=True, kw_only=True)
class CountryLost(Event):
    """A power controls nothing of a country whose mark it bore: the mark is nobody's."""

    kind: ClassVar[str] = "country_lost"
    country: str
    power: Power


@dataclass(frozen=True, slots=True, kw_only=True)
class Eliminated(Event):
    """A power without a city at home is out; its units are gone, what it controlled is autonomous."""

    kind: ClassVar[str] = "eliminated"
    power: Power
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class YieldRolled(Event):
    """Variable income of a city, to the power that bears its mark."""

    kind: ClassVar[str] = "yield"
    power: Power
    city: str
    ducats: int
    draws: tuple[Draw, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Income(Event):
    """A power's year: ducats from seas, provinces, cities, and by dice."""

    kind: ClassVar[str] = "income"
    power: Power
    seas: int
    provinces: int
    cities: int
    variable: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjusted(Event):
    """A power's Winter: what it paid, which units it let go or could not keep, which it built."""

    kind: ClassVar[str] = "adjusted"
    power: Power
    paid: int
    removed: tuple[str, ...]
    built: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings(Event):
    """Cities, units and ducats of every power, in power order."""

    kind: ClassVar[str] = "standings"
    powers: tuple[Power, ...]
    cities: tuple[int, ...]
    units: tuple[int, ...]
    ducats: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Event):
    """The episode is over."""

    kind: ClassVar[str] = "ended"
    ending: str
    winner: Power | None
    powers: tuple[Power, ...]
    scores: tuple[float, ...]
