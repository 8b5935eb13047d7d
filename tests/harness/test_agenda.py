"""What comes next: blocks begun before new ones, lanes that are out left alone, nothing that cannot end in time."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest

from harness.agenda import FIRST_WAIT, LONGEST_WAIT, Agenda, Aside, Bounds
from harness.budget import LEAGUE, Budget
from harness.curfew import Curfew
from harness.schedule import Fixture

SEATS = ("ann", "bob", "cid", "dan")


@dataclass
class FakeLane:
    """What an agenda asks of a lane."""

    name: str
    cause: str = ""
    seconds: float = 0.0
    on_limit: str = "suspend"

    def shut_for(self) -> float:
        return self.seconds


def fixture(block: int, place: int) -> Fixture:
    """Of four seats three play; block 0 is fixtures a1 to a4."""
    seating = tuple(SEATS[(place + power) % 4] for power in range(3))
    return Fixture(f"{'abc'[block]}{place + 1}", block, 7, seating)


PLAN = tuple(fixture(block, place) for block in range(3) for place in range(4))


def agenda(
    *,
    due: tuple[Fixture, ...] = PLAN,
    begun: tuple[int, ...] = (),
    suspects: tuple[str, ...] = (),
    at_once: int = 4,
    curfew: Curfew | None = None,
    budget: Budget | None = None,
    patience: float = 3_600.0,
) -> tuple[Agenda, dict[str, FakeLane]]:
    lanes = {name: FakeLane(name) for name in SEATS}
    bounds = Bounds(at_once, budget or Budget({}), curfew or Curfew(), patience)
    return Agenda(due, begun, suspects, lambda one: set(one.seating), lanes, bounds), lanes  # type: ignore[arg-type]


def taken(agenda: Agenda, now: float = 0.0) -> list[str]:
    names = []
    while one := agenda.next(now):
        names.append(one.name)
    return names


def outage(kind: str, lane: str = "ann", seat: str = "ann") -> Aside:
    return Aside(f"{kind} on {lane}", kind, lane, seat)


def test_so_many_at_once_and_the_next_when_one_ends() -> None:
    ours, _ = agenda()
    assert taken(ours) == ["a1", "a2", "a3", "a4"]
    ours.ended("a2")
    assert taken(ours) == ["b1"]


def test_blocks_that_were_begun_come_first() -> None:
    ours, _ = agenda(begun=(2,))
    assert taken(ours) == ["c1", "c2", "c3", "c4"]


def test_a_new_block_needs_time_for_all_of_it_and_an_open_one_for_one_more() -> None:
    curfew = Curfew(100.0)
    curfew.episode_took(20.0)
    ours, _ = agenda(begun=(0,), at_once=2, curfew=curfew)
    assert taken(ours, 70.0) == ["a1", "a2"]
    ours.ended("a1")
    ours.ended("a2")
    assert taken(ours, 75.0) == ["a3", "a4"]
    ours.ended("a3")
    ours.ended("a4")
    assert taken(ours, 75.0) == [], "two rounds of 20 s do not fit into 25 s"
    assert taken(ours, 59.0) == ["b1", "b2"]


def test_money_ends_a_run_between_blocks() -> None:
    budget = Budget({LEAGUE: 10.0})
    ours, _ = agenda(at_once=4, budget=budget)
    assert len(taken(ours)) == 4
    budget.spend(0, "ann", 9.0)
    for _ in range(4):
        budget.played(0, 4)
    for name in ("a1", "a2", "a3", "a4"):
        ours.ended(name)
    assert taken(ours) == []
    assert ours.pause(0.0) is None
    assert all("the budget of the league is $10.00" in cause for cause in ours.stopped().values())
    assert len(ours.stopped()) == 8


def test_an_outage_sets_its_fixture_aside_for_longer_every_time() -> None:
    ours, _ = agenda(due=PLAN[:1])
    now, waits = 0.0, []
    for _ in range(9):
        assert taken(ours, now) == ["a1"]
        ours.suspended("a1", outage("network"), now)
        pause = ours.pause(now)
        waits.append(pause)
        assert pause is not None
        assert taken(ours, now + pause - 0.1) == []
        assert ours.stopped() == {"a1": "network on ann"}
        now += pause
    assert waits[:3] == [FIRST_WAIT, 2 * FIRST_WAIT, 4 * FIRST_WAIT]
    assert waits[-1] == LONGEST_WAIT


def test_others_go_on_while_a_lane_is_out_and_one_fixture_tries_it() -> None:
    ours, lanes = agenda()
    assert taken(ours) == ["a1", "a2", "a3", "a4"]
    lanes["ann"].cause, lanes["ann"].seconds = "network", 60.0
    ours.suspended("a1", outage("network"), 0.0)
    assert taken(ours, 30.0) == ["b2"], "b2 is the only fixture of its block without ann"
    lanes["ann"].seconds = 0.0
    for name in ("a3", "a4"):
        ours.proved(name)
        ours.ended(name)
    assert taken(ours, 61.0) == ["a1", "c2"], "the one that was suspended tries the lane, alone"
    ours.ended("c2")
    assert taken(ours, 62.0) == []
    ours.proved("a1")
    lanes["ann"].cause = ""
    assert taken(ours, 63.0) == ["b1"]


@pytest.mark.parametrize(("kind", "shut"), [("model_not_found", "ann"), ("bad_request", "ann")])
def test_what_one_seat_would_only_meet_again_keeps_its_fixtures_out_and_no_others(kind: str, shut: str) -> None:
    ours, _ = agenda(at_once=1)
    assert taken(ours) == ["a1"]
    ours.suspended("a1", outage(kind, lane="all", seat=shut), 0.0)
    played = []
    while names := taken(ours):
        played += names
        ours.ended(names[0])
    assert played == ["a2", "b2", "c2"]
    assert ours.pause(0.0) is None
    assert set(ours.stopped()) == {one.name for one in PLAN if "ann" in one.seating}


def test_a_run_waits_for_a_lane_so_long_and_for_a_wrong_key_only_until_its_time_to_finish() -> None:
    ours, lanes = agenda(due=PLAN[:1], patience=100.0)
    taken(ours)
    ours.suspended("a1", outage("network"), 0.0)
    lanes["ann"].cause, lanes["ann"].seconds = "network", 90.0
    assert ours.pause(0.0) == 90.0
    assert ours.pause(50.0) is None, "it would be 140 s without anything to do"

    ours, lanes = agenda(due=PLAN[:1])
    taken(ours)
    ours.suspended("a1", outage("auth"), 0.0)
    lanes["ann"].cause, lanes["ann"].seconds = "auth", 60.0
    assert ours.pause(0.0) is None

    ours, lanes = agenda(due=PLAN[:1], curfew=Curfew(10_000.0))
    taken(ours)
    ours.suspended("a1", outage("auth"), 0.0)
    lanes["ann"].cause, lanes["ann"].seconds = "auth", 60.0
    assert ours.pause(0.0) == 60.0
    lanes["ann"].seconds = 20_000.0
    assert ours.pause(0.0) is None


def test_a_suspect_is_tried_last_and_while_no_other_suspect_is() -> None:
    ours, _ = agenda(due=PLAN[:4], suspects=("a1", "a2"), at_once=8)
    assert taken(ours) == ["a3", "a4", "a1"]
    assert taken(ours) == []
    ours.proved("a1")
    assert taken(ours) == ["a2"]


def test_what_is_set_aside_for_good_is_not_taken_up_again() -> None:
    ours, _ = agenda(due=PLAN[:1])
    taken(ours)
    ours.set_aside("a1", "it raised")
    assert taken(ours, math.inf) == []
    assert (ours.pause(0.0), ours.stopped()) == (None, {"a1": "it raised"})


@pytest.mark.parametrize(("cause", "starts"), [("quota", True), ("network", True), ("auth", False)])
def test_a_lane_for_which_a_policy_plays_is_waited_for_only_if_its_key_is_wrong(cause: str, starts: bool) -> None:
    ours, lanes = agenda()
    lanes["ann"].cause, lanes["ann"].seconds, lanes["ann"].on_limit = cause, 600.0, "fallback"
    assert (taken(ours) == ["a1", "a2", "a3", "a4"]) == starts
