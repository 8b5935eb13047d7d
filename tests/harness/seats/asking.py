"""How the tests of the seats open one and ask it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

from engine.dice import Dice
from engine.game import Form, Request, Slot
from engine.memory import Memory
from harness.clock import SystemClock
from harness.config import SeatConfig
from harness.lanes import Lane
from harness.seats.kinds import load_kind
from harness.seats.seat import At, Exchange, Prompt, SeatCall

SCHEMA = {
    "title": "a turn",
    "type": "object",
    "properties": {
        "order": {"type": "string", "enum": ["A VEN H", "A VEN - MIL"]},
        "title": {"type": "string", "maxLength": 9},
    },
    "required": ["order", "title"],
    "additionalProperties": False,
}
OPEN_SCHEMA = {"type": "object", "properties": {"orders": {"type": "object"}}, "required": ["orders"]}
PROMPT = Prompt("RULES ", "BOARD ", "YOU ARE VENICE")
GAME = SimpleNamespace(
    name="cogiavelli", policies={"banker": lambda request, memory, dice: {"orders": {"A VEN": "A VEN H"}}}
)


def a_call(
    schema: Mapping[str, Any] | None = None, earlier: Sequence[Exchange] = (), prompt: Prompt = PROMPT, **facts: Any
) -> SeatCall:
    request = Request(
        power="VENICE",
        kind="orders",
        phase="1499-spring-orders",
        public=None,
        view=None,
        slots=(Slot("orders", "A VEN", 1, 1, ("A VEN H", "A VEN - MIL")),),
        form=Form({"orders": ("object",)}, OPEN_SCHEMA),
    )
    return SeatCall(
        at=At(0, "VENICE", 0),
        request=request,
        memory=Memory("VENICE"),
        dice=Dice(1499, "policy:VENICE:1499-spring-orders"),
        prompt=lambda: prompt,
        earlier=tuple(earlier),
        schema=schema,
        **facts,
    )


def make(kind: str, lane: Lane | None = None, name: str = "doge", **settings: Any) -> Any:
    """A seat of this kind as a league would open it."""
    clock = SystemClock()
    seat = load_kind(kind)
    config = SeatConfig(name=name, kind=kind, lane=kind, settings=seat.Settings(**settings))
    return seat(config, game=GAME, clock=clock, lane=lane or Lane(kind, 8, clock), terminal=None)


@asynccontextmanager
async def opened(kind: str, lane: Lane | None = None, name: str = "doge", **settings: Any) -> AsyncIterator[Any]:
    """The same, closed at the end."""
    seat = make(kind, lane, name, **settings)
    try:
        yield seat
    finally:
        await seat.close()


async def ask(seat: Any, call: SeatCall | None = None, seconds: float = 20.0) -> Any:
    return await seat.ask(call or a_call(), SystemClock().now() + seconds)
