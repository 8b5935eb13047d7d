"""The choices of a movement phase: every unit with its complete list of legal orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, Protocol, TypeVar, overload

from engine.conflict.legal import every_legal_order
from engine.conflict.orders import Forces, OrderTable
from engine.game import Slot

T = TypeVar("T", contravariant=True)


class Texts(Protocol[T]):
    """Whatever can say an order."""

    def text(self, order: T, /) -> str:
        """Its canonical text."""


class Choices(Sequence[str], Generic[T]):
    """Order texts made when they are looked at; length and indexing are cheap."""

    __slots__ = ("_orders", "_table")

    def __init__(self, table: Texts[T], orders: tuple[T, ...]) -> None:
        self._table = table
        self._orders = orders

    def __len__(self) -> int:
        return len(self._orders)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        if isinstance(index, slice):
            return [self._table.text(order) for order in self._orders[index]]
        return self._table.text(self._orders[index])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Choices) and self._table is other._table and self._orders == other._orders


def order_slots(table: OrderTable, forces: Forces, key: str) -> Mapping[int, tuple[Slot, ...]]:
    """By power that has units, a slot for each of them by province, answered under `key`."""
    slots: dict[int, list[Slot]] = {}
    for province, orders in every_legal_order(table, forces).items():
        slot = Slot(key, table.unit_text(forces.units[province]), 1, 1, Choices(table, orders))
        slots.setdefault(forces.owners[province], []).append(slot)
    return {power: tuple(own) for power, own in slots.items()}
