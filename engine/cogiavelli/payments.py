"""Step 4: spend sheets are paid, by power index and in the order listed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.cogiavelli import rules
from engine.cogiavelli.events import EntryDropped, Paid
from engine.cogiavelli.map.italy import POWERS
from engine.cogiavelli.reading import AT_POWERS, BRIBES, Action, Entry, OrderSheet
from engine.cogiavelli.state import Board, unit_text
from engine.conflict.orders import NONE
from engine.game import Event


class PaymentReason(StrEnum):
    """Why an entry was not paid."""

    ILLEGAL = "illegal"
    NOTARGET = "notarget"
    INSUFFICIENT = "insufficient"


@dataclass(frozen=True, slots=True)
class Payment:
    """A paid entry of `payer`: `amount` has left the vault. `victim` is the power aimed at, or owning the unit."""

    payer: int
    action: Action
    amount: int
    victim: int
    province: int = NONE


@dataclass(frozen=True, slots=True)
class Payments:
    """What was paid, in order, and the treasuries after it."""

    treasuries: tuple[int, ...]
    paid: tuple[Payment, ...]
    events: tuple[Event, ...]


def pay(board: Board, sheets: Mapping[int, OrderSheet]) -> Payments:
    """Step 4. Each entry is checked against the live treasury; a gift arrives at once."""
    vault = list(board.treasuries)
    paid: list[Payment] = []
    events: list[Event] = []
    for power, sheet in sorted(sheets.items()):
        for entry in sheet.spend:
            amount = stake(entry)
            reason = objection(board, power, entry) or (PaymentReason.INSUFFICIENT if amount > vault[power] else None)
            if reason is not None:
                events.append(_dropped(board.phase, power, entry, reason))
                continue
            vault[power] -= amount
            if entry.action is Action.GIFT:
                vault[entry.power] += amount
            victim = entry.power if entry.action in AT_POWERS else board.forces.owners[entry.province]
            paid.append(Payment(power, entry.action, amount, victim, entry.province))
            events.append(_paid(board, paid[-1]))
    return Payments(tuple(vault), tuple(paid), tuple(events))


def stake(entry: Entry) -> int:
    """What an entry costs: an assassination's stake is clamped to 6..30 first."""
    if entry.action is Action.ASSASSINATE:
        return max(rules.STAKE_LEAST, min(entry.amount, rules.STAKE_MOST))
    return entry.amount


def objection(board: Board, power: int, entry: Entry) -> PaymentReason | None:
    """Why an entry is dropped whatever the treasury holds, first match, or None."""
    if entry.amount < 1:
        return PaymentReason.ILLEGAL
    if entry.action in AT_POWERS:
        if entry.power == NONE or board.eliminated[entry.power]:
            return PaymentReason.NOTARGET
        return PaymentReason.ILLEGAL if entry.power == power else None
    unit = NONE if entry.province == NONE else board.forces.units[entry.province]
    if unit == NONE or entry.kind not in (NONE, unit & 1):
        return PaymentReason.NOTARGET
    owner = board.forces.owners[entry.province]
    if entry.power not in (NONE, owner):
        return PaymentReason.NOTARGET
    return PaymentReason.ILLEGAL if (owner == power) is (entry.action in BRIBES) else None


def target_text(board: Board, payment: Payment) -> str:
    """What a payment was aimed at: a power's name, or a unit."""
    if payment.province == NONE:
        return POWERS[payment.victim]
    return unit_text(board.forces.units[payment.province])


def line_text(board: Board, payment: Payment) -> str:
    """A payment in one line: ``bribe_buy A ROM 15``."""
    return f"{payment.action.value} {target_text(board, payment)} {payment.amount}"


def _paid(board: Board, payment: Payment) -> Event:
    return Paid(
        phase=board.phase,
        power=POWERS[payment.payer],
        action=payment.action.value,
        target=target_text(board, payment),
        amount=payment.amount,
    )


def _dropped(phase: str, power: int, entry: Entry, reason: PaymentReason) -> Event:
    return EntryDropped(
        phase=phase,
        audience=(POWERS[power],),
        power=POWERS[power],
        action=entry.action.value,
        target=entry.target,
        amount=entry.amount,
        reason=reason.value,
    )
