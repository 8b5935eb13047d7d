"""Adjudication of a movement phase (Kruijswijk, The Math of Adjudication).

Orders are decided one by one from what is decided already. What depends on
itself is left as knots, and a knot is settled as a whole: by its only consistent
resolution if there is just one, by the rule for convoy paradoxes (Szykman) or as
circular movement otherwise. Nothing recurses, however orders are tied together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from engine.conflict.orders import NONE, Forces, OrderId, OrderTable, Unit
from engine.conflict.rulebook import Rulebook
from engine.conflict.strength import Situation
from engine.conflict.verdicts import Verdict, verdicts


class Dislodgement(NamedTuple):
    """A unit driven out of its province, not yet retreated: the attacker's `origin` and whether it came by convoy."""

    province: int
    unit: Unit
    owner: int
    origin: int
    convoyed: bool


@dataclass(frozen=True)
class Adjudication:
    """What a movement phase led to.

    `forces` stand after movement, without the dislodged, who are listed by
    province ascending. `standoffs` are provinces two or more moves failed to
    enter, and nobody entered.
    """

    forces: Forces
    dislodged: tuple[Dislodgement, ...]
    standoffs: frozenset[int]
    situation: Situation

    @cached_property
    def verdicts(self) -> Mapping[int, Verdict]:
        """A verdict with its cause for every unit's order, by province ascending; worked out when looked at."""
        return verdicts(self.situation)


def adjudicate(table: OrderTable, rulebook: Rulebook, forces: Forces, orders: Mapping[int, OrderId]) -> Adjudication:
    """Adjudicate a phase: `orders` by province, legal ones; a unit without one holds.

    Raises ValueError when an order is not of the unit that stands there.
    """
    units, ordered = forces.units, table.unit
    for province, order in orders.items():
        if ordered[order] != units[province]:
            raise ValueError(
                f"{table.text(order)} is not an order for what stands in {table.geography.codes[province]}"
            )
    situation = Situation(table, rulebook, forces, orders)
    settle(situation)
    return _outcome(table, forces, situation)


def settle(situation: Situation) -> None:
    """Decide every move, matched support and matched convoy: afterwards `results` holds them all."""
    results, attackers = situation.results, situation.attackers
    open_orders = []
    # Supports and convoys first: moves depend on them more often than they on moves.
    for helpers in (*situation.supporters.values(), *situation.carriers.values()):
        for helper in helpers:
            if helper in attackers:
                open_orders.append(helper)
            else:
                results[helper] = True
    for target, movers in attackers.items():
        unopposed = len(movers) == 1 and situation.units[target] < 0
        if unopposed and movers[0] not in situation.by_sea and movers[0] not in situation.arms.stopped:
            results[movers[0]] = True
        else:
            open_orders += movers
    open_orders = _deduce(situation, open_orders)
    while open_orders:
        _untie(situation, _knot(situation, open_orders))
        open_orders = _deduce(situation, open_orders)


def _deduce(situation: Situation, open_orders: Iterable[int]) -> list[int]:
    """Decide what follows, until nothing more does; what is left open."""
    results, decide = situation.results, situation.decide
    left = [order for order in open_orders if order not in results]
    before = len(left) + 1
    while left and len(left) < before:
        before = len(left)
        still = []
        for order in left:
            result = decide(order)
            if result is None:
                still.append(order)
            else:
                results[order] = result
        left = still
    return left


class _Asked(dict[int, bool]):
    """Results that note which open orders are asked for."""

    def __init__(self, results: Mapping[int, bool]) -> None:
        super().__init__(results)
        self.open: set[int] = set()

    def get(self, key: int, default: object = None) -> bool | None:  # type: ignore[override]
        if key not in self:
            self.open.add(key)
        return super().get(key)


def _knot(situation: Situation, open_orders: list[int]) -> list[int]:
    """Open orders that depend on each other and on no other open order."""
    results = situation.results
    needs: dict[int, set[int]] = {}
    for order in open_orders:
        situation.results = asked = _Asked(results)
        situation.decide(order)
        needs[order] = asked.open & set(open_orders) | {order}
    situation.results = results
    grown = True
    while grown:
        grown = False
        for need in needs.values():
            wider = need.union(*(needs[other] for other in need))
            if len(wider) > len(need):
                need |= wider
                grown = True
    # What the order with the fewest needs depends on depends on it in turn.
    return sorted(min(needs.items(), key=lambda item: (len(item[1]), item[0]))[1])


def _untie(situation: Situation, knot: list[int]) -> None:
    solutions = _consistent(situation, knot)
    convoys = [order for order in knot if order not in situation.moving and order not in situation.aim]
    if convoys and len(solutions) != 1:
        situation.disrupted.update(convoys)
        situation.results.update(dict.fromkeys(convoys, False))
    else:
        # Of two resolutions without a convoy, one is everybody moving on in a circle.
        best: dict[int, bool] = max(solutions, key=_arrivals)
        situation.results.update(best)


def _arrivals(solution: dict[int, bool]) -> int:
    return sum(solution.values())


def _consistent(situation: Situation, knot: list[int]) -> list[dict[int, bool]]:
    """The resolutions of a knot in which every order follows from the others; two at most."""
    decided = situation.results
    found: list[dict[int, bool]] = []
    guesses: list[dict[int, bool]] = [{}]
    while guesses and len(found) < 2:
        guess = guesses.pop()
        situation.results = {**decided, **guess}
        left = _deduce(situation, knot)
        if any(situation.decide(order) is (not result) for order, result in guess.items()):
            continue
        if left:
            guesses += [{**guess, left[0]: False}, {**guess, left[0]: True}]
        else:
            found.append({order: situation.results[order] for order in knot})
    situation.results = decided
    return found


def _outcome(table: OrderTable, forces: Forces, situation: Situation) -> Adjudication:
    results, moving, by_sea = situation.results, situation.moving, situation.by_sea
    units, owners = list(forces.units), list(forces.owners)
    arrived = [mover for mover in moving if results[mover]]
    entered = {moving[mover]: mover for mover in arrived}
    for mover in arrived:
        units[mover] = owners[mover] = NONE
    for mover in arrived:
        unit = forces.units[mover]
        units[moving[mover]] = table.to[situation.orders[mover]] * 2 + (unit & 1)
        owners[moving[mover]] = forces.owners[mover]
    beaten = [target for target in entered if forces.units[target] >= 0 and not (target in moving and results[target])]
    dislodged = [
        Dislodgement(target, forces.units[target], forces.owners[target], entered[target], entered[target] in by_sea)
        for target in sorted(beaten)
    ]
    standoffs = [
        target
        for target, movers in situation.attackers.items()
        if len(movers) > 1 and target not in entered and sum(map(situation.presses, movers)) > 1
    ]
    return Adjudication(Forces(tuple(units), tuple(owners)), tuple(dislodged), frozenset(standoffs), situation)
