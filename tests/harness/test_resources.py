"""Where prompts and leagues are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.errors import UserError
from harness.resources import find, find_league


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder, and no home set."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COGLEAGUE_HOME", raising=False)
    return tmp_path


def put(folder: Path, *names: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_text("", encoding="ascii")
    return folder


def test_the_packaged_league_is_found_from_anywhere(home: Path) -> None:
    assert find_league("smoke").name == "smoke.toml"
    assert find_league("leagues/smoke.toml") == find_league("smoke.toml") == find_league("smoke")


def test_a_folder_that_happens_to_be_called_leagues_is_not_looked_at(home: Path) -> None:
    put(home / "leagues", "night.toml")
    assert home / "leagues" not in find("leagues")


def test_a_marker_opts_in_to_the_current_folder(home: Path) -> None:
    put(home / "leagues", "night.toml")
    put(home, "cogleague.toml")
    assert find("leagues")[0] == home / "leagues"
    assert find_league("night") == home / "leagues" / "night.toml"


def test_the_order_of_looking(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    option, own = put(home / "option", "smoke.toml"), put(home / "own" / "leagues", "smoke.toml")
    put(home / "leagues", "smoke.toml")
    put(home, "cogleague.toml")
    monkeypatch.setenv("COGLEAGUE_HOME", str(home / "own"))
    assert find("leagues", option)[:3] == [option, own, home / "leagues"]
    assert find_league("smoke", option) == option / "smoke.toml"
    assert find_league("smoke") == own / "smoke.toml"


def test_a_file_that_exists_comes_before_any_league_of_that_name(home: Path) -> None:
    put(home, "smoke.toml")
    assert find_league("smoke.toml") == Path("smoke.toml")


def test_a_home_without_prompts_is_passed_over(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(home / "own" / "leagues")
    monkeypatch.setenv("COGLEAGUE_HOME", str(home / "own"))
    assert home / "own" / "prompts" not in find("prompts")


def test_what_is_no_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserError, match=r"^the prompts folder given is not a folder: none$"):
        find("prompts", Path("none"))
    monkeypatch.setenv("COGLEAGUE_HOME", "nowhere")
    with pytest.raises(UserError, match=r"^COGLEAGUE_HOME is not a folder: nowhere$"):
        find("prompts")


@pytest.mark.parametrize("name", ["smok", "mine/smoke.toml", "../leagues/smoke.toml", "smoke.json"])
def test_a_league_there_is_not(home: Path, name: str) -> None:
    with pytest.raises(UserError) as caught:
        find_league(name)
    told = str(caught.value)
    assert told.startswith(f"there is no league file {Path(name)}, and no league of that name; leagues: ")
    assert told.endswith("; did you mean smoke?")


def test_a_folder_is_no_league(home: Path) -> None:
    put(home / "night")
    with pytest.raises(UserError, match=r"^night is a folder; name a league file \(.toml\) or a league$"):
        find_league("night")
