"""Scripted seats, plugins, and the table of kinds: seats without a provider."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from asking import OPEN_SCHEMA, a_call, ask, make, opened

from harness.errors import UserError
from harness.seats.kinds import KINDS, load_kind
from harness.seats.plugin_seat import PluginSettings, told
from harness.seats.seat import Exchange, Failure, FailureKind, Reply, SeatCall


async def test_a_scripted_seat_replies_with_its_policys_answer_as_json() -> None:
    async with opened("scripted", policy="banker") as seat:
        assert await ask(seat) == Reply('{"orders":{"A VEN":"A VEN H"}}')
        assert not seat.paid


async def test_a_scripted_seat_renders_no_prompt() -> None:
    def never() -> Any:
        raise AssertionError("rendered")

    call = a_call()
    async with opened("scripted", policy="banker") as seat:
        reply = await ask(seat, SeatCall(call.at, call.request, call.memory, call.dice, never))
    assert reply.text


def test_an_unknown_policy_names_the_nearest() -> None:
    with pytest.raises(UserError, match=r'cogiavelli has no policy "bankr"; allowed: banker; did you mean banker\?'):
        make("scripted", policy="bankr")


class Echo:
    """A player with a method, which says what it was told."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.settings = settings
        self.asked: list[Mapping[str, Any]] = []
        self.closed = False

    def ask(self, request: Mapping[str, Any]) -> Any:
        self.asked.append(request)
        return self.settings["say"]

    def close(self) -> None:
        self.closed = True


def silent(settings: Mapping[str, Any]) -> Any:
    async def ask(request: Mapping[str, Any]) -> str:
        await asyncio.sleep(settings.get("seconds", 0))
        return f"{request['power']} {request['phase']} {request['slots'][0]['options'][1]}"

    return ask


def raising(settings: Mapping[str, Any]) -> Any:
    def ask(request: Mapping[str, Any]) -> str:
        raise settings_error(settings)

    return ask


class Wordless(Exception):
    """An error that fails at telling what it is."""

    def __str__(self) -> str:
        raise RuntimeError

    __repr__ = __str__


ERRORS: Mapping[str, BaseException] = {
    "value": ValueError("no\nidea"),
    "time": TimeoutError("mine"),
    "lookup": KeyError("x"),
    "key": ValueError("no entry for sk-" + 20 * "a"),
    "exit": SystemExit(3),
    "stop": StopIteration(),
    "wordless": Wordless(),
}


def settings_error(settings: Mapping[str, Any]) -> BaseException:
    return ERRORS[settings["raise"]]


def wordless(settings: Mapping[str, Any]) -> Any:
    return lambda request: Wordless()


def hanging(settings: Mapping[str, Any]) -> Any:
    def ask(request: Mapping[str, Any]) -> str:
        time.sleep(settings["seconds"])
        return "{}"

    return ask


def broken_factory(settings: Mapping[str, Any]) -> Any:
    raise RuntimeError("no model file")


def factory_of_nothing(settings: Mapping[str, Any]) -> Any:
    return 7


async def test_a_plugin_is_told_plain_data_and_its_word_is_the_reply() -> None:
    call = a_call(earlier=[Exchange("I hold", "That is no JSON.")])
    async with opened("plugin", target=f"{__name__}:Echo", settings={"say": {"orders": {}}}) as seat:
        reply = await ask(seat, call)
        assert reply.text == '{"orders": {}}'
        player = seat._player
    assert player.closed
    (request,) = player.asked
    assert 0 < request.pop("seconds") <= 20
    assert request == {
        "power": "VENICE",
        "kind": "orders",
        "phase": "1499-spring-orders",
        "system": "RULES ",
        "user": "BOARD YOU ARE VENICE",
        "earlier": [{"reply": "I hold", "complaint": "That is no JSON."}],
        "slots": [
            {"key": "orders", "name": "A VEN", "least": 1, "most": 1, "options": ["A VEN H", "A VEN - MIL"]},
        ],
        "schema": OPEN_SCHEMA,
    }


async def test_the_player_of_the_docs_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parents[3] / "docs" / "leagues.md").read_text("utf-8")
    _, _, part = page.partition("### `plugin`")
    (tmp_path / "agents.py").write_text(part.partition("```python\n")[2].partition("```")[0])
    monkeypatch.syspath_prepend(tmp_path)
    call = a_call()
    async with opened("plugin", target="agents:first") as seat:
        assert (await ask(seat, call)).text == '{"orders": ["A VEN H"]}'
    for key in told(call, 1.0):
        assert f"`{key}`" in part


async def test_an_async_plugin_is_awaited() -> None:
    async with opened("plugin", target=f"{__name__}:silent") as seat:
        assert (await ask(seat)).text == "VENICE 1499-spring-orders A VEN - MIL"


@pytest.mark.parametrize("target", ["agents", "agents:", "my agents:make", "a:b:c"])
def test_a_target_is_module_and_factory(target: str) -> None:
    with pytest.raises(ValueError, match='it must be written "module:factory"'):
        PluginSettings(target=target)


# Each row: a plugin that misbehaves, its settings, and the failure of its seat.
CRASHES: tuple[tuple[str, dict[str, Any], FailureKind, str], ...] = (
    ("raising", {"raise": "value"}, FailureKind.CRASH, "raised ValueError: no idea"),
    ("raising", {"raise": "time"}, FailureKind.CRASH, "raised TimeoutError: mine"),
    ("raising", {"raise": "lookup"}, FailureKind.CRASH, "raised KeyError: 'x'"),
    ("raising", {"raise": "key"}, FailureKind.CRASH, "raised ValueError: no entry for [key]"),
    ("raising", {"raise": "exit"}, FailureKind.CRASH, "raised SystemExit: 3"),
    ("raising", {"raise": "stop"}, FailureKind.CRASH, "raised StopIteration: "),
    ("raising", {"raise": "wordless"}, FailureKind.CRASH, "raised Wordless: <exception str() failed>"),
    ("wordless", {}, FailureKind.UNPARSABLE, "answered <Wordless instance at "),
    ("Echo", {"say": 7}, FailureKind.UNPARSABLE, "answered 7, which is no text"),
    ("Echo", {"say": {"orders": {1, 2}}}, FailureKind.CRASH, "raised TypeError: Object of type set"),
    ("Echo", {"say": " "}, FailureKind.EMPTY, "answered nothing"),
    ("Echo", {}, FailureKind.CRASH, "raised KeyError: 'say'"),
)


@pytest.mark.parametrize(("factory", "settings", "kind", "says"), CRASHES)
async def test_what_a_plugin_does_wrong_is_its_seats_failure(
    factory: str, settings: dict[str, Any], kind: FailureKind, says: str
) -> None:
    async with opened("plugin", target=f"{__name__}:{factory}", settings=settings) as seat:
        result = await ask(seat)
    assert isinstance(result, Failure)
    assert (result.kind, says in result.detail) == (kind, True), result.detail
    assert f'seat "doge": the plugin {__name__}:{factory}' in result.detail


async def test_a_slow_plugin_is_late() -> None:
    async with opened("plugin", target=f"{__name__}:silent", settings={"seconds": 9}) as seat:
        begun = time.monotonic()
        result = await ask(seat, seconds=0.1)
    assert result.kind is FailureKind.LATE
    assert time.monotonic() - begun < 1


def test_a_plugin_that_hangs_holds_up_nobody() -> None:
    """Neither the calls beside it nor the end of the run wait for its threads, however many there are."""

    async def play() -> list[FailureKind]:
        async with opened("plugin", target=f"{__name__}:hanging", settings={"seconds": 30}) as seat:
            results = await asyncio.gather(*(ask(seat, seconds=0.1) for _ in range(50)))
        return [result.kind for result in results]

    begun = time.monotonic()
    assert asyncio.run(play()) == [FailureKind.LATE] * 50
    assert time.monotonic() - begun < 10


# Each row: a target that gives no player, and what is said about it.
TARGETS: tuple[tuple[str, str], ...] = (
    ("no_such_module:factory", "cannot be imported: No module named 'no_such_module'; install it or put its folder"),
    (f"{__name__}:nothing", 'has no "nothing"'),
    (f"{__name__}:CRASHES", "is not a factory"),
    (f"{__name__}:broken_factory", "raised RuntimeError: no model file"),
    (f"{__name__}:factory_of_nothing", "made 7, which is not callable and has no method `ask`"),
)


@pytest.mark.parametrize(("target", "says"), TARGETS)
def test_a_plugin_that_cannot_be_opened_is_the_users_to_mend(target: str, says: str) -> None:
    with pytest.raises(UserError) as error:
        make("plugin", target=target)
    assert str(error.value).startswith(f'seat "doge": the plugin {target} ')
    assert says in str(error.value)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_loads_with_settings_and_a_price_tag(kind: str) -> None:
    seat = load_kind(kind)
    assert seat.Settings.model_config["extra"] == "forbid"
    assert isinstance(seat.paid, bool)


@pytest.mark.parametrize(("name", "meant"), [("scriptd", "scripted"), ("antropic", "anthropic"), ("Local", "local")])
def test_an_unknown_kind_names_the_nearest(name: str, meant: str) -> None:
    with pytest.raises(UserError, match=rf"allowed: anthropic, human, local, .*; did you mean {meant}\?"):
        load_kind(name)


def test_no_sdk_is_loaded_before_a_seat_needs_it() -> None:
    code = (
        "import sys; from harness.seats.kinds import load_kind; load_kind('scripted'); load_kind('plugin');"
        "print(sorted({'openai', 'anthropic', 'httpx2', 'aiohttp', 'genai_prices', 'tenacity'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def stubborn(settings: Mapping[str, Any]) -> Any:
    async def ask(request: Mapping[str, Any]) -> str:
        while True:
            try:
                await asyncio.sleep(30)
            except asyncio.CancelledError:
                time.sleep(0.01)

    return ask


def test_a_plugin_that_will_not_be_cancelled_holds_up_nobody() -> None:
    async def play() -> list[FailureKind]:
        async with opened("plugin", target=f"{__name__}:stubborn") as seat:
            results = await asyncio.gather(*(ask(seat, seconds=0.1) for _ in range(5)))
        return [result.kind for result in results]

    begun = time.monotonic()
    assert asyncio.run(play()) == [FailureKind.LATE] * 5
    assert time.monotonic() - begun < 10
