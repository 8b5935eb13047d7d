"""What a seat submits for a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.territory.orders import Order
from engine.territory.talk import Message


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat submits. `rejected` says why its order set is not among it: the seat holds, its talk lands."""

    orders: tuple[Order, ...] = ()
    messages: tuple[Message, ...] = ()
    notes: str = ""
    rejected: str = ""


Decisions = Mapping[int, Decision]
"""The decisions of the living seats, by seat."""
