"""Two arms' results, paired: what each came to with the same power in the same block."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum, sqrt
from typing import Any

from engine.game import Power
from harness.begun import Begun
from harness.config_compare import Compare
from harness.config_errors import hint
from harness.errors import UserError
from harness.results import TOKENS, Result
from harness.statistics import ClusteredMean, standard_error

SCORE = "score"

Pairs = Sequence[tuple[int, float, float]]
"""(block, value of a, value of b) of every pair in one measure."""


@dataclass(frozen=True, slots=True)
class Arm:
    """One side of a comparison: what it was called, and the seats meant."""

    name: str
    seats: tuple[str, ...]


@dataclass(slots=True)
class Pairing:
    """The plays of two arms, by measure, block and power; tainted ones are counted and left out of both arms.

    A play is tainted when the fallback policy decided for its seat, or an outage
    did; the other arm's play of the same block and power goes with it.
    """

    a: Arm
    b: Arm
    plays: Counter[str] = field(default_factory=Counter)
    tainted: Counter[str] = field(default_factory=Counter)
    values: dict[tuple[int, Power], dict[str, list[Mapping[str, float]]]] = field(default_factory=dict)
    spoilt: set[tuple[int, Power]] = field(default_factory=set)
    episodes: dict[tuple[int, Power], dict[str, str]] = field(default_factory=dict)

    def add(self, result: Result) -> None:
        """Take one episode in."""
        for power, seat in result.seating.items():
            for arm in (self.a, self.b):
                if seat in arm.seats:
                    self._add(arm.name, result, power)

    def _add(self, arm: str, result: Result, power: Power) -> None:
        self.plays[arm] += 1
        place = result.block, power
        if result.tainted(power):
            self.tainted[arm] += 1
            self.spoilt.add(place)
        self.episodes.setdefault(place, {})[arm] = result.fixture
        self.values.setdefault(place, {}).setdefault(arm, []).append(measures(result, power))

    def pairs(self) -> list[tuple[int, Power, Mapping[str, float], Mapping[str, float]]]:
        """(block, power, means of a, means of b) wherever both arms played and neither is tainted, in order."""
        return [
            (block, power, _means(own[self.a.name]), _means(own[self.b.name]))
            for (block, power), own in sorted(self.values.items())
            if len(own) == 2 and (block, power) not in self.spoilt
        ]

    def measured(self, target: str) -> dict[str, Pairs]:
        """The pairs in the target, then in every other measure that all pairs have, by name. Raises `UserError`."""
        pairs = self.pairs()
        if not pairs:
            raise UserError(
                f"{self.a.name} and {self.b.name} have not played one power of one block both, untainted;"
                " play on, or compare others"
            )
        names = set(pairs[0][2]).intersection(*(own for pair in pairs for own in pair[2:]))
        if target not in names:
            raise UserError(f"{target} is not measured in every pair; {hint(target, names)}")
        return {
            name: [(block, a[name], b[name]) for block, _, a, b in pairs]
            for name in (target, *sorted(names - {target}))
        }

    @property
    def unpaired(self) -> int:
        """Places where only one arm has played."""
        return sum(len(own) == 1 for own in self.values.values())


def pair_up(results: Sequence[Result], terms: Compare, begun: Begun | None) -> Pairing:
    """The plays of the arms that are to be compared. Raises `UserError` as `find_arms` does."""
    seats = {seat for result in results for seat in result.seating.values()}
    pairing = Pairing(*find_arms(terms.a, terms.b, seats, begun))
    for result in results:
        pairing.add(result)
    return pairing


def differ(pairs: Pairs) -> ClusteredMean:
    """The differences of a from b, block by block."""
    differences = ClusteredMean()
    for block, a, b in pairs:
        differences.add(block, a - b)
    return differences


def deviation_of(parts: Sequence[tuple[float, int]]) -> float:
    """The standard deviation of a block's difference, told from (sum, count) of every block."""
    return standard_error(parts) * sqrt(len(parts)) if len(parts) > 1 else 0.0


def measures(result: Result, power: Power) -> dict[str, float]:
    """All that is measured of one play: score, win, the game's figures, how the seat decided, and what it cost."""
    counts = result.counts[power]
    decisions = counts["decisions"] or 1
    usd = result.usd[power]
    return {
        SCORE: result.scores[power],
        "win": float(result.winner == power),
        **result.figures[power],
        **{f"{name}_rate": counts[name] / decisions for name in ("illegal", "repaired", "silent")},
        "tokens": float(sum(result.tokens[power][name] for name in TOKENS)),
        **({} if usd is None else {"usd": usd}),
    }


def _means(plays: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """The mean of every measure that all plays have."""
    plays = tuple(plays)
    shared = set(plays[0]).intersection(*plays)
    return {name: fsum(play[name] for play in plays) / len(plays) for name in shared}


def find_arms(a: str, b: str, seats: Iterable[str], begun: Begun | None) -> tuple[Arm, Arm]:
    """The seats meant by two names: a seat's, a model's or a prompt variant's, in this order.

    Raises `UserError` for a name of nothing, and for arms that share a seat.
    """
    known = tuple(sorted(seats))
    arms = _arm(a, known, begun), _arm(b, known, begun)
    if shared := set(arms[0].seats) & set(arms[1].seats):
        raise UserError(f"{a} and {b} both mean seat {min(shared)}; name two seats to compare")
    return arms


def _arm(name: str, seats: tuple[str, ...], begun: Begun | None) -> Arm:
    if name in seats:
        return Arm(name, (name,))
    told: dict[str, Any] = {}
    for seat in seats if begun else ():
        for key in ("model", "variant", "policy"):
            if begun and (value := begun.told(seat, key)):
                told.setdefault(value, []).append(seat)
    if name in told:
        return Arm(name, tuple(told[name]))
    raise UserError(f"{name} is no seat, model or prompt variant of these results; {hint(name, {*seats, *told})}")
