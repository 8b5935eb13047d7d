"""The games there are, by name. A new game adds one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.cogiavelli.game import COGIAVELLI
from engine.cogplomacy.game import COGPLOMACY
from engine.game import Game
from engine.territory.game import TERRITORY

GAMES: Mapping[str, Game[Any]] = {
    "cogiavelli": COGIAVELLI,
    "cogplomacy": COGPLOMACY,
    "territory": TERRITORY,
}
