"""Adjudication of a movement phase (Kruijswijk, The Math of Adjudication)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from engine.conflict.orders import Forces, OrderId, OrderTable, Unit
from engine.conflict.rulebook import Rulebook


class Cause(str, Enum):
    """Why an order did not succeed; NOTHING when it did."""

    NOTHING = ""


class Verdict(NamedTuple):
    """How an order went: `by` are the provinces whose units' orders are responsible."""

    order: OrderId
    success: bool
    cause: Cause
    by: tuple[int, ...]


class Dislodgement(NamedTuple):
    """A unit driven out of its province, not yet retreated; `origin` is the attacker's province."""

    province: int
    unit: Unit
    owner: int
    origin: int
    convoyed: bool


@dataclass(frozen=True)
class Adjudication:
    """`forces` after movement, without the dislodged; `standoffs` are provinces; `verdicts` by province."""

    forces: Forces
    dislodged: tuple[Dislodgement, ...]
    standoffs: frozenset[int]

    @property
    def verdicts(self) -> Mapping[int, Verdict]:
        """A verdict for every unit's order, by province ascending; worked out when first looked at."""
        raise NotImplementedError


def adjudicate(table: OrderTable, rulebook: Rulebook, forces: Forces, orders: Mapping[int, OrderId]) -> Adjudication:
    """Adjudicate a phase: `orders` by province, legal ones; a unit without one holds."""
    raise NotImplementedError
