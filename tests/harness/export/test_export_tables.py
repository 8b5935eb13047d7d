"""Tables: every row accounted for, every value safe, every file whole, memory constant."""

from __future__ import annotations

import csv
import io
import json
import shutil
import tracemalloc
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from talking_league import HOSTILE, MODELS

from engine.wire import encode
from harness.errors import StorageError, UserError
from harness.export.columns import TABLES
from harness.export.rows import ROWS, load_kept
from harness.export.tables import export_tables
from harness.export.writers import FORMULA, CsvWriter, JsonLinesWriter, csv_cell, fit
from harness.operations import operations
from harness.records import seal, sealed_line
from harness.standings import standings
from tests.loopback import Sent

Talking = tuple[Path, list[Sent]]
Rows = dict[str, list[dict[str, Any]]]


def read_json_lines(folder: Path) -> Rows:
    return {
        table.name: [json.loads(line) for line in (folder / f"{table.name}.jsonl").read_text("ascii").splitlines()]
        for table in TABLES
    }


def exact(text: str) -> str:
    """Text of a CSV cell without the sign that keeps spreadsheets from running it."""
    return text.removeprefix("'")


def read_cell(cell: str, kind: str) -> Any:
    if kind == "text":
        return exact(cell)
    if cell == "":
        return None
    return {"whole": int, "number": float, "yes": lambda text: {"true": True, "false": False}[text]}[kind](cell)


@pytest.fixture(scope="session")
def rows(talking: Talking, tmp_path_factory: pytest.TempPathFactory) -> Rows:
    to = tmp_path_factory.mktemp("rows")
    export_tables(talking[0], to, JsonLinesWriter)
    return read_json_lines(to)


def test_every_row_has_every_column_and_its_kind(rows: Rows) -> None:
    kinds: dict[str, tuple[type, ...]] = {"text": (str,), "whole": (int,), "number": (float, int), "yes": (bool,)}
    for table in TABLES:
        assert rows[table.name], table.name
        for row in rows[table.name]:
            assert row.keys() == {column.name for column in table.columns}
            for column in table.columns:
                value = row[column.name]
                assert value is None or type(value) in kinds[column.kind], (table.name, column.name, value)


def test_a_play_that_standings_leave_out_is_marked(talking: Talking) -> None:
    kept = load_kept(talking[0] / "b01-e01")
    assert kept.result
    (power, counts), *others = kept.result.counts.items()
    spoilt = replace(kept.result, counts={power: {**counts, "fallback": 1}, **dict(others)})
    marked = {row["power"]: row["left_out"] for row in ROWS["plays"](replace(kept, result=spoilt))}
    assert marked == {name: name == power for name in marked}


def test_tables_agree_with_the_league_and_with_each_other(talking: Talking, rows: Rows) -> None:
    folder, requests = talking
    assert len(rows["episodes"]) == 12
    assert {row["finished"] for row in rows["episodes"]} == {True}
    assert len(rows["plays"]) == 12 * 6
    table = standings(folder)
    for seat in table.rows:
        own = [row for row in rows["plays"] if row["seat"] == seat.seat]
        assert sum(row["left_out"] for row in own) == seat.left_out == 0
        assert sum(row["score"] for row in own) / len(own) == pytest.approx(seat.mean)
        assert sum(row["decisions"] for row in own) == seat.decisions
        asked = [row for row in rows["decisions"] if row["seat"] == seat.seat]
        assert len(asked) == seat.decisions
        assert sum(row["refused"] for row in asked) == sum(row["illegal"] for row in own)
        refused = [row for row in rows["orders"] if row["seat"] == seat.seat and row["action"] == "refused"]
        assert len(refused) == sum(row["illegal"] for row in own)
    bill = operations(folder)["seats"]
    for name in MODELS:
        calls = [row for row in rows["calls"] if row["seat"] == name]
        assert len(calls) == bill[name]["calls"]
        assert sum(row["tokens_output"] for row in calls) == bill[name]["tokens"]["output"]
    assert sum(row["seat"] in MODELS for row in rows["calls"]) == len(requests)
    assert Counter(row["ask"] for row in rows["calls"])[1] > 0


def test_batches_and_phases_are_the_journal_s(rows: Rows) -> None:
    asked = {(row["episode"], row["batch"], row["power"]): row["phase"] for row in rows["decisions"]}
    assert len(asked) == len(rows["decisions"])
    for call in rows["calls"]:
        assert asked[call["episode"], call["batch"], call["power"]] == call["phase"]


def test_press_pledges_and_draws_are_all_there(talking: Talking, rows: Rows) -> None:
    events = [
        (path.parent.name, number, json.loads(line))
        for path in sorted(talking[0].glob("*/events.jsonl"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
    ]
    talk = {(name, number): event for name, number, event in events if event["kind"] in ("broadcast", "letter")}
    assert {(row["episode"], row["event"]) for row in rows["press"]} == talk.keys()
    for row in rows["press"]:
        assert (row["words"], row["sender"]) == (
            talk[row["episode"], row["event"]]["text"],
            talk[row["episode"], row["event"]]["sender"],
        )
    kinds = Counter(event["kind"] for _, _, event in events)
    verdicts = Counter(row["verdict"] for row in rows["pledges"])
    assert sum(verdicts.values()) == kinds["pledged"] > 0
    assert verdicts["broken"] == kinds["stab"]
    assert verdicts["kept"] + verdicts["moot"] == kinds["pledge_judged"]
    assert all((row["broken_by"] is not None) == (row["verdict"] == "broken") for row in rows["pledges"])
    assert len(rows["draws"]) == sum(encode(event).count('"of":') for _, _, event in events) > 0


def test_csv_holds_the_same_text_and_nothing_that_a_spreadsheet_runs(
    talking: Talking, rows: Rows, tmp_path: Path
) -> None:
    export_tables(talking[0], tmp_path, CsvWriter)
    for table in TABLES:
        with (tmp_path / f"{table.name}.csv").open(encoding="utf-8", newline="") as file:
            cells = list(csv.DictReader(file))
        kinds = {column.name: column.kind for column in table.columns}
        for cell, row in zip(cells, rows[table.name], strict=True):
            for name, kind in kinds.items():
                text = cell[name]
                assert kind != "text" or not text.startswith(("=", "+", "-", "@", "\t", "\n", "\r")), (name, text)
                assert read_cell(text, kind) == ("" if kind == "text" and row[name] is None else row[name])
    replies = [row["reply"] for row in rows["calls"] if row["seat"] in MODELS]
    assert any(reply.startswith("=let me think \ufffd") for reply in replies)
    words = {row["words"] for row in rows["press"]}
    assert HOSTILE[0] in words
    assert len(words) >= len(HOSTILE)


@given(st.text(st.characters(codec=None, categories=None), max_size=40))
def test_any_text_survives_but_for_what_no_file_can_carry(text: str) -> None:
    kept = fit(text)
    kept.encode("utf-8")
    assert "\r" not in kept
    assert fit(kept) == kept
    assert kept == text or any(sign in text for sign in "\r\x00\x7f") or not text.isprintable()


@given(st.sampled_from(FORMULA), st.text(max_size=10))
def test_whatever_begins_like_a_formula_is_marked_and_can_be_read_back(sign: str, rest: str) -> None:
    ((cell,),) = csv.reader(io.StringIO(csv_cell(sign + rest), newline=""))
    assert cell.startswith("'")
    assert exact(cell) == fit(sign + rest)


@pytest.mark.parametrize(
    ("value", "cell"),
    [(None, ""), ("", '""'), (True, "true"), (0.1, "0.1"), (-1, "-1"), ('a "b"', '"a ""b"""'), ("-1", '"\'-1"')],
)
def test_a_cell(value: Any, cell: str) -> None:
    assert csv_cell(value) == cell


def test_a_damaged_episode_is_left_out_and_named(talking: Talking, tmp_path: Path) -> None:
    folder = tmp_path / "talking"
    shutil.copytree(talking[0], folder)
    changes: dict[str, Callable[[Path], object]] = {
        "b01-e01": lambda path: (path / "result.json").write_text("{}"),
        "b01-e02": lambda path: swap(path / "events.jsonl", '"phase":"1499-spring', '"phase":"1599-spring'),
        "b01-e03": lambda path: swap(path / "journal.jsonl", '"cut":false', '"cut":true'),
        "b01-e04": lambda path: path.rename(path.with_name("b09-e04")),
        "b01-e05": lambda path: (path / "journal.jsonl").write_bytes(b"\xff\n"),
    }
    for name, change in changes.items():
        change(folder / name)
    done = export_tables(folder, tmp_path / "out", JsonLinesWriter)
    assert [name for name, _ in done.skipped] == ["b01-e01", "b01-e02", "b01-e03", "b01-e05", "b09-e04"]
    assert len(read_json_lines(tmp_path / "out")["episodes"]) == 7
    assert {path.suffix for path in (tmp_path / "out").iterdir()} == {".jsonl"}


def swap(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_an_unfinished_episode_has_rows_as_far_as_it_was_played(talking: Talking, tmp_path: Path) -> None:
    folder = tmp_path / "talking"
    shutil.copytree(talking[0] / "b01-e01", folder / "b01-e01")
    (folder / "b01-e01" / "result.json").unlink()
    for name, part in (("journal.jsonl", 60), ("events.jsonl", 25)):
        lines = (folder / "b01-e01" / name).read_text().splitlines(keepends=True)
        (folder / "b01-e01" / name).write_text("".join(lines[:part]) + lines[part][:20])
    export_tables(folder, tmp_path / "out", JsonLinesWriter)
    found = read_json_lines(tmp_path / "out")
    assert [row["finished"] for row in found["episodes"]] == [False]
    assert (found["plays"], found["figures"]) == ([], [])
    assert 0 < len(found["decisions"]) <= 25
    assert len(found["calls"]) > 20


def test_a_folder_without_episodes_is_refused_and_nothing_is_left(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="play the league first"):
        export_tables(tmp_path, tmp_path / "out", CsvWriter)
    assert list((tmp_path / "out").iterdir()) == []


def test_a_full_disk_is_told_and_leaves_what_was_there(talking: Talking, tmp_path: Path) -> None:
    class Full(CsvWriter):
        def close(self) -> None:
            raise OSError(28, "No space left on device")

    export_tables(talking[0], tmp_path, CsvWriter)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(StorageError, match="No space left"):
        export_tables(talking[0], tmp_path, Full)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def copies(episode: Path, folder: Path, number: int) -> Path:
    """A league of so many episodes that are the same but for their names."""
    journal = (episode / "journal.jsonl").read_text().splitlines()
    for name in (f"b{copy + 1:03}-e01" for copy in range(number)):
        target = folder / name
        shutil.copytree(episode, target)
        check, lines = "", []
        for line in journal:
            record = json.loads(line)["record"]
            if record["kind"] == "head":
                record["fixture"]["name"] = name
            check = seal(check, encode(record))
            lines.append(sealed_line(check, encode(record)))
        (target / "journal.jsonl").write_text("".join(lines))
        swap(target / "result.json", f'"{episode.name}"', f'"{name}"')
    return folder


def test_many_episodes_take_no_more_memory_than_few(talking: Talking, tmp_path: Path) -> None:
    peaks = []
    for number in (4, 24):
        folder = copies(talking[0] / "b01-e01", tmp_path / str(number), number)
        tracemalloc.start()
        done = export_tables(folder, tmp_path / f"out-{number}", JsonLinesWriter)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert (done.skipped, max(done.files.values()) > 50 * number) == ((), True)
    assert peaks[1] < 1.2 * peaks[0]
