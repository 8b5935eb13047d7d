"""When a run should be over: a time of day or a duration, as a person writes it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from harness.clock import Clock

TIME_OF_DAY = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")
DURATION = re.compile(r"(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s)?")

HOW = 'write a time of day ("07:30") or a duration ("8h", "90m", "1h30m", "45s")'


@dataclass(frozen=True, slots=True)
class FinishBy:
    """As written; `seconds` of a duration, or None for a time of day, `minute` counted from midnight."""

    text: str
    seconds: float | None
    minute: int = 0

    def moment(self, clock: Clock) -> float:
        """When that is on the clock, for a run that begins now: the next time it is so late, in local time."""
        if self.seconds is not None:
            return clock.now() + self.seconds
        now = datetime.fromtimestamp(clock.wall()).astimezone()
        due = now.replace(hour=self.minute // 60, minute=self.minute % 60, second=0, microsecond=0)
        if due <= now:
            due += timedelta(days=1)
        return clock.now() + (due - now).total_seconds()


def read_finish_by(text: str) -> FinishBy:
    """The moment in a text. Raises `ValueError` saying what can be written."""
    word = text.strip().lower().replace(" ", "")
    if match := TIME_OF_DAY.fullmatch(word):
        hours, minutes = map(int, match.groups())
        return FinishBy(word, None, 60 * hours + minutes)
    match = DURATION.fullmatch(word)
    hours, minutes, seconds = (int(part or 0) for part in match.groups()) if match else (0, 0, 0)
    total = 3600 * hours + 60 * minutes + seconds
    if not total:
        raise ValueError(HOW)
    return FinishBy(word, float(total))
