"""What an error answer means: codes before statuses before words, and the time a server asks to wait."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.seats.faults import DETAIL_CHARACTERS, Fault, clip, read_fault, read_reset, read_wait
from harness.seats.seat import FailureKind as Kind

NOON = 1_796_040_000.0  # 2026-11-30 12:00:00 UTC


def openai(code: str | None = None, kind: str = "invalid_request_error", message: str = "no") -> dict[str, Any]:
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}


def anthropic(kind: str, message: str = "no", code: str | None = None) -> dict[str, Any]:
    error = {"type": kind, "message": message} | ({"details": {"error_code": code}} if code else {})
    return {"type": "error", "error": error, "request_id": "req_1"}


GEMINI = [
    {
        "error": {
            "code": 429,
            "status": "RESOURCE_EXHAUSTED",
            "message": "You exceeded your current quota, check your plan and billing details. Please retry in 34.5s.",
        }
    }
]
AZURE = {
    "error": {
        "code": "content_filter",
        "message": "The response was filtered",
        "innererror": {"code": "ResponsibleAIPolicyViolation"},
    }
}
LLAMA = {
    "error": {
        "code": 400,
        "message": "request (9821 tokens) exceeds the available context size",
        "type": "exceed_context_size_error",
        "n_prompt_tokens": 9_821,
        "n_ctx": 8_192,
    }
}
VLLM = {
    "object": "error",
    "message": "This model's maximum context length is 8192 tokens. However, you requested 9821 tokens",
    "type": "BadRequestError",
    "code": 400,
}

# Each row: the status, the body, and the kind it is.
MEANINGS: tuple[tuple[int, Any, Kind], ...] = (
    (400, openai("context_length_exceeded"), Kind.CONTEXT_OVERFLOW),
    (400, VLLM, Kind.CONTEXT_OVERFLOW),
    (400, LLAMA, Kind.CONTEXT_OVERFLOW),
    (400, anthropic("invalid_request_error", "prompt is too long: 210000 tokens > 200000"), Kind.CONTEXT_OVERFLOW),
    (413, anthropic("request_too_large"), Kind.CONTEXT_OVERFLOW),
    (400, AZURE, Kind.CONTENT_FILTER),
    (400, openai("invalid_prompt"), Kind.CONTENT_FILTER),
    (400, openai(message="Unknown parameter: 'effort'"), Kind.BAD_REQUEST),
    (400, anthropic("invalid_request_error", "Your credit balance is too low to access the API"), Kind.QUOTA),
    (422, {"detail": [{"loc": ["body", "seed"], "msg": "not an integer"}]}, Kind.BAD_REQUEST),
    (401, openai("invalid_api_key"), Kind.AUTH),
    (401, "Unauthorized", Kind.AUTH),
    (403, anthropic("permission_error"), Kind.AUTH),
    (404, openai("model_not_found"), Kind.MODEL_NOT_FOUND),
    (404, anthropic("not_found_error", "model: claude-9"), Kind.MODEL_NOT_FOUND),
    (402, openai(message="Insufficient credits"), Kind.QUOTA),
    (402, anthropic("billing_error"), Kind.QUOTA),
    (429, openai("rate_limit_exceeded", "tokens"), Kind.RATE_LIMITED),
    (429, openai("slow_down"), Kind.RATE_LIMITED),
    (429, anthropic("rate_limit_error"), Kind.RATE_LIMITED),
    (429, GEMINI, Kind.RATE_LIMITED),
    (429, openai("429", message="Requests have exceeded the call rate limit of your quota"), Kind.RATE_LIMITED),
    (429, openai("insufficient_quota", "insufficient_quota"), Kind.QUOTA),
    (429, openai(None, "insufficient_quota"), Kind.QUOTA),
    (429, openai("credit_balance_exhausted", "insufficient_quota"), Kind.QUOTA),
    (429, openai("project_spend_limit_exceeded", "insufficient_quota"), Kind.QUOTA),
    (429, anthropic("rate_limit_error", code="enforced_spend_limit_reached"), Kind.QUOTA),
    (429, anthropic("rate_limit_error", code="contract_spend_limit_reached"), Kind.QUOTA),
    (429, "Insufficient balance", Kind.QUOTA),
    (408, "", Kind.TRANSIENT),
    (409, "", Kind.TRANSIENT),
    (425, "", Kind.TRANSIENT),
    (500, openai("server_error"), Kind.TRANSIENT),
    (502, "<html>Bad gateway</html>", Kind.TRANSIENT),
    (503, None, Kind.TRANSIENT),
    (529, anthropic("overloaded_error"), Kind.TRANSIENT),
    (200, {"error": {"message": "Provider returned error", "code": 502}}, Kind.TRANSIENT),
    (200, {"error": {"message": "Insufficient credits", "code": 402}}, Kind.QUOTA),
    (200, {"error": {"message": "slow", "code": 429}}, Kind.RATE_LIMITED),
    (200, {"error": "something went wrong"}, Kind.TRANSIENT),
    (418, {"error": {"code": {"not": "text"}}}, Kind.BAD_REQUEST),
)


@pytest.mark.parametrize(("status", "body", "kind"), MEANINGS)
def test_an_error_answer_has_one_meaning(status: int, body: Any, kind: Kind) -> None:
    assert read_fault(status, body, {}, NOON).kind is kind


@pytest.mark.parametrize(("status", "body", "kind"), MEANINGS)
def test_the_unwrapped_error_object_means_the_same(status: int, body: Any, kind: Kind) -> None:
    if status >= 400 and isinstance(body, dict) and "error" in body:
        body = body["error"]
    assert read_fault(status, body, {}, NOON).kind is kind


# Each row: the headers of the answer, and the seconds to wait.
WAITS: tuple[tuple[dict[str, str], float | None], ...] = (
    ({}, None),
    ({"retry-after": "7"}, 7.0),
    ({"retry-after": "1.5"}, 1.5),
    ({"retry-after-ms": "250", "retry-after": "7"}, 0.25),
    ({"retry-after": "Mon, 30 Nov 2026 12:00:20 GMT"}, 20.0),
    ({"retry-after": "277403"}, 277_403.0),
    ({"retry-after": "0"}, 0.0),
    ({"retry-after": "Mon, 30 Nov 2026 11:00:00 GMT"}, None),
    ({"retry-after": "-3"}, None),
    ({"retry-after": "nan"}, None),
    ({"retry-after": "inf"}, None),
    ({"retry-after": "1e400"}, None),
    ({"retry-after": "soon"}, None),
    ({"retry-after": "9" * 400}, None),
    ({"retry-after-ms": "x", "retry-after": "2"}, 2.0),
)


@pytest.mark.parametrize(("headers", "seconds"), WAITS)
def test_the_time_to_wait_is_read_or_ignored(headers: dict[str, str], seconds: float | None) -> None:
    assert read_wait(headers, NOON) == seconds


# Each row: the headers of a refusal, and the seconds until the limits are reset.
RESETS: tuple[tuple[dict[str, str], float | None], ...] = (
    ({}, None),
    ({"x-ratelimit-reset-requests": "1s"}, 1.0),
    ({"x-ratelimit-reset-tokens": "6m0s"}, 360.0),
    ({"x-ratelimit-reset-tokens": "20ms"}, 0.02),
    ({"x-ratelimit-reset-tokens": "1h2m3.5s"}, 3_723.5),
    ({"x-ratelimit-reset-requests": "2d"}, 172_800.0),
    ({"X-RateLimit-Reset": str(int((NOON + 30) * 1_000))}, 30.0),
    ({"x-ratelimit-reset": str(int(NOON + 30))}, 30.0),
    ({"ratelimit-reset": "12"}, 12.0),
    ({"anthropic-ratelimit-requests-reset": "2026-11-30T12:00:20Z"}, 20.0),
    ({"anthropic-ratelimit-requests-reset": "2026-11-30T13:00:20+01:00"}, 20.0),
    ({"anthropic-ratelimit-requests-reset": "2026-11-30T11:59:00Z"}, None),
    (
        {
            "x-ratelimit-reset-requests": "1s",
            "x-ratelimit-remaining-requests": "9",
            "x-ratelimit-reset-tokens": "5s",
            "x-ratelimit-remaining-tokens": "0",
        },
        5.0,
    ),
    ({"x-ratelimit-reset-requests": "1s", "x-ratelimit-reset-tokens": "5s"}, 1.0),
    ({"x-ratelimit-reset-requests": "soon", "x-ratelimit-reset-tokens": ""}, None),
    ({"x-ratelimit-reset-requests": "-5s"}, None),
    ({"x-ratelimit-reset-requests": "9" * 99}, None),
    ({"x-ratelimit-limit-requests": "60"}, None),
)


@pytest.mark.parametrize(("headers", "seconds"), RESETS)
def test_the_reset_of_a_limit_is_read_or_ignored(headers: dict[str, str], seconds: float | None) -> None:
    assert read_reset(headers, NOON) == (None if seconds is None else pytest.approx(seconds))


def test_a_reset_counts_only_with_a_refusal_and_after_retry_after() -> None:
    headers = {"x-ratelimit-reset-requests": "90s"}
    assert read_fault(429, "", headers, NOON).wait == 90.0
    assert read_fault(500, "", headers, NOON).wait is None
    assert read_fault(429, "", {**headers, "retry-after": "7"}, NOON).wait == 7.0


@given(st.text(), st.text(), st.sampled_from(["x-ratelimit-reset", "anthropic-ratelimit-tokens-reset"]))
def test_no_reset_is_an_error(value: str, remaining: str, name: str) -> None:
    wait = read_reset({name: value, name.replace("reset", "remaining"): remaining}, NOON)
    assert wait is None or wait >= 0


@given(st.text(), st.text())
def test_no_header_is_an_error(first: str, second: str) -> None:
    wait = read_wait({"retry-after-ms": first, "retry-after": second}, NOON)
    assert wait is None or wait >= 0


@pytest.mark.parametrize(
    ("message", "seconds"),
    [
        ("Please try again in 20s.", 20.0),
        ("try again in 250ms", 0.25),
        ("Please retry in 2 min", 120.0),
        ("busy", None),
    ],
)
def test_the_time_to_wait_may_stand_in_words(message: str, seconds: float | None) -> None:
    assert read_fault(429, openai(message=message), {}, NOON).wait == seconds


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text() | st.sampled_from(["error", "code"]), inner),
    max_leaves=8,
)


@given(st.integers(200, 599), JSON)
def test_any_body_has_a_meaning(status: int, body: Any) -> None:
    fault = read_fault(status, body, {}, NOON)
    assert fault.status >= 400
    assert len(fault.detail) <= DETAIL_CHARACTERS


def test_what_a_server_says_is_told_in_one_short_line() -> None:
    assert clip("a\r\n  b\tc") == "a b c"
    assert len(clip("x" * 9_999)) == DETAIL_CHARACTERS
    assert clip("é" * 9_999).endswith("é…")


def test_without_any_answer_the_cause_is_the_network() -> None:
    assert Fault(Kind.TRANSIENT, "reset").cause == "network"
    assert Fault(Kind.TRANSIENT, "busy", status=503).cause == "transient"
    assert Fault(Kind.AUTH, "no", status=401).cause == "auth"


# Each row: what a server said, and what of it is told.
ECHOES: tuple[tuple[str, str], ...] = (
    ("Incorrect API key provided: sk-proj-ab12****9XyZ. Find it", "Incorrect API key provided: [key]. Find it"),
    ("got Authorization: Bearer eyJhbGciOi.J9.x1", "got Authorization: [key]"),
    ("key AIzaSyA-1234567890abcdefghij is off", "key [key] is off"),
    ("gsk_abcdefghijklmnop1234", "[key]"),
    (
        "Bearer authentication is needed; see task-force-overview",
        "Bearer authentication is needed; see task-force-overview",
    ),
)


@pytest.mark.parametrize(("said", "told"), ECHOES)
def test_whatever_looks_like_a_key_is_not_repeated(said: str, told: str) -> None:
    assert read_fault(401, {"error": {"message": said}}, {}, 0.0).detail == f"HTTP 401: {told}"
