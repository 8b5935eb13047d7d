"""Steps 10 and 12: who owns the centres after Fall, and who is out of the game."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from engine.cogplomacy.events import CentresCounted, CentreTaken, Eliminated
from engine.cogplomacy.map.board import GEOGRAPHY, POWERS
from engine.cogplomacy.map.europe import CENTRES
from engine.cogplomacy.state import EVERYONE, Board, codes, power_name
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
    board = replace(board, owners=tuple(owners))
    return board, (*events, _count(board))


def _count(board: Board) -> CentresCounted:
    centres, units = Counter(board.owners), Counter(board.forces.owners)
    return CentresCounted(
        phase=board.phase,
        centres=CENTRE_CODES,
        owners=tuple([None if (owner := board.owners[centre]) == NONE else POWERS[owner] for centre in CENTRES]),
        powers=POWERS,
        counts=tuple(map(centres.__getitem__, EVERYONE)),
        units=tuple(map(units.__getitem__, EVERYONE)),
    )


def eliminate(board: Board) -> tuple[Board, tuple[Event, ...]]:
    """Step 12: a power with neither unit nor centre is out."""
    gone = tuple(power for power in board.living() if power not in board.forces.owners and power not in board.owners)
    if not gone:
        return board, ()
    eliminated = tuple(board.eliminated[power] or power in gone for power in EVERYONE)
    events = tuple(Eliminated(phase=board.phase, power=POWERS[power]) for power in gone)
    return replace(board, eliminated=eliminated), events
