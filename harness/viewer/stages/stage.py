"""What the page needs of a game: its board as a drawing, and where everything stands on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

Data = Mapping[str, Any]
"""Plain JSON data for the page."""


class Stage(Protocol):
    """A game on the stage. Everything it returns is plain data; nothing in it was written by a seat."""

    def drawing(self) -> Data:
        """The board as it is drawn; its ``kind`` (map, hexes) says which part of the page draws it."""

    def board(self, state: Any) -> Data:
        """Where everything stands in a position, with powers by index; ``table`` are the columns of figures."""

    def cast(self) -> Sequence[Data]:
        """By power index: ``title``, the number of its ``colour`` in the palette, the ``mark`` on its units."""

    def chance(self) -> Data | None:
        """How a draw follows from the seed: its ``stream``, and ``limits`` of a fraction, or None for a remainder."""


def column(label: str, values: Sequence[float]) -> Data:
    """A column of the table of powers."""
    return {"label": label, "values": list(values)}
