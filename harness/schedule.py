"""Who plays which power when: blocks in which every seat holds every power equally often.

A block is k fixtures for k seats. All share one seed, so all start from the
same shocks and boards; in fixture j power p is held by seat ``order[(j + p) % k]``,
a cyclic Latin rectangle over a seeded order of the seats. Within a block every
seat holds every power exactly once, whatever the game and however many seats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.dice import shuffled, word
from engine.game import Game, Power
from engine.registry import GAMES
from harness.config import LARGEST_SEED, League
from harness.config_errors import hint
from harness.errors import UserError

SEED_BITS = LARGEST_SEED.bit_length()
"""Seeds of fixtures are exact in every JSON reader."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """One scheduled episode. `seating` names the seat of each power, by power index."""

    name: str
    block: int
    seed: int
    seating: tuple[str, ...]


def fixtures(league: League, games: Mapping[str, Game[Any]] = GAMES) -> tuple[Fixture, ...]:
    """All fixtures of a league in playing order: the same for the same league file, always.

    Raises ValueError when the episodes do not fill whole blocks; reading the
    league file has told the user before.
    """
    names = [seat.name for seat in league.seats]
    k, powers = len(names), len(games[league.game].powers)
    blocks, rest = divmod(league.episodes, k)
    if rest or k < powers:
        raise ValueError(f"{league.episodes} episodes of {k} seats and {powers} powers do not make whole blocks")
    width = max(2, len(str(blocks))), max(2, len(str(k)))
    found = []
    for block in range(blocks):
        seed = block_seed(league.seed, block)
        order = shuffled(seed, "seating", k)
        for j in range(k):
            name = f"b{block + 1:0{width[0]}}-e{j + 1:0{width[1]}}"
            seating = tuple(names[order[(j + power) % k]] for power in range(powers))
            found.append(Fixture(name, block, seed, seating))
    return tuple(found)


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
