"""What a league needs to be played or checked: its seats with their lanes, and its prompts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.game import Game
from engine.registry import GAMES
from harness.clock import Clock
from harness.config import League, SeatConfig, game_of
from harness.config_errors import hint
from harness.errors import UserError
from harness.lanes import Lane
from harness.prompts import PromptBook, load_prompts
from harness.resources import find
from harness.seats.kinds import load_kind
from harness.seats.seat import Seat, Terminal


def game_named(name: str) -> Game[Any]:
    """A game by name. Raises `UserError` with the names there are."""
    if name not in GAMES:
        raise UserError(f"there is no game {name}; {hint(name, GAMES)}")
    return GAMES[name]


def bookshelf(game: Game[Any], prompts: Path | None) -> Callable[[str], PromptBook]:
    """What loads a prompt variant of a game; `prompts` is a folder to look in first."""
    roots = find("prompts", prompts)
    return lambda variant: load_prompts(game.name, variant, roots)


class Crew:
    """Builds the seats of a league, those of one lane on the same lane."""

    def __init__(self, league: League, clock: Clock, terminal: Terminal | None) -> None:
        self.game = game_of(league)
        self.lanes = {lane.name: Lane.of(lane, clock) for lane in league.lanes.values()}
        self._clock = clock
        self._terminal = terminal

    def build(self, config: SeatConfig) -> Seat:
        """A seat of the league. Raises `UserError` for what it lacks, a key for instance."""
        kind = load_kind(config.kind)
        lane = self.lanes[config.lane]
        seat: Seat = kind(config, game=self.game, clock=self._clock, lane=lane, terminal=self._terminal)
        return seat
