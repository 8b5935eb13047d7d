"""Options can say who plays: a scenario of four powers goes through everything that a league goes through."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from engine.machiavelli2.map.scenarios import SCENARIOS
from engine.machiavelli2.map.theatre import theatre
from engine.registry import GAMES
from harness.begun import load_begun
from harness.cli import main
from harness.config import game_of, load_league, read_league
from harness.errors import UserError
from harness.exhibition import exhibition
from harness.results import load_result
from harness.schedule import fixtures
from harness.seats.kinds import load_kind
from harness.viewer.film import shoot
from harness.viewer.league import load_league_view

GAME = GAMES["machiavelli2"]
FOUR = ("MILAN", "PAPACY", "VENICE", "EMPIRE")
LEAGUE = """
[league]
name = "four"
game = "machiavelli2"
episodes = {episodes}
seed = 1
[options]
scenario = "mach2_pa"
years = 1
money = false
{compare}
""" + "".join(f'[[seats]]\nname = "{name}"\nkind = "scripted"\npolicy = "random"\n' for name in "abcd")

Command = Callable[..., tuple[int, str]]


@pytest.fixture
def here(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run the command in an empty folder: exit code, and everything it said."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["cogleague", *words])
        with pytest.raises(SystemExit) as left:
            main()
        shown = capsys.readouterr()
        return int(left.value.code or 0), shown.out + shown.err

    return run


def test_a_league_has_the_powers_of_its_scenario() -> None:
    league = load_league("papal-ascendancy", load_kind)
    assert game_of(league).powers == FOUR
    plan = fixtures(league)
    assert {len(fixture.seating) for fixture in plan} == {4}
    seats = {seat.name for seat in league.seats}
    for power in range(4):
        assert sorted(fixture.seating[power] for fixture in plan) == sorted([*seats] * 4)


def test_a_comparison_goes_round_the_powers_that_play() -> None:
    pairs = '[compare]\na = "a"\nb = "b"\n'
    league = read_league(LEAGUE.format(episodes=8, compare=pairs), "x.toml", load_kind)
    assert len(fixtures(league)) == 8
    with pytest.raises(UserError, match="two arms take 4 powers in turn, 8 episodes"):
        read_league(LEAGUE.format(episodes=4, compare=pairs), "x.toml", load_kind)


def test_a_scenario_is_played_and_told_by_every_verb(here: Command, tmp_path: Path) -> None:
    (tmp_path / "four.toml").write_text(LEAGUE.format(episodes=4, compare=""))
    played = ("check", "four.toml"), ("plan", "four.toml"), ("run", "four.toml"), ("plan", "four.toml")
    told = ("standings", "four"), ("replay", "four/b01-e02"), ("export", "four"), ("plot", "four"), ("site", "four")
    said = {}
    for words in (*played, ("replay", "results/four", "--verify"), *told):
        code, said[words[0]] = here(*words)
        assert code == 0, said[words[0]]
    for verb in ("plan", "standings"):
        assert all(power in said[verb] for power in FOUR)
        assert "FLORENCE" not in said[verb]
    result = load_result(tmp_path / "results" / "four" / "b01-e01" / "result.json")
    assert result.powers == FOUR
    assert set(result.scores) == set(result.figures) == set(FOUR)


def test_a_league_that_was_begun_knows_its_powers(here: Command, tmp_path: Path) -> None:
    (tmp_path / "four.toml").write_text(LEAGUE.format(episodes=4, compare=""))
    assert here("run", "four.toml")[0] == 0
    folder = tmp_path / "results" / "four"
    begun = load_begun(folder)
    assert begun is not None
    game = begun.game()
    assert game is not None and game.powers == FOUR
    assert begun.game({}) is None
    assert {fixture.name for fixture in load_league_view(folder).plan} == {f"b01-e0{place}" for place in (1, 2, 3, 4)}
    film = shoot(folder / "b01-e01")
    assert [power["name"] for power in film.data["powers"]] == [*FOUR]
    assert film.data["stage"]["title"] == "Italy, 1177"
    assert film.data["stage"]["capitals"] == ["MIL", "RME", "VEN", "NAP"]
    provinces = film.data["stage"]["provinces"]
    assert {code for code, place in provinces.items() if place["kind"] == "wild"} == theatre("mach2_pa").shut_codes
    assert all(provinces[code]["city"] is None for code in theatre("mach2_pa").shut_codes)
    assert [column["label"] for column in film.data["frames"][0]["board"]["table"]] == ["Cities", "Units"]
    assert all(len(frame["scores"]) == 4 for frame in film.data["frames"])
    assert json.loads((folder / "b01-e01" / "result.json").read_text())["seating"].keys() == set(FOUR)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_powers_are_said_as_the_scenario_has_them(scenario: str) -> None:
    powers: Sequence[str] = theatre(scenario).powers
    league = read_league(exhibition(GAME, (), (f"scenario={scenario}",), 7), "play", load_kind)
    assert [seat.name.upper() for seat in league.seats] == [*powers]
    assert game_of(league).powers == powers


def test_an_episode_apart_from_a_league_has_the_powers_of_its_scenario(here: Command) -> None:
    four = ("--option", "scenario=mach2_pa", "--option", "years=1")
    code, said = here("play", "machiavelli2", *four, "--seat", "empire=scripted:besieger", "--seed", "3")
    assert code == 0, said
    assert "EMPIRE (empire)" in said
    code, said = here("prompt", "machiavelli2", "orders", *four, "--power", "empire")
    assert code == 0, said
    assert "You play one of 4 powers" in said
    code, said = here("play", "machiavelli2", *four, "--seat", "turkey=human")
    assert code == 2
    assert "there is no power turkey" in said
    code, said = here("play", "machiavelli2", "--option", "scenario=mach2_ap")
    assert code == 2
    assert "options.scenario is refused" in said


def test_the_catalogue_says_that_powers_depend_on_options(here: Command) -> None:
    code, said = here("list")
    assert code == 0, said
    games = {line.split()[0]: line for line in said.splitlines() if " powers: " in line}
    assert games["machiavelli2"].endswith("VENICE; other options bring other powers")
    assert [name for name, line in games.items() if "other options" in line] == ["machiavelli2"]
