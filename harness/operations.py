"""operations.json: what a league cost and how its calls went, a fold over its journals.

Unlike results it counts everything that was paid for: replies that came too
late, episodes that are not finished. Who decided is counted of the same
episodes, out of what was derived from their journals.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.game import Power
from harness.errors import JournalError, UserError, excerpt
from harness.event_log import read_events
from harness.records import BESIDES, Answer, Crashed, Failed, Late, Replied, lost_calls, read_recording
from harness.results import UnreadableResult, load_result
from harness.seats.seat import FailureKind, Reply
from harness.store import EVENTS, RESULT

FORMAT = 1
FILE = "operations.json"
QUANTILES = (50, 90, 95, 99)
COUNTS = ("calls", "decisions", "attempts", "late", "lost", "unpriced", "decided", "by_model")
TOKENS = ("input", "cache_read", "cache_write", "output", "reasoning")


@dataclass(frozen=True, slots=True)
class Latency:
    """Seconds in which half of a seat's replies were there, and 95 of 100."""

    median: float
    p95: float


class _Account:
    """One seat's calls."""

    def __init__(self) -> None:
        self.models: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()
        self._failures: Counter[str] = Counter()
        self._examples: dict[str, str] = {}
        self._tokens: Counter[str] = Counter()
        self._usd = 0.0
        self._seconds: list[float] = []

    def add(self, answer: Answer, late: bool, ask: int) -> None:
        self._counts["calls"] += not late
        self._counts["decisions"] += not late and ask == 0
        self._counts["attempts"] += answer.attempts
        self._counts["late"] += late
        self._counts["unpriced"] += answer.usd is None and answer.usage.total > 0
        self._usd += answer.usd or 0.0
        self._tokens.update({name: getattr(answer.usage, name) for name in TOKENS})
        if answer.model:
            self.models[answer.model] += 1
        if ask == BESIDES:
            return
        if isinstance(answer, Reply):
            self._seconds.append(answer.seconds)
        else:
            self._failures[answer.kind] += 1
            if answer.kind is not FailureKind.LATE:
                self._examples.setdefault(answer.kind, excerpt(answer.detail))

    def decide(self, decided: int, by_model: int) -> None:
        self._counts.update(decided=decided, by_model=by_model)

    def lose(self) -> None:
        self._counts["lost"] += 1

    def summary(self) -> dict[str, Any]:
        return {
            **{name: self._counts[name] for name in COUNTS},
            "failures": dict(self._failures),
            "examples": self._examples,
            "tokens": {name: self._tokens[name] for name in TOKENS},
            "usd": round(self._usd, 6),
            "seconds": _quantiles(self._seconds),
            "models": dict(self.models),
        }


def operations(folder: Path) -> dict[str, Any]:
    """The operations of a league's results folder, seat by seat; journals that cannot be read are named.

    Of every kind of failure the first stands among `examples`, except for what
    was late. `decisions` were asked for; of those that were `decided` in batches
    that are played, so many are `by_model`.
    """
    seats: dict[str, _Account] = {}
    crashes, unreadable = 0, []
    for path in sorted(folder.glob("*/journal.jsonl")):
        try:
            recording = read_recording(path)
        except JournalError:
            unreadable.append(path.parent.name)
            continue
        names = _names(recording.head)
        for record in (entry.record for entry in recording.entries):
            crashes += isinstance(record, Crashed)
            if isinstance(record, Replied | Failed | Late):
                account = seats.setdefault(names.get(record.at.power, "?"), _Account())
                account.add(record.answer, isinstance(record, Late), record.at.ask)
        for at in lost_calls(entry.record for entry in recording.entries):
            seats.setdefault(names.get(at.power, "?"), _Account()).lose()
        for power, decided, by_model in _decided(path.parent):
            if (name := names.get(power, "?")) in seats:
                seats[name].decide(decided, by_model)
    return {
        "format": FORMAT,
        "crashes": crashes,
        "unreadable": unreadable,
        "seats": {name: account.summary() for name, account in seats.items()},
    }


def load_operations(folder: Path) -> dict[str, Any]:
    """What the last run left of them in a results folder. Raises `UserError` when that cannot be read."""
    path = folder / FILE
    try:
        summary: dict[str, Any] = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise UserError(f"{path} cannot be read ({error}); run the league again to have it written") from error
    return summary


def latencies(folder: Path) -> dict[str, Latency]:
    """By seat, of every seat with replies, as the last run left them; none where it left nothing that can be read."""
    try:
        seats = load_operations(folder)["seats"].items()
        return {
            seat: Latency(float(own["seconds"]["p50"]), float(own["seconds"]["p95"]))
            for seat, own in seats
            if "p95" in own["seconds"]
        }
    except (UserError, LookupError, TypeError, ValueError, AttributeError):
        return {}


def reported_models(summary: Mapping[str, Any]) -> dict[str, list[str]]:
    """The model ids that providers reported, by seat, out of `operations`."""
    return {name: sorted(seat["models"]) for name, seat in summary["seats"].items() if seat["models"]}


def _decided(folder: Path) -> Iterator[tuple[Power, int, int]]:
    """How many decisions every power of an episode has made so far, and how many of them by a model."""
    try:
        for power, counts in load_result(folder / RESULT).counts.items():
            yield power, counts["decisions"], counts["by_model"]
    except UnreadableResult:
        with suppress(UserError, OSError):
            for event in read_events(folder / EVENTS):
                if event["kind"] == "decided":
                    yield str(event.get("power")), 1, event.get("by") == "model"


def _names(head: Mapping[str, Any]) -> dict[str, str]:
    return {power: seat["name"] for power, seat in head.get("seats", {}).items()}


def _quantiles(seconds: Iterable[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    if not ordered:
        return {}
    return {f"p{part}": round(ordered[min(len(ordered) - 1, len(ordered) * part // 100)], 3) for part in QUANTILES}
