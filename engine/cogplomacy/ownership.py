"""Steps 10 and 12: who owns the centres after Fall, and who is out of the game."""

from __future__ import annotations

from engine.cogplomacy.events import CentresCounted, CentreTaken, Eliminated
from engine.cogplomacy.map.board import GEOGRAPHY, POWERS
from engine.cogplomacy.map.europe import CENTRES
from engine.cogplomacy.state import EVERYONE, Board, codes, counted, power_name
from engine.conflict.orders import NONE
from engine.game import Event

CENTRE_CODES = codes(CENTRES)


def take_centres(board: Board) -> tuple[Board, tuple[Event, ...]]:
    """Step 10: every occupied centre is its occupier's, an empty one keeps its owner; then all are counted."""
    phase, owners, occupiers = board.phase, list(board.owners), board.forces.owners
    events: list[Event] = []
    for centre in CENTRES:
        occupier, former = occupiers[centre], owners[centre]
        if occupier not in (NONE, former):
            owners[centre] = occupier
            code, loser = GEOGRAPHY.codes[centre], power_name(former) or None
            events.append(CentreTaken(phase=phase, centre=code, power=POWERS[occupier], former=loser))
    if events:
        board = board._replace(owners=tuple(owners))
    return board, (*events, _count(board))


def _count(board: Board) -> CentresCounted:
    owners = board.owners
    return CentresCounted(
        phase=board.phase,
        centres=CENTRE_CODES,
        owners=tuple([None if owners[centre] == NONE else POWERS[owners[centre]] for centre in CENTRES]),
        powers=POWERS,
        counts=counted(owners),
        units=counted(board.forces.owners),
    )


def eliminate(board: Board) -> tuple[Board, tuple[Event, ...]]:
    """Step 12: a power with neither unit nor centre is out."""
    centres, units = counted(board.owners), counted(board.forces.owners)
    gone = [power for power in board.living() if not (units[power] or centres[power])]
    if not gone:
        return board, ()
    eliminated = tuple(board.eliminated[power] or power in gone for power in EVERYONE)
    events = tuple(Eliminated(phase=board.phase, power=POWERS[power]) for power in gone)
    return board._replace(eliminated=eliminated), events
