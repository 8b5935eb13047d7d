"""What the harness and a seat say to each other."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple, Protocol, runtime_checkable

from engine.dice import Dice
from engine.game import Power, Request
from engine.memory import Memory


class At(NamedTuple):
    """Where in an episode something was asked: batch from 0, power, ask 0 or 1."""

    batch: int
    power: Power
    ask: int

    def plain(self) -> tuple[int, Power, int]:
        """The place as journals hold it: a list."""
        return self.batch, self.power, self.ask


CHARACTERS_PER_TOKEN = 3
"""Of the prompts of these games, whose names and codes are no common words, tokens have 2.7 to 3."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A rendered prompt in sending order: what never changes, what the batch shares, what is private."""

    system: str
    shared: str
    private: str

    @property
    def user(self) -> str:
        """The user message: the shared part, then the private one."""
        return self.shared + self.private

    @property
    def characters(self) -> int:
        """The length of all of it."""
        return len(self.system) + len(self.shared) + len(self.private)


@dataclass(frozen=True, slots=True)
class Exchange:
    """An earlier ask of the same decision: the reply that failed, and what the seat is told about it."""

    reply: str
    complaint: str


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one reply in disjoint classes: uncached input, cache read, cache write, output.

    `output` includes `reasoning`, which is told apart for information only.
    """

    input: int = 0
    cache_read: int = 0
    cache_write: int = 0
    output: int = 0
    reasoning: int = 0

    @property
    def total(self) -> int:
        """All tokens that were billed."""
        return self.input + self.cache_read + self.cache_write + self.output


class FailureKind(StrEnum):
    """Why a call brought no usable reply. The kind drives retry, scoring and report."""

    TRANSIENT = "transient"
    RATE_LIMITED = "rate_limited"
    QUOTA = "quota"
    AUTH = "auth"
    MODEL_NOT_FOUND = "model_not_found"
    BAD_REQUEST = "bad_request"
    CONTEXT_OVERFLOW = "context_overflow"
    CONTENT_FILTER = "content_filter"
    REFUSAL = "refusal"
    TRUNCATED = "truncated"
    TRUNCATED_REASONING = "truncated_reasoning"
    INCOMPLETE = "incomplete"
    EMPTY = "empty"
    UNPARSABLE = "unparsable"
    ILLEGAL = "illegal"
    LATE = "late"
    CRASH = "crash"


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: the text and what it cost.

    `cut` says that the text ended at the token limit. `model` is the id the
    provider reported. `usd` is None when the price is unknown. `attempts`
    counts calls including retries. `seconds` is the time in play from the first
    attempt to the reply; `waited` is what the call spent in front of its lane,
    for a free slot or the end of a limit, which is nobody's playing time.
    """

    text: str
    cut: bool = False
    model: str = ""
    usage: Usage = field(default_factory=Usage)
    usd: float | None = None
    attempts: int = 1
    seconds: float = 0.0
    waited: float = 0.0


@dataclass(frozen=True, slots=True)
class Failure:
    """A call that failed by the seat's own fault or deadline, with what it cost all the same."""

    kind: FailureKind
    detail: str
    model: str = ""
    usage: Usage = field(default_factory=Usage)
    usd: float | None = None
    attempts: int = 1
    seconds: float = 0.0
    waited: float = 0.0


LONGEST_REPLY = 256 * 1024
"""Characters of a reply that are kept; no decision needs a hundredth of them."""


def bounded(answer: Reply | Failure) -> Reply | Failure:
    """The answer as it is kept: what is beyond `LONGEST_REPLY` is cut off, and the reply is marked as cut."""
    if isinstance(answer, Failure) or len(answer.text) <= LONGEST_REPLY:
        return answer
    return replace(answer, text=answer.text[:LONGEST_REPLY], cut=True)


def nothing(*_: object) -> None:
    """Note nothing."""


def drop(attempt: asyncio.Future[Reply | Failure]) -> None:
    """Give an attempt up, whatever becomes of it."""
    attempt.cancel()
    attempt.add_done_callback(lambda given_up: given_up.cancelled() or given_up.exception())


@dataclass(frozen=True, slots=True)
class SeatCall:
    """One call to a seat.

    `prompt` renders on the first use and returns the same value afterwards; a
    scripted seat never calls it. `asked` is to be called right before the prompt
    goes out to whoever answers: when it returns, the journal's file says so, and
    a call that is lost with the process is on the bill. `schema` is the JSON schema to constrain the
    reply with, or None. `dice` is the stream a scripted policy draws from.
    `after` is the failure of the ask before, when this one is to mend it.
    `seconds` is what the call may take from when its request is under way; an
    attempt that is still running then is handed to `overdue`, so that its cost
    becomes known; `besides` is handed a call that is made for this one's sake.
    """

    at: At
    request: Request
    memory: Memory
    dice: Dice
    prompt: Callable[[], Prompt]
    earlier: tuple[Exchange, ...] = ()
    schema: Mapping[str, Any] | None = None
    after: FailureKind | None = None
    seconds: float = math.inf
    overdue: Callable[[asyncio.Future[Reply | Failure]], None] = drop
    besides: Callable[[asyncio.Future[Reply | Failure]], None] = nothing
    asked: Callable[[], None] = nothing


class Seat(Protocol):
    """A chair of the league that can be asked.

    `paid` replies are made durable before they are acted on. `ask` raises
    `Outage` for the world's fault and returns a `Failure` for the seat's own.
    """

    name: str
    paid: bool

    async def ask(self, call: SeatCall, until: float) -> Reply | Failure:
        """Answer within the call's seconds and before the clock's `until`; a seat that cannot is `late`."""

    async def close(self) -> None:
        """Give back connections and processes."""


@runtime_checkable
class Probed(Protocol):
    """A seat whose account can be tried before the night."""

    async def probe(self, until: float) -> Reply | Failure:
        """What comes of a call for one token; raises `Outage` as `ask` does."""


class Terminal(Protocol):
    """A person's terminal, as a human seat needs it."""

    def show(self, text: str) -> None:
        """Show plain text."""

    async def choose(self, title: str, options: Sequence[str], least: int, most: int) -> Sequence[str]:
        """Let the person pick from the options, with completion; raises EOFError when they leave."""

    async def write(self, title: str, cap: int) -> str:
        """Let the person write one line of at most `cap` code points, or nothing."""
