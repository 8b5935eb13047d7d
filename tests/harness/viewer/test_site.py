"""A league's site: everything links, everything is there, and it stays small."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from command import cogleague
from playwright.async_api import Browser
from watching import Theme, opened, violations

from harness.errors import UserError
from harness.operations import Latency
from harness.prompt_changes import Change
from harness.viewer.league import Episode, Meeting, load_league_view, meetings
from harness.viewer.site import INDEX, league_pages, revision, write_site

ARMS = """
[league]
name = "arms"
game = "cogiavelli"
episodes = 24
seed = 3
[options]
years = 1
press = false
[compare]
a = "condottiere"
b = "banker"
[[seats]]
name = "condottiere"
kind = "scripted"
policy = "condottiere"
[[seats]]
name = "banker"
kind = "scripted"
policy = "banker"
[[seats]]
name = "random"
kind = "scripted"
policy = "random"
"""
"""Two scripts that take each other's place."""

LINK = re.compile(r'<a [^>]*href="([^"#]+)')


@pytest.fixture(scope="session")
def site(leagues: Mapping[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the Cogiavelli league."""
    target = tmp_path_factory.mktemp("site") / "salon"
    assert write_site(leagues["cogiavelli"], target) == 4 + 6 + 6
    return target


def test_every_link_leads_somewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) == 2 + 6 + 6
    for page in pages:
        for link in LINK.findall(page.read_text("utf-8").split('<script type="application/json"')[0]):
            assert (page.parent / link).resolve().is_file(), (page.name, link)


def test_the_index_tells_the_standings_and_names_every_episode(site: Path, leagues: Mapping[str, Path]) -> None:
    index = (site / INDEX).read_text("utf-8")
    table = load_league_view(leagues["cogiavelli"]).table
    for row in table.rows:
        assert f'seats/{row.seat}.html">{row.seat}' in index
        assert f"{row.mean:.3f}" in index
    assert [f"episodes/b01-e0{number}.html" in index for number in range(1, 7)] == [True] * 6
    assert "6 of 6 episodes finished" in index


def test_a_seats_page_has_settings_behaviour_and_prompts(site: Path) -> None:
    page = (site / "seats" / "hasty.html").read_text("utf-8")
    for part in ("talkers:talker", "stabs given", "pledges kept", "illegal", "base/orders.j2", "Against the others"):
        assert part in page


def test_a_seats_page_tells_only_settings_that_are_set(site: Path) -> None:
    told = re.findall(r"<dt>([^<]*)</dt><dd>([^<]*)</dd>", (site / "seats" / "hasty.html").read_text("utf-8"))
    assert ("list orders", "yes") in told
    assert not {value for _, value in told} & {"", "None", "{}", "True"}


def test_seconds_show_where_they_were_measured(leagues: Mapping[str, Path]) -> None:
    league = load_league_view(leagues["cogiavelli"])
    slow, *quick = (replace(row, latency=None) for row in league.table.rows)
    for latency, told in ((None, False), (Latency(4.2, 31.04), True)):
        table = replace(league.table, rows=(replace(slow, latency=latency), *quick))
        pages = league_pages(replace(league, table=table))
        assert ("Seconds, p95" in pages[INDEX]()) == told
        assert (">4.2, 31.0<" in pages[INDEX]()) == told
        assert (">4.2, 95 of 100 within 31.0<" in pages[f"seats/{slow.seat}.html"]()) == told


def test_a_steady_seat_needs_no_blocks_but_says_why_it_has_no_interval(leagues: Mapping[str, Path]) -> None:
    league = load_league_view(leagues["cogiavelli"])
    first, *others = league.table.rows
    for missing, steady, told in ((3, 0, "needs 3 more blocks"), (0, 9, "same in 9 of 12")):
        row = replace(first, low=None, high=None, missing=missing, steady=steady, blocks=12)
        page = league_pages(replace(league, table=replace(league.table, rows=(row, *others))))[INDEX]()
        assert f'<span class="empty">{told}</span>' in page


def test_ties_and_the_chance_to_be_first_stand_beside_the_means(leagues: Mapping[str, Path]) -> None:
    league = load_league_view(leagues["cogiavelli"])
    rows = tuple(replace(row, group="ab", first=0.625) for row in league.table.rows)
    page = league_pages(replace(league, table=replace(league.table, rows=rows)))[INDEX]()
    assert page.count('<td>ab</td><td data-value="0.625">62 %</td>') == len(rows)
    assert "cannot be told apart" in page
    alone = tuple(replace(row, group="", first=None) for row in league.table.rows)
    assert "cannot be told apart" not in league_pages(replace(league, table=replace(league.table, rows=alone)))[INDEX]()


def test_a_declared_comparison_is_told_with_its_evidence_and_the_prompts(tmp_path: Path) -> None:
    (tmp_path / "arms.toml").write_text(ARMS)
    done = cogleague(tmp_path, "run", "arms.toml")
    assert done.returncode == 0, done.stdout + done.stderr
    league = load_league_view(tmp_path / "results" / "arms")
    found = league.comparison
    assert found is not None
    changes = (Change("orders.j2, block advice", ("- attack <b>", "+ hold")),)
    page = league_pages(replace(league, changes=changes))[INDEX]()
    target = found.target
    assert f"{target.difference:+.3f} in score (condottiere {target.a:.3f}, banker {target.b:.3f})" in page
    assert f"Looked at any time: {target.any_low:+.3f} to {target.any_high:+.3f}, p {target.any_p:.3g}; it d" in page
    assert f"Looked at once: {target.low:+.3f} to {target.high:+.3f}, p {target.p:.3g}" in page
    assert "condottiere 0 of 12, banker 0 of 12; played by one arm only: 0" in page
    assert f"adjusted for {len(found.others)} measures" in page
    assert "Prompts: orders.j2, block advice" in page
    assert "- attack &lt;b&gt;\n+ hold" in page


def test_the_data_can_be_downloaded_as_it_is(site: Path, leagues: Mapping[str, Path]) -> None:
    folder = leagues["cogiavelli"]
    for name in (
        "manifest.json",
        "league.toml",
        "b01-e03/result.json",
        "b01-e03/events.jsonl",
        "b01-e03/journal.jsonl",
    ):
        assert (site / "data" / name).read_bytes() == (folder / name).read_bytes()
    assert json.loads((site / "data" / "standings.json").read_text())["episodes"] == 6
    assert (site / "data" / "standings.csv").read_text().startswith("seat,")


def test_a_site_is_written_again_over_itself_but_over_nothing_else(
    site: Path, leagues: Mapping[str, Path], tmp_path: Path
) -> None:
    write_site(leagues["cogiavelli"], site)
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(UserError, match="holds other things"):
        write_site(leagues["cogiavelli"], tmp_path)


def test_an_episode_that_cannot_be_shown_says_why(leagues: Mapping[str, Path], tmp_path: Path) -> None:
    folder = tmp_path / "results" / "salon-cogiavelli"
    for name in ("journal.jsonl", "events.jsonl", "result.json"):
        copy = folder / "b01-e01" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((leagues["cogiavelli"] / "b01-e01" / name).read_bytes())
    events = folder / "b01-e01" / "events.jsonl"
    events.write_text(events.read_text().replace('"famine_drawn"', '"<b>"', 1))
    write_site(folder, tmp_path / "site")
    page = (tmp_path / "site" / "episodes" / "b01-e01.html").read_text("utf-8")
    assert "cannot be shown" in page
    assert "&lt;b&gt;" in page
    assert "<b>" not in page


def test_three_hundred_episodes_make_a_small_index(leagues: Mapping[str, Path], tmp_path: Path) -> None:
    folder, source = tmp_path / "salon-cogiavelli", leagues["cogiavelli"] / "b01-e01"
    result = json.loads((source / "result.json").read_text())
    for number in range(300):
        own = folder / f"b{number // 6 + 1:02}-e{number % 6 + 1:02}"
        own.mkdir(parents=True)
        (own / "result.json").write_text(json.dumps({**result, "fixture": own.name, "block": number // 6}))
        (own / "journal.jsonl").symlink_to(source / "journal.jsonl")
    index = league_pages(load_league_view(folder))[INDEX]()
    assert len(index.encode()) < 300_000
    assert index.count("episodes/b") == 300


def test_head_to_head_counts_both_ways(leagues: Mapping[str, Path]) -> None:
    league = load_league_view(leagues["cogiavelli"])
    found = meetings(league.episodes)
    for (a, b), meeting in found.items():
        assert meeting.games == 6
        assert found[b, a] == Meeting(meeting.less, meeting.same, meeting.more)
        assert meeting.points + found[b, a].points == pytest.approx(1)
    assert meetings([Episode("b01-e01", None)]) == {}


def test_a_revision_changes_with_every_episode_that_begins_or_ends(tmp_path: Path) -> None:
    seen = [revision(tmp_path)]
    for name in ("b01-e01/journal.jsonl", "b01-e01/result.json", "b01-e02/journal.jsonl"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
        seen.append(revision(tmp_path))
    (tmp_path / "b01-e02/journal.jsonl").write_text("more of the same episode")
    assert len(set(seen)) == 4
    assert revision(tmp_path) == seen[-1]


async def test_tables_sort_by_their_headings(browser: Browser, site: Path) -> None:
    async with opened(browser, (site / INDEX).as_uri()) as page:
        column = "Array.from(document.querySelectorAll('#standings tbody tr'), row => row.children[1].textContent)"
        ranked = await page.evaluate(column)
        await page.click("#standings button:text-is('Seat')")
        assert await page.evaluate(column) == sorted(ranked)
        assert await page.get_attribute("#standings th:has(button:text-is('Seat'))", "aria-sort") == "ascending"
        await page.click("#standings button:text-is('Seat')")
        assert await page.evaluate(column) == sorted(ranked, reverse=True)
        await page.click("#standings button:text-is('Mean')")
        assert await page.evaluate(column) == ranked


@pytest.mark.parametrize("width", [360, 1280, 2560])
@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_the_site_is_for_everybody(browser: Browser, site: Path, width: int, theme: Theme) -> None:
    for name in (INDEX, "plan.html", "seats/iago.html"):
        async with opened(browser, (site / name).as_uri(), width=width, theme=theme) as page:
            assert await page.evaluate("document.documentElement.scrollWidth") <= width
            assert await violations(page) == [], name


async def test_a_wide_window_is_filled(browser: Browser, site: Path) -> None:
    async with opened(browser, (site / INDEX).as_uri(), width=2560) as page:
        ends = await page.evaluate(
            '["standings", "duels"].map(id => document.getElementById(id).getBoundingClientRect().right)'
        )
    assert ends[0] == pytest.approx(ends[1], abs=1)


async def test_from_the_index_to_a_replay_and_back(browser: Browser, site: Path) -> None:
    async with opened(browser, (site / INDEX).as_uri()) as page:
        await page.click("a:text-is('b01-e02')")
        assert await page.inner_text("#phase") == "The beginning"
        await page.click("h1 a")
        assert await page.inner_text("h1") == "salon-cogiavelli"


def test_the_command_writes_pages_and_sites(leagues: Mapping[str, Path], tmp_path: Path) -> None:
    results = str(leagues["territory"].parent)
    done = cogleague(tmp_path, "view", "salon-territory/b01-e02", "--results", results)
    assert done.returncode == 0
    assert "salon-territory-b01-e02.html" in done.stdout
    assert (tmp_path / "salon-territory-b01-e02.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    done = cogleague(tmp_path, "site", "salon-cogplomacy", "--results", results, "--to", "pages")
    assert done.returncode == 0
    assert (tmp_path / "pages" / INDEX).is_file()


@pytest.mark.parametrize("words", [("view", "nowhere"), ("site", "nowhere"), ("serve", "nowhere")])
def test_the_command_names_what_is_not_there(words: tuple[str, ...], tmp_path: Path) -> None:
    done = cogleague(tmp_path, *words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "nowhere" in done.stderr
