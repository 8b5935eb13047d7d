"""Orders told by events of every kind, and the documentation of every column."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.game import Event
from engine.registry import GAMES
from harness.decision import Decided
from harness.export.columns import TABLES
from harness.export.orders import ORDERS, Deed, deeds
from harness.export.rows import ROWS

DATA = Path(__file__).parents[3] / "docs" / "data.md"

TOLD: tuple[tuple[dict[str, Any], tuple[Deed, ...]], ...] = (
    (
        {
            "kind": "movement",
            "orders": [
                {"power": "MILAN", "order": "A MIL - PAV", "success": False, "cause": "bounced", "by": ["A GEN - PAV"]},
                {"power": "TURK", "order": "A DUR H", "success": True, "cause": "", "by": []},
            ],
        },
        (
            Deed("MILAN", "movement", "A MIL - PAV", False, "bounced", ("A GEN - PAV",)),
            Deed("TURK", "movement", "A DUR H", True),
        ),
    ),
    (
        {
            "kind": "retreat",
            "units": [
                {"power": "MILAN", "unit": "A MIL", "to": "PAV", "cause": ""},
                {"power": "TURK", "unit": "F ION", "to": "", "cause": "met another"},
            ],
        },
        (
            Deed("MILAN", "retreat", "A MIL - PAV", True),
            Deed("TURK", "retreat", "F ION disband", False, "met another"),
        ),
    ),
    (
        {
            "kind": "decided",
            "power": "MILAN",
            "refused": [
                {"line": "A MIL - ROM", "reason": "too far", "note": False},
                {"line": "A MIL H", "reason": "duplicate", "note": True},
            ],
        },
        (
            Deed("MILAN", "refused", "A MIL - ROM", False, "too far"),
            Deed("MILAN", "set_aside", "A MIL H", False, "duplicate"),
        ),
    ),
    ({"kind": "built", "power": "TURK", "unit": "F DUR", "paid": 3}, (Deed("TURK", "built", "F DUR", True),)),
    (
        {"kind": "disband", "power": "TURK", "units": ["F DUR", "A AVL"], "cause": "famine"},
        (Deed("TURK", "disband", "F DUR", True, "famine"), Deed("TURK", "disband", "A AVL", True, "famine")),
    ),
    (
        {"kind": "build_failed", "power": "TURK", "line": "A DUR", "reason": "occupied"},
        (Deed("TURK", "built", "A DUR", False, "occupied"),),
    ),
    (
        {"kind": "paid", "power": "TURK", "action": "defend", "target": "A DUR", "amount": 2},
        (Deed("TURK", "paid", "defend A DUR 2", True),),
    ),
    (
        {"kind": "bribe", "power": "TURK", "action": "bribe_buy", "unit": "A BAR", "amount": 15, "outcome": "outbid"},
        (Deed("TURK", "bribe", "bribe_buy A BAR 15", False, "outbid"),),
    ),
    (
        {"kind": "assassination", "power": "TURK", "target": "MILAN", "amount": 12, "succeeded": True},
        (Deed("TURK", "assassination", "MILAN 12", True),),
    ),
    (
        {"kind": "smeared", "powers": ["Sable", "Rust"], "tile": "1,-2"},
        (Deed("Sable", "claim", "1,-2", False, "smeared"), Deed("Rust", "claim", "1,-2", False, "smeared")),
    ),
    (
        {"kind": "claim_void", "power": "Rust", "tile": "0,1", "owner": None},
        (Deed("Rust", "claim", "0,1", False, "rubble"),),
    ),
    (
        {"kind": "transferred", "power": "Rust", "to": "Sable", "amount": 3, "lost": True},
        (Deed("Rust", "transfer", "Sable 3", False, "lost"),),
    ),
    ({"kind": "income", "power": "TURK"}, ()),
)


@pytest.mark.parametrize(("event", "told"), TOLD, ids=lambda value: value["kind"] if isinstance(value, dict) else "")
def test_an_event_tells_its_orders(event: dict[str, Any], told: tuple[Deed, ...]) -> None:
    assert tuple(deeds(event)) == told


FOLLOWED = {
    "opened", "ended", "standings", "press_closed", "broadcast", "letter", "pledged", "pledge_judged", "stab", "notes",
    "refused", "eliminated", "income", "upkeep", "famine_drawn", "plague", "rebellion", "city_taken",
    "centre_taken", "centres",
    "board_made", "earned", "settled", "struck", "recovered", "turn_ended",
    "assassinated", "besieged", "conquered", "control", "country_lost", "defaulted", "disaster", "rebellion_rolled",
    "rebellions_ended", "yield",
}  # fmt: skip
"""Kinds of events that tell what followed from orders, or are no orders at all."""


def kinds(kind: type[Event] = Event) -> Iterator[type[Event]]:
    for own in kind.__subclasses__():
        yield own
        yield from kinds(own)


def test_no_game_has_an_order_that_is_not_exported() -> None:
    assert [*GAMES.values()]
    known = {own.kind for own in kinds() if own.__module__.startswith("engine.")} | {Decided.kind}
    assert known - FOLLOWED - ORDERS.keys() == set(), "add these kinds to ORDERS, or here if they carry no order"
    assert ORDERS.keys() - known == set()


def test_every_table_and_column_is_documented_in_the_words_of_its_code() -> None:
    text = DATA.read_text("utf-8")
    sections = dict(part.split("\n", 1) for part in text.split("\n### ")[1:])
    assert list(sections) == [table.name for table in TABLES] == list(ROWS)
    for table in TABLES:
        told = sections[table.name].split("\n## ")[0]
        assert f"A row is {table.meaning}." in told
        rows = [line for line in told.splitlines() if line.startswith("| `")]
        assert rows == [f"| `{column.name}` | {column.kind} | {column.meaning} |" for column in table.columns]
        assert len({column.name for column in table.columns}) == len(rows)
