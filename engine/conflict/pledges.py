"""Pledges held against the orders of a movement phase."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from engine.conflict.orders import NONE, Act, Forces, OrderId, OrderTable
from engine.game import Event, Power
from engine.press import Deeds, Entry, Pledge, judge, verdict_event


def holders(
    table: OrderTable, powers: Sequence[Power], forces: Forces, owners: Sequence[int]
) -> Mapping[str, frozenset[Power]]:
    """By province code, who occupies it or owns what is there (`owners` by province)."""
    return {
        code: frozenset(powers[power] for power in (forces.owners[p], owners[p]) if power != NONE)
        for p, code in enumerate(table.geography.codes)
    }


def afield(powers: Sequence[Power], forces: Forces) -> frozenset[Power]:
    """The powers with a unit on the board."""
    return frozenset(powers[owner] for owner in forces.owners if owner != NONE)


def ordered(
    table: OrderTable,
    powers: Sequence[Power],
    forces: Forces,
    power: int,
    orders: Mapping[int, OrderId],
    undone: Collection[int] = (),
) -> tuple[tuple[Entry, ...], frozenset[Power]]:
    """What a power's orders did, as pledges see it: the moves ordered or supported, and whom they supported.

    `forces` are those the orders were written for; moves out of `undone` provinces were not played.
    """
    entries: list[Entry] = []
    supported: set[Power] = set()
    for province, order in orders.items():
        act, to = table.act[order], table.geography.codes[table.target[order]]
        if act == Act.MOVE and province not in undone:
            entries.append(Entry(to, powers[power], table.text(order)))
        elif act in (Act.SUPPORT_HOLD, Act.SUPPORT_MOVE):
            friend = powers[forces.owners[table.whom[order]]]
            supported.add(friend)
            if act == Act.SUPPORT_MOVE:
                entries.append(Entry(to, friend, table.text(order)))
    return tuple(entries), frozenset(supported)


def judge_all(
    phase: str,
    pledges: Iterable[Pledge],
    deeds: Mapping[Power, Deeds],
    held: Mapping[str, frozenset[Power]],
    present: frozenset[Power],
) -> tuple[Event, ...]:
    """A verdict on every pledge: `held` and `present` as `holders` and `afield` tell them."""
    return tuple(verdict_event(phase, pledge, *judge(pledge, deeds[pledge.power], held, present)) for pledge in pledges)
