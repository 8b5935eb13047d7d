"""What holds on every board whatever is ordered, with contingent claims and without."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from arena import TERRITORY
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import Dice
from engine.game import Request
from engine.memory import Memory
from engine.territory.hexes import COUNT, KEYS
from engine.territory.state import ALIASES, FIRST_RAZING_TURN, SEATS, Board, Life, Options, State

VARIANTS = ("open", "rooms", "inside_out")
TURNS = 12


@cache
def path(seed: int, variant: str, contingent: bool) -> tuple[State, ...]:
    """All positions of an episode whose seats are rich and quarrelsome, so that much is razed and some fall."""
    state = TERRITORY.start(seed, Options(TURNS, variant, contingent)).state
    states = [replace(state, paint=(60,) * len(ALIASES))]
    while not TERRITORY.outcome(state := states[-1]):
        submissions = {}
        for request in TERRITORY.requests(state):
            reply = quarrel(request, Dice(seed, f"quarrel:{request.power}:{state.turn}"))
            submissions[request.power] = TERRITORY.read(request, {"orders": reply})
        states.append(TERRITORY.resolve(state, submissions).state)
    return tuple(states)


def quarrel(request: Request, dice: Dice) -> list[str]:
    """A strike where one can be paid, a claim or two, and a random raze."""
    strikes = [f"raze {raze.key}" for raze in request.view.razes if raze.strikes and raze.affordable]
    claims, razes, _ = request.slots
    lines = strikes[:1]
    for options in (claims.options, razes.options, claims.options):
        if options:
            draw, dice = dice.draw(len(options))
            lines.append(options[draw.value])
    return list(dict.fromkeys(lines))


def position(seed: int, variant: str, contingent: bool, at: int) -> State:
    states = path(seed, variant, contingent)
    return states[at % len(states)]


POSITIONS = st.builds(position, st.integers(1, 6), st.sampled_from(VARIANTS), st.booleans(), st.integers(0, TURNS))
EPISODES = [(seed, variant, contingent) for seed in (1, 2) for variant in VARIANTS for contingent in (False, True)]


def test_the_positions_tried_are_rich_in_razes_rubble_strikes_and_deaths() -> None:
    last = [path(*episode)[-1] for episode in EPISODES]
    assert sum(state.board.rubble.bit_count() for state in last) > 50
    assert sum(life is Life.ELIMINATED for state in last for life in state.lives) >= 3
    assert {life for states in (path(*e) for e in EPISODES) for state in states for life in state.lives} == set(Life)


@pytest.mark.parametrize("episode", EPISODES)
def test_the_board_only_gets_poorer_and_scores_only_grow(episode: tuple[int, str, bool]) -> None:
    states = path(*episode)
    for before, after in pairwise(states):
        assert after.board.pool <= before.board.pool
        assert before.board.rubble & ~after.board.rubble == 0
        assert before.board.cracked & ~(after.board.cracked | after.board.rubble) == 0
        for seat in SEATS:
            assert after.scores[seat] >= before.scores[seat]
            if before.lives[seat] is Life.ELIMINATED:
                assert after.lives[seat] is Life.ELIMINATED
                assert after.scores[seat] == before.scores[seat]


@pytest.mark.parametrize("episode", EPISODES)
def test_paint_is_never_negative_and_the_books_balance(episode: tuple[int, str, bool]) -> None:
    states = path(*episode)
    for before, after in pairwise(states):
        for seat in SEATS:
            report = after.reports[seat]
            assert after.paint[seat] >= 0
            assert after.scores[seat] - before.scores[seat] == report.income + report.salvage
            if after.lives[seat] is Life.ELIMINATED:
                assert after.paint[seat] == 0
            else:
                gained = report.income + report.salvage + report.received - report.spent
                assert after.paint[seat] - before.paint[seat] == gained


@pytest.mark.parametrize("episode", EPISODES)
def test_a_tile_has_one_owner_who_lives_and_rubble_none(episode: tuple[int, str, bool]) -> None:
    for state in path(*episode):
        board: Board = state.board
        assert sum(land.bit_count() for land in board.lands) == board.owned.bit_count()
        assert board.owned & board.rubble == board.cracked & board.rubble == 0
        assert all(not board.lands[seat] for seat in SEATS if state.lives[seat] is Life.ELIMINATED)
        assert board.pool == sum(map(board.worth, range(COUNT)))
        for seat in SEATS:
            assert board.income(board.lands[seat]) == sum(
                board.worth(tile) for tile in range(COUNT) if board.owner(tile) == seat
            )


@given(state=POSITIONS)
@settings(max_examples=25, deadline=None)
def test_exactly_the_listed_claims_and_razes_are_legal_given_enough_paint(state: State) -> None:
    rich = state if state.ending else replace(state, paint=(1000,) * len(ALIASES))
    for request in TERRITORY.requests(rich)[:3]:
        listed = {f"claim {choice.key}" for choice in request.view.claims}
        listed |= {f"raze {choice.key}" for choice in request.view.razes}
        assert listed == {*request.slots[0].options, *request.slots[1].options}
        assert rich.turn >= FIRST_RAZING_TURN or not request.view.razes
        for order in (f"{verb} {key}" for verb in ("claim", "raze") for key in KEYS):
            submission = TERRITORY.read(request, {"orders": [order]})
            assert (submission.complaint == "") == (order in listed), (order, submission.complaint)


@given(state=POSITIONS, data=st.data())
@settings(max_examples=60, deadline=None)
def test_a_set_that_is_accepted_costs_what_its_entries_are_listed_for(state: State, data: st.DataObject) -> None:
    for request in TERRITORY.requests(state)[:2]:
        claims, razes, gifts = request.slots
        listed = [*claims.options, *razes.options, *gifts.options]
        if not listed:
            continue
        lines = data.draw(st.lists(st.sampled_from(listed), max_size=9))
        prices = {f"claim {choice.key}": choice.price for choice in request.view.claims}
        prices |= {f"raze {choice.key}": choice.price for choice in request.view.razes}
        prices |= {line: int(line.split()[1]) + 1 for line in gifts.options}
        twice = [line for line in lines if line.startswith("claim") and lines.count(line) > 1]
        total = sum(prices[line] for line in lines)
        submission = TERRITORY.read(request, {"orders": lines})
        assert (submission.complaint == "") == (len(lines) <= 8 and not twice and total <= request.view.paint)
        if not submission.complaint:
            assert sum(order.price for order in submission.value.orders) == total


@given(state=POSITIONS, order=st.permutations(ALIASES), data=st.data())
@settings(max_examples=40, deadline=None)
def test_the_order_of_arrival_changes_nothing(state: State, order: list[str], data: st.DataObject) -> None:
    seed = data.draw(st.integers(0, 10**6))
    submissions = {}
    for request in TERRITORY.requests(state):
        dice = Dice(seed, f"policy:{request.power}:{request.phase}")
        submissions[request.power] = TERRITORY.read(
            request, TERRITORY.policies["random"](request, Memory(request.power), dice)
        )
    if submissions:
        shuffled = {power: submissions[power] for power in order if power in submissions}
        assert TERRITORY.resolve(state, shuffled) == TERRITORY.resolve(state, submissions)
