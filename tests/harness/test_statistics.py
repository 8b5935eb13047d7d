"""Means and intervals, against values worked out by hand or with a statistics package."""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import fmean, stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from harness.statistics import ClusteredMean, Estimate, ExactSum, clustered, standard_error, student_t

FLOATS = st.floats(-1e9, 1e9)


@pytest.mark.parametrize("freedom", [*range(1, 60), 80, 100, 119, 150, 400, 10**6])
def test_critical_values_are_those_of_student(freedom: int) -> None:
    assert student_t(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), abs=2e-4)


def test_no_freedom_no_interval() -> None:
    with pytest.raises(ValueError, match="at least 1 degree of freedom, not 0"):
        student_t(0)


def test_equal_blocks_give_the_textbook_interval_and_somewhat_more() -> None:
    means = [0.25, 0.5, 0.125, 0.375, 0.625]
    found = clustered((6 * mean, 6) for mean in means)
    half = student_t(4) * stdev(means) / sqrt(5) * sqrt(5 / 4)
    assert standard_error([(6 * mean, 6) for mean in means]) == pytest.approx(stats.sem(means))
    assert found.mean == pytest.approx(fmean(means))
    assert (found.low, found.high) == (pytest.approx(fmean(means) - half), pytest.approx(fmean(means) + half))
    assert (found.count, found.blocks, found.missing) == (30, 5, 0)


def test_the_interval_is_that_of_regression_by_clusters() -> None:
    """CR3 as the literature has it: a cluster's residuals over the identity less its part of the hat matrix."""
    random = Random(3)
    sizes = [1, 4, 2, 6, 3]
    values = [np.array([random.gauss(0.3, 0.1) for _ in range(size)]) for size in sizes]
    found = clustered((float(own.sum()), len(own)) for own in values)
    total, mean = sum(sizes), np.concatenate(values).mean()
    scores = [
        np.linalg.solve(np.eye(len(own)) - np.ones((len(own), len(own))) / total, own - mean).sum() for own in values
    ]
    assert found.high == pytest.approx(
        mean + stats.t.ppf(0.975, 4) * sqrt(sum(s * s for s in scores)) / total, rel=1e-4
    )


def test_unequal_blocks_weigh_by_their_values() -> None:
    # Blocks of 1, 2, 3 and 4 values, by hand: r = 3.2 / 10, residuals -.12 -.14 .04 .22, over 1 - h = .9 .8 .7 .6.
    found = clustered([(0.2, 1), (0.5, 2), (1.0, 3), (1.5, 4)])
    half = 3.1824 * sqrt((0.12 / 0.9) ** 2 + (0.14 / 0.8) ** 2 + (0.04 / 0.7) ** 2 + (0.22 / 0.6) ** 2) / 10
    assert found.mean == pytest.approx(0.32)
    assert found.high == pytest.approx(0.32 + half)


@pytest.mark.parametrize(("blocks", "missing"), [(1, 3), (2, 2), (3, 1), (4, 0)])
def test_below_four_blocks_there_is_no_interval_and_it_says_what_is_missing(blocks: int, missing: int) -> None:
    found = clustered([(0.5, 2)] * blocks)
    assert found.missing == missing
    assert (found.low is None) == (found.high is None) == (missing > 0)
    assert found.mean == 0.25


def test_nothing_has_no_mean() -> None:
    assert clustered([]) == Estimate(None, None, None, 0, 0, 4)


@given(st.lists(st.tuples(st.integers(0, 5), FLOATS), min_size=1, max_size=30), st.randoms())
def test_the_order_of_values_changes_no_digit(values: list[tuple[int, float]], random: Random) -> None:
    def estimate() -> Estimate:
        mean = ClusteredMean()
        for block, value in values:
            mean.add(block, value)
        return mean.estimate()

    first = estimate()
    random.shuffle(values)
    assert estimate() == first


@given(st.lists(st.integers(-1000, 1000), min_size=4, max_size=8))
def test_the_mean_lies_in_its_interval(sums: list[int]) -> None:
    found = clustered((float(total), 3) for total in sums)
    assert found.mean is not None
    assert found.low is not None
    assert found.high is not None
    assert found.low <= found.mean <= found.high


STEADY = [
    ("all alike", [[0.1, 0.3]] * 5, 5, False),
    ("one unlike", [[0.1, 0.3]] * 4 + [[0.1, 0.4]], 4, False),
    ("half unlike", [[0.1, 0.3]] * 2 + [[0.2, 0.3], [0.1, 0.5]], 2, True),
    ("all unlike", [[0.1, 0.3], [0.2, 0.4], [0.3, 0.5], [0.4, 0.6]], 0, True),
]


@pytest.mark.parametrize(("blocks", "steady", "given"), [row[1:] for row in STEADY], ids=[row[0] for row in STEADY])
def test_there_is_no_interval_where_hardly_anything_varies(blocks: list[list[float]], steady: int, given: bool) -> None:
    mean = ClusteredMean()
    for block, (red, blue) in enumerate(blocks):
        mean.add(block, red, "RED")
        mean.add(block, blue, "BLUE")
    found = mean.estimate()
    assert (found.steady, found.missing, found.low is not None) == (steady, 0, given)


def test_sums_lose_nothing() -> None:
    total = ExactSum()
    for value in [0.1] * 10 + [1e15, 5e-324, -1e15]:
        total.add(value)
    assert total.total == 1.0
    assert total.count == 13
