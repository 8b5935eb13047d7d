"""Tests and intervals of differences, against scipy, by counting, and by simulation."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats

from harness.sample_size import MOST_BLOCKS, blocks_to_see, blocks_to_see_any_time, blocks_within, difference_seen
from harness.significance import LEAST_LOOK, SUBSETS, anytime_p, anytime_width, holm, one_look


def pairs(differences: list[float]) -> list[tuple[float, int]]:
    return [(value, 1) for value in differences]


def gauss(number: int, seed: int, mean: float = 0.0) -> list[float]:
    random = Random(seed)
    return [random.gauss(mean, 1) for _ in range(number)]


def coin(random: Random) -> float:
    return random.choice((-1.0, 1.0))


def bell(random: Random) -> float:
    return random.gauss(0, 1)


def rare(random: Random) -> float:
    return random.choice((-1.0, 1.0)) * (random.random() < 0.2)


FEW_SCORES = ([0.1, 0.2, -0.3, 0.1, 0.0, 0.2, 0.4, 0.1], [1.0, 1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0])


@pytest.mark.parametrize("own", [gauss(7, 11, 0.5), gauss(8, 11, 0.3), gauss(12, 11, 0.9), *FEW_SCORES])
def test_the_p_value_is_that_of_all_changes_of_sign_of_ties_half(own: list[float]) -> None:
    found = stats.permutation_test(
        (np.array(own),), lambda x, axis: np.sum(x, axis=axis), permutation_type="samples", vectorized=True,
        n_resamples=np.inf,
    )  # fmt: skip
    alike = np.isclose(abs(found.null_distribution), abs(found.statistic), rtol=0, atol=1e-9)
    assert one_look(pairs(own)).p == pytest.approx(found.pvalue - alike.mean() / 2)


def test_drawn_changes_of_sign_come_close_to_all_of_them() -> None:
    own = gauss(14, 5, 0.4)
    found = stats.permutation_test(
        (np.array(own),), lambda x, axis: np.sum(x, axis=axis), permutation_type="samples", vectorized=True,
        n_resamples=np.inf,
    )  # fmt: skip
    error = 2 * sqrt(found.pvalue * (1 - found.pvalue) / SUBSETS)
    assert one_look(pairs(own)).p == pytest.approx(found.pvalue, abs=4 * error)


@given(st.lists(st.integers(-50, 50), min_size=7, max_size=10), st.integers(1, 5))
def test_the_interval_holds_exactly_the_means_that_are_not_rejected(values: list[int], scale: int) -> None:
    parts = [(float(value * scale), scale) for value in values]
    look = one_look(parts)
    assert look.low is not None
    assert look.high is not None
    for shift in (look.low, look.high):
        for step, rejected in ((-1e-6, shift == look.low), (1e-6, shift == look.high)):
            moved = one_look([(total - (shift + step) * n, n) for total, n in parts])
            assert (moved.p <= 0.05) == rejected or look.low == look.high


@pytest.mark.parametrize(("blocks", "p"), [(1, 1), (6, 1), (7, 1 / 128)])
def test_one_look_takes_seven_blocks(blocks: int, p: float) -> None:
    look = one_look(pairs([0.5 + number for number in range(blocks)]))
    assert (look.p, look.low is not None) == (p, blocks >= 7)


def test_rounding_decides_nothing() -> None:
    """0.1 + 0.2 - 0.3 is 5.6e-17: such a sum lies at nothing, not above it."""
    tenths = [1, 2, -3, 4, 5, 6, -1, 3]
    exact, rounded = one_look(pairs([float(n) for n in tenths])), one_look(pairs([n / 10 for n in tenths]))
    assert rounded.p == exact.p
    assert (rounded.low, rounded.high) == (pytest.approx((exact.low or 0) / 10), pytest.approx((exact.high or 0) / 10))


def thirds(random: Random) -> float:
    return random.choice((-0.2, -0.1, 0.0, 0.1, 0.2)) + random.choice((-0.05, 0.05))


@pytest.mark.parametrize("blocks", [7, 8, 12])
@pytest.mark.parametrize("draw", [bell, thirds], ids=["bell-shaped", "few values"])
def test_one_look_finds_nothing_where_there_is_nothing_in_nineteen_of_twenty_leagues(
    draw: Callable[[Random], float], blocks: int
) -> None:
    leagues = 1_500 if blocks < 12 else 300
    random = Random(blocks)
    fooled = sum(one_look(pairs([draw(random) for _ in range(blocks)])).p <= 0.05 for _ in range(leagues))
    assert fooled / leagues == pytest.approx(0.05, abs=0.015 if blocks < 12 else 0.03)


def test_blocks_of_unequal_size_weigh_by_their_pairs() -> None:
    look = one_look([(3.0, 3), (1.0, 1), (2.0, 2), (4.0, 4), (1.0, 1), (2.0, 2), (3.0, 3)])
    assert (look.low, look.high, look.p) == (1.0, 1.0, 1 / 128)


@pytest.mark.parametrize(("t", "blocks"), [(0.0, 10), (1.5, 10), (3.0, 20), (-4.2, 20), (5.0, 60)])
def test_the_mixture_is_that_of_the_noncentral_t(t: float, blocks: int) -> None:
    """The likelihood ratio of a t-statistic under effects spread as N(0, 1) against no effect."""

    def likelihood(effect: float) -> float:
        return float(stats.nct.pdf(t, blocks - 1, effect * sqrt(blocks)) * stats.norm.pdf(effect))

    mixed = integrate.quad(likelihood, -6, 6, points=[t / sqrt(blocks)], limit=200)[0]
    assert anytime_p(t, blocks) == pytest.approx(min(1.0, stats.t.pdf(t, blocks - 1) / mixed), rel=1e-4)


@pytest.mark.parametrize("blocks", [8, 12, 50, 400])
def test_the_width_at_any_time_is_where_its_p_value_is_five_percent(blocks: int) -> None:
    assert anytime_p(anytime_width(blocks), blocks) == pytest.approx(0.05)
    assert stats.t.ppf(0.975, blocks - 1) < anytime_width(blocks)


def test_there_is_no_early_look_before_eight_blocks() -> None:
    assert anytime_width(LEAST_LOOK - 1) == inf
    assert anytime_p(100.0, LEAST_LOOK - 1) == 1.0


@pytest.mark.parametrize("draw", [coin, bell, rare], ids=["coins", "bell-shaped", "mostly nothing"])
def test_looking_after_every_block_fools_in_fewer_than_one_case_of_twenty(draw: object) -> None:
    fooled, leagues = 0, 600
    for league in range(leagues):
        random = Random(league)
        own: list[float] = []
        for _ in range(40):
            own.append(draw(random))  # type: ignore[operator]
            if len(own) >= LEAST_LOOK and abs(fmean(own)) > anytime_width(len(own)) * stdev(own) / sqrt(len(own)):
                fooled += 1
                break
    assert fooled <= leagues * 0.05


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.5]) == [pytest.approx(value) for value in (0.04, 0.09, 0.09, 0.5)]
    assert holm([]) == []


@pytest.mark.parametrize(("difference", "deviation"), [(0.5, 1.0), (0.1, 0.3), (0.02, 0.1)])
def test_the_blocks_needed_have_the_power_of_a_t_test(difference: float, deviation: float) -> None:
    blocks = blocks_to_see(difference, deviation)
    shift = difference / deviation * sqrt(blocks)
    power = stats.nct.sf(stats.t.ppf(0.975, blocks - 1), blocks - 1, shift)
    assert power == pytest.approx(0.8, abs=0.015)
    assert difference_seen(blocks, deviation) == pytest.approx(difference, rel=0.03)


@pytest.mark.parametrize("blocks", [7, 8, 10])
def test_the_difference_that_few_blocks_show_is_found_in_about_four_of_five_leagues(blocks: int) -> None:
    difference, leagues = difference_seen(blocks, 1.0), 600
    found = sum(one_look(pairs(gauss(blocks, league, difference))).p <= 0.05 for league in range(leagues))
    assert found / leagues == pytest.approx(0.78, abs=0.06)
    assert blocks_to_see(difference, 1.0) == blocks


@pytest.mark.parametrize("blocks", [1, 4, 6])
def test_too_few_blocks_for_any_verdict_are_never_said_to_do(blocks: int) -> None:
    assert difference_seen(blocks, 1.0) == inf
    assert blocks_to_see(1e6, 1.0) == 7


def test_looks_at_any_time_take_more_blocks_and_none_see_nothing() -> None:
    assert 50 < blocks_to_see(0.4, 1.0) < blocks_to_see_any_time(0.4, 1.0) < 3 * 52
    assert blocks_to_see(0.0, 1.0) == blocks_within(0.0, 1.0) == MOST_BLOCKS
    assert difference_seen(1, 1.0) == inf


def test_blocks_within_a_width_are_the_fewest() -> None:
    blocks = blocks_within(0.2, 1.0)
    assert anytime_width(blocks) / sqrt(blocks) <= 0.2 < anytime_width(blocks - 1) / sqrt(blocks - 1)
