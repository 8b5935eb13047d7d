"""The Diplomacy Adjudicator Test Cases of movement and retreats, as tables of order text."""

from pathlib import Path

import pytest
from scene_1901 import Case, read_cases

from engine.conflict.rulebook import DATC, HOUSE

CASES = [
    case for path in sorted(Path(__file__).with_name("datc").glob("*.txt")) for case in read_cases(path.read_text())
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case_comes_out_as_the_document_prefers(case: Case) -> None:
    assert case.played(DATC) == case.outcome, case.title


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case_comes_out_by_house_rules(case: Case) -> None:
    assert case.played(HOUSE) == (case.house or case.outcome), case.title


def test_the_house_differs_in_eight_cases_of_movement_and_retreats() -> None:
    differing = [case.name for case in CASES if case.house]
    assert differing == ["6.G.1", "6.G.5", "6.G.6", "6.G.8", "6.G.9", "6.G.11", "6.H.11", "6.H.12"]


def test_every_case_of_the_sections_is_there() -> None:
    sections = [sum(case.name.startswith(f"6.{letter}.") for case in CASES) for letter in "ABCDEFGH"]
    assert sections == [12, 13, 7, 34, 15, 24, 23, 16]
