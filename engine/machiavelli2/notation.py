"""Order lines as legal orders: wide in what is understood, exact in what is refused. Reading never invents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from engine.conflict.lexicon import LINE_CAP, Mention
from engine.conflict.notation import LINES_READ, entries
from engine.conflict.orders import NONE
from engine.game import Refusal
from engine.machiavelli2.legal import Block, Catalogue, handbook
from engine.machiavelli2.map.theatre import GARRISON, Theatre
from engine.machiavelli2.orders import Act, Order
from engine.machiavelli2.phrases import Phrase, Speech, Verb
from engine.machiavelli2.state import Board
from engine.text import clean


class Reason(StrEnum):
    """Why a line was refused or, the last two, set aside."""

    PARSE = "parse"
    NOT_OWNED = "notowned"
    NOT_THERE = "notthere"
    WRONG_UNIT = "wrongunit"
    NO_SIEGE = "nosiege"
    NO_CONVERSION = "noconversion"
    NO_CONVOY = "noconvoy"
    AMBIGUOUS = "ambiguous"
    NON_ADJACENT = "nonadjacent"
    DUPLICATE = "duplicate"
    TOO_MANY = "toomany"


_FAILED = {
    Verb.BESIEGE: Reason.NO_SIEGE,
    Verb.CONVERT: Reason.NO_CONVERSION,
    Verb.DISBAND: Reason.WRONG_UNIT,
    Verb.CONVOY: Reason.NO_CONVOY,
}


@dataclass(frozen=True, slots=True)
class Sheet:
    """A power's orders as read, by place; a unit without a legal line is not among them: it stands."""

    orders: Mapping[int, Order]
    refused: tuple[Refusal, ...]


@cache
def speech(theatre: Theatre) -> Speech:
    """The reader of a theatre's lines, made once."""
    return Speech(theatre)


class Scribe:
    """Reads one power's lines on one board."""

    def __init__(self, board: Board, power: int) -> None:
        self._board = board
        self._power = power
        self._theatre = board.theatre
        self._catalogue = Catalogue(board)
        self._legal: dict[int, Block] = {}

    def read_orders(self, lines: object, bought: frozenset[int] = frozenset()) -> Sheet:
        """A list of lines, or an object {unit: line}; `bought` are places of units about to be bought.

        The first line that names a unit is its order, however wrong it is; later
        ones are set aside as duplicates, and so are lines beyond `LINES_READ`.
        """
        read: dict[int, Order | None] = {}
        refused: list[Refusal] = []
        for count, (key, line) in enumerate(entries(lines)):
            told = clean(line, LINE_CAP)
            if count == LINES_READ:
                refused.append(Refusal(told, Reason.TOO_MANY, note=True))
                break
            place, result = self._read_entry(key, line, bought)
            if place in read:
                refused.append(Refusal(told, Reason.DUPLICATE, note=True))
                continue
            if isinstance(result, Reason):
                refused.append(Refusal(told, result))
            if place != NONE:
                read[place] = None if isinstance(result, Reason) else result
        return Sheet({place: order for place, order in sorted(read.items()) if order is not None}, tuple(refused))

    def read_order(self, line: str) -> Order | Reason:
        """One line as this power's order: the legal order, or the first reason that refuses it."""
        return self._read_entry("", line, frozenset())[1]

    def read_unit(self, text: str) -> int | Reason:
        """The place of an own unit by its text, or why it is none."""
        unit = speech(self._theatre).read_unit(text)
        if unit is None:
            return Reason.PARSE
        place = self._place(unit, frozenset())
        if not self._mine(place, frozenset()):
            return Reason.NOT_OWNED
        fits = unit.kind in (NONE, self._theatre.kind(self._board.forces.units[place]))
        return place if fits else Reason.WRONG_UNIT

    def _read_entry(self, key: str, line: str, bought: frozenset[int]) -> tuple[int, Order | Reason]:
        """The place of an own unit an entry names, or `NONE`, and its order or reason."""
        exact = handbook(self._theatre).orders.find(line)
        if exact is not None and key in ("", self._theatre.unit_text(exact.unit)):
            place = exact.unit >> 1
            if self._mine(place, bought) and exact in self._list(place):
                return place, exact
        reader = speech(self._theatre)
        phrase = reader.read(f"{key} {line}") if key else None
        if phrase is None or phrase.verb is Verb.UNREADABLE:
            phrase = reader.read(line)
        if phrase is None:
            return NONE, Reason.PARSE
        unit = reader.read_unit(key) if key else None
        if unit is not None and unit.province != phrase.unit.province:
            return self._place(unit, bought), Reason.PARSE
        place = self._place(phrase.unit if unit is None else unit, bought)
        return (place if self._mine(place, bought) else NONE), self._judge(phrase, place, bought)

    def _mine(self, place: int, bought: frozenset[int]) -> bool:
        return place != NONE and (place in bought or self._board.forces.owners[place] == self._power)

    def _place(self, unit: Mention, bought: frozenset[int]) -> int:
        """The place a unit is named by: the city for a garrison; without a kind, where the power has a unit."""
        field, city = unit.province, self._theatre.city_of[unit.province]
        if unit.kind == GARRISON:
            return city
        if unit.kind == NONE and not self._mine(field, bought) and self._mine(city, bought):
            return city
        return field

    def _list(self, place: int) -> Block:
        if place not in self._legal:
            self._legal[place] = self._catalogue.legal_orders(place, self._power)
        return self._legal[place]

    def _judge(self, phrase: Phrase, place: int, bought: frozenset[int]) -> Order | Reason:
        board = self._board
        if phrase.verb is Verb.UNREADABLE:
            return Reason.PARSE
        if place == NONE or board.forces.units[place] == NONE:
            return Reason.NOT_THERE
        if phrase.power not in (NONE, self._power) or not self._mine(place, bought):
            return Reason.NOT_OWNED
        unit = board.forces.units[place]
        if phrase.unit.kind not in (NONE, self._theatre.kind(unit)):
            return Reason.WRONG_UNIT
        if phrase.verb is Verb.MOVE:
            return self._move(place, phrase.path)
        if phrase.other is not None:
            return self._help(place, phrase, phrase.other)
        to = phrase.kind if phrase.verb is Verb.CONVERT else NONE
        order = Order(Act[phrase.verb.name], unit, NONE, to)
        return order if order in self._list(place) else _FAILED[phrase.verb]

    def _move(self, place: int, path: tuple[int, ...]) -> Order | Reason:
        """A move by its path; a convoy's route may be left out when there is just one."""
        unit, goal, route = self._board.forces.units[place], path[-1], path[:-1]
        order = Order(Act.MOVE, unit, NONE, goal, route)
        if order in self._list(place):
            return order
        if route:
            return Reason.NO_CONVOY
        crossings = [order for order in self._list(place) if order.act is Act.MOVE and order.to == goal]
        if len(crossings) > 1:
            return Reason.AMBIGUOUS
        return crossings[0] if crossings else Reason.NON_ADJACENT

    def _help(self, place: int, phrase: Phrase, helped: Mention) -> Order | Reason:
        board, theatre = self._board, self._theatre
        field, city = helped.province, theatre.city_of[helped.province]
        inside = helped.kind == GARRISON or (helped.kind == NONE and board.forces.units[field] == NONE)
        where = city if inside else field
        other = NONE if where == NONE else board.forces.units[where]
        if other == NONE:
            return Reason.NOT_THERE
        if helped.kind not in (NONE, theatre.kind(other)):
            return Reason.WRONG_UNIT
        unit = board.forces.units[place]
        if phrase.verb is Verb.CONVOY:
            order = Order(Act.CONVOY, unit, other, phrase.path[-1])
            return order if order in self._list(place) else Reason.NO_CONVOY
        if phrase.kind != NONE and where < theatre.n:
            return Reason.WRONG_UNIT
        act = Act.SUPPORT_MOVE if phrase.path else Act.SUPPORT
        order = Order(act, unit, other, phrase.path[-1] if phrase.path else NONE)
        return order if order in self._list(place) else Reason.NON_ADJACENT
