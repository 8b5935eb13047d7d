"""Whole episodes: how they end, and that the events tell the same story as the positions."""

from __future__ import annotations

import pytest
from arena import TERRITORY, Episode, flat, told, whole

from engine.territory.hexes import NUMBERS
from engine.territory.state import ALIASES, SEATS, Life, Options, Wall

CAST = ["homesteader"] * 5 + ["raider"] * 4


@pytest.mark.parametrize(
    ("wall", "pays"), [(Wall.WALL, [0, 1, 2, 3]), (Wall.CRACKED, [0, 0, 1, 1]), (Wall.RUBBLE, [0, 0, 0, 0])]
)
def test_what_a_tile_pays_by_its_yield(wall: Wall, pays: list[int]) -> None:
    for value, paid in enumerate(pays):
        board = flat(f"4,0: yield {value}, {wall}").board
        assert board.worth(NUMBERS["4,0"]) == paid
        assert board.income(1 << NUMBERS["4,0"]) == paid


def test_five_homesteaders_and_four_raiders_play_to_the_end() -> None:
    episode = whole(7, CAST)
    outcome = TERRITORY.outcome(episode.states[-1])
    assert outcome is not None and outcome.ending.value == "complete"
    assert (len(episode.batches) - 1, episode.states[-1].turn) == (18, 19)
    assert len(told(episode.events, "ended")) == 1
    figures = TERRITORY.figures(episode.states[-1])["Sable"]
    assert figures["pool_end"] <= figures["pool_start"]


def test_every_seat_is_asked_on_the_same_position_before_anything_is_resolved() -> None:
    requests = TERRITORY.requests(TERRITORY.start(7, Options()).state)
    assert [request.power for request in requests] == list(ALIASES)
    assert {id(request.public) for request in requests} == {id(requests[0].public)}
    assert {request.phase for request in requests} == {"turn-01"}


@pytest.fixture(params=[(5, "raider"), (21, "random"), (5, "homesteader")], ids=str, scope="module")
def episode(request: pytest.FixtureRequest) -> Episode:
    seed, policy = request.param
    return whole(seed, [policy], variant="rooms")


def test_a_score_is_the_sum_of_income_and_salvage_and_never_falls(episode: Episode) -> None:
    totals = dict.fromkeys(ALIASES, 0)
    for event in told(episode.events, "earned"):
        assert event.income >= 0 and event.salvage >= 0
        totals[event.power] += event.income + event.salvage
        assert event.score == totals[event.power]
    assert totals == TERRITORY.scores(episode.states[-1])


def test_salvage_of_a_turn_is_what_its_razes_paid(episode: Episode) -> None:
    for batch in episode.batches:
        for earned in told(batch, "earned"):
            paid = [raze.salvage for raze in told(batch, "razed") if raze.power == earned.power]
            assert earned.salvage == sum(paid)


def test_the_board_can_be_told_from_the_events_alone(episode: Episode) -> None:
    """What a viewer does: start from the first event and follow claims, razes and eliminations."""
    (made,) = told(episode.events, "board_made")
    walls = {key: "rubble" if key in made.rubble else "wall" for key in NUMBERS}
    owners: dict[str, str] = {}
    for alias, hearth in zip(ALIASES, TERRITORY.requests(episode.states[0]), strict=True):
        owners[hearth.view.hearth] = alias
    for event in episode.events:
        if event.kind == "razed":
            assert walls[event.tile] == event.before.value
            assert owners.pop(event.tile, None) == event.stripped
            walls[event.tile] = event.after.value
        elif event.kind == "claimed":
            owners[event.tile] = event.power
        elif event.kind == "eliminated":
            assert sorted(event.freed) == sorted(key for key, owner in owners.items() if owner == event.power)
            owners = {key: owner for key, owner in owners.items() if owner != event.power}
    board = episode.states[-1].board
    assert walls == {key: board.wall(tile).value for key, tile in NUMBERS.items()}
    assert owners == {key: ALIASES[board.owner(tile)] for key, tile in NUMBERS.items() if board.owner(tile) >= 0}


def test_the_books_of_a_seat_follow_from_its_own_events(episode: Episode) -> None:
    paint = dict.fromkeys(ALIASES, 12)
    for event in told(episode.events, "settled"):
        gone = any(e.kind == "eliminated" and (e.power, e.phase) == (event.power, event.phase) for e in episode.events)
        paint[event.power] += event.income + event.salvage + event.received - event.spent
        paint[event.power] *= not gone
        assert event.paint == paint[event.power]
    assert tuple(paint[ALIASES[seat]] for seat in SEATS) == episode.states[-1].paint
    lives = episode.states[-1].lives
    assert all(not episode.states[-1].paint[seat] for seat in SEATS if lives[seat] is Life.ELIMINATED)
