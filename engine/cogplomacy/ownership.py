"""Steps 10 and 12: who owns the centres after Fall, and who is out of the game."""

from __future__ import annotations

from operator import itemgetter

from engine.cogplomacy.events import CentresCounted, CentreTaken, Eliminated
from engine.cogplomacy.map.board import GEOGRAPHY, POWERS
from engine.cogplomacy.map.europe import CENTRES
from engine.cogplomacy.state import EVERYONE, Board, codes, counted
from engine.conflict.orders import NONE
from engine.game import Event, Power

CENTRE_CODES = codes(CENTRES)
_AT_CENTRES = itemgetter(*CENTRES)
_OWNERS: tuple[Power | None, ...] = (*POWERS, None)
"""Owners by power; nobody's name stands last, where `NONE` finds it."""


def take_centres(board: Board) -> tuple[Board, tuple[Event, ...]]:
    """Step 10: every occupied centre is its occupier's, an empty one keeps its owner; then all are counted."""
    phase, owners = board.phase, list(board.owners)
    events: list[Event] = []
    for centre, former, occupier in zip(CENTRES, _AT_CENTRES(owners), _AT_CENTRES(board.forces.owners), strict=True):
        if occupier != former and occupier != NONE:
            owners[centre] = occupier
            code = GEOGRAPHY.codes[centre]
            events.append(CentreTaken(phase=phase, centre=code, power=POWERS[occupier], former=_OWNERS[former]))
    if events:
        board = board._replace(owners=tuple(owners))
    return board, (*events, _count(board))


def _count(board: Board) -> CentresCounted:
    owners = board.owners
    return CentresCounted(
        phase=board.phase,
        centres=CENTRE_CODES,
        owners=tuple([_OWNERS[owner] for owner in _AT_CENTRES(owners)]),
        powers=POWERS,
        counts=counted(owners),
        units=counted(board.forces.owners),
    )


def eliminate(board: Board) -> tuple[Board, tuple[Event, ...]]:
    """Step 12: a power with neither unit nor centre is out."""
    present = {*board.owners, *board.forces.owners}
    gone = [power for power in board.living() if power not in present]
    if not gone:
        return board, ()
    eliminated = tuple(board.eliminated[power] or power in gone for power in EVERYONE)
    events = tuple(Eliminated(phase=board.phase, power=POWERS[power]) for power in gone)
    return board._replace(eliminated=eliminated), events
