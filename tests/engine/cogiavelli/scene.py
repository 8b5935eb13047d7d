"""One season of Cogiavelli written as a player would: a position, order lines, spend entries, dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.cogiavelli.game import COGIAVELLI
from engine.cogiavelli.map.italy import CITIES, GEOGRAPHY, POWERS
from engine.cogiavelli.state import Options, State
from engine.game import Event, Resolution, Submission
from engine.wire import plain

Spend = tuple[str, str, Any]


@dataclass(frozen=True)
class Scene:
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

    def seen_by(self, power: str) -> list[str]:
        return [event.kind for event in self.told if event.visible_to(power)]

    def audience(self, kind: str) -> set[tuple[str, ...] | None]:
        return {event.audience for event in self.told if event.kind == kind}

    def result(self, unit: str) -> str:
        """``ok`` or the cause of a unit's order, as played."""
        played = {order["order"][:5]: order for order in self.event("movement")["orders"]}
        return "ok" if played[unit]["success"] else played[unit]["cause"]

    def played(self) -> list[str]:
        return [order["order"] for order in self.event("movement")["orders"]]

    def dislodged(self) -> list[str]:
        return [unit["unit"] for unit in self.event("movement")["dislodged"]]

    def standoffs(self) -> list[str]:
        return self.event("movement")["standoffs"]

    def units(self, power: str) -> list[str]:
        forces = self.state.board.forces
        index = POWERS.index(power)
        return ["AF"[forces.units[p] & 1] + " " + GEOGRAPHY.codes[p] for p in forces.owned(index)]

    def ducats(self, power: str) -> int:
        return self.state.board.treasuries[POWERS.index(power)]

    def owner(self, city: str) -> str | None:
        owner = self.state.board.owners[GEOGRAPHY.ids[city]]
        return POWERS[owner] if owner >= 0 else None

    def refused(self, power: str) -> list[tuple[str, str]]:
        return [(refusal.line, refusal.reason) for refusal in self.submissions[power].refused]


def ask(state: State, answers: Mapping[str, Mapping[str, Any]]) -> Scene:
    """The batch that is asked now, with these answers and silence of all others."""
    submissions = {}
    for request in COGIAVELLI.requests(state):
        answer = answers.get(request.power)
        submissions[request.power] = COGIAVELLI.silence(request) if answer is None else COGIAVELLI.read(request, answer)
    assert set(answers) <= set(submissions), "an answer of a power that is not asked"
    after: Resolution[State] = COGIAVELLI.resolve(state, submissions)
    return Scene(after.state, after.events, submissions)


def position(text: str, options: Options | None = None) -> State:
    """A position with dice that fit whatever is drawn: middling values, unless the text deals its own."""
    if "dice:" not in text:
        text += f"\ndice: {' '.join(['1'] * 400)}"
    return COGIAVELLI.read_position(text, options or Options())


def orders_at(
    text: str,
    orders: Sequence[str] | Mapping[str, Sequence[str]] = (),
    spend: Mapping[str, Sequence[Spend]] | None = None,
    builds: Mapping[str, Sequence[str]] | None = None,
    options: Options | None = None,
) -> Scene:
    """A season at this position. A flat list of order lines goes to whoever owns the unit named second."""
    state = position(text, options)
    by_power = orders if isinstance(orders, Mapping) else _dealt(state, orders)
    powers = {*by_power, *(spend or {}), *(builds or {})}
    return ask(
        state,
        {
            power: {
                "orders": list(by_power.get(power, ())),
                "spend": [
                    {"action": action, "target": target, "amount": amount}
                    for action, target, amount in (spend or {}).get(power, ())
                ],
                "builds": list((builds or {}).get(power, ())),
            }
            for power in powers
        },
    )


def _dealt(state: State, orders: Sequence[str]) -> dict[str, list[str]]:
    dealt: dict[str, list[str]] = {}
    for line in orders:
        owner = state.board.forces.owners[GEOGRAPHY.ids[line.split()[1]]]
        dealt.setdefault(POWERS[owner], []).append(line)
    return dealt


def battle(units: Mapping[str, str], orders: Sequence[str], season: str = "spring") -> Scene:
    """A movement phase with these units (``{"VENICE": "A VER, F VEN"}``); Sicily keeps two owners apart."""
    lines = [f"1499 {season} orders", *(f"{power}: 12 ducats; units {listed}" for power, listed in units.items())]
    return orders_at("\n".join(lines), orders)


def all_codes() -> list[str]:
    return [GEOGRAPHY.codes[city] for city in CITIES]
