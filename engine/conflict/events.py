"""What happened in movement and retreats, as text that players, prompts and viewers read."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from engine.conflict.orders import OrderTable
from engine.conflict.resolve import Adjudication, Dislodgement
from engine.conflict.verdicts import Cause
from engine.game import Event, Power


class PlayedOrder(NamedTuple):
    """One order as played: ``A VER - MAN``, whether it succeeded, else the cause and the orders responsible."""

    power: Power
    order: str
    success: bool
    cause: str
    by: tuple[str, ...]


class DislodgedUnit(NamedTuple):
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


class RetreatedUnit(NamedTuple):
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


_CAUSES = {cause: cause.value for cause in Cause}
"""Their words, made once: an event has a row for every unit."""


def tell_movement(phase: str, table: OrderTable, powers: Sequence[Power], adjudication: Adjudication) -> Movement:
    """A movement phase as an event everyone sees; `powers` by index."""
    verdicts = adjudication.verdicts
    situation, text = adjudication.situation, table.text
    orders, units, owners = situation.orders, situation.units, situation.owners
    lines = {
        province: text(orders[province] if province in orders else table.hold(units[province])) for province in verdicts
    }
    return Movement(
        phase=phase,
        orders=tuple(
            [
                PlayedOrder(
                    powers[owners[province]],
                    lines[province],
                    not cause,
                    _CAUSES[cause],
                    tuple(map(lines.__getitem__, by)) if by else (),
                )
                for province, (cause, by) in verdicts.items()
            ]
        ),
        dislodged=tuple(
            DislodgedUnit(powers[lost.owner], table.unit_text(lost.unit), lines[lost.origin])
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
