"""The legal list against the definition, spelled out naively, on random positions of the 1901 board."""

import random
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scene_1901 import GEOGRAPHY, NOTATION, POWERS, TABLE, forces, random_forces

from engine.conflict.legal import every_legal_order, is_legal, legal_orders
from engine.conflict.notation import Reason
from engine.conflict.orders import ARMY, FLEET, NONE, Act, Forces, Order


def steps(unit: int) -> set[int]:
    """Where a unit can go by itself, as spaces."""
    return set(GEOGRAPHY.fleet_neighbours[unit >> 1] if unit & 1 == FLEET else GEOGRAPHY.army_neighbours[unit >> 1])


def reach(unit: int) -> set[int]:
    return {GEOGRAPHY.province_of[space] for space in steps(unit)}


def joined(seas: tuple[int, ...]) -> bool:
    """Whether a fleet could sail all of these seas without leaving them."""
    reached = {seas[0]}
    for _ in seas:
        reached |= {sea for sea in seas for other in reached if sea in GEOGRAPHY.fleet_reach[other]}
    return len(reached) == len(seas)


def chains(board: Forces) -> dict[tuple[int, int], list[set[int]]]:
    """By coast of an army and other coast, every set of fleets that joins them and of which none can be left out."""
    fleets = [p for p, unit in enumerate(board.units) if unit >= 0 and GEOGRAPHY.sea[p]]
    found: dict[tuple[int, int], list[set[int]]] = {}
    for size in range(1, len(fleets) + 1):
        for seas in filter(joined, combinations(fleets, size)):
            shores = {p for sea in seas for p in GEOGRAPHY.fleet_reach[sea] if GEOGRAPHY.coastal[p]}
            armies = [p for p in shores if board.units[p] >= 0 and board.units[p] & 1 == ARMY]
            for pair in ((army, goal) for army in armies for goal in shores if goal != army):
                smaller = found.setdefault(pair, [])
                if not any(chain <= set(seas) for chain in smaller):
                    smaller.append(set(seas))
    return found


def defined(board: Forces) -> dict[int, set[Order]]:
    """Every legal order of every unit, straight from the definition."""
    carried = chains(board)
    return {p: set(_defined_for(board, p, carried)) for p, unit in enumerate(board.units) if unit >= 0}


def _defined_for(board: Forces, own: int, carried: dict[tuple[int, int], list[set[int]]]) -> Iterator[Order]:
    unit = board.units[own]
    yield Order(Act.HOLD, unit)
    yield from (Order(Act.MOVE, unit, NONE, space) for space in steps(unit))
    for (army, goal), found in carried.items():
        if army == own and found:
            yield Order(Act.MOVE, unit, NONE, goal, via=True)
        if any(own in chain for chain in found):
            yield Order(Act.CONVOY, unit, board.units[army], goal)
        if army != own and goal != own and goal in reach(unit) and any(own not in chain for chain in found):
            yield Order(Act.SUPPORT_MOVE, unit, board.units[army], goal)
    for where, other in enumerate(board.units):
        if other >= 0 and where != own:
            if where in reach(unit):
                yield Order(Act.SUPPORT_HOLD, unit, other)
            yield from (
                Order(Act.SUPPORT_MOVE, unit, other, goal) for goal in reach(other) & reach(unit) if goal != own
            )


@pytest.mark.parametrize("seed", range(20))
def test_the_list_is_the_definition(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(100):
        board = random_forces(dice, dice.randint(8, 30), seas=dice.randint(0, 5))
        if sum(board.units[p] >= 0 for p in range(GEOGRAPHY.n) if GEOGRAPHY.sea[p]) > 9:
            continue  # the naive search for chains is exponential
        for province, expected in defined(board).items():
            listed = [TABLE.order(number) for number in legal_orders(TABLE, board, province)]
            assert len(set(listed)) == len(listed)
            assert set(listed) == expected, TABLE.unit_text(board.units[province])


def test_all_lists_at_once_are_the_single_lists() -> None:
    dice = random.Random(7)
    for _ in range(200):
        board = random_forces(dice, dice.randint(0, 34))
        lists = every_legal_order(TABLE, board)
        assert list(lists) == list(board.occupied())
        assert all(legal_orders(TABLE, board, province) == listed for province, listed in lists.items())


def test_an_empty_province_has_no_orders() -> None:
    assert legal_orders(TABLE, forces({"FRANCE": ["A PAR"]}), GEOGRAPHY.ids["BRE"]) == ()


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 34), st.integers(0, 8))
def test_every_listed_order_reads_back_as_itself(seed: int, count: int, seas: int) -> None:
    board = random_forces(random.Random(seed), max(count, seas), seas=seas)
    for province, listed in every_legal_order(TABLE, board).items():
        for number in listed:
            line = TABLE.text(number).lower()  # lower case, so that it is read and not looked up
            assert NOTATION.read_order(line, board, board.owners[province]) == number, line


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32))
def test_whatever_is_not_listed_is_refused(seed: int) -> None:
    dice = random.Random(seed)
    board = random_forces(dice, dice.randint(2, 34), seas=dice.randint(0, 2))
    for province in board.occupied():
        unit, legal = board.units[province], set(legal_orders(TABLE, board, province))
        other = board.units[dice.choice(board.occupied())]
        goal = dice.randrange(GEOGRAPHY.n)
        for order in (
            Order(Act.MOVE, unit, NONE, dice.randrange(len(GEOGRAPHY.spaces))),
            Order(Act.MOVE, unit, NONE, goal, via=True),
            Order(Act.SUPPORT_HOLD, unit, other),
            Order(Act.SUPPORT_MOVE, unit, other, goal),
            Order(Act.CONVOY, unit, other, goal),
        ):
            number = TABLE.intern(order)
            read = NOTATION.read_order(f" {TABLE.text(number)} ", board, board.owners[province])
            if number in legal:
                assert read == number
                assert is_legal(TABLE, board, number)
            elif isinstance(read, Reason):
                assert not is_legal(TABLE, board, number)
            else:  # what was meant is clear: VIA left out, a coast filled in or on an army
                assert order.act is Act.MOVE
                assert TABLE.target[read] == TABLE.target[number]
                assert read in legal


def texts(board: Forces, unit: str) -> list[str]:
    province = GEOGRAPHY.ids[unit.split()[1].split("/")[0]]
    return [TABLE.text(number) for number in legal_orders(TABLE, board, province)]


def test_a_list_reads_in_canonical_order() -> None:
    board = forces({"ENGLAND": ["A LON", "F NTH"], "RUSSIA": ["F STP/SC", "A NWY"], POWERS[0]: ["A DEN"]})
    assert texts(board, "F NTH")[:12] == [
        "F NTH H",
        "F NTH - BEL",
        "F NTH - DEN",
        "F NTH - EDI",
        "F NTH - ENG",
        "F NTH - HEL",
        "F NTH - HOL",
        "F NTH - LON",
        "F NTH - NWG",
        "F NTH - NWY",
        "F NTH - SKA",
        "F NTH - YOR",
    ]
    assert texts(board, "F NTH")[12:17] == [
        "F NTH S A DEN",
        "F NTH S A LON",
        "F NTH S A LON - YOR",
        "F NTH S A NWY",
        "F NTH C A DEN - BEL",
    ]
    assert "A LON - NWY VIA CONVOY" in texts(board, "A LON")
    assert "A LON - YOR" in texts(board, "A LON")
    assert "A LON - YOR VIA CONVOY" in texts(board, "A LON")
    assert "A NWY S F STP/SC - FIN" in texts(board, "A NWY")


def test_dead_ends_carry_nobody() -> None:
    board = forces({"ENGLAND": ["A LON", "F NTH", "F NWG", "F BAR"]})
    assert "F BAR C A LON - STP" in texts(board, "F BAR")
    assert "F NWG C A LON - STP" in texts(board, "F NWG")
    assert "F BAR C A LON - NWY" not in texts(board, "F BAR")
    assert "F NWG C A LON - NWY" not in texts(board, "F NWG")


def test_a_fleet_supports_a_crossing_it_does_not_have_to_carry() -> None:
    board = forces({"ENGLAND": ["A LON", "F NTH", "F HEL"]})
    assert "F HEL S A LON - HOL" in texts(board, "F HEL")
    assert "F NTH S A LON - HOL" not in texts(board, "F NTH")
    wider = forces({"ENGLAND": ["A LON", "F NTH", "F ENG"]})
    assert "F NTH S A LON - BEL" in texts(wider, "F NTH")
    assert "F NTH S A LON - HOL" not in texts(wider, "F NTH")


def test_nothing_illegal_is_interned_by_reading() -> None:
    board = forces({"FRANCE": ["A PAR", "F BRE"]})
    assert NOTATION.read_order("A PAR S F BRE - VEN", board, POWERS.index("FRANCE")) == Reason.NON_ADJACENT
    space = GEOGRAPHY.ids["VEN"]
    order = Order(Act.SUPPORT_MOVE, GEOGRAPHY.ids["PAR"] * 2, GEOGRAPHY.ids["BRE"] * 2 + FLEET, space)
    assert TABLE.known(order) == NONE
