"""How often an episode's process died while it stood in one place, by what its journal held."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from toy_table import reply

from engine.wire import encode
from harness.deaths import MARK, deaths, sit_down, stand_up
from harness.records import FORMAT, Asked, Late, Lost, Played, Record, Replied, is_progress, sealed_line
from harness.seats.seat import At

JOURNAL = "journal.jsonl"
HEAD = {"kind": "head", "format": FORMAT, "seats": {"RED": {"kind": "openai"}, "BLUE": {"kind": "plugin"}}}
AWAY, HERE = At(0, "RED", 0), At(0, "BLUE", 0)
ASKED, LOST, REPLIED = Asked(AWAY, "p", ""), Lost(AWAY), Replied(AWAY, reply("{}"))
ASKED_HERE, LOST_HERE = Asked(HERE, "p", ""), Lost(HERE)
PLAYED = Played(0, 1.0, 2, "d")

DEATHS: Sequence[tuple[str, Sequence[Sequence[Record]], int]] = (
    ("before anything", [[], [], []], 3),
    ("once more", [[], [], [], []], 4),
    ("when all replies were there", [[ASKED, REPLIED], [], [], []], 4),
    ("killed while a provider was asked", [[ASKED], [LOST, ASKED], [LOST, ASKED]], 0),
    ("killed so after a death", [[], [ASKED], [LOST, ASKED]], 1),
    ("after a death so killed", [[ASKED], [LOST], []], 2),
    ("in somebody's code", [[ASKED_HERE], [LOST_HERE, ASKED_HERE], [LOST_HERE, ASKED_HERE]], 3),
    ("in somebody's code or not", [[ASKED, ASKED_HERE], [LOST, LOST_HERE, ASKED_HERE]], 2),
    ("after a reply", [[], [], [ASKED, REPLIED]], 1),
    ("after a late reply", [[], [], [Late(AWAY, reply("{}"))]], 1),
    ("further each time", [[ASKED, REPLIED], [PLAYED], [ASKED_HERE, Replied(HERE, reply("{}"))]], 1),
)


@pytest.mark.parametrize(("sittings", "known"), [row[1:] for row in DEATHS], ids=[row[0] for row in DEATHS])
def test_deaths_count_in_one_place_and_only_where_the_episode_may_be_to_blame(
    tmp_path: Path, sittings: Sequence[Sequence[Record]], known: int
) -> None:
    journal, progress = tmp_path / JOURNAL, 0
    journal.write_text(sealed_line("0" * 16, encode(HEAD)))
    assert deaths(tmp_path, JOURNAL) == 0
    for records in sittings:
        sit_down(tmp_path, progress, deaths(tmp_path, JOURNAL))
        with journal.open("a") as file:
            file.writelines(sealed_line("0" * 16, encode(record)) for record in records)
        progress += sum(map(is_progress, records))
    assert deaths(tmp_path, JOURNAL) == known
    with journal.open("a") as file:
        file.write(sealed_line("0" * 16, encode(PLAYED))[:-1])
    assert deaths(tmp_path, JOURNAL) == known, "a torn line tells nothing"
    stand_up(tmp_path)
    assert deaths(tmp_path, JOURNAL) == 0


def test_a_mark_that_was_torn_is_none(tmp_path: Path) -> None:
    (tmp_path / MARK).write_text("torn{")
    assert deaths(tmp_path, JOURNAL) == 0
