"""Step 6: bribes, all at once, against the amounts paid in step 4."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.cogiavelli import rules
from engine.cogiavelli.events import Bribe
from engine.cogiavelli.map.italy import POWERS
from engine.cogiavelli.payments import Payment
from engine.cogiavelli.reading import BRIBES, Action
from engine.cogiavelli.state import unit_text
from engine.conflict.orders import Forces
from engine.game import Event

COSTS: Mapping[Action, int] = {Action.BRIBE_DISBAND: rules.DISBAND_COST, Action.BRIBE_BUY: rules.BUY_COST}
"""Ducats of each kind of bribe, before the unit's defence."""


class BribeOutcome(StrEnum):
    """What came of a bribe. A tie at the top leaves all of them outbid."""

    BOUGHT = "bought"
    DISBANDED = "disbanded"
    OUTBID = "outbid"
    DEFENDED = "defended"


@dataclass(frozen=True, slots=True)
class Bribery:
    """The forces after bribes: a bought unit has changed sides where it stands, a disbanded one is gone."""

    forces: Forces
    events: tuple[Event, ...]


def settle(phase: str, forces: Forces, paid: Iterable[Payment]) -> Bribery:
    """Step 6. On each unit the strictly largest of the bids that reach cost plus defence wins."""
    defences: dict[int, int] = {}
    bids: dict[int, list[Payment]] = {}
    for payment in paid:
        if payment.action is Action.DEFEND:
            defences[payment.province] = defences.get(payment.province, 0) + payment.amount
        elif payment.action in BRIBES:
            bids.setdefault(payment.province, []).append(payment)
    after = forces
    events: list[Event] = []
    for province, rivals in sorted(bids.items()):
        defence = defences.get(province, 0)
        winner = winning_bid(rivals, defence)
        for bid in rivals:
            events.append(_told(phase, forces, bid, defence, bid is winner))
        if winner is not None and winner.action is Action.BRIBE_BUY:
            after = after.place(province, forces.units[province], winner.payer)
        elif winner is not None:
            after = after.remove(province)
    return Bribery(after, tuple(events))


def winning_bid(bids: Iterable[Payment], defence: int) -> Payment | None:
    """The strictly largest bid that reaches its own threshold; None when there is none, or a tie."""
    qualified = [bid for bid in bids if bid.amount >= COSTS[bid.action] + defence]
    most = max((bid.amount for bid in qualified), default=0)
    top = [bid for bid in qualified if bid.amount == most]
    return top[0] if len(top) == 1 else None


def _told(phase: str, forces: Forces, bid: Payment, defence: int, won: bool) -> Event:
    needed = COSTS[bid.action] + defence
    if won:
        outcome = BribeOutcome.BOUGHT if bid.action is Action.BRIBE_BUY else BribeOutcome.DISBANDED
    else:
        outcome = BribeOutcome.OUTBID if bid.amount >= needed else BribeOutcome.DEFENDED
    return Bribe(
        phase=phase,
        power=POWERS[bid.payer],
        action=bid.action.value,
        unit=unit_text(forces.units[bid.province]),
        owner=POWERS[bid.victim],
        amount=bid.amount,
        defence=defence,
        needed=needed,
        outcome=outcome.value,
    )
