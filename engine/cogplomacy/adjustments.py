"""Step 11: builds and disbands, all powers at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.cogplomacy.disorder import in_disorder
from engine.cogplomacy.events import Built
from engine.cogplomacy.map.board import GEOGRAPHY, POWERS, TABLE
from engine.cogplomacy.state import Board
from engine.conflict.events import Disband
from engine.conflict.orders import ARMY, FLEET, Unit
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
    forces = board.forces
    events: list[Event] = []
    for power, due in enumerate(board.dues()):
        sheet = sheets.get(power, NOTHING)
        for unit in sheet.builds:
            forces = forces.place(TABLE.province(unit), unit, power)
        if due > 0 and (sheet.builds or board.sites(power)):
            built = tuple(map(TABLE.unit_text, sheet.builds))
            waived = min(due, len(board.sites(power))) - len(built)
            events.append(Built(phase=board.phase, power=POWERS[power], units=built, waived=waived))
        if due < 0:
            forced = in_disorder(board, power, -due - len(sheet.disbands), spared=sheet.disbands)
            for cause, gone in (("ordered", sheet.disbands), ("civil disorder", forced)):
                if gone:
                    units = tuple(TABLE.unit_text(board.forces.units[province]) for province in gone)
                    events.append(Disband(phase=board.phase, power=POWERS[power], units=units, cause=cause))
                for province in gone:
                    forces = forces.remove(province)
    return replace(board, forces=forces), tuple(events)
