"""What can be ordered on a map: units, who stands where, and orders as interned ints."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from engine.conflict.convoy import Chains
from engine.geography import Geography

ARMY, FLEET = 0, 1
LETTERS = "AF"

NONE = -1
"""No unit, no owner, no order, no province."""

Unit = int
"""``space * 2 + ARMY`` or ``space * 2 + FLEET``; it knows where it stands, not whose it is."""

OrderId = int
"""An order of one `OrderTable`. Ids depend on what was interned first: compare, never sort or store them."""


class Act(IntEnum):
    """The five orders of movement."""

    HOLD = 0
    MOVE = 1
    SUPPORT_HOLD = 2
    SUPPORT_MOVE = 3
    CONVOY = 4


class Order(NamedTuple):
    """An order as a value; what does not apply is `NONE`.

    `other` is the unit supported or convoyed; `to` a space: where the unit moves,
    or where the other one does (a province; a split coast only in a support that
    named one, which then counts for that coast alone). `via` is set on moves by
    convoy.
    """

    act: Act
    unit: Unit
    other: Unit = NONE
    to: int = NONE
    via: bool = False


@dataclass(frozen=True, slots=True)
class Forces:
    """Who stands where: unit and owner (power index) by province, `NONE` where nobody does."""

    units: tuple[Unit, ...]
    owners: tuple[int, ...]

    @classmethod
    def none(cls, provinces: int) -> Forces:
        """An empty board."""
        return cls((NONE,) * provinces, (NONE,) * provinces)

    @classmethod
    def of(cls, geography: Geography, units: Iterable[tuple[Unit, int]]) -> Forces:
        """A board with these (unit, owner); raises ValueError when two share a province."""
        where, whose = [NONE] * geography.n, [NONE] * geography.n
        for unit, owner in units:
            province = geography.province_of[unit >> 1]
            if where[province] != NONE:
                raise ValueError(f"two units stand in {geography.codes[province]}")
            where[province], whose[province] = unit, owner
        return cls(tuple(where), tuple(whose))

    def place(self, province: int, unit: Unit, owner: int) -> Forces:
        """With this unit in this province, whatever stood there before."""
        return Forces(_put(self.units, province, unit), _put(self.owners, province, owner))

    def remove(self, province: int) -> Forces:
        """Without the unit of this province."""
        return self.place(province, NONE, NONE)

    def owned(self, owner: int) -> tuple[int, ...]:
        """The provinces where this power has units, ascending."""
        return tuple([province for province, power in enumerate(self.owners) if power == owner])

    def count(self, owner: int) -> int:
        """How many units this power has."""
        return self.owners.count(owner)

    def occupied(self) -> tuple[int, ...]:
        """The provinces that hold a unit, ascending."""
        return tuple([province for province, unit in enumerate(self.units) if unit >= 0])


def _put(row: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*row[:place], value, *row[place + 1 :])


_Parts = tuple[int, Unit, Unit, int, bool]
"""The fields of an `Order`, the act as a number."""


class _Ids(dict[_Parts, OrderId]):
    """Order ids by their parts; a new one is added when it is asked for."""

    def __init__(self, add: Callable[[_Parts], OrderId]) -> None:
        super().__init__()
        self._add = add

    def __missing__(self, parts: _Parts) -> OrderId:
        number = self[parts] = self._add(parts)
        return number


class OrderTable:
    """All orders of one map, interned as they are met: id, value and canonical text of each other.

    `ids` gives the id of an order by its parts (act, unit, other, to, via); a new one is interned.
    By order id: `act`, `unit`, `source` (the unit's province), `other`, `whom` (the
    other's province), `to` (a space), `target` (a province: where a move or the
    supported or convoyed move goes; for a supported hold, where it stands), `via`.
    """

    def __init__(self, geography: Geography) -> None:
        self.geography = geography
        self.chains = Chains(geography)
        self.ids = _Ids(self._add)
        self._by_text: dict[str, OrderId] = {}
        self._texts: list[str] = []
        self.act: list[int] = []
        self.unit: list[Unit] = []
        self.source: list[int] = []
        self.other: list[Unit] = []
        self.whom: list[int] = []
        self.to: list[int] = []
        self.target: list[int] = []
        self.via: list[bool] = []
        self._holds: dict[Unit, OrderId] = {}

    def intern(self, order: Order) -> OrderId:
        """The id of an order. The order must make sense on the map; it need not be legal anywhere."""
        return self.ids[order]

    def number(self, act: Act, unit: Unit, other: Unit = NONE, to: int = NONE, via: bool = False) -> OrderId:
        """As `intern`, by the parts of an order."""
        return self.ids[act, unit, other, to, via]

    def known(self, order: Order) -> OrderId:
        """The id of an order interned before, or `NONE`."""
        return self.ids.get(order, NONE)

    def _add(self, parts: _Parts) -> OrderId:
        act, unit, other, to, via = parts
        province_of = self.geography.province_of
        whom = NONE if other == NONE else province_of[other >> 1]
        number = len(self.act)
        self._texts.append("")
        self.act.append(int(act))
        self.unit.append(unit)
        self.source.append(province_of[unit >> 1])
        self.other.append(other)
        self.whom.append(whom)
        self.to.append(to)
        self.target.append(whom if to == NONE else province_of[to])
        self.via.append(via)
        return number

    def province(self, unit: Unit) -> int:
        """Where the unit stands."""
        return self.geography.province_of[unit >> 1]

    def reach(self, unit: Unit) -> tuple[int, ...]:
        """The provinces the unit could step to without a convoy, ascending: where its support counts."""
        reach = self.geography.fleet_reach if unit & 1 == FLEET else self.geography.army_reach
        return reach[unit >> 1]

    def order(self, number: OrderId) -> Order:
        """The order with this id."""
        return Order(Act(self.act[number]), self.unit[number], self.other[number], self.to[number], self.via[number])

    def hold(self, unit: Unit) -> OrderId:
        """The unit's hold order."""
        known = self._holds.get(unit)
        if known is None:
            known = self._holds[unit] = self.number(Act.HOLD, unit)
        return known

    def move(self, unit: Unit, space: int, via: bool = False) -> OrderId:
        """The unit's move to a space."""
        return self.number(Act.MOVE, unit, NONE, space, via)

    def text(self, number: OrderId) -> str:
        """The canonical text, ``F STP/SC S A FIN - NWY``."""
        known = self._texts[number]
        if not known:
            known = self._texts[number] = self._render(self.order(number))
            self._by_text[known] = number
        return known

    def find(self, text: str) -> OrderId:
        """The id of an order whose canonical text has been looked at before, or `NONE`."""
        return self._by_text.get(text, NONE)

    def unit_text(self, unit: Unit) -> str:
        """``A VER``, ``F STP/SC``."""
        return f"{LETTERS[unit & 1]} {self.geography.spaces[unit >> 1]}"

    def _render(self, order: Order) -> str:
        unit = self.unit_text(order.unit)
        if order.act is Act.HOLD:
            return f"{unit} H"
        if order.act is Act.MOVE:
            return f"{unit} - {self.geography.spaces[order.to]}{' VIA CONVOY' if order.via else ''}"
        verb = "C" if order.act is Act.CONVOY else "S"
        onward = "" if order.to == NONE else f" - {self.geography.spaces[order.to]}"
        return f"{unit} {verb} {self.unit_text(order.other)}{onward}"
