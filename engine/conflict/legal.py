"""The complete list of legal orders, by one definition; an order is legal iff it is listed.

A unit holds, moves on its own graph, supports what stands in or moves to a
province it could step to itself, and takes part in convoys over chains of
fleets at sea (`convoy`). A list is put together from blocks that depend on small
parts of the position and are kept with the map's `OrderTable`.
"""

from __future__ import annotations

from engine.conflict.orders import Forces, OrderId, OrderTable


def legal_orders(table: OrderTable, forces: Forces, province: int) -> tuple[OrderId, ...]:
    """Every legal order of the unit in this province, complete, in canonical order; empty without a unit.

    Canonical order: hold, moves by destination, moves by convoy, then by the other
    unit's province supports of it (hold first, then by destination) and convoys of it.
    """
    raise NotImplementedError


def every_legal_order(table: OrderTable, forces: Forces) -> dict[int, tuple[OrderId, ...]]:
    """`legal_orders` of all units at once, by province ascending."""
    raise NotImplementedError


def is_legal(table: OrderTable, forces: Forces, order: OrderId) -> bool:
    """Whether the order is listed for its unit on this board (a support that names a coast: listed without it)."""
    raise NotImplementedError
