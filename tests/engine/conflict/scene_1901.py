"""Positions of the 1901 board for tests, in text a player can read."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.cogplomacy.map.board import GEOGRAPHY, POWERS, TABLE
from engine.conflict.legal import every_legal_order
from engine.conflict.notation import Notation, Reason
from engine.conflict.orders import ARMY, FLEET, Forces, OrderId
from engine.conflict.resolve import Adjudication, adjudicate
from engine.conflict.retreats import Retreats, resolve_retreats, retreat_options
from engine.conflict.rulebook import Rulebook
from engine.game import Refusal

NOTATION = Notation(TABLE, POWERS, absent=Reason.NOT_THERE, foreign=Reason.WRONG_UNIT)
NOBODY = Forces.none(GEOGRAPHY.n)


def unit(text: str) -> int:
    """``F STP/SC`` as a unit where exactly that is written."""
    mention = NOTATION.read_unit(text)
    assert mention is not None and mention.kind in (ARMY, FLEET), text
    code = GEOGRAPHY.codes[mention.province] + (f"/{mention.coast}" if mention.coast else "")
    return GEOGRAPHY.space_ids[code] * 2 + mention.kind


def forces(units: Mapping[str, Iterable[str]]) -> Forces:
    """A board from units by power."""
    return Forces.of(GEOGRAPHY, [(unit(text), POWERS.index(power)) for power, own in units.items() for text in own])


def units_of(board: Forces) -> dict[str, list[str]]:
    """A board as units by power, by province."""
    found: dict[str, list[str]] = {}
    for piece, owner in zip(board.units, board.owners, strict=True):
        if piece >= 0:
            found.setdefault(POWERS[owner], []).append(TABLE.unit_text(piece))
    return found


def read(board: Forces, lines: Mapping[str, Iterable[str]]) -> tuple[dict[int, OrderId], list[Refusal]]:
    """Everybody's lines as orders by province, and what was refused."""
    orders: dict[int, OrderId] = {}
    refused: list[Refusal] = []
    for power, own in lines.items():
        sheet = NOTATION.read_orders(list(own), board, POWERS.index(power))
        orders.update(sheet.orders)
        refused += sheet.refused
    return orders, refused


def options(rulebook: Rulebook, adjudication: Adjudication) -> dict[str, list[str]]:
    """Where the dislodged may go, by unit text."""
    found = retreat_options(GEOGRAPHY, rulebook, adjudication)
    return {
        TABLE.unit_text(lost.unit): [GEOGRAPHY.spaces[space] for space in found[lost.province]]
        for lost in adjudication.dislodged
    }


def retreat(rulebook: Rulebook, adjudication: Adjudication, lines: Iterable[str]) -> Retreats:
    """All retreats: ``A VIE R TYR``; what is no option disbands."""
    found = retreat_options(GEOGRAPHY, rulebook, adjudication)
    choices = {}
    for line in lines:
        phrase = NOTATION.lexicon.read(line)
        assert phrase is not None, line
        if phrase.target is not None and phrase.unit.province in found:
            code = GEOGRAPHY.codes[phrase.target.province] + (f"/{phrase.target.coast}" if phrase.target.coast else "")
            if GEOGRAPHY.space_ids[code] in found[phrase.unit.province]:
                choices[phrase.unit.province] = GEOGRAPHY.space_ids[code]
    return resolve_retreats(GEOGRAPHY, adjudication.forces, adjudication.dislodged, choices)


@dataclass
class Case:
    """A case of the table: who stands where, what is ordered, what comes of it by edition."""

    name: str
    title: str
    units: dict[str, list[str]] = field(default_factory=dict)
    orders: dict[str, list[str]] = field(default_factory=dict)
    retreats: list[str] = field(default_factory=list)
    outcome: list[str] = field(default_factory=list)
    house: list[str] = field(default_factory=list)

    def played(self, rulebook: Rulebook) -> list[str]:
        """The outcome in the words of the table."""
        board = forces(self.units)
        adjudication = adjudicate(TABLE, rulebook, board, read(board, self.orders)[0])
        lines = ["moves " + (", ".join(_moves(adjudication)) or "none")]
        places = options(rulebook, adjudication)
        for lost in adjudication.dislodged:
            text = TABLE.unit_text(lost.unit)
            to = " ".join(places[text]) or "nowhere"
            lines.append(f"dislodged {text} from {GEOGRAPHY.codes[lost.origin]}: {to}")
        if adjudication.standoffs:
            lines.append("standoff " + " ".join(GEOGRAPHY.codes[place] for place in sorted(adjudication.standoffs)))
        if self.retreats:
            gone = retreat(rulebook, adjudication, self.retreats)
            lost_units = {lost.province: TABLE.unit_text(lost.unit) for lost in adjudication.dislodged}
            went = [f"{lost_units[place]} - {GEOGRAPHY.spaces[space]}" for place, space in gone.arrived.items()]
            lines.append("retreats " + (", ".join(went) or "none"))
        return lines


def _moves(adjudication: Adjudication) -> list[str]:
    situation = adjudication.situation
    return [
        TABLE.text(situation.orders[mover]).removesuffix(" VIA CONVOY")
        for mover in sorted(situation.moving)
        if situation.results[mover]
    ]


def read_cases(text: str) -> list[Case]:
    """Cases from a table: blocks of lines as tests/engine/conflict/datc shows them.

    A power's line holds its orders; its units are those the orders name, unless
    ``has`` names more or others. ``then`` holds retreats; a line with ``house``
    in front belongs to the outcome under the house edition, where it differs.
    """
    return [_read_case(block.strip().splitlines()) for block in text.split("\n\n") if block.strip()]


def _read_case(lines: list[str]) -> Case:
    case = Case(*lines[0].split(" ", 1))
    for line in lines[1:]:
        head, rest = line.split(maxsplit=1)
        if head not in POWERS:
            outcome = " ".join((rest if head == "house" else line).split())
            (case.house if head == "house" else case.outcome).append(outcome)
        elif rest.startswith("then "):
            case.retreats += rest.removeprefix("then ").split(", ")
        elif rest.startswith("has "):
            case.units[head] = rest.removeprefix("has ").split(", ")
        else:
            case.orders[head] = rest.split(", ")
    everywhere = {text.split("/")[0] for own in case.units.values() for text in own}
    for power, orders in case.orders.items():
        named = dict.fromkeys(" ".join(order.split()[:2]) for order in orders)
        case.units.setdefault(power, []).extend(text for text in named if text.split("/")[0] not in everywhere)
    return case


def random_forces(dice: random.Random, count: int, *, seas: int = 0) -> Forces:
    """A board with this many units anywhere they can stand, with fleets in that many seas at least."""
    sea = [province for province in range(GEOGRAPHY.n) if GEOGRAPHY.sea[province]]
    places = dice.sample(sea, seas)
    places += dice.sample([province for province in range(GEOGRAPHY.n) if province not in places], count - seas)
    pieces = []
    for province in places:
        kinds = [province * 2 + ARMY] if GEOGRAPHY.land[province] else []
        kinds += [dice.choice(GEOGRAPHY.berths[province]) * 2 + FLEET] if GEOGRAPHY.berths[province] else []
        pieces.append((dice.choice(kinds), dice.randrange(len(POWERS))))
    return Forces.of(GEOGRAPHY, pieces)


def random_orders(dice: random.Random, board: Forces) -> dict[int, OrderId]:
    """A legal order for every unit; convoys, supports and moves are matched more often than by chance."""
    legal = every_legal_order(TABLE, board)
    orders = {province: dice.choice(listed) for province, listed in legal.items()}
    for province, listed in legal.items():
        if dice.random() < 0.5:
            whom, target = TABLE.whom, TABLE.target
            useful = [o for o in listed if whom[o] >= 0 and target[orders[whom[o]]] == target[o]]
            orders[province] = dice.choice(useful or listed)
    return orders
