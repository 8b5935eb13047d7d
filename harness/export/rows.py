"""The rows of one episode: from its journal, its events and its result, each read by its own reader."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from harness.errors import JournalError
from harness.event_log import read_events
from harness.export.columns import (
    CALLS,
    DECISIONS,
    DRAWS,
    EPISODES,
    FIGURES,
    ORDERS,
    PLAYS,
    PLEDGES,
    PRESS,
    Row,
    Value,
)
from harness.export.orders import Deed, Event, deeds
from harness.records import Failed, Late, Played, Recording, Replied, Stopped, read_recording
from harness.results import COUNTS, TOKENS, Result, UnreadableResult, load_result
from harness.seats.seat import Failure, Reply
from harness.store import EVENTS, JOURNAL, RESULT

VERDICTS = {"stab": "broken", "pledge_judged": ""}
"""The events that judge a pledge, and their verdict where the kind says it already."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What the folder of an episode holds. `result` is None while the episode is not finished."""

    recording: Recording
    events: Sequence[Event]
    result: Result | None
    seats: Mapping[str, Mapping[str, str]]

    @property
    def own(self) -> dict[str, Value]:
        """The columns that every table begins with."""
        head = self.recording.head
        return {"league": head["league"], "episode": head["fixture"]["name"]}

    def seat(self, power: str | None) -> str | None:
        """The seat of a power."""
        return self.seats[power]["name"] if power is not None and power in self.seats else None


def load_kept(folder: Path) -> Kept:
    """An episode's folder. Raises `JournalError` or `UnreadableResult` for one that cannot be told of."""
    recording = read_recording(folder / JOURNAL)
    try:
        seats = {str(power): seat for power, seat in recording.head["seats"].items()}
        named = recording.head["fixture"]["name"] == folder.name
    except (KeyError, TypeError, AttributeError) as error:
        raise JournalError(f"{recording.path}:1: the head describes no episode ({error!r})") from error
    if not named or recording.faults:
        raise JournalError(f"{recording.path}: is damaged or in the wrong folder; see cogleague replay --verify")
    result = load_result(folder / RESULT) if (folder / RESULT).exists() else None
    if result and (result.fixture != folder.name or result.seating.keys() != seats.keys()):
        raise UnreadableResult("is the result of another episode")
    if result and [record.digest for record in _played(recording)[-1:]] != [_digest(folder / EVENTS)]:
        raise JournalError(f"{folder / EVENTS}: is not what the journal tells of; see cogleague replay --verify")
    return Kept(recording, tuple(read_events(folder / EVENTS)), result, seats)


def _played(recording: Recording) -> list[Played | Stopped]:
    """What the journal says of each batch, and of the end if the clock ran out."""
    return [entry.record for entry in recording.entries if isinstance(entry.record, Played | Stopped)]


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest() if path.exists() else ""


def episode_rows(kept: Kept) -> Iterator[Row]:
    """The one row of the episode itself."""
    head, result = kept.recording.head, kept.result
    played = _played(kept.recording)
    yield {
        **kept.own,
        "block": head["fixture"]["block"],
        "seed": head["fixture"]["seed"],
        "game": head["game"],
        "game_version": head["version"],
        "finished": result is not None,
        "ending": result.ending if result else None,
        "winner": result.winner if result else None,
        "winner_seat": kept.seat(result.winner) if result else None,
        "batches": sum(isinstance(record, Played) for record in played),
        "events": played[-1].events if played else 0,
        "seconds": round(sum(record.seconds for record in played if isinstance(record, Played)), 6),
    }


def play_rows(kept: Kept) -> Iterator[Row]:
    """A row a power of the result."""
    result = kept.result
    for power in result.powers if result else ():
        assert result is not None
        yield {
            **kept.own,
            **_seat(kept, power),
            "seat_kind": kept.seats[power]["kind"],
            "variant": kept.seats[power]["variant"],
            "models": " ".join(result.models[power]),
            "score": result.scores[power],
            "won": result.winner == power,
            "left_out": result.tainted(power),
            **{name: result.counts[power][name] for name in COUNTS},
            **{f"tokens_{name}": result.tokens[power][name] for name in TOKENS},
            "usd": result.usd[power],
        }


def figure_rows(kept: Kept) -> Iterator[Row]:
    """A row a power and figure of the game."""
    for power, figures in kept.result.figures.items() if kept.result else ():
        for name, value in sorted(figures.items()):
            yield {**kept.own, **_seat(kept, power), "figure": name, "amount": value}


def decision_rows(kept: Kept) -> Iterator[Row]:
    """A row a power and batch."""
    ends = _ends(kept)
    for number, event in enumerate(kept.events):
        if event["kind"] == "decided":
            notes = sum(refusal["note"] for refusal in event["refused"])
            yield {
                **kept.own,
                "batch": bisect_right(ends, number),
                "phase": event["phase"],
                **_seat(kept, event["power"]),
                "decided_by": event["by"],
                "cause": event["cause"],
                "asks": event["asks"],
                "failures": " ".join(event["failures"]),
                "repairs": " ".join(event["repairs"]),
                "refused": len(event["refused"]) - notes,
                "set_aside": notes,
            }


def call_rows(kept: Kept) -> Iterator[Row]:
    """A row a reply, failure and latecomer of the journal."""
    phases = {row["batch"]: row["phase"] for row in decision_rows(kept)}
    for record in (entry.record for entry in kept.recording.entries):
        if not isinstance(record, Replied | Failed | Late):
            continue
        answer = record.answer
        reply = answer if isinstance(answer, Reply) else None
        failure = answer if isinstance(answer, Failure) else None
        yield {
            **kept.own,
            "batch": record.at.batch,
            "phase": phases.get(record.at.batch),
            **_seat(kept, record.at.power),
            "ask": record.at.ask,
            "outcome": failure.kind.value if failure else "reply",
            "late": isinstance(record, Late),
            "model": answer.model,
            "attempts": answer.attempts,
            "seconds": answer.seconds,
            "waited": answer.waited,
            **{f"tokens_{name}": getattr(answer.usage, name) for name in (*TOKENS, "reasoning")},
            "usd": answer.usd,
            "cut": reply.cut if reply else None,
            "reply": reply.text if reply else None,
            "detail": failure.detail if failure else None,
        }


def order_rows(kept: Kept) -> Iterator[Row]:
    """A row an order."""
    for number, event in enumerate(kept.events, 1):
        for deed in deeds(event):
            yield {**_event(kept, number, event), **_seat(kept, deed.power), **_told(deed)}


def press_rows(kept: Kept) -> Iterator[Row]:
    """A row a broadcast and letter."""
    for number, event in enumerate(kept.events, 1):
        if event["kind"] in ("broadcast", "letter"):
            yield {
                **_event(kept, number, event),
                "kind": event["kind"],
                "sender": event["sender"],
                "sender_seat": kept.seat(event["sender"]),
                "recipient": event.get("to"),
                "recipient_seat": kept.seat(event.get("to")),
                "words": event["text"],
            }


def pledge_rows(kept: Kept) -> Iterator[Row]:
    """A row a pledge; the next verdict on the same promise is the one on it."""
    verdicts: dict[tuple[Any, ...], deque[tuple[int, Event]]] = {}
    for number, event in enumerate(kept.events, 1):
        if event["kind"] in VERDICTS:
            verdicts.setdefault(_promise(event, "power"), deque()).append((number, event))
    for number, event in enumerate(kept.events, 1):
        if event["kind"] != "pledged":
            continue
        own = verdicts.get(_promise(event, "sender"), deque())
        judged = own.popleft()[1] if own else {}
        yield {
            **_event(kept, number, event),
            **_seat(kept, event["sender"]),
            "recipient": event["to"],
            "recipient_seat": kept.seat(event["to"]),
            "pledge": event["pledge"],
            "place": event["place"] or None,
            "verdict": (VERDICTS[judged["kind"]] or judged["verdict"]) if judged else None,
            "judged": judged.get("phase"),
            "broken_by": judged.get("line"),
        }


def draw_rows(kept: Kept) -> Iterator[Row]:
    """A row a draw, wherever in its event it stands."""
    for number, event in enumerate(kept.events, 1):
        for value in event.values():
            for draw in value if isinstance(value, list) else (value,):
                if isinstance(draw, dict) and draw.keys() == {"k", "of", "value"}:
                    yield {
                        **_event(kept, number, event),
                        "kind": event["kind"],
                        "draw": draw["k"],
                        "sides": draw["of"],
                        "drawn": draw["value"],
                    }


ROWS: Mapping[str, Callable[[Kept], Iterator[Row]]] = {
    EPISODES.name: episode_rows,
    PLAYS.name: play_rows,
    FIGURES.name: figure_rows,
    DECISIONS.name: decision_rows,
    CALLS.name: call_rows,
    ORDERS.name: order_rows,
    PRESS.name: press_rows,
    PLEDGES.name: pledge_rows,
    DRAWS.name: draw_rows,
}
"""What makes the rows of each table."""


def _ends(kept: Kept) -> list[int]:
    """For each batch played how many events there were after it: the batch of an event is found by bisection."""
    return [entry.record.events for entry in kept.recording.entries if isinstance(entry.record, Played)]


def _event(kept: Kept, number: int, event: Event) -> dict[str, Value]:
    return {**kept.own, "event": number, "phase": event["phase"]}


def _seat(kept: Kept, power: str) -> dict[str, Value]:
    return {"power": power, "seat": kept.seat(power)}


def _told(deed: Deed) -> dict[str, Value]:
    return {
        "action": deed.action,
        "line": deed.line,
        "success": deed.success,
        "cause": deed.cause,
        "because_of": "; ".join(deed.by),
    }


def _promise(event: Event, giver: str) -> tuple[Any, ...]:
    return event[giver], event["to"], event["pledge"], event["place"]
