"""Famine and plague: step 1 of Spring and step 11 of Summer."""

from __future__ import annotations

from engine.cogiavelli import rules
from engine.cogiavelli.events import FamineDrawn, PlagueStruck
from engine.cogiavelli.map.italy import CITIES, GEOGRAPHY, LAND
from engine.cogiavelli.public import codes, power_name
from engine.cogiavelli.state import Board, unit_text
from engine.conflict.orders import NONE, Forces
from engine.dice import Dice, Draw
from engine.game import Event


def draw_famine(phase: str, dice: Dice) -> tuple[tuple[int, ...], Dice, Event]:
    """Step 1: two distinct land provinces, each drawn as an index into the codes left, ascending."""
    left = list(LAND)
    struck: list[int] = []
    draws: list[Draw] = []
    for _ in range(rules.FAMINE_PROVINCES):
        draw, dice = dice.draw(len(left))
        draws.append(draw)
        struck.append(left.pop(draw.value))
    return tuple(struck), dice, FamineDrawn(phase=phase, provinces=codes(tuple(struck)), draws=tuple(draws))


def strike_plague(board: Board, dice: Dice) -> tuple[int, Forces, Dice, Event]:
    """Step 11, Summer only: one of the 24 cities; any unit in it is destroyed, fleets too."""
    draw, dice = dice.draw(len(CITIES))
    city = CITIES[draw.value]
    unit, owner = board.forces.units[city], board.forces.owners[city]
    event = PlagueStruck(
        phase=board.phase,
        city=GEOGRAPHY.codes[city],
        unit="" if unit == NONE else unit_text(unit),
        power=power_name(owner) or None,
        draw=draw,
    )
    return city, board.forces if unit == NONE else board.forces.remove(city), dice, event
