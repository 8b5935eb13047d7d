"""Everything a provider, a network or a model can do wrong, by name; and a plan that does it by chance.

    plan = Plan({"reset": 0.1, "limited_date": 0.05}, seed=7)
    async with Loopback(plan, told=plan.told) as server: ...

What happens to a request follows from the seed, its body and how often it was
sent, never from the order in which requests come. From the command line, for
demonstrations of ``cogleague run``::

    python -m tests.loopback --faults world=0.2,refusal=0.01 --seed 7

prints ``READY <base_url>``; ``GET <base_url>/told`` says what was done so far. A
name is a fault of `FAULTS` or a whole group of `GROUPS`, which shares its part.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable, Mapping
from email.utils import formatdate
from hashlib import sha256
from typing import Any

from tests.loopback import Broken, Dripped, Line, Loopback, Raw, Said, Sent

SHORT = 0.05
"""Seconds that limits and drips take."""

Fault = Callable[[Sent, Said], Line]
"""What is said instead of a good reply, which it is given."""


def refused(status: int, code: str = "", kind: str = "error", message: str = "no", **headers: str) -> Fault:
    """An error answer in the request's dialect; underscores in the names of `headers` stand for hyphens."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}

    def answer(sent: Sent, _: Said) -> Raw:
        error: dict[str, Any] = {"type": kind, "message": message}
        if sent.dialect == "anthropic":
            error |= {"details": {"error_code": code}} if code else {}
            return Raw({"type": "error", "error": error, "request_id": "req_1"}, status, named)
        return Raw({"error": {**error, "param": None, "code": code or None}}, status, named)

    return answer


def limited(header: str, value: Callable[[], str], **others: str) -> Fault:
    """A refusal for too many requests, with a header that says for how long."""
    return lambda sent, good: refused(429, "rate_limit_exceeded", "rate_limit_error", **{header: value()}, **others)(
        sent, good
    )


def always(line: Line) -> Fault:
    """The same whatever was asked."""
    return lambda sent, good: line


def _soon() -> str:
    """A moment to come, in UTC, as Anthropic writes it."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 1))


def _envelope(**parts: Any) -> Raw:
    return Raw({"id": "x", "object": "chat.completion", "type": "message", "model": "m", **parts})


LIMITS: Mapping[str, Fault] = {
    "limited": refused(429, "rate_limit_exceeded", "rate_limit_error"),
    "limited_seconds": limited("retry_after", lambda: str(SHORT)),
    "limited_date": limited("retry_after", lambda: formatdate(time.time() + 1, usegmt=True)),
    "limited_ms": limited("retry_after_ms", lambda: str(int(1000 * SHORT))),
    "limited_reset": limited("x_ratelimit_reset_requests", lambda: "50ms", x_ratelimit_remaining_requests="0"),
    "limited_moment": limited("anthropic_ratelimit_requests_reset", _soon, anthropic_ratelimit_requests_remaining="0"),
    "limited_nonsense": limited("retry_after", lambda: "soon"),
    "limited_past": limited("retry_after", lambda: "Mon, 01 Jan 1990 00:00:00 GMT"),
}
BUSY: Mapping[str, Fault] = {
    **{f"http{status}": refused(status) for status in (408, 409, 500, 503, 504)},
    "http502": always(Raw("<html>Bad gateway</html>", 502, content_type="text/html")),
    "http529": refused(529, kind="overloaded_error"),
}
LINES: Mapping[str, Fault] = {
    "reset": always(Broken("reset")),
    "truncated": lambda sent, good: Broken("truncate", line=good),
    "dripped": lambda sent, good: Dripped(good, SHORT),
    "closed": lambda sent, good: Broken("close", line=good),
}
ENVELOPES: Mapping[str, Fault] = {
    "html": always(Raw("<html>Welcome</html>", content_type="text/html")),
    "text": always(Raw("hello there", content_type="text/plain")),
    "half_json": always(Raw('{"id": "x", "choices": [')),
    "nothing": always(Raw("")),
    "no_choices": always(_envelope()),
    "empty_choices": always(_envelope(choices=[], content=None)),
    "error_in_200": always(Raw({"error": {"message": "Provider returned error", "code": 502}})),
}
SLOW: Mapping[str, Fault] = {
    "hung": always(Broken("hang")),
    "stalled": lambda sent, good: Broken("stall", line=good),
    "dripping": always(Broken("drip")),
    "kept_alive": always(Broken("keepalive")),
}
MODELS: Mapping[str, Fault] = {
    "refusal": always(Said(None, refusal="I can't help with that.")),
    "filtered": lambda sent, good: (
        refused(400, "content_filter")(sent, good) if sent.dialect == "anthropic" else Said("", finish="content_filter")
    ),
    "filtered_prompt": always(
        Raw(
            {
                "error": {
                    "code": "content_filter",
                    "message": "The prompt was filtered",
                    "innererror": {"code": "ResponsibleAIPolicyViolation"},
                }
            },
            400,
        )
    ),
    "empty": always(Said("")),
    "cut": lambda sent, good: Said((good.text or "")[: len(good.text or "") // 2], cut=True),
    "thought": lambda sent, good: Said(
        None,
        cut=True,
        usage={
            "openai": {"completion_tokens": 9, "completion_tokens_details": {"reasoning_tokens": 9}},
            "anthropic": {"output_tokens": 9, "output_tokens_details": {"thinking_tokens": 9}},
        }[sent.dialect],
    ),
    "broken_off": lambda sent, good: Said(good.text, finish="pause_turn" if sent.dialect == "anthropic" else "error"),
    "overflow": lambda sent, good: (
        refused(400, "", "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum")
        if sent.dialect == "anthropic"
        else refused(400, "context_length_exceeded", "invalid_request_error")
    )(sent, good),
    "overflow_vllm": always(
        Raw({"object": "error", "message": "This model's maximum context length is 8192 tokens.", "code": 400}, 400)
    ),
    "overflow_llama": always(
        Raw({"error": {"code": 400, "message": "too long", "type": "exceed_context_size_error", "n_ctx": 8192}}, 400)
    ),
    "long": always(Said("la " * 3_500_000)),
    "surrogate": always(Said("I hold \ud835 and \udc00.")),
    "chatter": always(Said("I would rather talk about the weather.")),
}
ACCOUNTS: Mapping[str, Fault] = {
    "wrong_key": refused(401, "invalid_api_key", "authentication_error"),
    "forbidden": refused(403, kind="permission_error"),
    "no_credit": refused(402, kind="billing_error"),
    "no_quota": refused(429, "insufficient_quota", "insufficient_quota"),
    "spent": refused(429, "enforced_spend_limit_reached", "rate_limit_error"),
    "no_model": refused(404, "model_not_found", "not_found_error"),
    "limited_for_hours": limited("retry_after", lambda: "21600"),
}

GROUPS: Mapping[str, Mapping[str, Fault]] = {
    "limits": LIMITS,
    "busy": BUSY,
    "lines": LINES,
    "envelopes": ENVELOPES,
    "world": {**LIMITS, **BUSY, **LINES, **ENVELOPES},
    "slow": SLOW,
    "models": MODELS,
    "accounts": ACCOUNTS,
}
FAULTS: Mapping[str, Fault] = {name: fault for group in GROUPS.values() for name, fault in group.items()}


class Plan:
    """A script for `Loopback`: `good` is said but for the shares of requests that meet a fault; `done` counts these."""

    def __init__(self, shares: Mapping[str, float], seed: int = 0, good: Callable[[Sent], Line] | str = "{}") -> None:
        """`shares` by name of a fault or group; together at most 1."""
        self._shares = [
            (name, share / len(group)) for word, share in shares.items() for group in [_group(word)] for name in group
        ]
        self._seed, self._good = seed, good
        self._sent: Counter[str] = Counter()
        self.done: Counter[str] = Counter()

    def __call__(self, sent: Sent) -> Line:
        """What this request meets."""
        body = sha256(json.dumps(sent.body, sort_keys=True).encode()).hexdigest()
        chance = int(sha256(f"{self._seed}:{self._sent[body]}:{body}".encode()).hexdigest()[:13], 16) / 16**13
        self._sent[body] += 1
        said = self._good if isinstance(self._good, str) else self._good(sent)
        for name, share in self._shares:
            chance -= share
            if chance < 0:
                self.done[name] += 1
                return FAULTS[name](sent, Said(said) if isinstance(said, str) else said)
        return said

    def told(self) -> Mapping[str, int]:
        """How often each fault was done."""
        return dict(self.done)


def _group(word: str) -> tuple[str, ...]:
    if word in FAULTS:
        return (word,)
    if word not in GROUPS:
        raise SystemExit(f"there is no fault {word}; faults: {', '.join(FAULTS)}; groups: {', '.join(GROUPS)}")
    return tuple(GROUPS[word])


async def _serve(script: Plan | str, latency: float, port: int) -> None:
    told = script.told if isinstance(script, Plan) else dict
    async with Loopback(script, latency=latency, keep=False, port=port, told=told) as server:
        print(f"READY {server.base_url}", flush=True)  # noqa: T201
        await asyncio.Event().wait()


def main() -> None:
    """Serve until killed."""
    arguments = argparse.ArgumentParser(description="Serve replies on the loopback interface, and faults by plan.")
    arguments.add_argument("--faults", default="", help="shares of requests by fault or group: world=0.2,refusal=0.01")
    arguments.add_argument("--seed", type=int, default=0, help="of the plan")
    arguments.add_argument("--latency", type=float, default=0.0, help="seconds before each answer")
    arguments.add_argument("--text", default="{}", help="what every good reply says")
    arguments.add_argument("--port", type=int, default=0)
    given = arguments.parse_args()
    shares = dict(part.split("=") for part in given.faults.split(",") if part)
    by_name = {name: float(share) for name, share in shares.items()}
    script = Plan(by_name, given.seed, given.text) if by_name else given.text
    asyncio.run(_serve(script, given.latency, given.port))
