"""Groups of seats that cannot be told apart, and chances of being first."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.ranking import chances_of_being_first, letter, tie_groups

Means = dict[str, dict[int, tuple[float, int]]]


def means(rows: dict[str, list[float]], plays: int = 6) -> Means:
    return {seat: {block: (plays * mean, plays) for block, mean in enumerate(own)} for seat, own in rows.items()}


def spread(centre: float, blocks: int, seed: int, size: float = 0.1) -> list[float]:
    random = Random(seed)
    return [centre + random.gauss(0, size) for _ in range(blocks)]


CASES = [
    ("one seat", {"a": [1.0] * 6}, {"a": "a"}),
    ("always alike", {"a": [1.0] * 8, "b": [1.0] * 8}, {"a": "a", "b": "a"}),
    ("always ahead", {"a": [1.0, 2.0] * 4, "b": [0.5, 1.5] * 4}, {"a": "a", "b": "b"}),
    ("always ahead, in too few blocks to say", {"a": [1.0] * 5, "b": [0.5] * 5}, {}),
    (
        "the middle belongs to both",
        {"a": spread(0.30, 9, 1), "b": spread(0.20, 9, 2), "c": spread(0.10, 9, 3)},
        {"a": "a", "b": "ab", "c": "b"},
    ),
]


@pytest.mark.parametrize(("rows", "groups"), [row[1:] for row in CASES], ids=[row[0] for row in CASES])
def test_groups(rows: dict[str, list[float]], groups: dict[str, str]) -> None:
    assert tie_groups(means(rows), list(rows)) == groups


def test_a_block_that_one_of_two_did_not_play_says_nothing_about_them() -> None:
    rows = means({"a": [1.0, 2.0] * 4, "b": [0.5, 1.5] * 4})
    rows["b"][8] = (60.0, 6)
    assert tie_groups(rows, ["a", "b"]) == {"a": "a", "b": "b"}


def test_alike_seats_are_told_apart_in_one_league_of_twenty() -> None:
    """Six seats, fifteen pairs: the chance of any wrong distinction in a league is 5 %."""
    wrong = 0
    for league in range(200):
        rows = {seat: spread(0.5, 8, 6 * league + number) for number, seat in enumerate("abcdef")}
        order = sorted(rows, key=lambda seat: -sum(rows[seat]))
        wrong += len(set(tie_groups(means(rows), order).values())) > 1
    assert wrong <= 200 * 0.05 + 3 * (200 * 0.05 * 0.95) ** 0.5


def test_many_groups_have_letters_too() -> None:
    assert [letter(number) for number in (0, 25, 26, 53)] == ["a", "z", "a1", "b2"]


@given(
    st.dictionaries(st.sampled_from("abcde"), st.lists(st.integers(0, 9), min_size=4, max_size=4), min_size=1),
    st.randoms(),
)
def test_chances_add_up_to_one_and_know_no_order(rows: dict[str, list[int]], random: Random) -> None:
    table = means({seat: [float(value) for value in own] for seat, own in rows.items()})
    chances = chances_of_being_first(table, 50)
    assert sum(chances.values()) == pytest.approx(1)
    shuffled = list(table.items())
    random.shuffle(shuffled)
    again = {seat: dict(random.sample(list(own.items()), len(own))) for seat, own in shuffled}
    assert chances_of_being_first(again, 50) == chances


def test_whoever_is_best_in_every_block_is_first_and_equals_share() -> None:
    chances = chances_of_being_first(means({"a": [3.0] * 5, "b": [2.0] * 5, "c": [3.0] * 5}))
    assert chances == {"a": pytest.approx(0.5), "b": 0.0, "c": pytest.approx(0.5)}
