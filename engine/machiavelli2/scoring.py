"""What an episode is worth to each power."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Power
from engine.machiavelli2.state import Board, Ending, State


def cities_total(board: Board) -> int:
    """The cities of the scenario that can be entered: the denominator of every score."""
    theatre = board.theatre
    return sum(area not in theatre.shut for area in theatre.towns)


def scores(state: State) -> Mapping[Power, float]:
    """1 and 0 when somebody has won, else the share of the cities on the board as it stands."""
    outcome, board = state.outcome, state.board
    if outcome is not None and outcome.ending in (Ending.VICTORY, Ending.ELIMINATION):
        return {name: float(name == outcome.winner) for name in board.theatre.powers}
    total = cities_total(board)
    return {name: len(board.cities(power)) / total for power, name in enumerate(board.theatre.powers)}
