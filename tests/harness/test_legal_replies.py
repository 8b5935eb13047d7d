"""What a legal schema lets through is what its game takes: Territory, where orders are objects in one list."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.game import Request
from engine.memory import Memory
from engine.registry import GAMES
from harness.prompts import load_prompts
from harness.schema import legal_schema

TERRITORY = GAMES["territory"]
BOOK = load_prompts("territory", "base", [Path(__file__).parents[2] / "prompts"])

POSITIONS: tuple[tuple[str, str, int, set[str]], ...] = (
    # what, Sable's position, how many orders at most, the kinds offered
    ("the first turn", "turn 1", 8, {"claim", "transfer"}),
    ("razes from turn 4", "turn 4\nSable: paint 30", 8, {"claim", "raze", "transfer"}),
    ("4 paint: a claim or two gifts", "turn 1\nSable: paint 4", 3, {"claim", "transfer"}),
    ("2 paint: one gift", "turn 9\nSable: paint 2", 1, {"transfer"}),
    ("1 paint: nothing", "turn 9\nSable: paint 1", 0, set()),
    ("no tile: the hearth's place for 2", "turn 1\n5,0: free\nSable: paint 2", 2, {"claim", "transfer"}),
    ("what others hold is not offered", "turn 1\n5,-1: Ochre\nSable: paint 12", 8, {"claim", "transfer"}),
)


def asked(position: str, **options: Any) -> Request:
    """What Sable is asked on a board of walls of yield 1."""
    state = TERRITORY.read_position(f"yields 1\n{position}", TERRITORY.options(**options))
    return next(request for request in TERRITORY.requests(state) if request.power == "Sable")


def orders_of(request: Request) -> Mapping[str, Any]:
    orders: Mapping[str, Any] = legal_schema(request)["properties"]["orders"]
    return orders


def items(orders: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Every order that the schema lets through, of amounts the least and the most."""
    for record in orders["items"].get("anyOf", [orders["items"]]):
        fields = record.get("properties", {})
        for kind in fields.get("type", {"enum": ()})["enum"]:
            for key in ("tile", "to"):
                for word in fields.get(key, {"enum": ()})["enum"]:
                    order = {"type": kind, key: word}
                    amounts = fields.get("amount", {})
                    yield from [order | {"amount": amounts[end]} for end in ("minimum", "maximum") if amounts]
                    yield from [] if amounts else [order]


@pytest.mark.parametrize("contingent", [False, True])
@pytest.mark.parametrize(("what", "position", "most", "kinds"), POSITIONS, ids=[row[0] for row in POSITIONS])
def test_every_order_let_through_is_taken(
    what: str, position: str, most: int, kinds: set[str], contingent: bool
) -> None:
    request = asked(position, contingent_claims=contingent)
    orders = orders_of(request)
    assert (orders["minItems"], orders["maxItems"]) == (0, most)
    offered = list(items(orders))
    assert {order["type"] for order in offered} == kinds
    assert ({"type": "claim", "tile": "5,-1"} in offered) == (
        "claim" in kinds and "paint 2" not in position and ("5,-1: Ochre" not in position or contingent)
    )
    for order in offered:
        assert TERRITORY.read(request, {"orders": [order]}).complaint == "", order


@pytest.mark.parametrize("position", [row[1] for row in POSITIONS])
def test_the_example_of_the_prompt_is_let_through_and_taken_as_a_whole(position: str) -> None:
    request = asked(position)
    example = json.loads(BOOK.render(request, Memory("Sable")).private.rstrip().rpartition("\n")[2])
    assert TERRITORY.read(request, example).complaint == ""
    assert all(order in list(items(orders_of(request))) for order in example["orders"])
    assert len(example["orders"]) <= orders_of(request)["maxItems"]
