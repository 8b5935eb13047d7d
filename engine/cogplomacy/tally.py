"""Counting what an episode was like, power by power, from its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.cogplomacy.events import Built, CentreTaken
from engine.cogplomacy.map.board import POWERS
from engine.cogplomacy.state import TALLIED, Tally
from engine.conflict.tally import Fact, facts
from engine.game import Event, Power


def count(tallies: tuple[Tally, ...], events: Iterable[Event]) -> tuple[Tally, ...]:
    """The tallies after these events."""
    added = [fact for event in events for fact in _facts(event)]
    if not added:
        return tallies
    found: dict[Power | None, Counter[str]] = {}
    for power, name in added:
        found.setdefault(power, Counter())[name] += 1
    return tuple(
        replace(tally, **{name: getattr(tally, name) + more for name, more in found[power].items()})
        if power in found
        else tally
        for power, tally in zip(POWERS, tallies, strict=True)
    )


def figures(tally: Tally) -> dict[str, int]:
    """A tally by the names of its counts."""
    return {name: getattr(tally, name) for name in TALLIED}


def _facts(event: Event) -> Iterator[Fact]:
    match event:
        case CentreTaken(power=power, former=former):
            yield power, "centres_taken"
            yield former, "centres_lost"
        case Built(power=power, units=units):
            yield from ((power, "units_built") for _ in units)
        case _:
            yield from facts(event)
