"""What is played and what is spent, block by block: counted as episodes end and decisions come in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.game import Power
from harness.budget import Budget
from harness.decision import Decision
from harness.records import Answer, unplayed
from harness.schedule import Fixture
from harness.seats.seat import At
from harness.snapshot import Meter
from harness.store import JOURNAL, Store
from harness.table import Table


class Ledger:
    """The books of a run over the fixtures of a plan; `begun` are the blocks that earlier runs began, `due` is left."""

    def __init__(self, plan: Sequence[Fixture], store: Store, budget: Budget) -> None:
        """Take in what earlier runs left in the results folder."""
        self.meter = Meter()
        self._budget = budget
        self._counted: dict[str, int] = {}
        self._sizes = Counter(fixture.block for fixture in plan)
        self._left = Counter(self._sizes)
        self.begun = {fixture.block for fixture in plan if (store.folder / fixture.name / JOURNAL).exists()}
        for block in self.begun:
            budget.begin(block)
        for fixture in plan:
            self._unplayed(fixture, store.folder / fixture.name / JOURNAL)
        self.due: list[Fixture] = []
        for fixture in plan:
            if result := store.result(fixture):
                self._earlier(fixture, result)
            else:
                self.due.append(fixture)

    @property
    def blocks(self) -> tuple[int, int, int]:
        """How many blocks are whole, have a finished episode, and are planned."""
        whole = sum(not left for left in self._left.values())
        begun = sum(left < self._sizes[block] for block, left in self._left.items())
        return whole, begun, len(self._sizes)

    def finished(self, fixture: Fixture, result: Mapping[str, Any]) -> None:
        """A fixture is played; what a block costs is known better."""
        self.meter.add_result(result)
        self._left[fixture.block] -= 1
        self._budget.played(fixture.block, self._sizes[fixture.block])

    def spent(self, table: Table, batch: int, decisions: Sequence[Decision]) -> None:
        """Count the decisions of a batch, once: an episode that is taken up again tells them again."""
        if batch < self._counted.get(table.fixture.name, 0):
            return
        self._counted[table.fixture.name] = batch + bool(decisions)
        for decision in decisions:
            self.meter.add(decision)
            for answer in decision.answers:
                self._pay(table, decision.event.power, answer)

    def spent_late(self, table: Table, at: At, answer: Answer) -> None:
        """What came too late is paid for all the same."""
        self.meter.add_late(answer)
        self._pay(table, at.power, answer)

    def _unplayed(self, fixture: Fixture, journal: Path) -> None:
        """What earlier runs paid for without playing it is spent, whether the episode is finished or goes on."""
        if journal.exists():
            for seat, answer in unplayed(journal):
                self.meter.add_late(answer)
                self._budget.spend(fixture.block, seat, answer.usd)

    def _pay(self, table: Table, power: Power, answer: Answer) -> None:
        self._budget.spend(table.fixture.block, table.chairs[power].config.name, answer.usd)

    def _earlier(self, fixture: Fixture, result: Mapping[str, Any]) -> None:
        self.finished(fixture, result)
        self.meter.add_earlier(result)
        for power, usd in result["usd"].items():
            self._budget.spend(fixture.block, result["seating"][power], usd)
