"""How far the statistics can be trusted, by simulation: leagues are drawn from pools of scripted episodes.

``python -m benchmarks.coverage [game ...]`` plays the pools and prints the tables of
docs/statistics.md; about an hour for all games, less with fewer
``--episodes`` in a pool or ``--leagues`` drawn for coverage. The truth of an
interval is the pool's own mean. For errors of the first kind both arms have one policy, and
which arm a block's result belongs to is drawn, so that there is no difference.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from random import Random
from statistics import fmean, pvariance

from benchmarks.pool import Played, pairs, rotations
from engine.registry import GAMES
from harness.significance import ALL_SUBSETS, LEAST_LOOK, anytime_width, one_look
from harness.statistics import ClusteredMean, standard_error

EPISODES = 3_000
LEAGUES = 2_000
BLOCKS = (4, 6, 8, 12, 20, 50)
MISSING = (0.0, 0.2)
LOOKS = 50

Plays = Mapping[str, Sequence[Sequence[tuple[str, float]]]]
"""For every seat the (power, score) of its plays, block by block of the pool."""


def plays(pool: Sequence[Sequence[Played]]) -> Plays:
    """A pool by seat."""
    found: dict[str, list[list[tuple[str, float]]]] = defaultdict(lambda: [[] for _ in pool])
    for number, block in enumerate(pool):
        for episode in block:
            for power, (seat, score) in episode.scores.items():
                found[seat][number].append((power, score))
    return found


def league_mean(blocks: Sequence[Sequence[tuple[str, float]]], missing: float, random: Random) -> ClusteredMean:
    """One seat's scores in a league of these blocks, each play missing with a probability."""
    mean = ClusteredMean()
    for block, own in enumerate(blocks):
        for power, score in own:
            if not missing or random.random() >= missing:
                mean.add(block, score, power)
    return mean


def coverage(pool: Plays, blocks: int, missing: float, leagues: int = LEAGUES) -> Iterator[tuple[str, float, float]]:
    """(seat, share of its intervals that hold the truth, share of leagues with an interval)."""
    for seat, own in pool.items():
        random = Random(f"{seat}:{blocks}:{missing}")
        truth = fmean(score for block in own for _, score in block)
        given = held = 0
        for _ in range(leagues):
            found = league_mean(random.choices(own, k=blocks), missing, random).estimate()
            if found.low is not None and found.high is not None:
                given += 1
                held += found.low <= truth <= found.high
        yield seat, held / given if given else 0.0, given / leagues


def same_policy(pool: Plays) -> Iterator[tuple[str, list[float]]]:
    """Block by block the difference of two seats of one policy."""
    for seat, own in pool.items():
        if (twin := pool.get(f"{seat}-2")) is not None:
            yield (
                seat,
                [
                    fmean(score for _, score in a) - fmean(score for _, score in b)
                    for a, b in zip(own, twin, strict=True)
                ],
            )


def drawn(differences: Sequence[float], blocks: int, random: Random) -> list[tuple[float, int]]:
    """A league's differences where there is none: the names of the arms are drawn in every block."""
    return [(random.choice((-1, 1)) * value, 1) for value in random.choices(differences, k=blocks)]


def false_alarms_at_end(differences: Sequence[float], blocks: int, leagues: int = LEAGUES) -> float:
    """Share of leagues in which one look at the end finds a difference; of few blocks, four times as many leagues."""
    random = Random(blocks)
    looks = leagues * 4 if blocks <= ALL_SUBSETS else leagues
    return fmean(one_look(drawn(differences, blocks, random)).p <= 0.05 for _ in range(looks))


def false_alarms_on_the_way(differences: Sequence[float], blocks: int = LOOKS, leagues: int = LEAGUES) -> float:
    """Share of leagues in which a look after any block finds a difference."""
    random = Random(blocks)
    return fmean(_alarmed(drawn(differences, blocks, random)) for _ in range(leagues))


def _alarmed(parts: Sequence[tuple[float, int]]) -> bool:
    for blocks in range(LEAST_LOOK, len(parts) + 1):
        own = parts[:blocks]
        if abs(fmean(value for value, _ in own)) > anytime_width(blocks) * standard_error(own):
            return True
    return False


def saving(pool: Plays, paired: Plays, a: str, b: str) -> tuple[float, float]:
    """How many times the episodes independent leagues need for the same interval: of a rotation, of pairs.

    An independent league seats one arm at a random power on a seed of its own.
    The variance of the difference per episode: of independent leagues twice the sum
    of both variances of a play; of a rotation that of a block's difference, times
    its episodes; of pairs that of a pair's difference, times two.
    """
    alone = 2 * sum(pvariance([score for block in pool[seat] for _, score in block]) for seat in (a, b))
    rotation = _difference_variance(pool[a], pool[b]) * len(pool[a][0])
    pair = _difference_variance(paired["a"], paired["b"]) * 2
    return alone / rotation, alone / pair


def _difference_variance(a: Sequence[Sequence[tuple[str, float]]], b: Sequence[Sequence[tuple[str, float]]]) -> float:
    return pvariance(
        [fmean(score for _, score in x) - fmean(score for _, score in y) for x, y in zip(a, b, strict=True)]
    )


def report(name: str, episodes: int = EPISODES, leagues: int = LEAGUES) -> None:
    """Print all tables of one game, from a pool of so many episodes and so many leagues for coverage."""
    pool = plays(rotations(name, episodes))
    error = sqrt(0.05 * 0.95 / leagues)
    print(f"\n### {name}: {episodes} episodes; {leagues} leagues a cell, Monte Carlo error {error:.2%}\n")
    print("| blocks | missing | held, mean of seats | lowest | highest | leagues with an interval |")
    print("|---|---|---|---|---|---|")
    for missing in MISSING:
        for blocks in BLOCKS:
            found = list(coverage(pool, blocks, missing, leagues))
            shown = [held for _, held, given in found if given >= 0.5]
            shares = fmean(shown), min(shown), max(shown), fmean(given for _, _, given in found)
            print(f"| {blocks} | {missing:.0%} | " + " | ".join(f"{share:.1%}" for share in shares) + " |", flush=True)
    sizes = (8, 12, 24, 50)
    print("\n| one policy twice | " + " | ".join(f"{size} blocks" for size in sizes) + f" | any of {LOOKS} looks |")
    print("|---" * (len(sizes) + 2) + "|")
    for seat, differences in same_policy(pool):
        ends = " | ".join(f"{false_alarms_at_end(differences, size):.1%}" for size in sizes)
        print(f"| {seat} | {ends} | {false_alarms_on_the_way(differences):.1%} |", flush=True)
    a, b, *_ = GAMES[name].policies
    print(f"\n| {a} against {b} | episodes independent leagues need, to one |\n|---|---|")
    rotation, pair = saving(pool, plays(pairs(name, a, b, episodes // 3)), a, b)
    print(f"| rotation | {rotation:.1f} |\n| `[compare]` pairs | {pair:.1f} |")


def main() -> None:
    """Print the tables of the games named, or of all."""
    parser = ArgumentParser(prog="python -m benchmarks.coverage")
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="game")
    parser.add_argument("--episodes", type=int, default=EPISODES)
    parser.add_argument("--leagues", type=int, default=LEAGUES)
    wanted = parser.parse_args()
    for name in wanted.games:
        report(name, wanted.episodes, wanted.leagues)


if __name__ == "__main__":
    main()
