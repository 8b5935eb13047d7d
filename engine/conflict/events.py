"""What happened in movement and retreats, as text that players, prompts and viewers read."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from engine.conflict.orders import OrderTable
from engine.conflict.resolve import Adjudication, Dislodgement
from engine.game import Event, Power

_SUCCESSES_KEPT = 10_000


@dataclass(frozen=True, slots=True)
class PlayedOrder:
    """One order as played: ``A VER - MAN``, whether it succeeded, else the cause and the orders responsible."""

    power: Power
    order: str
    success: bool
    cause: str
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DislodgedUnit:
    """A unit driven out: ``F ANC``, and the order that did it."""

    power: Power
    unit: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement(Event):
    """A movement phase: every order by province, who was dislodged, where standoffs were (codes)."""

    kind: ClassVar[str] = "movement"
    orders: tuple[PlayedOrder, ...]
    dislodged: tuple[DislodgedUnit, ...]
    standoffs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RetreatedUnit:
    """A dislodged unit and the space it went to, or empty when it disbanded.

    `cause` of a disband: ``nowhere to go``, ``met another`` or ``disbanded``.
    """

    power: Power
    unit: str
    to: str
    cause: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Retreat(Event):
    """All retreats after one movement phase, by province lost."""

    kind: ClassVar[str] = "retreat"
    units: tuple[RetreatedUnit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Disband(Event):
    """Units taken off the board, ``A VER``, and why in the game's words: famine, plague, upkeep, civil disorder."""

    kind: ClassVar[str] = "disband"
    power: Power
    units: tuple[str, ...]
    cause: str


@lru_cache(_SUCCESSES_KEPT)
def _succeeded(power: Power, line: str) -> PlayedOrder:
    """Most orders succeed, and the same ones come again and again."""
    return PlayedOrder(power, line, True, "", ())


def tell_movement(phase: str, table: OrderTable, powers: Sequence[Power], adjudication: Adjudication) -> Movement:
    """A movement phase as an event everyone sees; `powers` by index."""
    verdicts = adjudication.verdicts
    owners = adjudication.situation.owners
    text = table.text
    return Movement(
        phase=phase,
        orders=tuple(
            [
                _succeeded(powers[owners[province]], text(order))
                if success
                else PlayedOrder(
                    powers[owners[province]],
                    text(order),
                    False,
                    str(cause),
                    tuple([text(verdicts[other].order) for other in by if other in verdicts]),
                )
                for province, (order, success, cause, by) in verdicts.items()
            ]
        ),
        dislodged=tuple(
            DislodgedUnit(powers[lost.owner], table.unit_text(lost.unit), text(verdicts[lost.origin].order))
            for lost in adjudication.dislodged
        ),
        standoffs=tuple(table.geography.codes[province] for province in sorted(adjudication.standoffs)),
    )


def tell_retreats(
    phase: str,
    table: OrderTable,
    powers: Sequence[Power],
    dislodged: Sequence[Dislodgement],
    arrived: Mapping[int, int],
    *,
    trapped: Collection[int] = (),
    clashed: Collection[int] = (),
) -> Retreat:
    """Retreats as an event everyone sees.

    `arrived` is the space by province lost; of the others, `trapped` had nowhere
    to go and `clashed` met another.
    """
    return Retreat(
        phase=phase,
        units=tuple(
            RetreatedUnit(
                powers[lost.owner], table.unit_text(lost.unit), table.geography.spaces[arrived[lost.province]]
            )
            if lost.province in arrived
            else RetreatedUnit(powers[lost.owner], table.unit_text(lost.unit), "", _why_gone(lost, trapped, clashed))
            for lost in dislodged
        ),
    )


def _why_gone(lost: Dislodgement, trapped: Collection[int], clashed: Collection[int]) -> str:
    if lost.province in trapped:
        return "nowhere to go"
    return "met another" if lost.province in clashed else "disbanded"
