"""Winter: units are kept or let go, and new ones built, for ducats or, in the basic game, one for each city."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from engine.conflict.orders import ARMY, FLEET, NONE
from engine.game import Event
from engine.machiavelli2 import rules
from engine.machiavelli2.battle import removed
from engine.machiavelli2.events import Adjusted
from engine.machiavelli2.map.theatre import GARRISON
from engine.machiavelli2.permits import BUILT, may_have
from engine.machiavelli2.rebellions import unruly
from engine.machiavelli2.state import ORDINARY, RANK_WORDS, Board, ranked


@dataclass(frozen=True, slots=True)
class Build:
    """A new unit: its kind, its area, its rank."""

    kind: int
    area: int
    rank: int = ORDINARY


@dataclass(frozen=True, slots=True)
class AdjustmentSheet:
    """An adjustments answer as read: places of units that go, and new units in the order they are wanted."""

    removed: tuple[int, ...] = ()
    builds: tuple[Build, ...] = ()
    notes: str = ""


def build_text(board: Board, build: Build) -> str:
    """``A PAD``, ``EM G MIL``."""
    return ranked(board.theatre.unit_text(board.theatre.unit(build.kind, build.area)), build.rank)


def supported(board: Board, power: int) -> int:
    """In the basic game, the units a power can have: one for each city it controls with the province around it."""
    return sum(board.owners[area] == power for area in board.cities(power))


def surplus(board: Board, power: int) -> int:
    """In the basic game, the units too many, or below zero what may be built; with money never one."""
    return 0 if board.options.money else len(board.units(power)) - supported(board, power)


def sites(board: Board, power: int) -> tuple[Build, ...]:
    """Everything a power could build by itself, by area: each kind of unit of each rank."""
    ranks = range(len(RANK_WORDS)) if board.options.money and board.options.special_units else (ORDINARY,)
    return tuple(
        build
        for area in board.theatre.towns
        if _open_site(board, power, area)
        for kind in (ARMY, FLEET, GARRISON)
        for rank in ranks
        if can_build(board, power, build := Build(kind, area, rank))
    )


def _open_site(board: Board, power: int, area: int) -> bool:
    """An own province of one's own country with a city, fed and quiet."""
    own = board.marks[area] == power == board.owners[area] and board.theatre.cities[area] is not None
    if not board.options.money and board.city_owners[area] != power:
        return False
    return own and area not in board.famine and not unruly(board, area)


def can_build(board: Board, power: int, build: Build) -> bool:
    """Whether a unit can be built there, money and what else is built aside."""
    theatre, area = board.theatre, build.area
    if not _open_site(board, power, area) or not may_have(board, power, build.kind, build.rank, BUILT):
        return False
    if build.kind == ARMY and area == theatre.venice:
        return False
    if build.kind == FLEET and not theatre.is_port(area):
        return False
    if build.kind == GARRISON and not (theatre.has_walls(area) and board.options.garrisons):
        return False
    taken = board.forces.units[theatre.unit(build.kind, area) >> 1] != NONE
    if area == theatre.venice:
        taken = board.forces.units[area] != NONE or board.garrison(area) != NONE
    return not taken


def upkeep(board: Board, places: tuple[int, ...]) -> int:
    """What it costs to keep these units for a year."""
    return sum(rules.UPKEEP[board.ranks[place]] for place in places) if board.options.money else 0


def adjust(board: Board, sheets: Mapping[int, AdjustmentSheet]) -> tuple[Board, tuple[Event, ...]]:
    """Everybody's Winter at once; who is not on `sheets` keeps what can be paid for, and builds nothing."""
    events: list[Event] = []
    after = board
    for power in board.living():
        done = _settle(board, power, sheets.get(power, AdjustmentSheet()))
        after = removed(after, done.gone)
        ranks = list(after.ranks)
        for build in done.built:
            unit = board.theatre.unit(build.kind, build.area)
            after = replace(after, forces=after.forces.place(unit >> 1, unit, power))
            ranks[unit >> 1] = build.rank
        vault = list(after.treasuries)
        vault[power] -= done.paid
        after = replace(after, ranks=tuple(ranks), treasuries=tuple(vault))
        if done.paid or done.gone or done.built:
            events.append(
                Adjusted(
                    phase=board.phase,
                    power=board.power_name(power),
                    paid=done.paid,
                    removed=tuple(map(board.unit_text, done.gone)),
                    built=tuple(build_text(board, build) for build in done.built),
                )
            )
    return after, tuple(events)


@dataclass(frozen=True, slots=True)
class _Winter:
    gone: tuple[int, ...]
    built: tuple[Build, ...]
    paid: int


class _Means:
    """What a power can still have this Winter: ducats, places for units, one special unit."""

    def __init__(self, board: Board, power: int) -> None:
        self._free = not board.options.money
        self._ducats = board.treasuries[power]
        self.room = supported(board, power) if self._free else len(board.forces.units)
        self._special = True
        self.paid = 0

    def takes(self, rank: int) -> bool:
        """Whether one more unit of this rank can be had; if so it is paid for."""
        cost = 0 if self._free else rules.UPKEEP[rank]
        special = rank != ORDINARY
        if not self.room or cost > self._ducats - self.paid or (special and not self._special):
            return False
        self.room, self.paid, self._special = self.room - 1, self.paid + cost, self._special and not special
        return True


def _settle(board: Board, power: int, sheet: AdjustmentSheet) -> _Winter:
    """Old units in the order of the board, where too many the first go; then builds as listed, as far as means go."""
    means = _Means(board, power)
    wanted = [place for place in board.units(power) if place not in sheet.removed]
    kept = {place for place in wanted[max(0, len(wanted) - means.room) :] if means.takes(board.ranks[place])}
    built = tuple(
        build for build in _distinct(sheet.builds) if can_build(board, power, build) and means.takes(build.rank)
    )
    return _Winter(tuple(place for place in board.units(power) if place not in kept), built, means.paid)


def _distinct(builds: tuple[Build, ...]) -> Iterator[Build]:
    """One new unit an area: the first."""
    seen: set[int] = set()
    for build in builds:
        if build.area not in seen:
            seen.add(build.area)
            yield build
