"""Standings on screens from 60 to 250 columns: the mean is always there, nothing is lost unnamed."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.cells import cell_len
from rich.console import Console

from harness.display.screen import console
from harness.display.standings import show_standings
from harness.operations import Latency
from harness.rating import Rating
from harness.standings import PowerRow, Row, Skipped, Standings

POWERS = ("VENICE", "MILAN", "FLORENCE", "PAPACY", "NAPLES", "TURK")
FIGURES = {"cities": 5.25, "conquests": 0.0, "daggers": 0.0, "ducats": 31.5, "stabs_given": 1.04, "survived": 0.96}
SHOWN = ("conquests", "survived", "cities", "stabs given", "ducats")
TOKENS = {"input": 1_500_000, "cache_read": 9_000_000, "cache_write": 400_000, "output": 310_000}


def row(seat: str, mean: float, **changes: object) -> Row:
    plain = Row(
        seat=seat,
        mean=mean,
        low=mean - 0.05,
        high=mean + 0.05,
        episodes=24,
        blocks=4,
        missing=0,
        wins=3,
        figures=FIGURES,
        decisions=384,
        by_model=0.99,
        repaired=0.031,
        illegal=0.25,
        fallback=0.0125,
        silent=0.0,
        failures={},
        tokens=TOKENS,
        usd=12.345,
        models=("gpt-6-astra",),
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


SEATS = ("claude-opus-5-5-base", "claude-opus-5-5-terse", "gpt-6-astra", "smol", "condottiere", "banker")
TABLE = Standings(
    league="overnight",
    game="cogiavelli",
    episodes=24,
    unfinished=2,
    endings={"complete": 20, "conquest": 4},
    rows=tuple(row(seat, 0.4 - place / 20) for place, seat in enumerate(SEATS)),
    powers=tuple(PowerRow(power, None, 1 / 6, 24, 1) for power in POWERS),
    by_power=tuple(PowerRow(power, seat, 0.123, 4, 0) for power in POWERS for seat in SEATS),
)
YOUNG = replace(TABLE, rows=tuple(replace(line, low=None, high=None, missing=3, blocks=1) for line in TABLE.rows))


def shown(table: Standings, width: int) -> list[str]:
    out = io.StringIO()
    show_standings(table, Console(file=out, width=width, markup=False, emoji=False, highlight=False))
    return out.getvalue().splitlines()


@pytest.mark.parametrize("width", range(60, 251, 5))
@pytest.mark.parametrize("table", [TABLE, YOUNG], ids=["with intervals", "too young for them"])
def test_no_line_is_wider_than_the_screen_and_none_wraps(table: Standings, width: int) -> None:
    lines = shown(table, width)
    assert max(map(cell_len, lines)) <= width
    for place, seat in enumerate(SEATS, 1):
        assert lines[place].split()[:2] == [str(place), seat]
        assert f"{table.rows[place - 1].mean:.3f}" in lines[place]
    text = "\n".join(lines)
    for title in ("95% interval", "episodes", "wins", "illegal", "repaired", "fallback", "tokens", "cost", *SHOWN):
        assert title in text, "shown, or named as left out"
    assert all(power in text for power in POWERS)
    assert "2 not finished" in text
    assert "conquest 4" in text


def test_everything_shows_at_200_columns() -> None:
    lines = shown(TABLE, 200)
    assert "no room" not in "\n".join(lines)
    assert "daggers" not in lines[0], "what is nothing for every seat is left out, but for the foremost figures"
    figures = "0.00 0.96 5.25 1.04 0.25 0.03 99.0% 1.2% 0.0% 11.2M $12.35 31.50"
    assert " ".join(lines[1].split()) == f"1 claude-opus-5-5-base 0.400 0.350 to 0.450 24 3 {figures}"


def test_below_four_blocks_the_table_says_how_many_are_missing() -> None:
    assert "needs 3 more blocks" in shown(YOUNG, 80)[1]
    one = replace(TABLE, rows=(replace(TABLE.rows[0], low=None, high=None, missing=1),))
    assert "needs 1 more block  " in shown(one, 80)[1]


def test_who_is_ahead_is_said_with_how_sure_that_is() -> None:
    sure = [
        replace(line, group="ab"[place > 0], first=0.9 if place == 0 else 0.02, rating=Rating(1600 - place, 1500, 1700))
        for place, line in enumerate(TABLE.rows)
    ]
    lines = shown(replace(TABLE, rows=tuple(sure)), 220)
    assert "group  first     rating" in lines[0]
    assert " a    90%  1600 ±100 " in lines[1]


def test_hardly_any_spread_is_said_instead_of_an_interval() -> None:
    still = replace(TABLE.rows[0], low=None, high=None, steady=7, blocks=8)
    assert "same in 7 of 8" in shown(replace(TABLE, rows=(still,)), 80)[1]


def test_what_is_missing_of_the_plan_is_shown() -> None:
    torn = tuple(replace(line, plays=24, planned=30, adjusted=line.mean + 0.01) for line in TABLE.rows)
    lines = shown(replace(TABLE, rows=torn, planned=30), 250)
    assert "adjusted" in lines[0]
    assert "missing" in lines[0]
    assert "24 of 30 episodes" in lines[-2]


def test_plays_that_are_left_out_are_shown_and_a_seat_without_others_has_no_mean() -> None:
    bare = replace(row("smol", 0.2), plays=24, left_out=24, mean=None, low=None, high=None, missing=4, figures={})
    lines = shown(replace(TABLE, rows=(row("banker", 0.3, plays=24), bare)), 250)
    assert "left out" in lines[0]
    assert "0 of 24" in lines[1]
    assert "24 of 24" in lines[2]
    assert lines[2].split()[2:5] == ["-", "needs", "4"]
    assert "left out" not in "\n".join(shown(TABLE, 250))


def test_a_seat_that_has_not_played_has_no_shares_of_nothing() -> None:
    away = replace(
        YOUNG.rows[0], seat="dan", mean=None, missing=4, decisions=0, figures={}, usd=0.0, plays=0, planned=6
    )
    heading, _, line = shown(replace(TABLE, rows=(row("ann", 0.4), away)), 250)[:3]
    assert line.split()[:7] == ["2", "dan", "-", "needs", "4", "more", "blocks"]
    end = heading.index(" fallback") + len(" fallback")
    assert line[:end].split()[-4:] == ["-"] * 4, "illegal, repaired, by model, fallback"


def test_what_powers_are_worth_is_told_below_the_seats() -> None:
    uneven = tuple(replace(row, effect=0.1 - place / 25) for place, row in enumerate(TABLE.powers))
    lines = shown(replace(TABLE, powers=uneven), 120)
    assert "power effect           +0.100  +0.060    +0.020  -0.020  -0.060  -0.100" in lines
    assert "power effect" not in "\n".join(shown(TABLE, 120))


def test_scripted_leagues_have_no_columns_of_money() -> None:
    free = replace(TABLE, rows=tuple(replace(line, tokens=dict.fromkeys(TOKENS, 0), usd=0.0) for line in TABLE.rows))
    assert "tokens" not in "\n".join(shown(free, 200))


@pytest.mark.parametrize(("kind", "title"), [("refusal", "refusals"), ("late", "late")])
def test_refusals_and_lateness_have_a_column_once_there_was_one(kind: str, title: str) -> None:
    assert title not in shown(TABLE, 250)[0].split()
    rude = replace(TABLE, rows=(row("ann", 0.4, failures={kind: 1_234, "empty": 7}), row("bob", 0.3)))
    heading, ann, bob = shown(rude, 250)[:3]
    assert {"refusals", "late"}.intersection(heading.split()) == {title}
    end = heading.index(f" {title} ") + len(f" {title}")
    assert [line[:end].split()[-1] for line in (ann, bob)] == ["1,234", "0"]


def test_how_long_replies_took_is_shown_where_it_was_measured() -> None:
    assert "seconds" not in shown(TABLE, 250)[0]
    quick, script, away = (
        row("ann", 0.4, latency=Latency(4.2, 31.04)),
        row("bob", 0.3, latency=Latency(0, 0)),
        row("cyd", 0.2),
    )
    heading, *lines = shown(replace(TABLE, rows=(quick, script, away)), 250)[:4]
    start = heading.index("seconds, p95")
    assert [line[start : start + len("seconds, p95")].strip() for line in lines] == ["4.2, 31.0", "0.0, 0.0", ""]
    assert "seconds" not in shown(replace(TABLE, rows=(script,)), 250)[0], "a league of scripts took no time"


def test_the_share_that_models_decided_shows_where_there_are_models() -> None:
    assert "by model" in shown(TABLE, 250)[0]
    assert " 99.0% " in shown(TABLE, 250)[1]
    scripts = replace(TABLE, rows=tuple(replace(line, by_model=0.0) for line in TABLE.rows))
    assert "by model" not in "\n".join(shown(scripts, 250))


def test_an_unknown_price_is_shown_as_unknown() -> None:
    unknown = replace(TABLE, rows=(replace(TABLE.rows[0], usd=None),))
    assert "12.345" not in shown(unknown, 200)[1] and " ? " in shown(unknown, 200)[1]


def test_without_a_result_there_is_still_a_line() -> None:
    assert shown(Standings("smoke", "", 0, 3, {}, (), (), ()), 80) == [
        "smoke (no game yet)  0 episodes",
        "3 not finished",
    ]


def test_what_is_not_counted_is_named_as_text() -> None:
    skipped = Skipped("b01-e01/result.json", 'has "[red]\x1b[31m" under format')
    lines = shown(replace(TABLE, skipped=(skipped,)), 120)
    assert lines[-1] == 'not counted: b01-e01/result.json has "[red]" under format'


def test_a_pipe_gets_all_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    out = io.StringIO()
    show_standings(TABLE, console(out))
    assert "no room" not in out.getvalue()
    assert "\x1b" not in out.getvalue()
