"""The games there are, by name. A new game adds one line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from engine.game import Game


class Games(Mapping[str, Game[Any]]):
    """Games by name, each imported when it is first asked for: a league pays for its own alone."""

    def __init__(self, places: Mapping[str, str]) -> None:
        """`places` says for each name where its game stands, as ``module:NAME``."""
        self._places = dict(places)

    def __getitem__(self, name: str) -> Game[Any]:
        module, _, attribute = self._places[name].partition(":")
        game: Game[Any] = getattr(import_module(module), attribute)
        return game

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


GAMES: Mapping[str, Game[Any]] = Games(
    {
        "cogiavelli": "engine.cogiavelli.game:COGIAVELLI",
        "cogplomacy": "engine.cogplomacy.game:COGPLOMACY",
        "machiavelli2": "engine.machiavelli2.game:MACHIAVELLI2",
        "territory": "engine.territory.game:TERRITORY",
    }
)
