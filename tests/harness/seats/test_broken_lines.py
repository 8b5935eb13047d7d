"""Answers and lines of odder shapes than those of tests.faulty, over real sockets and through both SDKs."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest
from asking import ask, opened

from harness.clock import SystemClock
from harness.errors import Outage
from harness.lanes import Lane
from harness.seats.seat import Failure, FailureKind, Reply
from tests.loopback import Broken, Line, Loopback, Raw, Said

KINDS = ("openai", "anthropic")
NO_CHOICES: dict[str, Any] = {"id": "x", "object": "chat.completion", "model": "m"}


def refused(status: int, code: str = "", kind: str = "error", **headers: str) -> Raw:
    """An error answer with its code where either dialect has it."""
    error = {"type": kind, "code": code, "message": f"{code or kind}", "details": {"error_code": code}}
    return Raw({"type": "error", "error": error}, status=status, headers=headers)


# Each row: what the server does once, before it answers well.
PASSING: tuple[Line, ...] = (
    refused(429, kind="rate_limit_error", **{"retry-after": "0"}),
    Raw("[" * 100_000),
    Raw("null"),
    Raw([1, 2]),
    Raw({**NO_CHOICES, "choices": None, "content": None}),
    Raw({**NO_CHOICES, "choices": [], "content": "text"}),
    Raw({**NO_CHOICES, "choices": "text", "content": {}}),
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("line", PASSING)
async def test_what_passes_is_tried_again_and_costs_no_answer(
    kind: str, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("random.uniform", lambda low, high: low)
    lane = Lane("account", 4, SystemClock())
    async with Loopback([line, "fine"]) as server, opened(kind, lane, model="m", base_url=server.base_url) as seat:
        reply = await ask(seat)
    assert isinstance(reply, Reply)
    assert (reply.text, reply.attempts, len(server.requests)) == ("fine", 2, 2)
    assert sum(lane.status().troubles.values()) == 1


# Each row: what the server always does, the outage it is and the requests it takes to know.
LASTING: tuple[tuple[Line, str], ...] = (
    (refused(429, "credit_balance_exhausted"), "quota"),
    (refused(400, "unsupported_parameter"), "bad_request"),
    (refused(422), "bad_request"),
    (Raw({"error": {"message": "no credit", "code": 402}}), "quota"),
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("line", "cause"), LASTING)
async def test_what_lasts_is_an_outage_after_one_request(kind: str, line: Line, cause: str) -> None:
    async with Loopback(line) as server, opened(kind, model="m", base_url=server.base_url) as seat:
        with pytest.raises(Outage) as outage:
            await ask(seat)
    assert (outage.value.cause, outage.value.lane, len(server.requests)) == (cause, kind, 1)
    assert str(outage.value).startswith(f'seat "doge" (lane {kind}): ')


@pytest.mark.parametrize("kind", KINDS)
async def test_a_body_too_large_for_the_server_is_a_prompt_too_long(kind: str) -> None:
    line = refused(413, kind="request_too_large")
    async with Loopback(line) as server, opened(kind, model="m", base_url=server.base_url) as seat:
        result = await ask(seat)
    assert isinstance(result, Failure)
    assert (result.kind, result.attempts, len(server.requests)) == (FailureKind.CONTEXT_OVERFLOW, 1, 1)


@pytest.mark.parametrize("kind", KINDS)
async def test_an_attempt_that_hangs_leaves_time_for_another(kind: str) -> None:
    async with (
        Loopback([Broken("drip"), "fine"]) as server,
        opened(kind, model="m", base_url=server.base_url, attempt_seconds=0.2) as seat,
    ):
        reply = await ask(seat)
    assert (reply.text, reply.attempts) == ("fine", 2)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_call_that_finds_no_free_slot_is_not_the_seats_fault(kind: str) -> None:
    lane = Lane("account", 1, SystemClock())
    async with (
        Loopback(Said("fine", seconds=0.5)) as server,
        opened(kind, lane, model="m", base_url=server.base_url) as seat,
    ):
        first, second = await asyncio.gather(ask(seat), ask(seat, seconds=0.2), return_exceptions=True)
    assert isinstance(first, Reply)
    assert isinstance(second, Outage)
    assert (second.cause, len(server.requests)) == ("congestion", 1)
    assert "not one call before it was answered: the server is slow, or it hangs" in str(second)


@pytest.mark.parametrize(
    ("lane", "line", "says"),
    [
        (Lane("account", 1, SystemClock()), Said("fine", seconds=0.4), "no free slot in the time allowed; raise"),
        (
            Lane("account", 9, SystemClock(), requests_per_minute=1),
            Said("fine"),
            "requests or tokens per minute let no",
        ),
        (Lane("account", 9, SystemClock()), Raw("<html>", content_type="text/html"), "the answer is no JSON: <html>"),
        (Lane("account", 9, SystemClock()), Raw(None), "the answer holds no choices: None"),
        (Lane("account", 9, SystemClock()), Raw("", status=500, content_type="text/plain"), "HTTP 500"),
    ],
)
async def test_why_a_call_could_not_be_sent_is_told_as_it_was(lane: Lane, line: Raw | Said, says: str) -> None:
    async with (
        Loopback(line) as server,
        opened("openai", lane, model="m", base_url=server.base_url, attempts=1) as seat,
    ):
        results = await asyncio.gather(*(ask(seat, seconds=1.0) for _ in range(12)), return_exceptions=True)
        results.append(*await asyncio.gather(ask(seat, seconds=1.0), return_exceptions=True))
    told = [str(result) for result in results if isinstance(result, Outage)]
    assert says in told[-1 if lane.cause else 0]
    assert not any("nothing answered" in text for text in told)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_refused_connection_is_the_network(kind: str) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}"
        async with opened(kind, model="m", base_url=address, attempts=2) as seat:
            with pytest.raises(Outage, match="no answer from 127") as outage:
                await ask(seat)
    assert outage.value.cause == "network"


@pytest.mark.parametrize("kind", KINDS)
async def test_a_server_that_speaks_no_http_is_the_network(kind: str) -> None:
    async def babble(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.example.com ESMTP\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(babble, "127.0.0.1", 0) as server:
        address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with opened(kind, model="m", base_url=address, attempts=2) as seat:
            with pytest.raises(Outage) as outage:
                await ask(seat)
    assert outage.value.cause == "network"


@pytest.mark.parametrize(
    "body",
    [
        "",
        "event: message_stop\ndata: {}\n\n",
        "event: message_start\ndata: {\n\n",
        'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"busy"}}\n\n',
        "event: content_block_delta\ndata: {}\n\n",
        "<html>",
    ],
)
async def test_a_broken_stream_is_tried_again(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("random.uniform", lambda low, high: low)
    async with (
        Loopback([Raw(body, content_type="text/event-stream"), "fine"]) as server,
        opened("anthropic", model="m", base_url=server.base_url, max_tokens=40_000) as seat,
    ):
        reply = await ask(seat)
    assert (reply.text, reply.attempts) == ("fine", 2)
