"""What happens in Cogiavelli besides press and movement. Every draw stands in the event that consumed it.

Powers are names, provinces codes, units texts (``A VEN``), so that an event can
be read without the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.dice import Draw
from engine.game import Event, Power


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened(Event):
    """An episode begins: its length, and SHA-256 of the seed its dice will be checked against."""

    kind: ClassVar[str] = "opened"
    commitment: str
    years: int
    press: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FamineDrawn(Event):
    """Step 1: the provinces struck this year. Each draw is an index into the land codes left, ascending."""

    kind: ClassVar[str] = "famine_drawn"
    provinces: tuple[str, ...]
    draws: tuple[Draw, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid(Event):
    """Step 4: an entry of a spend sheet was paid. `target` is a power or a unit."""

    kind: ClassVar[str] = "paid"
    power: Power
    action: str
    target: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryDropped(Event):
    """Step 4: an entry was not paid; only its writer knows."""

    kind: ClassVar[str] = "entry_dropped"
    power: Power
    action: str
    target: str
    amount: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Assassination(Event):
    """Step 5: a roll of 1..36 against the ducats paid; it succeeds when it is not above them."""

    kind: ClassVar[str] = "assassination"
    power: Power
    target: Power
    amount: int
    roll: int
    succeeded: bool
    draws: tuple[Draw, Draw]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bribe(Event):
    """Step 6: a bribe and what came of it: bought, disbanded, outbid, defended."""

    kind: ClassVar[str] = "bribe"
    power: Power
    action: str
    unit: str
    owner: Power
    amount: int
    defence: int
    needed: int
    outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderReplaced(Event):
    """Step 7: a legal order could not be played as written; its unit holds, or is no longer there."""

    kind: ClassVar[str] = "order_replaced"
    power: Power
    line: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CityTaken(Event):
    """Step 10: a city changed hands; `former` is None when nobody owned it."""

    kind: ClassVar[str] = "city_taken"
    city: str
    power: Power
    former: Power | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlagueStruck(Event):
    """Step 11: the city struck, an index into the city codes, and the unit destroyed in it, if any."""

    kind: ClassVar[str] = "plague"
    city: str
    unit: str
    power: Power | None
    draw: Draw


@dataclass(frozen=True, slots=True, kw_only=True)
class RebellionRolled(Event):
    """W1: a die for an empty city that is not its owner's home; on a 1 it is nobody's."""

    kind: ClassVar[str] = "rebellion"
    city: str
    power: Power
    roll: int
    rebelled: bool
    draw: Draw


@dataclass(frozen=True, slots=True, kw_only=True)
class Income(Event):
    """W3: ducats from `cities` paying cities, and the draw; `credited` is 0 for an eliminated power."""

    kind: ClassVar[str] = "income"
    power: Power
    cities: int
    fixed: int
    variable: int
    credited: int
    draw: Draw


@dataclass(frozen=True, slots=True, kw_only=True)
class Upkeep(Event):
    """W4: ducats paid for units; those that could not be paid for are told as disbanded."""

    kind: ClassVar[str] = "upkeep"
    power: Power
    paid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Built(Event):
    """W5: a new unit."""

    kind: ClassVar[str] = "built"
    power: Power
    unit: str
    paid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildFailed(Event):
    """W5: a line of a builds list that could not be carried out; only its writer knows."""

    kind: ClassVar[str] = "build_failed"
    power: Power
    line: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Eliminated(Event):
    """A power with neither unit nor city after W5 leaves the board."""

    kind: ClassVar[str] = "eliminated"
    power: Power


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings(Event):
    """Cities, units and ducats of all six, by power index, when a season or Winter is over."""

    kind: ClassVar[str] = "standings"
    powers: tuple[Power, ...]
    cities: tuple[int, ...]
    units: tuple[int, ...]
    ducats: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Event):
    """The episode is over: conquest (then `winner` is the conqueror), complete or deadline."""

    kind: ClassVar[str] = "ended"
    ending: str
    winner: Power | None
    powers: tuple[Power, ...]
    scores: tuple[float, ...]
