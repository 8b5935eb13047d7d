"""One phase of Cogplomacy written as a player would: a position, lines, what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.cogplomacy.game import COGPLOMACY
from engine.cogplomacy.map.board import GEOGRAPHY, POWERS, TABLE
from engine.cogplomacy.state import Options, State
from engine.game import Event, Submission
from engine.wire import plain

DATC = Options(rulebook="datc")
HOUSE = Options()


@dataclass(frozen=True)
class After:
    """What a batch led to, with its events as plain data."""

    state: State
    told: tuple[Event, ...]
    submissions: Mapping[str, Submission]

    def events(self, kind: str) -> list[dict[str, Any]]:
        return [plain(event) for event in self.told if event.kind == kind]

    def event(self, kind: str) -> dict[str, Any]:
        (only,) = self.events(kind)
        return only

    def kinds(self) -> list[str]:
        return [event.kind for event in self.told]

    def result(self, unit: str) -> str:
        """``ok`` or the cause of a unit's order, as played."""
        played = {order["order"].split(" - ")[0]: order for order in self.event("movement")["orders"]}
        found = next(order for text, order in played.items() if f"{text} ".startswith(f"{unit} "))
        return "ok" if found["success"] else found["cause"]

    def played(self) -> list[str]:
        return [order["order"] for order in self.event("movement")["orders"]]

    def dislodged(self) -> list[str]:
        return [unit["unit"] for unit in self.event("movement")["dislodged"]]

    def standoffs(self) -> list[str]:
        return list(self.event("movement")["standoffs"])

    def units(self, power: str | None = None) -> list[str]:
        """A power's units, or all, by province."""
        forces = self.state.board.forces
        return [
            TABLE.unit_text(unit)
            for unit, owner in zip(forces.units, forces.owners, strict=True)
            if unit >= 0 and power in (None, POWERS[owner])
        ]

    def owner(self, centre: str) -> str | None:
        owner = self.state.board.owners[GEOGRAPHY.ids[centre]]
        return POWERS[owner] if owner >= 0 else None

    def refused(self, power: str) -> list[tuple[str, str]]:
        return [(refusal.line, refusal.reason) for refusal in self.submissions[power].refused]

    def asked(self) -> list[str]:
        """``RUSSIA retreats`` for everyone who is asked next."""
        return [f"{request.power} {request.kind}" for request in COGPLOMACY.requests(self.state)]


def position(text: str, options: Options = HOUSE) -> State:
    return COGPLOMACY.read_position(text, options)


def ask(state: State, answers: Mapping[str, Mapping[str, Any]]) -> After:
    """The batch that is asked now, with these answers and silence of all others."""
    submissions = {}
    for request in COGPLOMACY.requests(state):
        answer = answers.get(request.power)
        submissions[request.power] = COGPLOMACY.silence(request) if answer is None else COGPLOMACY.read(request, answer)
    assert set(answers) <= set(submissions), f"only {', '.join(submissions)} are asked"
    after = COGPLOMACY.resolve(state, submissions)
    return After(after.state, after.events, submissions)


def lines(state: State, key: str, given: Mapping[str, Sequence[str]]) -> After:
    """The batch that is asked now, with these lines under `key`."""
    return ask(state, {power: {key: list(own)} for power, own in given.items()})


def battle(
    units: Mapping[str, str], orders: Sequence[str], options: Options = HOUSE, season: str = "spring", more: str = ""
) -> After:
    """A movement phase with these units (``{"FRANCE": "A PAR, F BRE"}``); each order goes to its unit's owner."""
    text = [f"1901 {season} orders", *(f"{power}: units {listed}" for power, listed in units.items()), more]
    state = position("\n".join(text), options)
    dealt: dict[str, list[str]] = {}
    for line in orders:
        owner = state.board.forces.owners[GEOGRAPHY.ids[line.split()[1].partition("/")[0]]]
        dealt.setdefault(POWERS[owner], []).append(line)
    return lines(state, "orders", dealt)


def winter(
    text: str, given: Mapping[str, Sequence[str]] | None = None, options: Options = HOUSE, year: int = 1901
) -> After:
    """A Winter at this position."""
    return lines(position(f"{year} winter adjustments\n{text}", options), "adjustments", given or {})
