"""Whole leagues against a server that misbehaves: the table at the end is the one of a quiet night."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from harness.cli.crew import Crew, bookshelf
from harness.clock import SystemClock
from harness.config import read_league
from harness.orchestrator import run_league
from harness.seats.kinds import load_kind
from harness.snapshot import Snapshot
from harness.standings import write_standings
from tests.faulty import Plan
from tests.loopback import Loopback, Sent

WEEK = 604_800
LEAGUE = f"""
[league]
name = "night"
game = "cogiavelli"
episodes = 6
seed = 7
[options]
years = 1
[limits]
call_seconds = {WEEK}
turn_seconds = {WEEK}
episode_seconds = {WEEK}
"""
SEAT = """
[[seats]]
name = "{name}"
kind = "{kind}"
model = "m"
base_url = "{address}"
attempts = 20
"""
KINDS = dict(zip("abcdef", ("openai", "anthropic") * 3, strict=True))


def holding(sent: Sent) -> str:
    """An answer to press and to orders alike, of a length that follows from the question."""
    return json.dumps({"broadcast": "peace " * (len(sent.texts[-1][1]) % 7), "orders": []})


async def played(folder: Path, shares: dict[str, float], seed: int = 3) -> tuple[Snapshot, Plan, int]:
    """A league played to its end against a server with these faults."""
    plan = Plan(shares, seed, holding)
    async with Loopback(plan, keep=False) as server:
        seats = "".join(SEAT.format(name=name, kind=kind, address=server.base_url) for name, kind in KINDS.items())
        league = read_league(LEAGUE + seats, "night.toml", load_kind)
        crew = Crew(league, SystemClock(), None)
        books, lanes = bookshelf(crew.game, None), tuple(crew.lanes.values())
        end = await run_league(league, crew.game, folder, books, crew.build, lambda _: None, SystemClock(), lanes=lanes)
    write_standings(folder)
    return end, plan, server.count


def kept(folder: Path) -> dict[str, bytes]:
    """All that a league is known by."""
    names = ("events.jsonl", "result.json", "standings.json")
    return {str(path.relative_to(folder)): path.read_bytes() for name in names for path in folder.rglob(name)}


async def test_what_the_world_does_leaves_no_trace_in_results(tmp_path: Path) -> None:
    quiet, plan, calls = await played(tmp_path / "quiet", {})
    assert (quiet.finished, plan.done) == (6, Counter())
    end, plan, requests = await played(tmp_path / "stormy", {"world": 0.2})
    assert end.finished == 6
    assert len(plan.done) > 15
    harmless = plan.done["dripped"] + plan.done["closed"]
    assert requests == calls + sum(plan.done.values()) - harmless
    assert kept(tmp_path / "stormy") == kept(tmp_path / "quiet")
    assert len(kept(tmp_path / "quiet")) == 13


FAULTS = {"refusal": "refusal", "filtered": "content_filter", "empty": "empty", "thought": "truncated_reasoning"}
FAULTS |= {"chatter": "unparsable", "cut": "truncated", "broken_off": "incomplete", "overflow": "context_overflow"}
NOT_MENDED = ("refusal", "content_filter")


async def test_what_models_do_is_counted_as_it_was_done(tmp_path: Path) -> None:
    end, plan, _ = await played(tmp_path, dict.fromkeys(FAULTS, 0.03))
    assert end.finished == 6
    assert len(plan.done) == len(FAULTS)
    results = [json.loads(path.read_bytes()) for path in tmp_path.rglob("result.json")]
    counts = [count for result in results for count in result["counts"].values()]
    failures: Counter[str] = sum((Counter(count["failures"]) for count in counts), Counter())
    assert failures == {FAULTS[name]: times for name, times in plan.done.items()}
    silent = sum(count["silent"] for count in counts)
    assert sum(failures[kind] for kind in NOT_MENDED) <= silent < sum(failures.values())
    assert sum(count["by_model"] + count["silent"] for count in counts) == sum(count["decisions"] for count in counts)


@pytest.mark.parametrize(
    ("fault", "cause"), [("wrong_key", "auth"), ("no_credit", "quota"), ("no_model", "model_not_found")]
)
async def test_what_an_account_lacks_plays_nothing_and_scores_nothing(tmp_path: Path, fault: str, cause: str) -> None:
    end, _, requests = await played(tmp_path, {fault: 1.0})
    assert end.finished == 0
    assert end.suspended
    assert all(why.startswith(f"{cause} on lane ") for _, why in end.suspended)
    assert not list(tmp_path.rglob("result.json"))
    assert requests <= 36
