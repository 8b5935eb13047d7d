"""How the command ends where nothing can be played or said: in plain words, with its exit code, leaving nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from harness.cli.exit import Code
from harness.cli.playing import play_league
from harness.display import screen
from harness.errors import UserError
from harness.resources import find_league
from harness.store import locked

LEAGUE = """
[league]
name = "keyless"
game = "territory"
episodes = 9
seed = 1

[limits]
turn_seconds = 5
call_seconds = 5
"""
SEATS = "".join(
    f'\n[[seats]]\nname = "s{number}"\nkind = "openai"\nmodel = "m"\nbase_url = "http://127.0.0.1:9/v1"\n'
    for number in range(9)
)


@pytest.mark.parametrize("word", ["--help", "--version"])
def test_what_cannot_be_written_is_said_once(word: str) -> None:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "harness", word], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60
        )
    assert (ended.returncode, ended.stderr) == (
        Code.MISUSE,
        "cogleague: the output cannot be written: No space left on device; make room and try again\n",
    )


@pytest.mark.parametrize("name", ["", " "])
def test_no_name_is_no_league(name: str) -> None:
    with pytest.raises(UserError, match="no league is named"):
        find_league(name)


def test_a_run_that_cannot_begin_leaves_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KEY_OF_NOBODY", raising=False)
    league = tmp_path / "keyless.toml"
    league.write_text(LEAGUE + SEATS.replace("base_url", 'api_key_env = "KEY_OF_NOBODY"\nbase_url'))
    with pytest.raises(UserError, match="KEY_OF_NOBODY"):
        play_league(str(league), tmp_path / "results", None)
    assert not (tmp_path / "results" / "keyless").exists()


def test_a_folder_that_holds_anything_is_kept(tmp_path: Path) -> None:
    with locked(tmp_path / "new"):
        (tmp_path / "new" / "a").touch()
    (tmp_path / "old").mkdir()
    with locked(tmp_path / "old"):
        pass
    assert (tmp_path / "new" / "a").exists() and (tmp_path / "old").is_dir()


def test_a_terminal_without_a_name_is_asked_for_its_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(screen.Outlet, "isatty", lambda outlet: True)
    assert screen.console().width == 60
