"""Pledges held against a campaign's orders and money."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine import press
from engine.conflict.orders import NONE
from engine.game import Event, Power
from engine.machiavelli2.battle import Battle
from engine.machiavelli2.expenses import Item, target_text
from engine.machiavelli2.legal import handbook
from engine.machiavelli2.map.theatre import GARRISON
from engine.machiavelli2.orders import Act
from engine.machiavelli2.spending import BRIBES, STANDS, Kind, OrderSheet
from engine.machiavelli2.state import Board
from engine.machiavelli2.strait import is_left, is_shut
from engine.press import Deeds, Entry, Pledge, PledgeKind, judge, verdict_event

PLEDGES = (*press.PLEDGES, PledgeKind.ALLY)
"""What can be promised: to let a power through the strait of Messina too."""

_STRIKES = BRIBES | {Kind.REBELLION, Kind.ASSASSINATE}
"""Expenditures that break a peace."""


def judge_pledges(
    board: Board,
    pledges: tuple[Pledge, ...],
    sheets: Mapping[int, OrderSheet],
    items: tuple[Item, ...],
    victims: frozenset[int],
    battle: Battle,
) -> tuple[Event, ...]:
    """A verdict on every pledge, on the board the orders were written for.

    A siege, and a garrison that comes out at a unit, enter the area they are in.
    An assassinated power is bound by its money alone, and only by what it paid for.
    """
    if not pledges:
        return ()
    struck: dict[int, list[tuple[Power, str]]] = {}
    for item in items:
        victim = _victim(board, item.expense.kind, item.expense.target) if item.amount else NONE
        if victim >= 0:
            struck.setdefault(item.power, []).append((board.power_name(victim), _line(board, item)))
    held = _holders(board)
    afield = frozenset(board.power_name(owner) for owner in board.forces.owners if owner >= 0)
    deeds = {
        board.power_name(power): replace(
            _deeds(board, power, sheets.get(power, STANDS), battle) if power not in victims else Deeds(bound=False),
            struck=tuple(struck.get(power, ())),
        )
        for power in board.everyone
    }
    return tuple(
        verdict_event(board.phase, pledge, *judge(pledge, deeds[pledge.power], held, afield)) for pledge in pledges
    )


def _holders(board: Board) -> Mapping[str, frozenset[Power]]:
    """By area, who stands or controls something there."""
    return {
        code: frozenset(
            board.power_name(power)
            for power in (
                board.forces.owners[area],
                board.garrison(area),
                board.owners[area],
                board.city_owners[area],
            )
            if power >= 0
        )
        for area, code in enumerate(board.theatre.codes)
    }


def _deeds(board: Board, power: int, sheet: OrderSheet, battle: Battle) -> Deeds:
    theatre, book = board.theatre, handbook(board.theatre).orders
    entries: list[Entry] = []
    supported: set[Power] = set()
    for place, order in sheet.orders.items():
        area = theatre.area_of[place]
        if order.act in (Act.SUPPORT, Act.SUPPORT_MOVE):
            friend = board.power_name(board.forces.owners[order.other >> 1])
            supported.add(friend)
            if order.act is Act.SUPPORT_MOVE:
                entries.append(Entry(theatre.codes[order.to], friend, book.text(order)))
        elif battle.before.forces.owners[place] == power:
            comes_out = order.act is Act.CONVERT and order.to != GARRISON
            if order.act is Act.MOVE or order.act is Act.BESIEGE or comes_out:
                goal = order.to if order.act is Act.MOVE else area
                entries.append(Entry(theatre.codes[goal], board.power_name(power), book.text(order)))
    allied = frozenset(map(board.power_name, sheet.allies))
    return Deeds(tuple(entries), frozenset(supported), allied=allied, barred=_barred(power, battle))


def _barred(power: int, battle: Battle) -> frozenset[Power]:
    """Whom this power's fleet in Messina keeps from going through the strait."""
    board = battle.before
    if board.forces.owners[board.theatre.keeper] != power or is_left(board, battle.orders):
        return frozenset()
    return frozenset(
        board.power_name(other) for other in board.everyone if is_shut(board, other, *board.theatre.strait)
    )


def _line(board: Board, item: Item) -> str:
    return f"{item.expense.kind.value} {target_text(board, item.expense)} {item.amount}"


def _victim(board: Board, kind: Kind, target: int) -> int:
    """Whom a hostile expenditure is aimed at, below zero for nobody."""
    if kind not in _STRIKES:
        return NONE
    if kind is Kind.ASSASSINATE:
        return target
    return board.owners[target] if kind is Kind.REBELLION else board.forces.owners[target]
