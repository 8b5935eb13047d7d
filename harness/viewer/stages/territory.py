"""Territory on the stage: the hex lattice."""

from __future__ import annotations

from collections.abc import Sequence

from engine.territory.board import LIMITS, STREAM
from engine.territory.hexes import COORDINATES, COUNT, HEARTHS, HOMES, KEYS
from engine.territory.public import TAGS
from engine.territory.state import ALIASES, SEATS, Life, State
from harness.viewer.stages.stage import Data, column

COLOURS = (8, 0, 2, 5, 3, 7, 1, 6, 9)
"""Of the palette, by power index."""


class TerritoryStage:
    """The lattice: yields, walls, rubble, and who holds what."""

    def drawing(self) -> Data:
        """169 hexes, their hearths and home rings."""
        return {
            "kind": "hexes",
            "title": "The lattice",
            "tiles": COORDINATES,
            "keys": KEYS,
            "hearths": HEARTHS,
            "homes": [[tile for tile in range(COUNT) if home >> tile & 1] for home in HOMES],
            "coin": "paint",
        }

    def board(self, state: State) -> Data:
        """Every tile's owner, yield and wall, and the table."""
        board = state.board
        return {
            "owners": [board.owner(tile) for tile in range(COUNT)],
            "yields": board.yields,
            "worth": [board.worth(tile) for tile in range(COUNT)],
            "walls": [board.wall(tile).value for tile in range(COUNT)],
            "staggered": [seat for seat in SEATS if state.lives[seat] is Life.STAGGERED],
            "out": [seat for seat in SEATS if state.lives[seat] is Life.ELIMINATED],
            "table": (
                column("Tiles", [land.bit_count() for land in board.lands]),
                column("Paint", state.paint),
                column("Razes", state.razes),
            ),
        }

    def cast(self) -> Sequence[Data]:
        """The nine seats."""
        return [
            {"title": alias, "colour": colour, "mark": tag}
            for alias, colour, tag in zip(ALIASES, COLOURS, TAGS, strict=True)
        ]

    def chance(self) -> Data:
        """The yields of the board, one fraction a tile."""
        return {"stream": STREAM, "limits": LIMITS}
