"""Any position as text, one thing a line, for tests, play and replay.

    turn 5
    yields 1                                    # one digit for the whole board, or 169 in tile order
    pool 150                                    # at the start of play; left out: as the board now is
    Ochre: paint 400, score 12, staggered       # also: razes N, earned N (income of the last turn)
    5,-3: Ochre, cracked, claimed 2             # a tile's owner (or free), state, yield, turn of its claim
    ended deadline

What a line leaves out is as at the start of play: a living seat owns its hearth,
holds 12 paint, and is steady. Text after ``#`` is ignored.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from engine.errors import PositionError
from engine.territory.board import Ground
from engine.territory.hexes import COUNT, HEARTHS, KEYS, NUMBERS, Tiles, each, gather
from engine.territory.reading import read_alias
from engine.territory.state import (
    ALIASES,
    MOST_TURNS,
    NOBODY,
    SEATS,
    STARTING_PAINT,
    Ending,
    Life,
    Options,
    Report,
    State,
    Wall,
    make_board,
)

FREE = "free"
_MOST = 10**9


@dataclass
class _Draft:
    """A position while it is read."""

    turn: int = 1
    pool: int | None = None
    yields: list[int] = field(default_factory=lambda: [1] * COUNT)
    paint: list[int] = field(default_factory=lambda: [STARTING_PAINT for _ in SEATS])
    scores: list[int] = field(default_factory=lambda: [0 for _ in SEATS])
    razes: list[int] = field(default_factory=lambda: [0 for _ in SEATS])
    earned: list[int] = field(default_factory=lambda: [0 for _ in SEATS])
    lives: list[Life] = field(default_factory=lambda: [Life.STEADY for _ in SEATS])
    owners: dict[int, int] = field(default_factory=dict)
    walls: dict[int, Wall] = field(default_factory=dict)
    claimed: dict[int, int] = field(default_factory=dict)
    ending: Ending | None = None

    @property
    def columns(self) -> dict[str, list[int]]:
        """The numbers of the seats by the word they are written with."""
        return {"paint": self.paint, "score": self.scores, "razes": self.razes, "earned": self.earned}


def read_position(text: str, options: Options) -> State:
    """A position from text. Raises `PositionError` naming line and token."""
    draft = _Draft()
    for number, whole in enumerate(text.splitlines(), 1):
        line = whole.split("#")[0].strip()
        try:
            if line:
                _read_line(draft, line)
        except ValueError as error:
            raise PositionError(f"line {number}: {error}") from None
    if draft.turn > options.turns and draft.ending is None:
        raise PositionError(f"turn {draft.turn} is past the last, {options.turns}, and no line says how it ended")
    return _state(draft, options)


def _read_line(draft: _Draft, line: str) -> None:
    head, colon, rest = line.partition(":")
    if not colon:
        _read_fact(draft, *line.split(maxsplit=1))
    elif (seat := read_alias(head)) != NOBODY:
        for part in _parts(rest):
            _read_seat(draft, seat, part)
    elif (tile := NUMBERS.get(head.replace(" ", ""))) is not None:
        for part in _parts(rest):
            _read_tile(draft, tile, part)
    else:
        raise ValueError(f"{head.strip()!r} is neither a seat nor a tile of the board")


def _parts(rest: str) -> list[str]:
    return [part.strip() for part in rest.split(",") if part.strip()]


def _read_fact(draft: _Draft, word: str, value: str = "") -> None:
    if word == "turn":
        draft.turn = _number(value, 1, MOST_TURNS + 1)
    elif word == "pool":
        draft.pool = _number(value)
    elif word == "ended" and value in tuple(Ending):
        draft.ending = Ending(value)
    elif word == "yields" and re.fullmatch(rf"[0-3]|[0-3]{{{COUNT}}}", value):
        draft.yields = [int(digit) for digit in (value * COUNT if len(value) == 1 else value)]
    else:
        raise ValueError(f"{f'{word} {value}'.strip()!r} is none of: turn N, pool N, yields D, ended WORD")


def _read_seat(draft: _Draft, seat: int, part: str) -> None:
    word, _, value = part.partition(" ")
    if word in tuple(Life):
        draft.lives[seat] = Life(word)
    elif (column := draft.columns.get(word)) is not None:
        column[seat] = _number(value)
    else:
        raise ValueError(f"{part!r} is none of: {' N, '.join(draft.columns)} N, {', '.join(Life)}")


def _read_tile(draft: _Draft, tile: int, part: str) -> None:
    word, _, value = part.partition(" ")
    if word == FREE or (seat := read_alias(word)) != NOBODY:
        draft.owners[tile] = NOBODY if word == FREE else seat
    elif word in tuple(Wall):
        draft.walls[tile] = Wall(word)
    elif word == "yield":
        draft.yields[tile] = _number(value, 0, 3)
    elif word == "claimed":
        draft.claimed[tile] = _number(value, 0, MOST_TURNS)
    else:
        raise ValueError(f"{part!r} is none of: a seat, {FREE}, {', '.join(Wall)}, yield N, claimed N")


def _number(value: str, least: int = 0, most: int = _MOST) -> int:
    if not re.fullmatch(r"\d{1,10}", value, re.ASCII) or not least <= int(value) <= most:
        raise ValueError(f"{value!r} is not a whole number in {least}..{most}")
    return int(value)


def _state(draft: _Draft, options: Options) -> State:
    owners = {HEARTHS[seat]: seat for seat in SEATS if draft.lives[seat] is not Life.ELIMINATED}
    owners = {tile: NOBODY if draft.walls.get(tile) is Wall.RUBBLE else seat for tile, seat in owners.items()}
    owners |= draft.owners
    for tile, seat in owners.items():
        if seat != NOBODY and draft.lives[seat] is Life.ELIMINATED:
            raise PositionError(f"tile {KEYS[tile]}: {ALIASES[seat]} is eliminated and owns nothing")
        if seat != NOBODY and draft.walls.get(tile) is Wall.RUBBLE:
            raise PositionError(f"tile {KEYS[tile]}: rubble is nobody's, and {ALIASES[seat]} is said to own it")
    cracked, rubble = (
        gather(tile for tile, wall in draft.walls.items() if wall is wanted) for wanted in (Wall.CRACKED, Wall.RUBBLE)
    )
    lands = tuple(gather(tile for tile, owner in owners.items() if owner == seat) for seat in SEATS)
    claimed = tuple(draft.claimed.get(tile, 0) for tile in range(COUNT))
    board = make_board(Ground(tuple(draft.yields), rubble), cracked, lands, claimed)
    return State(
        options=options,
        turn=draft.turn,
        board=board,
        paint=tuple(draft.paint),
        scores=tuple(draft.scores),
        lives=tuple(draft.lives),
        razes=tuple(draft.razes),
        reports=tuple(Report(income=income) for income in draft.earned),
        pool_at_start=board.pool if draft.pool is None else draft.pool,
        ending=draft.ending,
    )


def render_position(state: State) -> str:
    """A position as text which `read_position` reads back; of the seats' last reports it keeps the income."""
    board = state.board
    digits = "".join(map(str, board.yields))
    lines = [
        f"turn {state.turn}",
        f"yields {digits[0] if len(set(digits)) == 1 else digits}",
        f"pool {state.pool_at_start}",
    ]
    for seat in SEATS:
        numbers = f"paint {state.paint[seat]}, score {state.scores[seat]}, razes {state.razes[seat]}"
        lines.append(f"{ALIASES[seat]}: {numbers}, earned {state.reports[seat].income}, {state.lives[seat].value}")
    told: Tiles = board.owned | board.cracked | board.rubble | gather(HEARTHS)
    told |= gather(tile for tile in range(COUNT) if board.claimed[tile])
    for tile in each(told):
        owner = board.owner(tile)
        parts = [FREE if owner == NOBODY else ALIASES[owner], board.wall(tile).value]
        parts += [f"claimed {board.claimed[tile]}"] if board.claimed[tile] else []
        lines.append(f"{KEYS[tile]}: {', '.join(parts)}")
    if state.ending:
        lines.append(f"ended {state.ending.value}")
    return "\n".join(lines) + "\n"
