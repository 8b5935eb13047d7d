"""How orders are written, and why a set of them is rejected.

An order is an object, ``{"type": "claim", "tile": "3,-2"}``, or the same in one
line, ``claim 3,-2``, ``raze 3,-2``, ``transfer 5 to Ochre``. A set is judged
entry by entry in the order written, against the board and the stored paint at
the start of the turn; one bad entry rejects it whole.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate

from engine.game import Refusal
from engine.territory.hexes import DISTANCES, KEYS, REACH, each, read_tile
from engine.territory.orders import MOST_ORDERS, Claim, Means, Order, Raze, Transfer
from engine.territory.state import ALIASES, FIRST_RAZING_TURN, NOBODY, SEATS, Life
from engine.text import clean

MOST_PAINT = 999_999_999
LINE_CAP = 120


class Reason(StrEnum):
    """Why an order set is rejected, or a message set aside."""

    PARSE = "parse"
    TOO_MANY = "toomany"
    OFF_BOARD = "offboard"
    DUPLICATE = "duplicate"
    EARLY = "early"
    RUBBLE = "rubble"
    OWNED = "owned"
    RANGE = "range"
    NO_TARGET = "notarget"
    AMOUNT = "amount"
    INSUFFICIENT = "insufficient"


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one entry."""

    reason: Reason
    text: str


_LINE = re.compile(r"\s*([A-Za-z]+)\b\s*(.*?)\s*\.?\s*", re.DOTALL)
_GIFT = re.compile(
    r"(\d{1,12})\s*(?:paint)?\s*(?:to\s+)?:?\s*([A-Za-z]+)|(?:to\s+)?([A-Za-z]+)\s*:?\s*(\d{1,12})", re.IGNORECASE
)
_SHAPES = "claim q,r · raze q,r · transfer amount to Alias"


def read_order(means: Means, entry: object) -> Order | Fault:
    """An entry as an order with its price, or the fault that makes it none. Legality is another question."""
    kind, tile, to, amount = _parts(entry)
    if kind not in ("claim", "raze", "transfer"):
        return Fault(Reason.PARSE, f"cannot be read as an order; an order is one of: {_SHAPES}")
    if kind == "transfer":
        return _read_transfer(to, amount)
    if tile is None or tile == "":
        return Fault(Reason.PARSE, f'names no tile; write "{kind} q,r"')
    if (number := read_tile(tile)) is None:
        return Fault(Reason.OFF_BOARD, 'names no tile of the board; a tile is "q,r" with q, r and q+r in -7..7')
    return Claim(number, means.claim_price(number)) if kind == "claim" else Raze(number, means.raze_price(number))


def _parts(entry: object) -> tuple[str, object, object, object]:
    if isinstance(entry, Mapping):
        kind = entry.get("type")
        word = kind.strip().lower() if isinstance(kind, str) else ""
        return word, entry.get("tile"), entry.get("to"), entry.get("amount")
    if not isinstance(entry, str) or not (found := _LINE.fullmatch(entry[: 2 * LINE_CAP])):
        return "", None, None, None
    word, rest = found[1].lower(), found[2]
    if word == "transfer" and (gift := _GIFT.fullmatch(rest)):
        return word, None, gift[2] or gift[3], gift[1] or gift[4]
    return word, rest, None, None


def _read_transfer(to: object, amount: object) -> Transfer | Fault:
    if (seat := read_alias(to)) == NOBODY:
        return Fault(Reason.NO_TARGET, f"names no seat; the seats are {', '.join(ALIASES)}")
    if isinstance(amount, str) and re.fullmatch(r"\s*\d{1,12}\s*", amount, re.ASCII):
        amount = int(amount)
    if isinstance(amount, float) and amount.is_integer():
        amount = int(amount)
    if type(amount) is not int or not 1 <= amount <= MOST_PAINT:
        return Fault(Reason.AMOUNT, f"needs an amount that is a whole number in 1..{MOST_PAINT}")
    return Transfer(seat, amount)


def read_alias(text: object) -> int:
    """The seat of an alias, case aside, or `NOBODY`."""
    word = text.strip().casefold() if isinstance(text, str) else ""
    return next((seat for seat in SEATS if ALIASES[seat].casefold() == word), NOBODY)


def fault_of(means: Means, order: Order) -> Fault | None:
    """Why an order alone is illegal, its price aside; None when it is legal."""
    if isinstance(order, Transfer):
        return _transfer_fault(means, order)
    key, board = KEYS[order.tile], means.board
    if isinstance(order, Raze) and means.turn < FIRST_RAZING_TURN:
        return Fault(Reason.EARLY, f"razes are legal from turn {FIRST_RAZING_TURN}, and this is turn {means.turn}")
    if board.rubble >> order.tile & 1:
        word = "razed again" if isinstance(order, Raze) else "claimed"
        return Fault(Reason.RUBBLE, f"{key} is rubble and can never be {word}")
    if isinstance(order, Claim) and (owner := board.owner(order.tile)) != NOBODY:
        if owner == means.seat:
            return Fault(Reason.OWNED, f"{key} is already held, by you")
        if not means.contingent_claims:
            return Fault(
                Reason.OWNED, f"{key} is already held, by {ALIASES[owner]}; held paint comes off only by razing"
            )
    if not (means.claimable if isinstance(order, Claim) else means.razable) >> order.tile & 1:
        return Fault(Reason.RANGE, f"{key} is out of range: {_how_far(means, order.tile)}, and the reach is {REACH}")
    return None


def _transfer_fault(means: Means, order: Transfer) -> Fault | None:
    if order.to == means.seat:
        return Fault(Reason.NO_TARGET, "a transfer goes to another seat, not to yourself")
    if means.lives[order.to] is Life.ELIMINATED:
        return Fault(Reason.NO_TARGET, f"{ALIASES[order.to]} is eliminated")
    return None


def _how_far(means: Means, tile: int) -> str:
    nearest = min(each(means.footing), key=lambda own: (DISTANCES[tile][own], own))
    what = "tile" if means.board.lands[means.seat] else "hearth (you own nothing)"
    return f"{DISTANCES[tile][nearest]} from your nearest {what}, {KEYS[nearest]}"


def written(entry: object) -> str:
    """An entry as its seat wrote it, short and clean."""
    if isinstance(entry, Mapping):
        parts = [entry.get(key) for key in ("type", "amount", "to", "tile")]
        entry = " ".join(str(part) for part in parts if isinstance(part, str | int | float))
    if isinstance(entry, str) and entry.strip():
        return clean(entry, LINE_CAP)
    return f"an item of type {type(entry).__name__}"


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why a whole set is not played: what to tell the seat, and the entry that caused it."""

    complaint: str
    refusal: Refusal


def read_set(means: Means, entries: Sequence[object]) -> tuple[Order, ...] | Rejection:
    """A whole set: its orders, or why it is rejected.

    The first entry at fault is named; only then the total is held against the
    stored paint. Either way the seat is told how much of its list would do.
    """
    orders: list[Order] = []
    for number, entry in enumerate(entries, 1):
        order = _read_entry(means, orders, entry)
        if isinstance(order, Fault):
            line = written(entry)
            complaint = f"entry {number} ({line}): {order.text}"
            return Rejection(complaint + _what_would_do(means, orders), Refusal(line, order.reason.value))
        orders.append(order)
    prices = [order.price for order in orders]
    if sum(prices) > means.paint:
        sums = f"{' + '.join(map(str, prices))} = {sum(prices)}" if len(prices) > 1 else str(prices[0])
        complaint = f"you cannot afford the set: it costs {sums} paint, and you have {means.paint}"
        refusal = Refusal("; ".join(map(str, orders)), Reason.INSUFFICIENT.value)
        return Rejection(complaint + _what_would_do(means, orders), refusal)
    return tuple(orders)


def _read_entry(means: Means, before: Sequence[Order], entry: object) -> Order | Fault:
    """The next entry of a set as a legal order, or its fault."""
    if len(before) == MOST_ORDERS:
        return Fault(Reason.TOO_MANY, f"is one too many; a set holds at most {MOST_ORDERS} orders")
    order = read_order(means, entry)
    if isinstance(order, Fault):
        return order
    if isinstance(order, Claim) and any(isinstance(other, Claim) and other.tile == order.tile for other in before):
        return Fault(Reason.DUPLICATE, f"{KEYS[order.tile]} is claimed twice")
    return fault_of(means, order) or order


def _what_would_do(means: Means, orders: Sequence[Order]) -> str:
    """The beginning of a list that could be played as it is, and its price."""
    totals = [total for total in accumulate(order.price for order in orders) if total <= means.paint]
    if not totals:
        return ""
    return f". This much of it would do, for {totals[-1]}: {'; '.join(map(str, orders[: len(totals)]))}"
