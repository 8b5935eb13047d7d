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
replays: ``dice: 0 3 5`` deals these draws, in order, and ``pledge: MILAN to ALL
keepout BOL`` opens a pledge. They are never rendered: a position holds no secret.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from dataclasses import replace as altered

from engine.cogiavelli.map.italy import GEOGRAPHY, IS_CITY, POWERS
from engine.cogiavelli.public import codes
from engine.cogiavelli.state import (
    EVERYONE,
    Ending,
    Options,
    Season,
    Stage,
    State,
    opening,
    unit_of,
    unit_text,
)
from engine.conflict.orders import LETTERS, NONE, Forces
from engine.dice import Dice, Seed
from engine.errors import PositionError
from engine.game import Outcome
from engine.press import Pledge, PledgeKind
from engine.press_reading import ALL

STREAM = "dice"
"""The one stream of shocks."""


def render_position(state: State) -> str:
    """The board as text, which `read_position` reads back to an equal board."""
    board = state.board
    lines = [f"{board.year} {board.season.name.lower()} {board.stage.name.lower()}"]
    for power in EVERYONE:
        parts = [f"{board.treasuries[power]} ducats"]
        units, cities = board.units(power), board.cities(power)
        if units:
            parts.append("units " + ", ".join(unit_text(board.forces.units[province]) for province in units))
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
    draft = _Draft()
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            draft.number = number
            draft.read(line.strip())
    return draft.state(options)


@dataclass(slots=True)
class _Draft:
    """A position while its lines are read."""

    number: int = 0
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

    def fail(self, what: str) -> PositionError:
        return PositionError(f"line {self.number}: {what}")

    def read(self, line: str) -> None:
        if self.when is None:
            self.when = self.moment(line.split())
            return
        head, colon, rest = line.partition(":")
        word = head.strip().upper()
        if not colon:
            raise self.fail(f"{line!r} has no colon")
        if word in POWERS:
            self.power(POWERS.index(word), rest)
        elif word == "FAMINE":
            self.famine = tuple(self.province(code) for code in rest.split())
        elif word == "PLAGUE":
            self.plague = self.city(rest.strip())
        elif word == "DICE":
            self.seed = tuple(self.whole(part) for part in rest.split())
        elif word == "PLEDGE":
            self.pledges.append(self.pledge(rest.split()))
        elif word == "ENDED":
            self.outcome = self.ending(rest.split())
        else:
            raise self.fail(f"{head.strip()!r} is neither a power nor famine, plague, ended, dice, pledge")

    def moment(self, words: list[str]) -> tuple[int, Season, Stage]:
        if len(words) != 3:
            raise self.fail("the first line is the year, the season and the stage, as in '1499 spring press'")
        year, season, stage = words
        if season.upper() not in Season.__members__:
            raise self.fail(f"{season!r} is not spring, summer or autumn")
        if stage.upper() not in Stage.__members__:
            raise self.fail(f"{stage!r} is not press or orders")
        return self.whole(year), Season[season.upper()], Stage[stage.upper()]

    def power(self, power: int, rest: str) -> None:
        for part in filter(None, map(str.strip, rest.split(";"))):
            word, _, more = part.partition(" ")
            if word == "units":
                for text in more.split(","):
                    self.unit(text.split(), power)
            elif word == "cities":
                for code in more.split():
                    city = self.city(code)
                    if self.owners.setdefault(city, power) != power:
                        raise self.fail(f"{code} has two owners")
            elif word in ("silenced", "eliminated"):
                (self.silenced if word == "silenced" else self.eliminated).add(power)
            elif more == "ducats":
                self.ducats[power] = self.whole(word)
            else:
                raise self.fail(f"{part!r} is not ducats, units, cities, silenced or eliminated")

    def unit(self, words: list[str], power: int) -> None:
        if len(words) != 2 or words[0] not in LETTERS or len(words[0]) != 1:
            raise self.fail(f"{' '.join(words)!r} is not a unit like A VEN")
        kind, province = LETTERS.index(words[0]), self.province(words[1])
        if not (GEOGRAPHY.berths[province] if kind else GEOGRAPHY.land[province]):
            raise self.fail(f"{' '.join(words)} cannot stand there")
        if province in self.units:
            raise self.fail(f"two units stand in {words[1]}")
        self.units[province] = (unit_of(province, kind), power)

    def pledge(self, words: list[str]) -> Pledge:
        if len(words) < 4 or words[0] not in POWERS or words[1] != "to" or words[2] not in (*POWERS, ALL):
            raise self.fail("a pledge reads 'MILAN to VENICE peace' or 'MILAN to ALL keepout BOL'")
        if words[3] not in {kind.value for kind in PledgeKind}:
            raise self.fail(f"{words[3]!r} is not peace, keepout or support")
        place = GEOGRAPHY.codes[self.province(words[4])] if len(words) > 4 else ""
        return Pledge(words[0], None if words[2] == ALL else words[2], PledgeKind(words[3]), place)

    def ending(self, words: list[str]) -> Outcome:
        winner = words[1] if len(words) == 2 else None
        if not words or words[0] not in {ending.value for ending in Ending} or winner not in (None, *POWERS):
            raise self.fail("an end reads 'conquest VENICE', 'complete' or 'deadline'")
        return Outcome(Ending(words[0]), winner)

    def province(self, code: str) -> int:
        if code not in GEOGRAPHY.codes:
            raise self.fail(f"{code!r} is not a province")
        return GEOGRAPHY.ids[code]

    def city(self, code: str) -> int:
        if not IS_CITY[province := self.province(code)]:
            raise self.fail(f"{code} is not a city")
        return province

    def whole(self, word: str) -> int:
        if not (word.isascii() and word.isdigit() and len(word) < 10):
            raise self.fail(f"{word!r} is not a whole number")
        return int(word)

    def state(self, options: Options) -> State:
        if self.when is None:
            raise PositionError("line 1: the position is empty")
        year, season, stage = self.when
        board = altered(
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
