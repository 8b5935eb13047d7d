"""A seat at Anthropic, or at any server that speaks its messages.

The one module that knows Anthropic's SDK. Its exceptions and envelopes end here:
what leaves an attempt is a `Reply`, a `Failure` or a `Fault`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal

import anthropic
from anthropic.types import Message, RawMessageStreamEvent

from harness.budget import price
from harness.clock import Clock
from harness.config import SeatConfig
from harness.lanes import Lane
from harness.seats.account import open_account
from harness.seats.envelope import count_at, name_at, pick, read_json, text_at
from harness.seats.faults import Fault, clip
from harness.seats.retry import Persistence
from harness.seats.schemas import BOUNDS, DECORATION, LOGIC, NUMBERS, is_closed, without
from harness.seats.seat import Failure, FailureKind, Reply, SeatCall, Terminal, Usage
from harness.seats.settings import Address, ModelSettings
from harness.seats.stream import StreamedMessage
from harness.seats.transport import LINE_ERRORS, Response, open_client, patient, sendable

ADDRESS = "https://api.anthropic.com"
PATH = "/v1/messages"
KEYS = {"api.anthropic.com": "ANTHROPIC_API_KEY"}

STREAM_ABOVE = 21_333
"""From this `max_tokens` on replies are streamed: a silent connection would be cut on the way."""

UNSUPPORTED = LOGIC | DECORATION | BOUNDS | NUMBERS | {"pattern", "minItems", "maxItems"}
"""Keywords the provider refuses in a schema; an answer is read just as strictly without them."""

CUT = ("max_tokens", "model_context_window_exceeded")
THOUGHT = ("thinking", "redacted_thinking")
NOTHING = "(nothing)"
"""An earlier reply without text: the provider takes no empty turn."""


class AnthropicSettings(ModelSettings):
    """Keys of an Anthropic seat. `cache` is how long the provider keeps the rules and the board ("off": not at all)."""

    base_url: Address = ADDRESS
    api_key_env: str | None = None
    effort: str = ""
    cache: Literal["off", "5m", "1h"] = "5m"


class AnthropicSeat:
    """A model behind messages."""

    Settings = AnthropicSettings
    paid = True

    def __init__(
        self, config: SeatConfig, *, game: Any, clock: Clock, lane: Lane, terminal: Terminal | None = None
    ) -> None:
        settings: AnthropicSettings = config.settings
        self.name = config.name
        self._settings, self._lane = settings, lane
        self._account = open_account(config.name, settings.base_url, settings.api_key_env, KEYS, clock)
        self._persistence = Persistence(config.name, lane, clock, settings.patience, self._account.hide)
        self._pool = ("anthropic", settings.base_url)
        self._client = anthropic.AsyncAnthropic(
            base_url=settings.base_url.removesuffix("/v1"),
            api_key=self._account.key,
            max_retries=0,
            timeout=patient(),
            default_headers=settings.headers,
            http_client=lane.borrow(
                self._pool,
                lambda: open_client(anthropic.DefaultAioHttpClient, lane.concurrency, direct=self._account.is_local),
            ),
        )

    async def ask(self, call: SeatCall, until: float) -> Reply | Failure:
        return await self._persistence.answer(partial(self._once, body(call, self._settings)), until)

    async def close(self) -> None:
        await self._lane.give_back(self._pool)

    async def _once(self, request: Mapping[str, Any]) -> Reply | Failure:
        try:
            data = await self._sent(request)
        except anthropic.APIStatusError as error:
            raise self._account.refused(error.status_code, error.body, error.response.headers) from None
        except (anthropic.APIConnectionError, *LINE_ERRORS) as error:
            raise self._account.lost(error) from None
        if pick(data, "error"):
            raise self._account.refused(200, data, {})
        usage, model = read_usage(pick(data, "usage")), name_at(data, "model")
        usd = price(model or self._settings.model, self._provider, usage)
        return read_message(data, model, usage, usd)

    async def _sent(self, request: Mapping[str, Any]) -> Any:
        """The message as JSON data."""
        if request["max_tokens"] >= STREAM_ABOVE:
            return await self._streamed(request)
        response = await self._client.post(PATH, cast_to=Response, body=request)
        return read_json(response.content, response.status_code)

    async def _streamed(self, request: Mapping[str, Any]) -> Any:
        told = StreamedMessage()
        try:
            body = {**request, "stream": True}
            async with await self._client.post(
                PATH, cast_to=Message, body=body, stream=True, stream_cls=anthropic.AsyncStream[RawMessageStreamEvent]
            ) as events:
                async for event in events:
                    told.add(event.to_dict(mode="json"))
        except ValueError as error:
            raise Fault(FailureKind.TRANSIENT, f"the stream holds no JSON: {clip(str(error))}", status=200) from None
        if not told.whole:
            raise Fault(FailureKind.TRANSIENT, "the stream ended before the message did", status=200)
        return told.message()

    @property
    def _provider(self) -> str:
        return "anthropic" if self._settings.base_url == ADDRESS else self._settings.base_url


def body(call: SeatCall, settings: AnthropicSettings) -> dict[str, Any]:
    """The request: rules and board end at a cache mark each, so that only what is private is read anew."""
    prompt = call.prompt()
    first = [_block(prompt.shared, settings.cache), _block(prompt.private)]
    messages: list[dict[str, Any]] = [{"role": "user", "content": [block for block in first if block["text"]]}]
    for exchange in call.earlier:
        messages.append({"role": "assistant", "content": sendable(exchange.reply).strip() or NOTHING})
        messages.append({"role": "user", "content": sendable(exchange.complaint)})
    request: dict[str, Any] = {"model": settings.model, "max_tokens": settings.max_tokens, **settings.params}
    request["messages"] = messages
    if prompt.system:
        request["system"] = [_block(prompt.system, settings.cache)]
    if control := output_config(call.schema, settings.effort):
        request["output_config"] = control
    return request


def output_config(schema: Mapping[str, Any] | None, effort: str) -> dict[str, Any]:
    """Effort, and the schema where the provider can take it: it knows objects with fixed keys only."""
    control: dict[str, Any] = {"effort": effort} if effort else {}
    if schema is not None and is_closed(schema):
        control["format"] = {"type": "json_schema", "schema": without(schema, UNSUPPORTED)}
    return control


def read_message(data: Any, model: str, usage: Usage, usd: float | None) -> Reply | Failure:
    """The reply in a message, or why there is none. Raises a transient `Fault` for what is no message."""
    blocks, stop = pick(data, "content"), name_at(data, "stop_reason")
    if not isinstance(blocks, list):
        raise Fault(FailureKind.TRANSIENT, clip(f"the answer is no message: {data!r}"), status=200)
    if stop == "refusal":
        why = text_at(data, "stop_details", "explanation") or text_at(data, "stop_details", "category")
        return Failure(FailureKind.REFUSAL, clip(why or "the model refused"), model, usage, usd)
    text = "".join(text_at(block, "text") for block in blocks if text_at(block, "type") == "text")
    if text.strip():
        return Reply(text, stop in CUT, model, usage, usd)
    if stop == "model_context_window_exceeded":
        return Failure(FailureKind.CONTEXT_OVERFLOW, "the context window is full", model, usage, usd)
    if stop != "max_tokens":
        return Failure(FailureKind.EMPTY, f"an empty reply (stop_reason {stop or 'missing'})", model, usage, usd)
    reasoned = usage.reasoning or any(text_at(block, "type") in THOUGHT for block in blocks)
    kind = FailureKind.TRUNCATED_REASONING if reasoned else FailureKind.TRUNCATED
    return Failure(kind, "max_tokens was used up before any text came", model, usage, usd)


def read_usage(usage: Any) -> Usage:
    """Tokens in disjoint classes, as the provider counts them: `input_tokens` is the uncached part."""
    return Usage(
        input=count_at(usage, "input_tokens"),
        cache_read=count_at(usage, "cache_read_input_tokens"),
        cache_write=count_at(usage, "cache_creation_input_tokens"),
        output=count_at(usage, "output_tokens"),
        reasoning=count_at(usage, "output_tokens_details", "thinking_tokens"),
    )


def _block(text: str, cache: str = "off") -> dict[str, Any]:
    block: dict[str, Any] = {"type": "text", "text": sendable(text)}
    if cache != "off":
        block["cache_control"] = {"type": "ephemeral", "ttl": cache}
    return block
