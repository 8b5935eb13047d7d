"""Seats, prompts and tables around the toy game, for tests of the harness."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from toy_game import POWERS, TOY, Options, ToyGame

from engine.game import Power, Request
from engine.memory import Memory
from engine.wire import encode
from harness.clock import SystemClock
from harness.committer import Committer
from harness.config import Limits, SeatConfig
from harness.episode import Watch, go_on, play_episode
from harness.event_log import EventLog
from harness.journal import open_journal
from harness.schedule import Fixture
from harness.seats.seat import Failure, Prompt, Reply, SeatCall, Usage
from harness.store import save
from harness.table import Chair, Table, head

NO_LIMITS = Limits(call_seconds=1e6, turn_seconds=1e6, episode_seconds=1e6, late_grace=0.0)
FIXTURE = Fixture("b01-e01", 0, 1499, ("ann", "bob", "cid"))


@dataclass
class ToyPrompts:
    """Prompts which say everything a seat may know, in a line each."""

    digests: Mapping[str, str] = field(default_factory=lambda: {"bids.j2": "b" * 64, "picks.j2": "c" * 64})

    def render(self, request: Request, memory: Memory, *, list_orders: bool) -> Prompt:
        private = encode({"power": request.power, "view": request.view, "notes": memory.notes, "past": memory.history})
        return Prompt("You bid at an auction.", f"{request.phase} {encode(request.public)}\n", private)

    @property
    def files(self) -> Mapping[str, str]:
        return {f"toy/base/{name}": name for name in self.digests}

    def complaint(self, request: Request, reason: str, cause: str = "") -> str:
        return f"That could not be taken: {reason}."


class ToySeat:
    """A deterministic player: its bids follow from its prompt, it keeps a note, its replies cost tokens.

    `plan` maps (batch, power, ask) to what happens there instead: a text to
    reply, an answer, an exception to raise, or a function to call. `asked` lists
    where it was asked.
    """

    def __init__(self, name: str, plan: Mapping[tuple[int, Power, int], Any] | None = None, paid: bool = True) -> None:
        self.name = name
        self.paid = paid
        self.plan = dict(plan or {})
        self.asked: list[tuple[int, Power, int]] = []

    async def ask(self, call: SeatCall, until: float) -> Reply | Failure:
        self.asked.append(tuple(call.at))
        await asyncio.sleep(0)
        planned = self.plan.get(tuple(call.at))
        if isinstance(planned, BaseException):
            raise planned
        if isinstance(planned, Reply | Failure):
            return planned
        if isinstance(planned, Callable):
            done: Awaitable[Reply | Failure] = planned(call, until)
            return await done
        text = planned if isinstance(planned, str) else self.words(call)
        return reply(text)

    def words(self, call: SeatCall) -> str:
        call.asked()
        size = len(call.prompt().user)
        if call.request.kind == "picks":
            return json.dumps({"picks": [call.request.slots[0].options[size % 3]]})
        purse = call.request.view["purse"]
        gold = size % (purse // 2 + 1)
        return json.dumps({"bids": {"gold": str(gold), "silk": str(purse // 3)}, "notes": f"seen {size} \ud835"})

    async def close(self) -> None:
        pass


def reply(text: str, **facts: Any) -> Reply:
    """A reply with tokens on the bill."""
    return Reply(text, **{"model": "toy-1", "usage": Usage(input=100, output=10), "usd": 0.25, **facts})


def seats(plan: Mapping[tuple[int, Power, int], Any] | None = None, paid: bool = True) -> dict[str, ToySeat]:
    """A seat for every name of the fixture, all with one plan."""
    return {name: ToySeat(name, plan, paid) for name in FIXTURE.seating}


def table(
    players: Mapping[str, Any],
    *,
    limits: Limits = NO_LIMITS,
    rounds: int = 3,
    fallback: str | None = None,
    game: ToyGame = TOY,
    fixture: Fixture = FIXTURE,
    prompts: Any = None,
) -> Table:
    """A table of the toy game with these seats."""
    book = prompts or ToyPrompts()
    chairs = {
        power: Chair(players[name], SeatConfig(name, "plugin", lane="toys"), book)
        for power, name in zip(POWERS, fixture.seating, strict=True)
    }
    return Table("toys", game, Options(rounds), fixture, chairs, limits, fallback)


async def play(folder: Path, players: Mapping[str, Any], watch: Watch = go_on, clock: Any = None, **facts: Any) -> Any:
    """Play an episode in a folder, or go on with the one that is there."""
    seated = table(players, **facts)
    with Committer() as committer:
        journal = open_journal(folder / "journal.jsonl", head(seated), committer)
        try:
            result = await play_episode(
                seated, journal, EventLog(folder / "events.jsonl"), clock or SystemClock(), watch
            )
        finally:
            journal.close()
    if result is not None:
        save(folder / "result.json", encode(result) + "\n")
    return result


def asked(players: Mapping[str, ToySeat]) -> list[tuple[int, Power, int]]:
    """Where the seats were asked, all together in order of place."""
    return sorted(at for seat in players.values() for at in seat.asked)
