"""Schedules: who plays which power when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import combinations, pairwise
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy_game import POWERS, TOY

from engine.dice import shuffled
from harness.config import League, SeatConfig
from harness.config_compare import Compare
from harness.errors import UserError
from harness.schedule import Fixture, block_seed, fixtures, offsets, schedule, single_fixture

GAMES = {"toy": TOY}
SIX = ("VENICE", "MILAN", "FLORENCE", "PAPACY", "NAPLES", "TURK")


def league(seats: int, blocks: int, seed: int = 7) -> League:
    chairs = tuple(SeatConfig(f"s{number}", "scripted") for number in range(seats))
    return League("night", "toy", seats * blocks, seed, TOY.options(), chairs)


@given(seats=st.integers(2, 8), blocks=st.integers(1, 5), seed=st.integers(0, (1 << 53) - 1))
def test_every_seat_plays_every_power_once_a_block(seats: int, blocks: int, seed: int) -> None:
    for block in range(blocks):
        own = [fixture for fixture in fixtures(league(seats, blocks, seed), GAMES) if fixture.block == block]
        held = Counter((power, seat) for fixture in own for power, seat in zip(POWERS, fixture.seating, strict=True))
        assert held == {(power, f"s{seat}"): 1 for power in POWERS for seat in range(seats)}
        for fixture in own:
            plays = Counter(fixture.seating)
            assert max(plays.values()) - min(plays[f"s{seat}"] for seat in range(seats)) <= 1
        assert {fixture.seed for fixture in own} == {block_seed(seed, block)}


def test_the_plan_of_a_small_league() -> None:
    assert [(f.name, f.block, f.seating) for f in fixtures(league(3, 2), GAMES)] == [
        ("b01-e01", 0, ("s1", "s0", "s2")),
        ("b01-e02", 0, ("s0", "s2", "s1")),
        ("b01-e03", 0, ("s2", "s1", "s0")),
        ("b02-e01", 1, ("s2", "s0", "s1")),
        ("b02-e02", 1, ("s0", "s1", "s2")),
        ("b02-e03", 1, ("s1", "s2", "s0")),
    ]


def test_a_longer_league_goes_on_where_a_shorter_one_ends() -> None:
    assert fixtures(league(4, 5), GAMES)[:8] == fixtures(league(4, 2), GAMES)


def test_names_sort_as_they_are_played() -> None:
    names = [fixture.name for fixture in fixtures(league(3, 120), GAMES)]
    assert names == sorted(names)
    assert (names[0], names[-1]) == ("b001-e01", "b120-e03")


def test_the_seed_of_a_block_can_be_computed_by_hand() -> None:
    head = sha256(b"1499:block:2").digest()[:8]
    assert block_seed(1499, 2) == int.from_bytes(head, "big") >> 11 < 1 << 53


def test_blocks_differ() -> None:
    seeds = {fixture.seed for fixture in fixtures(league(3, 200), GAMES)}
    orders = {fixture.seating for fixture in fixtures(league(3, 200), GAMES)}
    assert (len(seeds), len(orders)) == (200, 6)


def meetings(plan: Sequence[Fixture]) -> Counter[frozenset[str]]:
    """How often two seats held different powers of one episode."""
    pairs = (frozenset(pair) for fixture in plan for pair in combinations(fixture.seating, 2))
    return Counter(pair for pair in pairs if len(pair) == 2)


@pytest.mark.parametrize(
    ("seats", "powers", "least", "most"),
    [(7, 3, 1, 1), (13, 4, 1, 1), (11, 5, 2, 2), (2, 6, 18, 18), (3, 7, 16, 16), (8, 6, 4, 5), (12, 7, 3, 4)],
)
def test_pairs_of_seats_meet_as_evenly_as_a_cyclic_design_can(seats: int, powers: int, least: int, most: int) -> None:
    met = meetings(schedule([f"s{number}" for number in range(seats)], powers, seats, 7))
    assert len(met) == comb(seats, 2)
    assert (min(met.values()), max(met.values())) == (least, most)


def test_later_blocks_make_up_for_who_met_whom_before() -> None:
    names = [f"s{number}" for number in range(10)]
    met = meetings(schedule(names, 6, 200, 7))
    assert sum(met.values()) == 20 * 10 * comb(6, 2)
    assert max(met.values()) - min(met.values()) <= 4


@pytest.mark.parametrize(("seats", "least"), [(8, 7), (9, 4), (7, 3)])
def test_a_seat_has_other_neighbours_in_each_episode_of_a_block(seats: int, least: int) -> None:
    plan = schedule([f"s{number}" for number in range(seats)], seats, seats, 7)
    after: dict[str, set[str]] = {}
    for fixture in plan:
        for seat, other in pairwise(fixture.seating):
            after.setdefault(seat, set()).add(other)
    assert min(map(len, after.values())) >= least


def test_too_many_designs_to_try_are_chosen_step_by_step() -> None:
    held = offsets(64, 7)
    steps = Counter((b - a) % 64 for a in held for b in held if a != b)
    assert (len(held), set(steps.values())) == (7, {1})


PAIR = Compare("a", "b")


@pytest.mark.parametrize("opponents", [1, 2, 5, 8])
def test_arms_take_the_same_power_seed_and_opponents_in_turn(opponents: int) -> None:
    others = [f"s{number}" for number in range(opponents)]
    plan = schedule(["a", *others, "b"], 6, 48, 7, PAIR)
    firsts: Counter[str] = Counter()
    held: list[int] = []
    for first, second in zip(plan[::2], plan[1::2], strict=True):
        arms = [(x, y) for x, y in zip(first.seating, second.seating, strict=True) if x != y]
        assert (first.block, first.seed) == (second.block, second.seed)
        assert [sorted(pair) for pair in arms] == [["a", "b"]]
        firsts[arms[0][0]] += 1
        held.append(first.seating.index(arms[0][0]))
    assert firsts == {"a": 12, "b": 12}
    assert [sorted(held[turn : turn + 6]) for turn in range(0, 24, 6)] == [list(range(6))] * 4
    assert {seat for fixture in plan for seat in fixture.seating} == {"a", "b", *others}


def test_a_comparison_can_grow() -> None:
    seats = ["a", "b", "s0", "s1"]
    assert schedule(seats, 6, 36, 7, PAIR)[:12] == schedule(seats, 6, 12, 7, PAIR)


@pytest.mark.parametrize(("seats", "episodes", "compare"), [(3, 4, None), (2, 3, None), (3, 3, Compare("s0", "s1"))])
def test_what_cannot_be_balanced_is_no_schedule(seats: int, episodes: int, compare: Compare | None) -> None:
    with pytest.raises(ValueError, match="cannot be balanced"):
        fixtures(replace(league(seats, 1), episodes=episodes, compare=compare), GAMES)


def test_one_episode_takes_the_seeded_permutation() -> None:
    seats = ("a", "b", "c", "d", "e", "f")
    assert shuffled(7, "seating", 6) == (3, 2, 4, 0, 1, 5)
    assert single_fixture(SIX, seats, 7) == Fixture("seed-7", 0, 7, ("d", "e", "b", "a", "c", "f"))


def test_pinned_powers_keep_their_seat() -> None:
    fixture = single_fixture(SIX, ("a", "b", "c", "d", "e"), 7, {"florence": "me"})
    assert fixture.seating[2] == "me"
    assert sorted(fixture.seating) == ["a", "b", "c", "d", "e", "me"]


def test_a_power_there_is_not() -> None:
    with pytest.raises(UserError) as caught:
        single_fixture(SIX, (), 7, {"florenz": "me"})
    assert str(caught.value) == (
        "there is no power florenz in this game;"
        " allowed: FLORENCE, MILAN, NAPLES, PAPACY, TURK, VENICE; did you mean FLORENCE?"
    )


def test_seats_that_are_too_few() -> None:
    with pytest.raises(UserError) as caught:
        single_fixture(SIX, ("a",), 7, {"TURK": "me"})
    assert str(caught.value) == "5 powers have no seat yet and 1 seats are left for them"
