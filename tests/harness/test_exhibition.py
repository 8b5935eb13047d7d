"""One episode apart from a league: said power by power, read by the code that reads league files."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict
from toy_game import TOY

from harness.config import League, read_league
from harness.config_errors import ConfigError
from harness.errors import UserError
from harness.exhibition import exhibition


class AnyKind:
    """A seat kind that takes every key."""

    class Settings(BaseModel):
        model_config = ConfigDict(extra="allow", frozen=True)


def staged(*seats: str, options: tuple[str, ...] = (), seed: int = 7) -> League:
    return read_league(exhibition(TOY, seats, options, seed), "play", lambda kind: AnyKind, {"toy": TOY})


def settings(league: League) -> dict[str, tuple[str, dict[str, Any]]]:
    return {seat.name: (seat.kind, seat.settings.model_dump()) for seat in league.seats}


def test_without_a_word_the_policies_of_the_game_sit_down_in_turn() -> None:
    league = staged()
    assert settings(league) == {
        "red": ("scripted", {"policy": "random"}),
        "green": ("scripted", {"policy": "miser"}),
        "blue": ("scripted", {"policy": "random"}),
    }
    assert (league.name, league.game, league.episodes, league.seed) == ("play-toy-7", "toy", 3, 7)


def test_a_seat_is_said_by_power_kind_and_what_the_kind_needs() -> None:
    league = staged("Blue=human", "red=openai:gpt-6-astra,temperature=0.5,variant=base", "GREEN=plugin:agents:mine")
    assert settings(league) == {
        "red": ("openai", {"model": "gpt-6-astra", "temperature": 0.5}),
        "green": ("plugin", {"target": "agents:mine"}),
        "blue": ("human", {}),
    }


def test_a_person_is_not_hurried() -> None:
    assert staged("red=human").limits.turn_seconds > 24 * 3600
    assert staged().limits.turn_seconds < 3600


def test_a_person_is_told_what_is_written_for_people_where_there_is_such_a_variant() -> None:
    words = ("red=human", "green=human,variant=base", "blue=scripted:miser")
    text = exhibition(TOY, words, (), 7, variants=("base", "human"))
    assert [line for line in text.splitlines() if "variant" in line] == ['"variant" = "human"', '"variant" = "base"']
    assert "variant" not in exhibition(TOY, ("red=human",), (), 7, variants=("base",))


def test_options_are_the_games_own() -> None:
    assert staged(options=("rounds=5",)).options.rounds == 5


@pytest.mark.parametrize(
    ("seats", "options", "message"),
    [
        (("red",), (), "--seat red: write POWER=KIND"),
        (("=human",), (), "--seat =human: write POWER=KIND"),
        (("red=",), (), "--seat red=: write POWER=KIND"),
        (("read=human",), (), "there is no power read; allowed: BLUE, GREEN, RED; did you mean RED"),
        (("red=openai:x,effort",), (), "--seat effort: write NAME=VALUE"),
        ((), ("rounds",), "--option rounds: write NAME=VALUE, for example years=2"),
        ((), ("rounds=many",), '"many"'),
        ((), ("rounds=0",), "rounds: 0 is not in 1..20"),
        ((), ("round=2",), "did you mean rounds"),
        ((), ("rounds=1979-05-27",), "rounds"),
    ],
)
def test_what_cannot_be_read_is_told(seats: tuple[str, ...], options: tuple[str, ...], message: str) -> None:
    with pytest.raises(UserError) as refused:
        staged(*seats, options=options)
    assert message in str(refused.value)


def test_several_mistakes_are_told_at_once() -> None:
    with pytest.raises(ConfigError) as refused:
        staged(options=("round=2", "powers=9"))
    assert len(refused.value.mistakes) == 2
