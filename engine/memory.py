"""What a power knows: a fold over the events it may see, one step a batch.

A seat has no memory of its own, so a resumed or replayed episode asks with the
same bytes. The inbox holds what others said to this power, or to all, in the
last window of talk; the history the visible events of the last phases.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from engine.event import Event, Power
from engine.press import Broadcast, Letter, NotesKept, Pledged, PressClosed

HISTORY_PHASES = 8


@dataclass(frozen=True, slots=True)
class Memory:
    """One power's knowledge. `history` is (phase, events) pairs, oldest first, at most `HISTORY_PHASES`."""

    power: Power
    notes: str = ""
    inbox: tuple[Event, ...] = ()
    history: tuple[tuple[str, tuple[Event, ...]], ...] = ()


def remember(memory: Memory, events: Iterable[Event]) -> Memory:
    """The memory after one batch's events, of which only those visible to the power are kept."""
    power, notes, inbox, history = memory.power, memory.notes, memory.inbox, memory.history
    seen = [event for event in events if event.visible_to(power)]
    if not seen:
        return memory
    if any(type(event) is PressClosed for event in seen):
        inbox = tuple(
            event for event in seen if isinstance(event, Broadcast | Letter | Pledged) and event.sender != power
        )
    for event in seen:
        if type(event) is NotesKept:
            notes = event.text
    for phase, group in groupby(seen, key=attrgetter("phase")):
        if history and history[-1][0] == phase:
            history = (*history[:-1], (phase, (*history[-1][1], *group)))
        else:
            history = (*history, (phase, tuple(group)))
    return Memory(power, notes, inbox, history[-HISTORY_PHASES:])
