"""What a results folder was begun for, read back from its manifest: seats, plan and declared comparison."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.game import Game
from engine.registry import GAMES
from harness.config_compare import COMPARE_KEYS, Compare
from harness.errors import UserError
from harness.schedule import Fixture, schedule
from harness.store import MANIFEST, read_manifest


@dataclass(frozen=True, slots=True)
class Begun:
    """A league as it was begun; `terms` are flat, under dotted names as in the league file."""

    episodes: int
    seed: int
    seats: tuple[str, ...]
    compare: Compare | None
    terms: Mapping[str, Any]

    def told(self, seat: str, key: str) -> str:
        """A text that the league file says of a seat, its `model` or `variant` for instance; "" for none."""
        value = self.terms.get(f"seats.{seat}.{key}")
        return value if isinstance(value, str) else ""

    @property
    def game_name(self) -> str:
        """What the game is called; "" where the manifest does not say."""
        return str(self.terms.get("game", "")).partition(" ")[0]

    def game(self, games: Mapping[str, Game[Any]] = GAMES) -> Game[Any] | None:
        """The game as the league's options set it up; None for one there is not, or with other options today."""
        start, name = "options.", self.game_name
        told = {key.removeprefix(start): value for key, value in self.terms.items() if key.startswith(start)}
        try:
            return games[name].cast(games[name].options(**told))
        except (KeyError, TypeError, ValueError):
            return None

    def plan(self, powers: Sequence[str]) -> tuple[Fixture, ...]:
        """The fixtures of the whole league, none when it cannot have been a league of these powers."""
        try:
            return schedule(self.seats, len(powers), self.episodes, self.seed, self.compare)
        except ValueError:
            return ()


def load_begun(folder: Path) -> Begun | None:
    """What a results folder was begun for, or None when it does not say so readably."""
    try:
        data = read_manifest(folder / MANIFEST)
        terms = data["terms"]
        keys = {key: terms[f"compare.{key}"] for key in COMPARE_KEYS if f"compare.{key}" in terms}
        seats = tuple(map(str, terms["seats.order"]))
        compare = Compare(**keys) if keys else None
        return Begun(int(data["episodes"]), int(terms["seed"]), seats, compare, terms)
    except (UserError, KeyError, TypeError, ValueError):
        return None
