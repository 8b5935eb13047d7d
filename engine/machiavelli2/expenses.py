"""Expenditures: collected, contested, and carried out before anything moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.conflict.orders import NONE
from engine.dice import Dice, Draw
from engine.game import Event
from engine.machiavelli2 import rules
from engine.machiavelli2.battle import removed
from engine.machiavelli2.events import Spent
from engine.machiavelli2.map.theatre import AUTONOMOUS
from engine.machiavelli2.permits import has_special
from engine.machiavelli2.prices import minimum, reach_of
from engine.machiavelli2.rebellions import quieten, rise
from engine.machiavelli2.spending import AT_UNITS, BRIBES, Expense, Kind, OrderSheet
from engine.machiavelli2.state import ORDINARY, Board, Season

DONE = "done"


@dataclass(slots=True)
class Item:
    """An expenditure that was paid for: `amount` is what it counts, `outcome` empty until it is known."""

    power: int
    expense: Expense
    amount: int
    outcome: str = ""
    needed: int = 0
    draw: Draw | None = None

    @property
    def roll(self) -> int:
        """An assassin's die."""
        return 0 if self.draw is None else self.draw.value + 1


@dataclass(frozen=True, slots=True)
class Spending:
    """The board after expenditures, the dice, who was assassinated, every item paid for, and what happened."""

    board: Board
    dice: Dice
    victims: frozenset[int]
    items: tuple[Item, ...]
    events: tuple[Event, ...]


def spend(board: Board, sheets: Mapping[int, OrderSheet], dice: Dice) -> Spending:
    """All expenditures of a campaign; what fails is not paid back."""
    if not board.options.money:
        return Spending(board, dice, frozenset(), (), ())
    items, board = collect(board, sheets)
    _contest(board, items)
    board, dice = _weigh(board, items, dice)
    before = board
    for item in items:
        if item.outcome == DONE:
            board = _carry_out(board, item)
    victims = frozenset(
        item.expense.target for item in items if item.expense.kind is Kind.ASSASSINATE and item.outcome == DONE
    )
    return Spending(board, dice, victims, tuple(items), tuple(_told(before, item) for item in items))


def collect(board: Board, sheets: Mapping[int, OrderSheet]) -> tuple[list[Item], Board]:
    """What each can pay of each, in power order; threes alone count, the rest is lost."""
    vault = list(board.treasuries)
    items = []
    for power, sheet in sorted(sheets.items()):
        for expense in sheet.expenses:
            paid = min(expense.amount, vault[power])
            vault[power] -= paid
            items.append(Item(power, expense, paid - paid % rules.STEP))
    return items, replace(board, treasuries=tuple(vault))


def _contest(board: Board, items: list[Item]) -> None:
    """Bribes and counter-bribes out of reach are wasted; of the bribes on one unit the strictly largest stays in."""
    offers: dict[int, list[Item]] = {}
    near = {power: reach_of(board, power) for power in {item.power for item in items}}
    for item in items:
        at_unit = item.expense.kind in AT_UNITS
        if at_unit and board.theatre.area_of[item.expense.target] not in near[item.power]:
            item.outcome = "out of reach"
        elif item.expense.kind in BRIBES:
            offers.setdefault(item.expense.target, []).append(item)
    for rivals in offers.values():
        best = max(item.amount for item in rivals)
        winners = [item for item in rivals if item.amount == best]
        for item in rivals:
            if item.amount < best or len(winners) > 1:
                item.outcome = "outbid"


def _weigh(board: Board, items: list[Item], dice: Dice) -> tuple[Board, Dice]:
    """Whether each item reaches its minimum; assassins roll here, in power order, and use up their chits."""
    counters: dict[int, int] = {}
    for item in items:
        far = item.outcome and not board.options.judge_compat
        if item.expense.kind is Kind.COUNTER_BRIBE and not far:
            counters[item.expense.target] = counters.get(item.expense.target, 0) + item.amount
    chits = list(board.chits)
    for item in items:
        expense = item.expense
        counter = counters.get(expense.target, 0) if expense.kind in BRIBES else 0
        item.needed = minimum(board, expense.kind, expense.target) + counter
        if item.outcome:
            continue
        if item.amount < item.needed:
            item.outcome = "below minimum"
        elif expense.kind is Kind.ASSASSINATE:
            dice = _strike(item, chits, dice)
        elif expense.kind is Kind.BUY and board.ranks[expense.target] != ORDINARY and has_special(board, item.power):
            item.outcome = "second special"
        else:
            item.outcome = DONE
    return replace(board, chits=tuple(chits)), dice


def _strike(item: Item, chits: list[int], dice: Dice) -> Dice:
    victim = 1 << item.expense.target
    if not chits[item.power] & victim:
        item.outcome = "no chit"
        return dice
    chits[item.power] &= ~victim
    item.draw, dice = dice.draw(rules.DIE)
    chances = min(rules.ASSASSIN_CHANCES, item.amount // rules.ASSASSIN_COST)
    item.outcome = DONE if item.roll <= chances else "missed"
    return dice


def _carry_out(board: Board, item: Item) -> Board:
    target, power = item.expense.target, item.power
    match item.expense.kind:
        case Kind.FAMINE_RELIEF:
            return replace(board, famine=board.famine - {target})
        case Kind.PACIFY:
            return quieten(board, target)
        case Kind.REBELLION:
            return rise(board, target)
        case Kind.BUY:
            return _bought(board, target, power)
        case Kind.DISBAND:
            return _disbanded(board, target)
        case Kind.AUTONOMY:
            return replace(board, forces=board.forces.place(target, board.forces.units[target], AUTONOMOUS))
        case _:
            return board


def _bought(board: Board, place: int, power: int) -> Board:
    """The unit changes sides; its area is no longer in rebellion against its new lord."""
    theatre = board.theatre
    area = theatre.area_of[place]
    board = replace(board, forces=board.forces.place(place, board.forces.units[place], power))
    outside = place >= theatre.n and board.forces.units[area] != NONE
    board = quieten(board, area, province=not outside)
    if not _leaves_control(board):
        return board
    inside = board.garrison(area) not in (NONE, power)
    return _controlled(board, area, NONE if outside else power, NONE if place < theatre.n and inside else power)


def _disbanded(board: Board, place: int) -> Board:
    """The unit is gone before anything moves, and with it a siege of its area."""
    theatre = board.theatre
    area = theatre.area_of[place]
    board = removed(board, (place,))
    if not _leaves_control(board):
        return board
    if place >= theatre.n:
        return _controlled(board, area, NONE, board.forces.owners[area])
    return _controlled(board, area, board.garrison(area), NONE)


def _leaves_control(board: Board) -> bool:
    """The old judge lets bribes of Fall decide control at once, wherever units go then."""
    return board.options.judge_compat and board.season is Season.FALL


def _controlled(board: Board, area: int, province: int, city: int) -> Board:
    owners, city_owners = list(board.owners), list(board.city_owners)
    if province != NONE:
        owners[area] = province
    if city != NONE and board.theatre.cities[area] is not None:
        city_owners[area] = city
    return replace(board, owners=tuple(owners), city_owners=tuple(city_owners))


def target_text(board: Board, expense: Expense) -> str:
    """What an expenditure is aimed at: a power, a unit, or a province."""
    if expense.kind is Kind.ASSASSINATE:
        return board.power_name(expense.target)
    if expense.kind in AT_UNITS:
        return board.unit_text(expense.target)
    return board.theatre.codes[expense.target]


def _told(board: Board, item: Item) -> Event:
    return Spent(
        phase=board.phase,
        power=board.power_name(item.power),
        expense=item.expense.kind.value,
        target=target_text(board, item.expense),
        amount=item.amount,
        needed=item.needed,
        outcome=item.outcome,
        roll=item.roll,
        draw=item.draw,
    )
