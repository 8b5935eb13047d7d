"""A key goes into the request and nowhere else: no message, no log, no representation tells it."""

from __future__ import annotations

import logging
import traceback
from typing import Any

import pytest
from asking import a_call, ask, make, opened

from harness.errors import Outage, UserError
from harness.seats.account import Account, open_account
from tests.loopback import Broken, Line, Loopback, Raw, Said

KEY = "sk-very-secret-0123456789"
KINDS = ("openai", "anthropic", "local")
ECHO = f"Incorrect API key provided: {KEY}"

# Servers that answer, refuse and break, some of them echoing the key.
LINES: tuple[Line, ...] = (
    Said("fine"),
    Said(f"the key is {KEY}", model=KEY),
    Said(None, refusal=f"I can't use {KEY}", model=KEY),
    Raw({"error": {"message": ECHO, "type": KEY, "code": KEY}}, status=401),
    Raw({"error": {"message": ECHO}}, status=400),
    Raw({"error": {"message": ECHO, "code": 401}}),
    Raw({"error": [KEY]}, status=429, headers={"retry-after": "900"}),
    Raw(ECHO, status=403, content_type="text/plain"),
    Raw({"choices": KEY, "content": KEY}),
    Raw(ECHO, content_type="text/plain"),
    Broken("reset"),
    Broken("truncate"),
)


def everything(value: object, depth: int = 4) -> str:
    """The representation of a value and of all that our own objects in it hold."""
    text = repr(value)
    if depth and type(value).__module__.startswith("harness") and hasattr(value, "__dict__"):
        text += "".join(everything(part, depth - 1) for part in vars(value).values())
    return text


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("line", LINES)
async def test_the_key_is_told_nowhere(
    kind: str, line: Line, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    monkeypatch.setattr("random.uniform", lambda low, high: low)
    caplog.set_level(logging.DEBUG)
    told: list[Any] = []
    async with (
        Loopback(line) as server,
        opened(kind, model="m", base_url=server.base_url, api_key_env="MY_KEY", attempts=2) as seat,
    ):
        try:
            told.append(await ask(seat, seconds=5.0))
        except Outage as outage:
            told += [outage.args, outage.cause, "".join(traceback.format_exception(outage))]
        told.append(everything(seat))
    assert all(sent.headers["Authorization"] == f"Bearer {KEY}" for sent in server.requests)
    assert all(KEY not in str(sent.body) for sent in server.requests)
    assert KEY not in repr(told)
    assert KEY not in caplog.text


@pytest.mark.parametrize("kind", KINDS)
async def test_a_reply_that_comes_too_late_does_not_tell_it_either(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    handed: list[Any] = []
    async with (
        Loopback(Said(f"the key is {KEY}", model=KEY, seconds=0.4)) as server,
        opened(kind, model="m", base_url=server.base_url, api_key_env="MY_KEY") as seat,
    ):
        await ask(seat, a_call(seconds=0.1, overdue=handed.append))
        late = await handed[0]
    assert (late.text, late.model) == ("the key is [key]", "[key]")


@pytest.mark.parametrize("key", [f"{KEY} two", f"{KEY}\nHost: x", f"{KEY}é"])
def test_a_key_no_header_can_carry_is_refused_without_telling_it(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", key)
    with pytest.raises(UserError, match="MY_KEY holds blanks or signs no key can have") as error:
        make("openai", model="m", api_key_env="MY_KEY")
    assert KEY not in "".join(traceback.format_exception(error.value))


def test_an_account_is_shown_without_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    account = open_account("doge", "https://models.example.com", "MY_KEY", {}, clock=Any)  # type: ignore[arg-type]
    assert account.key == KEY
    assert repr(account) == "Account(address='https://models.example.com')"
    assert isinstance(account, Account)
