"""One call for one token, to see whether a model is there with its key and takes its parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from harness.clock import Clock
from harness.config import SeatConfig
from harness.errors import Outage, UserError
from harness.seats.seat import Failure, FailureKind, Probed, Reply

PROBE_SECONDS = 30.0

ALIVE = frozenset({FailureKind.TRUNCATED, FailureKind.TRUNCATED_REASONING, FailureKind.EMPTY})
"""What a model may make of one token; it is there and takes its parameters."""

Level = Literal["ok", "warn", "error"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: how it stands, what it is, what to know or do about it."""

    level: Level
    subject: str
    text: str


async def probed_seat(config: SeatConfig, seat: Probed, clock: Clock) -> Finding:
    """What a seat's model makes of a call for one token; it is warned of one that answers under another name."""
    subject, asked = f"probe {config.name}", config.settings.model
    try:
        result: Reply | Failure = await seat.probe(clock.now() + PROBE_SECONDS)
    except (Outage, UserError) as error:
        return Finding("error", subject, str(error))
    if isinstance(result, Failure) and result.kind not in ALIVE:
        return Finding("error", subject, f"{result.kind}: {result.detail}")
    cost = "" if result.usd is None else f", ${result.usd:.4f}"
    told = f"answered in {result.seconds:.1f} s for {result.usage.total} tokens{cost}"
    if result.model and not result.model.startswith(asked):
        return Finding("warn", subject, f"{told}, but as {result.model} instead of {asked}")
    return Finding("ok", subject, f"{result.model or asked} {told}")
