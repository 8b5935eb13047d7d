"""Cogplomacy on the stage: the board of 1901."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cogplomacy.map.board import GEOGRAPHY, POWERS, TABLE
from engine.cogplomacy.state import EVERYONE, State
from engine.conflict.orders import NONE
from harness.viewer.maps.europe import EUROPE
from harness.viewer.stages.stage import Data, column

COLOURS = (4, 5, 1, 8, 2, 6, 3)
"""Of the palette, by power index."""

CAPITALS = ("VIE", "LON", "PAR", "BER", "ROM", "MOS", "CON")
"""Where a power is at home, by power index."""


class CogplomacyStage:
    """Europe, its centres, and the dislodged that wait for their retreat."""

    def drawing(self) -> Data:
        """The map of Europe."""
        names = dict(zip(GEOGRAPHY.codes, GEOGRAPHY.names, strict=True))
        kinds = {code: place.kind.value for code, place in zip(GEOGRAPHY.codes, GEOGRAPHY.places, strict=True)}
        return {**EUROPE.drawing(names, kinds), "title": "Europe, 1901", "capitals": CAPITALS, "coin": ""}

    def board(self, state: State) -> Data:
        """Units, owners of centres, the dislodged."""
        board = state.board
        return {
            "units": [
                (*TABLE.unit_text(unit).split(), board.forces.owners[province])
                for province, unit in enumerate(board.forces.units)
                if unit != NONE
            ],
            "beaten": [(*TABLE.unit_text(beaten.lost.unit).split(), beaten.lost.owner) for beaten in board.beaten],
            "owners": {
                GEOGRAPHY.codes[province]: owner for province, owner in enumerate(board.owners) if owner != NONE
            },
            "out": [power for power in EVERYONE if board.eliminated[power]],
            "table": (
                column("Centres", [len(board.centres(power)) for power in EVERYONE]),
                column("Units", [len(board.units(power)) for power in EVERYONE]),
            ),
        }

    def cast(self) -> Sequence[Data]:
        """The seven powers."""
        return [
            {"title": power.capitalize(), "colour": colour, "mark": power[0]}
            for power, colour in zip(POWERS, COLOURS, strict=True)
        ]

    def chance(self) -> Data | None:
        """Nothing is left to chance."""
        return None
