"""What press, retreats and disbands add to the counts a game keeps of every power."""

from __future__ import annotations

from collections.abc import Iterator

from engine.conflict.events import Disband, Retreat
from engine.game import Event, Power
from engine.press import Letter, Pledged, PledgeJudged, Stab, Verdict

Fact = tuple[Power | None, str]
"""Whose count goes up by one, and which; nobody's when the power is None."""


def facts(event: Event) -> Iterator[Fact]:
    """letters, pledges_made, pledges_kept, stabs_given, stabs_suffered, units_lost."""
    match event:
        case Letter(sender=power):
            yield power, "letters"
        case Pledged(sender=power):
            yield power, "pledges_made"
        case PledgeJudged(power=power, verdict=Verdict.KEPT):
            yield power, "pledges_kept"
        case Stab(power=power, to=victim):
            yield power, "stabs_given"
            yield victim, "stabs_suffered"
        case Retreat(units=units):
            yield from ((unit.power, "units_lost") for unit in units if not unit.to)
        case Disband(power=power, units=gone):
            yield from ((power, "units_lost") for _ in gone)
