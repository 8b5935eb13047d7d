"""`[compare]`: two seats that take the same power, seed and opponents in turn, and what is asked of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Literal, cast

from harness.config_section import Section

Looks = Literal["any", "end"]
LOOKS: tuple[Looks, ...] = ("any", "end")

LARGEST_MARGIN = 1e6


@dataclass(frozen=True, slots=True)
class Compare:
    """Arms `a` and `b`, seats by name; every other seat is an opponent.

    `target` is the one measure that decides: ``score``, or a figure of the game.
    Differences within `margin` of 0 are no difference that matters; with none
    stated (0) nothing is ever called tied. `looks` says when the verdict may be
    read: at ``any`` time, or once at the ``end``.
    """

    a: str
    b: str
    target: str = "score"
    margin: float = 0.0
    looks: Looks = "any"


COMPARE_KEYS = tuple(key.name for key in fields(Compare))


def read_compare(section: Section, seats: Sequence[str]) -> Compare | None:
    """The comparison of a league file, or None when it has none; mistakes are noted."""
    if not section.table:
        return None
    section.only(COMPARE_KEYS)
    a, b = (section.choice(arm, seats or None, "seat") for arm in ("a", "b"))
    if a and a == b:
        section.refuse("b", f'is "{b}", as is compare.a; a seat is compared with another one')
    if len(seats) == 2:
        section.refuse("a", "leaves no opponents: list at least one more seat for the other powers")
    return Compare(
        a=a,
        b=b,
        target=section.name("target", "score"),
        margin=section.number("margin", 0.0, 0.0, LARGEST_MARGIN),
        looks=cast(Looks, section.choice("looks", LOOKS, "way to look", "any")),
    )


def cycle(seats: int, powers: int, compare: Compare | None) -> int:
    """Episodes after which every seat (in a comparison both arms) has held every power equally often."""
    return 2 * powers if compare else seats
