"""Territory in a player's words: positions as text, turns as order lines, tiles and seats as one line each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.dice import Dice
from engine.game import Event, Submission
from engine.memory import Memory
from engine.registry import GAMES
from engine.territory.hexes import NUMBERS
from engine.territory.state import ALIASES, NOBODY, Options, State

TERRITORY = GAMES["territory"]

Turn = Mapping[str, Sequence[Any]]
"""The order sets of a turn by alias; who is not named holds."""


def flat(*lines: str, paint: int = 12, turn: int = 1, **options: Any) -> State:
    """A board of walls that all yield 1, hearths held, everybody with the same paint; then these lines."""
    seats = [f"{alias}: paint {paint}" for alias in ALIASES]
    text = "\n".join(["yields 1", f"turn {turn}", *seats, *lines])
    state: State = TERRITORY.read_position(text, Options(**options))
    return state


def read(state: State, alias: str, orders: Sequence[Any], **answer: Any) -> Submission:
    """One seat's answer as the game reads it."""
    request = next(request for request in TERRITORY.requests(state) if request.power == alias)
    return TERRITORY.read(request, {"orders": list(orders), **answer})


def play(state: State, *turns: Turn) -> tuple[State, tuple[Event, ...]]:
    """The position and all events after these turns, rejected sets being held."""
    events: list[Event] = []
    for turn in turns:
        assert set(turn) <= set(ALIASES)
        submissions = {
            request.power: TERRITORY.read(request, {"orders": list(turn.get(request.power, ()))})
            for request in TERRITORY.requests(state)
        }
        resolution = TERRITORY.resolve(state, submissions)
        state = resolution.state
        events += resolution.events
    return state, tuple(events)


def tile(state: State, key: str) -> str:
    """``Sable, cracked, pays 1``; nobody's is ``free``."""
    number, board = NUMBERS[key], state.board
    owner = board.owner(number)
    return f"{'free' if owner == NOBODY else ALIASES[owner]}, {board.wall(number)}, pays {board.worth(number)}"


def seat(state: State, alias: str) -> str:
    """``steady, paint 13, score 1, earned 1``: the last is the last turn's income."""
    i = ALIASES.index(alias)
    return f"{state.lives[i]}, paint {state.paint[i]}, score {state.scores[i]}, earned {state.reports[i].income}"


def told(events: Sequence[Event], kind: str) -> list[Event]:
    """The events of one kind."""
    return [event for event in events if event.kind == kind]


@dataclass(frozen=True)
class Episode:
    """A whole playing of scripts: the positions, the first and the last too, and the events that led to each."""

    states: tuple[State, ...]
    batches: tuple[tuple[Event, ...], ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """All events in order."""
        return tuple(event for batch in self.batches for event in batch)


def whole(seed: int, cast: Sequence[str], **options: Any) -> Episode:
    """An episode in which seat i plays cast[i], round and round."""
    resolution = TERRITORY.start(seed, Options(**options))
    states, batches = [resolution.state], [resolution.events]
    while TERRITORY.outcome(states[-1]) is None:
        submissions = {}
        for request in TERRITORY.requests(states[-1]):
            policy = TERRITORY.policies[cast[ALIASES.index(request.power) % len(cast)]]
            dice = Dice(seed, f"policy:{request.power}:{request.phase}")
            submissions[request.power] = TERRITORY.read(request, policy(request, Memory(request.power), dice))
        resolution = TERRITORY.resolve(states[-1], submissions)
        states.append(resolution.state)
        batches.append(resolution.events)
    return Episode(tuple(states), tuple(batches))
