"""Winter: W1 rebellions, W2 famine, W3 income, W4 upkeep, W5 builds, and elimination. Nobody is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.cogiavelli import rules
from engine.cogiavelli.events import (
    BuildFailed,
    Built,
    Eliminated,
    Income,
    RebellionRolled,
    Upkeep,
)
from engine.cogiavelli.map.italy import GEOGRAPHY, HOMES, IS_CITY, POWERS, distance
from engine.cogiavelli.reading import Build, OrderSheet
from engine.cogiavelli.state import EVERYONE, Board, unit_of, unit_text
from engine.cogiavelli.view import pays
from engine.conflict.events import Disband
from engine.conflict.orders import FLEET, NONE
from engine.dice import Dice
from engine.game import Event


class BuildReason(StrEnum):
    """Why a build line could not be carried out, in the order they are looked at (`parse` comes at reading)."""

    NOTACITY = "notacity"
    NOTOWNED = "notowned"
    OCCUPIED = "occupied"
    INLAND = "inland"
    INSUFFICIENT = "insufficient"


@dataclass(frozen=True, slots=True)
class Wintering:
    """A board on its way through Winter, the stream, and what happened."""

    board: Board
    dice: Dice
    events: tuple[Event, ...] = ()

    def then(self, step: Callable[[Board, Dice], Wintering]) -> Wintering:
        """After one more step."""
        done = step(self.board, self.dice)
        return Wintering(done.board, done.dice, self.events + done.events)


def winter(board: Board, dice: Dice, sheets: Mapping[int, OrderSheet]) -> Wintering:
    """W1 to W5 in order, with the builds lists of Autumn, then elimination."""
    return (
        Wintering(board, dice)
        .then(rebel)
        .then(starve)
        .then(collect)
        .then(maintain)
        .then(lambda board, dice: build(board, dice, sheets))
        .then(eliminate)
    )


def rebel(board: Board, dice: Dice) -> Wintering:
    """W1: a die for every empty city that is not a home city of its owner, by power, then by code."""
    owners = list(board.owners)
    events: list[Event] = []
    for power in EVERYONE:
        for city in board.cities(power):
            if HOMES[city] == power or board.forces.units[city] != NONE:
                continue
            draw, dice = dice.draw(rules.DIE)
            roll = draw.value + 1
            rebelled = roll <= rules.REBEL_ROLL
            if rebelled:
                owners[city] = NONE
            events.append(
                RebellionRolled(
                    phase=board.winter,
                    city=GEOGRAPHY.codes[city],
                    power=POWERS[power],
                    roll=roll,
                    rebelled=rebelled,
                    draw=draw,
                )
            )
    return Wintering(replace(board, owners=tuple(owners)), dice, tuple(events))


def starve(board: Board, dice: Dice) -> Wintering:
    """W2: every unit standing in a famine province disbands."""
    forces = board.forces
    events: list[Event] = []
    for power in EVERYONE:
        dying = [province for province in board.units(power) if province in board.famine]
        if dying:
            gone = tuple(unit_text(board.forces.units[province]) for province in dying)
            events.append(Disband(phase=board.winter, power=POWERS[power], units=gone, cause="famine"))
        for province in dying:
            forces = forces.remove(province)
    return Wintering(replace(board, forces=forces), dice, tuple(events))


def collect(board: Board, dice: Dice) -> Wintering:
    """W3: 3 ducats a city free of famine and plague, plus a draw of 0..3, made for all six."""
    vault = list(board.treasuries)
    events: list[Event] = []
    for power in EVERYONE:
        draw, dice = dice.draw(rules.VARIABLE_INCOME)
        paying = sum(pays(board, city) for city in board.cities(power))
        fixed = paying * rules.CITY_INCOME
        credited = 0 if board.eliminated[power] else fixed + draw.value
        vault[power] += credited
        events.append(
            Income(
                phase=board.winter,
                power=POWERS[power],
                cities=paying,
                fixed=fixed,
                variable=draw.value,
                credited=credited,
                draw=draw,
            )
        )
    return Wintering(replace(board, treasuries=tuple(vault)), dice, tuple(events))


def maintain(board: Board, dice: Dice) -> Wintering:
    """W4: 1 ducat a unit; what cannot be paid for disbands, furthest from an owned city first, ties by code."""
    vault, forces = list(board.treasuries), board.forces
    events: list[Event] = []
    for power in EVERYONE:
        units, cities = board.units(power), board.cities(power)
        if not units:
            continue
        unpaid = max(0, len(units) - vault[power] // rules.UNIT_UPKEEP)
        ranked = sorted(units, key=lambda p: (-distance(board.forces.units[p] & 1, p, cities), p)) if unpaid else []
        lost = ranked[:unpaid]
        for province in lost:
            forces = forces.remove(province)
        paid = (len(units) - len(lost)) * rules.UNIT_UPKEEP
        vault[power] -= paid
        events.append(Upkeep(phase=board.winter, power=POWERS[power], paid=paid))
        if lost:
            gone = tuple(unit_text(board.forces.units[province]) for province in lost)
            events.append(Disband(phase=board.winter, power=POWERS[power], units=gone, cause="upkeep"))
    return Wintering(replace(board, forces=forces, treasuries=tuple(vault)), dice, tuple(events))


def build(board: Board, dice: Dice, sheets: Mapping[int, OrderSheet]) -> Wintering:
    """W5: 3 ducats each into a vacant city of one's own, by power and in the order listed."""
    events: list[Event] = []
    for power, sheet in sorted(sheets.items()):
        name = POWERS[power]
        for line in sheet.builds:
            reason = build_objection(board, power, line)
            if reason is not None:
                events.append(
                    BuildFailed(phase=board.winter, audience=(name,), power=name, line=line.text, reason=reason.value)
                )
                continue
            vault = list(board.treasuries)
            vault[power] -= rules.BUILD_COST
            unit = unit_of(line.province, line.kind)
            forces = board.forces.place(line.province, unit, power)
            board = replace(board, forces=forces, treasuries=tuple(vault))
            events.append(Built(phase=board.winter, power=name, unit=line.text, paid=rules.BUILD_COST))
    return Wintering(board, dice, tuple(events))


def build_objection(board: Board, power: int, line: Build) -> BuildReason | None:
    """Why a unit cannot be built there now, first match, or None."""
    city = line.province
    if not IS_CITY[city]:
        return BuildReason.NOTACITY
    if board.owners[city] != power:
        return BuildReason.NOTOWNED
    if board.forces.units[city] != NONE:
        return BuildReason.OCCUPIED
    if line.kind == FLEET and not GEOGRAPHY.coastal[city]:
        return BuildReason.INLAND
    if board.treasuries[power] < rules.BUILD_COST:
        return BuildReason.INSUFFICIENT
    return None


def eliminate(board: Board, dice: Dice) -> Wintering:
    """After W5: a power with neither unit nor city leaves the board; its ducats still count."""
    gone = tuple(power for power in board.living() if not board.units(power) and not board.cities(power))
    eliminated = tuple(board.eliminated[power] or power in gone for power in EVERYONE)
    events = tuple(Eliminated(phase=board.winter, power=POWERS[power]) for power in gone)
    return Wintering(replace(board, eliminated=eliminated), dice, events)
