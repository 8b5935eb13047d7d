"""What a power does with money in a campaign, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from engine.machiavelli2.orders import Order

BANK = -3
"""Who is paid when a debt is."""


class Kind(Enum):
    """The eight expenditures."""

    FAMINE_RELIEF = "famine_relief"
    PACIFY = "pacify"
    COUNTER_BRIBE = "counter_bribe"
    DISBAND = "disband"
    BUY = "buy"
    AUTONOMY = "to_autonomous"
    REBELLION = "cause_rebellion"
    ASSASSINATE = "assassinate"


BRIBES = frozenset({Kind.DISBAND, Kind.BUY, Kind.AUTONOMY})
AT_UNITS = BRIBES | {Kind.COUNTER_BRIBE}
AT_AREAS = frozenset({Kind.FAMINE_RELIEF, Kind.PACIFY, Kind.REBELLION})


@dataclass(frozen=True, slots=True)
class Expense:
    """One expenditure: at the unit in a place, at an area, or at a power."""

    kind: Kind
    amount: int
    target: int


@dataclass(frozen=True, slots=True)
class Payment:
    """Ducats for a power, or for the `BANK`."""

    to: int
    amount: int


@dataclass(frozen=True, slots=True)
class Borrowing:
    """A loan asked for, to be paid back in so many years."""

    amount: int
    years: int


@dataclass(frozen=True, slots=True)
class OrderSheet:
    """An orders answer as read: a legal order by place, money, chits given as (victim, to), allies in the strait."""

    orders: Mapping[int, Order] = field(default_factory=dict)
    expenses: tuple[Expense, ...] = ()
    payments: tuple[Payment, ...] = ()
    loan: Borrowing | None = None
    chits: tuple[tuple[int, int], ...] = ()
    allies: tuple[int, ...] = ()
    notes: str = ""

    @property
    def bought(self) -> frozenset[int]:
        """Places of units it means to buy."""
        return frozenset(expense.target for expense in self.expenses if expense.kind is Kind.BUY)


STANDS = OrderSheet()
"""Nothing ordered and nothing spent."""
