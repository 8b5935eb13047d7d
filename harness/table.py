"""Who sits where at one episode: a fixture with its game, seats, prompts and limits, as a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol

from engine.game import Game, Power, Request
from engine.memory import Memory
from engine.wire import plain
from harness.config import Limits, SeatConfig
from harness.lanes import Lane
from harness.parsing import PARSER_VERSION
from harness.schedule import Fixture
from harness.seats.seat import Prompt, Seat


class Prompts(Protocol):
    """What a turn needs of a book of prompts."""

    @property
    def digests(self) -> Mapping[str, str]:
        """SHA-256 of every template, by name."""

    @property
    def files(self) -> Mapping[str, str]:
        """The text of every template, by the same names."""

    def render(self, request: Request, memory: Memory, *, list_orders: bool) -> Prompt:
        """The prompt of a request."""

    def complaint(self, request: Request, reason: str, cause: str = "") -> str:
        """What a seat is told when it is asked again: why, and of which kind the failure was ("" for the game's)."""


class NoPrompts:
    """No templates at all, for seats that are never told anything: scripted and recorded ones."""

    digests: Mapping[str, str] = MappingProxyType({})
    files: Mapping[str, str] = MappingProxyType({})

    def render(self, request: Request, memory: Memory, *, list_orders: bool) -> Prompt:
        return Prompt("", "", "")

    def complaint(self, request: Request, reason: str, cause: str = "") -> str:
        return reason


@dataclass(frozen=True, slots=True)
class Chair:
    """A power's place at the table: the seat that plays it, how it is configured, what it is told, its lane."""

    seat: Seat
    config: SeatConfig
    prompts: Prompts
    lane: Lane | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """One episode before it begins. `fallback` names the policy that answers for a seat without a readable reply."""

    league: str
    game: Game[Any]
    options: Any
    fixture: Fixture
    chairs: Mapping[Power, Chair]
    limits: Limits
    fallback: str | None = None

    @property
    def paid(self) -> bool:
        """Whether any reply here is too dear to be asked for again."""
        return any(chair.seat.paid for chair in self.chairs.values())


def head(table: Table) -> dict[str, Any]:
    """The first record of the table's journal: all that the episode follows from, but the replies."""
    chairs = table.chairs
    return {
        "league": table.league,
        "game": table.game.name,
        "version": table.game.version,
        "parser": PARSER_VERSION,
        "fixture": plain(table.fixture),
        "options": plain(table.options),
        "seats": {power: _seat(chair.config) for power, chair in chairs.items()},
        "fallback": table.fallback,
        "templates": {
            chair.config.variant: dict(chair.prompts.digests) for chair in chairs.values() if chair.prompts.digests
        },
        "limits": plain(table.limits),
    }


def _seat(config: SeatConfig) -> dict[str, Any]:
    return {
        "name": config.name,
        "kind": config.kind,
        "variant": config.variant,
        "structured": config.structured,
        "list_orders": config.list_orders,
    }
