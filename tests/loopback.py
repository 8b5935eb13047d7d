"""A loopback server which speaks OpenAI's chat completions and Anthropic's messages, for tests and benchmarks.

What it says is scripted: a `str`, a `Said`, a `Raw` answer or a `Broken` line,
a list of those in order (the last one repeats), or a callable from the `Sent`
request to one of them. Every request is kept.

    async with Loopback("hello") as server:
        seat = ...(base_url=server.base_url)
    assert server.requests[0].body["model"] == "m"

``python -m tests.loopback --latency 0.05 --faults world=0.2`` serves in a process
of its own and prints ``READY <base_url>``; the faults are those of tests.faulty.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import Any, Literal

from aiohttp import web


@dataclass(frozen=True)
class Sent:
    """A request as it arrived; `at` is on the monotonic clock."""

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]
    at: float

    @property
    def dialect(self) -> Literal["openai", "anthropic"]:
        return "anthropic" if self.path.endswith("/messages") else "openai"

    @property
    def texts(self) -> tuple[tuple[str, str], ...]:
        """The prompt as (role, text) pairs in the order it was laid out, whatever the dialect."""
        turns = [{"role": "system", "content": self.body["system"]}] if "system" in self.body else []
        return tuple((turn["role"], _text(turn["content"])) for turn in [*turns, *self.body["messages"]])


@dataclass(frozen=True)
class Said:
    """A well-formed reply. `usage` is in the dialect's own words; `model` is the asked one unless given."""

    text: str | None = ""
    cut: bool = False
    refusal: str = ""
    finish: str = ""
    model: str = ""
    usage: Mapping[str, Any] | None = None
    seconds: float = 0.0


@dataclass(frozen=True)
class Raw:
    """Any answer of the server: status, headers and a body of JSON data or of text."""

    body: Any
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "application/json"


@dataclass(frozen=True)
class Broken:
    """A line that misbehaves, for `seconds` where it takes time.

    `reset` before, `truncate` inside or `close` after the body; `hang` without
    an answer or `stall` inside it; `drip` blanks, or comments that only keep a
    stream alive (`keepalive`).
    """

    how: Literal["reset", "truncate", "close", "hang", "stall", "drip", "keepalive"]
    seconds: float = 30.0
    line: Said = Said("{}")


@dataclass(frozen=True)
class Dripped:
    """A good reply that comes in small pieces over `seconds`."""

    line: Said
    seconds: float


Line = str | Said | Raw | Broken | Dripped
Script = Line | Sequence[Line] | Callable[[Sent], Line]


class Loopback:
    """The server: `requests` in order of arrival, `most_in_flight` at once, `latency` seconds before each answer."""

    def __init__(
        self,
        script: Script = "{}",
        *,
        latency: float = 0.0,
        keep: bool = True,
        port: int = 0,
        told: Callable[[], Mapping[str, int]] = dict,
    ) -> None:
        """`told` is what ``GET /told`` answers: what the script has done so far."""
        self.latency = latency
        self.requests: list[Sent] = []
        self.base_url = ""
        self.count = 0
        self.in_flight = 0
        self.most_in_flight = 0
        self._keep, self._told = keep, told
        self._port = port
        self._next = _speaker(script)
        self._released = asyncio.Event()
        self._runner: web.AppRunner | None = None

    async def start(self) -> Loopback:
        app = web.Application(client_max_size=64 << 20)
        app.router.add_post("/{path:.*}", self._handle)
        app.router.add_get("/told", self._tell)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port, backlog=1024)
        await site.start()
        self.base_url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def stop(self) -> None:
        self._released.set()
        if self._runner is not None:
            await self._runner.cleanup()

    async def __aenter__(self) -> Loopback:
        return await self.start()

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        sent = Sent(request.path, dict(request.headers), json.loads(await request.read()), time.monotonic())
        self.count += 1
        if self._keep:
            self.requests.append(sent)
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            line = self._next(sent)
            if self.latency:
                await asyncio.sleep(self.latency)
            return await self._answer(request, sent, Said(line) if isinstance(line, str) else line)
        finally:
            self.in_flight -= 1

    async def _tell(self, _: web.Request) -> web.Response:
        return web.json_response({"requests": self.count, **self._told()})

    async def _answer(
        self, request: web.Request, sent: Sent, line: Said | Raw | Broken | Dripped
    ) -> web.StreamResponse:
        if isinstance(line, Broken):
            return await self._break(request, sent, line)
        if isinstance(line, Dripped):
            return await self._drip(request, sent, line)
        if isinstance(line, Raw):
            text = line.body if isinstance(line.body, str) else json.dumps(line.body)
            return web.Response(text=text, status=line.status, headers=line.headers, content_type=line.content_type)
        if line.seconds:
            await self._pause(line.seconds)
        text, kind = _written(sent, line)
        return web.Response(text=text, content_type=kind)

    async def _break(self, request: web.Request, sent: Sent, line: Broken) -> web.StreamResponse:
        text, kind = _written(sent, line.line)
        response = web.StreamResponse(headers={"Content-Type": kind})
        if line.how in ("truncate", "stall", "close"):
            response.content_length = None if sent.body.get("stream") else len(text.encode())
            await response.prepare(request)
            await response.write(text.encode() if line.how == "close" else text[: len(text) // 2].encode())
        if line.how in ("drip", "keepalive"):
            await response.prepare(request)
            end = time.monotonic() + line.seconds
            while time.monotonic() < end and not self._released.is_set():
                await response.write(b" " if line.how == "drip" else b": keep-alive\n\n")
                await self._pause(0.05)
        elif line.how in ("hang", "stall"):
            await self._pause(line.seconds)
        elif line.how == "close":
            await response.write_eof()
        if request.transport is not None:
            request.transport.abort()
        return response

    async def _drip(self, request: web.Request, sent: Sent, line: Dripped) -> web.StreamResponse:
        text, kind = _written(sent, line.line)
        response = web.StreamResponse(headers={"Content-Type": kind})
        await response.prepare(request)
        body, pieces = text.encode(), max(2, round(line.seconds / 0.02))
        for piece in range(pieces):
            await response.write(body[len(body) * piece // pieces : len(body) * (piece + 1) // pieces])
            await self._pause(line.seconds / pieces)
        await response.write_eof()
        return response

    async def _pause(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._released.wait()
        except TimeoutError:
            pass


def _speaker(script: Script) -> Callable[[Sent], Line]:
    if callable(script):
        return script
    if isinstance(script, str | Said | Raw | Broken | Dripped):
        return lambda _: script
    lines = chain(script, repeat(script[-1]))
    return lambda _: next(lines)


def _text(content: Any) -> str:
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


def _openai(sent: Sent, line: Said) -> dict[str, Any]:
    message = {"role": "assistant", "content": line.text, "refusal": line.refusal or None}
    finish = line.finish or ("length" if line.cut else "stop")
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": line.model or sent.body["model"],
        "choices": [{"index": 0, "finish_reason": finish, "message": message}],
        "usage": dict(line.usage) if line.usage is not None else usage,
    }


def _anthropic(sent: Sent, line: Said) -> dict[str, Any]:
    stop = line.finish or ("refusal" if line.refusal else "max_tokens" if line.cut else "end_turn")
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": line.model or sent.body["model"],
        "content": [{"type": "text", "text": line.text}] if line.text else [],
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": dict(line.usage) if line.usage is not None else {"input_tokens": 100, "output_tokens": 20},
    }


def _written(sent: Sent, line: Said) -> tuple[str, str]:
    """A reply as text, and its content type."""
    data = DIALECTS[sent.dialect](sent, line)
    if sent.body.get("stream"):
        return _as_stream(data), "text/event-stream"
    return json.dumps(data), "application/json"


DIALECTS = {"openai": _openai, "anthropic": _anthropic}


def _as_stream(message: dict[str, Any]) -> str:
    """Anthropic's message as server-sent events."""
    start = {**message, "content": [], "stop_reason": None, "usage": {**message["usage"], "output_tokens": 1}}
    events: list[dict[str, Any]] = [{"type": "message_start", "message": start}]
    for index, block in enumerate(message["content"]):
        delta = {"type": "text_delta", "text": block["text"]}
        events.append({"type": "content_block_start", "index": index, "content_block": {"type": "text", "text": ""}})
        events.append({"type": "content_block_delta", "index": index, "delta": delta})
        events.append({"type": "content_block_stop", "index": index})
    stop = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    usage = {"output_tokens": message["usage"]["output_tokens"]}
    events.append({"type": "message_delta", "delta": stop, "usage": usage})
    events.append({"type": "message_stop"})
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)


if __name__ == "__main__":
    from tests.faulty import main

    main()
