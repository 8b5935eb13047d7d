"""A small complete game for tests of the harness: a sealed auction of three powers.

Every round has two batches. In `bids` every power bids coins on two lots; a set
of bids above the purse draws a complaint and counts as no bids. In `picks` only
those who won a lot are asked: each takes one to two trophies, out of three. A
tie is settled by the game's dice, a won lot is paid for, and each power has a
secret favourite lot which scores double. Notes are kept privately.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Any, ClassVar

from engine.dice import Dice, Draw, Seed, commitment
from engine.errors import PositionError
from engine.game import (
    Answer,
    Event,
    Form,
    Outcome,
    Policy,
    Power,
    Refusal,
    Request,
    Resolution,
    Slot,
    Submission,
    choose,
    one_cast,
)
from engine.memory import Memory
from engine.press import NotesKept

POWERS = ("RED", "GREEN", "BLUE")
LOTS = ("gold", "silk")
TROPHIES = ("crown", "mask", "sword")
PURSE = 12

BIDS = Form(
    needs={"bids": ("object",)},
    schema={
        "type": "object",
        "properties": {
            "bids": {"type": "object", "properties": {lot: {"type": "string"} for lot in LOTS}},
            "notes": {"type": "string"},
        },
        "required": ["bids"],
        "additionalProperties": False,
    },
)
PICKS = Form(
    needs={"picks": ("array",)},
    schema={
        "type": "object",
        "properties": {"picks": {"type": "array", "items": {"type": "string"}}},
        "required": ["picks"],
        "additionalProperties": False,
    },
)


class Ending(Enum):
    COMPLETE = "complete"
    DEADLINE = "deadline"


@dataclass(frozen=True)
class Options:
    rounds: int = 3

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= 20:
            raise ValueError(f"rounds: {self.rounds} is not in 1..20")


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened(Event):
    kind: ClassVar[str] = "opened"
    commitment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Favourite(Event):
    kind: ClassVar[str] = "favourite"
    power: Power
    lot: str
    draw: Draw


@dataclass(frozen=True, slots=True, kw_only=True)
class Sold(Event):
    """Who won a lot; `draw` settled a tie."""

    kind: ClassVar[str] = "sold"
    lot: str
    bids: tuple[int, ...]
    winner: Power | None
    draw: Draw | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Picked(Event):
    kind: ClassVar[str] = "picked"
    power: Power
    trophies: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed(Event):
    kind: ClassVar[str] = "closed"
    ending: str


@dataclass(frozen=True, slots=True)
class State:
    """`winners` is None while bids are open; purses, points and favourites go by power index."""

    rounds: int
    dice: Dice
    round: int = 1
    winners: tuple[Power, ...] | None = None
    purses: tuple[int, ...] = (PURSE,) * len(POWERS)
    points: tuple[int, ...] = (0,) * len(POWERS)
    favourites: tuple[str, ...] = ()
    ending: Ending | None = None

    @property
    def phase(self) -> str:
        return f"round-{self.round:02d}-{'bids' if self.winners is None else 'picks'}"


class ToyGame:
    name = "toy"
    version = 1
    powers = POWERS
    options = Options
    cast = one_cast

    def __init__(self) -> None:
        self.policies: Mapping[str, Policy] = {"random": random_policy, "miser": miser_policy}

    def start(self, seed: Seed, options: Options) -> Resolution[State]:
        dice = Dice(seed, "dice")
        phase = "round-01-bids"
        events: list[Event] = [Opened(phase=phase, commitment=commitment(seed))]
        favourites = []
        for power in POWERS:
            draw, dice = dice.draw(len(LOTS))
            favourites.append(LOTS[draw.value])
            events.append(Favourite(phase=phase, audience=(power,), power=power, lot=favourites[-1], draw=draw))
        return Resolution(State(options.rounds, dice, favourites=tuple(favourites)), tuple(events))

    def public(self, state: State) -> Mapping[str, Any]:
        return MappingProxyType({"round": state.round, "of": state.rounds, "points": state.points})

    def requests(self, state: State) -> tuple[Request, ...]:
        if state.ending:
            return ()
        public = self.public(state)
        asked = POWERS if state.winners is None else state.winners
        return tuple(self._request(state, power, public) for power in asked)

    def _request(self, state: State, power: Power, public: Any) -> Request:
        index = POWERS.index(power)
        view = {"purse": state.purses[index], "favourite": state.favourites[index]}
        if state.winners is None:
            prices = tuple(str(coins) for coins in range(state.purses[index] + 1))
            slots = tuple(Slot("bids", lot, 1, 1, prices) for lot in LOTS)
            return Request(power, "bids", state.phase, public, view, slots, BIDS)
        return Request(power, "picks", state.phase, public, view, (Slot("picks", "trophies", 1, 2, TROPHIES),), PICKS)

    def read(self, request: Request, answer: Answer) -> Submission:
        notes = answer.get("notes", "") if isinstance(answer.get("notes", ""), str) else ""
        if request.kind == "picks":
            return self._read_picks(request, answer["picks"])
        bids, refused = [], []
        for slot in request.slots:
            text = str(answer["bids"].get(slot.name, "0"))
            if text in slot.options:
                bids.append(int(text))
            else:
                bids.append(0)
                refused.append(Refusal(f"{slot.name}: {text}", "amount"))
        purse = request.view["purse"]
        if sum(bids) > purse:
            complaint = f"your bids sum to {sum(bids)}, but your purse holds {purse}"
            return Submission(request.power, ((0,) * len(LOTS), notes), tuple(refused), complaint)
        return Submission(request.power, (tuple(bids), notes), tuple(refused))

    def _read_picks(self, request: Request, picks: list[Any]) -> Submission:
        kept = tuple(dict.fromkeys(pick for pick in picks if pick in TROPHIES))[:2]
        refused = tuple(Refusal(str(pick), "unknown") for pick in picks if pick not in TROPHIES)
        return Submission(request.power, kept, refused)

    def silence(self, request: Request) -> Submission:
        return Submission(request.power, () if request.kind == "picks" else ((0,) * len(LOTS), ""))

    def resolve(self, state: State, submissions: Mapping[Power, Submission]) -> Resolution[State]:
        if state.winners is None:
            return self._auction(state, {power: submissions[power].value for power in POWERS})
        return self._award(state, {power: submissions[power].value for power in POWERS if power in submissions})

    def _auction(self, state: State, bids: Mapping[Power, Any]) -> Resolution[State]:
        events: list[Event] = [
            NotesKept(phase=state.phase, audience=(power,), power=power, text=bids[power][1])
            for power in POWERS
            if bids[power][1]
        ]
        dice, purses, points = state.dice, list(state.purses), list(state.points)
        winners = set()
        for number, lot in enumerate(LOTS):
            offers = tuple(bids[power][0][number] for power in POWERS)
            best = [index for index, offer in enumerate(offers) if offer == max(offers) > 0]
            draw = None
            if len(best) > 1:
                draw, dice = dice.draw(len(best))
                best = [best[draw.value]]
            for index in best:
                purses[index] -= offers[index]
                points[index] += 2 if state.favourites[index] == lot else 1
                winners.add(POWERS[index])
            winner = POWERS[best[0]] if best else None
            events.append(Sold(phase=state.phase, lot=lot, bids=offers, winner=winner, draw=draw))
        after = replace(state, dice=dice, purses=tuple(purses), points=tuple(points))
        if not winners:
            return self._next_round(after, events)
        return Resolution(replace(after, winners=tuple(p for p in POWERS if p in winners)), tuple(events))

    def _award(self, state: State, picks: Mapping[Power, tuple[str, ...]]) -> Resolution[State]:
        events: list[Event] = [
            Picked(phase=state.phase, power=power, trophies=trophies) for power, trophies in picks.items()
        ]
        return self._next_round(state, events)

    def _next_round(self, state: State, events: list[Event]) -> Resolution[State]:
        if state.round == state.rounds:
            return self._close(state, Ending.COMPLETE, events)
        return Resolution(replace(state, round=state.round + 1, winners=None), tuple(events))

    def _close(self, state: State, ending: Ending, events: list[Event]) -> Resolution[State]:
        events.append(Closed(phase=state.phase, ending=ending.value))
        return Resolution(replace(state, ending=ending), tuple(events))

    def stop(self, state: State) -> Resolution[State]:
        return self._close(state, Ending.DEADLINE, [])

    def outcome(self, state: State) -> Outcome | None:
        if state.ending is None:
            return None
        best = [power for power, points in zip(POWERS, state.points, strict=True) if points == max(state.points)]
        return Outcome(state.ending, best[0] if len(best) == 1 else None)

    def scores(self, state: State) -> Mapping[Power, float]:
        whole = sum(state.points)
        return {
            power: points / whole if whole else 1 / len(POWERS)
            for power, points in zip(POWERS, state.points, strict=True)
        }

    def figures(self, state: State) -> Mapping[Power, Mapping[str, float]]:
        return {power: {"points": state.points[i], "purse": state.purses[i]} for i, power in enumerate(POWERS)}

    def read_position(self, text: str, options: Options) -> State:
        fields = dict(item.split("=", 1) for item in text.split())
        try:
            purses = tuple(int(coins) for coins in fields["purses"].split(","))
            favourites = tuple(fields["favourites"].split(","))
            return State(options.rounds, Dice(0, "dice"), int(fields["round"]), purses=purses, favourites=favourites)
        except (KeyError, ValueError) as error:
            raise PositionError(f"line 1: {error}") from error

    def render_position(self, state: State) -> str:
        purses = ",".join(map(str, state.purses))
        return f"round={state.round} purses={purses} favourites={','.join(state.favourites)}"


def random_policy(request: Request, memory: Memory, dice: Dice) -> Answer:
    """Any bid that the purse allows on each lot, one trophy."""
    choices = {}
    for slot in request.slots:
        draw, dice = dice.draw(1 + (len(slot.options) - 1) // len(request.slots))
        choices[slot.name] = (slot.options[draw.value],)
    return choose(request.slots, choices)


def miser_policy(request: Request, memory: Memory, dice: Dice) -> Answer:
    """The first option of everything: no coin bid."""
    return choose(request.slots, {slot.name: (slot.options[0],) for slot in request.slots})


TOY = ToyGame()
