"""Why an attempt failed, as a plain value: structured codes first, then the status, words last.

The tables are the whole policy: a code nobody knows is read by its HTTP status,
and words decide only where codes are silent and no time to wait was named.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from harness.config_text import SECRET_VALUE
from harness.seats.seat import FailureKind

DETAIL_CHARACTERS = 400

CODES: Mapping[str, FailureKind] = {
    "insufficient_quota": FailureKind.QUOTA,
    "credit_balance_exhausted": FailureKind.QUOTA,
    "organization_spend_limit_exceeded": FailureKind.QUOTA,
    "organization_usage_limit_exceeded": FailureKind.QUOTA,
    "project_spend_limit_exceeded": FailureKind.QUOTA,
    "billing_hard_limit_reached": FailureKind.QUOTA,
    "billing_not_active": FailureKind.QUOTA,
    "billing_error": FailureKind.QUOTA,
    "enforced_spend_limit_reached": FailureKind.QUOTA,
    "contract_spend_limit_reached": FailureKind.QUOTA,
    "invalid_api_key": FailureKind.AUTH,
    "authentication_error": FailureKind.AUTH,
    "permission_error": FailureKind.AUTH,
    "model_not_found": FailureKind.MODEL_NOT_FOUND,
    "context_length_exceeded": FailureKind.CONTEXT_OVERFLOW,
    "exceed_context_size_error": FailureKind.CONTEXT_OVERFLOW,
    "request_too_large": FailureKind.CONTEXT_OVERFLOW,
    "content_filter": FailureKind.CONTENT_FILTER,
    "content_policy_violation": FailureKind.CONTENT_FILTER,
    "responsibleaipolicyviolation": FailureKind.CONTENT_FILTER,
    "invalid_prompt": FailureKind.CONTENT_FILTER,
    "bio_policy": FailureKind.CONTENT_FILTER,
    "rate_limit_exceeded": FailureKind.RATE_LIMITED,
    "rate_limit_error": FailureKind.RATE_LIMITED,
    "slow_down": FailureKind.RATE_LIMITED,
    "overloaded_error": FailureKind.TRANSIENT,
}

TOO_MANY = 429

STATUSES: Mapping[int, FailureKind] = {
    401: FailureKind.AUTH,
    402: FailureKind.QUOTA,
    403: FailureKind.AUTH,
    404: FailureKind.MODEL_NOT_FOUND,
    408: FailureKind.TRANSIENT,
    409: FailureKind.TRANSIENT,
    413: FailureKind.CONTEXT_OVERFLOW,
    425: FailureKind.TRANSIENT,
    TOO_MANY: FailureKind.RATE_LIMITED,
}

OVERFLOW = re.compile(
    r"prompt is too long|input is too long|maximum context length|context window|available context size", re.IGNORECASE
)
NO_CREDIT = re.compile(r"credit balance|insufficient (balance|credits?|funds)|out of credits?", re.IGNORECASE)
BAD_KEY = re.compile(r"api key (is )?(not valid|invalid)|invalid api key", re.IGNORECASE)
WORDS: Mapping[int, tuple[tuple[re.Pattern[str], FailureKind], ...]] = {
    400: ((OVERFLOW, FailureKind.CONTEXT_OVERFLOW), (NO_CREDIT, FailureKind.QUOTA), (BAD_KEY, FailureKind.AUTH)),
    422: ((OVERFLOW, FailureKind.CONTEXT_OVERFLOW),),
    429: ((NO_CREDIT, FailureKind.QUOTA),),
}

WAIT_IN_WORDS = re.compile(r"(?:retry|try again) in (\d+(?:\.\d+)?) ?(ms|s\b|sec|m\b|min)?", re.IGNORECASE)
SECONDS = re.compile(r"\d{1,12}(\.\d+)?")
NUMBER = re.compile(r"\d{1,15}(\.\d+)?")
DURATION = re.compile(
    r"(?=\d)(?:(\d{1,4})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m(?!s))?(?:(\d{1,9}(?:\.\d+)?)s)?(?:(\d{1,9})ms)?"
)
"""How providers write the time to a reset: 6m0s, 1h2m3.5s, 20ms."""

SCALES = (86_400.0, 3_600.0, 60.0, 1.0, 0.001)
EPOCH, EPOCH_MS = 1e9, 1e12
"""From here on a number is a moment since 1970, in seconds or milliseconds."""


class Fault(Exception):
    """One failed attempt: its kind, what the other side said, and the seconds it asked to wait for.

    `status` is the HTTP status, 0 where no answer came at all.
    """

    def __init__(self, kind: FailureKind, detail: str, *, status: int = 0, wait: float | None = None) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail
        self.status = status
        self.wait = wait

    @property
    def cause(self) -> str:
        """The kind as an outage names it: without any answer it is the network."""
        return "network" if self.kind is FailureKind.TRANSIENT and not self.status else self.kind.value


def read_fault(status: int, body: object, headers: Mapping[str, str], wall: float) -> Fault:
    """The fault that an error answer tells of; `wall` is the time now in seconds since 1970.

    `body` is the decoded JSON or the text. A 200 with an error inside is read by
    the code in it (OpenRouter says 402, 429 or 502 this way), else as transient.
    """
    error = _error_of(body)
    message = _message(error)
    if status < 400:
        code = error.get("code") if isinstance(error, Mapping) else None
        status = code if isinstance(code, int) and 400 <= code < 600 else 500
    wait = read_wait(headers, wall)
    if wait is None and status == TOO_MANY:
        wait = read_reset(headers, wall)
    if wait is None:
        wait = _wait_in_words(message)
    return Fault(_kind(status, error, message, wait), clip(f"HTTP {status}: {message}"), status=status, wait=wait)


def read_wait(headers: Mapping[str, str], wall: float) -> float | None:
    """The seconds a server asked to wait for: retry-after-ms, then retry-after as seconds or as a date.

    None where it said nothing or nonsense (negative, not a number, a past date).
    """
    for name, scale in (("retry-after-ms", 1_000.0), ("retry-after", 1.0)):
        value = headers.get(name, "").strip()
        if SECONDS.fullmatch(value):
            return float(value) / scale
    try:
        moment = parsedate_to_datetime(headers.get("retry-after", "")).timestamp()
    except (ValueError, OverflowError, OSError):
        return None
    return moment - wall if math.isfinite(moment) and moment >= wall else None


def read_reset(headers: Mapping[str, str], wall: float) -> float | None:
    """The seconds until a provider's limits are reset, by its headers for requests and tokens, or None.

    What counts is the latest reset of those of which nothing remains; where
    none says so, the first one.
    """
    used_up: list[float] = []
    others: list[float] = []
    for name, value in headers.items():
        if "ratelimit" in (name := name.lower()) and "reset" in name:
            seconds = _seconds_until(value.strip(), wall)
            if seconds is not None:
                remaining = headers.get(name.replace("reset", "remaining"), "").strip()
                (used_up if remaining == "0" else others).append(seconds)
    return max(used_up) if used_up else min(others, default=None)


def _seconds_until(value: str, wall: float) -> float | None:
    """Seconds, from a duration, a number or a moment; None for nonsense and the past."""
    if NUMBER.fullmatch(value):
        number = float(value)
        left = number if number < EPOCH else (number / 1_000 if number >= EPOCH_MS else number) - wall
    elif value and (match := DURATION.fullmatch(value)):
        left = sum(scale * float(part) for scale, part in zip(SCALES, match.groups(), strict=True) if part)
    else:
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            return None
        left = moment.replace(tzinfo=moment.tzinfo or UTC).timestamp() - wall
    return left if left >= 0 else None


def clip(text: str) -> str:
    """What another machine said, in one line of bearable length, without anything that looks like a key."""
    line = SECRET_VALUE.sub("[key]", " ".join(text.split()))
    return line if len(line) <= DETAIL_CHARACTERS else line[: DETAIL_CHARACTERS - 1] + "…"


def _kind(status: int, error: object, message: str, wait: float | None) -> FailureKind:
    for code in _codes(error):
        if known := CODES.get(code.lower()):
            return known
    if wait is None:
        for words, kind in WORDS.get(status, ()):
            if words.search(message):
                return kind
    return STATUSES.get(status, FailureKind.TRANSIENT if status >= 500 else FailureKind.BAD_REQUEST)


def _error_of(body: object) -> object:
    """The error object of an answer; some servers wrap it in a list, some do not wrap it at all."""
    if isinstance(body, list) and body:
        body = body[0]
    if isinstance(body, Mapping) and body.get("error"):
        return body["error"]
    return body


def _codes(error: object) -> Iterator[str]:
    """The machine-readable words of an error, the most telling first."""
    if not isinstance(error, Mapping):
        return
    for holder, key in (("details", "error_code"), ("", "code"), ("innererror", "code"), ("", "type")):
        place: Any = error.get(holder) if holder else error
        if isinstance(place, Mapping) and isinstance(code := place.get(key), str):
            yield code


def _message(error: object) -> str:
    if isinstance(error, Mapping):
        message = error.get("message") or error.get("detail")
        return message if isinstance(message, str) else json.dumps(error, default=str)
    return error if isinstance(error, str) else json.dumps(error, default=str)


def _wait_in_words(message: str) -> float | None:
    """ "Please try again in 20s": how compatible servers say it without a header."""
    found = WAIT_IN_WORDS.search(message)
    if not found:
        return None
    scale = {"ms": 0.001, "m": 60.0, "min": 60.0}.get((found[2] or "s").lower(), 1.0)
    return float(found[1]) * scale
