"""Ratings: properties that the order of play, ties and losers must not break."""

from __future__ import annotations

from itertools import combinations, permutations
from math import log, log10
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize, stats

from harness.rating import Meetings, Rating, inverted, ratings

Episode = tuple[int, list[tuple[str, float]]]


def rated(episodes: list[Episode]) -> dict[str, Rating]:
    meetings = Meetings()
    for block, scores in episodes:
        meetings.add(block, scores)
    return ratings(meetings)


def ranked(*scores: float) -> list[tuple[str, float]]:
    return [(seat, score) for seat, score in zip("abcdefg", scores, strict=False)]


EPISODES = st.lists(
    st.tuples(st.integers(0, 4), st.lists(st.integers(0, 3), min_size=5, max_size=5)), min_size=1, max_size=12
)


@given(EPISODES, st.randoms())
@settings(max_examples=60)
def test_the_order_of_play_and_of_seats_changes_no_rating(found: list[tuple[int, list[int]]], random: Random) -> None:
    episodes = [(block, ranked(*map(float, scores))) for block, scores in found]
    before = rated(episodes)
    random.shuffle(episodes)
    assert rated([(block, random.sample(scores, len(scores))) for block, scores in episodes]) == before


@given(EPISODES)
@settings(max_examples=60)
def test_who_has_more_points_is_never_rated_lower_and_equals_are_equal(found: list[tuple[int, list[int]]]) -> None:
    points = dict.fromkeys("abcde", 0.0)
    for _, scores in found:
        for seat, own in zip("abcde", scores, strict=True):
            points[seat] += sum((own > other) + (own >= other) for other in scores)
    values = rated([(block, ranked(*map(float, scores))) for block, scores in found])
    for a, b in permutations("abcde", 2):
        if points[a] >= points[b]:
            assert values[a].value >= values[b].value - 1e-6


def test_two_winners_share_their_rating_and_stand_above_the_third() -> None:
    values = [rating.value for rating in rated([(0, ranked(9, 9, 8, 7, 6))]).values()]
    assert values[0] == pytest.approx(values[1])
    assert values[1] > values[2] > values[3] > values[4]


def test_odds_of_ten_to_one_are_400_points() -> None:
    episodes = [(block, ranked(1, 0)) for block in range(10_000)] + [(block, ranked(0, 1)) for block in range(1_000)]
    found = rated(episodes)
    assert found["a"].value - found["b"].value == pytest.approx(400 * log10(10), abs=1)
    assert found["a"].value + found["b"].value == pytest.approx(3000)


def test_a_seat_that_always_wins_has_a_finite_rating() -> None:
    found = rated([(block, ranked(1, 0, 0)) for block in range(50)])
    assert 1500 < found["a"].value < 3000
    assert found["b"].value == pytest.approx(found["c"].value)


@pytest.mark.parametrize(("blocks", "given_"), [(3, False), (4, True)])
def test_an_interval_takes_four_blocks(blocks: int, given_: bool) -> None:
    found = rated([(block, ranked(block % 2, 1 - block % 2)) for block in range(blocks)])
    assert (found["a"].low is not None) == given_


def test_the_interval_narrows_with_blocks_and_covers() -> None:
    """Two seats, b stronger by odds of 2: the interval of the difference's half covers at about its rate."""
    truth, covered = 200 * log10(2), 0
    for league in range(150):
        random = Random(league)
        episodes = [(block, ranked(*((0, 1) if random.random() < 2 / 3 else (1, 0)))) for block in range(60)]
        b = rated(episodes)["b"]
        assert b.low is not None
        assert b.high is not None
        covered += b.low <= 1500 + truth <= b.high
    assert covered >= 150 * 0.89


def test_ratings_and_intervals_are_those_of_a_fit_by_scipy() -> None:
    """The likelihood at its largest, and the sandwich of its score block by block, from numerical derivatives alone."""
    random = Random(5)
    episodes = [(block, ranked(*(random.randint(0, 3) + seat for seat in range(4)))) for block in range(8)]

    def likelihood(strengths: np.ndarray, own: list[Episode]) -> float:
        total = 0.0
        for _, scores in own:
            for (a, (_, x)), (b, (_, y)) in combinations(enumerate(scores), 2):
                won, ahead = (x > y) + (x == y) / 2, strengths[a] - strengths[b]
                total += won * stats.logistic.logcdf(ahead) + (1 - won) * stats.logistic.logcdf(-ahead)
        return total

    def whole(strengths: np.ndarray) -> float:
        prior = stats.logistic.logcdf(strengths) + stats.logistic.logcdf(-strengths)
        return -likelihood(strengths, episodes) - float(np.sum(prior)) / 2

    fit = optimize.minimize(whole, np.zeros(4), tol=1e-10)
    slopes = [optimize.approx_fprime(fit.x, likelihood, 1e-6, [episode]) for episode in episodes]
    step = 1e-4 * np.eye(4)
    bread = np.linalg.inv(
        [
            [(whole(fit.x + i + j) - whole(fit.x + i) - whole(fit.x + j) + whole(fit.x)) / 1e-8 for j in step]
            for i in step
        ]
    )
    errors = np.sqrt(np.diag(bread @ (8 / 7 * sum(np.outer(s, s) for s in slopes)) @ bread))
    half = stats.t.ppf(0.975, 7) * errors
    for seat, strength, width in zip("abcd", fit.x, half, strict=True):
        own = rated(episodes)[seat]
        assert own.value == pytest.approx(1500 + 400 / log(10) * strength, abs=0.05)
        assert own.high == pytest.approx(own.value + 400 / log(10) * width, rel=2e-3)


def test_an_inverse_undoes_its_matrix() -> None:
    matrix = [[4.0, 1.0, 0.5], [1.0, 3.0, 0.0], [0.5, 0.0, 2.0]]
    inverse = inverted(matrix)
    product = [[sum(matrix[i][k] * inverse[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
    assert product == [[pytest.approx(float(i == j), abs=1e-12) for j in range(3)] for i in range(3)]
