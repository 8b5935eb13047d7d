"""How each game is put on the stage, by its name. A drawing of one's own adds one line; without it a game is text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.game import Game
from harness.viewer.stages.cogiavelli import CogiavelliStage
from harness.viewer.stages.cogplomacy import CogplomacyStage
from harness.viewer.stages.machiavelli2 import Machiavelli2Stage
from harness.viewer.stages.plain import PlainStage
from harness.viewer.stages.stage import Stage
from harness.viewer.stages.territory import TerritoryStage

STAGES: Mapping[str, Callable[[Any], Stage]] = {
    "cogiavelli": lambda game: CogiavelliStage(),
    "cogplomacy": lambda game: CogplomacyStage(),
    "machiavelli2": Machiavelli2Stage,
    "territory": lambda game: TerritoryStage(),
}


def stage_of(game: Game[Any]) -> Stage:
    """The stage of a game: its own, or a plain one."""
    return STAGES.get(game.name, PlainStage)(game)
