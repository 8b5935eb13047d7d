"""Debts, payments between powers, loans and who cannot pay them back (before expenditures)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from engine.game import Event
from engine.machiavelli2 import rules
from engine.machiavelli2.events import ChitGiven, Defaulted, Transfer
from engine.machiavelli2.spending import BANK, Borrowing, OrderSheet
from engine.machiavelli2.state import Board, Loan

_INTEREST = {1: 5, 2: 2}
"""By years of a loan: for every so many ducats one of interest."""
BANK_NAME = "bank"


@dataclass(frozen=True, slots=True)
class Accounts:
    """The board after the bank closed, what happened, and who defaulted."""

    board: Board
    events: tuple[Event, ...]
    defaulted: frozenset[int]


def settle_accounts(board: Board, sheets: Mapping[int, OrderSheet]) -> Accounts:
    """In this order: debts paid, payments between powers, loans taken, debts collected; chits change hands first."""
    if not board.options.money:
        return Accounts(board, (), frozenset())
    books = _Books(board)
    books.hand_over_chits(sheets)
    for power, sheet in sorted(sheets.items()):
        for payment in sheet.payments:
            if payment.to == BANK:
                books.pay_bank(power, payment.amount)
    books.pay_powers(sheets)
    for power, sheet in sorted(sheets.items()):
        if sheet.loan is not None and board.options.lends:
            books.borrow(power, sheet.loan)
    defaulted = frozenset(power for power in board.living() if books.collect(power))
    return Accounts(books.closed(), tuple(books.events), defaulted)


class _Books:
    """The accounts while they are worked through."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._vault = list(board.treasuries)
        # The season of a loan's last instalment is one beyond those a board lists: it is shifted when seasons pass.
        self._loans = [[*loans, Loan()] for loans in board.loans]
        self._barred = list(board.barred)
        self._chits = list(board.chits)
        self.events: list[Event] = []

    def _tell(self, power: int, to: str, amount: int, purpose: str = "") -> None:
        name = self._board.power_name(power)
        self.events.append(Transfer(phase=self._board.phase, power=name, to=to, amount=amount, purpose=purpose))

    def hand_over_chits(self, sheets: Mapping[int, OrderSheet]) -> None:
        """Each chit at most once, in power order."""
        name = self._board.power_name
        for power, sheet in sorted(sheets.items()):
            for victim, to in sheet.chits:
                if self._chits[power] >> victim & 1:
                    self._chits[power] &= ~(1 << victim)
                    self._chits[to] |= 1 << victim
                    self.events.append(
                        ChitGiven(phase=self._board.phase, power=name(power), to=name(to), victim=name(victim))
                    )

    def pay_bank(self, power: int, amount: int) -> None:
        """The earliest debt first, interest before principal; what is paid beyond is lost."""
        amount = min(amount, self._vault[power])
        if amount:
            self._vault[power] -= amount
            self._tell(power, BANK_NAME, amount, "debt")
            self._loans[power] = list(_repaid(self._loans[power], amount))

    def pay_powers(self, sheets: Mapping[int, OrderSheet]) -> None:
        """Nobody in debt can pay another power; what is received arrives when all have paid."""
        received = [0] * len(self._vault)
        for power, sheet in sorted(sheets.items()):
            if any(loan.principal or loan.interest for loan in self._loans[power]):
                continue
            for payment in sheet.payments:
                amount = min(payment.amount, self._vault[power]) if payment.to != BANK else 0
                if amount:
                    self._vault[power] -= amount
                    received[payment.to] += amount
                    self._tell(power, self._board.power_name(payment.to), amount)
        self._vault = [ducats + more for ducats, more in zip(self._vault, received, strict=True)]

    def borrow(self, power: int, loan: Borrowing) -> None:
        """25 ducats of principal in all; a fifth of interest for one year, half for two, rounded up."""
        owed = sum(each.principal for each in self._loans[power])
        if self._barred[power] or loan.amount + owed > rules.LOAN_MOST:
            return
        due = loan.years * rules.SEASONS
        old = self._loans[power][due]
        interest = -(-loan.amount // _INTEREST[loan.years])
        self._loans[power][due] = Loan(old.principal + loan.amount, old.interest + interest)
        self._vault[power] += loan.amount
        self.events.append(
            Transfer(
                phase=self._board.phase,
                power=BANK_NAME,
                to=self._board.power_name(power),
                amount=loan.amount,
                purpose=f"due in {loan.years} year{'s' if loan.years > 1 else ''} with {interest}",
            )
        )

    def collect(self, power: int) -> bool:
        """What is due this season; whether the power could not pay it, which costs it all it has and all credit."""
        due = self._loans[power][0]
        owed = due.principal + due.interest
        if owed <= self._vault[power]:
            if owed:
                self._tell(power, BANK_NAME, owed, "due")
            self._vault[power] -= owed
            self._loans[power][0] = Loan()
            return False
        self._vault[power], self._barred[power] = 0, True
        self._loans[power] = [Loan()] * len(self._loans[power])
        self.events.append(Defaulted(phase=self._board.phase, power=self._board.power_name(power), owed=owed))
        return True

    def closed(self) -> Board:
        """The board with these accounts; all loans are one season nearer."""
        return replace(
            self._board,
            treasuries=tuple(self._vault),
            loans=tuple(tuple(loans[1:]) for loans in self._loans),
            barred=tuple(self._barred),
            chits=tuple(self._chits),
        )


def _repaid(loans: list[Loan], amount: int) -> Iterator[Loan]:
    for loan in loans:
        interest = min(amount, loan.interest)
        principal = min(amount - interest, loan.principal)
        amount -= interest + principal
        yield Loan(loan.principal - principal, loan.interest - interest)


def nearer(loans: tuple[tuple[Loan, ...], ...]) -> tuple[tuple[Loan, ...], ...]:
    """All debts a season nearer, where a season is left out of the year."""
    return tuple((*each[1:], Loan()) for each in loans)
