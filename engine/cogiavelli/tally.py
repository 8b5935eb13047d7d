"""Counting what an episode was like, power by power, from its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from engine.cogiavelli.events import Assassination, Bribe, Built, CityTaken, Paid, PlagueStruck, RebellionRolled
from engine.cogiavelli.map.italy import POWERS
from engine.cogiavelli.reading import Action
from engine.cogiavelli.state import TALLIED, Tally
from engine.conflict.tally import Fact, facts
from engine.game import Event

_BRIBED = ("bought", "disbanded")


def count(tallies: tuple[Tally, ...], events: Iterable[Event]) -> tuple[Tally, ...]:
    """The tallies after these events."""
    added = [fact for event in events for told in (facts(event), _facts(event)) for fact in told]
    if not added:
        return tallies
    found = Counter(added)
    changed = {power for power, _ in found}
    return tuple(
        Tally(*(value + found[(power, name)] for name, value in figures(tally).items())) if power in changed else tally
        for power, tally in zip(POWERS, tallies, strict=True)
    )


def figures(tally: Tally) -> dict[str, int]:
    """A tally by the names of its counts."""
    return {name: getattr(tally, name) for name in TALLIED}


def _facts(event: Event) -> Iterator[Fact]:
    """What this game's own events add to whose tally."""
    match event:
        case Paid(power=power, action=Action.GIFT.value):
            yield power, "gifts"
        case Assassination(power=power, succeeded=succeeded):
            yield power, "daggers"
            if succeeded:
                yield power, "daggers_won"
        case Bribe(power=power, owner=owner, outcome=outcome):
            yield power, "bribes"
            if outcome in _BRIBED:
                yield power, "bribes_won"
                yield owner, "units_lost"
        case CityTaken(power=power, former=former):
            yield power, "cities_taken"
            yield former, "cities_lost"
        case RebellionRolled(power=power, rebelled=True):
            yield power, "cities_lost"
        case PlagueStruck(power=owner):
            yield owner, "units_lost"
        case Built(power=power):
            yield power, "units_built"
