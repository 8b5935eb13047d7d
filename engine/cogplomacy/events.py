"""What happens in Cogplomacy besides press, movement and retreats.

Powers are names, provinces codes, units texts (``F STP/SC``), so that an event
can be read without the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.game import Event, Power


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened(Event):
    """An episode begins: its options, and SHA-256 of its seed."""

    kind: ClassVar[str] = "opened"
    commitment: str
    years: int
    press: bool
    rulebook: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreTaken(Event):
    """Step 10: a centre changed hands; `former` is None when nobody owned it."""

    kind: ClassVar[str] = "centre_taken"
    centre: str
    power: Power
    former: Power | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CentresCounted(Event):
    """Step 10, once a year: the owner of each of the 34 centres, by code, and centres and units by power."""

    kind: ClassVar[str] = "centres"
    centres: tuple[str, ...]
    owners: tuple[Power | None, ...]
    powers: tuple[Power, ...]
    counts: tuple[int, ...]
    units: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Built(Event):
    """Step 11: new units, ``A PAR``, and how many more the power could have built and waived."""

    kind: ClassVar[str] = "built"
    power: Power
    units: tuple[str, ...]
    waived: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Eliminated(Event):
    """Step 12: a power with neither unit nor centre leaves the board."""

    kind: ClassVar[str] = "eliminated"
    power: Power


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Event):
    """The episode is over: solo (then `winner` has it), complete or deadline."""

    kind: ClassVar[str] = "ended"
    ending: str
    winner: Power | None
    powers: tuple[Power, ...]
    scores: tuple[float, ...]
