"""Whatever support is listed, there are orders of other units under which it decides who stands where."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from scene_1901 import GEOGRAPHY, POWERS, TABLE, random_forces

from engine.conflict.legal import every_legal_order
from engine.conflict.orders import FLEET, NONE, Act, Forces, Order, OrderId
from engine.conflict.resolve import adjudicate
from engine.conflict.rulebook import HOUSE


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_every_listed_support_can_be_the_one_that_matters(seed: int) -> None:
    """With units of a third power added, a support decides; only in Portugal nobody is left to make it count."""
    board = random_forces(random.Random(seed), 20, seas=5)
    for helper, listed in every_legal_order(TABLE, board).items():
        for support in (order for order in listed if TABLE.act[order] in (Act.SUPPORT_HOLD, Act.SUPPORT_MOVE)):
            contested = siege(board, support) if TABLE.to[support] == NONE else assault(board, support)
            if contested is None:
                assert GEOGRAPHY.codes[TABLE.target[support]] == "POR", TABLE.text(support)
                continue
            fought, orders = contested
            with_it = adjudicate(TABLE, HOUSE, fought, orders | {helper: support})
            assert with_it.verdicts[helper].success
            assert with_it.forces != adjudicate(TABLE, HOUSE, fought, orders).forces, TABLE.text(support)


def stranger(board: Forces, support: OrderId) -> int:
    """A power that owns neither the supporter nor whom it supports."""
    parties = {board.owners[TABLE.source[support]], board.owners[TABLE.whom[support]]}
    return next(power for power in range(len(POWERS)) if power not in parties)


def stepping(unit: int, province: int) -> OrderId:
    """The unit's move into a neighbouring province, or `NONE` when it is none."""
    graph = GEOGRAPHY.fleet_neighbours if unit & 1 == FLEET else GEOGRAPHY.army_neighbours
    return next((TABLE.move(unit, s) for s in graph[unit >> 1] if GEOGRAPHY.province_of[s] == province), NONE)


def assault(board: Forces, support: OrderId) -> tuple[Forces, dict[int, OrderId]]:
    """The supported move, by convoy of every other fleet if it must, against a stranger who holds the target."""
    helper, mover, target = TABLE.source[support], TABLE.whom[support], TABLE.target[support]
    unit = board.units[mover]
    fought = board.place(target, target * 2 + (not GEOGRAPHY.land[target]) * FLEET, stranger(board, support))
    move = stepping(unit, target)
    if move != NONE:
        return fought, {mover: move}
    fleets = ((sea, fleet) for sea, fleet in enumerate(board.units) if fleet >= 0 and GEOGRAPHY.sea[sea])
    convoys = {sea: TABLE.intern(Order(Act.CONVOY, fleet, unit, target)) for sea, fleet in fleets if sea != helper}
    return fought, convoys | {mover: TABLE.move(unit, target, via=True)}


def siege(board: Forces, support: OrderId) -> tuple[Forces, dict[int, OrderId]] | None:
    """A stranger's supported attack on who is supported to hold; None where there is no room for two."""
    helper, place = TABLE.source[support], TABLE.whom[support]
    besiegers = {
        province: unit
        for province in range(GEOGRAPHY.n)
        for unit in pieces_for(province)
        if province not in (helper, place) and stepping(unit, place) != NONE
    }
    if len(besiegers) < 2:
        return None
    first, second, *_ = besiegers.values()
    for unit in (first, second):
        board = board.place(TABLE.province(unit), unit, stranger(board, support))
    assistance = TABLE.intern(Order(Act.SUPPORT_MOVE, second, first, place))
    return board, {TABLE.province(first): stepping(first, place), TABLE.province(second): assistance}


def pieces_for(province: int) -> list[int]:
    """Every unit that can stand in a province."""
    armies = [province * 2] if GEOGRAPHY.land[province] else []
    return armies + [berth * 2 + FLEET for berth in GEOGRAPHY.berths[province]]
