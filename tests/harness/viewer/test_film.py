"""What the page is given: the frames are the engine's own states, the data can close no element."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.registry import GAMES
from harness.clock import SystemClock
from harness.episode import Step
from harness.errors import ReplayDiverged, UserError
from harness.replay import load_recorded, replay_episode
from harness.viewer.film import Film, shoot
from harness.viewer.page import data_block, replay_page
from harness.viewer.stages import STAGES, stage_of
from harness.viewer.stages.plain import PlainStage

GAME = pytest.mark.parametrize("game", STAGES)


def steps_of(folder: Path) -> list[Step]:
    """Every step of an episode, derived by the engine."""
    steps: list[Step] = []

    def note(step: Step) -> bool:
        steps.append(step)
        return True

    asyncio.run(replay_episode(load_recorded(folder, GAMES), SystemClock(), note))
    return steps


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_put_on_a_stage(game: str) -> None:
    stage, state = stage_of(GAMES[game]), GAMES[game].start(1, GAMES[game].options()).state
    board, powers = stage.board(state), len(GAMES[game].powers)
    assert stage.drawing()["kind"] in ("map", "hexes", "text")
    assert len(stage.cast()) == powers
    assert all(len(column["values"]) == powers for column in board["table"])
    assert json.loads(data_block([stage.drawing(), board, stage.cast(), stage.chance()]))


@GAME
def test_a_game_without_a_drawing_is_told_as_text(game: str) -> None:
    state = GAMES[game].start(1, GAMES[game].options()).state
    assert PlainStage(GAMES[game]).board(state)["text"] == GAMES[game].render_position(state)


@GAME
def test_frames_are_the_engines_own_states(game: str, leagues: Mapping[str, Path], films: Mapping[str, Film]) -> None:
    steps = steps_of(leagues[game] / "b01-e01")
    frames = films[game].data["frames"]
    assert [frame["id"] for frame in frames] == ["beginning", *(step.phase for step in steps[1:])]
    for frame, step in zip(frames, steps, strict=True):
        scores = GAMES[game].scores(step.state)
        assert frame["scores"] == [scores[power] for power in GAMES[game].powers]
        assert frame["board"] == stage_of(GAMES[game]).board(step.state)


@GAME
def test_a_films_ids_name_one_frame_each(game: str, films: Mapping[str, Film]) -> None:
    ids = [frame["id"] for frame in films[game].data["frames"]]
    assert len(set(ids)) == len(ids)


@GAME
def test_every_decision_comes_with_what_was_sent_and_said(game: str, films: Mapping[str, Film]) -> None:
    film = films[game]
    asked = 0
    for frame, behind in zip(film.data["frames"], film.backstage, strict=True):
        assert set(behind["decisions"]) == {decision["power"] for decision in frame["decisions"]}
        for decision in frame["decisions"]:
            own = behind["decisions"][decision["power"]]
            assert len(own["asks"]) == max(decision["asks"], 1)
            system, shared, private = (behind["parts"][part] for part in own["prompt"])
            assert system and shared and private
            asked += decision["asks"] > 1
            assert bool(own["complaint"]) == (decision["asks"] > 1)
    assert asked, "some seat should have been asked again"


def test_shared_parts_of_prompts_stand_once_a_batch(films: Mapping[str, Film]) -> None:
    behind = films["cogiavelli"].backstage[1]
    assert len(behind["decisions"]) == 6
    assert len(behind["parts"]) == 2 + 6


@pytest.mark.parametrize("text", ["</script><script>x</script>", "<!--", "]]>", "&lt;", "\u2028\u2029\x00", "\ud800"])
def test_data_can_close_no_element_and_comes_back_whole(text: str) -> None:
    block = data_block({"text": [text]})
    assert not set("<>&") & set(block)
    assert block.isascii()
    assert json.loads(block) == {"text": [text]}


def test_nothing_hostile_stands_in_the_page_as_written(films: Mapping[str, Film]) -> None:
    page = replay_page(films["cogiavelli"])
    assert "window.owned" in page
    for written in ("<script>window", "<img", 'onerror="', "<style>body", "<svg onload", "</script><script>window"):
        assert written not in page


def test_the_home_and_title_of_a_page_are_escaped(films: Mapping[str, Film]) -> None:
    hostile = Film("<b>x</b>{{7*7}}", films["cogplomacy"].data, ())
    page = replay_page(hostile, '"><script>')
    assert "&lt;b&gt;x&lt;/b&gt;{{7*7}}" in page
    assert '"><script>' not in page


def test_an_episode_that_was_tampered_with_makes_no_film(leagues: Mapping[str, Path], tmp_path: Path) -> None:
    folder = tmp_path / "b01-e01"
    folder.mkdir()
    for name in ("journal.jsonl", "events.jsonl", "result.json"):
        (folder / name).write_bytes((leagues["cogiavelli"] / "b01-e01" / name).read_bytes())
    events = folder / "events.jsonl"
    events.write_text(events.read_text().replace('"kind":"famine_drawn"', '"kind":"famine_drawn" ', 1))
    with pytest.raises(ReplayDiverged, match=r"events.jsonl:2"):
        shoot(folder)


def test_an_episode_under_way_is_shown_as_far_as_it_was_played(leagues: Mapping[str, Path], tmp_path: Path) -> None:
    folder = tmp_path / "b01-e02"
    folder.mkdir()
    lines = (leagues["cogiavelli"] / "b01-e02" / "journal.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "journal.jsonl").write_bytes(b"".join(lines[: len(lines) // 2]) + b'{"torn')
    film = shoot(folder)
    assert film.data["ending"] == ""
    assert 1 < len(film.data["frames"]) < 19


def test_a_folder_without_an_episode_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="holds no journal"):
        shoot(tmp_path)


def test_only_plain_data_reaches_the_page(films: Mapping[str, Film]) -> None:
    def kinds(value: Any) -> set[type]:
        if isinstance(value, Mapping):
            return {dict}.union(*map(kinds, value.values()))
        if isinstance(value, list | tuple):
            return {list}.union(*map(kinds, value))
        return {type(value)}

    for film in films.values():
        assert kinds(json.loads(data_block(film.data))) <= {dict, list, str, int, float, bool, type(None)}
