"""Plots: right where values stand, readable in any terminal, safe whatever a name holds."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from test_episode import PLAN
from toy_game import TOY
from toy_table import play, seats

from harness.display.plots import show_costs, show_intervals, show_powers, show_seasons
from harness.errors import UserError
from harness.plots.costs import Costs, costs
from harness.plots.files import draw_costs, draw_intervals, draw_powers, draw_seasons
from harness.plots.heat import heat, is_dark
from harness.plots.scale import scale
from harness.plots.seasons import SeasonScores, merged, season_of, season_scores
from harness.seats.seat import Failure, FailureKind
from harness.standings import PowerRow, Row, Standings

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


def row(seat: str, mean: float, low: float | None = None, high: float | None = None, **more: object) -> Row:
    tokens = {"input": 0, "cache_read": 0, "cache_write": 0, "output": 0}
    plain = Row(
        seat,
        mean,
        low,
        high,
        28,
        4,
        0 if low is not None else 3,
        1,
        {},
        100,
        1.0,
        0.0,
        0.0,
        0.0,
        0.0,
        {},
        tokens,
        None,
        (),
        plays=28,
    )
    return replace(plain, **more)  # type: ignore[arg-type]


def table(number: int = 7, name: str = "a-seat-with-a-long-name-{}") -> Standings:
    rows = tuple(
        row(name.format(n), 0.3 - n / 50, 0.25 - n / 50, 0.34 - n / 50, usd=n * 0.1)
        if n % 3
        else row(name.format(n), 0.3 - n / 50, usd=0.5)
        for n in range(number)
    )
    cells = tuple(PowerRow(power, own.seat, own.mean, 4, 0) for own in rows for power in POWERS)
    return Standings("league", "toy", 28, 0, {}, rows, tuple(PowerRow(p, None, 0.2, 28, 0) for p in POWERS), cells)


def grown(number: int = 7, seasons: int = 40) -> SeasonScores:
    names = ("start", *(f"turn-{n:02}" for n in range(1, seasons)))
    return SeasonScores(
        names,
        {f"a-long-name-of-a-seat-{n}": tuple(n / 10 + s / 100 for s in range(seasons)) for n in range(number)},
        24,
    )


SHOWN: dict[str, Callable[[Console], None]] = {
    "intervals": lambda out: show_intervals(table(), out),
    "powers": lambda out: show_powers(table(), out),
    "costs": lambda out: show_costs(costs(table()), out),
    "seasons": lambda out: show_seasons(grown(), out),
    "one": lambda out: show_intervals(table(1, "x"), out),
    "short": lambda out: show_seasons(grown(1, 1), out),
    "wide names": lambda out: show_powers(table(3, "名前の長い席" * 3 + "{}"), out),
}


def drawn(show: Callable[[Console], None], width: int = 80, encoding: str = "utf-8", **options: object) -> str:
    data = io.BytesIO()
    file = io.TextIOWrapper(data, encoding=encoding, write_through=True)
    show(Console(file=file, width=width, markup=False, emoji=False, highlight=False, **options))  # type: ignore[arg-type]
    return data.getvalue().decode(encoding)


@pytest.mark.parametrize("width", [60, 80, 120, 250])
@pytest.mark.parametrize("name", SHOWN)
def test_plots_fit_terminals_of_any_width(name: str, width: int) -> None:
    text = drawn(SHOWN[name], width, force_terminal=True, no_color=True, color_system=None)
    assert max(map(cell_len, text.splitlines())) <= width
    assert "\x1b" not in text
    assert all(line == line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize("name", SHOWN)
def test_a_pipe_has_lines_people_can_read_and_no_escapes(name: str) -> None:
    text = drawn(SHOWN[name], 10_000)
    assert max(map(cell_len, text.splitlines())) <= 120
    assert "\x1b" not in text


PLAIN: tuple[Callable[[Console], None], ...] = (
    lambda out: show_intervals(table(7, "s{}"), out),
    lambda out: show_powers(table(7, "s{}"), out),
    lambda out: show_costs(costs(table(7, "s{}")), out),
    lambda out: show_seasons(replace(grown(), seats={"s": (0.1,) * 40}), out),
)


@pytest.mark.parametrize("show", PLAIN, ids=["intervals", "powers", "costs", "seasons"])
def test_a_poor_encoding_gets_signs_it_has(show: Callable[[Console], None]) -> None:
    assert "?" not in drawn(show, 80, encoding="ascii")


def test_colours_come_where_there_are_colours() -> None:
    assert "\x1b[" in drawn(SHOWN["powers"], 80, force_terminal=True, color_system="truecolor", no_color=False)


def test_intervals_stand_where_their_values_are() -> None:
    found = replace(table(), rows=(row("a", 0.2, 0.1, 0.3), row("b", 0.1), row("c", 0.3, 0.2, 0.3)))
    lines = drawn(lambda out: show_intervals(found, out), 100).splitlines()
    left, dot, right = (lines[1].index(sign) for sign in "├●┤")
    assert lines[2].index("●") == left
    assert (lines[3].index("├"), lines[3].index("●")) == (dot, right)
    assert lines[0] == "mean and interval  95% interval  28 episodes  needs 3 more blocks"
    assert (lines[-1].split()[0], lines[-1].split()[-1]) == ("0.100", "0.300")


def test_scores_of_any_size_stand_below_each_other() -> None:
    rows = (row("a", 1367.5, 1200.0, 1500.0), row("b", 40.25), row("c", -3.0))
    found = replace(table(), rows=rows, by_power=tuple(PowerRow(p, "a", 1367.5, 4, 0) for p in POWERS))
    lines = drawn(lambda out: show_intervals(found, out), 100).splitlines()[1:4]
    assert [line.split()[1] for line in lines] == ["1,368", "40", "-3"]
    assert len({line.index("┊") for line in lines}) == 1
    assert all(line.endswith("-") for line in drawn(lambda out: show_powers(found, out), 60).splitlines()[-1:])


def test_points_of_one_place_are_told_and_every_seat_is_named() -> None:
    found = Costs("dollars", (("a", 0.1, 0.2), ("b", 0.1, 0.2), ("c", 0.0, 0.1)), ("d",))
    text = drawn(lambda out: show_costs(found, out), 60)
    assert text.count("*") == 2
    for told in ("a a $0.10 0.200", "b b $0.10 0.200", "c c $0.00 0.100", "price unknown  d"):
        assert told in text


def test_the_heat_map_says_each_value_even_without_colour() -> None:
    lines = drawn(lambda out: show_powers(table(2, "a-longer-name-{}"), out), 60).splitlines()
    assert lines[1].split() == [power[:5] for power in POWERS]
    assert lines[2].count("0.30") == len(POWERS)


def test_heights_grow_with_scores() -> None:
    found = SeasonScores(("start", "turn-01", "turn-02"), {"a": (0.0, 0.5, 1.0)}, 4)
    *_, top, bottom, axis = drawn(lambda out: show_seasons(found, out), 60).splitlines()
    assert top.split() == ["████████"]
    assert bottom.split() == ["a", "████████████████", "0.000", "to", "1.000"]
    assert axis.split() == ["start", "turn-02"]


def test_episodes_that_cannot_be_replayed_are_said() -> None:
    found = replace(grown(), skipped=(("b01-e02", "is not finished"), ("b01-e03", "is not finished")))
    text = drawn(lambda out: show_seasons(found, out), 100)
    assert "2 left out, b01-e02 for one: is not finished" in text


@pytest.mark.parametrize(
    ("rows", "unit", "points"),
    [
        ((row("a", 0.2), row("b", 0.1)), None, ()),
        ((row("a", 0.2, usd=0.0), row("b", 0.1, usd=0.0)), None, ()),
        (
            (row("a", 0.2, usd=2.8), row("b", 0.1, usd=0.0), row("c", 0.1)),
            "dollars",
            (("a", 0.1, 0.2), ("b", 0.0, 0.1)),
        ),
        (
            (row("a", 0.2, tokens={"input": 28, "output": 28}), row("b", 0.1, usd=0.0)),
            "tokens",
            (("a", 2.0, 0.2), ("b", 0.0, 0.1)),
        ),
    ],
)
def test_costs_are_of_a_power_played(rows: tuple[Row, ...], unit: str | None, points: tuple[object, ...]) -> None:
    found = costs(replace(table(), rows=rows))
    assert (found.unit if found else None) == unit
    if found:
        assert [(seat, pytest.approx(cost), score) for seat, cost, score in found.points] == list(points)


# --- files ---------------------------------------------------------------------------------------

EVIL = '"><script>alert(1)</script>&amp;'
FILES = {
    "intervals": lambda: draw_intervals(table(7, EVIL + "{}")),
    "powers": lambda: draw_powers(table(7, EVIL + "{}")),
    "costs": lambda: draw_costs(costs(table(7, EVIL + "{}")) or Costs("", ()), EVIL),
    "seasons": lambda: draw_seasons(replace(grown(), seats={EVIL: tuple(range(40))}), EVIL),
}


@pytest.mark.parametrize("name", FILES)
def test_files_are_sound_svg_in_which_names_are_text(name: str) -> None:
    root = ElementTree.fromstring(FILES[name]())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert {element.tag.split("}")[1] for element in root.iter()} <= {
        "svg", "title", "desc", "style", "rect", "text", "path", "circle",
    }  # fmt: skip
    assert any(EVIL in (element.text or "") for element in root.iter())
    assert not any(attribute.startswith("on") or "href" in attribute for e in root.iter() for attribute in e.attrib)


@pytest.mark.parametrize("name", FILES)
def test_everything_stands_inside_its_picture(name: str) -> None:
    root = ElementTree.fromstring(FILES[name]())
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for element in root.iter():
        for key, most in (("x", width), ("cx", width), ("y", height), ("cy", height)):
            assert 0 <= float(element.attrib.get(key, 0)) <= most, (element.tag, element.attrib)


def test_many_lines_that_end_together_have_labels_apart_and_inside() -> None:
    found = replace(grown(), seats={f"s{n}": (0.5,) * 39 + (0.0,) for n in range(20)})
    labels = [
        e
        for e in ElementTree.fromstring(draw_seasons(found, "x")).iter()
        if (e.text or "").startswith("s") and e.text != "start"
    ]
    places = sorted(float(e.attrib["y"]) for e in labels if "text-anchor" in e.attrib)
    assert len(places) == 20
    assert min(b - a for a, b in pairwise(places)) > 14


# --- what they show ------------------------------------------------------------------------------


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=20), st.integers(3, 12), st.booleans())
def test_a_scale_encloses_its_values_with_few_even_ticks(values: list[float], most: int, zero: bool) -> None:
    axis = scale(values, most, zero=zero)
    assert 2 <= len(axis.ticks) <= most
    assert len(set(axis.labels())) == len(axis.ticks) or max(values) - min(values) < 1e-4
    assert all(-1e-6 <= axis.share(value) <= 1 + 1e-6 for value in values)
    assert not zero or axis.low <= 0 <= axis.high
    gaps = [b - a for a, b in pairwise(axis.ticks)]
    assert max(gaps) == pytest.approx(min(gaps))


@pytest.mark.parametrize(
    ("axis", "told"),
    [
        ((0.0, 0.3), ("0.146", "0.15")),
        ((0.0, 40.0), ("0.15", "0.1")),
        ((-400.0, 3.0), ("0.1", "0")),
        ((0.0, 5e6), ("0", "0")),
    ],
)
def test_values_have_as_many_digits_as_their_axis_is_worth(axis: tuple[float, float], told: tuple[str, str]) -> None:
    assert (scale(axis).told(0.1457), scale(axis).told(0.1457, 2)) == told


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ([0.13, 0.29], (0.1, 0.15, 0.2, 0.25, 0.3)),
        ([0, 1], (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)),
        ([], (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)),
        ([-3, 8], (-5.0, 0.0, 5.0, 10.0)),
    ],
)
def test_ticks_are_round(values: list[float], ticks: tuple[float, ...]) -> None:
    assert scale(values).ticks == ticks


def test_heat_grows_brighter() -> None:
    light = [sum(heat(n / 100)) for n in range(101)]
    assert light == sorted(light)
    assert (is_dark(heat(0)), is_dark(heat(1)), heat(-1), heat(2)) == (True, False, heat(0), heat(1))


@pytest.mark.parametrize(
    ("phase", "season"),
    [("1499-spring-press", "1499-spring"), ("1499-winter", "1499-winter"), ("turn-07", "turn-07"), ("", "start")],
)
def test_phases_belong_to_seasons(phase: str, season: str) -> None:
    assert season_of(phase) == season


@pytest.mark.parametrize(
    ("sequences", "order"),
    [
        (["abd", "acd"], "acbd"),
        (["abc", "ab", "abcd"], "abcd"),
        (["ad", "abcd"], "abcd"),
        ([], ""),
    ],
)
def test_seasons_of_all_episodes_stand_in_one_order(sequences: list[str], order: str) -> None:
    assert "".join(merged(sequences)) == order


async def test_scores_of_a_season_are_those_of_the_replayed_board(tmp_path: Path) -> None:
    folder = tmp_path / "toys" / "b01-e01"
    folder.mkdir(parents=True)
    result = await play(folder, seats(PLAN))
    assert result is not None
    found = season_scores_in_a_thread(tmp_path / "toys")
    last = {seat: line[-1] for seat, line in found.seats.items()}
    assert last == {result["seating"][power]: score for power, score in result["scores"].items()}
    assert found.seasons == ("start", "round-01", "round-02", "round-03")


async def test_seasons_leave_out_what_the_standings_leave_out(tmp_path: Path) -> None:
    out = Failure(FailureKind.RATE_LIMITED, "busy")
    for name, plan in (("b01-e01", {(1, "RED", ask): out for ask in (0, 1)}), ("b01-e02", {})):
        (tmp_path / name).mkdir()
        result = await play(tmp_path / name, seats(plan))
    alone = season_scores_in_a_thread(tmp_path).seats["ann"]
    assert alone[-1] == result["scores"]["RED"], "of two plays the one that was the seat's own"
    (tmp_path / "b01-e02" / "journal.jsonl").unlink()
    assert season_scores_in_a_thread(tmp_path).seats.keys() == {"bob", "cid"}


def season_scores_in_a_thread(folder: Path) -> SeasonScores:
    """A replay has a loop of its own."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(season_scores, folder, {"toy": TOY}).result()


def test_without_an_episode_there_are_no_seasons(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no episode"):
        season_scores(tmp_path, {"toy": TOY})
