"""The verbs export and plot from outside: where files go, what is said, what is refused."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.cli import main

LEAGUE = """
[league]
name = "tiny"
game = "cogiavelli"
episodes = 6
seed = 1
[options]
years = 1
""" + "".join(f'[[seats]]\nname = "{name}"\nkind = "scripted"\npolicy = "condottiere"\n' for name in "abcdef")

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def here(played: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run the command where the tiny league was played: exit code, standard output, standard error."""
    monkeypatch.delenv("COGLEAGUE_RESULTS", raising=False)
    monkeypatch.chdir(played)

    def run(*words: str | Path) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["cogleague", *map(str, words)])
        with pytest.raises(SystemExit) as left:
            main()
        shown = capsys.readouterr()
        return int(left.value.code or 0), shown.out, shown.err

    return run


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    (folder / "tiny.toml").write_text(LEAGUE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            sys, "argv", ["cogleague", "run", str(folder / "tiny.toml"), "--results", str(folder / "results")]
        )
        with pytest.raises(SystemExit) as left:
            main()
    assert not left.value.code
    return folder


@pytest.mark.parametrize(("form", "suffix"), [("csv", ".csv"), ("jsonl", ".jsonl")])
def test_tables_go_into_the_results_unless_somewhere_else_is_said(
    form: str, suffix: str, here: Command, played: Path, tmp_path: Path
) -> None:
    code, out, err = here("export", "tiny", "--format", form)
    assert (code, err, "left out" in out) == (0, "", False)
    assert f"results/tiny/export/episodes{suffix}  6 rows" in out
    code, out, _ = here("export", played / "results" / "tiny", "--format", form, "--to", tmp_path / "there")
    assert code == 0
    assert {path.name for path in (tmp_path / "there").iterdir()} == {
        path.name for path in (played / "results" / "tiny" / "export").glob(f"*{suffix}")
    }


def test_an_exported_league_is_still_one_that_goes_on(here: Command) -> None:
    assert here("export", "tiny")[0] == 0
    assert here("run", "tiny.toml")[0] == 0
    assert "6 episodes" in here("standings", "tiny")[1]


def test_scripts_leave_no_transcripts(here: Command) -> None:
    code, out, _ = here("export", "tiny", "--transcripts")
    assert (code, "there is nothing to be written" in out) == (4, True)
    names = ", ".join(f"b01-e0{number}" for number in range(1, 7))
    assert f"left out: {names}: was played by scripts alone" in out, "one line a reason"


def test_parquet_without_its_extra_is_refused_by_its_name(here: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "harness.export.parquet", raising=False)
    code, out, err = here("export", "tiny", "--format", "parquet")
    assert (code, out) == (2, "")
    assert 'Parquet needs pyarrow, which is not installed; install it with pip install "cogleague[export]"' in err


def test_all_plots_are_shown_one_below_the_other(here: Command) -> None:
    code, out, _ = here("plot", "tiny")
    titles = [out.index(title) for title in ("mean and interval", "score by power", "score and cost", "score over")]
    assert (code, titles) == (0, sorted(titles))
    assert "nothing was spent" in out
    assert "needs 3 more blocks" in out


def test_plots_become_files(here: Command, tmp_path: Path) -> None:
    code, out, _ = here("plot", "tiny", "--to", tmp_path / "plots")
    assert code == 0
    assert {path.name for path in (tmp_path / "plots").iterdir()} == {"intervals.svg", "powers.svg", "seasons.svg"}
    assert "costs.svg is left out: there is nothing to be drawn" in out
    assert here("plot", "tiny", "seasons", "--to", tmp_path / "one")[0] == 0
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["seasons.svg"]


BAD = (
    ("export nope", "there is no league file nope"),
    ("export tiny --format xlsx", "--format xlsx"),
    ("export tiny --hold-out 0.2", "--hold-out belongs to --transcripts"),
    ("export tiny --transcripts --hold-out 1.5", "must be a share from 0 to below 1"),
    ("export tiny --to tiny.toml", "tiny.toml: cannot be written"),
    ("plot tiny powrs", "did you mean powers?"),
    ("plot nope", "there is no league file nope"),
    ("plot tiny --to tiny.toml", "tiny.toml: cannot be written"),
)


@pytest.mark.parametrize(("line", "message"), BAD, ids=[row[0] for row in BAD])
def test_a_mistake_is_told_with_exit_code_2(line: str, message: str, here: Command) -> None:
    code, out, err = here(*line.split())
    assert (code, out) == (2, "")
    assert message in err


def test_a_league_without_a_result_has_no_plot(here: Command, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "manifest.json").write_text("{}")
    assert here("plot", tmp_path / "empty")[:2] == (4, "there is no result to be shown yet\n")
    assert here("export", tmp_path / "empty")[0] == 2
