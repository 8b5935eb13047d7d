"""result.json: what an episode came to, counted decision by decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.wire import plain
from harness.decision import Decision
from harness.records import Answer
from harness.seats.seat import Usage
from harness.table import Table

FORMAT = 1

COUNTS = ("decisions", "by_model", "repaired", "illegal", "fallback", "silent")
TOKENS = ("input", "cache_read", "cache_write", "output")

Result = dict[str, Any]
"""result.json as data: it follows from the fixture and the replies that counted, and from nothing else."""


class Tally:
    """The counts of one episode, power by power."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._by_power = {power: _Account() for power in table.game.powers}
        self.batches = 0

    def add(self, decisions: Sequence[Decision]) -> None:
        """Count one batch."""
        self.batches += 1
        for decision in decisions:
            self._by_power[decision.event.power].add(decision)

    def result(self, state: Any, events: int, digest: str) -> Result:
        """The result of an episode that is over, with its number of events and their digest."""
        table, game, accounts = self._table, self._table.game, self._by_power.items()
        outcome = game.outcome(state)
        if outcome is None:
            raise ValueError(f"episode {table.fixture.name} is not over")
        return {
            "format": FORMAT,
            "league": table.league,
            "fixture": table.fixture.name,
            "block": table.fixture.block,
            "seed": table.fixture.seed,
            "game": game.name,
            "game_version": game.version,
            "powers": list(game.powers),
            "seating": dict(zip(game.powers, table.fixture.seating, strict=True)),
            "ending": outcome.ending.value,
            "winner": outcome.winner,
            "scores": plain(game.scores(state)),
            "figures": plain(game.figures(state)),
            "counts": {power: account.counts() for power, account in accounts},
            "tokens": {power: {name: account.tokens[name] for name in TOKENS} for power, account in accounts},
            "usd": {power: account.usd for power, account in accounts},
            "models": {power: sorted(account.models) for power, account in accounts},
            "batches": self.batches,
            "events": events,
            "digest": digest,
        }


class _Account:
    """One power's counts; `usd` turns None with the first answer of unknown price."""

    def __init__(self) -> None:
        self.usd: float | None = 0.0
        self.models: set[str] = set()
        self.tokens: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()
        self._failures: Counter[str] = Counter()

    def add(self, decision: Decision) -> None:
        event = decision.event
        self._counts["decisions"] += 1
        self._counts["by_model"] += event.by == "model"
        self._counts["repaired"] += bool(event.repairs)
        self._counts["illegal"] += sum(not refusal.note for refusal in event.refused)
        self._counts["fallback"] += event.by == "fallback"
        self._counts["silent"] += event.by == "silence"
        self._failures.update(event.failures)
        for answer in decision.answers:
            self._bill(answer)

    def _bill(self, answer: Answer) -> None:
        if answer.model:
            self.models.add(answer.model)
        if answer.usage.total:
            for name in TOKENS:
                self.tokens[name] += getattr(answer.usage, name)
        self.usd = add_price(self.usd, answer.usd, answer.usage)

    def counts(self) -> dict[str, Any]:
        counts: dict[str, Any] = {name: self._counts[name] for name in COUNTS}
        return {**counts, "failures": dict(self._failures)}


def add_price(sum_so_far: float | None, usd: float | None, usage: Usage) -> float | None:
    """A sum of dollars with one more answer: None once tokens of unknown price are in it."""
    if usd is None:
        return None if usage.total else sum_so_far
    return None if sum_so_far is None else sum_so_far + usd
