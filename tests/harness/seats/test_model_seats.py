"""OpenAI and Anthropic seats through the real SDKs against a loopback server: what is sent, what comes back."""

from __future__ import annotations

from typing import Any

import pytest
from asking import OPEN_SCHEMA, SCHEMA, a_call, ask, make, opened

from harness.clock import SystemClock
from harness.errors import UserError
from harness.lanes import Lane
from harness.seats.seat import Exchange, Failure, FailureKind, Prompt, Reply, Usage
from tests.loopback import Loopback, Raw, Said

KINDS = ("openai", "anthropic")
AGAIN = (Exchange("I hold", "That is no JSON."), Exchange("", "Answer now."))


@pytest.mark.parametrize("kind", KINDS)
async def test_a_seat_answers_with_text_tokens_and_the_model_that_spoke(kind: str) -> None:
    async with (
        Loopback(Said("hello", model="m-2026")) as server,
        opened(kind, model="m", base_url=server.base_url) as seat,
    ):
        reply = await ask(seat)
    assert isinstance(reply, Reply)
    assert (reply.text, reply.cut, reply.model, reply.attempts) == ("hello", False, "m-2026", 1)
    assert reply.usage == Usage(input=100, output=20)
    assert 0 < reply.seconds < 5
    assert reply.usd is None


@pytest.mark.parametrize("kind", KINDS)
async def test_the_sdk_never_retries_by_itself(kind: str) -> None:
    async with (
        Loopback([Raw({"error": {"message": "busy"}}, status=503), "fine"]) as server,
        opened(kind, model="m", base_url=server.base_url) as seat,
    ):
        reply = await ask(seat)
    assert (reply.text, reply.attempts) == ("fine", 2)
    assert [sent.headers["x-stainless-retry-count"] for sent in server.requests] == ["0", "0"]


async def sent_by(kind: str, call: Any, **settings: Any) -> dict[str, Any]:
    async with Loopback("{}") as server, opened(kind, model="m", base_url=server.base_url, **settings) as seat:
        await ask(seat, call)
    return dict(server.requests[0].body)


async def test_the_whole_request_to_openai() -> None:
    call = a_call(SCHEMA, AGAIN)
    body = await sent_by(
        "openai",
        call,
        official=True,
        effort="low",
        verbosity="low",
        seed=7,
        max_tokens=900,
        params={"service_tier": "flex"},
    )
    assert body == {
        "model": "m",
        "messages": [
            {"role": "system", "content": "RULES "},
            {"role": "user", "content": "BOARD YOU ARE VENICE"},
            {"role": "assistant", "content": "I hold"},
            {"role": "user", "content": "That is no JSON."},
            {"role": "assistant", "content": ""},
            {"role": "user", "content": "Answer now."},
        ],
        "max_completion_tokens": 900,
        "reasoning_effort": "low",
        "verbosity": "low",
        "seed": 7,
        "prompt_cache_key": "cogiavelli-doge",
        "store": False,
        "service_tier": "flex",
        "response_format": {
            "type": "json_schema",
            "json_schema": {
                "name": "answer",
                "strict": True,
                "schema": {
                    "type": "object",
                    "properties": {
                        "order": {"type": "string", "enum": ["A VEN H", "A VEN - MIL"]},
                        "title": {"type": "string"},
                    },
                    "required": ["order", "title"],
                    "additionalProperties": False,
                },
            },
        },
    }


async def test_a_compatible_server_is_sent_only_what_all_of_them_know() -> None:
    body = await sent_by("openai", a_call(), temperature=0.5)
    assert set(body) == {"model", "messages", "max_tokens", "temperature"}


async def test_the_whole_request_to_anthropic_marks_what_to_cache() -> None:
    body = await sent_by(
        "anthropic", a_call(SCHEMA, AGAIN), effort="low", max_tokens=900, params={"thinking": {"type": "adaptive"}}
    )
    mark = {"type": "ephemeral", "ttl": "5m"}
    schema = body["output_config"]["format"].pop("schema")
    assert body == {
        "model": "m",
        "max_tokens": 900,
        "system": [{"type": "text", "text": "RULES ", "cache_control": mark}],
        "messages": [
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "BOARD ", "cache_control": mark},
                    {"type": "text", "text": "YOU ARE VENICE"},
                ],
            },
            {"role": "assistant", "content": "I hold"},
            {"role": "user", "content": "That is no JSON."},
            {"role": "assistant", "content": "(nothing)"},
            {"role": "user", "content": "Answer now."},
        ],
        "output_config": {"effort": "low", "format": {"type": "json_schema"}},
        "thinking": {"type": "adaptive"},
    }
    assert schema["properties"] == {
        "order": {"type": "string", "enum": ["A VEN H", "A VEN - MIL"]},
        "title": {"type": "string"},
    }


@pytest.mark.parametrize("kind", KINDS)
async def test_half_a_character_that_a_model_wrote_is_sent_back_as_a_question_mark(kind: str) -> None:
    call = a_call(earlier=[Exchange("hold \ud835 é", "No \udc00.")], prompt=Prompt("RÈGLES", "\ud800", "Così"))
    body = await sent_by(kind, call)
    assert all(text in str(body) for text in ("hold ? é", "No ?.", "RÈGLES", "Così"))


@pytest.mark.parametrize("kind", KINDS)
async def test_two_powers_of_a_batch_share_the_prefix_up_to_what_is_private(kind: str) -> None:
    bodies = [await sent_by(kind, a_call(prompt=Prompt("RULES ", "BOARD ", power))) for power in ("VENICE", "NAPLES")]
    first, second = (str(body).replace("NAPLES", "VENICE") for body in bodies)
    assert first == second
    assert str(bodies[0]).index("BOARD") < str(bodies[0]).index("VENICE")


async def test_an_anthropic_prompt_without_shared_part_sends_no_empty_block() -> None:
    body = await sent_by("anthropic", a_call(prompt=Prompt("", "", "PLAY")), cache="off")
    assert body["messages"] == [{"role": "user", "content": [{"type": "text", "text": "PLAY"}]}]
    assert "system" not in body


async def test_a_schema_with_open_objects_is_not_claimed_to_be_strict() -> None:
    official = await sent_by("openai", a_call(OPEN_SCHEMA), official=True)
    compatible = await sent_by("openai", a_call(OPEN_SCHEMA))
    anthropic = await sent_by("anthropic", a_call(OPEN_SCHEMA))
    assert official["response_format"]["json_schema"]["strict"] is False
    assert compatible["response_format"]["json_schema"]["strict"] is True
    assert "output_config" not in anthropic


async def test_a_long_anthropic_reply_is_streamed() -> None:
    line = Said("long", usage={"input_tokens": 3, "cache_read_input_tokens": 40, "output_tokens": 5})
    async with (
        Loopback(line) as server,
        opened("anthropic", model="m", base_url=server.base_url, max_tokens=30_000) as seat,
    ):
        reply = await ask(seat)
    assert server.requests[0].body["stream"] is True
    assert (reply.text, reply.usage) == ("long", Usage(input=3, cache_read=40, output=5))


# Each row: what the provider reports in its own words, and the same in disjoint classes.
USAGE: tuple[tuple[str, dict[str, Any], Usage], ...] = (
    ("openai", {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}, Usage(input=100, output=20)),
    (
        "openai",
        {
            "prompt_tokens": 2_000,
            "completion_tokens": 300,
            "total_tokens": 2_300,
            "prompt_tokens_details": {"cached_tokens": 1_500, "cache_write_tokens": 400},
            "completion_tokens_details": {"reasoning_tokens": 250},
        },
        Usage(input=100, cache_read=1_500, cache_write=400, output=300, reasoning=250),
    ),
    ("openai", {"prompt_tokens": None, "prompt_tokens_details": None}, Usage()),
    ("openai", {"prompt_tokens": -4, "completion_tokens": "many"}, Usage()),
    ("openai", {"prompt_tokens": 10**400, "completion_tokens": True}, Usage()),
    (
        "anthropic",
        {
            "input_tokens": 100,
            "cache_read_input_tokens": 1_500,
            "cache_creation_input_tokens": 400,
            "cache_creation": {"ephemeral_5m_input_tokens": 400, "ephemeral_1h_input_tokens": 0},
            "output_tokens": 300,
            "output_tokens_details": {"thinking_tokens": 250},
        },
        Usage(input=100, cache_read=1_500, cache_write=400, output=300, reasoning=250),
    ),
    ("anthropic", {"input_tokens": 7, "output_tokens": 2, "cache_read_input_tokens": None}, Usage(input=7, output=2)),
)


@pytest.mark.parametrize(("kind", "reported", "usage"), USAGE)
async def test_tokens_are_counted_in_disjoint_classes(kind: str, reported: dict[str, Any], usage: Usage) -> None:
    async with (
        Loopback(Said("x", usage=reported)) as server,
        opened(kind, model="m", base_url=server.base_url) as seat,
    ):
        reply = await ask(seat)
    assert reply.usage == usage


@pytest.mark.parametrize(("cost", "usd"), [(0.25, 0.25), (0, 0.0), (float("nan"), None), (-1, None), ("1", None)])
async def test_a_price_the_server_names_is_the_price(cost: Any, usd: float | None) -> None:
    line = Said("x", usage={"prompt_tokens": 9, "completion_tokens": 1, "cost": cost})
    async with Loopback(line) as server, opened("openai", model="m", base_url=server.base_url) as seat:
        reply = await ask(seat)
    assert reply.usd == usd


@pytest.mark.parametrize("kind", KINDS)
async def test_a_server_on_this_machine_is_asked_past_any_proxy(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    async with Loopback("fine") as server, opened(kind, model="m", base_url=server.base_url, attempts=1) as seat:
        assert (await ask(seat)).text == "fine"


# Each row: a reply of the model without an answer in it, and what it is.
UNANSWERED: tuple[tuple[str, Said, FailureKind], ...] = (
    ("openai", Said(None, refusal="I can't"), FailureKind.REFUSAL),
    ("openai", Said("", finish="content_filter"), FailureKind.CONTENT_FILTER),
    ("openai", Said("  \n"), FailureKind.EMPTY),
    ("openai", Said(None, cut=True), FailureKind.TRUNCATED),
    (
        "openai",
        Said(None, cut=True, usage={"completion_tokens": 9, "completion_tokens_details": {"reasoning_tokens": 9}}),
        FailureKind.TRUNCATED_REASONING,
    ),
    ("anthropic", Said("", refusal="cyber"), FailureKind.REFUSAL),
    ("anthropic", Said("half a wor", finish="refusal"), FailureKind.REFUSAL),
    ("anthropic", Said(""), FailureKind.EMPTY),
    ("anthropic", Said("", cut=True), FailureKind.TRUNCATED),
    ("anthropic", Said("", finish="model_context_window_exceeded"), FailureKind.CONTEXT_OVERFLOW),
    (
        "anthropic",
        Said("", cut=True, usage={"output_tokens": 9, "output_tokens_details": {"thinking_tokens": 9}}),
        FailureKind.TRUNCATED_REASONING,
    ),
)


@pytest.mark.parametrize(("kind", "line", "failure"), UNANSWERED)
async def test_a_reply_without_an_answer_is_the_seats_and_is_not_asked_again(
    kind: str, line: Said, failure: FailureKind
) -> None:
    async with Loopback(line) as server, opened(kind, model="m", base_url=server.base_url) as seat:
        result = await ask(seat)
    assert isinstance(result, Failure)
    assert (result.kind, result.model, len(server.requests)) == (failure, "m", 1)
    assert result.usage.total > 0


@pytest.mark.parametrize("kind", KINDS)
async def test_a_reply_cut_at_the_limit_is_marked(kind: str) -> None:
    async with (
        Loopback(Said('{"orders": {"A VE', cut=True)) as server,
        opened(kind, model="m", base_url=server.base_url) as seat,
    ):
        reply = await ask(seat)
    assert (reply.text, reply.cut) == ('{"orders": {"A VE', True)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_lone_surrogate_arrives_as_it_was_sent(kind: str) -> None:
    async with Loopback("hold \ud835") as server, opened(kind, model="m", base_url=server.base_url) as seat:
        reply = await ask(seat)
    assert reply.text == "hold \ud835"


async def test_a_seat_that_is_closed_leaves_its_lanes_connections_to_the_others() -> None:
    lane = Lane("account", 4, SystemClock())
    async with Loopback("{}") as server:
        first, second = (make(kind, lane, model="m", base_url=server.base_url) for kind in ("openai", "openai"))
        await ask(first)
        await first.close()
        assert (await ask(second)).text == "{}"
        await second.close()


# Each row: settings, and what the refusal says.
NO_KEYS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("openai", {}, 'seat "doge": the environment variable OPENAI_API_KEY is not set'),
    ("anthropic", {}, 'seat "doge": the environment variable ANTHROPIC_API_KEY is not set'),
    ("openai", {"api_key_env": "MY_KEY"}, "the environment variable MY_KEY is not set"),
    ("openai", {"base_url": "https://models.example.com/v1"}, "no key is known for models.example.com; name its"),
)


@pytest.mark.parametrize(("kind", "settings", "says"), NO_KEYS)
def test_a_missing_key_names_seat_and_variable(
    kind: str, settings: dict[str, Any], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "MY_KEY"):
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(UserError) as error:
        make(kind, model="m", **settings)
    assert says in str(error.value)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_key_goes_only_where_it_was_named_for(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-not-for-this-machine")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-not-for-this-machine")
    monkeypatch.setenv("MY_KEY", "sk-mine\n")
    async with Loopback("{}") as server:
        for settings in ({}, {"api_key_env": "MY_KEY"}):
            async with opened(kind, model="m", base_url=server.base_url, **settings) as seat:
                await ask(seat)
    assert [sent.headers["Authorization"] for sent in server.requests] == ["Bearer none", "Bearer sk-mine"]


# Each row: a setting a league file must not hold, and what is said about it.
REFUSED: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("openai", {"api_key": "sk-secret"}, "Extra inputs are not permitted"),
    ("anthropic", {"temperature": 0.5}, "Extra inputs are not permitted"),
    ("openai", {"base_url": "models.example.com"}, "must be an address"),
    ("openai", {"base_url": "https://me:pass@models.example.com"}, "must hold no name or password"),
    ("openai", {"headers": {"Authorization": "Bearer x"}}, "name the key's variable"),
    ("openai", {"headers": {"X-Title": "a\nb"}}, "must be printable ASCII"),
    ("openai", {"params": {"messages": []}}, "messages cannot be set here"),
    ("openai", {"max_tokens": 0}, "greater than or equal to 1"),
    ("openai", {"attempt_seconds": 0}, "greater than 0"),
    ("anthropic", {"cache": "2h"}, "'off', '5m' or '1h'"),
)


@pytest.mark.parametrize(("kind", "settings", "says"), REFUSED)
def test_bad_settings_are_refused(kind: str, settings: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        make(kind, **{"model": "m", **settings})
