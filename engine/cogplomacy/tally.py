"""Counting what an episode was like, power by power, from its events."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cogplomacy.events import Built, CentreTaken
from engine.cogplomacy.map.board import POWERS
from engine.cogplomacy.state import Tally
from engine.conflict.tally import Fact, facts
from engine.game import Event, Power

_PLACES = {name: place for place, name in enumerate(Tally._fields)}


def count(tallies: tuple[Tally, ...], events: Iterable[Event]) -> tuple[Tally, ...]:
    """The tallies after these events."""
    changed: dict[Power | None, list[str]] = {}
    for event in events:
        for power, name in _facts(event):
            changed.setdefault(power, []).append(name)
    if not changed:
        return tallies
    return tuple([_add(tally, changed.get(power, ())) for power, tally in zip(POWERS, tallies, strict=True)])


def _add(tally: Tally, names: Iterable[str]) -> Tally:
    numbers = list(tally)
    for name in names:
        numbers[_PLACES[name]] += 1
    return Tally(*numbers)


def figures(tally: Tally) -> dict[str, int]:
    """A tally by the names of its counts."""
    return tally._asdict()


def _facts(event: Event) -> Iterable[Fact]:
    match event:
        case CentreTaken(power=power, former=former):
            return (power, "centres_taken"), (former, "centres_lost")
        case Built(power=power, units=units):
            return [(power, "units_built")] * len(units)
        case _:
            return facts(event)
