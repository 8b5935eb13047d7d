"""Reading order text: wide in what is understood, exact in what is refused. Reading never invents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from engine.conflict.orders import Forces, OrderId, OrderTable, Unit
from engine.game import Refusal


class Reason(str, Enum):
    """Why a line was refused or, the last three, set aside."""

    PARSE = "parse"
    NOT_OWNED = "notowned"
    NOT_THERE = "notthere"
    WRONG_UNIT = "wrongunit"
    AMBIGUOUS_COAST = "ambiguouscoast"
    NO_CONVOY = "noconvoy"
    NON_ADJACENT = "nonadjacent"
    DUPLICATE = "duplicate"
    OVERTAKEN = "overtaken"
    TOO_MANY = "toomany"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A power's orders as read: one for every unit it has, by province ascending.

    A unit without a legal line holds; `silent` are the provinces no line named.
    """

    orders: Mapping[int, OrderId]
    refused: tuple[Refusal, ...]
    silent: tuple[int, ...]


class Notation:
    """The reader of one map and its powers (names by index).

    `absent` and `foreign` are the game's reasons for an order to an empty
    province and to another power's unit.
    """

    def __init__(
        self,
        table: OrderTable,
        powers: tuple[str, ...],
        *,
        absent: Reason = Reason.NOT_OWNED,
        foreign: Reason = Reason.NOT_OWNED,
    ) -> None: ...

    def read_order(self, line: str, forces: Forces, owner: int) -> OrderId | Reason:
        """One line as this power's order on this board: the legal order, or why it is refused."""
        raise NotImplementedError

    def read_orders(self, lines: object, forces: Forces, owner: int) -> Sheet:
        """A list of lines, or an object {unit: line}: one order a unit (first line wins), the first 64 lines."""
        raise NotImplementedError

    def read_province(self, text: str) -> int | None:
        """A province by code, alias or name, coast ignored; None when unknown or two-fold."""
        raise NotImplementedError

    def read_unit(self, text: str) -> tuple[int | None, int] | Reason:
        """`A ROM`, `ROM`, `Army Rome`, `F STP/SC`: (kind or None, space), or `PARSE`."""
        raise NotImplementedError

    def read_retreat(self, line: str) -> tuple[Unit, int] | Reason:
        """`A VIE - TYR`, `A VIE R TYR`, `A VIE D`, `A VIE`: see the implementation."""
        raise NotImplementedError
