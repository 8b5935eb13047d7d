"""Income at the end of Fall: seas, provinces, cities, and what countries yield by dice."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.conflict.orders import NONE
from engine.dice import Dice
from engine.game import Event
from engine.machiavelli2 import rules
from engine.machiavelli2.events import Income, YieldRolled
from engine.machiavelli2.map.theatre import Yield
from engine.machiavelli2.state import Board


@dataclass(frozen=True, slots=True)
class Revenue:
    """What a power's possessions bring this year, dice aside."""

    seas: int
    provinces: int
    cities: int

    @property
    def total(self) -> int:
        """All of it."""
        return self.seas + self.provinces + self.cities


def revenue(board: Board, power: int) -> Revenue:
    """A ducat for each sea with an own fleet and each fed and quiet province, and the cities."""
    theatre, forces = board.theatre, board.forces
    seas = sum(forces.owners[area] == power for area in theatre.seas)
    quiet = (area for area in theatre.provinces if board.owners[area] == power)
    provinces = sum(area not in board.famine and area not in board.rebels for area in quiet)
    cities = sum(city_income(board, area) for area in board.cities(power))
    return Revenue(seas * rules.SEA_INCOME, provinces * rules.PROVINCE_INCOME, cities)


def city_income(board: Board, area: int) -> int:
    """What a city brings: nothing under siege, in famine without a garrison, or in the hands of rebels."""
    city = board.theatre.cities[area]
    if city is None or area in board.sieges:
        return 0
    if area in board.famine and board.garrison(area) == NONE:
        return 0
    return 0 if area in (board.city_rebels if city.fortified else board.rebels) else city.income


def collect_income(board: Board, dice: Dice) -> tuple[Board, Dice, tuple[Event, ...]]:
    """Everybody's income of the year; every country's dice are rolled, whoever bears its mark."""
    if not board.options.money:
        return board, dice, ()
    variable = [0] * len(board.treasuries)
    events: list[Event] = []
    for each in board.theatre.yields:
        event, dice = _roll(board, each, dice)
        events.append(event)
        bearer = _bearer(board, each.city)
        if bearer >= 0:
            variable[bearer] += event.ducats
    vault = list(board.treasuries)
    for power in board.living():
        steady = revenue(board, power)
        vault[power] += steady.total + variable[power]
        events.append(
            Income(
                phase=board.phase,
                power=board.power_name(power),
                seas=steady.seas,
                provinces=steady.provinces,
                cities=steady.cities,
                variable=variable[power],
            )
        )
    return replace(board, treasuries=tuple(vault)), dice, tuple(events)


def _bearer(board: Board, city: int) -> int:
    """Who gets a city's yield: the bearer of its country's mark, outside home countries its controller."""
    return board.city_owners[city] if board.theatre.country[city] == NONE else board.marks[city]


def _roll(board: Board, each: Yield, dice: Dice) -> tuple[YieldRolled, Dice]:
    draws, faces = [], []
    for _ in range(each.dice):
        if board.options.dice:
            draw, dice = dice.draw(rules.DIE)
            draws.append(draw)
            faces.append(draw.value)
        else:
            faces.append(rules.STEADY_DIE[board.year % 2] - 1)
    event = YieldRolled(
        phase=board.phase,
        power=board.power_name(_bearer(board, each.city)),
        city=board.theatre.codes[each.city],
        ducats=sum(each.table[face] for face in faces),
        draws=tuple(draws),
    )
    return event, dice
