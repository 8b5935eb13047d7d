"""The strengths of The Math of Adjudication, as bounds while orders are still undecided.

An order of the phase is named by the province of its unit. `results` holds what
is decided: a move succeeds, a support is given, a convoy stays intact. Every
question answers True, False or None, and every strength a lowest and highest
value, such that deciding more never takes back an answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.conflict.arms import PLAIN, Arms
from engine.conflict.orders import NONE, Act, Forces, OrderId, OrderTable
from engine.conflict.rulebook import Rulebook

Bounds = tuple[int, int]

_MOVE, _SUPPORT_HOLD, _CONVOY = Act.MOVE.value, Act.SUPPORT_HOLD.value, Act.CONVOY.value


class Situation:
    """The orders of one phase, matched with each other, and what is decided of them.

    - `moving`: target by mover; `attackers`: movers by target
    - `supporters`, `carriers`: matched supports and convoys by supported or convoyed province
    - `aim`: by matched support the province it is directed into
    - `by_sea`: movers that go by convoy or not at all
    - `arms`: what units are worth, and whose way is shut; `strength` of it by province
    - `disrupted`: convoys failed by the rule for paradoxes (Szykman)
    """

    def __init__(
        self,
        table: OrderTable,
        rulebook: Rulebook,
        forces: Forces,
        orders: Mapping[int, OrderId],
        arms: Arms = PLAIN,
    ) -> None:
        self.table = table
        self.units = forces.units
        self.owners = forces.owners
        self.orders = orders
        self.arms = arms
        self.strength = arms.strength or (1,) * len(forces.units)
        self.results: dict[int, bool] = {}
        self.moving: dict[int, int] = {}
        self.attackers: dict[int, list[int]] = {}
        self.supporters: dict[int, list[int]] = {}
        self.carriers: dict[int, list[int]] = {}
        self.aim: dict[int, int] = {}
        self.by_sea: set[int] = set(arms.barred)
        self.disrupted: set[int] = set()
        act, target, moving = table.act, table.target, self.moving
        helping = []
        for province, order in orders.items():
            if act[order] == _MOVE:
                goal = moving[province] = target[order]
                self.attackers.setdefault(goal, []).append(province)
            elif act[order] > _MOVE:
                helping.append((province, order))
        for helper, order in helping:
            if moving.get(table.whom[order]) == (None if act[order] == _SUPPORT_HOLD else target[order]):
                self._match(helper, order)
        for mover in moving:
            if table.via[orders[mover]] or mover in self.carriers:
                self._route(mover, rulebook)

    def _match(self, helper: int, order: OrderId) -> None:
        """Step 3: a support or convoy whose other unit does as it says; a support may insist on a coast."""
        table = self.table
        helped, to = table.whom[order], table.to[order]
        if table.act[order] == _CONVOY:
            self.carriers.setdefault(helped, []).append(helper)
        elif to in (NONE, table.target[order]) or to == table.to[self.orders[helped]]:
            self.supporters.setdefault(helped, []).append(helper)
            self.aim[helper] = table.target[order]

    def _route(self, mover: int, rulebook: Rulebook) -> None:
        """Step 4: whether an army goes by sea (DATC 4.A.3, 4.A.4)."""
        carriers = self.carriers.get(mover, ())
        if self.moving[mover] not in self.table.reach(self.units[mover]):
            by_sea = True
        elif self.table.via[self.orders[mover]]:
            by_sea = not rulebook.via_falls_back_to_land or self.joined(mover, carriers)
        else:
            own = any(self.owners[fleet] == self.owners[mover] for fleet in carriers)
            by_sea = rulebook.own_convoy_is_intent and own and self.joined(mover, carriers)
        if by_sea:
            self.by_sea.add(mover)

    def joined(self, mover: int, fleets: Sequence[int]) -> bool:
        """Whether convoys of these fleets make a chain for the mover."""
        route = self.arms.routes.get(mover)
        if route is not None:
            return all(fleet in fleets for fleet in route)
        bit = self.table.chains.bit
        return bool(fleets) and self.table.chains.joined(mover, self.moving[mover], sum(bit[fleet] for fleet in fleets))

    def path(self, mover: int) -> bool | None:
        """Whether the mover has a way: by land always, by sea over a chain of intact convoys."""
        if mover not in self.by_sea:
            return True
        if mover in self.arms.barred:
            return False
        results, carriers = self.results, self.carriers.get(mover, ())
        if not self.joined(mover, [fleet for fleet in carriers if results.get(fleet) is not False]):
            return False
        return True if self.joined(mover, [fleet for fleet in carriers if results.get(fleet)]) else None

    def decide(self, province: int) -> bool | None:
        """What follows for one order from all that is decided, None while it may go either way."""
        if province in self.moving:
            return self._move(province)
        if province in self.aim:
            return self._support(province)
        return self._convoy(province)

    def _convoy(self, fleet: int) -> bool | None:
        """A convoy stays intact unless its fleet is dislodged."""
        outcome: bool | None = True
        for attacker in self.attackers.get(fleet, ()):
            result = self.results.get(attacker)
            if result:
                return False
            if result is None:
                outcome = None
        return outcome

    def _support(self, supporter: int) -> bool | None:
        """Step 6: cut by a foreign move with a path, out of the province it is directed into only when dislodged."""
        if self.strength[supporter] > 1:
            least, most = self.left(supporter)
            return True if least else None if most else False
        outcome: bool | None = True
        for attacker in self.attackers.get(supporter, ()):
            if self.owners[attacker] == self.owners[supporter]:
                continue
            hit = self.results.get(attacker) if attacker == self.aim[supporter] else self.path(attacker)
            if hit:
                return False
            if hit is None:
                outcome = None
        return outcome

    def left(self, supporter: int) -> Bounds:
        """What is left of a strong unit's support: each cut takes the strength of who cuts, being dislodged all."""
        low = high = self.strength[supporter]
        for attacker in self.attackers.get(supporter, ()):
            if self.owners[attacker] == self.owners[supporter]:
                continue
            driven_out = self.results.get(attacker)
            if driven_out:
                return 0, 0
            path = False if attacker == self.aim[supporter] else self.path(attacker)
            if path:
                high -= self.strength[attacker]
            if path is not False:
                low -= self.strength[attacker]
            if driven_out is None:
                low = 0
        return max(low, 0), max(high, 0)

    def _move(self, mover: int) -> bool | None:
        """Step 5: the attack must beat what holds the target and strictly beat all who want it too."""
        path = self.path(mover)
        if path is False or mover in self.arms.stopped:
            return False
        low, high = self.attack(mover)
        least, most = self.opposition(mover)
        if high <= least:
            return False
        for rival in self.attackers[self.moving[mover]]:
            if rival != mover:
                prevented, at_most = self.prevent(rival)
                if high <= prevented:
                    return False
                most = max(most, at_most)
        return True if path and low > most else None

    def head_to_head(self, mover: int) -> bool:
        """Whether the unit in the target moves the other way, both by land."""
        target = self.moving[mover]
        return self.moving.get(target) == mover and mover not in self.by_sea and target not in self.by_sea

    def attack(self, mover: int) -> Bounds:
        """Attack strength given a path: without supports by the owner of a unit that does not leave."""
        target = self.moving[mover]
        if self.units[target] < 0:
            return self._backed(mover, NONE)
        owner = self.owners[target]
        foreign = owner != self.owners[mover]
        if target not in self.moving or self.head_to_head(mover):
            return self._backed(mover, owner) if foreign else (0, 0)
        left = self.results.get(target)
        if left:
            return self._backed(mover, NONE)
        staying = self._backed(mover, owner) if foreign else (0, 0)
        return staying if left is False else (staying[0], self._backed(mover, NONE)[1])

    def opposition(self, mover: int) -> Bounds:
        """Defend strength of the unit met head to head, else hold strength of the target."""
        target = self.moving[mover]
        if self.units[target] < 0:
            return 0, 0
        if target not in self.moving or self.head_to_head(mover):
            return self._backed(target, NONE)
        left = self.results.get(target)
        worth = self.strength[target]
        return worth if left is False else 0, 0 if left else worth

    def prevent(self, mover: int) -> Bounds:
        """Prevent strength: none without a path nor for a mover beaten head to head."""
        path = self.path(mover)
        if path is False:
            return 0, 0
        low, high = self._backed(mover, NONE)
        if self.head_to_head(mover):
            beaten = self.results.get(self.moving[mover])
            if beaten:
                return 0, 0
            if beaten is None:
                low = 0
        return (low if path else 0), high

    def _backed(self, province: int, barred: int) -> Bounds:
        """What a unit is worth and the supports given, without those of one power."""
        low = high = self.strength[province]
        if self.arms.extra and province in self.arms.extra:
            low = high = high + self.arms.extra[province]
        for supporter in self.supporters.get(province, ()):
            if barred == NONE or self.owners[supporter] != barred:
                given = self.results.get(supporter)
                if given is not False and self.strength[supporter] > 1:
                    least, most = self.left(supporter)
                    low, high = low + least, high + most
                elif given is not False:
                    high += 1
                    if given:
                        low += 1
        return low, high

    def presses(self, mover: int) -> bool:
        """Whether a decided move made itself felt in its target: it prevents others there."""
        return self.prevent(mover)[0] > 0
