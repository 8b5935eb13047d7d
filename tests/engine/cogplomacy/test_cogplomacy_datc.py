"""The Diplomacy Adjudicator Test Cases of builds, disbands and civil disorder, as a table of order text."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from campaign import DATC, HOUSE, winter

from engine.cogplomacy.map.board import POWERS
from engine.cogplomacy.state import Options
from engine.errors import PositionError


@dataclass
class Case:
    """A row: who owns what and has which units, what is ordered, what is built and disbanded by edition."""

    name: str
    title: str
    position: list[str] = field(default_factory=list)
    orders: dict[str, list[str]] = field(default_factory=dict)
    outcome: list[str] = field(default_factory=list)
    house: list[str] = field(default_factory=list)

    def played(self, options: Options) -> list[str]:
        try:
            after = winter("\n".join(self.position), self.orders, options)
        except PositionError as error:
            return [str(error).partition(": ")[2]]
        built = [unit for event in after.events("built") for unit in event["units"]]
        gone = [unit for event in after.events("disband") for unit in event["units"]]
        return [f"built {', '.join(built) or 'none'}", f"disbanded {', '.join(gone) or 'none'}"]


def read_case(rows: list[str]) -> Case:
    case = Case(*rows[0].split(" ", 1))
    for row in rows[1:]:
        head, rest = row.split(maxsplit=1)
        if head == "house":
            case.house.append(" ".join(rest.split()))
        elif head not in POWERS:
            case.outcome.append(" ".join(row.split()))
        elif rest.startswith("orders "):
            case.orders[head] = rest.removeprefix("orders ").split(", ")
        else:
            centres, *units = rest.split(", ")
            case.position.append("; ".join([f"{head}: {centres}", *([f"units {', '.join(units)}"] * bool(units))]))
    return case


TEXT = Path(__file__).with_name("datc_winters.txt").read_text()
CASES = [read_case(block.strip().splitlines()) for block in TEXT.split("\n\n")]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case_comes_out_as_the_document_prefers(case: Case) -> None:
    assert case.played(DATC) == case.outcome, case.title


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case_comes_out_by_house_rules(case: Case) -> None:
    house = {row.split()[0]: row for row in [*case.outcome, *case.house]}
    assert case.played(HOUSE) == list(house.values()), case.title


def test_the_house_differs_in_four_cases_of_civil_disorder() -> None:
    assert [case.name for case in CASES if case.house] == ["6.J.4", "6.J.7", "6.J.10", "6.J.11"]


def test_every_case_of_the_sections_is_there() -> None:
    assert [sum(case.name.startswith(f"6.{letter}.") for case in CASES) for letter in "IJ"] == [7, 12]
