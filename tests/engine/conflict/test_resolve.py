"""Adjudication: what always holds, what verdicts say, and positions made to hurt."""

import inspect
import random
import sys
import time
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scene_1901 import (
    GEOGRAPHY,
    POWERS,
    TABLE,
    forces,
    options,
    random_forces,
    random_orders,
    read,
    units_of,
)

from engine.conflict.events import Movement, tell_movement, tell_retreats
from engine.conflict.legal import every_legal_order
from engine.conflict.orders import FLEET, NONE, Act, Forces, Order, OrderId
from engine.conflict.resolve import Adjudication, adjudicate
from engine.conflict.retreats import resolve_retreats, retreat_options
from engine.conflict.rulebook import DATC, HOUSE, Rulebook
from engine.conflict.verdicts import Cause

EDITIONS = st.sampled_from([HOUSE, DATC])
SEEDS = st.integers(0, 2**32)


def play(units: dict[str, list[str]], orders: dict[str, list[str]], rulebook: Rulebook = HOUSE) -> Adjudication:
    board = forces(units)
    found, refused = read(board, orders)
    assert not refused
    return adjudicate(TABLE, rulebook, board, found)


def told(orders: dict[str, list[str]], rulebook: Rulebook = HOUSE) -> Movement:
    """A phase in which every unit has an order, as an event."""
    units = {power: [" ".join(line.split()[:2]) for line in lines] for power, lines in orders.items()}
    return tell_movement("1901-spring-orders", TABLE, POWERS, play(units, orders, rulebook))


# --- what always holds ----------------------------------------------------------------------------


def scene(seed: int, count: int = 34, seas: int = 10) -> tuple[Forces, dict[int, OrderId]]:
    dice = random.Random(seed)
    sea = dice.randint(0, seas)
    board = random_forces(dice, dice.randint(max(2, sea), count), seas=sea)
    return board, random_orders(dice, board)


@settings(max_examples=400, deadline=None)
@given(SEEDS, EDITIONS)
def test_any_legal_orders_resolve_and_units_are_conserved(seed: int, rulebook: Rulebook) -> None:
    board, orders = scene(seed)
    result = adjudicate(TABLE, rulebook, board, orders)
    after = result.forces
    for province, unit in enumerate(after.units):
        assert (unit < 0) == (after.owners[province] < 0)
        assert unit < 0 or GEOGRAPHY.province_of[unit >> 1] == province
    lost = [lost.owner * 2 + (lost.unit & 1) for lost in result.dislodged]
    assert sorted(pieces(after) + lost) == sorted(pieces(board))
    assert not any(TABLE.act[orders[o.province]] == 1 and result.verdicts[o.province].success for o in result.dislodged)


def pieces(board: Forces) -> list[int]:
    return [owner * 2 + (unit & 1) for unit, owner in zip(board.units, board.owners, strict=True) if unit >= 0]


@settings(max_examples=200, deadline=None)
@given(SEEDS, EDITIONS)
def test_the_order_of_orders_does_not_matter(seed: int, rulebook: Rulebook) -> None:
    board, orders = scene(seed)
    shuffled = list(orders.items())
    random.Random(seed).shuffle(shuffled)
    first, second = adjudicate(TABLE, rulebook, board, orders), adjudicate(TABLE, rulebook, board, dict(shuffled))
    assert first.forces == second.forces
    assert first.dislodged == second.dislodged
    assert first.standoffs == second.standoffs
    assert first.verdicts == second.verdicts


@settings(max_examples=200, deadline=None)
@given(SEEDS, EDITIONS)
def test_nobody_is_driven_out_by_their_own_side(seed: int, rulebook: Rulebook) -> None:
    board, orders = scene(seed)
    result = adjudicate(TABLE, rulebook, board, orders)
    for lost in result.dislodged:
        assert board.owners[lost.origin] != lost.owner
        assert result.forces.owners[lost.province] == board.owners[lost.origin]


@settings(max_examples=200, deadline=None)
@given(SEEDS, EDITIONS)
def test_every_failure_has_a_cause(seed: int, rulebook: Rulebook) -> None:
    board, orders = scene(seed)
    battle = adjudicate(TABLE, rulebook, board, orders)
    rows = tell_movement("", TABLE, POWERS, battle).orders
    assert list(battle.verdicts) == list(board.occupied())
    assert [row.order for row in rows] == [TABLE.text(orders[province]) for province in board.occupied()]
    for verdict, row in zip(battle.verdicts.values(), rows, strict=True):
        assert verdict.success is row.success is (verdict.cause is Cause.NOTHING)
        assert bool(verdict.by) is bool(row.by) is (verdict.cause not in (Cause.NOTHING, Cause.NO_CONVOY))


@settings(max_examples=300, deadline=None)
@given(SEEDS, EDITIONS)
def test_every_result_follows_from_the_others(seed: int, rulebook: Rulebook) -> None:
    board, orders = scene(seed, seas=19)
    situation = adjudicate(TABLE, rulebook, board, orders).situation
    for order, result in situation.results.items():
        assert order in situation.disrupted or situation.decide(order) is result


@settings(max_examples=100, deadline=None)
@given(SEEDS)
def test_every_listed_convoy_can_be_the_one_that_matters(seed: int) -> None:
    board = random_forces(random.Random(seed), 20, seas=8)
    legal = every_legal_order(TABLE, board)
    holds = {province: listed[0] for province, listed in legal.items()}
    for fleet, listed in legal.items():
        for convoy in (order for order in listed if TABLE.act[order] == Act.CONVOY):
            army, goal = TABLE.whom[convoy], TABLE.target[convoy]
            if board.units[goal] >= 0:
                continue
            move = TABLE.move(board.units[army], goal, via=True)
            carriers = {
                sea: TABLE.intern(Order(Act.CONVOY, unit, board.units[army], goal)) for sea, unit in seas(board)
            }
            chain = next(chain for chain in chains_with(fleet, army, goal, list(carriers)))
            orders = holds | {army: move} | {sea: carriers[sea] for sea in chain}
            assert adjudicate(TABLE, HOUSE, board, orders).forces.units[goal] >= 0
            assert adjudicate(TABLE, HOUSE, board, orders | {fleet: holds[fleet]}).forces.units[goal] < 0


def seas(board: Forces) -> list[tuple[int, int]]:
    return [(p, unit) for p, unit in enumerate(board.units) if unit >= 0 and GEOGRAPHY.sea[p]]


def chains_with(fleet: int, army: int, goal: int, fleets: list[int]) -> Iterator[tuple[int, ...]]:
    """Sets of fleets that join two coasts, but not without this one."""
    chains, bit = TABLE.chains, TABLE.chains.bit
    for size in range(1, len(fleets) + 1):
        for chain in combinations(fleets, size):
            mask = sum(bit[sea] for sea in chain)
            if chains.joined(army, goal, mask) and not chains.joined(army, goal, mask & ~bit[fleet]):
                yield chain


@settings(max_examples=300, deadline=None)
@given(SEEDS)
def test_the_dislodged_retreat_to_empty_neighbours(seed: int) -> None:
    board, orders = scene(seed)
    result = adjudicate(TABLE, HOUSE, board, orders)
    choices = {}
    for lost, found in zip(result.dislodged, retreat_options(GEOGRAPHY, HOUSE, result).values(), strict=True):
        graph = GEOGRAPHY.fleet_neighbours if lost.unit & 1 == FLEET else GEOGRAPHY.army_neighbours
        for space in found:
            province = GEOGRAPHY.province_of[space]
            assert space in graph[lost.unit >> 1]
            assert result.forces.units[province] == NONE
            assert province not in result.standoffs
            assert province != lost.origin
        if found:
            choices[lost.province] = found[0]
    gone = resolve_retreats(GEOGRAPHY, result.forces, result.dislodged, choices)
    assert len(pieces(gone.forces)) == len(pieces(result.forces)) + len(gone.arrived)
    assert len(gone.arrived) + len(gone.disbanded) == len(result.dislodged)


def test_an_order_for_another_unit_is_an_error() -> None:
    board = forces({"FRANCE": ["A PAR"]})
    fleet = TABLE.hold(GEOGRAPHY.ids["BRE"] * 2 + FLEET)
    with pytest.raises(ValueError, match="F BRE H"):
        adjudicate(TABLE, HOUSE, board, {GEOGRAPHY.ids["PAR"]: fleet})


def test_a_unit_without_an_order_holds() -> None:
    result = play({"FRANCE": ["A PAR"], "GERMANY": ["A BUR"]}, {"GERMANY": ["A BUR - PAR"]})
    assert result.forces == forces({"FRANCE": ["A PAR"], "GERMANY": ["A BUR"]})
    assert result.verdicts[GEOGRAPHY.ids["PAR"]].success
    assert tell_movement("", TABLE, POWERS, result).orders[1].order == "A PAR H"


def test_a_unit_whose_owner_is_silent_can_be_supported_to_hold() -> None:
    attack = {"FRANCE": ["A BUR - MUN", "A RUH S A BUR - MUN"]}
    units = {"FRANCE": ["A BUR", "A RUH"], "GERMANY": ["A MUN"], "ITALY": ["A TYR"]}
    held = play(units, attack | {"ITALY": ["A TYR S A MUN"]})
    assert held.dislodged == ()
    assert held.verdicts[GEOGRAPHY.ids["TYR"]].success
    lost = play(units, attack | {"ITALY": ["A TYR H"]})
    assert [TABLE.unit_text(one.unit) for one in lost.dislodged] == ["A MUN"]


def test_a_move_nobody_ordered_cannot_be_supported() -> None:
    result = play({"GERMANY": ["A MUN"], "ITALY": ["A TYR"]}, {"ITALY": ["A TYR S A MUN - BOH"]})
    assert result.verdicts[GEOGRAPHY.ids["TYR"]].cause is Cause.VOID
    assert result.forces == forces({"GERMANY": ["A MUN"], "ITALY": ["A TYR"]})


# --- what verdicts say ----------------------------------------------------------------------------

VERDICTS = [
    (
        "prevented by others, and by those who helped them",
        {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"]},
        "A PAR - BUR",
        ("prevented", "A MUN - BUR", "A RUH S A MUN - BUR"),
    ),
    (
        "repelled by who stands there and by their help",
        {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR H", "A MUN S A BUR"]},
        "A PAR - BUR",
        ("repelled", "A BUR H", "A MUN S A BUR"),
    ),
    (
        "repelled head to head",
        {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR - PAR"]},
        "A PAR - BUR",
        ("repelled", "A BUR - PAR"),
    ),
    ("one's own unit is in the way", {"FRANCE": ["A PAR - BUR", "A BUR H"]}, "A PAR - BUR", ("own unit", "A BUR H")),
    (
        "nobody carries",
        {"FRANCE": ["A PIC - LON VIA CONVOY"], "ENGLAND": ["F ENG H"]},
        "A PIC - LON VIA CONVOY",
        ("no convoy",),
    ),
    (
        "the carrier is driven out",
        {"FRANCE": ["A PIC - LON", "F ENG C A PIC - LON"], "ENGLAND": ["F NTH - ENG", "F IRI S F NTH - ENG"]},
        "A PIC - LON VIA CONVOY",
        ("disrupted", "F NTH - ENG"),
    ),
    (
        "the carrier is driven out, told of itself",
        {"FRANCE": ["A PIC - LON", "F ENG C A PIC - LON"], "ENGLAND": ["F NTH - ENG", "F IRI S F NTH - ENG"]},
        "F ENG C A PIC - LON",
        ("disrupted", "F NTH - ENG"),
    ),
    (
        "a knot",
        {"ENGLAND": ["F LON S F WAL - ENG", "F WAL - ENG"], "FRANCE": ["A BRE - LON", "F ENG C A BRE - LON"]},
        "A BRE - LON VIA CONVOY",
        ("paradox", "F WAL - ENG"),
    ),
    (
        "cut",
        {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A BUR H"], "ITALY": ["A PIE - MAR"]},
        "A MAR S A PAR - BUR",
        ("cut", "A PIE - MAR"),
    ),
    (
        "driven out by whom it is directed against",
        {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A BUR - MAR", "A GAS S A BUR - MAR"]},
        "A MAR S A PAR - BUR",
        ("dislodged", "A BUR - MAR"),
    ),
    (
        "a support that fits no move",
        {"FRANCE": ["A PAR - PIC", "A MAR S A PAR - BUR"]},
        "A MAR S A PAR - BUR",
        ("void", "A PAR - PIC"),
    ),
    (
        "a support that insists on the other coast",
        {"FRANCE": ["F MAO - SPA/NC", "F GAS S F MAO - SPA/SC"]},
        "F GAS S F MAO - SPA/SC",
        ("void", "F MAO - SPA/NC"),
    ),
    (
        "a convoy for who goes by land",
        {"FRANCE": ["A PIC - BEL", "F ENG C A PIC - BEL"]},
        "F ENG C A PIC - BEL",
        ("void", "A PIC - BEL"),
    ),
    (
        "a hold",
        {"FRANCE": ["A PAR H"], "GERMANY": ["A BUR - PAR", "A GAS S A BUR - PAR"]},
        "A PAR H",
        ("dislodged", "A BUR - PAR"),
    ),
    ("success", {"FRANCE": ["A PAR - BUR"]}, "A PAR - BUR", ("",)),
]


@pytest.mark.parametrize(("what", "orders", "line", "expected"), VERDICTS, ids=[row[0] for row in VERDICTS])
def test_a_verdict_names_its_cause(
    what: str, orders: dict[str, list[str]], line: str, expected: tuple[str, ...]
) -> None:
    played = {order.order: order for order in told(orders).orders}[line]
    assert (played.cause, *played.by) == expected, what
    assert played.success is (not expected[0])


def test_being_dislodged_is_a_fact_of_its_own() -> None:
    event = told({"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR", "A PIC - PAR", "A BRE S A PIC - PAR"]})
    assert [(lost.power, lost.unit, lost.by) for lost in event.dislodged] == [("FRANCE", "A PAR", "A PIC - PAR")]
    assert event.standoffs == ("BUR",)
    assert [order.cause for order in event.orders if order.order == "A PAR - BUR"] == ["prevented"]


def test_retreats_are_told() -> None:
    result = play(
        {"ITALY": ["A VIE", "A BOH"], "AUSTRIA": ["A BUD", "A TRI"], "GERMANY": ["A MUN", "A SIL"]},
        {
            "AUSTRIA": ["A TRI - VIE", "A BUD S A TRI - VIE"],
            "GERMANY": ["A SIL - BOH", "A MUN S A SIL - BOH"],
        },
    )
    assert options(HOUSE, result) == {"A BOH": ["GAL", "TYR"], "A VIE": ["GAL", "TYR"]}
    boh, vie, tyr, gal = (GEOGRAPHY.ids[code] for code in ("BOH", "VIE", "TYR", "GAL"))
    met = resolve_retreats(GEOGRAPHY, result.forces, result.dislodged, {boh: tyr, vie: tyr})
    assert met.clashed == met.disbanded == (boh, vie)
    parted = resolve_retreats(GEOGRAPHY, result.forces, result.dislodged, {boh: gal})
    assert units_of(parted.forces)["ITALY"] == ["A GAL"]
    event = tell_retreats("1901-spring-retreats", TABLE, POWERS, result.dislodged, parted.arrived, trapped=[vie])
    assert [(unit.unit, unit.to, unit.cause) for unit in event.units] == [
        ("A BOH", "GAL", ""),
        ("A VIE", "", "nowhere to go"),
    ]


# --- positions made to hurt -----------------------------------------------------------------------

LIMIT_SECONDS = 0.05


def crowded(dice: random.Random, powers: int) -> Forces:
    """Fleets in all 19 seas, and armies on coasts."""
    coasts = [province for province in range(GEOGRAPHY.n) if GEOGRAPHY.coastal[province]]
    pieces = [(sea * 2 + FLEET, dice.randrange(powers)) for sea in range(GEOGRAPHY.n) if GEOGRAPHY.sea[sea]]
    return Forces.of(GEOGRAPHY, pieces + [(coast * 2, dice.randrange(powers)) for coast in coasts])


@pytest.mark.parametrize("powers", [1, 2, 7])
def test_a_sea_full_of_fleets_is_listed_and_judged_in_time(powers: int) -> None:
    dice = random.Random(powers)
    board = crowded(dice, powers)
    started = time.process_time()
    legal = every_legal_order(TABLE, board)
    assert sum(map(len, legal.values())) > 10_000
    assert time.process_time() - started < 10 * LIMIT_SECONDS  # the first time: every block is made
    for _ in range(20):
        started = time.process_time()
        every_legal_order(TABLE, board)
        orders = random_orders(dice, board)
        result = adjudicate(TABLE, HOUSE, board, orders)
        assert len(result.verdicts) == 61
        assert time.process_time() - started < LIMIT_SECONDS * 2


def knots(copies: int) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Convoy paradoxes all around the board, each crossing cutting what decides the next."""
    blocks = [
        ({"ENGLAND": ["F LON S F WAL - ENG", "F WAL - ENG"], "FRANCE": ["A BRE - LON", "F ENG C A BRE - LON"]}),
        ({"GERMANY": ["F EDI S F NWG - NTH", "F NWG - NTH"], "RUSSIA": ["A NWY - EDI", "F NTH C A NWY - EDI"]}),
        ({"TURKEY": ["F NAP S F TUN - ION", "F TUN - ION"], "ITALY": ["A GRE - NAP", "F ION C A GRE - NAP"]}),
        ({"AUSTRIA": ["F CON S F SEV - BLA", "F SEV - BLA"], "TURKEY": ["A ANK - CON VIA", "F BLA C A ANK - CON"]}),
        ({"ITALY": ["F MAR S F TUS - GOL", "F TUS - GOL"], "FRANCE": ["A SPA - MAR VIA", "F GOL C A SPA - MAR"]}),
    ]
    orders: dict[str, list[str]] = {}
    for block in blocks[:copies]:
        for power, lines in block.items():
            orders.setdefault(power, []).extend(lines)
    return {power: [" ".join(line.split()[:2]) for line in lines] for power, lines in orders.items()}, orders


def test_many_paradoxes_at_once_are_each_undone() -> None:
    units, orders = knots(5)
    result = play(units, orders)
    rows = tell_movement("", TABLE, POWERS, result).orders
    assert sum(" C " in row.order for row in rows if row.cause == Cause.PARADOX.value) == 5
    assert {GEOGRAPHY.codes[lost.province] for lost in result.dislodged} == {"ENG", "NTH", "ION", "BLA", "GOL"}


def test_a_long_chain_needs_no_deep_stack() -> None:
    ring = ["PAR", "BUR", "MUN", "BOH", "GAL", "UKR", "MOS", "LVN", "PRU", "BER", "KIE", "HOL", "BEL", "PIC"]
    lines = [f"A {here} - {there}" for here, there in zip(ring, ring[1:] + ring[:1], strict=True)]
    units = {"FRANCE": [line[:5] for line in lines]}
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 40)
    try:
        result = play(units, {"FRANCE": lines})
    finally:
        sys.setrecursionlimit(limit)
    assert all(verdict.success for verdict in result.verdicts.values())


def test_random_knots_are_settled_in_time() -> None:
    slowest = 0.0
    for seed in range(300):
        board, orders = scene(seed, count=40, seas=19)
        started = time.process_time()
        adjudicate(TABLE, DATC, board, orders)
        slowest = max(slowest, time.process_time() - started)
    assert slowest < LIMIT_SECONDS
