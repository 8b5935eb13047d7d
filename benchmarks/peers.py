"""The Cogplomacy engine against PyPI's ``diplomacy`` 1.1.2, phase by phase on the same play in the same run.

    pip install diplomacy==1.1.2      # AGPL, for this comparison only: nothing here depends on it
    python -m benchmarks.peers [episodes]

*Random play*: episodes under the datc edition are played at random here, and then with the same orders there; both
list the complete legal orders of all powers in every phase. *Real games*: the movement phases of recorded games, where
that collection is at hand (COGLEAGUE_SHARED, or ``shared`` beside the checkout); each is met first, after the random
play, as in a process that plays a night; and then once more when all its orders and convoys are known to both.

Timed here is the *kernel*, which like the other engine lists, judges, says how every order went and moves the units;
or *all*: in random play the whole game, with ownership, counts and events as values, in real games the reading of
order lines and the event. There, orders are always read from text. Each engine plays all episodes or games in a row, as
it would without the other; CPU is summed by episode or game, the ratio is of two sums, and medians are told. Picking at
random, setting up a position there and comparing the boards afterwards are not timed.
"""

from __future__ import annotations

import json
import os
import sys
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import process_time_ns
from typing import Any

from benchmarks.measure import settle_garbage, show
from benchmarks.random_play import EUROPE
from engine.cogplomacy.adjustments import adjust
from engine.cogplomacy.map.board import GEOGRAPHY, POWERS, TABLE
from engine.cogplomacy.reading import NOTATION
from engine.cogplomacy.state import State
from engine.conflict.events import tell_movement
from engine.conflict.legal import every_legal_order
from engine.conflict.orders import FLEET, Forces, OrderId
from engine.conflict.resolve import Adjudication, adjudicate
from engine.conflict.retreats import resolve_retreats, retreat_options
from engine.conflict.rulebook import DATC

EPISODES = 30
WARMUP = 40
SHARED = Path(os.environ.get("COGLEAGUE_SHARED", Path(__file__).parents[2] / "shared"))

Standing = Mapping[str, list[str]]
"""Unit texts by power, sorted, in this engine's codes."""

Lines = Mapping[str, list[str]]
"""Order lines by power."""


@dataclass
class Pair:
    """Nanoseconds of CPU of both engines over the same phases."""

    phases: int = 0
    units: int = 0
    ours: int = 0
    theirs: int = 0
    apart: str = ""
    """Where the boards differed, if they did: the pair ends there."""


class Peer:
    """A game of the other engine, in this engine's words: it calls the Gulf of Lyon LYO."""

    def __init__(self) -> None:
        from diplomacy import Game

        self._game = Game()

    @property
    def phase(self) -> str:
        """``S1901M``, ``W1901A``, ``COMPLETED``."""
        return str(self._game.get_current_phase())

    def place(self, phase: str, units: Standing, centres: Standing) -> None:
        """Set up a position."""
        self._game.clear_units()
        self._game.clear_centers()
        self._game.set_current_phase(phase)
        for power in POWERS:
            self._game.set_units(power, [theirs(unit) for unit in units.get(power, ())])
            self._game.set_centers(power, [theirs(centre) for centre in centres.get(power, ())])

    def play(self, lines: Mapping[str, Iterable[str]]) -> None:
        """List all legal orders, take these, and go on to the next phase."""
        self._game.get_all_possible_orders()
        for power, own in lines.items():
            self._game.set_orders(power, list(own))
        self._game.process()

    def standing(self) -> Standing:
        """Who stands where; the dislodged left out."""
        units = ((power, [unit for unit in self._game.get_units(power) if unit[0] != "*"]) for power in POWERS)
        return {power: sorted(map(ours, own)) for power, own in units if own}


def theirs(text: str) -> str:
    """An order or unit in the other engine's words."""
    return text.replace("GOL", "LYO").replace(" VIA CONVOY", " VIA")


def ours(text: str) -> str:
    """A unit in this engine's words."""
    return text.replace("LYO", "GOL")


def standing(forces: Forces) -> Standing:
    """Who stands where on a board of this engine."""
    found: dict[str, list[str]] = {}
    for unit, owner in zip(forces.units, forces.owners, strict=True):
        if unit >= 0:
            found.setdefault(POWERS[owner], []).append(TABLE.unit_text(unit))
    return {power: sorted(own) for power, own in found.items()}


def phase_name(state: State) -> str:
    """A phase as the other engine names it: ``F1903R``."""
    season, stage = state.board.moment.season, state.board.moment.stage
    return f"{season[0].upper()}{state.board.year}{ {'orders': 'M', 'retreats': 'R', 'adjustments': 'A'}[stage] }"


def written(state: State, sheets: Mapping[int, Any]) -> dict[str, list[str]]:
    """What was decided, as lines the other engine reads."""
    board, stage = state.board, state.board.moment.stage
    lines: dict[str, list[str]] = {}
    for power, sheet in sheets.items():
        if stage == "orders":
            own = [TABLE.text(order) for order in sheet.orders.values()]
        elif stage == "retreats":
            own = []
            for beaten in board.to_retreat(power):
                space = sheet.retreats.get(beaten.lost.province)
                unit = TABLE.unit_text(beaten.lost.unit)
                own.append(f"{unit} D" if space is None else f"{unit} R {GEOGRAPHY.spaces[space]}")
        else:
            own = [f"{TABLE.unit_text(unit)} B" for unit in sheet.builds]
            own += [f"{TABLE.unit_text(board.forces.units[province])} D" for province in sheet.disbands]
        lines[POWERS[power]] = [theirs(line) for line in own]
    return lines


def judge(state: State, sheets: Mapping[int, Any]) -> None:
    """What the kernel does for a phase: every order judged with its cause, retreats and adjustments made."""
    board, stage = state.board, state.board.moment.stage
    if stage == "orders":
        orders = {province: order for sheet in sheets.values() for province, order in sheet.orders.items()}
        fight(board.forces, orders)
    elif stage == "retreats":
        choices = {province: space for sheet in sheets.values() for province, space in sheet.retreats.items()}
        resolve_retreats(GEOGRAPHY, board.forces, tuple(beaten.lost for beaten in board.beaten), choices)
    else:
        adjust(board, sheets)


def play_here(seed: int, *, kernel: bool) -> list[int]:
    """Nanoseconds of each phase of an episode of random play: the whole game, or its `kernel` alone."""
    spent = []
    state, dice = EUROPE.game.start(seed, EUROPE.options).state, Random(seed)
    while EUROPE.game.outcome(state) is None:
        start = process_time_ns()
        EUROPE.offer(state.board)
        listed = process_time_ns()
        sheets = EUROPE.decide(state.board, dice)
        submissions = EUROPE.submit(sheets)
        decided = process_time_ns()
        if kernel:
            judge(state, sheets)
            judged = process_time_ns()
            state = EUROPE.game.resolve(state, submissions).state
        else:
            state = EUROPE.game.resolve(state, submissions).state
            judged = process_time_ns()
        spent.append(judged - decided + listed - start)
    return spent


def play_there(seed: int, spent: list[int]) -> Pair:
    """The same episode, as far as the boards agree."""
    pair, peer = Pair(), Peer()
    for (before, sheets), mine in zip(EUROPE.states(seed), spent, strict=True):
        if peer.phase != phase_name(before) or peer.standing() != standing(before.board.forces):
            pair.apart = f"seed {seed}, {phase_name(before)} (there {peer.phase})"
            break
        lines = written(before, sheets)
        start = process_time_ns()
        peer.play(lines)
        add(pair, mine, process_time_ns() - start, before.board.forces)
    return pair


def random_play(seeds: range, *, kernel: bool) -> list[Pair]:
    """Episodes of random play here, and then there."""
    settle_garbage()
    here = [play_here(seed, kernel=kernel) for seed in seeds]
    return [play_there(seed, spent) for seed, spent in zip(seeds, here, strict=True)]


def add(pair: Pair, mine: int, other: int, forces: Forces) -> None:
    """One phase more."""
    pair.phases += 1
    pair.units += len(forces.occupied())
    pair.ours += mine
    pair.theirs += other


def code(place: str) -> str:
    """This engine's code of a space by any code of the field."""
    province, slash, coast = place.partition("/")
    known = NOTATION.read_province(province)
    assert known is not None
    return GEOGRAPHY.codes[known] + slash + coast


@dataclass(frozen=True)
class Record:
    """The movement phases of a recorded game: as read, with boards and order lines by power in this engine's codes."""

    name: str
    phases: Sequence[Mapping[str, Any]]
    boards: Sequence[Forces]
    lines: Sequence[Lines]


def load_record(path: Path) -> Record:
    """A recorded game."""
    phases = [phase for phase in json.loads(path.read_text())["phases"] if moves(phase)]
    boards = [
        Forces.of(GEOGRAPHY, [(unit_of(text), POWERS.index(p)) for p, own in units(phase) for text in own])
        for phase in phases
    ]
    lines = [{power: list(map(lined, own)) for power, own in phase["orders"].items() if own} for phase in phases]
    return Record(path.name, phases, boards, lines)


def judge_there(record: Record, fought: list[tuple[Adjudication, int]]) -> Pair:
    """The phases of a recorded game there, each set up as recorded."""
    pair, peer = Pair(), Peer()
    for phase, forces, orders, (battle, mine) in zip(record.phases, record.boards, record.lines, fought, strict=True):
        centres = {power: list(map(code, own)) for power, own in phase["centers"].items()}
        peer.place(phase["name"], dict(units(phase)), centres)
        lines = {power: list(map(theirs, own)) for power, own in orders.items()}
        start = process_time_ns()
        peer.play(lines)
        add(pair, mine, process_time_ns() - start, forces)
        if peer.standing() != standing(battle.forces):
            pair.apart = f"{record.name}, {phase['name']}"
    return pair


def real_games(records: list[Record], *, kernel: bool) -> list[Pair]:
    """Recorded games here, and then there; timed are all steps here, or those of the `kernel` alone."""
    settle_garbage()
    play = listed_and_judged if kernel else read_and_told
    here = [play(record.boards, record.lines) for record in records]
    return [judge_there(record, fought) for record, fought in zip(records, here, strict=True)]


def listed_and_judged(boards: Sequence[Forces], written: Sequence[Lines]) -> list[tuple[Adjudication, int]]:
    """The kernel alone over the phases of a game: listed first, then read, which is not timed, then judged."""
    spent = []
    for forces in boards:
        start = process_time_ns()
        every_legal_order(TABLE, forces)
        spent.append(process_time_ns() - start)
    orders = [read_lines(forces, lines) for forces, lines in zip(boards, written, strict=True)]
    fought = []
    for forces, ordered, listing in zip(boards, orders, spent, strict=True):
        start = process_time_ns()
        battle = fight(forces, ordered)
        fought.append((battle, process_time_ns() - start + listing))
    return fought


def read_and_told(boards: Sequence[Forces], written: Sequence[Lines]) -> list[tuple[Adjudication, int]]:
    """Phase by phase: listed, read from text, judged and told as an event."""
    fought = []
    for forces, lines in zip(boards, written, strict=True):
        start = process_time_ns()
        every_legal_order(TABLE, forces)
        battle = fight(forces, read_lines(forces, lines))
        tell_movement("", TABLE, POWERS, battle)
        fought.append((battle, process_time_ns() - start))
    return fought


def moves(phase: Mapping[str, Any]) -> bool:
    """Whether these are orders of movement; the last phase of a record has none."""
    return bool(phase["name"].endswith("M") and any(phase["orders"].values()))


def units(phase: Mapping[str, Any]) -> list[tuple[str, list[str]]]:
    """Unit texts by power in this engine's codes."""
    return [(power, [f"{text[:2]}{code(text[2:])}" for text in own]) for power, own in phase["units"].items()]


def lined(line: str) -> str:
    """A recorded order with this engine's codes, which the other one reads too."""
    words = [code(word) if len(word) > 2 and word != "VIA" else word for word in line.split()]
    return " ".join(words)


def read_lines(forces: Forces, orders: Lines) -> dict[int, OrderId]:
    """Order lines of all powers as orders."""
    read: dict[int, OrderId] = {}
    for power, lines in orders.items():
        read.update(NOTATION.read_orders(lines, forces, POWERS.index(power)).orders)
    return read


def fight(forces: Forces, orders: Mapping[int, OrderId]) -> Adjudication:
    """Every order judged with its cause, and where the dislodged may go."""
    battle = adjudicate(TABLE, DATC, forces, orders)
    assert battle.verdicts
    retreat_options(GEOGRAPHY, DATC, battle)
    return battle


def unit_of(text: str) -> int:
    """``F STP/SC`` as a unit."""
    return GEOGRAPHY.space_ids[text[2:]] * 2 + (text[0] == "F") * FLEET


def tell(title: str, pairs: list[Pair]) -> None:
    """Print the medians of some pairs."""
    phases = sum(pair.phases for pair in pairs)
    ratios = [pair.theirs / pair.ours for pair in pairs]
    rows = [
        (f"{name}", f"{1e9 / median(spent):9,.0f} phases per second, {median(spent) / 1000:8.1f} µs a phase")
        for name, spent in (
            ("cogleague", [pair.ours / pair.phases for pair in pairs]),
            ("diplomacy 1.1.2", [pair.theirs / pair.phases for pair in pairs]),
        )
    ]
    rows.append(("ratio, paired", f"{median(ratios):.1f} (from {min(ratios):.1f} to {max(ratios):.1f})"))
    apart = [pair.apart for pair in pairs if pair.apart]
    rows.append(("boards differed", ", ".join(apart) or "never"))
    show(f"\n{title}: {len(pairs)} pairs, {phases} phases, {sum(p.units for p in pairs) / phases:.0f} units", rows)


def main() -> None:
    """Play and print both comparisons."""
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else EPISODES
    print(f"load {os.getloadavg()[0]:.1f}")
    for seed in range(WARMUP):
        deque(EUROPE.states(-1 - seed), maxlen=0)
    random_play(range(-1, 0), kernel=False)
    tell("random play, kernel", random_play(range(episodes), kernel=True))
    tell("random play, all of the game", random_play(range(1000, 1000 + episodes), kernel=False))
    records = [load_record(path) for path in sorted((SHARED / "data" / "realgames").glob("*.json"))]
    if records:
        tell("movement phases of real games, kernel, met first", real_games(records, kernel=True))
        tell("the same, kernel, once more", real_games(records, kernel=True))
        tell("the same, all from text to event", real_games(records, kernel=False))
    else:
        print(f"\nNOT MEASURED: no real games in {SHARED}")


if __name__ == "__main__":
    main()
