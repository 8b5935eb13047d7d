"""Reading the JSON of a provider's answer without trusting any of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from harness.seats.faults import Fault, clip
from harness.seats.seat import FailureKind

MOST_TOKENS = 10**12
MOST_DOLLARS = 10**9
"""What no single reply can cost: a server that says so is not believed."""


def read_json(content: bytes, status: int) -> Any:
    """The JSON of a body; raises a transient `Fault` for a page of HTML or half an answer."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        start = clip(content[:200].decode(errors="replace"))
        raise Fault(FailureKind.TRANSIENT, f"HTTP {status}: the answer is no JSON: {start}", status=status) from None


def pick(data: Any, *path: str | int) -> Any:
    """What stands at this path of keys and places, or None."""
    for step in path:
        if isinstance(step, int):
            data = data[step] if isinstance(data, list) and len(data) > step else None
        else:
            data = data.get(step) if isinstance(data, Mapping) else None
    return data


def text_at(data: Any, *path: str | int) -> str:
    """The text at this path, or nothing."""
    found = pick(data, *path)
    return found if isinstance(found, str) else ""


def name_at(data: Any, *path: str | int) -> str:
    """The name at this path in one line of bearable length, or nothing."""
    return clip(text_at(data, *path))


def count_at(data: Any, *path: str | int) -> int:
    """The whole number of tokens at this path, or 0 where none can stand."""
    found = pick(data, *path)
    return found if isinstance(found, int) and not isinstance(found, bool) and 0 < found < MOST_TOKENS else 0


def dollars_at(data: Any, *path: str | int) -> float | None:
    """The sum of money at this path, or None."""
    found = pick(data, *path)
    if isinstance(found, bool) or not isinstance(found, int | float):
        return None
    return float(found) if 0 <= found < MOST_DOLLARS else None
