"""Battles, retreats and standings as events, in this game's order texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.conflict.events import DislodgedUnit, Movement, PlayedOrder, Retreat, RetreatedUnit
from engine.conflict.orders import NONE
from engine.conflict.verdicts import Cause, Verdict, verdicts
from engine.game import Event
from engine.machiavelli2.battle import Battle
from engine.machiavelli2.events import Besieged, RebellionsEnded, Standings
from engine.machiavelli2.legal import handbook
from engine.machiavelli2.orders import Act
from engine.machiavelli2.retreats import Withdrawal
from engine.machiavelli2.sieges import Aftermath
from engine.machiavelli2.state import Board, Dislodged, ranked

_STANDS = "stands"


def tell_battle(battle: Battle) -> Movement:
    """Every power's units with their orders, by place; an autonomous one is told of only when it is dislodged."""
    board = battle.before
    found = verdicts(battle.situation)
    return Movement(
        phase=board.phase,
        orders=tuple(_played(battle, place, found[place]) for power in board.everyone for place in board.units(power)),
        dislodged=tuple(
            DislodgedUnit(board.power_name(board.forces.owners[area]), board.unit_text(area), _line(battle, mover))
            for area, mover in sorted(battle.driven_out.items())
        ),
        standoffs=tuple(board.theatre.codes[area] for area in sorted(_standoffs(battle))),
    )


def _line(battle: Battle, place: int) -> str:
    order = battle.orders.get(place)
    board = battle.before
    if order is None:
        return f"{board.unit_text(place)} {_STANDS}"
    return ranked(handbook(board.theatre).orders.text(order), board.ranks[place])


def _played(battle: Battle, place: int, verdict: Verdict) -> PlayedOrder:
    power = battle.before.power_name(battle.before.forces.owners[place])
    cause: str = verdict.cause.value
    by = verdict.by
    if place in battle.faults:
        cause, by = battle.faults[place].value, ()
    elif place in battle.arrived or _is_untouched(battle, place, verdict):
        cause, by = Cause.NOTHING.value, ()
    told = tuple(_line(battle, other) for other in by if battle.before.forces.units[other] != NONE)
    return PlayedOrder(power, _line(battle, place), not cause, cause, told)


def _is_untouched(battle: Battle, place: int, verdict: Verdict) -> bool:
    """Whether a garrison's supporter was attacked from before the walls alone, where it is directed, and in vain."""
    order, theatre = battle.orders.get(place), battle.before.theatre
    return (
        order is not None
        and order.act is Act.SUPPORT
        and verdict.cause is Cause.CUT
        and verdict.by == (theatre.area_of[order.other >> 1],)
        and place not in battle.driven_out
    )


def _standoffs(battle: Battle) -> Iterable[int]:
    """Areas two or more failed to enter, and nobody entered."""
    situation, goals = battle.situation, {unit >> 1 for unit in battle.arrived.values()}
    for goal, movers in situation.attackers.items():
        if goal < battle.before.theatre.n and goal not in goals and sum(map(situation.presses, movers)) > 1:
            yield goal


def tell_aftermath(board: Board, after: Aftermath) -> Iterable[Event]:
    """Sieges and rebellions, when there was anything."""
    codes = board.theatre.codes
    if after.begun or after.fallen:
        yield Besieged(
            phase=board.phase,
            begun=tuple(codes[area] for area in after.begun),
            fallen=tuple(codes[area] for area in after.fallen),
        )
    if after.freed or after.calmed:
        yield RebellionsEnded(
            phase=board.phase,
            freed=tuple(codes[area] for area in after.freed),
            calmed=tuple(codes[area] for area in after.calmed),
        )


def tell_retreats(board: Board, withdrawal: Withdrawal) -> Retreat:
    """Where every dislodged unit went, or why it disbanded."""
    return Retreat(phase=board.phase, units=tuple(_retreated(board, each, withdrawal) for each in board.dislodged))


def _retreated(board: Board, each: Dislodged, withdrawal: Withdrawal) -> RetreatedUnit:
    area = each.unit >> 1
    power, unit = board.power_name(each.owner), ranked(board.theatre.unit_text(each.unit), each.rank)
    if area in withdrawal.arrived:
        goal = withdrawal.arrived[area]
        return RetreatedUnit(power, unit, "its city" if goal == area else board.theatre.codes[goal])
    if not each.options:
        return RetreatedUnit(power, unit, "", "nowhere to go")
    causes: Mapping[bool, str] = {True: "met another", False: "disbanded"}
    return RetreatedUnit(
        power, unit, "", "strait shut" if area in withdrawal.blocked else causes[area in withdrawal.clashed]
    )


def standings(board: Board) -> Standings:
    """The public count of cities, units and ducats."""
    return Standings(
        phase=board.phase,
        powers=board.theatre.powers,
        cities=tuple(len(board.cities(power)) for power in board.everyone),
        units=tuple(len(board.units(power)) for power in board.everyone),
        ducats=board.treasuries,
    )
