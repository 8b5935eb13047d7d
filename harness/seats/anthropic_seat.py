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

from harness.clock import Clock
from harness.config import SeatConfig
from harness.lanes import Lane
from harness.prices import tariff
from harness.seats.account import open_account
from harness.seats.envelope import count_at, name_at, pick, read_json, text_at
from harness.seats.faults import Fault, clip
from harness.seats.retry import Persistence
from harness.seats.schemas import BOUNDS, DECORATION, LOGIC, NUMBERS, Converted, is_closed, without
from harness.seats.seat import Failure, FailureKind, Reply, SeatCall, Terminal, Usage
from harness.seats.settings import LESS_EFFORT, Address, ModelSettings
from harness.seats.stream import StreamedMessage
from harness.seats.transport import LINE_ERRORS, Response, open_client, patient, sendable
from harness.seats.warming import KEPT, Warming

ADDRESS = "https://api.anthropic.com"
PATH = "/v1/messages"
KEYS = {"api.anthropic.com": "ANTHROPIC_API_KEY"}

STREAM_ABOVE = 21_333
"""From this `max_tokens` on replies are streamed: a silent connection would be cut on the way."""

UNSUPPORTED = LOGIC | DECORATION | BOUNDS | NUMBERS | {"pattern", "minItems", "maxItems"}
"""Keywords the provider refuses in a schema; an answer is read just as strictly without them."""

BROKEN_OFF = ("pause_turn",)
CUT = ("max_tokens", "model_context_window_exceeded")
THOUGHT = ("thinking", "redacted_thinking")
NOTHING = "(nothing)"
"""An earlier reply without text: the provider takes no empty turn."""


class AnthropicSettings(ModelSettings):
    """Keys of an Anthropic seat.

    `cache` is how long the provider keeps the rules and the board ("off": not at
    all); `warm` says whether the rules are sent ahead (at the provider's own
    address unless set).
    """

    base_url: Address = ADDRESS
    api_key_env: str | None = None
    effort: str = ""
    cache: Literal["off", "5m", "1h"] = "5m"
    warm: bool | None = None


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
        own = settings.base_url == ADDRESS
        self._tariff = tariff(config, "anthropic" if own else settings.base_url, hourly=settings.cache == "1h")
        self._account = open_account(config.name, settings.base_url, settings.api_key_env, KEYS, clock)
        self._persistence = Persistence(
            config.name, lane, clock, settings.patience, self._account.hide, settings.model, settings.cache != "off"
        )
        self._bodies = Bodies(settings, settings.room_again(generous=own))
        self._warming = lane.borrow("warming", lambda: Warming(clock))
        self._warms = settings.cache != "off" and (own if settings.warm is None else settings.warm)
        self._account.first_on(lane)
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
        if self._warms:
            self._warm(call, until)
        return await self._persistence.answer(partial(self._once, self._bodies.of(call)), until, call)

    async def probe(self, until: float) -> Reply | Failure:
        """What comes of a call for one token."""
        return await self._persistence.answer(partial(self._once, self._bodies.smallest("")), until)

    async def close(self) -> None:
        await self._lane.give_back("warming")
        await self._lane.give_back(self._pool)

    def _warm(self, call: SeatCall, until: float) -> None:
        """Send the rules ahead if the cache has lost them; nobody waits for that."""
        settings, rules = self._settings, call.prompt().system
        send = partial(self._persistence.answer, partial(self._once, self._bodies.smallest(rules)), until)
        if warming := self._warming.use((settings.model, settings.cache), rules, KEPT[settings.cache], send):
            call.besides(warming)

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
        return read_message(data, model, usage, self._tariff.dollars(model, usage))

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


class Bodies:
    """The requests of one seat: rules and board end at a cache mark each, so that only what is private is read anew."""

    def __init__(self, settings: AnthropicSettings, room_again: int) -> None:
        self._settings, self._room_again = settings, room_again
        self._formats = Converted(output_format)

    def of(self, call: SeatCall) -> dict[str, Any]:
        """The request of a call."""
        settings, prompt = self._settings, call.prompt()
        first = [_block(prompt.shared, settings.cache), _block(prompt.private)]
        messages: list[dict[str, Any]] = [{"role": "user", "content": [block for block in first if block["text"]]}]
        for exchange in call.earlier:
            messages.append({"role": "assistant", "content": sendable(exchange.reply).strip() or NOTHING})
            messages.append({"role": "user", "content": sendable(exchange.complaint)})
        cut, thought = call.after is FailureKind.TRUNCATED, call.after is FailureKind.TRUNCATED_REASONING
        room = self._room_again if cut or thought else settings.max_tokens
        effort = LESS_EFFORT.get(settings.effort, settings.effort) if thought else settings.effort
        control: dict[str, Any] = {"effort": effort} if effort else {}
        if call.schema is not None:
            control |= self._formats(call.schema)
        return self._body(prompt.system, messages, room) | ({"output_config": control} if control else {})

    def smallest(self, rules: str) -> dict[str, Any]:
        """The request for one token that has a model read its rules, or nothing."""
        thinking = self._settings.params.get("thinking")
        least = 1 + count_at(thinking, "budget_tokens")
        return self._body(rules, [{"role": "user", "content": "1"}], least)

    def _body(self, rules: str, messages: list[dict[str, Any]], room: int) -> dict[str, Any]:
        settings = self._settings
        request = {"model": settings.model, "max_tokens": room, **settings.params, "messages": messages}
        if rules:
            request["system"] = [_block(rules, settings.cache)]
        return request


def output_format(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema where the provider can take it: it knows objects with fixed keys only."""
    if not is_closed(schema):
        return {}
    return {"format": {"type": "json_schema", "schema": without(schema, UNSUPPORTED)}}


def read_message(data: Any, model: str, usage: Usage, usd: float | None) -> Reply | Failure:
    """The reply in a message, or why there is none. Raises a transient `Fault` for what is no message."""
    blocks, stop = pick(data, "content"), name_at(data, "stop_reason")
    if not isinstance(blocks, list):
        raise Fault(FailureKind.TRANSIENT, clip(f"the answer is no message: {data!r}"), status=200)
    if stop == "refusal":
        why = text_at(data, "stop_details", "explanation") or text_at(data, "stop_details", "category")
        return Failure(FailureKind.REFUSAL, clip(why or "the model refused"), model, usage, usd)
    if stop in BROKEN_OFF:
        return Failure(FailureKind.INCOMPLETE, f"the reply broke off (stop_reason {stop})", model, usage, usd)
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
