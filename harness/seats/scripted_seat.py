"""A seat that plays one of the game's own policies: offline, free, in microseconds."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

from engine.wire import encode
from harness.clock import Clock
from harness.config import SeatConfig
from harness.config_errors import hint
from harness.errors import UserError
from harness.lanes import Lane
from harness.seats.seat import Failure, Reply, SeatCall, Terminal


class ScriptedSettings(BaseModel):
    """`policy` is the name of a policy of the game."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    policy: str


class ScriptedSeat:
    """A policy of the game in a chair. It renders no prompt and waits for nothing."""

    Settings = ScriptedSettings
    paid = False

    def __init__(
        self, config: SeatConfig, *, game: Any, clock: Clock, lane: Lane | None = None, terminal: Terminal | None = None
    ) -> None:
        self.name = config.name
        wanted: str = config.settings.policy
        if wanted not in game.policies:
            policies = hint(wanted, game.policies)
            raise UserError(f'seat "{config.name}": {game.name} has no policy "{wanted}"; {policies}')
        self._policy = game.policies[wanted]

    async def ask(self, call: SeatCall, until: float) -> Reply | Failure:
        return Reply(encode(self._policy(call.request, call.memory, call.dice)))

    async def close(self) -> None:
        """There is nothing to give back."""
