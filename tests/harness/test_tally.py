"""result.json: every decision and every reply that counted, no more and no less."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from toy_table import NO_LIMITS, play, reply, seats

from harness.results import load_result
from harness.seats.seat import Failure, FailureKind, Reply, SeatCall, Usage
from harness.tally import add_price

GOOD = json.dumps({"bids": {"gold": "2", "silk": "1"}})


@pytest.mark.parametrize(
    ("before", "usd", "tokens", "after"),
    [
        (0.0, 0.5, 10, 0.5),
        (0.5, 0.0, 0, 0.5),
        (0.5, None, 0, 0.5),
        (0.5, None, 10, None),
        (None, 0.5, 10, None),
    ],
    ids=["priced", "free", "nothing used", "unknown price", "once unknown, always unknown"],
)
def test_a_sum_of_dollars_is_unknown_once_a_price_is(
    before: float | None, usd: float | None, tokens: int, after: float | None
) -> None:
    assert add_price(before, usd, Usage(output=tokens)) == after


async def result(folder: Path, plan: Mapping[Any, Any], **facts: Any) -> dict[str, Any]:
    done: dict[str, Any] = await play(folder, seats(plan), rounds=1, **facts)
    return done


async def test_both_asks_of_a_decision_are_on_its_bill(tmp_path: Path) -> None:
    smooth = await result(tmp_path, {(0, "RED", 0): GOOD})
    (tmp_path / "rough").mkdir()
    failed = Failure(FailureKind.EMPTY, "", "toy-2", Usage(input=7, output=3), 0.125)
    rough = await result(tmp_path / "rough", {(0, "RED", 0): failed, (0, "RED", 1): GOOD})
    assert rough["tokens"]["RED"]["input"] == smooth["tokens"]["RED"]["input"] + 7
    assert rough["tokens"]["RED"]["output"] == smooth["tokens"]["RED"]["output"] + 3
    assert rough["usd"]["RED"] == smooth["usd"]["RED"] + 0.125
    assert rough["models"]["RED"] == ["toy-1", "toy-2"]
    assert rough["counts"]["RED"]["failures"] == {"empty": 1}
    assert rough["scores"] == smooth["scores"]


async def test_a_late_reply_is_on_the_journals_bill_but_not_in_the_result(tmp_path: Path) -> None:
    async def late(call: SeatCall, until: float) -> Reply:
        await asyncio.sleep(0.4)
        return reply(GOOD)

    limits = replace(NO_LIMITS, turn_seconds=0.05, late_grace=5.0)
    done = await result(tmp_path, {(0, "RED", 0): late}, limits=limits)
    assert done["counts"]["RED"]["silent"] == 1
    assert done["usd"]["RED"] == (done["counts"]["RED"]["decisions"] - 1) * 0.25
    assert '"kind":"late"' in (tmp_path / "journal.jsonl").read_text()


async def test_an_unknown_price_is_null_and_standings_can_read_it(tmp_path: Path) -> None:
    done = await result(tmp_path, {(0, "RED", 0): reply(GOOD, usd=None)})
    assert done["usd"]["RED"] is None
    read = load_result(tmp_path / "result.json")
    assert read.usd["RED"] is None
    assert read.seating == done["seating"]
    assert read.scores == done["scores"]
