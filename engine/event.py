"""What happens in a game and who may know of it; and what a seat wrote that was not taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

Power = str
"""A side of a game by its name: ``VENICE``, ``Sable``."""

Reason = str
"""One word out of an enum of the game (its values are strings)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened. `audience` None is everyone, () spectators only.

    Secrecy is per event, never per field.
    """

    kind: ClassVar[str]
    phase: str
    audience: tuple[Power, ...] | None = None

    def visible_to(self, power: Power) -> bool:
        """Whether this power may know of the event."""
        return self.audience is None or power in self.audience


@dataclass(frozen=True, slots=True)
class Refusal:
    """One line or item of an answer that was not taken, as it was written, with the reason.

    A `note` marks what was only set aside (a duplicate, one too many): it is
    told to the seat but not counted as illegal.
    """

    line: str
    reason: Reason
    note: bool = False
