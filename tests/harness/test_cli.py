"""The command from outside: its help, its exit codes, its messages. Mistakes never end in a traceback."""

from __future__ import annotations

import csv
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from harness.cli import main

SNAPSHOTS = Path(__file__).parent / "snapshots"
TIME = r"\d\d:\d\d:\d\d"
REWRITE = "COGLEAGUE_REWRITE_SNAPSHOTS"
"""Set it to write the help texts anew; read the difference before keeping it."""

VERBS = ("run", "standings", "compare", "plan", "power", "ablate", "export", "plot", "replay", "view", "site", "serve")
VERBS += ("play", "prompt", "check", "list")

LEAGUE = """
[league]
name = "tiny"
game = "cogiavelli"
episodes = 6
seed = 1
[options]
years = 1
""" + "".join(f'[[seats]]\nname = "{name}"\nkind = "scripted"\npolicy = "random"\n' for name in "abcdef")


def environment(**changes: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    return {**kept, "COLUMNS": "80", "TERM": "dumb", "NO_COLOR": "1", **changes}


def command(*words: str | Path, cwd: Path | None = None, stdin: str = "", **changes: str) -> tuple[int, str, str]:
    """Run the command in a process of its own: exit code, standard output, standard error."""
    done = subprocess.run(
        [sys.executable, "-c", "from harness.cli import main; main()", *map(str, words)],
        cwd=cwd,
        env=environment(**changes),
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def here(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run the command in this process, which is faster; in an empty folder unless `cwd` names one."""
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "COGLEAGUE_RESULTS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*words: str | Path, cwd: Path = tmp_path, **changes: str) -> tuple[int, str, str]:
        monkeypatch.chdir(cwd)
        for name, value in changes.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "argv", ["cogleague", *map(str, words)])
        with pytest.raises(SystemExit) as left:
            main()
        shown = capsys.readouterr()
        return int(left.value.code or 0), shown.out, shown.err

    return run


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A results folder in which a league of six short episodes is played."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "tiny.toml").write_text(LEAGUE)
    code, out, err = command("run", "tiny.toml", cwd=folder)
    assert (code, err) == (0, "")
    assert re.match(rf"{TIME} \[0/6\] ", out)
    return folder


@pytest.mark.parametrize("verb", ["", *VERBS])
def test_help_is_pinned(verb: str, here: Command) -> None:
    code, text, _ = here(*([verb] if verb else []), "--help")
    pinned = SNAPSHOTS / f"help{verb and f'-{verb}'}.txt"
    if REWRITE in os.environ:
        pinned.write_text(text)
    assert code == 0
    assert text == pinned.read_text()
    assert max(map(len, text.splitlines())) <= 80


NOT_FOR_HELP = ("pydantic", "rich", "jinja2", "openai", "anthropic", "asyncio", "engine", "tenacity")

LOADS = """
import sys
from harness.cli import main
try:
    main()
except SystemExit:
    pass
print(*sorted({name.split(".")[0] for name in sys.modules}), file=sys.stderr)
"""


def test_help_comes_at_once_and_loads_nothing_heavy() -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, "-c", LOADS, "--help"], env=environment(), capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert set(done.stderr.split()).isdisjoint(NOT_FOR_HELP)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.5


def test_the_version_is_told(here: Command) -> None:
    code, out, _ = here("--version")
    assert (code, out.count(".")) == (0, 2)


@pytest.mark.parametrize(
    ("words", "completed"),
    [("run smo", "smoke"), ("play cog", "cogiavelli"), ("prompt cogiavelli x --variant b", "base")],
)
def test_the_shell_completes_names(words: str, completed: str, here: Command) -> None:
    line = f"cogleague {words}"
    place = str(len(line.split()) - 1)
    code, out, _ = here(_COGLEAGUE_COMPLETE="complete_bash", COMP_WORDS=line, COMP_CWORD=place)
    assert completed in out.split()
    assert code == 0


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("replay ti", "tiny/b01-e01"),
        ("view tiny/b01-e0", "tiny/b01-e02"),
        ("standings tin", "tiny"),
        ("standings smo", "smoke"),
    ],
)
def test_the_shell_completes_what_is_in_the_results(words: str, completed: str, here: Command, played: Path) -> None:
    line = f"cogleague {words}"
    changes = {"COGLEAGUE_RESULTS": str(played / "results"), "COMP_WORDS": line, "COMP_CWORD": "2"}
    code, out, _ = here(_COGLEAGUE_COMPLETE="complete_bash", **changes)
    assert completed in out.split()
    assert code == 0


FILES: Mapping[str, bytes] = {
    "empty.toml": b"",
    "binary.toml": b"\x00\xff\xfe\x01",
    "key.toml": LEAGUE.replace("seed", "sed", 1).encode(),
    "game.toml": LEAGUE.replace("cogiavelli", "cogiavell").encode(),
    "policy.toml": LEAGUE.replace('"random"', '"randm"', 1).encode(),
    "variant.toml": LEAGUE.replace('policy = "random"', 'policy = "random"\nvariant = "besa"', 1).encode(),
    "number.toml": LEAGUE.replace("years = 1", "years = 11").encode(),
    "rotation.toml": LEAGUE.replace("episodes = 6", "episodes = 7").encode(),
    "secret.toml": LEAGUE.replace('"random"', '"random"\napi_key = "sk-1"', 1).encode(),
    "hostile.toml": LEAGUE.replace('"random"', '"[bold]\\u001b[31m"', 1).encode(),
    "keyless.toml": LEAGUE.replace('"scripted"\npolicy = "random"', '"openai"\nmodel = "gpt-6-astra"', 1).encode(),
}

BAD: Sequence[tuple[str, str]] = (
    ("run nope", "there is no league file nope"),
    ("run empty.toml", "empty.toml"),
    ("run binary.toml", "no league file"),
    ("run key.toml", "league.sed"),
    ("run game.toml", "did you mean cogiavelli?"),
    ("run policy.toml", "did you mean random?"),
    ("run variant.toml", "allowed: base"),
    ("run number.toml", "years"),
    ("run rotation.toml", "use 6 or 12"),
    ("run secret.toml", "environment variables"),
    ("run hostile.toml", "control character (U+001B)"),
    ("run keyless.toml", "OPENAI_API_KEY"),
    ("run smoke --results empty.toml", "empty.toml/smoke: cannot be written"),
    ("run smoke --prompts nowhere", "not a folder: nowhere"),
    ("run .", "is a folder"),
    ("standings nope", "there is no league file nope"),
    ("standings smoke", "play the league first"),
    ("standings empty.toml", "is empty"),
    ("standings smoke --json --csv", "choose one of --json and --csv"),
    ("replay nope", "nope holds no journal.jsonl"),
    ("replay . --verify --to 1499-spring", "leave out --to"),
    ("play chess", "there is no game chess; allowed: "),
    ("play cogiavelli --seat genoa=human", "there is no power genoa"),
    ("play cogiavelli --seat venice", "write POWER=KIND"),
    ("play cogiavelli --seat venice=robot", "no such kind of seat"),
    ("play cogiavelli --seat venice=scripted:bankr", "did you mean banker?"),
    ("play cogiavelli --option years", "write NAME=VALUE"),
    ("play cogiavelli --option years=0", "years"),
    ("play cogiavelli --seed -1", "seed is -1"),
    ("prompt chess orders", "there is no game chess"),
    ("prompt cogiavelli order", "did you mean orders?"),
    ("prompt cogiavelli orders --power genoa", "asks no genoa for orders"),
    ("prompt cogiavelli orders --variant besa", "no prompt variant besa"),
    ("check nope", "there is no league file nope"),
    ("rum", "No such command 'rum'. Did you mean 'run'?"),
    ("run smoke --resluts x", "No such option"),
)


@pytest.mark.parametrize(("line", "message"), BAD, ids=[row[0] for row in BAD])
def test_a_mistake_is_told_with_exit_code_2(line: str, message: str, tmp_path: Path, here: Command) -> None:
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    code, out, err = here(*line.split())
    assert (code, out) == (2, "")
    assert message in err
    assert "\x1b" not in err
    assert "Traceback" not in err


def test_a_mistake_leaves_no_traceback_in_a_process_either(tmp_path: Path) -> None:
    (tmp_path / "key.toml").write_bytes(FILES["key.toml"])
    code, out, err = command("run", "key.toml", cwd=tmp_path)
    assert (code, out) == (2, "")
    assert err.startswith("cogleague: key.toml")
    assert "Traceback" not in err


def test_a_played_league_is_not_played_again(played: Path, here: Command) -> None:
    code, out, _ = here("run", "tiny.toml", cwd=played)
    assert code == 0
    assert re.match(rf"{TIME} \[6/6\] all is played\n6 of 6 episodes are played", out)
    assert "needs 3 more blocks" in out


def test_two_seats_of_a_played_league_are_compared(played: Path, here: Command) -> None:
    code, out, _ = here("compare", "tiny", "--a", "a", "--b", "b", cwd=played)
    assert (code, out.splitlines()[0][:20]) == (0, "a or b: not decided;")
    assert "over 6 pairs in 1 block\n" in out
    data = json.loads(here("compare", "tiny", "--a", "a", "--b", "b", "--json", cwd=played)[1])
    assert (data["verdict"]["word"], data["target"]["pairs"], data["a"]["seats"]) == ("open", 6, ["a"])


UNCOMPARED = [
    (("tiny",), "declares no comparison; say what to compare: --a SEAT --b SEAT"),
    (("tiny", "--a", "a"), "--a and --b belong together: name both arms"),
    (("tiny", "--a", "a", "--b", "z"), "z is no seat, model or prompt variant of these results"),
    (("tiny", "--a", "a", "--b", "b", "--looks", "once"), "--looks once: allowed: any, end"),
    (("tiny", "--a", "a", "--b", "b", "--target", "citie"), "did you mean cities?"),
]


@pytest.mark.parametrize(("words", "message"), UNCOMPARED)
def test_what_cannot_be_compared_is_said(words: Sequence[str], message: str, played: Path, here: Command) -> None:
    code, _, err = here("compare", *words, cwd=played)
    assert (code, message in err) == (2, True), err


def test_a_declared_comparison_is_played_and_told_and_not_changed_afterwards(here: Command, tmp_path: Path) -> None:
    declared = LEAGUE.replace("episodes = 6", "episodes = 12").replace(
        "[options]", '[compare]\na = "a"\nb = "b"\n[options]'
    )
    (tmp_path / "pair.toml").write_text(declared.replace('"tiny"', '"pair"'))
    assert here("run", "pair.toml")[0] == 0
    code, out, _ = here("compare", "pair")
    assert code == 0
    assert "over 6 pairs in 6 blocks" in out
    assert "declared its comparison before it was played" in here("compare", "pair", "--margin", "0.2")[2]


def test_a_plan_is_told_before_and_after(played: Path, here: Command) -> None:
    code, out, _ = here("plan", "smoke")
    assert code == 0
    assert "24 episodes of cogiavelli in 4 blocks of 6" in out
    assert "every two seats meet in 24 episodes" in out
    assert "6 of 6 episodes are played" in here("plan", "tiny.toml", cwd=played)[1]


def test_one_block_does_not_tell_how_many_episodes_it_takes(played: Path, here: Command) -> None:
    code, _, err = here("power", "tiny", cwd=played)
    assert (code, "1 of the 4 blocks it takes are played" in err) == (2, True)


def test_prompts_with_a_section_left_out_are_written(here: Command, tmp_path: Path) -> None:
    code, out, _ = here("ablate", "territory", "--to", "mine")
    assert code == 0
    assert "mine/territory/without-home  leaves out home" in out
    assert (tmp_path / "mine" / "territory" / "without-home" / "turn.j2").is_file()


def test_standings_as_table_json_and_csv(played: Path, here: Command) -> None:
    for name in ("tiny", "tiny.toml", "results/tiny"):
        code, table, _ = here("standings", name, cwd=played)
        assert (code, "6 episodes  complete 6" in table) == (0, True)
    data = json.loads(here("standings", "tiny", "--json", cwd=played)[1])
    assert (data["league"], data["game"], len(data["rows"])) == ("tiny", "cogiavelli", 6)
    assert {"seat", "mean", "low", "high", "episodes"} <= data["rows"][0].keys()
    rows = list(csv.DictReader(here("standings", "tiny", "--csv", cwd=played)[1].splitlines()))
    assert [row["seat"] for row in rows] == [row["seat"] for row in data["rows"]]


def test_a_poor_encoding_costs_letters_only(played: Path) -> None:
    code, out, err = command("run", "tiny.toml", cwd=played, PYTHONIOENCODING="ascii")
    assert (code, err) == (0, "")
    assert "6 of 6 episodes are played" in out


def test_results_are_found_by_the_environment(played: Path, tmp_path: Path, here: Command) -> None:
    code, out, _ = here("standings", "tiny", COGLEAGUE_RESULTS=str(played / "results"))
    assert (code, "tiny (cogiavelli)" in out) == (0, True)


def test_a_league_without_a_result_is_nothing_to_score(tmp_path: Path, here: Command) -> None:
    (tmp_path / "results" / "tiny").mkdir(parents=True)
    (tmp_path / "results" / "tiny" / "manifest.json").write_text("{}")
    assert here("standings", "tiny")[:2] == (4, "tiny (no game yet)  0 episodes\n")


def test_a_folder_without_a_league_is_not_taken_for_one(tmp_path: Path, here: Command) -> None:
    (tmp_path / "tiny").mkdir()
    code, out, err = here("standings", "tiny")
    assert (code, out) == (2, "")
    assert "tiny is a folder without a league's results" in err


def test_a_folder_of_the_same_name_does_not_hide_a_league(played: Path, tmp_path: Path, here: Command) -> None:
    (tmp_path / "tiny").mkdir()
    assert here("standings", "tiny", COGLEAGUE_RESULTS=str(played / "results"))[0] == 0


def test_an_episode_is_told_with_its_boards_up_to_a_phase(played: Path, here: Command) -> None:
    code, out, _ = here("replay", "results/tiny/b01-e01", cwd=played)
    assert code == 0
    assert out.index("=== 1499-spring-orders ===") < out.index("=== 1499-autumn-orders ===") < out.index("=== complete")
    assert out.count("VENICE: ") > 3
    code, part, _ = here("replay", "tiny/b01-e01", "--to", "1499-summer", cwd=played)
    assert code == 0
    assert "=== 1499-summer-orders ===" in part
    assert "autumn-orders" not in part
    assert part.endswith("\nTold to 1499-summer.\n")
    code, _, err = here("replay", "tiny/b01-e01", "--to", "1499-sumer", cwd=played)
    assert (code, "there is no phase 1499-sumer in this episode; in order: the beginning, 1499-spring-" in err) == (
        2,
        True,
    )
    assert "; did you mean 1499-summer-" in err


def test_verification_is_silent_on_no_difference_and_loud_on_one(played: Path, tmp_path: Path, here: Command) -> None:
    code, out, _ = here("replay", "tiny/b01-e01", "--verify", cwd=played)
    assert (code, out) == (0, "results/tiny/b01-e01: everything is as recorded\n")
    code, out, _ = here("replay", "results/tiny", "--verify", cwd=played)
    assert (code, out.count("everything is as recorded")) == (0, 6)
    forged = tmp_path / "tiny" / "b01-e01"
    forged.mkdir(parents=True)
    for name in ("journal.jsonl", "events.jsonl", "result.json"):
        text = (played / "results/tiny/b01-e01" / name).read_text()
        (forged / name).write_text(text.replace('"ending":"complete"', '"ending":"conquest"'))
    code, out, _ = here("replay", forged, "--verify")
    assert code == 1
    assert "recorded ending" in out


def test_one_episode_that_cannot_be_verified_does_not_keep_the_others_from_it(
    played: Path, tmp_path: Path, here: Command
) -> None:
    league = Path(shutil.copytree(played / "results/tiny", tmp_path / "tiny"))
    (league / "b01-e01" / "journal.jsonl").unlink()
    (league / "b01-e02" / "journal.jsonl").write_bytes(b"")
    code, out, err = here("replay", league, "--verify")
    assert (code, out.count("everything is as recorded")) == (2, 4)
    assert ["holds no journal.jsonl" in err, "is empty" in err] == [True, True]
    (league / "b01-e03" / "events.jsonl").unlink()
    assert here("replay", league, "--verify")[0] == 1


def test_the_exact_prompt_is_shown_in_its_parts(here: Command) -> None:
    code, out, _ = here("prompt", "cogiavelli", "orders", "--power", "naples")
    assert code == 0
    system, shared, private = (out.index(f"=== {part}") for part in ("system", "shared", "private: for NAPLES"))
    assert system < shared < private
    assert "an estimate" in out
    assert "A NAP - ROM" in out[private:]
    assert "A NAP - ROM" not in here("prompt", "cogiavelli", "orders", "--power", "naples", "--no-list-orders")[1]


def test_check_says_what_is_missing_and_spends_nothing(tmp_path: Path, here: Command) -> None:
    assert here("check", "smoke")[0] == 0
    (tmp_path / "keyless.toml").write_bytes(FILES["keyless.toml"])
    code, out, _ = here("check", "keyless.toml")
    assert code == 2
    assert "error" in out
    assert "OPENAI_API_KEY" in out


def test_list_names_everything(played: Path, here: Command) -> None:
    code, out, _ = here("list", cwd=played)
    assert code == 0
    for name in ("cogiavelli", "condottiere", "years = 4", "scripted, openai, anthropic", "base", "smoke", "tiny"):
        assert name in out


def test_one_episode_is_played_with_a_person_who_leaves_and_kept(tmp_path: Path) -> None:
    words = ("play", "cogiavelli", "--seat", "florence=human", "--seat", "venice=scripted:banker", "-o", "years=1")
    code, out, err = command(*words, "--seed", "5", cwd=tmp_path, stdin="Peace, [red]friends[/].\n\n\n\n\n2\n")
    assert (code, err) == (0, "")
    assert "[0/1] 1 episode to play, 0 are played" in out
    assert 'FLORENCE to all: "Peace, [red]friends[/]."' in out
    assert "== FLORENCE, 1499-spring-orders: orders ==" in out
    assert "(florence)" in out
    assert command("replay", "play-cogiavelli-5", "--verify", cwd=tmp_path)[0] == 0
    assert re.match(rf"{TIME} \[1/1\] all is played", command(*words, "--seed", "5", cwd=tmp_path)[1])


def test_an_interrupt_ends_with_3_and_loses_nothing(tmp_path: Path) -> None:
    (tmp_path / "long.toml").write_text(LEAGUE.replace("episodes = 6", "episodes = 6000"))
    words = [sys.executable, "-c", "from harness.cli import main; main()", "run", "long.toml"]
    with subprocess.Popen(words, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert any(" [3/6000] " in line for line in running.stdout)
        running.send_signal(signal.SIGINT)
        began = time.monotonic()
        out = running.stdout.read()
    assert running.returncode == 3
    assert time.monotonic() - began < 20
    assert "interrupted" in out
    kept = [path.name for path in tmp_path.glob("results/tiny/*/result.json")]
    assert len(kept) >= 3
