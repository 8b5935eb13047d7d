"""The tables that leave the house, as data: every column with its kind and what it says.

Names are no reserved words of SQL. The text here and in docs/data.md is the same,
which a test keeps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Kind = Literal["text", "whole", "number", "yes"]
"""Text, a whole number of 64 bits, a number, or true and false."""

Value = str | int | float | bool | None
Row = Mapping[str, Value]
"""Values by column; a column that is missing has no value in this row."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column."""

    name: str
    kind: Kind
    meaning: str


@dataclass(frozen=True, slots=True)
class Table:
    """One table: a row for what `meaning` says."""

    name: str
    meaning: str
    columns: tuple[Column, ...]


_EPISODE = (
    Column("league", "text", "the league's name"),
    Column("episode", "text", "the episode's name, `b01-e03`"),
)
_EVENT = (
    *_EPISODE,
    Column("event", "whole", "the line of events.jsonl, from 1"),
    Column("phase", "text", "the phase, `1499-spring-orders`"),
)
_BATCH = (
    *_EPISODE,
    Column("batch", "whole", "the batch, from 0"),
    Column("phase", "text", "its phase, `1499-spring-orders`"),
)
_SEAT = (
    Column("power", "text", "the power"),
    Column("seat", "text", "the seat that held it"),
)
_TOKENS = (
    Column("tokens_input", "whole", "uncached input tokens"),
    Column("tokens_cache_read", "whole", "input tokens read from the provider's cache"),
    Column("tokens_cache_write", "whole", "input tokens written to it"),
    Column("tokens_output", "whole", "output tokens, reasoning included"),
)
_USD = Column("usd", "number", "dollars; none where the price is unknown")

EPISODES = Table(
    "episodes",
    "an episode that was begun",
    (
        *_EPISODE,
        Column("block", "whole", "the block, from 0; its episodes share one seed"),
        Column("seed", "whole", "the seed, below 2^53"),
        Column("game", "text", "the game"),
        Column("game_version", "whole", "the version of its rules"),
        Column("finished", "yes", "whether it has a result"),
        Column("ending", "text", "how it ended"),
        Column("winner", "text", "the power that won, if one did"),
        Column("winner_seat", "text", "the seat that held it"),
        Column("batches", "whole", "batches played"),
        Column("events", "whole", "events that happened"),
        Column("seconds", "number", "the play clock at the end"),
    ),
)
PLAYS = Table(
    "plays",
    "a power of a finished episode, in its seat's hands",
    (
        *_EPISODE,
        *_SEAT,
        Column("seat_kind", "text", "the seat's kind, `openai`, `scripted` ..."),
        Column("variant", "text", "its prompt variant"),
        Column("models", "text", "model ids the provider reported, blanks between"),
        Column("score", "number", "the score of the episode"),
        Column("won", "yes", "whether it won"),
        Column("left_out", "yes", "whether standings leave it out: the fallback policy or an outage decided in it"),
        Column("decisions", "whole", "decisions asked for"),
        Column("by_model", "whole", "of these, made by a model"),
        Column("repaired", "whole", "made by replies that had to be mended"),
        Column("fallback", "whole", "made by the fallback policy"),
        Column("silent", "whole", "not made at all"),
        Column("illegal", "whole", "lines that the rules refused"),
        *_TOKENS,
        _USD,
    ),
)
FIGURES = Table(
    "figures",
    "one of the game's own figures of a power in a finished episode",
    (
        *_EPISODE,
        *_SEAT,
        Column("figure", "text", "its name, `cities`, `stabs_given` ..."),
        Column("amount", "number", "its value at the end"),
    ),
)
DECISIONS = Table(
    "decisions",
    "a decision of a power in a batch",
    (
        *_BATCH,
        *_SEAT,
        Column("decided_by", "text", "`model`, `policy`, `human`, `silence` or `fallback`"),
        Column("cause", "text", "why it was not the seat, a kind of failure; else empty"),
        Column("asks", "whole", "how often the seat was asked"),
        Column("failures", "text", "what went wrong in the asks that failed, blanks between"),
        Column("repairs", "text", "what was mended to read the reply, blanks between"),
        Column("refused", "whole", "lines of the answer that the rules refused"),
        Column("set_aside", "whole", "lines set aside, duplicates for instance"),
    ),
)
CALLS = Table(
    "calls",
    "a reply or failure of a seat, as the journal has it",
    (
        *_BATCH,
        *_SEAT,
        Column("ask", "whole", "0, or 1 when the seat was asked again"),
        Column("outcome", "text", "`reply`, or the kind of failure"),
        Column("late", "yes", "whether it came too late to count"),
        Column("model", "text", "the model id the provider reported"),
        Column("attempts", "whole", "requests sent, retries included"),
        Column("seconds", "number", "seconds in play"),
        Column("waited", "number", "seconds in front of the lane, no time of play"),
        *_TOKENS,
        Column("tokens_reasoning", "whole", "output tokens that were reasoning"),
        _USD,
        Column("cut", "yes", "whether the text ended at the token limit; none for a failure"),
        Column("reply", "text", "the reply's text; none for a failure"),
        Column("detail", "text", "what is known of the failure; none for a reply"),
    ),
)
ORDERS = Table(
    "orders",
    "something a power ordered, with what came of it",
    (
        *_EVENT,
        *_SEAT,
        Column("action", "text", "the kind of event it stands in; `refused` and `set_aside` never were played"),
        Column("line", "text", "the order as played, `A VER - MAN`; as written where it was not played"),
        Column("success", "yes", "whether it succeeded"),
        Column("cause", "text", "why not, or what it led to, in the game's words"),
        Column("because_of", "text", "the orders responsible, `; ` between"),
    ),
)
PRESS = Table(
    "press",
    "a broadcast or a letter that was delivered",
    (
        *_EVENT,
        Column("kind", "text", "`broadcast` or `letter`"),
        Column("sender", "text", "the power that wrote it"),
        Column("sender_seat", "text", "its seat"),
        Column("recipient", "text", "the power it went to; none for everybody"),
        Column("recipient_seat", "text", "its seat"),
        Column("words", "text", "what it says"),
    ),
)
PLEDGES = Table(
    "pledges",
    "a pledge, with the verdict on it",
    (
        *_EVENT,
        *_SEAT,
        Column("recipient", "text", "the power it was given to; none for everybody"),
        Column("recipient_seat", "text", "its seat"),
        Column("pledge", "text", "`peace`, `keepout`, `support` or `ally`"),
        Column("place", "text", "the province it is about, if it is about one"),
        Column("verdict", "text", "`kept`, `broken` or `moot`; none while it was not judged"),
        Column("judged", "text", "the phase in which it was judged"),
        Column("broken_by", "text", "the order or payment that broke it"),
    ),
)
DRAWS = Table(
    "draws",
    "a draw of the game's dice",
    (
        *_EVENT,
        Column("kind", "text", "the kind of event that needed it"),
        Column("draw", "whole", "its index in the stream"),
        Column("sides", "whole", "how many outcomes there were"),
        Column("drawn", "whole", "the one drawn, from 0"),
    ),
)

TABLES = (EPISODES, PLAYS, FIGURES, DECISIONS, CALLS, ORDERS, PRESS, PLEDGES, DRAWS)
"""All tables, in the order in which they are told of."""
