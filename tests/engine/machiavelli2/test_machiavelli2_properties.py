"""What holds in every episode of every scenario, whatever is ordered."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from functools import cache

import pytest
from playing import Step, play

from engine.conflict.orders import NONE
from engine.machiavelli2.bank import BANK_NAME
from engine.machiavelli2.events import Adjusted, Defaulted, Eliminated, Income, Spent, Transfer
from engine.machiavelli2.game import MACHIAVELLI2
from engine.machiavelli2.map.scenarios import SCENARIOS
from engine.machiavelli2.map.theatre import theatre
from engine.machiavelli2.options import Options
from engine.machiavelli2.state import Board, Season, Stage

CASTS = (["random"], ["besieger", "garrison", "random"])
RICH = Options(years=2, press=False, plague=True, storms=True)
BASIC = Options(years=2, press=False, money=False, dice=False)


@cache
def steps(scenario: str, options: Options, seed: int) -> tuple[Step, ...]:
    options = replace(options, scenario=scenario)
    game = MACHIAVELLI2.cast(options)
    return play(game, seed, options, CASTS[seed % len(CASTS)]).steps


EPISODES = [
    pytest.param(scenario, options, seed, id=f"{scenario}-{'money' if options.money else 'basic'}-{seed}")
    for scenario in SCENARIOS
    for options in (RICH, BASIC)
    for seed in (1, 2)
]
each_episode = pytest.mark.parametrize(("scenario", "options", "seed"), EPISODES)


@each_episode
def test_an_episode_ends_and_its_scores_are_shares(scenario: str, options: Options, seed: int) -> None:
    last = steps(scenario, options, seed)[-1].after.state
    game = MACHIAVELLI2.cast(last.board.options)
    assert game.outcome(last) is not None
    assert tuple(game.scores(last)) == theatre(scenario).powers
    assert sum(game.scores(last).values()) <= 1


@each_episode
def test_every_unit_stands_where_it_can_and_venice_holds_one(scenario: str, options: Options, seed: int) -> None:
    for step in steps(scenario, options, seed):
        board: Board = step.after.state.board
        stage = board.theatre
        for place in board.forces.occupied():
            unit, area = board.forces.units[place], stage.area_of[place]
            assert unit >> 1 == place
            assert area not in stage.shut
            if place < stage.n and not unit & 1:
                assert not stage.sea[area] and area != stage.venice
            if place < stage.n and unit & 1:
                assert stage.fleet_reach[area]
        assert NONE in (board.forces.owners[stage.venice], board.garrison(stage.venice))
        assert all(rank == 0 for place, rank in enumerate(board.ranks) if board.forces.units[place] == NONE)


@each_episode
def test_control_and_marks_change_after_fall_alone(scenario: str, options: Options, seed: int) -> None:
    for step in steps(scenario, options, seed):
        before, after = step.state.board, step.after.state.board
        if (before.owners, before.city_owners, before.marks) != (after.owners, after.city_owners, after.marks):
            assert before.season is Season.FALL and before.stage in (Stage.ORDERS, Stage.RETREATS)


@each_episode
def test_ducats_come_and_go_only_as_events_say(scenario: str, options: Options, seed: int) -> None:
    for step in steps(scenario, options, seed):
        before, after = step.state.board, step.after.state.board
        change: Counter[str] = Counter()
        ruined = set()
        for event in step.after.events:
            match event:
                case Income(power=power, seas=seas, provinces=provinces, cities=cities, variable=variable):
                    change[power] += seas + provinces + cities + variable
                case Spent(power=power, amount=amount) | Adjusted(power=power, paid=amount):
                    change[power] -= amount
                case Transfer(power=power, to=to, amount=amount):
                    change[power] -= amount
                    change[to] += amount
                case Defaulted(power=power) | Eliminated(power=power):
                    ruined.add(power)
        del change[BANK_NAME]
        for power, name in enumerate(after.theatre.powers):
            told = 0 if name in ruined else before.treasuries[power] + change[name]
            assert after.treasuries[power] == told >= 0


@each_episode
def test_the_basic_game_never_keeps_more_units_than_cities(scenario: str, options: Options, seed: int) -> None:
    for step in steps(scenario, options, seed) if not options.money else ():
        before, board = step.state.board, step.after.state.board
        if before.stage is Stage.ADJUSTMENTS and board.stage is not Stage.ADJUSTMENTS:
            for power in board.everyone:
                kept = sum(board.owners[area] == power for area in board.cities(power))
                assert len(board.units(power)) <= max(kept, 0)


@pytest.mark.parametrize("name", [field.name for field in fields(Options) if isinstance(field.default, bool)])
def test_every_option_plays_both_ways(name: str) -> None:
    options = replace(Options(years=1), **{name: not getattr(Options(), name)})
    episode = play(MACHIAVELLI2, 4, options, ["random"])
    assert MACHIAVELLI2.outcome(episode.state) is not None


VARIED = (
    RICH,
    BASIC,
    Options(press=False),
    Options(press=False, coastal_convoys=True, field_disbands=True),
    Options(press=False, summer=False, special_units=False, adjacency=False, judge_compat=True),
)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_two_hundred_random_episodes_end_with_every_listed_order_accepted(scenario: str) -> None:
    for seed in range(200):
        options = replace(VARIED[seed % len(VARIED)], scenario=scenario, years=1)
        game = MACHIAVELLI2.cast(options)
        episode = play(game, seed, options)
        assert game.outcome(episode.state) is not None
        read = [submission for step in episode.steps for submission in step.submissions.values()]
        assert [refusal for submission in read for refusal in submission.refused if not refusal.note] == []
