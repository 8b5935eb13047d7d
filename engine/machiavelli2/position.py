"""Any position as text that a player can read and write.

    1454 spring orders
    VENICE: 9 ducats; units F DAL, A PAD, G VEN; controls BER DAL; cities DAL; marks BER DAL; chits MILAN
    AUTONOMOUS: units G FER, A LUC
    threshold: 15
    siege: FER
    rebels: PAD
    city rebels: PAD
    famine: MAN
    retreat: VENICE A TRV to FRI TRV
    allies: NAPLES TURKEY
    ended: victory VENICE

A power's line may also hold ``loans 3:10+2``, which is ten ducats and two of
interest due in three seasons, ``barred`` and ``eliminated``. A special unit has its
rank in front, ``EM A PAD``. What is not said is nobody's. Blank lines and lines
beginning with ``#`` are passed over. Two more lines can be read, for tests and
replays: ``dice: 0 3 5`` deals these draws instead of those of seed 0, and
``pledge: MILAN to ALL keepout BOL`` opens a pledge. They are never rendered.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.conflict.orders import NONE, Forces, Unit
from engine.conflict.positions import PositionReader
from engine.dice import Dice, Seed
from engine.game import Outcome
from engine.machiavelli2.map.theatre import AUTONOMOUS, GARRISON, LETTERS, Theatre, theatre
from engine.machiavelli2.options import Options
from engine.machiavelli2.pledges import PLEDGES
from engine.machiavelli2.public import FREE, codes
from engine.machiavelli2.state import (
    NO_LOANS,
    ORDINARY,
    RANK_WORDS,
    STREAM,
    Board,
    Dislodged,
    Ending,
    Loan,
    Season,
    Stage,
    State,
    Tally,
    opening,
    ranked,
)
from engine.press import Pledge

_AREAS = ("siege", "rebels", "city rebels", "famine")


def render_position(state: State) -> str:
    """The board as text, which `read_position` reads back to an equal board."""
    board = state.board
    lines = [f"{board.year} {board.season.name.lower()} {board.stage.name.lower()}"]
    lines += [f"{board.power_name(power)}: {'; '.join(_power(board, power))}" for power in board.everyone]
    free = _possessions(board, AUTONOMOUS)
    if free:
        lines.append(f"{FREE}: {'; '.join(free)}")
    lines.append(f"threshold: {board.threshold}")
    marked = zip(_AREAS, (board.sieges, board.rebels, board.city_rebels, board.famine), strict=True)
    lines += [f"{word}: {' '.join(codes(board, areas))}" for word, areas in marked if areas]
    lines += [_dislodged(board, each) for each in board.dislodged]
    lines += [f"allies: {board.power_name(one)} {board.power_name(two)}" for one, two in sorted(board.alliances)]
    if state.outcome is not None:
        lines.append(f"ended: {state.outcome.ending.value} {state.outcome.winner or ''}".rstrip())
    return "\n".join(lines) + "\n"


def _power(board: Board, power: int) -> list[str]:
    parts = [f"{board.treasuries[power]} ducats", *_possessions(board, power)]
    chits = [board.power_name(other) for other in board.everyone if board.chits[power] >> other & 1]
    if chits:
        parts.append("chits " + " ".join(chits))
    loans = [f"{n}:{loan.principal}+{loan.interest}" for n, loan in enumerate(board.loans[power]) if loan != Loan()]
    if loans:
        parts.append("loans " + " ".join(loans))
    return parts + ["barred"] * board.barred[power] + ["eliminated"] * board.eliminated[power]


def _possessions(board: Board, owner: int) -> list[str]:
    units = ", ".join(map(board.unit_text, board.units(owner)))
    rows = (("controls", board.owners), ("cities", board.city_owners), ("marks", board.marks))
    parts = [f"units {units}"] if units else []
    for word, row in rows:
        areas = [area for area in range(board.theatre.n) if row[area] == owner]
        parts += [f"{word} {' '.join(codes(board, areas))}"] if areas else []
    return parts


def _dislodged(board: Board, each: Dislodged) -> str:
    unit = ranked(board.theatre.unit_text(each.unit), each.rank)
    owner = board.power_name(each.owner) or FREE
    return f"retreat: {owner} {unit} to {' '.join(codes(board, each.options))}".rstrip()


def read_position(text: str, options: Options) -> State:
    """A position; raises `PositionError` naming the line and the word that cannot be read."""
    stage = theatre(options.scenario)
    reader = PositionReader(stage.table, stage.powers, PLEDGES)
    draft = _Draft(stage, reader, opening(options))
    for line in reader.lines(text):
        draft.read(line)
    return draft.state()


@dataclass(slots=True)
class _Draft:
    """A position while its lines are read."""

    stage: Theatre
    reader: PositionReader
    board: Board
    started: bool = False
    units: dict[int, tuple[Unit, int, int]] = field(default_factory=dict)
    rows: dict[str, dict[int, int]] = field(default_factory=lambda: {"controls": {}, "cities": {}, "marks": {}})
    sums: dict[int, dict[str, int]] = field(default_factory=dict)
    loans: dict[int, tuple[Loan, ...]] = field(default_factory=dict)
    areas: dict[str, frozenset[int]] = field(default_factory=dict)
    lost: list[Dislodged] = field(default_factory=list)
    allies: set[tuple[int, int]] = field(default_factory=set)
    pledges: list[Pledge] = field(default_factory=list)
    threshold: int = 0
    seed: Seed = 0
    outcome: Outcome | None = None

    def read(self, line: str) -> None:
        if not self.started:
            self.started = True
            self.board = self._moment(line.split())
            return
        head, colon, rest = line.partition(":")
        word = head.strip()
        if not colon:
            raise self.reader.fail(f"{line!r} has no colon")
        if word.upper() in (*self.stage.powers, FREE):
            self._power(self.stage.index(word.upper()), rest)
        elif word.lower() in _AREAS:
            self.areas[word.lower()] = frozenset(map(self._area, rest.split()))
        elif word.lower() in ("threshold", "retreat", "allies", "dice", "pledge", "ended"):
            self._fact(word.lower(), rest)
        else:
            raise self.reader.fail(f"{word!r} is neither a power nor {', '.join(_AREAS)}, threshold, retreat, ended")

    def _fact(self, word: str, rest: str) -> None:
        if word == "threshold":
            self.threshold = self.reader.whole(rest.strip())
        elif word == "retreat":
            self.lost.append(self._lost(rest))
        elif word == "allies":
            one, _, two = rest.strip().partition(" ")
            self.allies.add((self._side(one), self._side(two.strip())))
        elif word == "dice":
            self.seed = tuple(map(self.reader.whole, rest.split()))
        elif word == "pledge":
            self.pledges.append(self.reader.pledge(rest))
        else:
            self.outcome = self.reader.ending(rest, Ending)

    def _moment(self, words: list[str]) -> Board:
        if len(words) != 3:
            raise self.reader.fail("the first line is the year, the season and the stage, as in '1454 spring press'")
        year, season, stage = words
        if season.upper() not in Season.__members__:
            raise self.reader.fail(f"{season!r} is not spring, summer or fall")
        if stage.upper() not in Stage.__members__:
            raise self.reader.fail(f"{stage!r} is not press, orders, retreats or adjustments")
        when = self.reader.whole(year)
        return replace(self.board, year=when, season=Season[season.upper()], stage=Stage[stage.upper()])

    def _power(self, owner: int, rest: str) -> None:
        for part in filter(None, map(str.strip, rest.split(";"))):
            word, _, more = part.partition(" ")
            sums = self.sums.setdefault(owner, {})
            if more == "ducats":
                sums["ducats"] = self.reader.whole(word)
            elif word in ("barred", "eliminated") and not more:
                sums[word] = 1
            elif word == "units":
                for text in more.split(","):
                    self._place(text, owner)
            elif word in self.rows:
                self.rows[word] |= dict.fromkeys(
                    map(self._town if word == "cities" else self._area, more.split()), owner
                )
            elif word == "chits":
                sums["chits"] = sum(1 << self._side(name) for name in set(more.split()))
            elif word == "loans":
                self.loans[owner] = self._loans(more.split())
            else:
                raise self.reader.fail(f"{part!r} is not ducats, units, controls, cities, marks, chits, loans")

    def _place(self, text: str, owner: int) -> None:
        unit, rank = self._unit(text)
        venice = self.stage.venice
        alone = {venice, self.stage.city_of[venice]} if self.stage.area_of[unit >> 1] == venice else {unit >> 1}
        if not alone.isdisjoint(self.units):
            raise self.reader.fail(f"two units stand where {text.strip()} does")
        self.units[unit >> 1] = unit, owner, rank

    def _unit(self, text: str) -> tuple[Unit, int]:
        """``A PAD``, ``EP G FLO``, where it can stand."""
        words = text.split()
        rank = RANK_WORDS.index(words.pop(0)) if words and words[0] in RANK_WORDS[1:] else ORDINARY
        if len(words) != 2 or words[0] not in tuple(LETTERS):
            raise self.reader.fail(f"{text.strip()!r} is not a unit like A PAD")
        kind, area = LETTERS.index(words[0]), self._area(words[1])
        if kind == GARRISON:
            fits = self.stage.has_walls(area)
        else:
            fits = area != self.stage.venice if kind == 0 else bool(self.stage.fleet_reach[area])
            fits = fits and not (kind == 0 and self.stage.sea[area])
        if not fits:
            raise self.reader.fail(f"{text.strip()} cannot stand there")
        return self.stage.unit(kind, area), rank

    def _area(self, code: str) -> int:
        area = self.reader.province(code)
        if area >= self.stage.n:
            raise self.reader.fail(f"{code!r} is not a province")
        return area

    def _town(self, code: str) -> int:
        area = self._area(code)
        if self.stage.cities[area] is None:
            raise self.reader.fail(f"{code} has no city")
        return area

    def _side(self, name: str) -> int:
        if name not in self.stage.powers:
            raise self.reader.fail(f"{name!r} is not a power of this scenario")
        return self.stage.powers.index(name)

    def _loans(self, words: list[str]) -> tuple[Loan, ...]:
        loans = list(NO_LOANS)
        for word in words:
            season, _, sums = word.partition(":")
            principal, _, interest = sums.partition("+")
            due = self.reader.whole(season)
            if due >= len(loans):
                raise self.reader.fail(f"{word!r} is due too late")
            loans[due] = Loan(self.reader.whole(principal), self.reader.whole(interest))
        return tuple(loans)

    def _lost(self, text: str) -> Dislodged:
        side, _, rest = text.strip().partition(" ")
        unit, _, ways = rest.partition(" to")
        where, rank = self._unit(unit)
        if where >> 1 >= self.stage.n:
            raise self.reader.fail(f"{unit!r} cannot be dislodged")
        owner = AUTONOMOUS if side == FREE else self._side(side)
        return Dislodged(where, owner, rank, tuple(sorted(set(map(self._area, ways.split())))))

    def state(self) -> State:
        if not self.started:
            raise self.reader.fail("a position begins with a line like '1454 spring press'")
        n, powers = self.stage.geography.n, self.board.everyone
        ranks = tuple(self.units[place][2] if place in self.units else ORDINARY for place in range(n))
        forces = Forces.of(self.stage.geography, ((unit, owner) for unit, owner, _ in self.units.values()))

        def row(word: str) -> tuple[int, ...]:
            return tuple(self.rows[word].get(area, NONE) for area in range(self.stage.n))

        def sums(word: str) -> tuple[int, ...]:
            return tuple(self.sums.get(power, {}).get(word, 0) for power in powers)

        board = replace(
            self.board,
            forces=forces,
            ranks=ranks,
            owners=row("controls"),
            city_owners=row("cities"),
            marks=row("marks"),
            treasuries=sums("ducats"),
            chits=sums("chits"),
            barred=tuple(map(bool, sums("barred"))),
            eliminated=tuple(map(bool, sums("eliminated"))),
            loans=tuple(self.loans.get(power, NO_LOANS) for power in powers),
            threshold=self.threshold or self.board.threshold,
            sieges=self.areas.get("siege", frozenset()),
            rebels=self.areas.get("rebels", frozenset()),
            city_rebels=self.areas.get("city rebels", frozenset()),
            famine=self.areas.get("famine", frozenset()),
            dislodged=tuple(sorted(self.lost, key=lambda each: each.unit)),
            alliances=frozenset(self.allies),
        )
        return State(board, Dice(self.seed, STREAM), (Tally(),) * len(powers), tuple(self.pledges), self.outcome)
