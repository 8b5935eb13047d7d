"""Some 240 positions of random and convoy-heavy play, each with the outcome of both editions.

An independent adjudicator moved the same units in every one of them as `datc` does.
"""

from pathlib import Path

import pytest
from scene_1901 import Case, read_cases

from engine.conflict.rulebook import DATC, HOUSE

POSITIONS = read_cases(Path(__file__).with_name("positions.txt").read_text())


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_position_comes_out_as_recorded(position: Case) -> None:
    assert position.played(DATC) == position.outcome
    assert position.played(HOUSE) == (position.house or position.outcome)


def test_there_are_enough_of_every_sort() -> None:
    assert len(POSITIONS) == 239
    sorts = {
        sort: sum(sort in position.title for position in POSITIONS)
        for sort in ("knot", "dislodged", "standoff", "by sea")
    }
    assert min(sorts.values()) >= 5, sorts
    assert sum(bool(position.house) for position in POSITIONS) == 38
