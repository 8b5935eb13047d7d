"""A run with a budget: what it counts, where it stops, how it goes on."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest
from test_orchestrator import Cast, derived, league, run
from toy_table import NO_LIMITS, ToySeat, reply

from harness.clock import ScaledClock
from harness.errors import Outage
from harness.seats.seat import Failure, FailureKind, Reply, SeatCall


async def test_it_stops_between_blocks_and_goes_on_with_more_money(tmp_path: Path) -> None:
    whole = await run(tmp_path / "whole", played=league(12))
    assert whole.usd > 0
    enough_for_two = replace(league(12, at_once=3), budget_usd=0.6 * whole.usd)
    cut = await run(tmp_path / "cut", played=enough_for_two)
    assert (cut.finished, cut.blocks) == (6, (2, 2, 4))
    assert cut.usd <= 0.6 * whole.usd
    assert any("the budget of the league is $" in cause for _, cause in cut.suspended)
    again = await run(tmp_path / "cut", played=replace(enough_for_two, budget_usd=2 * whole.usd))
    assert again.finished == 12
    assert derived(tmp_path / "cut") == derived(tmp_path / "whole")


async def test_however_many_may_play_at_once_one_block_shows_what_a_block_costs(tmp_path: Path) -> None:
    cut = await run(tmp_path, played=replace(league(12, at_once=12), budget_usd=0.01))
    assert (cut.finished, cut.blocks) == (3, (1, 1, 4))


async def test_a_seats_own_budget_stops_it_too(tmp_path: Path) -> None:
    whole = await run(tmp_path / "whole", played=league(12))
    made = league(12, at_once=3)
    own = replace(made.seats[0], budget_usd=whole.usd / 3 / 4 * 1.2)
    cut = await run(tmp_path / "cut", played=replace(made, seats=(own, *made.seats[1:])))
    assert cut.blocks[0] == cut.blocks[1] == 1


async def test_what_is_told_again_after_an_outage_is_counted_once(tmp_path: Path) -> None:
    class Faltering(ToySeat):
        met: ClassVar[set[tuple[str, int]]] = set()

        async def ask(self, call: SeatCall, until: float) -> Reply:
            where = (self.name, call.at.batch)
            if self.name == "bob" and call.at.batch in (1, 3) and where not in self.met:
                self.met.add(where)
                raise Outage("network", "lane-bob", "no route to host")
            return await super().ask(call, until)

    clock = ScaledClock(2_000.0, 1_796_000_000.0)
    final = await run(tmp_path / "out", Cast(Faltering), clock=clock, patience=7_200.0, played=league(3, at_once=1))
    quiet = await run(tmp_path / "quiet", played=league(3))
    assert final.finished == quiet.finished == 3
    assert (final.usd, final.tokens, final.calls) == (pytest.approx(quiet.usd), quiet.tokens, quiet.calls)


async def test_replies_that_come_too_late_are_paid_for_and_end_the_money(tmp_path: Path) -> None:
    class Late(ToySeat):
        async def ask(self, call: SeatCall, until: float) -> Failure:
            call.overdue(asyncio.ensure_future(asyncio.sleep(0.01, reply("{}"))))
            return Failure(FailureKind.LATE, "too late")

    slow = replace(league(12, at_once=3), limits=replace(NO_LIMITS, late_grace=5.0))
    whole = await run(tmp_path / "whole", Cast(Late), played=slow)
    # Two rounds of three bids an episode, a quarter of a dollar each, though none was played.
    assert whole.usd == pytest.approx(12 * 6 * 0.25)
    cut = await run(tmp_path / "cut", Cast(Late), played=replace(slow, budget_usd=0.6 * whole.usd))
    assert cut.blocks == (2, 2, 4)
    again = await run(tmp_path / "cut", Cast(Late), played=replace(slow, budget_usd=0.6 * whole.usd))
    assert again.blocks == (2, 2, 4), "what an earlier run paid for is not forgotten"
    assert again.usd == pytest.approx(cut.usd)
