"""What press, retreats and disbands add to the counts a game keeps of every power."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.conflict.events import Disband, Retreat
from engine.game import Event, Power
from engine.press import Letter, Pledged, PledgeJudged, Stab, Verdict

Fact = tuple[Power | None, str]
"""Whose count goes up by one, and which; nobody's when the power is None."""

_FACTS: Mapping[type[Event], Callable[[Any], Iterable[Fact]]] = {
    Letter: lambda letter: [(letter.sender, "letters")],
    Pledged: lambda pledged: [(pledged.sender, "pledges_made")],
    PledgeJudged: lambda judged: [(judged.power, "pledges_kept")] * (judged.verdict is Verdict.KEPT),
    Stab: lambda stab: [(stab.power, "stabs_given"), (stab.to, "stabs_suffered")],
    Retreat: lambda retreat: [(unit.power, "units_lost") for unit in retreat.units if not unit.to],
    Disband: lambda disband: [(disband.power, "units_lost")] * len(disband.units),
}


def facts(event: Event) -> Iterable[Fact]:
    """letters, pledges_made, pledges_kept, stabs_given, stabs_suffered, units_lost."""
    told = _FACTS.get(type(event))
    return told(event) if told else ()
