"""How often an episode's process died while it stood in one place, by what its journal held."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from toy_table import reply

from engine.wire import encode
from harness.deaths import MARK, deaths, sit_down, stand_up
from harness.records import Asked, Lost, Played, Record, Replied, sealed_line
from harness.seats.seat import At

ASKED, LOST = (Asked(At(0, "RED", 0), "p", ""), Lost(At(0, "RED", 0)))
REPLIED, PLAYED = Replied(At(0, "RED", 0), reply("{}")), Played(0, 1.0, 2, "d")


def lines(records: Sequence[Record]) -> str:
    return "".join(sealed_line("0" * 16, encode(record)) for record in records)


@pytest.mark.parametrize(
    ("sittings", "known"),
    [
        ([[], [], []], 3),
        ([[], [], [], []], 4),
        ([[ASKED], [LOST, ASKED], [LOST, ASKED]], 3),
        ([[ASKED], [LOST, ASKED, REPLIED], [ASKED]], 2),
        ([[ASKED], [LOST, ASKED], [LOST, ASKED, REPLIED]], 1),
        ([[ASKED, REPLIED], [PLAYED], [ASKED, REPLIED]], 1),
        ([[REPLIED], [PLAYED], []], 2),
    ],
    ids=[
        "before anything", "four times", "waiting for the same call", "a reply between", "a reply at last",
        "progress each time", "progress, then none",
    ],
)  # fmt: skip
def test_deaths_count_in_one_place_until_something_is_decided(
    tmp_path: Path, sittings: Sequence[Sequence[Record]], known: int
) -> None:
    journal = tmp_path / "journal.jsonl"
    journal.write_text("")
    assert deaths(tmp_path, journal.name) == 0
    for records in sittings:
        sit_down(tmp_path, journal.name, deaths(tmp_path, journal.name))
        with journal.open("a") as file:
            file.write(lines(records))
    assert deaths(tmp_path, journal.name) == known
    with journal.open("a") as file:
        file.write(lines([REPLIED])[:-1])
    assert deaths(tmp_path, journal.name) == known, "a torn line tells nothing"
    stand_up(tmp_path)
    assert deaths(tmp_path, journal.name) == 0


def test_a_mark_that_was_torn_is_none(tmp_path: Path) -> None:
    (tmp_path / MARK).write_text("torn{")
    assert deaths(tmp_path, "journal.jsonl") == 0
