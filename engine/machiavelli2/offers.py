"""The choices of a request: every unit's legal orders, ways to retreat, what can be let go and built."""

from __future__ import annotations

from collections.abc import Mapping

from engine.conflict.choices import Choices
from engine.game import Slot
from engine.machiavelli2.adjustments import build_text, sites, surplus
from engine.machiavelli2.legal import Catalogue, handbook
from engine.machiavelli2.map.theatre import GARRISON, LETTERS
from engine.machiavelli2.rules import UPKEEP
from engine.machiavelli2.season import asked
from engine.machiavelli2.state import Board, Dislodged, Stage

Offers = Mapping[int, tuple[Slot, ...]]
"""By power, its slots."""


def offered(board: Board) -> Offers:
    """What the powers asked in this batch can choose from."""
    if board.stage is Stage.ORDERS:
        return _orders(board)
    if board.stage is Stage.RETREATS:
        return _retreats(board)
    return _adjustments(board) if board.stage is Stage.ADJUSTMENTS else {}


def _orders(board: Board) -> Offers:
    catalogue, orders = Catalogue(board), handbook(board.theatre).orders
    return {
        power: tuple(
            Slot(
                "orders",
                board.theatre.unit_text(board.forces.units[place]),
                1,
                1,
                Choices(orders, catalogue.legal_orders(place)),
            )
            for place in board.units(power)
        )
        for power in asked(board)
    }


def _retreats(board: Board) -> Offers:
    slots: dict[int, list[Slot]] = {}
    for each in board.dislodged:
        if each.options:
            name = board.theatre.unit_text(each.unit)
            slots.setdefault(each.owner, []).append(Slot("retreats", name, 1, 1, retreat_lines(board, each)))
    return {power: tuple(own) for power, own in slots.items()}


def retreat_lines(board: Board, each: Dislodged) -> tuple[str, ...]:
    """``A PAD - FER``, into the city ``A PAD = G``, ``A PAD D``."""
    unit, codes = board.theatre.unit_text(each.unit), board.theatre.codes
    ways = (
        f"{unit} = {LETTERS[GARRISON]}" if area == each.unit >> 1 else f"{unit} - {codes[area]}"
        for area in each.options
    )
    return (*ways, f"{unit} D")


def _adjustments(board: Board) -> Offers:
    """What to let go, exactly as many as are too many in the basic game; what to build, within one's means."""
    found = {}
    for power in asked(board):
        excess = surplus(board, power)
        units = tuple(map(board.unit_text, board.units(power)))
        builds = [build for build in sites(board, power) if _affordable(board, power, build.rank)]
        most = len({build.area for build in builds}) if board.options.money else min(max(0, -excess), len(builds))
        slots = []
        if board.options.money or excess > 0:
            least = max(0, excess)
            slots.append(Slot("remove", "remove", least, least or len(units), units))
        if most:
            slots.append(Slot("builds", "builds", 0, most, tuple(build_text(board, build) for build in builds)))
        found[power] = tuple(slots)
    return found


def _affordable(board: Board, power: int, rank: int) -> bool:
    return not board.options.money or UPKEEP[rank] <= board.treasuries[power]
