"""Chat completions: one attempt at OpenAI, or at any server that speaks like it.

The one module that knows OpenAI's SDK. Its exceptions and envelopes end here:
what leaves is a `Reply`, a `Failure` or a `Fault`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import openai

from harness.lanes import Lane
from harness.prices import Tariff
from harness.seats.account import Account
from harness.seats.envelope import count_at, dollars_at, name_at, pick, read_json, text_at
from harness.seats.faults import Fault, clip
from harness.seats.schemas import BOUNDS, DECORATION, LOGIC, Converted, is_closed, without
from harness.seats.seat import Failure, FailureKind, Reply, SeatCall, Usage
from harness.seats.settings import LESS_EFFORT
from harness.seats.transport import LINE_ERRORS, Response, open_client, patient, sendable

PATH = "/chat/completions"

BROKEN_OFF = ("error", "abort", "cancelled")
"""How compatible servers say that they did not write a reply to its end."""

OFFICIAL = ("api.openai.com", ".openai.azure.com")
"""Hosts that take OpenAI's newest parameters; every other server gets what all of them understand."""

UNSUPPORTED = LOGIC | DECORATION
"""Keywords that strict modes and grammars refuse; an answer is read just as strictly without them."""


@dataclass(frozen=True, slots=True)
class ChatOptions:
    """What a request says besides the prompt; "" and None say nothing. `extra` goes into the body as given.

    `official` marks OpenAI's own dialect. `tariff` tells what a reply costs; without
    one it costs nothing. `room_again` is the bound on the reply after one that was cut.
    """

    model: str
    max_tokens: int
    effort: str = ""
    verbosity: str = ""
    seed: int | None = None
    temperature: float | None = None
    cache_key: str = ""
    official: bool = False
    tariff: Tariff | None = None
    room_again: int = 0
    extra: Mapping[str, Any] = field(default_factory=dict)


class Chat:
    """An account at one address, with the options of one seat."""

    def __init__(
        self, account: Account, options: ChatOptions, lane: Lane, headers: Mapping[str, str] | None = None
    ) -> None:
        self._account, self._options, self._lane = account, options, lane
        self._fixed, self._again = _fixed(options), _again(options)
        self._formats = Converted(partial(response_format, official=options.official))
        self._pool = ("openai", account.address)
        self._client = openai.AsyncOpenAI(
            base_url=account.address,
            api_key=account.key,
            max_retries=0,
            timeout=patient(),
            default_headers=headers,
            http_client=lane.borrow(
                self._pool, lambda: open_client(openai.DefaultAioHttpClient, lane.concurrency, direct=account.is_local)
            ),
        )

    @property
    def address(self) -> str:
        """Where the requests go."""
        return self._account.address

    def body(self, call: SeatCall) -> dict[str, Any]:
        """The request: rules, then the board and what is private, then what was said before in this decision."""
        prompt = call.prompt()
        messages = [{"role": "system", "content": sendable(prompt.system)}] if prompt.system else []
        messages.append({"role": "user", "content": sendable(prompt.user)})
        for exchange in call.earlier:
            messages.append({"role": "assistant", "content": sendable(exchange.reply)})
            messages.append({"role": "user", "content": sendable(exchange.complaint)})
        body = {**self._fixed, **self._again.get(call.after, {}), "messages": messages}
        if call.schema is not None:
            body["response_format"] = self._formats(call.schema)
        return body

    def probe(self) -> dict[str, Any]:
        """The smallest request that proves address, key, model and parameters."""
        cap = _cap(self._options)
        return {**self._fixed, cap: 1, "messages": [{"role": "user", "content": "1"}]}

    async def once(self, body: Mapping[str, Any]) -> Reply | Failure:
        """One request. Raises `Fault` for what the server or the network did."""
        try:
            response = await self._client.post(PATH, cast_to=Response, body=body)
        except openai.APIStatusError as error:
            raise self._account.refused(error.status_code, error.body, error.response.headers) from None
        except (openai.APIConnectionError, *LINE_ERRORS) as error:
            raise self._account.lost(error) from None
        data = read_json(response.content, response.status_code)
        if pick(data, "error"):
            raise self._account.refused(response.status_code, data, response.headers)
        return self._priced(data)

    async def aclose(self) -> None:
        """Give back the connections."""
        await self._lane.give_back(self._pool)

    def _priced(self, data: Any) -> Reply | Failure:
        usage, model = read_usage(pick(data, "usage")), name_at(data, "model")
        usd = dollars_at(data, "usage", "cost")
        if self._options.tariff is None:
            usd = 0.0
        elif usd is None:
            usd = self._options.tariff.dollars(model, usage)
        return read_completion(data, model, usage, usd)


def is_official(address: str) -> bool:
    """Whether the address is OpenAI's own or Azure's."""
    host = urlsplit(address).hostname or ""
    return host == OFFICIAL[0] or host.endswith(OFFICIAL[1])


def response_format(schema: Mapping[str, Any], *, official: bool) -> dict[str, Any]:
    """The schema as chat completions take it.

    OpenAI is strict only with closed objects and then takes no lengths; other
    servers compile any schema to a grammar, where lengths keep a small model short.
    """
    kept = without(schema, UNSUPPORTED | BOUNDS if official else UNSUPPORTED)
    strict = is_closed(kept) or not official
    return {"type": "json_schema", "json_schema": {"name": "answer", "strict": strict, "schema": kept}}


def read_completion(data: Any, model: str, usage: Usage, usd: float | None) -> Reply | Failure:
    """The reply in a completion, or why there is none. Raises a transient `Fault` for a body without choices."""
    message, finish = pick(data, "choices", 0, "message"), name_at(data, "choices", 0, "finish_reason")
    if message is None:
        raise Fault(FailureKind.TRANSIENT, clip(f"the answer holds no choices: {data!r}"), status=200)
    text, refusal = text_at(message, "content"), text_at(message, "refusal")
    if finish == "content_filter":
        return Failure(FailureKind.CONTENT_FILTER, "the provider's filter stopped the reply", model, usage, usd)
    if refusal:
        return Failure(FailureKind.REFUSAL, clip(refusal), model, usage, usd)
    if finish in BROKEN_OFF:
        return Failure(FailureKind.INCOMPLETE, f"the reply broke off (finish_reason {finish})", model, usage, usd)
    if text.strip():
        return Reply(text, finish == "length", model, usage, usd)
    if finish != "length":
        return Failure(FailureKind.EMPTY, f"an empty reply (finish_reason {finish or 'missing'})", model, usage, usd)
    reasoned = usage.reasoning or text_at(message, "reasoning_content") or text_at(message, "reasoning")
    kind = FailureKind.TRUNCATED_REASONING if reasoned else FailureKind.TRUNCATED
    return Failure(kind, "max_tokens was used up before any text came", model, usage, usd)


def read_usage(usage: Any) -> Usage:
    """Tokens in disjoint classes: `prompt_tokens` include what the cache read and wrote."""
    read = count_at(usage, "prompt_tokens_details", "cached_tokens")
    wrote = count_at(usage, "prompt_tokens_details", "cache_write_tokens")
    return Usage(
        input=max(0, count_at(usage, "prompt_tokens") - read - wrote),
        cache_read=read,
        cache_write=wrote,
        output=count_at(usage, "completion_tokens"),
        reasoning=count_at(usage, "completion_tokens_details", "reasoning_tokens"),
    )


def _fixed(options: ChatOptions) -> dict[str, Any]:
    """The part of the body that no call changes."""
    official = options.official
    fixed: dict[str, Any] = {
        "model": options.model,
        _cap(options): options.max_tokens,
        "reasoning_effort": options.effort or None,
        "verbosity": options.verbosity or None,
        "seed": options.seed,
        "temperature": options.temperature,
        "prompt_cache_key": options.cache_key if official else None,
        "store": False if official else None,
    }
    return {name: value for name, value in fixed.items() if value is not None} | dict(options.extra)


def _again(options: ChatOptions) -> Mapping[FailureKind | None, dict[str, Any]]:
    """What is changed in the body when the reply before was cut: more room, and less effort if it only thought."""
    room: dict[str, Any] = {_cap(options): options.room_again or options.max_tokens}
    less = LESS_EFFORT.get(options.effort)
    return {
        FailureKind.TRUNCATED: room,
        FailureKind.TRUNCATED_REASONING: room | ({"reasoning_effort": less} if less else {}),
    }


def _cap(options: ChatOptions) -> str:
    return "max_completion_tokens" if options.official else "max_tokens"
