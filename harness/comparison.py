"""Is A better than B? A paired difference, how sure it is, and a verdict in one word.

The target was declared before the league was played; every other measure is
adjusted for how many there are and is exploratory. A verdict that may be read
at any time uses the interval that is valid at any time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, fsum, sqrt
from pathlib import Path
from typing import Literal

from harness.begun import Begun, load_begun
from harness.config_compare import Compare
from harness.errors import UserError
from harness.pairing import SCORE, Arm, Pairing, Pairs, deviation_of, differ, pair_up
from harness.results import Result
from harness.sample_size import MOST_BLOCKS, blocks_to_see, blocks_within
from harness.significance import ALPHA, LEAST_LOOK, anytime_p, anytime_width, holm, one_look
from harness.standings import results_of

Word = Literal["better", "worse", "above", "below", "tied", "open"]

GOOD = frozenset({SCORE, "win"})
"""Measures of which more is better. Of others it may be either: more cities, more illegal orders."""

RULE_OF_THREE = 3
"""Of n pairs that are all alike, at most 3/n of all pairs differ (95 %; Hanley and Lippman-Hand 1983)."""

MOST_TELLING = 4


@dataclass(frozen=True, slots=True)
class Effect:
    """The difference A - B in one measure over the pairs.

    `low` and `high` bound it at one look at the end, `any_low` and `any_high` at
    any time (95 %; None while there are too few blocks). `p` and `any_p` are the
    p-values of no difference, `adjusted_p` is Holm's, None for the target. `size` is
    the difference in standard deviations of a block's difference, None without any.
    """

    measure: str
    a: float
    b: float
    difference: float
    low: float | None
    high: float | None
    any_low: float | None
    any_high: float | None
    p: float
    any_p: float
    adjusted_p: float | None
    size: float | None
    pairs: int
    blocks: int
    deviation: float
    steady: bool

    @property
    def differs(self) -> bool:
        """Whether anything differs at all; what does not could never count, and adjusts nothing (Tarone 1990)."""
        return bool(self.difference or self.deviation)


@dataclass(frozen=True, slots=True)
class Verdict:
    """`better` or `worse` is A than B, `above` or `below` it where more need not be better.

    `open` takes about `more` further blocks, None when that cannot be told.
    """

    word: Word
    more: int | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """One arm: its seats, and its plays with the tainted ones among them."""

    name: str
    seats: tuple[str, ...]
    plays: int
    tainted: int


@dataclass(frozen=True, slots=True)
class Telling:
    """A pair far apart: the episodes of its arms, to be read side by side."""

    power: str
    difference: float
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two arms compared. `planned` is the number of blocks of the whole league, None where no plan is known.

    `unpaired` places were played by one arm only; `block` is the number of
    episodes of a block; `telling` are the pairs furthest apart in the target.
    """

    league: str
    game: str
    terms: Compare
    a: Side
    b: Side
    target: Effect
    others: tuple[Effect, ...]
    verdict: Verdict
    planned: int | None
    unpaired: int
    block: int
    telling: tuple[Telling, ...]


def compare(folder: Path, terms: Compare | None = None) -> Comparison:
    """Compare two arms of a results folder, those its league declared unless other `terms` are given.

    Raises `UserError` when nothing is declared or given, for names of nothing, and
    when the arms have no pair in common.
    """
    begun = load_begun(folder)
    terms = terms or (begun.compare if begun else None)
    if terms is None:
        raise UserError(f"{folder} declares no comparison; say what to compare: --a SEAT --b SEAT")
    results = results_of(folder)
    if not results:
        raise UserError(f"there are no results in {folder} yet; play the league first: cogleague run LEAGUE")
    return comparison(results, terms, begun)


def comparison(results: Sequence[Result], terms: Compare, begun: Begun | None = None) -> Comparison:
    """The comparison behind results of one league, in any order. Raises `UserError` as `compare` does."""
    first, pairing = results[0], pair_up(results, terms, begun)
    effects = [effect(name, pairs) for name, pairs in pairing.measured(terms.target).items()]
    target, others = effects[0], [other for other in effects[1:] if other.differs]
    adjusted = holm([effect.p for effect in others])
    plan = begun.plan(first.powers) if begun else ()
    planned = len({fixture.block for fixture in plan}) or None
    return Comparison(
        league=first.league,
        game=first.game,
        terms=terms,
        a=_side(pairing.a, pairing),
        b=_side(pairing.b, pairing),
        target=target,
        others=tuple(replace(effect, adjusted_p=p) for effect, p in zip(others, adjusted, strict=True)),
        verdict=verdict(target, terms, planned, _reach(pairing, terms.target)),
        planned=planned,
        unpaired=pairing.unpaired,
        block=len(plan) // planned if planned else 0,
        telling=_telling(pairing, terms.target),
    )


def _telling(pairing: Pairing, target: str) -> tuple[Telling, ...]:
    """The pairs furthest apart, first those that speak for A."""
    found = []
    for block, power, a, b in pairing.pairs():
        own = pairing.episodes[block, power]
        found.append(Telling(power, a[target] - b[target], own[pairing.a.name], own[pairing.b.name]))
    furthest = sorted(found, key=lambda pair: -abs(pair.difference))[:MOST_TELLING]
    return tuple(sorted((pair for pair in furthest if pair.difference), key=lambda pair: -pair.difference))


def _side(arm: Arm, pairing: Pairing) -> Side:
    return Side(arm.name, arm.seats, pairing.plays[arm.name], pairing.tainted[arm.name])


def effect(measure: str, pairs: Pairs) -> Effect:
    """The difference in one measure over the pairs.

    All of it is told from one estimate, the ratio ΣY / ΣN of the blocks' sums of
    differences to their numbers of pairs: every pair counts once, every block varies
    as a whole. So both intervals hold the difference, however unequal blocks are.
    """
    differences = differ(pairs)
    parts = list(differences.parts().values())
    blocks, count = len(parts), len(pairs)
    difference = fsum(total for total, _ in parts) / count
    deviation = deviation_of(parts)
    error = deviation / sqrt(blocks)
    look = one_look(parts)
    half = anytime_width(blocks) * error if blocks >= LEAST_LOOK else None
    return Effect(
        measure=measure,
        a=fsum(a for _, a, _ in pairs) / count,
        b=fsum(b for _, _, b in pairs) / count,
        difference=difference,
        low=look.low,
        high=look.high,
        any_low=None if half is None else difference - half,
        any_high=None if half is None else difference + half,
        p=look.p,
        any_p=_any_p(difference, error, blocks),
        adjusted_p=None,
        size=difference / deviation if deviation else None,
        pairs=count,
        blocks=blocks,
        deviation=deviation,
        steady=2 * differences.steady() > blocks,
    )


def _any_p(difference: float, error: float, blocks: int) -> float:
    if not error:
        return 0.0 if difference and blocks >= LEAST_LOOK else 1.0
    return anytime_p(difference / error, blocks)


def verdict(target: Effect, terms: Compare, planned: int | None, reach: float) -> Verdict:
    """What may be said of the target by these terms; `reach` is how far apart two values of it can lie.

    With `looks` at the end nothing is said before the planned blocks are there. Pairs
    that are mostly alike do not show how far others may differ: then ``tied`` takes
    the rule of three, and every pair alike.
    """
    ended = terms.looks == "any" or planned is None or target.blocks >= planned
    if not ended:
        return Verdict("open", (planned or 0) - target.blocks)
    any_time = target.any_p, target.any_low, target.any_high
    p, low, high = any_time if terms.looks == "any" else (target.p, target.low, target.high)
    if low is None or high is None:
        return Verdict("open", _more(target, terms, reach))
    if p <= ALPHA and target.difference > 0:
        return Verdict("better" if target.measure in GOOD else "above")
    if p <= ALPHA:
        return Verdict("worse" if target.measure in GOOD else "below")
    if target.steady:
        tied = not target.deviation and RULE_OF_THREE / target.blocks * reach <= terms.margin
    else:
        tied = -terms.margin <= low and high <= terms.margin
    return Verdict("tied") if tied and terms.margin > 0 else Verdict("open", _more(target, terms, reach))


def _more(target: Effect, terms: Compare, reach: float) -> int | None:
    """Blocks still to play until the difference seen, if it stays as it is, makes a verdict; None beyond all reason."""
    distance = abs(target.difference)
    if target.deviation:
        need = blocks_to_see if terms.looks == "end" else lambda width, deviation: blocks_within(width, deviation)
        blocks = min(need(width, target.deviation) for width in (distance, terms.margin - distance))
    elif terms.margin > 0:
        blocks = ceil(RULE_OF_THREE * reach / terms.margin)
    else:
        return None
    return max(1, blocks - target.blocks) if blocks < MOST_BLOCKS else None


def _reach(pairing: Pairing, target: str) -> float:
    values = [own[target] for _, _, *both in pairing.pairs() for own in both]
    return max(values) - min(values)
