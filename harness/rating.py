"""An order-free rating: Bradley and Terry's model on who scored more than whom in every episode.

All results are fitted at once, so no order of play changes a rating. A tie is
half a win and half a loss: equal results give equal ratings. Each seat has one
more game, drawn, against an average opponent, so that ratings stay finite. The
interval is the sandwich estimate clustered by block. The scale is Elo's: 400
points are odds of 10 to 1; the average opponent has 1500.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import exp, fsum, log, sqrt

from harness.statistics import LEAST_BLOCKS, student_t

AVERAGE = 1500.0
ELO = 400 / log(10)
"""Points of a unit of log-odds."""

STEPS = 100
SETTLED = 1e-12


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with its 95 % interval, None while there are fewer than four blocks."""

    value: float
    low: float | None
    high: float | None


@dataclass(slots=True)
class Meetings:
    """Who scored more than whom: of each block and pair of seats in order of name, (points of the first, games)."""

    blocks: dict[int, dict[tuple[str, str], tuple[float, int]]] = field(default_factory=dict)

    def add(self, block: int, scores: Sequence[tuple[str, float]]) -> None:
        """Take one episode in: the score of every seat, several times for one that holds several powers."""
        own = self.blocks.setdefault(block, {})
        for place, (a, x) in enumerate(scores):
            for b, y in scores[:place]:
                if a != b:
                    points, games = own.get((min(a, b), max(a, b)), (0.0, 0))
                    first, second = (x, y) if a < b else (y, x)
                    own[min(a, b), max(a, b)] = points + ((first > second) + (first >= second)) / 2, games + 1


def ratings(meetings: Meetings) -> dict[str, Rating]:
    """The rating of every seat that met another one."""
    seats = sorted({seat for own in meetings.blocks.values() for pair in own for seat in pair})
    place = {seat: number for number, seat in enumerate(seats)}
    blocks = [
        [(place[a], place[b], points, games) for (a, b), (points, games) in sorted(own.items())]
        for _, own in sorted(meetings.blocks.items())
    ]
    total: dict[tuple[int, int], tuple[float, int]] = {}
    for own in blocks:
        for a, b, points, games in own:
            sum_, number = total.get((a, b), (0.0, 0))
            total[a, b] = sum_ + points, number + games
    played = [(a, b, points, games) for (a, b), (points, games) in sorted(total.items())]
    strengths, inverse = _fit(played, len(seats))
    errors = _errors(blocks, strengths, inverse)
    return {seat: _rating(strengths[number], errors[number], len(blocks)) for number, seat in enumerate(seats)}


Games = Sequence[tuple[int, int, float, int]]
"""(first seat, second seat, points of the first, games)."""


def _fit(played: Games, seats: int) -> tuple[list[float], list[list[float]]]:
    """Log-strengths by Newton's method, and the inverse of the information at them."""
    strengths = [0.0] * seats
    inverse: list[list[float]] = []
    for _ in range(STEPS):
        slopes, information = _slopes(played, strengths), _information(played, strengths)
        for seat, strength in enumerate(strengths):
            chance = _chance(strength)
            slopes[seat] += 0.5 - chance
            information[seat][seat] += chance * (1 - chance)
        inverse = inverted(information)
        step = [fsum(a * b for a, b in zip(row, slopes, strict=True)) for row in inverse]
        longest = max(map(abs, step), default=0.0)
        scale = min(1.0, 1.0 / longest) if longest else 1.0
        strengths = [strength + scale * change for strength, change in zip(strengths, step, strict=True)]
        if longest < SETTLED:
            break
    return strengths, inverse


def _chance(difference: float) -> float:
    return 1 / (1 + exp(-difference))


def _slopes(played: Games, strengths: Sequence[float]) -> list[float]:
    """Points beyond those expected, by seat."""
    slopes = [0.0] * len(strengths)
    for a, b, points, games in played:
        more = points - games * _chance(strengths[a] - strengths[b])
        slopes[a] += more
        slopes[b] -= more
    return slopes


def _information(played: Games, strengths: Sequence[float]) -> list[list[float]]:
    information = [[0.0] * len(strengths) for _ in strengths]
    for a, b, _, games in played:
        chance = _chance(strengths[a] - strengths[b])
        weight = games * chance * (1 - chance)
        information[a][a] += weight
        information[b][b] += weight
        information[a][b] -= weight
        information[b][a] -= weight
    return information


def _errors(blocks: Sequence[Games], strengths: Sequence[float], inverse: Sequence[Sequence[float]]) -> list[float]:
    """Standard errors: how far each block alone pulls each rating."""
    squares = [0.0] * len(strengths)
    for own in blocks:
        slopes = _slopes(own, strengths)
        for seat, row in enumerate(inverse):
            squares[seat] += fsum(a * b for a, b in zip(row, slopes, strict=True)) ** 2
    number = len(blocks)
    return [sqrt(square * number / (number - 1)) if number > 1 else 0.0 for square in squares]


def _rating(strength: float, error: float, blocks: int) -> Rating:
    value = AVERAGE + ELO * strength
    if blocks < LEAST_BLOCKS:
        return Rating(value, None, None)
    half = ELO * student_t(blocks - 1) * error
    return Rating(value, value - half, value + half)


def inverted(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a positive definite matrix, by elimination."""
    size = len(matrix)
    rows = [[*row, *_unit(size, place)] for place, row in enumerate(matrix)]
    for place in range(size):
        pivot = rows[place][place]
        rows[place] = [value / pivot for value in rows[place]]
        for other in range(size):
            if other != place and (factor := rows[other][place]):
                rows[other] = [x - factor * y for x, y in zip(rows[other], rows[place], strict=True)]
    return [row[size:] for row in rows]


def _unit(size: int, place: int) -> Iterator[float]:
    return (float(number == place) for number in range(size))
