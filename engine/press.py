"""Talk between seats: broadcasts, letters, pledges and private notes, as events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.game import Event, Power


@dataclass(frozen=True, slots=True, kw_only=True)
class Broadcast(Event):
    """Words to everybody."""

    kind: ClassVar[str] = "broadcast"
    sender: Power
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter(Event):
    """Words to one power; only the two of them see it."""

    kind: ClassVar[str] = "letter"
    sender: Power
    to: Power
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pledged(Event):
    """A checkable promise. `to` None is everybody; `place` is a province code or empty."""

    kind: ClassVar[str] = "pledged"
    sender: Power
    to: Power | None
    pledge: str
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotesKept(Event):
    """A power's private notes from now on; its audience is the writer alone."""

    kind: ClassVar[str] = "notes"
    power: Power
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PressClosed(Event):
    """A window of talk has closed and everything said in it is delivered. `silent` could not write."""

    kind: ClassVar[str] = "press_closed"
    silent: tuple[Power, ...] = ()
