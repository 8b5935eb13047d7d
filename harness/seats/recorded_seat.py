"""A seat that has left: it says again what a journal holds of it."""

from __future__ import annotations

from collections.abc import Mapping

from harness.records import Answer, Asked, Failed, Recording, Replied
from harness.seats.seat import At, SeatCall


class RecordingEnded(Exception):
    """An unfinished episode was replayed to the end of its journal."""


class RecordedSeat:
    """Answers from a recording. Where a prompt was sent it is rendered again if `prompted`, and compared."""

    paid = False

    def __init__(self, name: str, recording: Recording, *, prompted: bool) -> None:
        self.name = name
        self._answers: Mapping[At, Answer] = {
            entry.record.at: entry.record.answer
            for entry in reversed(recording.entries)
            if isinstance(entry.record, Replied | Failed)
        }
        self._prompted = {
            entry.record.at for entry in recording.entries if prompted and isinstance(entry.record, Asked)
        }

    async def ask(self, call: SeatCall, until: float) -> Answer:
        """The recorded answer; raises `RecordingEnded` when there is none."""
        if call.at in self._prompted:
            call.asked()
        if call.at not in self._answers:
            raise RecordingEnded(f"nothing is recorded of {self.name} after batch {call.at.batch}")
        return self._answers[call.at]

    async def close(self) -> None:
        """There is nothing to give back."""
