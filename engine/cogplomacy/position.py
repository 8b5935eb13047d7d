"""Any position as text that a player can read and write.

    1901 fall retreats
    AUSTRIA: units A BUD, F TRI; centres BUD TRI VIE; dislodged A VIE from BOH to GAL TYR
    GERMANY: units A VIE, A TYR; centres BER KIE MUN
    TURKEY: eliminated
    ended: solo FRANCE

A power without a line owns nothing and is still in play. A dislodged unit tells
where its attacker came from (`by convoy` if so) and after `to` where it may
retreat, if anywhere. Blank lines and lines beginning with ``#`` are passed over.
``pledge: FRANCE to ALL keepout BUR`` opens a pledge; it can be read, for tests
and replays, and is never rendered: a position holds no secret.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.cogplomacy.map.board import GEOGRAPHY, POWERS, TABLE
from engine.cogplomacy.map.europe import IS_CENTRE
from engine.cogplomacy.state import (
    EVERYONE,
    Beaten,
    Board,
    Ending,
    Moment,
    Options,
    State,
    asked,
    codes,
    opening,
)
from engine.conflict.orders import FLEET, NONE, Forces, Unit
from engine.conflict.positions import PositionReader, unit_texts
from engine.conflict.resolve import Dislodgement
from engine.game import Outcome
from engine.press import Pledge

BY_CONVOY = "by convoy"


def render_position(state: State) -> str:
    """The board as text, which `read_position` reads back to an equal board."""
    board = state.board
    lines = [f"{board.year} {board.moment.season} {board.moment.stage}"]
    for power in EVERYONE:
        parts = []
        units, centres = board.units(power), board.centres(power)
        if units:
            parts.append("units " + unit_texts(TABLE, (board.forces.units[province] for province in units)))
        if centres:
            parts.append("centres " + " ".join(codes(centres)))
        parts += [_render_beaten(beaten) for beaten in board.beaten if beaten.lost.owner == power]
        if board.eliminated[power]:
            parts.append("eliminated")
        if parts:
            lines.append(f"{POWERS[power]}: " + "; ".join(parts))
    if state.outcome is not None:
        lines.append(f"ended: {state.outcome.ending.value} {state.outcome.winner or ''}".rstrip())
    return "\n".join(lines) + "\n"


def _render_beaten(beaten: Beaten) -> str:
    lost = beaten.lost
    words = ["dislodged", TABLE.unit_text(lost.unit), "from", GEOGRAPHY.codes[lost.origin]]
    words += [BY_CONVOY] * lost.convoyed + ["to", *codes(beaten.options)] * bool(beaten.options)
    return " ".join(words)


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
    when: tuple[int, Moment] | None = None
    units: dict[int, tuple[Unit, int]] = field(default_factory=dict)
    owners: dict[int, int] = field(default_factory=dict)
    eliminated: set[int] = field(default_factory=set)
    beaten: dict[int, Beaten] = field(default_factory=dict)
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
            for part in filter(None, map(str.strip, rest.split(";"))):
                self.power(POWERS.index(word), part)
        elif word == "PLEDGE":
            self.pledges.append(self.reader.pledge(rest))
        elif word == "ENDED":
            self.outcome = self.reader.ending(rest, Ending)
        else:
            raise self.reader.fail(f"{head.strip()!r} is neither a power nor ended, pledge")

    def moment(self, words: list[str]) -> tuple[int, Moment]:
        if len(words) != 3:
            raise self.reader.fail("the first line is the year, the season and the phase, as in '1901 spring press'")
        name = "_".join(words[1:]).upper()
        if name not in Moment.__members__:
            known = ", ".join(f"{moment.season} {moment.stage}" for moment in Moment)
            raise self.reader.fail(f"{' '.join(words[1:])!r} is not one of {known}")
        return self.reader.whole(words[0]), Moment[name]

    def power(self, power: int, part: str) -> None:
        word, _, more = part.partition(" ")
        if word == "units":
            for text in more.split(","):
                self.unit(self.reader.unit(text), power)
        elif word == "centres":
            for code in more.split():
                centre = self.reader.province(code)
                if not IS_CENTRE[centre]:
                    raise self.reader.fail(f"{code} is not a supply centre")
                if self.owners.setdefault(centre, power) != power:
                    raise self.reader.fail(f"{code} has two owners")
        elif word == "dislodged":
            self.dislodged(more, power)
        elif part == "eliminated":
            self.eliminated.add(power)
        else:
            raise self.reader.fail(f"{part!r} is not units, centres, dislodged or eliminated")

    def unit(self, unit: Unit, power: int) -> None:
        province = TABLE.province(unit)
        if province in self.units:
            raise self.reader.fail(f"two units stand in {GEOGRAPHY.codes[province]}")
        self.units[province] = unit, power

    def dislodged(self, text: str, power: int) -> None:
        head, _, to = text.partition(" to ")
        words, _, origin = head.partition(" from ")
        if not origin:
            raise self.reader.fail("a dislodged unit reads 'dislodged A VIE from BOH to GAL TYR'")
        unit = self.reader.unit(words)
        attacker = self.reader.province(origin.removesuffix(BY_CONVOY).strip())
        lost = Dislodgement(TABLE.province(unit), unit, power, attacker, origin.endswith(BY_CONVOY))
        graph = GEOGRAPHY.fleet_neighbours if unit & 1 == FLEET else GEOGRAPHY.army_neighbours
        options = sorted((self.reader.space(code) for code in set(to.split())), key=GEOGRAPHY.spaces.__getitem__)
        for space in options:
            if space not in graph[unit >> 1]:
                raise self.reader.fail(f"{words.strip()} cannot retreat to {GEOGRAPHY.spaces[space]}")
        if self.beaten.setdefault(lost.province, beaten := Beaten(lost, tuple(options))) is not beaten:
            raise self.reader.fail(f"two units were dislodged in {GEOGRAPHY.codes[lost.province]}")

    def state(self, options: Options) -> State:
        if self.when is None:
            raise self.reader.fail("the position is empty")
        year, moment = self.when
        board = opening(options)._replace(
            year=year,
            moment=moment,
            forces=Forces.of(GEOGRAPHY, self.units.values()),
            owners=tuple(self.owners.get(province, NONE) for province in range(GEOGRAPHY.n)),
            eliminated=tuple(power in self.eliminated for power in EVERYONE),
            beaten=tuple(beaten for _, beaten in sorted(self.beaten.items())),
        )
        self.check(board)
        return State(board, tuple(self.pledges), outcome=self.outcome)

    def check(self, board: Board) -> None:
        if board.beaten and board.moment.stage != "retreats":
            raise self.reader.fail(f"units are dislodged, so this must be a retreat phase and not {board.phase}")
        for beaten in board.beaten:
            if board.forces.units[beaten.lost.province] == NONE:
                raise self.reader.fail(f"no attacker stands in {GEOGRAPHY.codes[beaten.lost.province]}")
            taken = [space for space in beaten.options if board.forces.units[GEOGRAPHY.province_of[space]] != NONE]
            if taken:
                raise self.reader.fail(f"{GEOGRAPHY.spaces[taken[0]]} is occupied, nobody can retreat to it")
        if self.outcome is None and not asked(board):
            raise self.reader.fail(f"nobody has anything to decide in {board.phase}")
