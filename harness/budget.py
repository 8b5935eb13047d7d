"""How much a run may spend: it stops between blocks, so that no seat has played more than another.

A block that has begun is played to its end. A new one begins only when what is
spent, what the blocks under way will still cost and what it will cost itself
stay within every budget. What a block costs is told by those that are over,
before the first is over by its episodes that are, and before that nobody knows:
one block is begun then, and no other.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from harness.config import League

LEAGUE = ""
"""The name under which the league's own budget is kept, among those of its seats."""


class Budget:
    """What is spent, block by block, against the budgets of a league and its seats, in dollars."""

    def __init__(self, limits: Mapping[str, float]) -> None:
        """`limits` by seat, `LEAGUE` for all of them."""
        self._limits = dict(limits)
        self._spent: dict[int, defaultdict[str, float]] = {}
        self._played: Counter[int] = Counter()
        self._over: set[int] = set()
        self._size = 0

    @classmethod
    def of(cls, league: League) -> Budget:
        """The budgets that a league file sets."""
        limits = {seat.name: seat.budget_usd for seat in league.seats if seat.budget_usd is not None}
        if league.budget_usd is not None:
            limits[LEAGUE] = league.budget_usd
        return cls(limits)

    @property
    def spent(self) -> float:
        """Dollars spent in all."""
        return self._sum(LEAGUE)

    def begin(self, block: int) -> None:
        """An episode of this block is started, or was in an earlier run."""
        self._spent.setdefault(block, defaultdict(float))

    def spend(self, block: int, seat: str, usd: float | None) -> None:
        """Put a reply's cost on the account of its seat and of the league."""
        self.begin(block)
        for name in (seat, LEAGUE):
            self._spent[block][name] += usd or 0.0

    def played(self, block: int, size: int) -> None:
        """An episode of this block of so many is over: it tells what they cost."""
        self.begin(block)
        self._size = size
        self._played[block] += 1
        if self._played[block] == size:
            self._over.add(block)

    def allows(self, block: int) -> bool:
        """Whether an episode of this block may start: its block has begun, or there is money for another."""
        return not self.refusal(block)

    def refusal(self, block: int) -> str:
        """Why no episode of this block may start, "" when one may."""
        if block in self._spent:
            return ""
        for name, limit in self._limits.items():
            spent, cost = self._sum(name), self._cost(name)
            under_way = sum(max(0.0, cost - self._spent[open_][name]) for open_ in self._open())
            if spent >= limit or (self._spent and spent + under_way + cost > limit):
                whose = f"seat {name}" if name else "the league"
                told = f"a block costs about ${cost:,.2f}; raise budget_usd to go on"
                if math.isinf(cost):
                    told = "no episode is over yet to tell what a block costs"
                return f"the budget of {whose} is ${limit:,.2f}: ${spent:,.2f} are spent, and {told}"
        return ""

    def _open(self) -> Iterable[int]:
        return self._spent.keys() - self._over

    def _sum(self, name: str) -> float:
        return sum(block[name] for block in self._spent.values())

    def _cost(self, name: str) -> float:
        """What a block costs: the mean of those that are over, or all that is spent for the episodes that are."""
        if not self._over:
            played = self._played.total()
            return self._sum(name) / played * self._size if played else math.inf
        return sum(self._spent[block][name] for block in self._over) / len(self._over)
