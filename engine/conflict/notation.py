"""Order lines as legal orders: wide in what is understood, exact in what is refused. Reading never invents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.conflict.legal import Block, every_legal_order, legal_orders, plain
from engine.conflict.lexicon import LINE_CAP, Lexicon, Mention, Phrase, Verb
from engine.conflict.orders import ARMY, FLEET, NONE, Act, Forces, Order, OrderId, OrderTable
from engine.game import Refusal
from engine.text import clean

LINES_READ = 64
"""How many lines of one answer are read."""


Lists = Mapping[int, Block]
"""Legal orders by province, of a whole board."""


class Reason(StrEnum):
    """Why a line was refused or, the last two, set aside."""

    PARSE = "parse"
    NOT_OWNED = "notowned"
    NOT_THERE = "notthere"
    WRONG_UNIT = "wrongunit"
    AMBIGUOUS_COAST = "ambiguouscoast"
    NO_CONVOY = "noconvoy"
    NON_ADJACENT = "nonadjacent"
    DUPLICATE = "duplicate"
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
    ) -> None:
        self._table = table
        self._geography = table.geography
        self.lexicon = Lexicon(table.geography, powers)
        self._absent = absent
        self._foreign = foreign

    def read_unit(self, text: str) -> Mention | None:
        """``A ROM``, ``ROM``, ``Army Rome``, ``F STP/SC`` as written, or None if it is no unit or place."""
        return self.lexicon.read_unit(text)

    def read_province(self, text: str) -> int | None:
        """A province by code, alias or name; None when unknown, two-fold or said to be a unit."""
        mention = self.lexicon.read_unit(text)
        return mention.province if mention is not None and mention.kind == NONE else None

    def read_order(self, line: str, forces: Forces, owner: int) -> OrderId | Reason:
        """One line as this power's order on this board: the legal order, or the first reason that refuses it."""
        order = self._exact(line, every_legal_order(self._table, forces), forces, owner)
        return self._judge(self.lexicon.read(line), forces, owner) if order == NONE else order

    def read_orders(self, lines: object, forces: Forces, owner: int) -> Sheet:
        """A list of lines, or an object {unit: line}, as this power's orders.

        The first line that names a province with a unit of this power is that
        unit's order, however wrong it is; later ones are set aside as duplicates,
        and so are lines beyond `LINES_READ`.
        """
        own, lists = forces.owned(owner), every_legal_order(self._table, forces)
        read: dict[int, OrderId] = {}
        refused: list[Refusal] = []
        for count, (key, line) in enumerate(entries(lines)):
            if count == LINES_READ:
                refused.append(Refusal(clean(line, LINE_CAP), Reason.TOO_MANY, note=True))
                break
            province, result = self._read_entry(key, line, lists, forces, owner)
            if province in read:
                refused.append(Refusal(clean(line, LINE_CAP), Reason.DUPLICATE, note=True))
                continue
            if isinstance(result, Reason):
                refused.append(Refusal(clean(line, LINE_CAP), result))
                result = self._table.hold(forces.units[province]) if province in own else NONE
            if province in own:
                read[province] = result
        orders = {province: read.get(province, self._table.hold(forces.units[province])) for province in own}
        return Sheet(orders, tuple(refused), tuple(province for province in own if province not in read))

    def _read_entry(
        self, key: str, line: str, lists: Lists, forces: Forces, owner: int
    ) -> tuple[int, OrderId | Reason]:
        """The province an entry names, or `NONE`, and its order or reason."""
        order = self._exact(line, lists, forces, owner)
        unit = self.lexicon.read_unit(key) if key else None
        if order != NONE:
            named = self._table.source[order]
            return (named, order) if unit is None or unit.province == named else (unit.province, Reason.PARSE)
        phrase = None if unit is None else self.lexicon.read(f"{key} {line}")
        if phrase is None or phrase.verb is Verb.UNREADABLE:
            phrase = self.lexicon.read(line)
        if unit is not None and (phrase is None or phrase.unit.province != unit.province):
            return unit.province, Reason.PARSE
        return (NONE if phrase is None else phrase.unit.province), self._judge(phrase, forces, owner)

    def _exact(self, line: str, lists: Lists, forces: Forces, owner: int) -> OrderId:
        """The order a line is letter by letter, if it is legal, else `NONE`."""
        order = self._table.find(line)
        if order == NONE:
            return NONE
        province = self._table.source[order]
        own = forces.owners[province] == owner
        return order if own and plain(self._table, order) in lists[province] else NONE

    def _legal(self, order: Order, forces: Forces) -> OrderId:
        """The id of an order if it is legal, else `NONE`: nothing illegal is interned."""
        table = self._table
        listed = legal_orders(table, forces, table.province(order.unit))
        goal = NONE if order.to == NONE else self._geography.province_of[order.to]
        return table.intern(order) if table.known(order._replace(to=goal)) in listed else NONE

    def _judge(self, phrase: Phrase | None, forces: Forces, owner: int) -> OrderId | Reason:
        """Reasons 1 to 3, then what the verb is about."""
        if phrase is None or phrase.verb not in _ORDERS or not self._coasts_exist(phrase, forces):
            return Reason.PARSE
        province = phrase.unit.province
        unit = forces.units[province]
        if phrase.power not in (NONE, owner):
            return Reason.NOT_OWNED
        if unit < 0:
            return self._absent
        if forces.owners[province] != owner:
            return self._foreign
        if any(mention is not None and _mistaken(mention, forces) for mention in (phrase.unit, phrase.other)):
            return Reason.WRONG_UNIT
        if phrase.verb is Verb.MOVE and phrase.target is not None:
            return self._move(unit, phrase.target, phrase.via, forces)
        if phrase.other is not None:
            return self._help(unit, phrase, phrase.other, forces)
        return self._table.hold(unit)

    def _move(self, unit: int, target: Mention, via: bool, forces: Forces) -> OrderId | Reason:
        table, geography = self._table, self._geography
        start, goal = table.province(unit), target.province
        if unit & 1 == FLEET:
            if via or not geography.berths[goal]:
                return Reason.WRONG_UNIT
            spaces = [space for space in geography.fleet_neighbours[unit >> 1] if self.meant(space, target)]
            if len(spaces) > 1:
                return Reason.AMBIGUOUS_COAST
            return table.move(unit, spaces[0]) if spaces else Reason.NON_ADJACENT
        if geography.sea[goal]:
            return Reason.WRONG_UNIT
        if goal in table.reach(unit) and not via:
            return table.move(unit, goal)
        order = self._legal(Order(Act.MOVE, unit, NONE, goal, via=True), forces)
        if order != NONE:
            return order
        between_coasts = geography.coastal[start] and geography.coastal[goal] and start != goal
        return Reason.NO_CONVOY if via or between_coasts else Reason.NON_ADJACENT

    def _help(self, unit: int, phrase: Phrase, helped: Mention, forces: Forces) -> OrderId | Reason:
        """A support or a convoy."""
        table = self._table
        convoy = phrase.verb is Verb.CONVOY
        own, where = table.province(unit), helped.province
        other = forces.units[where]
        if convoy and (unit & 1 == ARMY or not self._geography.sea[own] or (other >= 0 and other & 1 == FLEET)):
            return Reason.WRONG_UNIT
        if where == own:
            return Reason.WRONG_UNIT
        if other < 0:
            return Reason.NOT_THERE
        if phrase.target is None:
            order = self._legal(Order(Act.SUPPORT_HOLD, unit, other), forces)
        else:
            act = Act.CONVOY if convoy else Act.SUPPORT_MOVE
            order = self._legal(Order(act, unit, other, self._aim(other, phrase.target)), forces)
        if order != NONE:
            return order
        return Reason.NO_CONVOY if convoy else Reason.NON_ADJACENT

    def _aim(self, other: int, target: Mention) -> int:
        """The space a support is for: a coast only where a fleet and a split coast are meant."""
        if other & 1 == FLEET and target.coast:
            for space in self._geography.berths[target.province]:
                if space >= self._geography.n and self._coast(space) == target.coast:
                    return space
        return target.province

    def meant(self, space: int, target: Mention) -> bool:
        """Whether a place as written is this space: a coast matters where there is one."""
        same = self._geography.province_of[space] == target.province
        return same and (space < self._geography.n or target.coast in ("", self._coast(space)))

    def _coast(self, space: int) -> str:
        return self._geography.spaces[space].partition("/")[2]

    def _coasts_exist(self, phrase: Phrase, forces: Forces) -> bool:
        """Whether a coast a fleet is to go to is one: elsewhere a coast means nothing and is passed over."""
        target, mover = phrase.target, phrase.other or phrase.unit
        unit = forces.units[mover.province]
        if target is None or not target.coast or unit & 1 == ARMY:
            return True
        coasts = [self._coast(space) for space in self._geography.berths[target.province]]
        return target.coast in coasts or coasts in ([""], [])


_ORDERS = (Verb.NOTHING, Verb.HOLD, Verb.MOVE, Verb.SUPPORT, Verb.CONVOY)


def _mistaken(mention: Mention, forces: Forces) -> bool:
    unit = forces.units[mention.province]
    return unit >= 0 and mention.kind not in (NONE, unit & 1)


def entries(lines: object) -> Iterator[tuple[str, str]]:
    """(unit or empty, line) of what an answer holds as lines, a list or an object {unit: line}.

    What is no text at all is read as its kind.
    """
    if isinstance(lines, Mapping):
        yield from ((str(key), _text(line)) for key, line in lines.items())
    elif isinstance(lines, list | tuple):
        yield from (("", _text(line)) for line in lines)
    elif lines is not None:
        yield "", _text(lines)


def _text(line: object) -> str:
    return line if isinstance(line, str) else f"({type(line).__name__})"
