"""Judging the pledges of a season by the orders and payments that followed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.cogiavelli.map.italy import POWERS, TABLE
from engine.cogiavelli.payments import Payment, line_text
from engine.cogiavelli.reading import BRIBES, Action, OrderSheet
from engine.cogiavelli.repair import Repaired
from engine.cogiavelli.state import Board
from engine.conflict.pledges import afield, holders, judge_all, ordered
from engine.game import Event
from engine.press import Deeds, Pledge

HOSTILE = BRIBES | {Action.ASSASSINATE}


def judge_pledges(
    board: Board,
    pledges: tuple[Pledge, ...],
    sheets: Mapping[int, OrderSheet],
    repaired: Repaired,
    paralysed: frozenset[int],
    paid: tuple[Payment, ...],
) -> tuple[Event, ...]:
    """A verdict on every pledge: `board` is the one orders were written for, before any payment."""
    if not pledges:
        return ()
    deeds = {
        name: deeds_of(board, power, sheets.get(power, OrderSheet()), repaired, power in paralysed, paid)
        for power, name in enumerate(POWERS)
    }
    held = holders(TABLE, POWERS, board.forces, board.owners)
    return judge_all(board.phase, pledges, deeds, held, afield(POWERS, board.forces))


def deeds_of(
    board: Board, power: int, sheet: OrderSheet, repaired: Repaired, paralysed: bool, paid: Iterable[Payment]
) -> Deeds:
    """What a power did: moves as played, supports as ordered (bribes do not undo them), paid bribes and daggers."""
    orders = {} if paralysed else sheet.orders
    entries, supported = ordered(TABLE, POWERS, board.forces, power, orders, undone=repaired.replaced)
    struck = tuple(
        (POWERS[payment.victim], line_text(board, payment))
        for payment in paid
        if payment.payer == power and payment.action in HOSTILE
    )
    return Deeds(entries, supported, struck, bound=not paralysed)
