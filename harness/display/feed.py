"""A run as lines of JSON for other tools: one a milestone, one every few seconds, one at the end.

Every line has ``event`` (``news``, ``snapshot`` or ``report``) and ``at``, seconds
since 1970. The rest are the fields of `Snapshot` and `Report`, so that a line
stands by itself; `running` is only counted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TextIO

from engine.wire import encode, plain
from harness.report import Report
from harness.snapshot import Snapshot

EVERY = 10.0
"""Seconds between two snapshots without news."""

COUNTED = ("running", "suspended")


class Feed:
    """The observer of a run that writes to a stream, by a clock in seconds since 1970."""

    def __init__(self, out: TextIO, wall: Callable[[], float]) -> None:
        self._out, self._wall = out, wall
        self._told_at = float("-inf")

    def __call__(self, snapshot: Snapshot) -> None:
        """Take the newest snapshot."""
        if snapshot.news or self._wall() - self._told_at >= EVERY:
            self._told_at = self._wall()
            self._write("news" if snapshot.news else "snapshot", _facts(snapshot))

    def report(self, report: Report, code: int) -> None:
        """The last line, with the exit code."""
        self._write("report", {**plain(report), "exit_code": code})

    def _write(self, event: str, facts: dict[str, Any]) -> None:
        self._out.write(encode({"event": event, "at": round(self._wall(), 3), **facts}) + "\n")
        self._out.flush()


def _facts(snapshot: Snapshot) -> dict[str, Any]:
    facts = {field.name: getattr(snapshot, field.name) for field in fields(snapshot)}
    return {name: len(value) if name in COUNTED else plain(value) for name, value in facts.items()}
