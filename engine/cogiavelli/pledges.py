"""Judging the pledges of a season by the orders and payments that followed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.cogiavelli.map.italy import GEOGRAPHY, POWERS, TABLE
from engine.cogiavelli.payments import Payment, line_text
from engine.cogiavelli.reading import BRIBES, Action, OrderSheet
from engine.cogiavelli.repair import Repaired
from engine.cogiavelli.state import Board
from engine.conflict.orders import NONE, Act
from engine.game import Event, Power
from engine.press import Deeds, Entry, Pledge, judge, verdict_event

HOSTILE = BRIBES | {Action.ASSASSINATE}


def judge_pledges(
    board: Board,
    pledges: Iterable[Pledge],
    sheets: Mapping[int, OrderSheet],
    repaired: Repaired,
    paralysed: frozenset[int],
    paid: tuple[Payment, ...],
) -> tuple[Event, ...]:
    """A verdict on every pledge: `board` is the one orders were written for, before any payment."""
    pledges = tuple(pledges)
    if not pledges:
        return ()
    holders = _holders(board)
    afield = frozenset(POWERS[owner] for owner in board.forces.owners if owner != NONE)
    deeds = {
        name: deeds_of(board, power, sheets.get(power, OrderSheet()), repaired, power in paralysed, paid)
        for power, name in enumerate(POWERS)
    }
    return tuple(
        verdict_event(board.phase, pledge, *judge(pledge, deeds[pledge.power], holders, afield)) for pledge in pledges
    )


def _holders(board: Board) -> Mapping[str, frozenset[Power]]:
    """By province code, who occupies it or owns its city."""
    return {
        code: frozenset(POWERS[power] for power in (board.forces.owners[p], board.owners[p]) if power != NONE)
        for p, code in enumerate(GEOGRAPHY.codes)
    }


def deeds_of(
    board: Board, power: int, sheet: OrderSheet, repaired: Repaired, paralysed: bool, paid: Iterable[Payment]
) -> Deeds:
    """What a power did: moves as played, supports as ordered (bribes do not undo them), paid bribes and daggers."""
    entries: list[Entry] = []
    supported: set[Power] = set()
    for province, order in () if paralysed else sheet.orders.items():
        act, to = TABLE.act[order], GEOGRAPHY.codes[TABLE.target[order]]
        if act == Act.MOVE and province not in repaired.replaced:
            entries.append(Entry(to, POWERS[power], TABLE.text(order)))
        elif act in (Act.SUPPORT_HOLD, Act.SUPPORT_MOVE):
            friend = POWERS[board.forces.owners[TABLE.whom[order]]]
            supported.add(friend)
            if act == Act.SUPPORT_MOVE:
                entries.append(Entry(to, friend, TABLE.text(order)))
    struck = tuple(
        (POWERS[payment.victim], line_text(board, payment))
        for payment in paid
        if payment.payer == power and payment.action in HOSTILE
    )
    return Deeds(tuple(entries), frozenset(supported), struck, bound=not paralysed)
