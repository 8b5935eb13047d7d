"""A lane at one moment, for the console and for whoever has to decide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

SLOTS = "free slots"
OUTAGE = "the end of an outage"
REQUESTS, TOKENS = "requests a minute", "tokens a minute"
REFUSED = {"rate_limited": "429s to cease"}
"""What the first call in line waits for, as a person reads it; other kinds of refusals are a server's errors."""


def refused(kind: str) -> str:
    """What is waited for after refusals of this kind."""
    return REFUSED.get(kind, "a busy server")


class LaneShut(Exception):
    """No call can start in time: the cause as an outage names it, and the seconds until another try is worth it."""

    def __init__(self, cause: str, wait: float, detail: str) -> None:
        super().__init__(detail)
        self.cause = cause
        self.wait = wait


@dataclass(frozen=True, slots=True)
class CallStatus:
    """A call in flight: whose it is, the model asked, which attempt this is and for how many seconds it runs."""

    seat: str
    model: str
    attempt: int
    seconds: float


@dataclass(frozen=True, slots=True)
class LaneStatus:
    """What a lane is doing.

    `waiting` calls want a slot; `paused` is how many seconds the provider asked
    to wait for; `calls` counts attempts sent, `troubles` the failed ones by kind.
    Of `concurrency` calls at once the provider's refusals leave `limit`.
    `waits_for` says what keeps the first of those waiting, `waited` for how many
    seconds somebody was first in line so far, by what they waited for. A lane
    with an outage has its cause in `shut` and is tried again in `opens_in`
    seconds, or right now when `probing`. `oldest` is the call in flight that has
    run longest. `cached` tells of every model whose prompts can be cached the
    share of prompt tokens that came from the cache, `cold` names those of
    which it is less than half.
    """

    name: str
    concurrency: int
    in_flight: int
    waiting: int
    paused: float
    calls: int
    troubles: Mapping[str, int]
    limit: int = 0
    waits_for: str = ""
    waited: Mapping[str, float] = field(default_factory=dict)
    shut: str = ""
    opens_in: float = 0.0
    probing: bool = False
    oldest: CallStatus | None = None
    tokens: int = 0
    usd: float = 0.0
    cached: Mapping[str, float] = field(default_factory=dict)
    cold: tuple[str, ...] = ()
