"""Transcripts: what was sent and said, to the byte; only what models decided; whole seeds held out."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from talking_league import MODELS, say

from engine.registry import GAMES
from harness.errors import UserError
from harness.export.tables import export_tables
from harness.export.transcripts import export_transcripts, is_held_out
from harness.export.writers import JsonLinesWriter
from harness.prompts import load_prompts
from tests.loopback import Sent

Talking = tuple[Path, list[Sent]]
Chats = dict[str, list[dict[str, Any]]]


def read(folder: Path) -> Chats:
    return {
        str(path.relative_to(folder).with_suffix("")): [
            json.loads(line) for line in path.read_text("ascii").splitlines()
        ]
        for path in sorted(folder.glob("*/*.jsonl"))
    }


@pytest.fixture(scope="session")
def chats(talking: Talking, tmp_path_factory: pytest.TempPathFactory) -> Chats:
    """The transcripts of the whole league."""
    to = tmp_path_factory.mktemp("chats")
    assert export_transcripts(talking[0], to, GAMES, load_prompts).skipped == ()
    return read(to)


def test_messages_are_what_the_servers_were_sent_and_said(talking: Talking, chats: Chats) -> None:
    requests, found = talking[1], chats
    assert found.keys() == {f"train/{name}" for name in MODELS}
    said = {
        (sent.body["model"], sent.texts): str(say(sent).text).encode("utf-8", "replace").decode() for sent in requests
    }
    again = 0
    for lines in found.values():
        for line in lines:
            *asked, last = line["messages"]
            told = tuple((turn["role"], turn["content"]) for turn in asked)
            assert said[line["about"]["model"], told] == last["content"]
            assert last.keys() == {"role", "content"}
            assert [turn["role"] for turn in asked[:2]] == ["system", "user"]
            weights = [turn.get("weight") for turn in asked]
            assert weights == ([None, None] if len(asked) == 2 else [None, None, 0, None])
            again += len(asked) > 2
    assert again > 0


def test_there_is_a_line_for_every_decision_a_model_made(talking: Talking, chats: Chats, tmp_path: Path) -> None:
    export_tables(talking[0], tmp_path / "rows", JsonLinesWriter)
    decisions = [json.loads(line) for line in (tmp_path / "rows" / "decisions.jsonl").read_text().splitlines()]
    wanted = {
        (row["episode"], row["batch"], row["power"], row["phase"], row["seat"])
        for row in decisions
        if row["decided_by"] == "model"
    }
    about = [line["about"] for lines in chats.values() for line in lines]
    keys = [tuple(own[name] for name in ("episode", "batch", "power", "phase", "seat")) for own in about]
    assert len(keys) == len(set(keys))
    assert set(keys) == wanted
    scores = {
        (row["episode"], row["power"]): (row["score"], row["won"])
        for row in map(json.loads, (tmp_path / "rows" / "plays.jsonl").read_text().splitlines())
    }
    assert all((own["score"], own["won"]) == scores[own["episode"], own["power"]] for own in about)


def test_seeds_are_held_out_whole_and_nothing_is_lost(talking: Talking, chats: Chats, tmp_path: Path) -> None:
    seeds = {line["about"]["seed"] for lines in chats.values() for line in lines}
    assert len(seeds) == 2
    share = next(part / 100 for part in range(100) if sum(is_held_out(seed, part / 100) for seed in seeds) == 1)
    done = export_transcripts(talking[0], tmp_path / "parts", GAMES, load_prompts, share)
    parts = read(tmp_path / "parts")
    assert parts.keys() == {f"{part}/{name}" for part in ("train", "held-out") for name in MODELS}
    for name in MODELS:
        held, train = parts[f"held-out/{name}"], parts[f"train/{name}"]
        assert {line["about"]["block"] for line in held}.isdisjoint(line["about"]["block"] for line in train)
        assert sorted(map(json.dumps, held + train)) == sorted(map(json.dumps, chats[f"train/{name}"]))
    assert sum(done.files.values()) == sum(map(len, chats.values()))
    export_transcripts(talking[0], tmp_path / "parts", GAMES, load_prompts)
    assert read(tmp_path / "parts") == chats


@pytest.mark.parametrize("share", [0.05, 0.2, 0.5])
def test_about_the_share_of_seeds_is_held_out_and_more_with_a_larger_one(share: float) -> None:
    held = {seed for seed in range(4_000) if is_held_out(seed, share)}
    assert len(held) == pytest.approx(4_000 * share, rel=0.15)
    assert held <= {seed for seed in range(4_000) if is_held_out(seed, share + 0.1)}


@pytest.mark.parametrize("share", [-0.1, 1.0, 2.0, float("nan")])
def test_no_share_at_all_is_refused(share: float, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="share from 0 to below 1"):
        export_transcripts(tmp_path, tmp_path, GAMES, load_prompts, share)


def part(league: Path, folder: Path) -> Path:
    """Two episodes of a league, with its templates."""
    for name in ("prompts", "b01-e01", "b02-e02"):
        shutil.copytree(league / name, folder / name)
    return folder


def test_an_episode_that_cannot_be_told_to_the_byte_is_left_out(talking: Talking, tmp_path: Path) -> None:
    folder = part(talking[0], tmp_path / "talking")
    template = next(folder.glob("prompts/cogiavelli/base/orders.j2"))
    template.write_text(template.read_text().replace("{% block private %}", "{% block private %}changed "))
    done = export_transcripts(folder, tmp_path / "out", GAMES, load_prompts)
    assert len(done.skipped) == 2
    assert all("recorded" in reason and "derived" in reason for _, reason in done.skipped)
    assert list((tmp_path / "out").glob("*/*")) == []


def test_unfinished_episodes_and_leagues_without_their_templates_are_left_out(talking: Talking, tmp_path: Path) -> None:
    folder = part(talking[0], tmp_path / "talking")
    journal = folder / "b01-e01" / "journal.jsonl"
    journal.write_text("".join(journal.read_text().splitlines(keepends=True)[:60]))
    assert export_transcripts(folder, tmp_path / "out", GAMES, load_prompts).skipped == (
        ("b01-e01", "is not finished"),
    )
    shutil.rmtree(folder / "prompts")
    done = export_transcripts(folder, tmp_path / "none", GAMES, load_prompts)
    assert (dict(done.files), len(done.skipped)) == ({}, 2)
    assert "no copy of its templates" in done.skipped[-1][1]
