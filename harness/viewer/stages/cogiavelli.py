"""Cogiavelli on the stage: Italy in 1499, purses and shocks."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cogiavelli.map.italy import GEOGRAPHY, POWERS, TITLES
from engine.cogiavelli.public import codes, power_name
from engine.cogiavelli.state import EVERYONE, STREAM, State, unit_text
from engine.conflict.orders import NONE
from harness.viewer.maps.italy import ITALY
from harness.viewer.stages.stage import Data, column

COLOURS = (4, 1, 6, 3, 5, 2)
"""Of the palette, by power index."""

CAPITALS = ("VEN", "MIL", "FLO", "ROM", "NAP", "RAG")
"""Where a power's purse lies, by power index."""


class CogiavelliStage:
    """Italy, its cities, and what money does to them."""

    def drawing(self) -> Data:
        """The map of Italy."""
        names = dict(zip(GEOGRAPHY.codes, GEOGRAPHY.names, strict=True))
        kinds = {code: place.kind.value for code, place in zip(GEOGRAPHY.codes, GEOGRAPHY.places, strict=True)}
        return {**ITALY.drawing(names, kinds), "title": "Italy, 1499", "capitals": CAPITALS, "coin": "ducats"}

    def board(self, state: State) -> Data:
        """Units, owners of cities, famine and plague, purses."""
        board = state.board
        return {
            "units": [
                (*unit_text(unit).split(), board.forces.owners[province])
                for province, unit in enumerate(board.forces.units)
                if unit != NONE
            ],
            "owners": {
                GEOGRAPHY.codes[province]: owner for province, owner in enumerate(board.owners) if owner != NONE
            },
            "famine": codes(board.famine),
            "plague": "" if board.plague == NONE else GEOGRAPHY.codes[board.plague],
            "out": [power for power in EVERYONE if board.eliminated[power]],
            "silenced": [power_name(power) for power in EVERYONE if board.silenced[power]],
            "table": (
                column("Cities", [len(board.cities(power)) for power in EVERYONE]),
                column("Units", [len(board.units(power)) for power in EVERYONE]),
                column("Ducats", board.treasuries),
            ),
        }

    def cast(self) -> Sequence[Data]:
        """The six powers."""
        return [
            {"title": title[0].upper() + title[1:], "colour": colour, "mark": power[0]}
            for power, title, colour in zip(POWERS, TITLES, COLOURS, strict=True)
        ]

    def chance(self) -> Data:
        """One stream of shocks, drawn by remainder."""
        return {"stream": STREAM, "limits": None}
