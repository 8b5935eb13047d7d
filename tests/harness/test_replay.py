"""Replay: an episode told again from its journal, and every change to its files found."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from test_episode import PLAN
from toy_game import TOY, ToyGame
from toy_table import NO_LIMITS, ToyPrompts, play, seats

from engine.wire import encode
from harness.clock import SystemClock
from harness.episode import Step
from harness.errors import Outage, ReplayDiverged, UserError
from harness.records import read_recording, seal, sealed_line
from harness.replay import Verification, load_recorded, replay_episode, until, verify_episode
from harness.seats.seat import Prompt

GAMES = {"toy": TOY}


def books(game: str, variant: str, roots: Sequence[Path]) -> ToyPrompts:
    assert (game, variant) == ("toy", "base")
    return ToyPrompts()


@pytest.fixture
async def folder(tmp_path: Path) -> Path:
    """A finished episode's folder, in a league's folder with a copy of its templates."""
    episode = tmp_path / "toys" / "b01-e01"
    episode.mkdir(parents=True)
    (tmp_path / "toys" / "prompts").mkdir()
    await play(episode, seats(PLAN))
    return episode


async def verify(folder: Path, load: Any = books) -> Verification:
    return await verify_episode(load_recorded(folder, GAMES, load), SystemClock())


async def test_a_replay_derives_the_same_result_and_writes_nothing(folder: Path) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    result = await replay_episode(load_recorded(folder, GAMES), SystemClock())
    assert encode(result) + "\n" == (folder / "result.json").read_text()
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


async def test_an_undisturbed_episode_verifies(folder: Path) -> None:
    found = await verify(folder)
    assert (found.differences, found.notes) == ((), ())
    assert found.result is not None


@pytest.mark.parametrize(
    ("phase", "phases"),
    [
        ("round-02-bids", ["", "round-01-bids", "round-01-picks", "round-02-bids"]),
        ("round-01", ["", "round-01-bids", "round-01-picks"]),
        ("round-9", ["", *(f"round-0{n}-{kind}" for n in (1, 2, 3) for kind in ("bids", "picks"))]),
    ],
)
async def test_it_can_be_told_up_to_a_phase(folder: Path, phase: str, phases: list[str]) -> None:
    told: list[Step] = []
    watch = until(phase, lambda step: not told.append(step))
    await replay_episode(load_recorded(folder, GAMES), SystemClock(), watch)
    assert [step.phase for step in told] == phases


def swap(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        text = (folder / name).read_text()
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1))

    return change


def forge(change: Callable[[dict[str, Any]], None]) -> Callable[[Path], None]:
    """Change a journal's records and seal all lines again, as somebody would who knows how."""

    def changed(folder: Path) -> None:
        check, lines = "", []
        for line in (folder / "journal.jsonl").read_text().splitlines():
            record = json.loads(line)["record"]
            change(record)
            body = encode(record)
            check = seal(check, body)
            lines.append(sealed_line(check, body))
        (folder / "journal.jsonl").write_text("".join(lines))

    return changed


def another_reply(record: dict[str, Any]) -> None:
    if record.get("at") == [2, "RED", 0] and record["kind"] == "reply":
        record["answer"]["text"] = json.dumps({"bids": {"gold": "0", "silk": "0"}})


def another_prompt(record: dict[str, Any]) -> None:
    if record.get("at") == [2, "RED", 0] and record["kind"] == "asked":
        record["prompt"] = "0" * 64


def another_seed(record: dict[str, Any]) -> None:
    if record["kind"] == "head":
        record["fixture"]["seed"] = 7


def another_price(record: dict[str, Any]) -> None:
    if record.get("at") == [2, "RED", 0] and record["kind"] == "reply":
        record["answer"]["usd"] = 0.01


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (swap("events.jsonl", '"value":0', '"value":1'), "events.jsonl:2"),
        (swap("events.jsonl", '"winner":"RED"', '"winner":"BLUE"'), "events.jsonl:"),
        (swap("events.jsonl", '"bids":[', '"bids":[9,'), "events.jsonl:"),
        (swap("journal.jsonl", '\\"gold\\": \\"', '\\"gold\\": \\"1'), "journal.jsonl:"),
        (swap("journal.jsonl", '"seconds":', '"seconds":1'), "journal.jsonl:"),
        (swap("result.json", '"winner":', '"winner": '), "result.json:1"),
        (swap("result.json", '"decisions":5', '"decisions":6'), "result.json:1"),
        (lambda folder: (folder / "result.json").unlink(), "result.json:1"),
        (lambda folder: (folder / "result.json").write_bytes(b"\xff{"), "result.json:1"),
        (forge(another_reply), "events.jsonl:"),
        (forge(another_prompt), "journal.jsonl:"),
        (forge(another_seed), "events.jsonl:1"),
        (forge(another_price), "result.json:1"),
    ],
    ids=[
        "a draw", "a winner", "an order", "a reply", "a time", "a space", "a count", "no result", "a broken result",
        "a sealed reply", "a sealed prompt", "a sealed seed", "a sealed price",
    ],
)  # fmt: skip
async def test_a_change_is_found_where_it_is(folder: Path, change: Callable[[Path], None], where: str) -> None:
    change(folder)
    found = await verify(folder)
    assert any(f"{folder}/{where}" in str(difference) for difference in found.differences), found


async def test_a_replay_that_is_not_a_verification_stops_at_the_first_difference(folder: Path) -> None:
    swap("events.jsonl", '"value":0', '"value":1')(folder)
    with pytest.raises(ReplayDiverged, match=r"events.jsonl:2: recorded .*, derived"):
        await replay_episode(load_recorded(folder, GAMES), SystemClock())


async def test_an_unfinished_episode_is_compared_as_far_as_it_goes(tmp_path: Path) -> None:
    with pytest.raises(Outage):
        await play(tmp_path, seats({(2, "RED", 0): Outage("network", "toys", "")}))
    found = await verify(tmp_path, None)
    assert (found.differences, found.result) == ((), None)
    assert "not finished" in found.notes[-1]
    (tmp_path / "result.json").write_text("{}\n")
    assert [difference.path.name for difference in (await verify(tmp_path, None)).differences] == ["result.json"]


async def test_an_episode_that_ran_out_of_time_ends_where_it_did(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, episode_seconds=1e-6)
    assert (await play(tmp_path, seats(), limits=limits))["ending"] == "deadline"
    assert (await verify(tmp_path)).differences == ()


@pytest.mark.parametrize("kept", [0, 1, 5])
async def test_events_that_are_missing_from_a_finished_episode_are_found(folder: Path, kept: int) -> None:
    """The same for a file that is gone, as for one that ends early or in the middle of a line."""
    path = folder / "events.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:kept]) + lines[kept][:-1])
    (found,) = (await verify(folder)).differences
    assert (found.path, found.line) == (path, kept + 1)
    assert f"an end after {kept} events, derived {len(lines)} events" in str(found)
    if not kept:
        path.unlink()
        assert (await verify(folder)).differences == (found,)


async def test_an_episode_in_a_folder_of_another_name_is_noted(folder: Path) -> None:
    moved = folder.rename(folder.with_name("b07-e01"))
    found = await verify(moved)
    assert (found.differences, found.notes) == (
        (),
        ("this is the episode of fixture b01-e01: the folder has another name",),
    )


async def test_a_torn_line_and_missing_templates_are_noted(folder: Path) -> None:
    (folder.parent / "prompts").rmdir()
    with (folder / "journal.jsonl").open("ab") as journal:
        journal.write(b'{"check":')
    found = await verify(folder)
    assert found.differences == ()
    assert "9 torn bytes" in found.notes[0]
    assert "prompts were not compared" in found.notes[1]


async def test_a_changed_template_shows_in_the_prompts_it_made(folder: Path) -> None:
    class Other(ToyPrompts):
        def render(self, *_: Any, **__: Any) -> Prompt:
            return Prompt("", "", "")

    found = await verify(folder, lambda *_: Other())
    asked = [entry for entry in read_recording(folder / "journal.jsonl").entries if entry.record.kind == "asked"]
    assert [difference.line for difference in found.differences] == [entry.line for entry in asked]


class NewerGame(ToyGame):
    version = 2


@pytest.mark.parametrize(
    ("prepare", "games", "says"),
    [
        (lambda folder: None, {"toy": NewerGame()}, "played with version 1 of the game toy, this is version 2"),
        (lambda folder: None, {}, "the head does not describe an episode of a known game"),
        (lambda folder: (folder / "journal.jsonl").unlink(), GAMES, "holds no journal.jsonl"),
        (lambda folder: (folder / "journal.jsonl").write_bytes(b""), GAMES, "is empty"),
        (lambda folder: (folder / "journal.jsonl").write_bytes(b"\x00\n"), GAMES, "no journal head"),
    ],
    ids=["newer game", "unknown game", "no journal", "empty journal", "foreign file"],
)
async def test_what_cannot_be_replayed_is_refused(
    folder: Path, prepare: Callable[[Path], object], games: dict[str, Any], says: str
) -> None:
    prepare(folder)
    with pytest.raises(UserError, match=says):
        load_recorded(folder, games)
