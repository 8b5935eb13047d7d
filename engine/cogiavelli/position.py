"""Any position as text that a player can read and write.

    1499 spring orders
    VENICE: 12 ducats; units A PAD, F VEN, A VER; cities PAD VEN VER
    MILAN: 9 ducats; units A MIL; cities MIL PAV; silenced
    TURK: 4 ducats; eliminated
    famine: COM ROM
    plague: BOL
    ended: conquest VENICE

A power without a line owns nothing and is still in play. Blank lines and lines
beginning with ``#`` are passed over. Two more lines can be read, for tests and
replays: ``dice: 0 3 5`` deals these draws, in order, instead of those of seed 0, and
``pledge: MILAN to ALL keepout BOL`` opens a pledge. They are never rendered: a
position holds no secret.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.cogiavelli.map.italy import GEOGRAPHY, IS_CITY, POWERS, TABLE
from engine.cogiavelli.public import codes
from engine.cogiavelli.state import (
    EVERYONE,
    STREAM,
    Ending,
    Options,
    Season,
    Stage,
    State,
    opening,
)
from engine.conflict.orders import NONE, Forces
from engine.conflict.positions import PositionReader, unit_texts
from engine.dice import Dice, Seed
from engine.game import Outcome
from engine.press import Pledge


def render_position(state: State) -> str:
    """The board as text, which `read_position` reads back to an equal board."""
    board = state.board
    lines = [f"{board.year} {board.season.name.lower()} {board.stage.name.lower()}"]
    for power in EVERYONE:
        parts = [f"{board.treasuries[power]} ducats"]
        units, cities = board.units(power), board.cities(power)
        if units:
            parts.append("units " + unit_texts(TABLE, (board.forces.units[province] for province in units)))
        if cities:
            parts.append("cities " + " ".join(codes(cities)))
        if board.silenced[power]:
            parts.append("silenced")
        if board.eliminated[power]:
            parts.append("eliminated")
        lines.append(f"{POWERS[power]}: " + "; ".join(parts))
    if board.famine:
        lines.append("famine: " + " ".join(codes(board.famine)))
    if board.plague != NONE:
        lines.append(f"plague: {GEOGRAPHY.codes[board.plague]}")
    if state.outcome is not None:
        lines.append(f"ended: {state.outcome.ending.value} {state.outcome.winner or ''}".rstrip())
    return "\n".join(lines) + "\n"


def read_position(text: str, options: Options) -> State:
    """A position; raises `PositionError` naming the line and the word that cannot be read."""
    reader = PositionReader(TABLE, POWERS)
    draft = _Draft(reader)
    for line in reader.lines(text):
        draft.read(line)
    return draft.state(options)


@dataclass(slots=True)
class _Draft:
    """A position while its lines are read."""

    reader: PositionReader
    when: tuple[int, Season, Stage] | None = None
    units: dict[int, tuple[int, int]] = field(default_factory=dict)
    owners: dict[int, int] = field(default_factory=dict)
    ducats: dict[int, int] = field(default_factory=dict)
    silenced: set[int] = field(default_factory=set)
    eliminated: set[int] = field(default_factory=set)
    famine: tuple[int, ...] = ()
    plague: int = NONE
    seed: Seed = 0
    pledges: list[Pledge] = field(default_factory=list)
    outcome: Outcome | None = None

    def read(self, line: str) -> None:
        if self.when is None:
            self.when = self.moment(line.split())
            return
        head, colon, rest = line.partition(":")
        word = head.strip().upper()
        if not colon:
            raise self.reader.fail(f"{line!r} has no colon")
        if word in POWERS:
            self.power(POWERS.index(word), rest)
        elif word == "FAMINE":
            self.famine = tuple(map(self.reader.province, rest.split()))
        elif word == "PLAGUE":
            self.plague = self.city(rest.strip())
        elif word == "DICE":
            self.seed = tuple(map(self.reader.whole, rest.split()))
        elif word == "PLEDGE":
            self.pledges.append(self.reader.pledge(rest))
        elif word == "ENDED":
            self.outcome = self.reader.ending(rest, Ending)
        else:
            raise self.reader.fail(f"{head.strip()!r} is neither a power nor famine, plague, ended, dice, pledge")

    def moment(self, words: list[str]) -> tuple[int, Season, Stage]:
        if len(words) != 3:
            raise self.reader.fail("the first line is the year, the season and the stage, as in '1499 spring press'")
        year, season, stage = words
        if season.upper() not in Season.__members__:
            raise self.reader.fail(f"{season!r} is not spring, summer or autumn")
        if stage.upper() not in Stage.__members__:
            raise self.reader.fail(f"{stage!r} is not press or orders")
        return self.reader.whole(year), Season[season.upper()], Stage[stage.upper()]

    def power(self, power: int, rest: str) -> None:
        for part in filter(None, map(str.strip, rest.split(";"))):
            word, _, more = part.partition(" ")
            if word == "units":
                for text in more.split(","):
                    self.unit(text, power)
            elif word == "cities":
                for code in more.split():
                    if self.owners.setdefault(self.city(code), power) != power:
                        raise self.reader.fail(f"{code} has two owners")
            elif part in ("silenced", "eliminated"):
                (self.silenced if part == "silenced" else self.eliminated).add(power)
            elif more == "ducats":
                self.ducats[power] = self.reader.whole(word)
            else:
                raise self.reader.fail(f"{part!r} is not ducats, units, cities, silenced or eliminated")

    def unit(self, text: str, power: int) -> None:
        unit = self.reader.unit(text)
        if unit >> 1 in self.units:
            raise self.reader.fail(f"two units stand in {GEOGRAPHY.codes[unit >> 1]}")
        self.units[unit >> 1] = (unit, power)

    def city(self, code: str) -> int:
        if not IS_CITY[province := self.reader.province(code)]:
            raise self.reader.fail(f"{code} is not a city")
        return province

    def state(self, options: Options) -> State:
        if self.when is None:
            raise self.reader.fail("the position is empty")
        year, season, stage = self.when
        board = replace(
            opening(options),
            year=year,
            season=season,
            stage=stage,
            forces=Forces.of(GEOGRAPHY, self.units.values()),
            owners=tuple(self.owners.get(province, NONE) for province in range(GEOGRAPHY.n)),
            treasuries=tuple(self.ducats.get(power, 0) for power in EVERYONE),
            silenced=tuple(power in self.silenced for power in EVERYONE),
            eliminated=tuple(power in self.eliminated for power in EVERYONE),
            famine=self.famine,
            plague=self.plague,
        )
        return State(board, Dice(self.seed, STREAM), tuple(self.pledges), outcome=self.outcome)
