"""How many episodes it takes to see a difference, from a league's own spread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from statistics import fmean, median

from harness.begun import Begun, load_begun
from harness.config_compare import Compare
from harness.errors import UserError
from harness.pairing import deviation_of, differ, pair_up
from harness.results import Result
from harness.sample_size import blocks_to_see, blocks_to_see_any_time, difference_seen
from harness.standings import results_of

SHARES = (0.05, 0.1, 0.2, 0.5)
"""Differences told when none is asked for, as shares of the mean."""

LEAST_MEASURED = 4
"""Blocks from which a spread is worth telling."""


@dataclass(frozen=True, slots=True)
class Needed:
    """Blocks that show a difference in 80 % of leagues: at one look at the end, and by looks at any time."""

    difference: float
    once: int
    any_time: int


@dataclass(frozen=True, slots=True)
class Detection:
    """What a league's spread takes. `deviation` is that of a block's difference between two arms.

    `a` and `b` name the arms it was measured on, "" when it is the middle one of all
    pairs of seats; `block` is the number of episodes of a block; `seen` is the
    smallest difference that the `blocks` played would show at one look, infinite
    with too few of them.
    """

    league: str
    measure: str
    a: str
    b: str
    mean: float
    deviation: float
    blocks: int
    block: int
    seen: float
    needed: tuple[Needed, ...]


def detection(folder: Path, terms: Compare | None = None, differences: Sequence[float] = ()) -> Detection:
    """How many blocks show the differences asked for between two arms, else between any two seats.

    Raises `UserError` without results, for names of nothing, and with too few blocks.
    """
    begun, results = load_begun(folder), results_of(folder)
    if not results:
        raise UserError(f"there are no results in {folder} yet; play a few blocks first: cogleague run LEAGUE")
    terms = terms or (begun.compare if begun else None)
    asked = [terms] if terms else _all_pairs(results)
    if not asked:
        raise UserError(f"no two seats of {folder} have plays of their own: fallbacks or outages decided; play on")
    found = [_Spread.of(results, own, begun) for own in asked]
    blocks = min(one.blocks for one in found)
    deviation = median(one.deviation for one in found)
    if blocks < LEAST_MEASURED or not deviation:
        few = f"{blocks} of the {LEAST_MEASURED} blocks it takes are played"
        why = few if blocks < LEAST_MEASURED else "nothing differs at all"
        raise UserError(f"the spread of {folder.name} cannot be measured yet: {why}; play on")
    mean = fmean(abs(value) for one in found for value in one.means)
    return Detection(
        league=results[0].league,
        measure=asked[0].target,
        a=terms.a if terms else "",
        b=terms.b if terms else "",
        mean=mean,
        deviation=deviation,
        blocks=blocks,
        block=round(len(results) / len({result.block for result in results})),
        seen=difference_seen(blocks, deviation),
        needed=tuple(
            Needed(size, blocks_to_see(size, deviation), blocks_to_see_any_time(size, deviation))
            for size in differences or [share * mean for share in SHARES]
        ),
    )


@dataclass(frozen=True, slots=True)
class _Spread:
    """The means of two arms in the target, and how far a block's difference spreads over their blocks."""

    means: tuple[float, float]
    blocks: int
    deviation: float

    @classmethod
    def of(cls, results: Sequence[Result], terms: Compare, begun: Begun | None) -> _Spread:
        pairs = pair_up(results, terms, begun).measured(terms.target)[terms.target]
        parts = list(differ(pairs).parts().values())
        return cls((fmean(a for _, a, _ in pairs), fmean(b for _, _, b in pairs)), len(parts), deviation_of(parts))


def _all_pairs(results: Sequence[Result]) -> list[Compare]:
    """Every two seats that have plays of their own."""
    seats = sorted({seat for own in results for power, seat in own.seating.items() if not own.tainted(power)})
    return [Compare(a, b) for a, b in combinations(seats, 2)]
