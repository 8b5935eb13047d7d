"""Who is ahead, and how sure that is: groups of seats that cannot be told apart, and chances of being first.

Both resample whole blocks, because what was played on one seed belongs
together; both are seeded, so the same results give the same table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from math import fsum, sqrt
from operator import mul
from random import Random
from string import ascii_lowercase

Means = Mapping[str, Mapping[int, tuple[float, int]]]
"""(sum, count) of the scores of every seat in every block it played."""

LEVEL = 0.05
RESAMPLES = 999
ALL_FLIPS = 10
"""Up to so many blocks all changes of sign are gone through; beyond, `RESAMPLES` drawn ones."""

LEAST_TOLD_APART = 6
"""With fewer blocks even the rarest change of signs comes up more often than in 5 % of cases."""

SEED = 1499


def chances_of_being_first(means: Means, resamples: int = RESAMPLES) -> dict[str, float]:
    """How often each seat has the best mean when whole blocks are drawn anew (cluster bootstrap); ties are shared."""
    blocks = sorted({block for own in means.values() for block in own})
    sums = {seat: [own.get(block, (0.0, 0)) for block in blocks] for seat, own in sorted(means.items())}
    totals = {seat: ([total for total, _ in own], [n for _, n in own]) for seat, own in sums.items()}
    random = Random(SEED)
    first = dict.fromkeys(totals, 0.0)
    for _ in range(resamples):
        drawn = Counter(random.choices(range(len(blocks)), k=len(blocks)))
        weights = [drawn[place] for place in range(len(blocks))]
        found = {seat: _mean(weights, *own) for seat, own in totals.items()}
        best = max(found.values(), default=0.0)
        leaders = [seat for seat, value in found.items() if value == best]
        for seat in leaders:
            first[seat] += 1 / len(leaders)
    return {seat: first[seat] / resamples for seat in totals}


def _mean(weights: Sequence[int], totals: Sequence[float], counts: Sequence[int]) -> float:
    played = sum(map(mul, weights, counts))
    return fsum(map(mul, weights, totals)) / played if played else float("-inf")


def tie_groups(means: Means, order: Sequence[str]) -> dict[str, str]:
    """Letters for seats given best first: two seats that share a letter cannot be told apart at 95 %.

    A pair is told apart by its differences block by block: were there no
    difference, each might as well have the other sign. Signs are changed for all
    pairs at once and the largest statistic of all pairs is what each one must beat,
    so that the chance of any wrong distinction is 5 % (Westfall and Young 1993).
    Nothing is said with fewer than `LEAST_TOLD_APART` blocks.
    """
    if len({block for own in means.values() for block in own}) < LEAST_TOLD_APART:
        return {}
    apart = _told_apart(means, order)
    runs: list[tuple[int, int]] = []
    for start in range(len(order)):
        end = start
        while end + 1 < len(order) and not any(
            (order[seat], order[end + 1]) in apart for seat in range(start, end + 1)
        ):
            end += 1
        if not runs or end > runs[-1][1]:
            runs.append((start, end))
    return {
        seat: "".join(letter(number) for number, (start, end) in enumerate(runs) if start <= place <= end)
        for place, seat in enumerate(order)
    }


def letter(number: int) -> str:
    """a to z, then a1, b1 ..."""
    round_, place = divmod(number, len(ascii_lowercase))
    return ascii_lowercase[place] + (str(round_) if round_ else "")


def _told_apart(means: Means, order: Sequence[str]) -> set[tuple[str, str]]:
    differences: dict[tuple[str, str], list[float]] = {}
    blocks = sorted({block for own in means.values() for block in own})
    for a, b in combinations(order, 2):
        own = [_difference(means[a].get(block), means[b].get(block)) for block in blocks]
        if size := sqrt(fsum(d * d for d in own)):
            differences[a, b] = [d / size for d in own]
    found = {pair: abs(fsum(own)) for pair, own in differences.items()}
    reached = dict.fromkeys(found, 0)
    flips = 0
    for signs in _signs(len(blocks)):
        flips += 1
        most = max((abs(sum(map(mul, signs, own))) for own in differences.values()), default=0.0)
        for pair, statistic in found.items():
            reached[pair] += most >= statistic - 1e-12
    return {pair for pair, number in reached.items() if number / flips <= LEVEL}


def _difference(a: tuple[float, int] | None, b: tuple[float, int] | None) -> float:
    """The difference of two means of a block, 0 (which says nothing) unless both played in it."""
    return a[0] / a[1] - b[0] / b[1] if a and b else 0.0


def _signs(blocks: int) -> Iterator[Sequence[int]]:
    """Changes of sign, the first of them none: all there are, or drawn ones."""
    if blocks <= ALL_FLIPS:
        yield from product((1, -1), repeat=blocks)
        return
    yield (1,) * blocks
    random = Random(SEED)
    for _ in range(RESAMPLES):
        yield random.choices((1, -1), k=blocks)
