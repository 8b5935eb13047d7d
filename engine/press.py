"""Talk between seats: broadcasts, letters, pledges and private notes.

What a seat wrote is read into a `PressSheet` (`press_reading`), delivered as
events, and its pledges are judged against what the seat then did. Nothing here
knows a board: a game hands in who holds which place, and the deeds of a season.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from engine.event import Event, Power, Refusal


class PledgeKind(Enum):
    """What can be promised so that it can be checked."""

    PEACE = "peace"
    KEEPOUT = "keepout"
    SUPPORT = "support"
    ALLY = "ally"


PLEDGES = (PledgeKind.PEACE, PledgeKind.KEEPOUT, PledgeKind.SUPPORT)
"""What can be promised in a game that says nothing else."""


class Verdict(Enum):
    """What became of a pledge when its season's orders were played."""

    KEPT = "kept"
    BROKEN = "broken"
    MOOT = "moot"


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Broadcast(Event):
    """Words to everybody."""

    kind: ClassVar[str] = "broadcast"
    sender: Power
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter(Event):
    """Words to one power; only the two of them see it."""

    kind: ClassVar[str] = "letter"
    sender: Power
    to: Power
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pledged(Event):
    """A checkable promise. `to` None is everybody; `place` is a province code or empty."""

    kind: ClassVar[str] = "pledged"
    sender: Power
    to: Power | None
    pledge: str
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotesKept(Event):
    """A power's private notes from now on; its audience is the writer alone."""

    kind: ClassVar[str] = "notes"
    power: Power
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PressClosed(Event):
    """A window of talk has closed and everything said in it is delivered. `silent` could not write."""

    kind: ClassVar[str] = "press_closed"
    silent: tuple[Power, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused(Event):
    """Lines of a power's answer that were not taken; its audience is the writer alone."""

    kind: ClassVar[str] = "refused"
    power: Power
    refused: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stab(Event):
    """A pledge was broken, by the order or payment `line`. Everybody sees it."""

    kind: ClassVar[str] = "stab"
    power: Power
    to: Power | None
    pledge: str
    place: str
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PledgeJudged(Event):
    """A pledge was kept, or became moot; its audience is the two parties."""

    kind: ClassVar[str] = "pledge_judged"
    power: Power
    to: Power | None
    pledge: str
    place: str
    verdict: Verdict


# --- what was said --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pledge:
    """A promise of `power`; `to` None is everybody, `place` a province code for ``keepout``."""

    power: Power
    to: Power | None
    kind: PledgeKind
    place: str = ""


@dataclass(frozen=True, slots=True)
class PressSheet:
    """A press answer as read: at most one letter a power, at most `PLEDGES_CAP` pledges."""

    broadcast: str = ""
    letters: tuple[tuple[Power, str], ...] = ()
    pledges: tuple[Pledge, ...] = ()
    notes: str = ""


# --- delivering -----------------------------------------------------------------------------------


def deliver(phase: str, power: Power, sheet: PressSheet) -> Iterable[Event]:
    """The events of one power's sheet: broadcast, letters, pledges."""
    if sheet.broadcast:
        yield Broadcast(phase=phase, sender=power, text=sheet.broadcast)
    for to, text in sheet.letters:
        yield Letter(phase=phase, audience=(power, to), sender=power, to=to, text=text)
    for pledge in sheet.pledges:
        yield Pledged(
            phase=phase,
            audience=parties(pledge),
            sender=power,
            to=pledge.to,
            pledge=pledge.kind.value,
            place=pledge.place,
        )


def private(phase: str, power: Power, notes: str, refused: tuple[Refusal, ...]) -> Iterable[Event]:
    """The events only the writer sees: new notes, refused lines."""
    if notes:
        yield NotesKept(phase=phase, audience=(power,), power=power, text=notes)
    if refused:
        yield Refused(phase=phase, audience=(power,), power=power, refused=refused)


def parties(pledge: Pledge) -> tuple[Power, ...] | None:
    """Who knows of a pledge: the two parties, or everybody."""
    return None if pledge.to is None else (pledge.power, pledge.to)


# --- judging --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """A move into `place` by a unit of `mover`, ordered or supported by the order `line`."""

    place: str
    mover: Power
    line: str


@dataclass(frozen=True, slots=True)
class Deeds:
    """What one power did in a season, as far as a pledge can see it.

    `entries` are moves it ordered or supported, `supported` the powers a unit
    of which it supported, `struck` (victim, line) pairs of paid hostile acts;
    `allied` are the powers it let through, `barred` those it kept from passing
    though it could have let them through. `bound` is False when it could not act.
    """

    entries: tuple[Entry, ...] = ()
    supported: frozenset[Power] = frozenset()
    struck: tuple[tuple[Power, str], ...] = ()
    bound: bool = True
    allied: frozenset[Power] = frozenset()
    barred: frozenset[Power] = frozenset()


def judge(
    pledge: Pledge, deeds: Deeds, holders: Mapping[str, frozenset[Power]], afield: frozenset[Power]
) -> tuple[Verdict, str]:
    """The verdict on a pledge and the line which broke it (empty when none did).

    `holders` gives, for each place, the powers that occupy it or own it when
    orders were written; `afield` are the powers that had a unit then.
    """
    broken = None
    if pledge.kind is PledgeKind.PEACE:
        broken = _breach_of_peace(pledge, deeds, holders)
    elif pledge.kind is PledgeKind.KEEPOUT:
        broken = next((entry.line for entry in deeds.entries if entry.place == pledge.place), None)
    if broken is not None:
        return Verdict.BROKEN, broken
    if not deeds.bound or (pledge.to is not None and pledge.to not in afield):
        return Verdict.MOOT, ""
    if pledge.kind is PledgeKind.SUPPORT and pledge.to not in deeds.supported:
        return Verdict.BROKEN, "no support ordered"
    if pledge.kind is PledgeKind.ALLY and pledge.to not in deeds.allied:
        return (Verdict.BROKEN, "not among the allies") if pledge.to in deeds.barred else (Verdict.MOOT, "")
    return Verdict.KEPT, ""


def _breach_of_peace(pledge: Pledge, deeds: Deeds, holders: Mapping[str, frozenset[Power]]) -> str | None:
    """The first line by which a power, or a supported stranger, enters what the friend holds, or strikes it."""
    for entry in deeds.entries:
        friends = holders.get(entry.place, frozenset()) - {pledge.power, entry.mover}
        if friends if pledge.to is None else pledge.to in friends:
            return entry.line
    return next((line for victim, line in deeds.struck if pledge.to in (None, victim)), None)


def verdict_event(phase: str, pledge: Pledge, verdict: Verdict, line: str) -> Event:
    """The event of a verdict: a stab is public, anything else for the two parties."""
    if verdict is Verdict.BROKEN:
        return Stab(
            phase=phase, power=pledge.power, to=pledge.to, pledge=pledge.kind.value, place=pledge.place, line=line
        )
    return PledgeJudged(
        phase=phase,
        audience=parties(pledge),
        power=pledge.power,
        to=pledge.to,
        pledge=pledge.kind.value,
        place=pledge.place,
        verdict=verdict,
    )
