"""A small simulation of what docs/statistics.md tells at length: intervals hold the truth as often as they say."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from harness.statistics import ClusteredMean

POWERS = ("VENICE", "MILAN", "FLORENCE", "PAPACY", "NAPLES", "TURK")
LEAGUES = 300

Block = list[tuple[str, float]]


def pool(random: Random, shared: float) -> list[Block]:
    """Blocks of skewed scores: powers differ, a block's luck is shared, most plays go badly and few very well."""
    blocks = []
    for _ in range(300):
        luck = random.gauss(0, shared)
        blocks.append([(power, place / 20 + luck + random.expovariate(4)) for place, power in enumerate(POWERS)])
    return blocks


def held(blocks: list[Block], number: int, missing: float, seed: int) -> float:
    """The share of leagues of a number of blocks whose interval holds the mean of the pool."""
    random, truth = Random(seed), fmean(score for block in blocks for _, score in block)
    hits = 0
    for _ in range(LEAGUES):
        mean = ClusteredMean()
        for block, plays in enumerate(random.choices(blocks, k=number)):
            for power, score in plays:
                if random.random() >= missing:
                    mean.add(block, score, power)
        found = mean.estimate()
        assert found.low is not None
        assert found.high is not None
        hits += found.low <= truth <= found.high
    return hits / LEAGUES


@pytest.mark.parametrize("missing", [0.0, 0.2])
@pytest.mark.parametrize("blocks", [4, 12])
@pytest.mark.parametrize("shared", [0.0, 0.3], ids=["plays apart", "blocks that share their luck"])
def test_nineteen_intervals_of_twenty_hold_the_truth(shared: float, blocks: int, missing: float) -> None:
    assert 0.91 <= held(pool(Random(1), shared), blocks, missing, seed=2) <= 0.98


def test_intervals_that_ignore_blocks_would_hold_it_far_too_rarely() -> None:
    """Each play a block of its own: what is measured together would count twice."""
    blocks = [[(power, score)] for plays in pool(Random(1), 0.3) for power, score in plays]
    together = [blocks[start : start + 6] for start in range(0, len(blocks), 6)]
    random, truth = Random(2), fmean(score for plays in blocks for _, score in plays)
    hits = 0
    for _ in range(LEAGUES):
        mean = ClusteredMean()
        plays = [play for group in random.choices(together, k=12) for play in group]
        for number, ((power, score),) in enumerate(plays):
            mean.add(number, score, power)
        found = mean.estimate()
        hits += (found.low or 0.0) <= truth <= (found.high or 0.0)
    assert hits / LEAGUES < 0.8
