"""A seat at OpenAI, or at any server that speaks its chat completions."""

from __future__ import annotations

from functools import partial
from typing import Any

from pydantic import Field

from harness.clock import Clock
from harness.config import SeatConfig
from harness.lanes import Lane
from harness.prices import tariff
from harness.seats.account import open_account
from harness.seats.chat import Chat, ChatOptions, is_official
from harness.seats.retry import Persistence
from harness.seats.seat import Failure, Reply, SeatCall, Terminal
from harness.seats.settings import Address, ModelSettings

ADDRESS = "https://api.openai.com/v1"
KEYS = {"api.openai.com": "OPENAI_API_KEY", "openrouter.ai": "OPENROUTER_API_KEY"}


class OpenAISettings(ModelSettings):
    """Keys of an OpenAI seat.

    `base_url` is any server of the dialect; `official` says whether it takes
    OpenAI's newest parameters (told from the host unless set).
    """

    base_url: Address = ADDRESS
    api_key_env: str | None = None
    official: bool | None = None
    effort: str = ""
    verbosity: str = ""
    seed: int | None = None
    temperature: float | None = Field(None, ge=0, le=2)


class OpenAISeat:
    """A model behind chat completions."""

    Settings = OpenAISettings
    paid = True

    def __init__(
        self, config: SeatConfig, *, game: Any, clock: Clock, lane: Lane, terminal: Terminal | None = None
    ) -> None:
        settings: OpenAISettings = config.settings
        self.name = config.name
        official = is_official(settings.base_url) if settings.official is None else settings.official
        account = open_account(config.name, settings.base_url, settings.api_key_env, KEYS, clock)
        options = ChatOptions(
            model=settings.model,
            max_tokens=settings.max_tokens,
            effort=settings.effort,
            verbosity=settings.verbosity,
            seed=settings.seed,
            temperature=settings.temperature,
            cache_key=f"{game.name}-{config.name}",
            official=official,
            tariff=tariff(config, "openai" if official else settings.base_url),
            room_again=settings.room_again(generous=official),
            extra=settings.params,
        )
        self._persistence = Persistence(
            config.name, lane, clock, settings.patience, account.hide, settings.model, caches=official
        )
        self._chat = Chat(account, options, lane, settings.headers)
        account.first_on(lane)

    async def ask(self, call: SeatCall, until: float) -> Reply | Failure:
        return await self._persistence.answer(partial(self._chat.once, self._chat.body(call)), until, call)

    async def probe(self, until: float) -> Reply | Failure:
        """What comes of a call for one token."""
        return await self._persistence.answer(partial(self._chat.once, self._chat.probe()), until)

    async def close(self) -> None:
        await self._chat.aclose()
