"""What a run tells while it runs and in the morning: lanes that are out, what it waits for, what went wrong and why."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console

from harness.display.feed import EVERY, Feed
from harness.display.live import HEARTBEAT, RunScreen, picture
from harness.display.morning import lines, show_report
from harness.lanes import LaneStatus
from harness.report import Report, report
from harness.snapshot import Awaited, Running, Snapshot, Standing
from harness.standings import Standings

WAITING = Snapshot(
    total=24,
    finished=5,
    running=(Running("b02-e01", "1499-spring-orders", 3, 6, 5),),
    blocks=(0, 1, 4),
    suspended=(
        ("b01-e02", "auth on lane openai: the key was refused"),
        ("b01-e03", "auth on lane openai: the key was refused"),
        ("b01-e04", "set aside: it raised 2 times (KeyError: 'x')"),
    ),
    in_flight=1,
    held_back=12,
    held_seconds=90.0,
    lanes=(
        LaneStatus("openai", 32, 0, 0, 0.0, 900, {"auth": 1}, limit=32, shut="auth", opens_in=45.0),
        LaneStatus(
            "anthropic",
            32,
            1,
            3,
            12.0,
            400,
            {},
            limit=4,
            cached={"claude": 0.31},
            cold=("claude",),
            waits_for="tokens a minute",
            waited={"free slots": 700.0, "tokens a minute": 61.0, "429s to cease": 5.25, "a busy server": 0.5},
        ),
    ),
    awaited=(Awaited("b02-e01", "VENICE", "opus", 93.0, "claude", 2),),
    standings=(Standing("opus", 0.31, 5), Standing("nano", 0.12, 5)),
    calls=700,
    tokens=3_000_000,
    usd=1.5,
    time_left=3_600.0,
)

OPERATIONS: dict[str, Any] = {
    "crashes": 2,
    "unreadable": ["b03-e01"],
    "seats": {
        "opus": {
            "calls": 400, "attempts": 450, "late": 3, "lost": 2, "unpriced": 0, "failures": {"refusal": 4, "late": 1},
            "examples": {"refusal": "the model refused"}, "decided": 8, "by_model": 7,
            "tokens": {"input": 10, "cache_read": 20, "cache_write": 0, "output": 30, "reasoning": 25},
            "usd": 1.25, "seconds": {"p50": 4.2, "p90": 9.0, "p99": 31.0}, "models": {"claude": 400},
        },
    },
}  # fmt: skip

NOBODY = Standings("night", "toy", 0, 0, {}, (), (), ())


def drawn(snapshot: Snapshot, width: int = 100, height: int = 30) -> str:
    out = io.StringIO()
    Console(file=out, width=width, height=height, markup=False, emoji=False, highlight=False).print(
        picture(snapshot, "night", 600.0, 1_800.0, width, height, (5.0, 7.0))
    )
    return out.getvalue()


def made() -> Report:
    return report(WAITING, NOBODY, OPERATIONS, 28_800.0)


def test_the_picture_names_what_is_out_what_is_awaited_and_what_it_will_cost() -> None:
    text = drawn(WAITING)
    for fact in (
        "openai 0/32, out (auth), tried again in 45.0 s",
        "anthropic 1/4 of 32 after 429s, 3 waiting for tokens a minute, paused 12.0 s",
        "claude 31% (too little)",
        "opus (claude, attempt 2) 0:01:33 in b02-e01 VENICE",
        "1. opus 0.310 (5)",
        "held back 12 (loop lag)",
        "$5.00 to $7.00 in all",
        "ends in 1:00:00",
    ):
        assert fact in text, fact


def test_a_small_terminal_still_has_what_is_wrong() -> None:
    text = drawn(WAITING, 80, 14)
    assert "out (auth)" in text
    assert len(text.splitlines()) < 14


def test_a_sign_of_life_names_the_call_that_a_run_waits_for() -> None:
    out, seconds = io.StringIO(), [0.0]
    told = RunScreen("night", Console(file=out, width=10_000, force_terminal=False), now=lambda: seconds[0])
    told(WAITING)
    seconds[0] = HEARTBEAT
    told(WAITING)
    assert out.getvalue() == (
        "[5/24] 1 running, 1 calls in flight; lane openai out (auth), tried again in 45.0 s; lane anthropic paused "
        "12.0 s, narrowed to 4 of 32 by 429s, 3 waiting for tokens a minute; 12 calls held back (loop lag); "
        "waiting for opus (claude, attempt 2) 0:01:33 in b02-e01 VENICE; 3.00M tokens, $1.50; "
        "1:00:00 to the end\n"
    )


def test_the_morning_report_groups_what_went_wrong_by_cause_and_seat() -> None:
    assert list(lines(made())) == [
        "0 of 4 blocks are whole",
        "  opus: 400 calls · made 87.5% of its decisions itself · 4.2 s, 99 of 100 within 31.0 s · 60 tokens · $1.25",
        "    late 1, refusal 4, 50 attempts more than calls, 3 replies paid for and not "
        "played, 2 calls lost in flight or cut off, their cost is unknown",
        "    refusal, the first: the model refused",
        "  lane anthropic: calls waited 5.2 s for 429s to cease, 0:01:01 for tokens a minute",
        "  the event loop ran late: calls were held back for 0:01:30",
        "  2 times a fault of code broke an episode off: see the last lines of its journal",
        "  these journals cannot be read: b03-e01",
        "Not played:",
        "  2 episodes: auth on lane openai: the key was refused (b01-e02, b01-e03)",
        "  1 episode: set aside: it raised 2 times (KeyError: 'x') (b01-e04)",
        "  16 episodes not begun",
        "Run the same command again to go on.",
    ]


def test_the_report_tells_the_first_failure_of_a_kind_without_what_moves_a_terminal() -> None:
    opus = {**OPERATIONS["seats"]["opus"], "examples": {"crash": "it raised \x1b[31mKeyError"}}
    out = io.StringIO()
    told = report(WAITING, NOBODY, {**OPERATIONS, "seats": {"opus": opus}}, 1.0)
    show_report(told, Console(file=out, width=10_000, markup=False, emoji=False, highlight=False))
    assert "    crash, the first: it raised KeyError\n" in out.getvalue()


@pytest.mark.parametrize(
    ("stuck", "finished", "last"),
    [
        (0, 5, "Run the same command again to go on."),
        (1, 5, "Run the same command again to go on with the others."),
        (3, 21, "Do what is said there, then run the same command again."),
    ],
)
def test_the_last_line_says_what_brings_the_league_on(stuck: int, finished: int, last: str) -> None:
    end = replace(WAITING, finished=finished, stuck=stuck)
    assert list(lines(report(end, NOBODY, OPERATIONS, 1.0)))[-1] == last


@pytest.mark.parametrize(("counted", "told"), [(22, ["result of 1"]), (23, ["results of 2"]), (21, [])])
def test_results_that_do_not_fit_their_files_are_told_where_the_standings_count_them(
    counted: int, told: list[str]
) -> None:
    end = replace(WAITING, finished=21, stuck=3)
    found = lines(report(end, replace(NOBODY, episodes=counted), OPERATIONS, 1.0))
    assert [line for line in found if "standings" in line] == [
        f"  the standings still count the {results} of them" for results in told
    ]


def test_a_league_that_is_all_played_has_nothing_left_to_tell() -> None:
    end = Snapshot(total=24, finished=24, blocks=(4, 4, 4))
    told = list(lines(report(end, NOBODY, {"crashes": 0, "unreadable": [], "seats": {}}, 30.0)))
    assert told == ["4 of 4 blocks are whole"]


def test_other_tools_get_a_line_of_json_a_milestone_a_while_and_at_the_end() -> None:
    out, seconds = io.StringIO(), [100.0]
    feed = Feed(out, lambda: seconds[0])
    feed(Snapshot(total=24, finished=0, news="24 episodes to play \x1b[2J"))
    feed(WAITING)
    seconds[0] += EVERY
    feed(WAITING)
    feed.report(made(), 3)
    said = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [line["event"] for line in said] == ["news", "snapshot", "report"]
    assert (said[1]["finished"], said[1]["running"], said[1]["suspended"]) == (5, 1, 3)
    assert said[1]["lanes"][0]["shut"] == "auth"
    assert (said[2]["exit_code"], said[2]["causes"][0]["fixtures"]) == (3, ["b01-e02", "b01-e03"])
    assert "\x1b" not in out.getvalue()
