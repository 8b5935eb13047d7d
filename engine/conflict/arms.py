"""What units are worth beyond one each, and what shuts their way: where games of the family differ by unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Arms:
    """The units of one phase, each named by its province.

    - `strength`: by province, what a unit counts in attack, defence and support; empty: 1 each
    - `extra`: by mover, points it has besides while it attacks
    - `barred`: movers without any way: they neither enter nor prevent nor cut
    - `stopped`: movers that prevent and cut like others, but cannot enter
    - `routes`: by mover, the fleets which must all carry it
    """

    strength: Sequence[int] = ()
    extra: Mapping[int, int] = field(default_factory=dict)
    barred: frozenset[int] = frozenset()
    stopped: frozenset[int] = frozenset()
    routes: Mapping[int, Sequence[int]] = field(default_factory=dict)


PLAIN = Arms()
"""Every unit counts 1 and nothing is shut."""
