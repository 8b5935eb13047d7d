"""Reading answers: press, orders, retreats, adjustments.

Never raises on what a seat wrote. A line that breaks the rules is refused with a
reason; duplicates and lines beyond the number owed are set aside with a note.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.cogplomacy.adjustments import WAIVE, AdjustmentSheet
from engine.cogplomacy.map.board import GEOGRAPHY, POWERS, TABLE
from engine.cogplomacy.map.europe import ALIASES, HOMES
from engine.cogplomacy.state import Beaten, Board
from engine.conflict.lexicon import LINE_CAP, Mention, Phrase, Verb, tokens
from engine.conflict.notation import LINES_READ, Notation, Reason, entries
from engine.conflict.orders import ARMY, FLEET, NONE, OrderId, Unit
from engine.game import Answer, Refusal
from engine.press import PressSheet
from engine.press_reading import AddressBook, read_notes, read_press
from engine.text import clean

NOTATION = Notation(TABLE, POWERS, absent=Reason.NOT_THERE, foreign=Reason.WRONG_UNIT)
BOOK = AddressBook.of(ALIASES)


class ChoiceReason(StrEnum):
    """Why a retreat or an adjustment was refused, where the reasons of orders do not say it."""

    BARRED = "barred"
    """A retreat next door, but to where a unit stands, a standoff was or the attacker came from."""
    DIRECTION = "direction"
    """A build when disbands are owed, a disband when builds are due."""
    NOT_HOME = "nothome"
    """A build outside the power's home centres."""
    NOT_YOURS = "notyours"
    """A build in a home centre that another power owns."""
    OCCUPIED = "occupied"
    """A build where a unit stands."""


@dataclass(frozen=True, slots=True)
class OrderSheet:
    """An orders answer as read: a legal order by province of every unit."""

    orders: Mapping[int, OrderId] = field(default_factory=dict)
    notes: str = ""


@dataclass(frozen=True, slots=True)
class RetreatSheet:
    """A retreats answer as read: the space chosen, by province lost; who is not in it disbands."""

    retreats: Mapping[int, int] = field(default_factory=dict)
    notes: str = ""


def read_keepout(text: str) -> str | None:
    """A province which a ``keepout`` can name, seas too, as its code, or None."""
    province = NOTATION.read_province(text)
    return None if province is None else GEOGRAPHY.codes[province]


def read_press_answer(board: Board, power: int, answer: Answer) -> tuple[PressSheet, tuple[Refusal, ...]]:
    """A press answer."""
    living = frozenset(POWERS[index] for index in board.living())
    return read_press(answer, POWERS[power], BOOK, living, read_keepout)


def read_orders_answer(board: Board, power: int, answer: Answer) -> tuple[OrderSheet, tuple[Refusal, ...]]:
    """Steps 1 and 2: an orders answer."""
    lines = NOTATION.read_orders(answer.get("orders"), board.forces, power)
    return OrderSheet(lines.orders, read_notes(answer)), lines.refused


def read_retreats_answer(board: Board, power: int, answer: Answer) -> tuple[RetreatSheet, tuple[Refusal, ...]]:
    """Step 9: a retreats answer. The first line that names a dislodged unit is its retreat, however wrong it is."""
    refused: list[Refusal] = []
    own = {beaten.lost.province: beaten for beaten in board.to_retreat(power)}
    named: set[int] = set()
    chosen: dict[int, int] = {}
    for line, phrase in _phrases(answer.get("retreats"), refused):
        province = NONE if phrase is None else phrase.unit.province
        if province in named:
            refused.append(Refusal(line, Reason.DUPLICATE, note=True))
            continue
        if province in own:
            named.add(province)
        found = Reason.PARSE if phrase is None else read_retreat(own.get(province), power, phrase)
        if isinstance(found, StrEnum):
            refused.append(Refusal(line, found.value))
        elif found != NONE:
            chosen[province] = found
    return RetreatSheet(chosen, read_notes(answer)), tuple(refused)


def read_retreat(beaten: Beaten | None, power: int, phrase: Phrase) -> int | StrEnum:
    """The space a dislodged unit goes to, `NONE` when it disbands, or why the line is refused, first match."""
    if phrase.verb not in (Verb.NOTHING, Verb.MOVE, Verb.RETREAT, Verb.DISBAND) or phrase.via:
        return Reason.PARSE
    if phrase.power not in (NONE, power):
        return Reason.NOT_OWNED
    if beaten is None:
        return Reason.NOT_THERE
    unit = beaten.lost.unit
    if phrase.unit.kind not in (NONE, unit & 1):
        return Reason.WRONG_UNIT
    if phrase.target is None:
        return NONE
    return _destination(unit, phrase.target, beaten.options)


def _destination(unit: Unit, target: Mention, options: tuple[int, ...]) -> int | StrEnum:
    if not (GEOGRAPHY.berths[target.province] if unit & 1 == FLEET else GEOGRAPHY.land[target.province]):
        return Reason.WRONG_UNIT
    meant = [space for space in options if NOTATION.meant(space, target)]
    if len(meant) > 1:
        return Reason.AMBIGUOUS_COAST
    if meant:
        return meant[0]
    return ChoiceReason.BARRED if target.province in TABLE.reach(unit) else Reason.NON_ADJACENT


def read_adjustments_answer(board: Board, power: int, answer: Answer) -> tuple[AdjustmentSheet, tuple[Refusal, ...]]:
    """Step 11: an adjustments answer. Illegal lines are passed over; the first ones up to the number owed count."""
    refused: list[Refusal] = []
    due = board.due(power)
    taken: dict[int, Unit] = {}
    waived = 0
    for line, phrase in _phrases(answer.get("adjustments"), refused):
        waive = tokens(line) == (WAIVE,)
        unit: Unit | StrEnum = Reason.PARSE
        if waive:
            unit = ChoiceReason.DIRECTION if due < 0 else NONE
        elif phrase is not None:
            unit = read_build(board, power, phrase) if due > 0 else read_disband(board, power, phrase)
        if isinstance(unit, StrEnum):
            refused.append(Refusal(line, unit.value))
        elif not waive and TABLE.province(unit) in taken:
            refused.append(Refusal(line, Reason.DUPLICATE, note=True))
        elif len(taken) + waived == abs(due):
            refused.append(Refusal(line, Reason.TOO_MANY, note=True))
        elif waive:
            waived += 1
        else:
            taken[TABLE.province(unit)] = unit
    notes = read_notes(answer)
    sheet = AdjustmentSheet(tuple(taken.values()), (), notes) if due > 0 else AdjustmentSheet((), tuple(taken), notes)
    return sheet, tuple(refused)


def read_build(board: Board, power: int, phrase: Phrase) -> Unit | StrEnum:
    """The unit a line builds, or why it is refused, first match."""
    site, kind = phrase.unit.province, phrase.unit.kind
    if phrase.verb is Verb.DISBAND:
        return ChoiceReason.DIRECTION
    if phrase.verb not in (Verb.BUILD, Verb.NOTHING):
        return Reason.PARSE
    if phrase.power not in (NONE, power):
        return Reason.NOT_OWNED
    berths = GEOGRAPHY.berths[site]
    if kind == NONE and berths and GEOGRAPHY.land[site]:
        return Reason.PARSE  # an army or a fleet: reading never invents
    if kind == FLEET and not berths:
        return Reason.WRONG_UNIT
    if HOMES[site] != power:
        return ChoiceReason.NOT_HOME
    if board.owners[site] != power:
        return ChoiceReason.NOT_YOURS
    if board.forces.units[site] != NONE:
        return ChoiceReason.OCCUPIED
    if kind != FLEET:
        return site * 2 + ARMY
    docks = [berth for berth in berths if NOTATION.meant(berth, phrase.unit)]
    if len(docks) > 1:
        return Reason.AMBIGUOUS_COAST
    return docks[0] * 2 + FLEET if docks else Reason.PARSE


def read_disband(board: Board, power: int, phrase: Phrase) -> Unit | StrEnum:
    """The unit a line disbands, or why it is refused, first match."""
    province = phrase.unit.province
    if phrase.verb is Verb.BUILD:
        return ChoiceReason.DIRECTION
    if phrase.verb not in (Verb.DISBAND, Verb.NOTHING):
        return Reason.PARSE
    if phrase.power not in (NONE, power):
        return Reason.NOT_OWNED
    unit = board.forces.units[province]
    if unit == NONE:
        return Reason.NOT_THERE
    if board.forces.owners[province] != power or phrase.unit.kind not in (NONE, unit & 1):
        return Reason.WRONG_UNIT
    return unit


def _phrases(lines: object, refused: list[Refusal]) -> Iterator[tuple[str, Phrase | None]]:
    """The lines of an answer, cleaned, and taken apart where they name a unit; those beyond the cap are refused.

    In an object {unit: line} a line may leave out its unit (``{"A VIE": "D"}``), but not name another.
    """
    for count, (key, text) in enumerate(entries(lines)):
        line = clean(text, LINE_CAP)
        if count == LINES_READ:
            refused.append(Refusal(line, Reason.TOO_MANY, note=True))
            return
        unit = NOTATION.read_unit(key)
        phrase = None if unit is None else NOTATION.lexicon.read(f"{key} {line}")
        if phrase is None or phrase.verb is Verb.UNREADABLE:
            phrase = NOTATION.lexicon.read(line)
        if phrase is not None and unit is not None and phrase.unit.province != unit.province:
            phrase = None
        yield line, phrase
