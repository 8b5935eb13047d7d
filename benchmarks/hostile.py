"""Positions made to hurt the Cogplomacy engine: what a phase of theirs costs on a table that knows nothing yet.

``python -m benchmarks.hostile [rounds]`` prints, for each position, the CPU milliseconds of the complete legal orders
of all units, of adjudication with all causes and retreats, and of both: medians over rounds. *Cold* is the first phase
of a fresh order table: every order and every chain of convoys is met for the first time. At last the slowest of many
random sets of orders on the fullest board.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from os import getloadavg
from random import Random
from statistics import median
from time import process_time

from benchmarks.measure import settle_garbage, show
from engine.cogplomacy.map.board import GEOGRAPHY, POWERS
from engine.conflict.events import tell_movement
from engine.conflict.legal import every_legal_order
from engine.conflict.notation import Notation, Reason
from engine.conflict.orders import FLEET, Act, Forces, OrderId, OrderTable
from engine.conflict.resolve import adjudicate
from engine.conflict.retreats import retreat_options
from engine.conflict.rulebook import HOUSE

ROUNDS = 7
SETS = 1000
MARK = 50
"""Milliseconds a phase may take."""

SEAS = [province for province in range(GEOGRAPHY.n) if GEOGRAPHY.sea[province]]
COASTS = [province for province in range(GEOGRAPHY.n) if GEOGRAPHY.coastal[province]]

Lists = Mapping[int, tuple[OrderId, ...]]
Ordering = Callable[[OrderTable, Forces, Lists, Random], Mapping[int, OrderId]]

NESTED = """
ENGLAND: F EDI - NTH; F LON S F EDI - NTH
FRANCE: A BRE - LON; F ENG C A BRE - LON
GERMANY: F PIC - ENG; F BEL S F PIC - ENG
RUSSIA: A NWY - BEL; F NTH C A NWY - BEL
ITALY: A GRE - NAP; F ION C A GRE - NAP; F MAR S F TUS - GOL; F TUS - GOL
AUSTRIA: F NAP S F TUN - ION; F TUN - ION; F CON S F SEV - BLA; F SEV - BLA
TURKEY: A ANK - CON VIA; F BLA C A ANK - CON; A SPA - MAR VIA; F GOL C A SPA - MAR
"""
"""Two crossings that each cut what decides the other (DATC 6.F.22), and three paradoxes beside them."""


def fleets_and_armies(powers: int, armies: int) -> Forces:
    """A fleet in every sea, and armies on that many coasts."""
    dice = Random(powers)
    pieces = [(sea * 2 + FLEET, dice.randrange(powers)) for sea in SEAS]
    return Forces.of(GEOGRAPHY, pieces + [(coast * 2, dice.randrange(powers)) for coast in COASTS[:armies]])


def at_random(table: OrderTable, forces: Forces, lists: Lists, dice: Random) -> Mapping[int, OrderId]:
    """One order of each list."""
    return {province: dice.choice(listed) for province, listed in lists.items()}


def by_sea(table: OrderTable, forces: Forces, lists: Lists, dice: Random) -> Mapping[int, OrderId]:
    """Every army crosses the sea, and every fleet convoys or supports one of the crossings."""
    orders: dict[int, OrderId] = {}
    for province, listed in lists.items():
        crossings = [order for order in listed if table.via[order]]
        if crossings:
            orders[province] = dice.choice(crossings)
    for province, listed in lists.items():
        if province not in orders:
            useful = [
                order
                for order in listed
                if table.act[order] > Act.MOVE
                and table.whom[order] in orders
                and table.target[orders[table.whom[order]]] == table.target[order]
            ]
            orders[province] = dice.choice(useful or listed)
    return orders


def nested(table: OrderTable, forces: Forces, lists: Lists, dice: Random) -> Mapping[int, OrderId]:
    """The orders of the paradoxes, read."""
    notation = Notation(table, POWERS, absent=Reason.NOT_THERE, foreign=Reason.WRONG_UNIT)
    orders: dict[int, OrderId] = {}
    for power, lines in _lines():
        sheet = notation.read_orders(lines, forces, POWERS.index(power))
        assert not sheet.refused, sheet.refused
        orders.update(sheet.orders)
    return orders


def _lines() -> list[tuple[str, list[str]]]:
    rows = (line.split(": ") for line in NESTED.strip().splitlines())
    return [(power, lines.split("; ")) for power, lines in rows]


def _nested_forces() -> Forces:
    return Forces.of(
        GEOGRAPHY,
        [
            (GEOGRAPHY.space_ids[_berth(line)] * 2 + (line[0] == "F"), POWERS.index(power))
            for power, lines in _lines()
            for line in lines
        ],
    )


def _berth(line: str) -> str:
    return line.split()[1]


POSITIONS: tuple[tuple[str, Forces, Ordering], ...] = (
    ("19 fleets at sea, 15 armies, one power, at random", fleets_and_armies(1, 15), at_random),
    ("19 fleets at sea, 15 armies, seven powers, all by sea", fleets_and_armies(7, 15), by_sea),
    ("19 fleets at sea, armies on all 42 coasts, at random", fleets_and_armies(7, len(COASTS)), at_random),
    ("19 fleets at sea, armies on all 42 coasts, all by sea", fleets_and_armies(7, len(COASTS)), by_sea),
    ("19 fleets at sea, armies on all 42 coasts, one power", fleets_and_armies(1, len(COASTS)), by_sea),
    ("a paradox inside a paradox, and three more", _nested_forces(), nested),
)


def phase(table: OrderTable, forces: Forces, ordering: Ordering, seed: int = 1) -> tuple[float, float]:
    """CPU milliseconds of the lists and of the judging of one phase; orders are chosen off the clock."""
    start = process_time()
    lists = every_legal_order(table, forces)
    listed = process_time()
    orders = ordering(table, forces, lists, Random(seed))
    ordered = process_time()
    battle = adjudicate(table, HOUSE, forces, orders)
    tell_movement("", table, POWERS, battle)
    retreat_options(table.geography, HOUSE, battle)
    return 1000 * (listed - start), 1000 * (process_time() - ordered)


def slowest(forces: Forces, sets: int) -> None:
    """Print the worst adjudication of many random sets of orders by sea."""
    table = OrderTable(GEOGRAPHY)
    judged = [phase(table, forces, by_sea, seed)[1] for seed in range(sets)]
    show(
        f"\n{sets} random sets of orders by sea, armies on all coasts",
        (("adjudication, causes, retreats", f"{median(judged):7.2f} ms, at most {max(judged):.2f} (mark {MARK})"),),
    )


def main() -> None:
    """Print a row a position."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    print(f"load {getloadavg()[0]:.1f}")
    settle_garbage()
    for name, forces, ordering in POSITIONS:
        cold = [phase(OrderTable(GEOGRAPHY), forces, ordering) for _ in range(rounds)]
        table = OrderTable(GEOGRAPHY)
        listed = sum(map(len, every_legal_order(table, forces).values()))
        lists, judged = (median(column) for column in zip(*cold, strict=True))
        whole = [sum(row) for row in cold]
        show(
            f"\n{name}: {len(forces.occupied())} units, {listed:,} legal orders",
            (
                ("legal orders, cold", f"{lists:7.2f} ms"),
                ("adjudication, causes, retreats, cold", f"{judged:7.2f} ms"),
                ("the phase, cold", f"{median(whole):7.2f} ms, at most {max(whole):.2f} (mark {MARK})"),
            ),
        )
    slowest(fleets_and_armies(7, len(COASTS)), SETS)


if __name__ == "__main__":
    main()
