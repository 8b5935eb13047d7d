"""How each game is put on the stage, by its name. A new game adds one line."""

from __future__ import annotations

from collections.abc import Mapping

from harness.viewer.stages.cogiavelli import CogiavelliStage
from harness.viewer.stages.cogplomacy import CogplomacyStage
from harness.viewer.stages.stage import Stage
from harness.viewer.stages.territory import TerritoryStage

STAGES: Mapping[str, Stage] = {
    "cogiavelli": CogiavelliStage(),
    "cogplomacy": CogplomacyStage(),
    "territory": TerritoryStage(),
}
