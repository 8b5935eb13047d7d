"""The end of Fall: who controls what, which countries are conquered, who is out, who has won."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.conflict.orders import NONE
from engine.game import Event
from engine.machiavelli2.battle import removed
from engine.machiavelli2.events import ControlChanged, CountryConquered, CountryLost, Eliminated
from engine.machiavelli2.map.theatre import AUTONOMOUS
from engine.machiavelli2.state import NO_LOANS, Board


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The board after a Fall, what changed, and the power that has won or `NONE`."""

    board: Board
    events: tuple[Event, ...]
    winner: int


def reckon(board: Board) -> Reckoning:
    """Control, conquest, elimination, marks lost; with anybody out, conquest and control once more; victory."""
    before = board
    board, events = conquer(take_control(board))
    board, gone = eliminate(board)
    board, lost = lose_marks(board)
    events += (*gone, *lost)
    if gone:
        board, more = conquer(board)
        board, events = take_control(board), events + more
    board, winner = count(board)
    return Reckoning(board, (*_changes(before, board), *events), winner)


def take_control(board: Board) -> Board:
    """Who stands in a province has it and its city; a foreign garrison keeps the city, nobody then has the province."""
    theatre, forces = board.theatre, board.forces
    owners, city_owners = list(board.owners), list(board.city_owners)
    for area in theatre.provinces:
        outside, inside = forces.owners[area], board.garrison(area)
        if outside == inside == NONE:
            continue
        if outside != NONE != inside and outside != inside:
            owners[area] = AUTONOMOUS
        else:
            owners[area] = outside if inside == NONE else inside
        if theatre.cities[area] is not None:
            city_owners[area] = outside if inside == NONE else inside
    return replace(board, owners=tuple(owners), city_owners=tuple(city_owners))


def conquer(board: Board) -> tuple[Board, tuple[Event, ...]]:
    """A power that controls every province and city of a country bears its mark."""
    theatre = board.theatre
    marks, events = list(board.marks), []
    for country in theatre.countries:
        holders = {board.owners[area] for area in country.areas}
        holders |= {board.city_owners[area] for area in country.areas if theatre.cities[area] is not None}
        power = min(holders)
        if len(holders) == 1 and power >= 0 and any(marks[area] != power for area in country.areas):
            for area in country.areas:
                marks[area] = power
            name = board.power_name(power)
            events.append(CountryConquered(phase=board.phase, country=country.name, power=name))
    return replace(board, marks=tuple(marks)), tuple(events)


def eliminate(board: Board) -> tuple[Board, tuple[Event, ...]]:
    """A power that controls no city which bears its mark is out, and all it had is autonomous."""
    theatre = board.theatre
    gone = tuple(
        power
        for power in board.living()
        if not any(board.marks[area] == power == board.city_owners[area] for area in theatre.towns)
    )
    events = tuple(
        Eliminated(
            phase=board.phase,
            power=board.power_name(power),
            units=tuple(board.unit_text(place) for place in board.units(power)),
        )
        for power in gone
    )
    if not gone:
        return board, ()
    board = removed(board, tuple(place for power in gone for place in board.units(power)))
    return replace(
        board,
        owners=_freed(board.owners, gone),
        city_owners=_freed(board.city_owners, gone),
        marks=_freed(board.marks, gone),
        treasuries=tuple(0 if power in gone else ducats for power, ducats in enumerate(board.treasuries)),
        loans=tuple(NO_LOANS if power in gone else loans for power, loans in enumerate(board.loans)),
        chits=tuple(0 if power in gone else chits for power, chits in enumerate(board.chits)),
        eliminated=tuple(power in gone or out for power, out in enumerate(board.eliminated)),
    ), events


def _freed(row: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(AUTONOMOUS if owner in gone else owner for owner in row)


def lose_marks(board: Board) -> tuple[Board, tuple[Event, ...]]:
    """A mark is nobody's when its bearer controls nothing of the country."""
    marks, events = list(board.marks), []
    for country in board.theatre.countries:
        for bearer in sorted({marks[area] for area in country.areas if marks[area] >= 0}):
            if not any(bearer in (board.owners[area], board.city_owners[area]) for area in country.areas):
                for area in country.areas:
                    marks[area] = NONE if marks[area] == bearer else marks[area]
                events.append(CountryLost(phase=board.phase, country=country.name, power=board.power_name(bearer)))
    return replace(board, marks=tuple(marks)), tuple(events)


def count(board: Board) -> tuple[Board, int]:
    """Whether one power alone has the most cities, and enough; more than one raise the threshold above them."""
    cities = [len(board.cities(power)) for power in board.everyone]
    best = max(cities)
    if best < board.threshold:
        return board, NONE
    leaders = [power for power, owned in enumerate(cities) if owned == best]
    return (board, leaders[0]) if len(leaders) == 1 else (replace(board, threshold=best + 1), NONE)


def _changes(before: Board, after: Board) -> tuple[Event, ...]:
    names = {NONE: "", AUTONOMOUS: "AUTONOMOUS"} | dict(enumerate(before.theatre.powers))
    rows = ((before.owners, after.owners), (before.city_owners, after.city_owners))
    return tuple(
        ControlChanged(
            phase=before.phase, area=before.theatre.codes[area], city=bool(city), power=names[now], former=names[once]
        )
        for area in before.theatre.provinces
        for city, (old, new) in enumerate(rows)
        if (once := old[area]) != (now := new[area])
    )
