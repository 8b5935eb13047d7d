"""Step 11: builds and disbands, all powers at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.cogplomacy.disorder import in_disorder
from engine.cogplomacy.events import Built
from engine.cogplomacy.map.board import GEOGRAPHY, POWERS, TABLE
from engine.cogplomacy.state import Board
from engine.conflict.events import Disband
from engine.conflict.orders import ARMY, FLEET, NONE, Forces, Unit
from engine.game import Event

WAIVE = "WAIVE"


@dataclass(frozen=True, slots=True)
class AdjustmentSheet:
    """An adjustments answer as read: new units, or the provinces whose units disband, in the order written."""

    builds: tuple[Unit, ...] = ()
    disbands: tuple[int, ...] = ()
    notes: str = ""


NOTHING = AdjustmentSheet()


def build_choices(board: Board, power: int) -> tuple[Unit, ...]:
    """Every unit a power may build, by site: an army, and a fleet on each coast there is."""
    return tuple(
        unit
        for site in board.sites(power)
        for unit in (site * 2 + ARMY, *(berth * 2 + FLEET for berth in GEOGRAPHY.berths[site]))
    )


def choices(board: Board, power: int) -> tuple[str, ...]:
    """Every line a power may write: builds and WAIVE, or disbands."""
    if board.due(power) < 0:
        return tuple(f"DISBAND {TABLE.unit_text(board.forces.units[province])}" for province in board.units(power))
    return (*(f"BUILD {TABLE.unit_text(unit)}" for unit in build_choices(board, power)), WAIVE)


def adjust(board: Board, sheets: Mapping[int, AdjustmentSheet]) -> tuple[Board, tuple[Event, ...]]:
    """Step 11. What nobody ordered is waived, or disbanded by civil disorder."""
    units, owners = list(board.forces.units), list(board.forces.owners)
    events: list[Event] = []
    phase = board.phase
    for power, due in enumerate(board.dues()):
        sheet = sheets.get(power, NOTHING)
        if due > 0 and (sites := board.sites(power)):
            for unit in sheet.builds:
                site = TABLE.province(unit)
                units[site], owners[site] = unit, power
            built = tuple(map(TABLE.unit_text, sheet.builds))
            waived = min(due, len(sites)) - len(built)
            events.append(Built(phase=phase, power=POWERS[power], units=built, waived=waived))
        elif due < 0:
            for cause, gone in _disbands(board, power, -due, sheet.disbands):
                told = tuple(TABLE.unit_text(units[province]) for province in gone)
                events.append(Disband(phase=phase, power=POWERS[power], units=told, cause=cause))
                for province in gone:
                    units[province] = owners[province] = NONE
    return board._replace(forces=Forces(tuple(units), tuple(owners))), tuple(events)


def _disbands(board: Board, power: int, owed: int, ordered: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Causes, and the provinces of the units that go for them."""
    if ordered:
        yield "ordered", ordered
    if len(ordered) < owed:
        yield "civil disorder", in_disorder(board, power, owed - len(ordered), spared=ordered)
