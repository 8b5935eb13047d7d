"""Counting what an episode was like, power by power, from its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from engine.conflict.tally import Fact, facts
from engine.game import Event, Power
from engine.machiavelli2.bank import BANK_NAME
from engine.machiavelli2.events import Adjusted, Eliminated, Spent, Transfer
from engine.machiavelli2.expenses import DONE
from engine.machiavelli2.spending import BRIBES, Kind
from engine.machiavelli2.state import TALLIED, Tally

_BRIBES = frozenset(kind.value for kind in BRIBES)


def count(powers: Sequence[Power], tallies: tuple[Tally, ...], events: Iterable[Event]) -> tuple[Tally, ...]:
    """The tallies after these events."""
    found = Counter(fact for event in events for told in (facts(event), _facts(event)) for fact in told)
    if not found:
        return tallies
    return tuple(
        Tally(*(value + found[(power, name)] for name, value in figures(tally).items()))
        for power, tally in zip(powers, tallies, strict=True)
    )


def figures(tally: Tally) -> dict[str, int]:
    """A tally by the names of its counts."""
    return {name: getattr(tally, name) for name in TALLIED}


def _facts(event: Event) -> Iterator[Fact]:
    """What this game's own events add to whose tally."""
    match event:
        case Transfer(power=power, to=to) if BANK_NAME not in (power, to):
            yield power, "payments"
        case Spent(power=power, expense=kind, outcome=outcome) if kind in _BRIBES:
            yield power, "bribes"
            if outcome == DONE:
                yield power, "bribes_won"
        case Spent(power=power, expense=Kind.ASSASSINATE.value, outcome=outcome):
            yield power, "daggers"
            if outcome == DONE:
                yield power, "daggers_won"
        case Spent(power=power, expense=Kind.REBELLION.value, outcome="done"):
            yield power, "rebellions_caused"
        case Adjusted(power=power, removed=gone, built=built):
            yield from ((power, "units_lost") for _ in gone)
            yield from ((power, "units_built") for _ in built)
        case Eliminated(power=power, units=gone):
            yield from ((power, "units_lost") for _ in gone)
