"""The Diplomacy Adjudicator Test Cases of retreats, builds, disbands and civil disorder, as tables of order text."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from campaign import DATC, HOUSE, battle, lines, winter

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


# 6.H: the table is that of the kernel; here every line goes through the game.


@dataclass
class Retreats:
    """A row of 6.H: the battle, what is written in the retreat phase, and who arrives where by edition."""

    name: str
    orders: dict[str, list[str]] = field(default_factory=dict)
    written: dict[str, list[str]] = field(default_factory=dict)
    arrived: str = ""
    house: str = ""

    def played(self, options: Options) -> str:
        units = {power: ", ".join(" ".join(order.split()[:2]) for order in own) for power, own in self.orders.items()}
        after = battle(units, [order for own in self.orders.values() for order in own], options)
        if after.asked() and all(asked.endswith(" retreats") for asked in after.asked()):
            asked = {line.split()[0] for line in after.asked()}
            after = lines(after.state, "retreats", {p: own for p, own in self.written.items() if p in asked})
        gone = [f"{unit['unit']} - {unit['to']}" for unit in after.event("retreat")["units"] if unit["to"]]
        return ", ".join(gone) or "none"


def read_retreats(rows: list[str]) -> Retreats:
    case = Retreats(rows[0].split()[0])
    for row in rows[1:]:
        head, rest = row.split(maxsplit=1)
        if head in POWERS and rest.startswith("then "):
            case.written[head] = rest.removeprefix("then ").split(", ")
        elif head in POWERS:
            case.orders[head] = rest.split(", ")
        elif row.startswith("retreats "):
            case.arrived = case.house = rest.strip()
        elif row.startswith("house retreats "):
            case.house = rest.removeprefix("retreats ").strip()
    return case


KERNEL = Path(__file__).parents[1] / "conflict" / "datc" / "6H.txt"
RETREATS = [read_retreats(block.strip().splitlines()) for block in KERNEL.read_text().split("\n\n")]


@pytest.mark.parametrize("case", RETREATS, ids=lambda case: case.name)
def test_retreats_come_out_as_the_document_prefers_and_by_house_rules(case: Retreats) -> None:
    assert (case.played(DATC), case.played(HOUSE)) == (case.arrived, case.house)


def test_the_house_differs_in_two_cases_of_retreats() -> None:
    assert len(RETREATS) == 16
    assert [case.name for case in RETREATS if case.house != case.arrived] == ["6.H.11", "6.H.12"]
