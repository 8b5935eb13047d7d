"""Who plays which power when: everything is balanced, and a league can grow without changing what was played.

A block's fixtures share one seed, so they start from the same shocks and boards.

A league of k seats has blocks of k fixtures. With at least as many seats as
powers, power p of fixture j is held by seat ``order[(j + offset[p]) % k]`` over a
seeded order of the seats: a cyclic Latin rectangle in which every seat holds every
power once. The offsets are chosen so that all pairs of seats meet equally often
where a cyclic design can do that (a difference set), else as evenly as it can.
With fewer seats than powers a seat holds several powers of an episode, and again
every power once in a block.

A comparison has blocks of two fixtures: the arms hold the same power against the
same opponents in turn. The powers go round, each once before any comes again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

from engine.dice import shuffled, word
from engine.game import Game, Power
from engine.registry import GAMES
from harness.config import LARGEST_SEED, League, game_of
from harness.config_compare import Compare, cycle
from harness.config_errors import hint
from harness.errors import UserError

SEED_BITS = LARGEST_SEED.bit_length()
"""Seeds of fixtures are exact in every JSON reader."""

ORDERS = 8
"""Seeded orders of the seats tried for a block in which not all pairs meet equally often."""

MOST_DESIGNS = 20_000
"""Sets of offsets that are tried one by one."""

SPREAD_SEATS = 7
"""Seats from which on neighbours are spread; smaller leagues keep the fixtures they were begun with."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """One scheduled episode. `seating` names the seat of each power, by power index."""

    name: str
    block: int
    seed: int
    seating: tuple[str, ...]


def fixtures(league: League, games: Mapping[str, Game[Any]] = GAMES) -> tuple[Fixture, ...]:
    """All fixtures of a league in playing order: the same for the same league file, always.

    Raises ValueError when the episodes cannot be balanced; reading the league
    file has told the user before.
    """
    names = tuple(seat.name for seat in league.seats)
    powers = len(game_of(league, games).powers)
    return schedule(names, powers, league.episodes, league.seed, league.compare)


def schedule(
    seats: Sequence[str], powers: int, episodes: int, seed: int, compare: Compare | None = None
) -> tuple[Fixture, ...]:
    """The fixtures of seats, by name, on a number of powers. Raises ValueError as `fixtures` does."""
    if episodes % cycle(len(seats), powers, compare):
        raise ValueError(f"{episodes} episodes of {len(seats)} seats and {powers} powers cannot be balanced")
    size = 2 if compare else len(seats)
    blocks = episodes // size
    width = max(2, len(str(blocks))), max(2, len(str(size)))
    seatings = _pairs(seats, powers, blocks, seed, compare) if compare else _rotations(seats, powers, blocks, seed)
    return tuple(
        Fixture(f"b{block + 1:0{width[0]}}-e{place + 1:0{width[1]}}", block, block_seed(seed, block), seating)
        for number, seating in enumerate(seatings)
        for block, place in [divmod(number, size)]
    )


def _rotations(seats: Sequence[str], powers: int, blocks: int, seed: int) -> Iterator[tuple[str, ...]]:
    """Blocks in which every seat holds every power once. Each block's order makes up for who met whom before."""
    k = len(seats)
    held = offsets(k, powers)
    apart = _steps(held, k)
    even = len({apart[step] for step in range(1, k)}) == 1
    met = [0] * comb(k, 2)
    for block in range(blocks):
        own = block_seed(seed, block)
        order = shuffled(own, "seating", k)
        if not even:
            orders = [order, *(shuffled(own, f"seating:{number}", k) for number in range(1, ORDERS))]
            sums = [[m + n for m, n in zip(met, _meetings(order, apart), strict=True)] for order in orders]
            best = min(range(ORDERS), key=lambda number: sum(m * m for m in sums[number]))
            order, met = orders[best], sums[best]
        ranks = range(powers) if powers <= k else shuffled(own, "powers", powers)
        for j in range(k):
            yield tuple(seats[order[(j + held[rank]) % k]] for rank in ranks)


def _meetings(order: Sequence[int], apart: Mapping[int, int]) -> Iterator[int]:
    """How often each pair of seats, in order, meets in a block."""
    k = len(order)
    place = sorted(range(k), key=order.__getitem__)
    steps = [apart[step] for step in range(k)]
    return (steps[b - a] for a, b in combinations(place, 2))  # a negative index counts from the end: modulo k


@cache
def offsets(k: int, powers: int) -> tuple[int, ...]:
    """For each power how far its seat stands in the order of k seats.

    With more seats than powers, the offsets whose steps from one to another occur
    as evenly as can be: 0, 1, 3 for 3 powers of 7 seats, where every step occurs
    once. Beyond `MOST_DESIGNS` sets each offset is chosen in turn. Otherwise they go
    round: from `SPREAD_SEATS` on to and fro (0, 1, k-1, 2, k-2 ...), so that a seat has
    other neighbours in each episode of a block (Williams 1949); where neighbours
    decide much, that makes blocks four times as alike.
    """
    if powers < k - 1:
        return _differences(k, powers)
    if k < SPREAD_SEATS:
        return tuple(power % k for power in range(powers))
    return tuple((power // 2 + 1 if power % 2 else k - power // 2) % k for power in range(powers))


def _differences(k: int, powers: int) -> tuple[int, ...]:
    """The offsets of more seats than powers, chosen by their steps."""
    if comb(k - 1, powers - 1) <= MOST_DESIGNS:
        return min(
            ((0, *rest) for rest in combinations(range(1, k), powers - 1)), key=lambda held: _unevenness(held, k)
        )
    held = [0]
    while len(held) < powers:
        held.append(min(set(range(k)).difference(held), key=lambda new: (_unevenness((*held, new), k), new)))
    return tuple(sorted(held))


def _steps(held: Sequence[int], k: int) -> Counter[int]:
    """How often each step leads from one offset to another, round a circle of k."""
    return Counter((b - a) % k for a in held for b in held)


def _unevenness(held: Sequence[int], k: int) -> int:
    """Least when all steps occur equally often."""
    return sum(number * number for number in _steps(held, k).values())


def _pairs(seats: Sequence[str], powers: int, blocks: int, seed: int, compare: Compare) -> Iterator[tuple[str, ...]]:
    """Pairs of fixtures that differ in the arm alone; which arm comes first alternates."""
    others = [seat for seat in seats if seat not in (compare.a, compare.b)]
    for block in range(blocks):
        turn, place = divmod(block, powers)
        own = block_seed(seed, turn * powers)
        held = shuffled(own, "powers", powers)[place]
        order = shuffled(own, "seating", len(others))
        opponents = [others[order[(power + block) % len(others)]] for power in range(powers)]
        for arm in (compare.a, compare.b) if (turn + place) % 2 == 0 else (compare.b, compare.a):
            yield (*opponents[:held], arm, *opponents[held + 1 :])


def block_seed(seed: int, block: int) -> int:
    """The seed that all fixtures of a block share: the top 53 bits of SHA-256 of ``{seed}:block:{block}``."""
    return word(seed, "block", block) >> (64 - SEED_BITS)


def single_fixture(
    powers: Sequence[Power], seats: Sequence[str], seed: int, pinned: Mapping[str, str] | None = None
) -> Fixture:
    """One episode outside a league: pinned powers get their seat, the others the remaining seats by the seed.

    Seat i of those left takes place ``shuffled(seed, "seating", n)[i]`` among
    the powers left. `pinned` maps powers, in any case, to seats. Raises
    `UserError` for a power there is not, or when seats and powers do not match.
    """
    held: dict[Power, str] = {}
    by_name = {power.casefold(): power for power in powers}
    for name, seat in (pinned or {}).items():
        if name.casefold() not in by_name:
            raise UserError(f"there is no power {name} in this game; {hint(name, powers)}")
        held[by_name[name.casefold()]] = seat
    left = [power for power in powers if power not in held]
    if len(seats) != len(left):
        raise UserError(f"{len(left)} powers have no seat yet and {len(seats)} seats are left for them")
    places = shuffled(seed, "seating", len(left))
    held |= {left[place]: seat for seat, place in zip(seats, places, strict=True)}
    return Fixture(f"seed-{seed}", 0, seed, tuple(held[power] for power in powers))
