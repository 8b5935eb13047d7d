"""How each game is put on the stage, by its name. A drawing of one's own adds one line; without it a game is text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game import Game
from engine.machiavelli2.game import MACHIAVELLI2
from harness.viewer.stages.cogiavelli import CogiavelliStage
from harness.viewer.stages.cogplomacy import CogplomacyStage
from harness.viewer.stages.machiavelli2 import Machiavelli2Stage
from harness.viewer.stages.plain import PlainStage
from harness.viewer.stages.stage import Stage
from harness.viewer.stages.territory import TerritoryStage

STAGES: Mapping[str, Stage] = {
    "cogiavelli": CogiavelliStage(),
    "cogplomacy": CogplomacyStage(),
    "machiavelli2": Machiavelli2Stage(MACHIAVELLI2),
    "territory": TerritoryStage(),
}


def stage_of(game: Game[Any]) -> Stage:
    """The stage of a game: its own, or a plain one."""
    return STAGES.get(game.name) or PlainStage(game)
