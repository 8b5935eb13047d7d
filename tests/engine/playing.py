"""Whole episodes of scripted seats, step by step, for the tests of any game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import wire
from engine.dice import Dice, Seed
from engine.game import Answer, Event, Game, Power, Request, Resolution, Submission
from engine.memory import Memory, remember

MOST_BATCHES = 600

Answering = Callable[[Request, Answer], Answer]
"""What a scripted answer is turned into before it is read."""


@dataclass(frozen=True)
class Step:
    """One batch: the position, what was asked and answered, what came of it, and what each power knew."""

    state: Any
    requests: tuple[Request, ...]
    submissions: Mapping[Power, Submission]
    after: Resolution[Any]
    memories: Mapping[Power, Memory]


@dataclass(frozen=True)
class Episode:
    """A whole playing: how it began, each batch, and the state it ended in."""

    start: Resolution[Any]
    steps: tuple[Step, ...]

    @property
    def state(self) -> Any:
        """The last state."""
        return self.steps[-1].after.state if self.steps else self.start.state

    @property
    def events(self) -> tuple[Event, ...]:
        """All events in order."""
        return (*self.start.events, *(event for step in self.steps for event in step.after.events))


def play(
    game: Game[Any],
    seed: Seed,
    options: Any = None,
    policies: Sequence[str] = ("random",),
    answering: Answering | None = None,
) -> Episode:
    """An episode in which power i plays policies[i], round and round."""
    start = game.start(seed, game.options() if options is None else options)
    return Episode(start, tuple(_steps(game, seed, start, policies, answering)))


def _steps(
    game: Game[Any], seed: Seed, resolution: Resolution[Any], policies: Sequence[str], answering: Answering | None
) -> Iterator[Step]:
    memories = {power: remember(Memory(power), resolution.events) for power in game.powers}
    names = {power: policies[i % len(policies)] for i, power in enumerate(game.powers)}
    chance = seed if isinstance(seed, int) else 0
    while game.outcome(resolution.state) is None:
        state, requests = resolution.state, game.requests(resolution.state)
        submissions = {}
        for request in requests:
            dice = Dice(chance, f"policy:{request.power}:{request.phase}")
            answer = game.policies[names[request.power]](request, memories[request.power], dice)
            submissions[request.power] = game.read(request, answering(request, answer) if answering else answer)
        resolution = game.resolve(state, submissions)
        yield Step(state, requests, submissions, resolution, memories)
        memories = {power: remember(memory, resolution.events) for power, memory in memories.items()}


def told(request: Request) -> str:
    """Everything a request says, as bytes to compare."""
    slots = [(slot.key, slot.name, slot.least, slot.most, list(slot.options)) for slot in request.slots]
    return wire.encode([request.power, request.kind, request.phase, request.public, request.view, slots, request.form])
