"""Step 10: whoever stands in a city owns it, every season."""

from __future__ import annotations

from engine.cogiavelli.events import CityTaken
from engine.cogiavelli.map.italy import CITIES, GEOGRAPHY, POWERS
from engine.cogiavelli.public import power_name
from engine.cogiavelli.state import Board
from engine.conflict.orders import NONE
from engine.game import Event


def take_cities(board: Board) -> tuple[tuple[int, ...], tuple[Event, ...]]:
    """Step 10: the owners of cities once every occupied one is its occupier's; empty cities keep theirs."""
    owners = list(board.owners)
    events: list[Event] = []
    for city in CITIES:
        occupier, former = board.forces.owners[city], owners[city]
        if occupier in (NONE, former):
            continue
        owners[city] = occupier
        events.append(
            CityTaken(
                phase=board.phase,
                city=GEOGRAPHY.codes[city],
                power=POWERS[occupier],
                former=power_name(former) or None,
            )
        )
    return tuple(owners), tuple(events)
