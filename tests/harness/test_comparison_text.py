"""Comparisons, plans and sample sizes in words, on narrow and wide screens."""

from __future__ import annotations

import io
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console
from toy_game import TOY, Options

from harness.comparison import Comparison, Effect, Side, Telling, Verdict
from harness.config import LaneConfig, League, SeatConfig
from harness.config_compare import Compare, Looks
from harness.detection import Detection, Needed
from harness.display.comparison import show_comparison
from harness.display.plan import show_detection, show_plan
from harness.forecast import Forecast, SeatForecast
from harness.plan import plan_league
from harness.prompt_changes import Change
from harness.sample_size import MOST_BLOCKS

TARGET = Effect("score", 0.5, 0.4, 0.1, 0.02, 0.18, -0.04, 0.24, 0.0204, 0.31, None, 0.4, 23, 23, 0.25, False)
FOUND = Comparison(
    league="night",
    game="toy",
    terms=Compare("new", "old", margin=0.05),
    a=Side("new", ("new",), 24, 1),
    b=Side("old", ("old",), 24, 0),
    target=TARGET,
    others=(replace(TARGET, measure="illegal_rate", adjusted_p=0.0408),),
    verdict=Verdict("open", 46),
    planned=24,
    unpaired=0,
    block=2,
    telling=(Telling("RED", 0.31, "b03-e01", "b03-e02"),),
)
CHANGES = (Change("orders.j2, block ledger", (" [red]ducats[/red]", "-spend", "+save\x1b[31m")),)


def shown(found: Comparison, width: int = 100, changes: tuple[Change, ...] = CHANGES) -> list[str]:
    out = io.StringIO()
    console = Console(file=out, width=width, markup=False, emoji=False, highlight=False)
    show_comparison(found, changes, Path("results/night"), console)
    return out.getvalue().splitlines()


VERDICTS = [
    (FOUND, "new or old: not decided; about 46 more blocks (92 episodes) at the difference seen so far"),
    (replace(FOUND, verdict=Verdict("better")), "new is better than old in score"),
    (replace(FOUND, verdict=Verdict("worse")), "new is worse than old in score"),
    (
        replace(FOUND, verdict=Verdict("below"), terms=replace(FOUND.terms, target="illegal_rate")),
        "new is below old in illegal_rate",
    ),
    (replace(FOUND, verdict=Verdict("tied")), "new and old are tied in score within 0.05"),
    (
        replace(FOUND, verdict=Verdict("open")),
        "new or old: not decided; no number of episodes can be told that would decide it;"
        " state a margin to be able to call it tied",
    ),
    (
        replace(FOUND, verdict=Verdict("open", 1), terms=replace(FOUND.terms, looks="end")),
        "new or old: not decided; the verdict is read at the end of the plan, in 1 more block (2 episodes)",
    ),
]


@pytest.mark.parametrize(("found", "line"), VERDICTS)
def test_the_verdict_comes_first(found: Comparison, line: str) -> None:
    assert shown(found, 200)[0] == line


def test_the_evidence_says_which_interval_decides_and_what_was_left_out() -> None:
    lines = shown(FOUND)
    assert lines[1:5] == [
        "+0.100 in score (new 0.500, old 0.400) over 23 pairs in 23 blocks of 24; effect size +0.40",
        "  looked at any time  95% -0.040 to +0.240, p 0.31; it decides",
        "  looked at once      95% +0.020 to +0.180, p 0.0204",
        "left out as tainted: new 1 of 24 (4.2%), old 0 of 24; played by one arm only: 0",
    ]
    assert "  looked at once      95% +0.020 to +0.180, p 0.0204; it decides" in shown(
        replace(FOUND, terms=replace(FOUND.terms, looks="end"))
    )
    assert "  RED +0.310  results/night/b03-e01  results/night/b03-e02" in lines


def test_what_prompts_say_is_shown_as_text() -> None:
    assert shown(FOUND)[-4:] == ["orders.j2, block ledger", "   [red]ducats[/red]", "  -spend", "  +save"]
    assert not any("Prompts" in line for line in shown(FOUND, changes=()))


@pytest.mark.parametrize("width", [60, 80, 120, 250])
def test_the_table_of_measures_fits(width: int) -> None:
    table = [line for line in shown(FOUND, width) if "illegal rate" in line or "measure" in line]
    assert len(table) >= 2
    assert max(map(cell_len, table)) <= width


@pytest.mark.parametrize(
    ("looks", "blocks", "line"),
    [
        ("any", 6, "no verdict: it takes at least 8 blocks (16 episodes)"),
        ("end", 6, "no verdict: it takes at least 7 blocks (14 episodes)"),
        ("any", 12, ""),
        ("end", 12, ""),
    ],
)
def test_a_plan_that_no_verdict_can_come_of_says_so(looks: Looks, blocks: int, line: str) -> None:
    chairs = tuple(SeatConfig(name, "scripted") for name in ("a", "b", "c"))
    terms, lanes = Compare("a", "b", looks=looks), {"": LaneConfig("", 1)}
    league = League("night", "toy", 2 * blocks, 7, Options(2), chairs, lanes=lanes, compare=terms)
    forecast = Forecast(league.episodes, 4, {}, 0, tuple(SeatForecast(seat.name, 0) for seat in chairs))
    out = io.StringIO()
    show_plan(league, plan_league(league, TOY, forecast, Path("none")), Console(file=out, width=100))
    assert [told for told in out.getvalue().splitlines() if "no verdict" in told] == [line] * bool(line)


def test_sample_sizes_in_blocks_and_episodes() -> None:
    found = Detection("night", "score", "new", "old", 0.2, 0.08, 24, 2, 0.049, (Needed(0.02, 134, 311),))
    out = io.StringIO()
    show_detection(found, Console(file=out, width=100, markup=False, emoji=False, highlight=False))
    lines = out.getvalue().splitlines()
    assert lines[0] == "night: a block's difference in score between new and old spreads by 0.08"
    assert "differences from 0.049 on" in lines[1]
    show_detection(replace(found, needed=(Needed(0.0, MOST_BLOCKS, MOST_BLOCKS),)), Console(file=out, width=100))
    assert out.getvalue().count("more than a million") == 2
    out.truncate(0)
    show_detection(replace(found, blocks=4, seen=inf), Console(file=out, width=100))
    assert "the 4 blocks played show no difference yet: one look takes 7 blocks\n" in out.getvalue()
    assert lines[-1].split() == ["0.02", "10%", "134", "(268", "episodes)", "311", "(622", "episodes)"]
