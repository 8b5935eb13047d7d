"""Pools of scripted episodes to draw leagues from: every policy of a game under two names, in balanced blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any

from engine.dice import Dice
from engine.game import Game, Policy, Power
from engine.memory import Memory, remember
from engine.registry import GAMES
from harness.config_compare import Compare
from harness.schedule import Fixture, schedule

SEED = 1499


@dataclass(frozen=True)
class Played:
    """One episode of a pool: its block, and the seat and score of every power."""

    block: int
    scores: Mapping[Power, tuple[str, float]]


def play(game: Game[Any], fixture: Fixture, policies: Mapping[str, Policy]) -> Played:
    """One episode, every seat played by its policy."""
    held = {power: policies[seat] for power, seat in zip(game.powers, fixture.seating, strict=True)}
    memories = {power: Memory(power) for power in game.powers}
    step = game.start(fixture.seed, game.options())
    while True:
        memories = {power: remember(memory, step.events) for power, memory in memories.items()}
        if game.outcome(step.state) is not None:
            scores = game.scores(step.state)
            seats = zip(game.powers, fixture.seating, strict=True)
            return Played(fixture.block, {power: (seat, scores[power]) for power, seat in seats})
        submissions = {}
        for request in game.requests(step.state):
            dice = Dice(fixture.seed, f"policy:{request.power}:{request.phase}")
            answer = held[request.power](request, memories[request.power], dice)
            submissions[request.power] = game.read(request, answer)
        step = game.resolve(step.state, submissions)


def rotations(name: str, episodes: int) -> list[list[Played]]:
    """Blocks of a league with as many seats as powers, whole blocks up to a number of episodes."""
    game = GAMES[name]
    seats = _names(game.policies, len(game.powers))
    policies = {seat: game.policies[policy] for seat, policy in seats.items()}
    whole = episodes - episodes % len(seats)
    return _blocks(game, schedule(list(seats), len(game.powers), whole, SEED), policies)


def pairs(name: str, a: str, b: str, episodes: int) -> list[list[Played]]:
    """Blocks of a comparison of two policies against one seat of every policy."""
    game = GAMES[name]
    policies = {"a": game.policies[a], "b": game.policies[b], **game.policies}
    whole = episodes - episodes % (2 * len(game.powers))
    return _blocks(game, schedule(list(policies), len(game.powers), whole, SEED, Compare("a", "b")), policies)


def _names(policies: Mapping[str, Policy], powers: int) -> dict[str, str]:
    """Seat names with their policies, which come again under a second name and so on."""
    found: dict[str, str] = {}
    for number, policy in enumerate(islice(cycle(policies), powers)):
        turn = number // len(policies)
        found[f"{policy}-{turn + 1}" if turn else policy] = policy
    return found


def _blocks(game: Game[Any], plan: Sequence[Fixture], policies: Mapping[str, Policy]) -> list[list[Played]]:
    blocks: dict[int, list[Played]] = {}
    for fixture in plan:
        blocks.setdefault(fixture.block, []).append(play(game, fixture, policies))
    return list(blocks.values())
