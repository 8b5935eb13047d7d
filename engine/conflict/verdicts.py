"""How every order of a decided phase went, and which orders are responsible."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from engine.conflict.orders import Act
from engine.conflict.strength import Situation


class Cause(StrEnum):
    """Why an order failed; NOTHING when it succeeded. Being dislodged is a fact of its own, not a cause of a move."""

    NOTHING = ""
    PREVENTED = "prevented"
    """A move: others wanted the same place with as much strength."""
    REPELLED = "repelled"
    """A move: the unit in the target was not weaker, standing or met head to head."""
    OWN_UNIT = "own unit"
    """A move: the target holds a unit of the same power which did not leave."""
    NO_CONVOY = "no convoy"
    """A move by sea: no chain of matching convoys was ordered."""
    DISRUPTED = "disrupted"
    """A convoy whose fleet was dislodged, and the move it broke."""
    PARADOX = "paradox"
    """A convoy undone because its outcome depends on itself (Szykman), and the move it broke."""
    CUT = "cut"
    """A support: attacked from elsewhere than where it is directed."""
    DISLODGED = "dislodged"
    """A hold or a support: driven out."""
    VOID = "void"
    """A support or convoy that matches no order of the other unit, or a convoy of an army that went by land."""


class Verdict(NamedTuple):
    """How an order went: the cause of a failure, and the provinces whose units' orders are responsible, ascending."""

    cause: Cause
    by: tuple[int, ...] = ()

    @property
    def success(self) -> bool:
        """Whether nothing prevented it."""
        return not self.cause


_HOLD, _MOVE, _CONVOY = Act.HOLD.value, Act.MOVE.value, Act.CONVOY.value
_VOID, _OWN_UNIT = Cause.VOID, Cause.OWN_UNIT

_GOOD = Verdict(Cause.NOTHING)


def verdicts(situation: Situation) -> dict[int, Verdict]:
    """A verdict for every unit, by province ascending; a unit without an order has held."""
    act, orders = situation.table.act, situation.orders
    return {
        province: _verdict(situation, province, act[orders[province]] if province in orders else _HOLD)
        for province, unit in enumerate(situation.units)
        if unit >= 0
    }


def _verdict(situation: Situation, province: int, act: int) -> Verdict:
    result = situation.results.get(province)
    if act == _MOVE:
        return _GOOD if result else _why_not_moved(situation, province)
    if act == _HOLD:
        driven_out = _entered(situation, province)
        return Verdict(Cause.DISLODGED, driven_out) if driven_out else _GOOD
    helped = situation.table.whom[situation.orders[province]]
    if result is None or (act == _CONVOY and helped not in situation.by_sea):
        return Verdict(_VOID, (helped,) if situation.units[helped] >= 0 else ())
    if act == _CONVOY:
        return _GOOD if result else _why_no_convoy(situation, province)
    return _GOOD if result else _why_cut(situation, province)


def _entered(situation: Situation, province: int) -> tuple[int, ...]:
    """Who drove out what stood there: one mover or none."""
    movers = situation.attackers.get(province)
    return tuple([mover for mover in movers if situation.results[mover]]) if movers else ()


def _why_cut(situation: Situation, supporter: int) -> Verdict:
    cutters = [
        attacker
        for attacker in situation.attackers[supporter]
        if attacker != situation.aim[supporter]
        and situation.owners[attacker] != situation.owners[supporter]
        and situation.path(attacker)
    ]
    return (
        Verdict(Cause.CUT, _ascending(cutters)) if cutters else Verdict(Cause.DISLODGED, _entered(situation, supporter))
    )


def _why_no_convoy(situation: Situation, fleet: int) -> Verdict:
    if fleet in situation.disrupted:
        return Verdict(Cause.PARADOX, _ascending(situation.attackers[fleet]))
    return Verdict(Cause.DISRUPTED, _entered(situation, fleet))


def _why_not_moved(situation: Situation, mover: int) -> Verdict:
    if situation.path(mover) is False:
        return _why_no_path(situation, mover)
    target = situation.moving[mover]
    stayed = situation.units[target] >= 0 and not (target in situation.moving and situation.results[target])
    if stayed and situation.owners[target] == situation.owners[mover]:
        return Verdict(_OWN_UNIT, (target,))
    attack = situation.attack(mover)[0]
    rivals = [
        rival for rival in situation.attackers[target] if rival != mover and situation.prevent(rival)[0] >= attack
    ]
    if rivals:
        return Verdict(Cause.PREVENTED, _with_supporters(situation, rivals))
    return Verdict(Cause.REPELLED, _with_supporters(situation, [target]))


def _why_no_path(situation: Situation, mover: int) -> Verdict:
    carriers = situation.carriers.get(mover, [])
    if not situation.joined(mover, carriers):
        return Verdict(Cause.NO_CONVOY)
    broken = [_why_no_convoy(situation, fleet) for fleet in carriers if not situation.results[fleet]]
    return Verdict(broken[0].cause, _ascending(province for _, by in broken for province in by))


def _with_supporters(situation: Situation, provinces: list[int]) -> tuple[int, ...]:
    given = [
        supporter
        for province in provinces
        for supporter in situation.supporters.get(province, ())
        if situation.results[supporter]
    ]
    return _ascending(provinces + given)


def _ascending(provinces: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(provinces))
