"""The console of a run: a picture that fits the terminal, plain lines where there is none."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.cells import cell_len
from rich.console import Console

from harness.display.live import HEARTBEAT, RunScreen, closing, picture
from harness.lanes import LaneStatus
from harness.snapshot import Running, Snapshot, Standing

HOSTILE = "[red]x[/]\x1b[2J"

QUIET = Snapshot(total=24, finished=0)
BUSY = Snapshot(
    total=96,
    finished=31,
    running=tuple(Running(f"b{number:02}-e01", "1499-autumn-orders", 3, 6, number % 7) for number in range(16)),
    suspended=(("b01-e02", "quota on lane openai: insufficient_quota"), ("b01-e03", HOSTILE)),
    in_flight=57,
    lag_p99=0.0123,
    lanes=(
        LaneStatus("openai", 32, 32, 14, 12.3, 900, {"rate_limited": 5}),
        LaneStatus("anthropic", 32, 11, 0, 0.04, 400, {}),
        LaneStatus("local", 1, 1, 3, 0.0, 20, {}),
    ),
    calls=12_345,
    tokens=45_600_000,
    usd=12.34,
    unpriced=20,
    failures={"rate_limited": 3, "unparsable": 2, "late": 0},
)


def drawn(snapshot: Snapshot, width: int, height: int = 24) -> list[str]:
    out = io.StringIO()
    Console(file=out, width=width, height=height, markup=False, emoji=False, highlight=False).print(
        picture(snapshot, "overnight", 3725.0, 7600.0, width, height)
    )
    return out.getvalue().splitlines()


def drawn_by(told: RunScreen) -> list[str]:
    out = io.StringIO()
    Console(file=out, width=80).print(told)
    return out.getvalue().splitlines()


@pytest.mark.parametrize("width", range(60, 251, 10))
@pytest.mark.parametrize("height", [12, 24, 60])
def test_a_picture_fits_and_tells_what_matters(width: int, height: int) -> None:
    lines = drawn(BUSY, width, height)
    assert max(map(cell_len, lines)) <= width
    assert len(lines) < max(height, 12)
    text = "\n".join(lines)
    for fact in (
        "overnight  31/96 episodes  32%  1:02:05",
        "about 2:06:40 left",
        "in flight 57",
        "loop lag 12 ms",
        "calls 12,345",
        "tokens 45.6M",
        "cost $12.34 and 20 replies without a known price",
        "openai 32/32, 14 waiting, paused 12.3 s",
        "openai rate_limited 5",
        "anthropic 11/32",
        "rate_limited 3",
        "unparsable 2",
        "b01-e02 quota on lane openai",
    ):
        assert fact in text
    assert "late 0" not in text
    assert "\x1b" not in text


def test_a_seat_without_a_play_of_its_own_has_no_mean_so_far() -> None:
    standings = (Standing("ann", 0.31, 5), Standing("bob", None, 0))
    assert "so far  1. ann 0.310 (5)  2. bob - (0)" in drawn(replace(BUSY, standings=standings), 120, 60)


def test_every_running_episode_shows_where_there_is_room() -> None:
    text = "\n".join(drawn(BUSY, 120, 40))
    assert all(f"{game.fixture} 1499-autumn-orders {game.answered}/6" in text for game in BUSY.running)


def test_where_there_is_none_the_rest_is_counted() -> None:
    assert "16 episodes are running" in "\n".join(drawn(BUSY, 60, 14))


def test_the_bar_is_told_apart_without_colour() -> None:
    assert drawn(BUSY, 96)[1] == "━" * 31 + "─" * 65
    assert drawn(QUIET, 60)[1] == "─" * 60


class Watch:
    """A clock set by hand."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def screen(watch: Watch, *, terminal: bool, live: bool = True) -> tuple[RunScreen, io.StringIO]:
    out = io.StringIO()
    console = Console(file=out, width=80, force_terminal=terminal, markup=False, emoji=False, highlight=False)
    return RunScreen("smoke", console, live=live, now=watch), out


def test_what_the_league_will_cost_is_told_as_a_range_that_follows_the_run() -> None:
    watch = Watch()
    told, _ = screen(watch, terminal=True)
    told(Snapshot(total=40, finished=0, usd=1.0))
    assert "in all" not in "\n".join(drawn_by(told))
    for seconds, finished, usd, line in (
        (100.0, 10, 3.0, "forecast  $7.50 to $10.50 in all"),
        (300.0, 30, 6.0, "forecast  $7.25 to $8.08 in all"),
    ):
        watch.seconds = seconds
        told(Snapshot(total=40, finished=finished, usd=usd))
        assert line in drawn_by(told)


def test_without_a_terminal_a_run_is_told_in_lines() -> None:
    watch = Watch()
    told, out = screen(watch, terminal=False)
    with told:
        told(Snapshot(total=2, finished=0, news="2 episodes to play"))
        told(BUSY)
        told(Snapshot(total=2, finished=1, news=f"b01-e01 is suspended: {HOSTILE}"))
    assert out.getvalue() == "[0/2] 2 episodes to play\n[1/2] b01-e01 is suspended: [red]x[/]\n"


def test_a_long_silence_is_broken_by_a_sign_of_life() -> None:
    watch = Watch()
    told, out = screen(watch, terminal=False)
    with told:
        told(BUSY)
        watch.seconds = HEARTBEAT
        told(BUSY)
        told(BUSY)
    assert out.getvalue() == (
        "[31/96] 16 running, 57 calls in flight; lane openai paused 12.3 s; "
        "45.6M tokens, $12.34 and 20 replies without a known price\n"
    )


def test_in_a_terminal_milestones_stay_above_the_picture() -> None:
    told, out = screen(Watch(), terminal=True)
    with told:
        told(Snapshot(total=2, finished=1, news="b01-e01 is played: complete"))
    assert "[1/2] b01-e01 is played: complete" in out.getvalue()
    assert "1/2 episodes" in out.getvalue()


def test_the_time_left_is_told_by_this_runs_pace() -> None:
    watch = Watch()
    told, _ = screen(watch, terminal=True)
    told(Snapshot(total=20, finished=10))
    watch.seconds = 30.0
    told(Snapshot(total=20, finished=12))
    assert [line for line in drawn_by(told) if "about 0:02:00 left" in line]


def test_a_person_at_the_terminal_gets_no_moving_picture() -> None:
    told, out = screen(Watch(), terminal=True, live=False)
    with told:
        told(Snapshot(total=1, finished=0, news="1 episodes to play"))
        told(QUIET)
    assert out.getvalue() == "[0/1] 1 episodes to play\n"


@pytest.mark.parametrize(
    ("snapshot", "line"),
    [
        (Snapshot(total=24, finished=24), "24 of 24 episodes are played, 0.8 s"),
        (
            BUSY,
            "31 of 96 episodes are played, 0.8 s · 12,345 calls · 45.6M tokens"
            " · $12.34 and 20 replies without a known price · rate_limited 3 · unparsable 2",
        ),
    ],
)
def test_a_run_ends_with_one_line(snapshot: Snapshot, line: str) -> None:
    assert closing(snapshot, 0.81) == line
