"""Reading answers: press sheets, orders with money, retreats, adjustments. Never raises on what a seat wrote.

Order, retreat, removal and build lines that break the rules are refused and
count as illegal; whatever else cannot be used is set aside with a note.
"""

from __future__ import annotations

import re
from enum import StrEnum

from engine.conflict.lexicon import LINE_CAP, Mention, tokens
from engine.conflict.notation import LINES_READ, entries
from engine.conflict.orders import NONE
from engine.conflict.sheets import aside, listed
from engine.game import Answer, Refusal
from engine.machiavelli2 import rules
from engine.machiavelli2.adjustments import AdjustmentSheet, Build, can_build, surplus, upkeep
from engine.machiavelli2.map.theatre import GARRISON
from engine.machiavelli2.notation import Reason, Scribe, speech
from engine.machiavelli2.phrases import Verb
from engine.machiavelli2.pledges import PLEDGES
from engine.machiavelli2.purse import Purse, SheetReason, book
from engine.machiavelli2.retreats import RetreatSheet
from engine.machiavelli2.spending import OrderSheet
from engine.machiavelli2.state import ORDINARY, RANK_WORDS, Board
from engine.press import PressSheet
from engine.press_reading import read_notes, read_press
from engine.text import clean


def read_press_answer(board: Board, power: int, answer: Answer) -> tuple[PressSheet, tuple[Refusal, ...]]:
    """A press answer; a ``keepout`` can name any province or sea."""
    theatre = board.theatre

    def read_place(text: str) -> str | None:
        unit = speech(theatre).read_unit(text)
        return None if unit is None or unit.kind != NONE else theatre.codes[unit.province]

    living = frozenset(board.power_name(index) for index in board.living())
    return read_press(answer, theatre.powers[power], book(theatre), living, read_place, PLEDGES)


def read_orders_answer(board: Board, power: int, answer: Answer) -> tuple[OrderSheet, tuple[Refusal, ...]]:
    """An orders answer: orders, expenditures, payments, a loan, chits, allies."""
    reader = Purse(board, power)
    expenses = reader.kept(answer, "expenses", reader.expense, rules.EXPENSES_CAP)
    payments = reader.kept(answer, "payments", reader.payment, rules.PAYMENTS_CAP)
    chits = reader.kept(answer, "chits", reader.chit, rules.PAYMENTS_CAP)
    allies = reader.kept(answer, "allies", reader.other_power, len(board.theatre.powers))
    loan = reader.loan(answer.get("loan"))
    money = OrderSheet({}, expenses, payments, loan, chits, allies, read_notes(answer))
    lines = Scribe(board, power).read_orders(answer.get("orders"), money.bought)
    sheet = OrderSheet(lines.orders, expenses, payments, loan, chits, allies, money.notes)
    return sheet, (*lines.refused, *reader.refused)


def read_retreats_answer(board: Board, power: int, answer: Answer) -> tuple[RetreatSheet, tuple[Refusal, ...]]:
    """An open area by area lost; a unit without a readable line disbands."""
    lost = {each.unit >> 1: each for each in board.dislodged if each.owner == power and each.options}
    choices: dict[int, int] = {}
    told: set[int] = set()
    refused: list[Refusal] = []
    for count, (key, line) in enumerate(entries(answer.get("retreats"))):
        text = clean(line, LINE_CAP)
        if count == LINES_READ:
            refused.append(Refusal(text, Reason.TOO_MANY, note=True))
            break
        unit, goal = _read_retreat(board, key, line)
        area = NONE if unit is None else unit.province
        if unit is None or area not in lost:
            refused.append(Refusal(text, Reason.PARSE if unit is None else Reason.NOT_OWNED))
        elif area in told:
            refused.append(Refusal(text, Reason.DUPLICATE, note=True))
        elif unit.kind not in (NONE, board.theatre.kind(lost[area].unit)):
            refused.append(Refusal(text, Reason.WRONG_UNIT))
        else:
            told.add(area)
            if goal in lost[area].options:
                choices[area] = goal
            elif goal != NONE:
                refused.append(Refusal(text, Reason.NON_ADJACENT))
    return RetreatSheet(choices, read_notes(answer)), tuple(refused)


def _read_retreat(board: Board, key: str, line: str) -> tuple[Mention | None, int]:
    """The unit, or None when it cannot be read, and where it goes: its own area for the city, `NONE` to disband."""
    reader = speech(board.theatre)
    phrase = reader.read(line) or (reader.read(f"{key} {line}") if key else None)
    if phrase is not None and phrase.verb is Verb.UNREADABLE and key:
        phrase = reader.read(f"{key} {line}")
    if phrase is None:
        return None, NONE
    if phrase.verb is Verb.MOVE and len(phrase.path) == 1:
        return phrase.unit, phrase.path[0]
    if phrase.verb is Verb.CONVERT and phrase.kind == GARRISON:
        return phrase.unit, phrase.unit.province
    return (phrase.unit if phrase.verb is Verb.DISBAND else None), NONE


def read_adjustments_answer(board: Board, power: int, answer: Answer) -> tuple[AdjustmentSheet, tuple[Refusal, ...]]:
    """Units to let go, and units to build in the order they are wanted."""
    refused: list[Refusal] = []
    removed = _read_removals(board, power, answer.get("remove"), refused)
    builds = _read_builds(board, power, answer.get("builds"), removed, refused)
    return AdjustmentSheet(removed, builds, read_notes(answer)), tuple(refused)


def _read_removals(board: Board, power: int, items: object, refused: list[Refusal]) -> tuple[int, ...]:
    most = len(board.units(power)) if board.options.money else max(0, surplus(board, power))
    removed: list[int] = []
    scribe = Scribe(board, power)
    for item in listed(items, refused, "remove", SheetReason.TYPE):
        text = clean(item, LINE_CAP) if isinstance(item, str) else ""
        place = scribe.read_unit(re.sub(r"(?i)^(remove|disband|r|d)\s+", "", text))
        if isinstance(place, Reason):
            refused.append(aside(item, place, note=False))
        elif place in removed:
            refused.append(aside(item, Reason.DUPLICATE))
        elif len(removed) == most:
            refused.append(aside(item, Reason.TOO_MANY))
        else:
            removed.append(place)
    return tuple(removed)


def _read_builds(
    board: Board, power: int, items: object, removed: tuple[int, ...], refused: list[Refusal]
) -> tuple[Build, ...]:
    builds: list[Build] = []
    kept = tuple(place for place in board.units(power) if place not in removed)
    left = board.treasuries[power] - upkeep(board, kept)
    special = any(board.ranks[place] != ORDINARY for place in kept)
    room = len(board.theatre.towns) if board.options.money else max(0, -surplus(board, power))
    for item in listed(items, refused, "builds", SheetReason.TYPE):
        build = read_build(board, item)
        cost = rules.UPKEEP[build.rank] if isinstance(build, Build) and board.options.money else 0
        if isinstance(build, StrEnum):
            refused.append(aside(item, build, note=False))
        elif not can_build(board, power, build) or (build.rank != ORDINARY and not _ranks_played(board)):
            refused.append(aside(item, SheetReason.NO_SITE, note=False))
        elif any(other.area == build.area for other in builds):
            refused.append(aside(item, Reason.DUPLICATE))
        elif build.rank != ORDINARY and special:
            refused.append(aside(item, SheetReason.SECOND_SPECIAL))
        elif len(builds) == room:
            refused.append(aside(item, Reason.TOO_MANY))
        elif cost > left:
            refused.append(aside(item, SheetReason.INSUFFICIENT))
        else:
            left -= cost
            special = special or build.rank != ORDINARY
            builds.append(build)
    return tuple(builds)


def _ranks_played(board: Board) -> bool:
    return board.options.money and board.options.special_units


def read_build(board: Board, item: object) -> Build | StrEnum:
    """``A PAD``, ``build G Milan``, ``EM A PAD``, ``b ep A TRV``; the kind must be said."""
    if not isinstance(item, str):
        return SheetReason.TYPE
    text = re.sub(r"(?i)^\s*(build|b)\s+", "", clean(item, LINE_CAP))
    unit = speech(board.theatre).read_unit(text)
    ranks = [RANK_WORDS.index(word) for word in tokens(text) if word in RANK_WORDS]
    if unit is None or unit.kind == NONE or len(ranks) > 1:
        return Reason.PARSE
    if unit.kind == GARRISON and not board.theatre.has_walls(unit.province):
        return SheetReason.NO_SITE
    return Build(unit.kind, unit.province, *ranks)
