"""Turns as text: a position told as what differs from the opening, orders, and what stands afterwards.

    == first siege season
    when 1454 spring orders
    units VENICE A PAD | AUSTRIA G PAD
    VENICE: A PAD B
    AUSTRIA: G PAD H
    then units VENICE A PAD | AUSTRIA G PAD
    then siege PAD

A line before the orders sets up, one with ``then`` tells what is expected, where a
word without a line is expected as it was (``siege`` and the like: none). ``rules``
are options that differ from those of the turns, ``dice`` the faces rolled.
Ducats not told of are 0. ``spend``, ``pay``, ``borrow`` and ``ally`` go with orders.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from engine.conflict.orders import NONE, Forces
from engine.dice import Dice
from engine.game import Resolution
from engine.machiavelli2.game import MACHIAVELLI2
from engine.machiavelli2.map.theatre import AUTONOMOUS, LETTERS, theatre
from engine.machiavelli2.options import Options
from engine.machiavelli2.state import (
    NO_LOANS,
    RANK_WORDS,
    STREAM,
    Board,
    Dislodged,
    Loan,
    Season,
    Stage,
    State,
    Tally,
    opening,
    ranked,
)

FILE = Path(__file__).with_name("turns.txt")
STAGE = theatre("machiavelli2")
POWERS = STAGE.powers
SIDES = {**{name: power for power, name in enumerate(POWERS)}, "AUTONOMOUS": AUTONOMOUS, "NOBODY": NONE}
NAMES = {power: name for name, power in SIDES.items()}
OPTIONS = Options(years=20, press=False, judge_compat=True)
FLAGS = {"siege": "sieges", "rebels": "rebels", "city_rebels": "city_rebels", "famine": "famine"}
ROWS = {"controls": "owners", "cities": "city_owners", "marks": "marks"}


@dataclass
class Turn:
    """One block of the file."""

    title: str
    facts: dict[str, str] = field(default_factory=dict)
    answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    then: dict[str, str] = field(default_factory=dict)

    @property
    def quirk(self) -> str:
        """Where rules and old judge differ, by its number in the rules page; empty where they agree."""
        return self.facts.get("quirk", "")


def read_turns(text: str) -> list[Turn]:
    """All turns of a text."""
    turns: list[Turn] = []
    for line in filter(str.strip, text.splitlines()):
        word, _, rest = line.partition(" ")
        if word == "==":
            turns.append(Turn(rest))
        elif word == "then":
            key, _, told = rest.partition(" ")
            turns[-1].then[key] = told
        elif word.endswith(":") and word[:-1] in POWERS:
            answer(turns[-1], word[:-1], "orders").extend(rest.split("; "))
        elif word in ("spend", "pay", "borrow", "ally", "remove", "build", "go"):
            money(turns[-1], word, *rest.split(" ", 1))
        else:
            turns[-1].facts[word] = rest
    return turns


def answer(turn: Turn, power: str, key: str) -> list[Any]:
    return turn.answers.setdefault(power, {}).setdefault(key, [])


def money(turn: Turn, word: str, power: str, rest: str = "") -> None:
    """``spend VENICE buy A PAD 18; pacify PAD 12``, ``pay VENICE bank 15``, ``borrow VENICE 10 2``."""
    parts = [part.split() for part in rest.split("; ") if part]
    if word == "spend":
        items = [{"kind": p[0], "target": " ".join(p[1:-1]), "amount": int(p[-1])} for p in parts]
        answer(turn, power, "expenses").extend(items)
    elif word == "pay":
        answer(turn, power, "payments").extend({"to": p[0], "amount": int(p[1])} for p in parts)
    elif word == "borrow":
        turn.answers.setdefault(power, {})["loan"] = {"amount": int(parts[0][0]), "years": int(parts[0][1])}
    else:
        key = {"ally": "allies", "remove": "remove", "build": "builds", "go": "retreats"}[word]
        answer(turn, power, key).extend(" ".join(p) for p in parts)


def position(turn: Turn) -> State:
    """The position a turn begins with."""
    facts = turn.facts
    changed = {word: word[:3] != "no_" for word in facts.get("rules", "").split()}
    options = replace(OPTIONS, **{word.removeprefix("no_"): on for word, on in changed.items()})
    year, season, stage = facts["when"].split()
    board = replace(
        opening(options), year=int(year), season=Season[season.upper()], stage=Stage[stage.upper()], **units(facts)
    )
    for word, name in ROWS.items():
        board = replace(board, **{name: row(getattr(board, name), facts.get(word, ""))})
    board = replace(board, **{name: frozenset(map(STAGE.area, facts.get(w, "").split())) for w, name in FLAGS.items()})
    ducats = pairs(facts.get("ducats", ""))
    chits = {w.split(":")[0]: w.split(":")[1] for w in facts.get("chits", "").split()}
    out = facts.get("out", "").split()
    board = replace(
        board,
        treasuries=tuple(int(ducats.get(name, 0)) for name in POWERS),
        chits=tuple(chit_mask(chits[n]) if n in chits else board.chits[p] for p, n in enumerate(POWERS)),
        loans=tuple(loans(facts.get("loans", ""), name) for name in POWERS),
        eliminated=tuple(name in out for name in POWERS),
    )
    dice = Dice(tuple(int(face) - 1 for face in facts.get("dice", "").split()), STREAM)
    return State(board, dice, (Tally(),) * len(POWERS))


def pairs(text: str) -> dict[str, str]:
    """``PAD VENICE MIL MILAN`` as a mapping."""
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


def row(old: tuple[int, ...], text: str) -> tuple[int, ...]:
    new = list(old)
    for code, side in pairs(text).items():
        new[STAGE.area(code)] = SIDES[side]
    return tuple(new)


def chit_mask(initials: str) -> int:
    return sum(1 << power for power, name in enumerate(POWERS) if name[:2] in initials.split(","))


def loans(text: str, power: str) -> tuple[Loan, ...]:
    """``AUSTRIA 2:10+2 3:5+3 VENICE 0:1+1``."""
    found, current = list(NO_LOANS), ""
    for word in text.split():
        if word in POWERS:
            current = word
        elif current == power:
            season, sums = word.split(":")
            found[int(season)] = Loan(*map(int, sums.split("+")))
    return tuple(found)


def units(facts: dict[str, str]) -> dict[str, Any]:
    ranks = [0] * STAGE.geography.n
    standing, lost = [], []
    for side in filter(None, facts.get("units", "").split(" | ")):
        name, _, listed = side.partition(" ")
        for text in listed.split(", "):
            unit, rank, ways = unit_of(text)
            if ways is not None:
                lost.append(Dislodged(unit, SIDES[name], rank, ways))
            else:
                standing.append((unit, SIDES[name]))
                ranks[unit >> 1] = rank
    return {
        "forces": Forces.of(STAGE.geography, standing),
        "ranks": tuple(ranks),
        "dislodged": tuple(sorted(lost, key=lambda each: each.unit)),
    }


def unit_of(text: str) -> tuple[int, int, tuple[int, ...] | None]:
    """``EM A PAD``; ``A PAD>VER/FER`` has to retreat."""
    text, retreating, ways = text.partition(">")
    words = text.split()
    rank = RANK_WORDS.index(words.pop(0)) if len(words) == 3 else 0
    unit = STAGE.unit(LETTERS.index(words[0]), STAGE.area(words[1]))
    return unit, rank, tuple(sorted(map(STAGE.area, filter(None, ways.split("/"))))) if retreating else None


def play(turn: Turn, state: State) -> Resolution[State]:
    """The turn, with every answer read as a seat's would be."""
    submissions = {}
    for request in MACHIAVELLI2.requests(state):
        given = turn.answers.get(request.power)
        submissions[request.power] = (
            MACHIAVELLI2.silence(request) if given is None else MACHIAVELLI2.read(request, given)
        )
    return MACHIAVELLI2.resolve(state, submissions)


def outcome(before: Board, resolution: Resolution[State]) -> dict[str, str]:
    """What stands afterwards, in the words of the file: what is as before is left out."""
    after = resolution.state.board
    told = {"phase": f"{after.season.name.lower()} {after.stage.name.lower()}", "units": units_text(after)}
    if resolution.state.outcome is not None:
        told["phase"] = "ended"
    for word, name in FLAGS.items():
        areas = sorted(getattr(after, name))
        told[word] = " ".join(STAGE.codes[area] for area in areas)
    for word, name in ROWS.items():
        old, new = getattr(before, name), getattr(after, name)
        changed = [area for area in range(STAGE.n) if old[area] != new[area]]
        told[word] = " ".join(f"{STAGE.codes[area]} {NAMES[new[area]]}" for area in changed)
    told["ducats"] = " ".join(
        f"{name} {after.treasuries[p]}" for p, name in enumerate(POWERS) if after.treasuries[p] != before.treasuries[p]
    )
    told["chits"] = " ".join(
        f"{name}:{','.join(POWERS[q][:2] for q in range(len(POWERS)) if after.chits[p] >> q & 1)}"
        for p, name in enumerate(POWERS)
        if after.chits[p] != before.chits[p]
    )
    told["loans"] = " ".join(filter(None, (loans_text(after, power) for power in after.everyone)))
    return {word: text for word, text in told.items() if text}


def loans_text(board: Board, power: int) -> str:
    owed = [f"{n}:{loan.principal}+{loan.interest}" for n, loan in enumerate(board.loans[power]) if loan != Loan()]
    return f"{POWERS[power]} {' '.join(owed)}" if owed else ""


def units_text(board: Board) -> str:
    sides = []
    for power in (*board.everyone, AUTONOMOUS):
        own = [board.unit_text(place) for place in board.units(power)]
        own += [
            ranked(STAGE.unit_text(each.unit), each.rank) + ">" + "/".join(STAGE.codes[area] for area in each.options)
            for each in board.dislodged
            if each.owner == power
        ]
        if own:
            sides.append(f"{NAMES[power]} {', '.join(own)}")
    return " | ".join(sides)
