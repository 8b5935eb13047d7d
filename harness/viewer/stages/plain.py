"""A game that has no drawing of its own: its position as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import Game
from harness.viewer.stages.stage import Data, column

COLOURS = 10
"""Of the palette."""


class PlainStage:
    """Any game at all: what `render_position` writes, and the game's own figures."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game

    def drawing(self) -> Data:
        """Nothing but a name."""
        return {"kind": "text", "title": self._game.name}

    def board(self, state: Any) -> Data:
        """The position as text, and a column for each of the game's figures."""
        figures, powers = self._game.figures(state), self._game.powers
        names = list(figures[powers[0]])
        return {
            "text": self._game.render_position(state),
            "out": [],
            "table": [column(name.replace("_", " "), [figures[power][name] for power in powers]) for name in names],
        }

    def cast(self) -> Sequence[Data]:
        """The powers by name."""
        return [
            {"title": power.capitalize(), "colour": number % COLOURS, "mark": power[:2].capitalize()}
            for number, power in enumerate(self._game.powers)
        ]

    def chance(self) -> Data | None:
        """Unknown: the page checks no dice."""
        return None
