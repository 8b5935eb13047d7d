"""What expenditures cost at least, and whom bribes can reach."""

from __future__ import annotations

from engine.conflict.orders import NONE
from engine.machiavelli2 import rules
from engine.machiavelli2.map.theatre import AUTONOMOUS, GARRISON
from engine.machiavelli2.spending import AT_UNITS, Kind
from engine.machiavelli2.state import Board

_FLAT = {
    Kind.FAMINE_RELIEF: rules.RELIEF_COST,
    Kind.PACIFY: rules.PACIFY_COST,
    Kind.COUNTER_BRIBE: rules.STEP,
    Kind.ASSASSINATE: rules.ASSASSIN_COST,
}
_BRIBE = {Kind.AUTONOMY: rules.AUTONOMY_COST, Kind.DISBAND: rules.DISBAND_COST, Kind.BUY: rules.BUY_COST}
_FREE = {Kind.DISBAND: rules.FREE_DISBAND_COST, Kind.BUY: rules.FREE_BUY_COST}


def minimum(board: Board, kind: Kind, target: int) -> int:
    """The ducats an expenditure needs, counter-bribes aside; bribes of an empty place are priced as ordinary ones."""
    if kind in _FLAT:
        return _FLAT[kind]
    if kind is Kind.REBELLION:
        at_home = board.marks[target] == board.owners[target]
        return rules.REBELLION_AT_HOME_COST if at_home else rules.REBELLION_COST
    theatre = board.theatre
    free = board.forces.owners[target] == AUTONOMOUS
    price = (_FREE if free and kind in _FREE else _BRIBE)[kind] * rules.BRIBE_FACTOR[board.ranks[target]]
    city = theatre.cities[theatre.area_of[target]]
    if theatre.kind(target * 2) == GARRISON and city is not None and city.major:
        price *= rules.MAJOR_CITY_FACTOR
    return price


def reach_of(board: Board, power: int) -> frozenset[int]:
    """The areas in which a power can bribe: where it has a unit, garrisons too, and next to that by land or sea."""
    theatre = board.theatre
    if not board.options.adjacency:
        return frozenset(range(theatre.n))
    own = {theatre.area_of[place] for place in board.forces.owned(power)}
    return frozenset(own).union(*(theatre.army_reach[area] + theatre.fleet_reach[area] for area in own))


def objection(board: Board, power: int, kind: Kind, target: int) -> bool:
    """Whether an expenditure makes no sense at all, so that it is not taken: see the reasons in the rules page."""
    if kind is Kind.ASSASSINATE:
        return target == power or not board.options.murders or board.eliminated[target]
    if kind in AT_UNITS:
        return _bad_unit(board, power, kind, target)
    theatre = board.theatre
    if kind is Kind.REBELLION:
        if board.options.judge_compat:
            return target == theatre.venice
        return target == theatre.venice or theatre.sea[target] or board.owners[target] in (NONE, AUTONOMOUS, power)
    return theatre.sea[target] and not board.options.judge_compat


def _bad_unit(board: Board, power: int, kind: Kind, target: int) -> bool:
    owner = board.forces.owners[target]
    if owner == NONE:
        return True
    if kind is Kind.COUNTER_BRIBE:
        return False
    garrison = board.theatre.kind(target * 2) == GARRISON
    pointless = owner == AUTONOMOUS and not board.options.judge_compat
    return owner == power or (kind is Kind.AUTONOMY and (pointless or not garrison))
