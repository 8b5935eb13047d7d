"""Results folders: one run at a time, one set of terms, files whole or not at all."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel
from toy_game import TOY, Options, ToyGame
from toy_table import FIXTURE, play, seats

from harness.config import League, Limits, SeatConfig
from harness.errors import Outage, StorageError, UserError
from harness.operations import operations, reported_models
from harness.seats.seat import Failure, FailureKind
from harness.store import Store, locked, save
from harness.terms import terms

TEMPLATES = {"base": {"toy/base/bids.j2": "b" * 64}}


class Settings(BaseModel):
    model: str = "toy-1"
    attempts: int = 6
    base_url: str = "http://127.0.0.1:1/v1"


def league(**facts: Any) -> League:
    names = ("ann", "bob", "cid")
    own = {
        "name": "toys",
        "game": "toy",
        "episodes": 6,
        "seed": 1499,
        "options": Options(),
        "seats": tuple(SeatConfig(name, "plugin", lane="toys", settings=Settings()) for name in names),
        "text": 'name = "toys"\n',
    }
    return League(**{**own, **facts})


def open_store(folder: Path, changed: League | None = None, game: ToyGame = TOY, templates: Any = None) -> Store:
    changed = changed or league()
    return Store(folder, changed, terms(changed, game, TEMPLATES if templates is None else templates))


class NewerGame(ToyGame):
    version = 2


def seat_changed(**facts: Any) -> League:
    ann, *others = league().seats
    return league(seats=(replace(ann, **facts), *others))


class TestTerms:
    """A run goes on only with the terms it was begun with."""

    def test_the_same_league_may_go_on(self, tmp_path: Path) -> None:
        open_store(tmp_path)
        open_store(tmp_path)
        assert (tmp_path / "league.toml").read_text() == 'name = "toys"\n'

    @pytest.mark.parametrize(
        ("changed", "told"),
        [
            (league(seed=7), "seed: 1499, now 7"),
            (league(options=Options(5)), "options.rounds: 3, now 5"),
            (league(fallback="random"), 'fallback: null, now "random"'),
            (seat_changed(variant="terse"), 'seats.ann.variant: "base", now "terse"'),
            (seat_changed(list_orders=False), "seats.ann.list_orders: true, now false"),
            (seat_changed(settings=Settings(model="toy-2")), 'seats.ann.model: "toy-1", now "toy-2"'),
            (seat_changed(name="zoe"), "seats.zoe.kind: absent, now"),
            (league(seats=league().seats[::-1]), "seats.order: "),
        ],
        ids=["seed", "option", "fallback", "variant", "list", "model", "name", "order of seats"],
    )
    def test_what_would_change_results_is_refused_by_name(self, tmp_path: Path, changed: League, told: str) -> None:
        open_store(tmp_path)
        with pytest.raises(UserError, match="change that back, or begin a new league") as caught:
            open_store(tmp_path, changed)
        assert told in str(caught.value)

    def test_another_version_of_the_game_and_another_template_are_refused(self, tmp_path: Path) -> None:
        open_store(tmp_path)
        with pytest.raises(UserError, match='game: "toy version 1", now "toy version 2"'):
            open_store(tmp_path, game=NewerGame())
        with pytest.raises(UserError, match=r"prompts.base.toy/base/bids.j2: "):
            open_store(tmp_path, templates={"base": {"toy/base/bids.j2": "x" * 64}})

    @pytest.mark.parametrize(
        "changed",
        [
            league(limits=Limits(call_seconds=1.0)),
            league(episodes_at_once=2),
            league(episodes=9),
            seat_changed(lane="other"),
            seat_changed(settings=Settings(attempts=1, base_url="http://127.0.0.1:2/v1")),
        ],
        ids=["limits", "episodes at once", "more episodes", "lane", "how a seat is reached"],
    )
    def test_what_changes_no_result_may_change(self, tmp_path: Path, changed: League) -> None:
        open_store(tmp_path)
        open_store(tmp_path, changed)

    def test_a_league_may_grow_but_not_shrink(self, tmp_path: Path) -> None:
        open_store(tmp_path, league(episodes=9))
        with pytest.raises(UserError, match="begun with 9 episodes, now there are 6"):
            open_store(tmp_path)


class TestForeignFolders:
    def test_a_folder_left_by_a_run_that_was_killed_at_its_very_start_is_taken(self, tmp_path: Path) -> None:
        with locked(tmp_path):
            (tmp_path / ".draft").write_text('{"form')
            open_store(tmp_path)
        assert (tmp_path / "manifest.json").exists()

    def test_a_folder_with_other_things_in_it_is_left_alone(self, tmp_path: Path) -> None:
        (tmp_path / "thesis.doc").write_text("years of work")
        with pytest.raises(
            UserError, match=r"holds thesis.doc but no manifest.json: it is not the results of a league"
        ):
            open_store(tmp_path)
        assert [path.name for path in tmp_path.iterdir()] == ["thesis.doc"]

    @pytest.mark.parametrize("content", [b"", b"\xff\x00", b"[]", b'{"format": 99, "terms": {}}', b'{"format": 1}'])
    def test_an_unreadable_manifest_is_refused(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / "manifest.json").write_bytes(content)
        with pytest.raises(UserError, match=r"manifest.json is"):
            open_store(tmp_path)


HOLDER = """
import sys
from pathlib import Path
from harness.store import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


class TestLock:
    def test_two_runs_are_kept_apart_and_a_kill_frees_the_folder(self, tmp_path: Path) -> None:
        root = Path(__file__).parent.parent.parent
        holder = subprocess.Popen(
            [sys.executable, "-c", HOLDER, str(tmp_path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(root)},
        )
        assert holder.stdout and holder.stdout.readline() == b"held\n"
        with (
            pytest.raises(UserError, match=rf"in use by process {holder.pid} on .* since .*wait for that run"),
            locked(tmp_path),
        ):
            pass
        holder.send_signal(signal.SIGKILL)
        holder.communicate()
        with locked(tmp_path):
            assert f"process {os.getpid()} on" in (tmp_path / "lock").read_text()

    def test_one_process_cannot_hold_it_twice(self, tmp_path: Path) -> None:
        with locked(tmp_path), pytest.raises(UserError, match="is in use by"), locked(tmp_path):
            pass

    def test_a_place_that_cannot_be_written_is_told(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        with pytest.raises(StorageError, match="cannot be written"), locked(tmp_path / "file" / "toys"):
            pass


class TestSave:
    def test_a_file_is_replaced_whole(self, tmp_path: Path) -> None:
        save(tmp_path / "a", "old\n")
        save(tmp_path / "a", "new ü\r\n")
        assert (tmp_path / "a").read_bytes() == "new ü\r\n".encode()
        assert [path.name for path in tmp_path.iterdir()] == ["a"]

    def test_a_failed_write_leaves_the_old_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        save(tmp_path / "a", "old\n")

        def full(handle: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(StorageError, match=r"a: cannot be written .No space left on device.; make room"):
            save(tmp_path / "a", "new\n")
        assert (tmp_path / "a").read_text() == "old\n"


@pytest.mark.parametrize(
    ("change", "finished"),
    [
        (lambda folder: None, True),
        (lambda folder: (folder / "result.json").unlink(), False),
        (lambda folder: (folder / "result.json").write_bytes(b'{"dig'), False),
        (lambda folder: (folder / "result.json").write_bytes(b'{"digest": 3}'), False),
        (lambda folder: (folder / "journal.jsonl").unlink(), False),
        (lambda folder: _drop_last_line(folder / "journal.jsonl"), False),
        (lambda folder: (folder / "events.jsonl").unlink(), False),
        (lambda folder: _drop_last_line(folder / "events.jsonl"), False),
        (lambda folder: _change(folder / "result.json", fixture="b01-e02"), False),
        (lambda folder: _change(folder / "result.json", scores={}), False),
        (lambda folder: _change(folder / "result.json", format=0), False),
    ],
    ids=[
        "untouched",
        "no result",
        "a torn result",
        "another digest",
        "no journal",
        "a shorter journal",
        "no events",
        "fewer events",
        "another's result",
        "no scores",
        "another format",
    ],
)
async def test_a_finished_fixture_is_trusted_by_its_digest(
    tmp_path: Path, change: Callable[[Path], object], finished: bool
) -> None:
    store = open_store(tmp_path)
    folder = store.fixture(FIXTURE)
    await play(folder, seats())
    change(folder)
    assert store.is_finished(FIXTURE) is finished


def _change(path: Path, **keys: object) -> None:
    path.write_text(json.dumps({**json.loads(path.read_bytes()), **keys}))


def _drop_last_line(path: Path) -> None:
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))


async def test_operations_count_every_call_that_was_paid_for_finished_or_not(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    await play(store.fixture(FIXTURE), seats({(0, "RED", 0): "words"}))
    other = replace(FIXTURE, name="b01-e02")
    with pytest.raises(Outage):
        await play(store.fixture(other), seats({(0, "BLUE", 0): Outage("network", "toys", "")}), fixture=other)
    summary = operations(tmp_path)
    ann, cid = summary["seats"]["ann"], summary["seats"]["cid"]
    finished = json.loads((tmp_path / "b01-e01" / "result.json").read_text())
    assert ann["calls"] == finished["counts"]["RED"]["decisions"] + 1 + 1
    assert cid["calls"] == finished["counts"]["BLUE"]["decisions"]
    assert ann["usd"] == ann["calls"] * 0.25
    assert ann["tokens"]["input"] == ann["calls"] * 100
    assert ann["seconds"] == {"p50": 0.0, "p90": 0.0, "p95": 0.0, "p99": 0.0}
    assert reported_models(summary) == {"ann": ["toy-1"], "bob": ["toy-1"], "cid": ["toy-1"]}
    store.record_models(reported_models(summary))
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert manifest["models"]["ann"] == ["toy-1"]
    assert manifest["packages"]["openai"]


async def test_failures_and_who_decided_are_counted_of_the_same_episodes(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    crash = Failure(FailureKind.CRASH, "it raised\n  KeyError: 'x'")
    await play(store.fixture(FIXTURE), seats())
    other = replace(FIXTURE, name="b01-e02")
    out = {(1, power, 0): Outage("network", "toys", "") for power in TOY.powers}
    plan = {(0, "RED", 0): crash, (0, "RED", 1): crash, **out}
    with pytest.raises(Outage):
        await play(store.fixture(other), seats(plan), fixture=other)
    own = operations(tmp_path)["seats"]["ann"]
    before = json.loads((tmp_path / "b01-e01" / "result.json").read_text())["counts"]["RED"]["decisions"]
    assert own["failures"] == {"crash": 2}
    assert own["examples"] == {"crash": "it raised KeyError: 'x'"}
    assert (own["decided"], own["by_model"]) == (before + 1, before)


@pytest.mark.parametrize("line", [b"{}\n", b"\xff\n", b'{"kind":"decided","phase":"","power":[]}\n'])
async def test_operations_stand_whatever_the_events_of_an_unfinished_episode_say(tmp_path: Path, line: bytes) -> None:
    store = open_store(tmp_path)
    with pytest.raises(Outage):
        await play(store.fixture(FIXTURE), seats({(1, "BLUE", 0): Outage("network", "toys", "")}))
    events = tmp_path / "b01-e01" / "events.jsonl"
    events.write_bytes(events.read_bytes() + line)
    assert operations(tmp_path)["seats"]["ann"]["decided"] == 1


def test_a_changed_template_is_shown_line_by_line_with_the_way_out(tmp_path: Path) -> None:
    digests = {"base": {"toy/base/bids.j2": "1" * 64}}
    Store(tmp_path, league(), terms(league(), TOY, digests), {"toy/base/bids.j2": "Bid wisely.\nSay how.\n"})
    edited = {"base": {"toy/base/bids.j2": "2" * 64}}
    with pytest.raises(UserError) as caught:
        Store(tmp_path, league(), terms(league(), TOY, edited), {"toy/base/bids.j2": "Bid \x1b[2Jboldly.\nSay how.\n"})
    assert str(caught.value).splitlines()[1:] == [
        "  the template toy/base/bids.j2 changed:",
        "    @@ -1,2 +1,2 @@",
        "    -Bid wisely.",
        "    +Bid boldly.",
        "    Say how.",
        "results of two kinds cannot share a folder: change that back, or begin a new league:",
        "  cogleague run toys --as toys-2",
    ]
