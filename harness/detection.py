"""How many episodes it takes to see a difference, from a league's own spread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from statistics import fmean, median

from harness.begun import Begun, load_begun
from harness.comparison import Comparison, comparison
from harness.config_compare import Compare
from harness.errors import UserError
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
    found = [comparison(results, terms, begun)] if terms else list(_all_pairs(results, begun))
    blocks = min(one.target.blocks for one in found)
    deviation = median(one.target.deviation for one in found)
    if blocks < LEAST_MEASURED or not deviation:
        few = f"{blocks} of the {LEAST_MEASURED} blocks it takes are played"
        why = few if blocks < LEAST_MEASURED else "nothing differs at all"
        raise UserError(f"the spread of {folder.name} cannot be measured yet: {why}; play on")
    mean = fmean(abs(value) for one in found for value in (one.target.a, one.target.b))
    return Detection(
        league=results[0].league,
        measure=found[0].target.measure,
        a=found[0].a.name if terms else "",
        b=found[0].b.name if terms else "",
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


def _all_pairs(results: Sequence[Result], begun: Begun | None) -> list[Comparison]:
    seats = sorted({seat for result in results for seat in result.seating.values()})
    return [comparison(results, Compare(a, b), begun) for a, b in combinations(seats, 2)]
