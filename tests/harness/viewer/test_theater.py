"""The replay page in a real browser: what it shows is what happened, at every moment, for everybody."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect
from watching import Theme, opened, violations

from harness.viewer.film import Film
from harness.viewer.page import STATIC, replay_page
from harness.viewer.stages import STAGES

GAME = pytest.mark.parametrize("game", STAGES)

UNITS = "Array.from(document.querySelectorAll('.unit:not(.beaten)'), unit => unit.dataset.unit).sort()"
SCORES = "Array.from(document.querySelectorAll('.card .score'), score => score.textContent)"


def told(score: float) -> str:
    return str(int(score)) if float(score).is_integer() else f"{score:.3f}"


async def shown(page: Page, game: str) -> dict[str, Any]:
    """What can be seen of the board."""
    if game == "territory":
        owners = await page.evaluate("Array.from(document.querySelectorAll('.tile .mark'), mark => mark.textContent)")
        return {"owners": owners, "scores": await page.evaluate(SCORES)}
    return {"units": await page.evaluate(UNITS), "scores": await page.evaluate(SCORES)}


def due(film: Film, frame: Mapping[str, Any]) -> dict[str, Any]:
    """What should be seen of a frame."""
    board, scores = frame["board"], [told(score) for score in frame["scores"]]
    if "walls" in board:
        marks = ["", *(power["mark"] for power in film.data["powers"])]
        walls = zip(board["owners"], board["walls"], strict=True)
        return {"owners": [marks[owner + 1] if wall != "rubble" else "" for owner, wall in walls], "scores": scores}
    return {"units": sorted(f"{kind} {space}" for kind, space, _ in board["units"]), "scores": scores}


@GAME
async def test_a_replay_played_through_shows_every_position(
    browser: Browser, game: str, pages: Mapping[str, str], films: Mapping[str, Film]
) -> None:
    film = films[game]
    async with opened(browser, pages[game]) as page:
        for frame in film.data["frames"]:
            assert await page.evaluate("document.body.dataset.frame") == frame["id"]
            assert await shown(page, game) == due(film, frame), frame["id"]
            assert page.url.endswith(f"#{frame['id']}")
            await page.keyboard.press("ArrowRight")
        assert await page.inner_text("#cause") != ""


@GAME
async def test_every_event_of_an_episode_between_scripts_can_be_marked(
    browser: Browser, game: str, scripted: Mapping[str, str]
) -> None:
    async with opened(browser, scripted[game]) as page:
        frames = []
        while (frame := await page.evaluate("document.body.dataset.frame")) not in frames:
            frames.append(frame)
            await page.keyboard.press("ArrowRight")
        assert len(frames) > 3


@GAME
async def test_the_last_board_has_the_scores_of_the_result(
    browser: Browser, game: str, pages: Mapping[str, str], leagues: Mapping[str, Path]
) -> None:
    result = json.loads((leagues[game] / "b01-e01" / "result.json").read_text())
    async with opened(browser, pages[game]) as page:
        await page.keyboard.press("End")
        assert await page.evaluate(SCORES) == [told(result["scores"][power]) for power in result["powers"]]
        seats = await page.evaluate("Array.from(document.querySelectorAll('.card .who .quoted'), s => s.textContent)")
        assert seats == [result["seating"][power] for power in result["powers"]]


async def test_play_runs_to_the_end_and_stops_there(browser: Browser, pages: Mapping[str, str]) -> None:
    async with opened(browser, pages["territory"]) as page:
        await page.keyboard.press(".")
        await page.keyboard.press(".")
        await page.keyboard.press(".")
        assert await page.input_value("#speed") == "8"
        await page.keyboard.press("Space")
        assert await page.inner_text("#play") == "Pause"
        await expect(page.locator("#play")).to_have_text("Play", timeout=8000)
        assert (await page.inner_text("#count")).startswith("13 of 13")


async def test_keys(browser: Browser, pages: Mapping[str, str]) -> None:
    async with opened(browser, pages["cogiavelli"]) as page:
        count = page.locator("#count")
        for key, seen in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("End", 19), ("Home", 1)):
            await page.keyboard.press(key)
            assert await count.inner_text() == f"{seen} of 19", key
        await page.keyboard.press("Space")
        assert await page.inner_text("#play") == "Pause"
        await page.keyboard.press("Space")
        assert await page.inner_text("#play") == "Play"
        for key, speed in ((",", "0.5"), (".", "1"), (".", "2")):
            await page.keyboard.press(key)
            assert await page.input_value("#speed") == speed
        for key, panel in zip("12345", ("chronicle", "letters", "pledges", "decisions", "dice"), strict=True):
            await page.keyboard.press(key)
            assert await page.locator("[role=tabpanel]:visible").get_attribute("id") == f"panel-{panel}"
        whole = await page.locator(".stage").get_attribute("viewBox")
        await page.keyboard.press("+")
        assert await page.locator(".stage").get_attribute("viewBox") != whole
        await page.keyboard.press("0")
        assert await page.locator(".stage").get_attribute("viewBox") == whole
        await page.keyboard.press("t")
        assert await page.evaluate("document.documentElement.dataset.theme") == "dark"
        await page.keyboard.press("?")
        assert await page.locator("dialog").is_visible()
        await page.keyboard.press("Escape")
        assert not await page.locator("dialog").is_visible()


async def test_tabs_and_slider_are_worked_by_their_own_keys(browser: Browser, pages: Mapping[str, str]) -> None:
    async with opened(browser, pages["cogiavelli"]) as page:
        await page.focus("#tab-chronicle")
        await page.keyboard.press("ArrowLeft")
        assert await page.evaluate("document.activeElement.id") == "tab-dice"
        assert await page.inner_text("#count") == "1 of 19"
        await page.focus("#scrub")
        await page.keyboard.press("ArrowRight")
        assert await page.inner_text("#count") == "2 of 19"
        assert "1499" in str(await page.get_attribute("#scrub", "aria-valuetext"))


async def test_the_focus_goes_through_the_page_in_reading_order(browser: Browser, pages: Mapping[str, str]) -> None:
    async with opened(browser, pages["cogiavelli"]) as page:
        order = []
        for _ in range(17):
            await page.keyboard.press("Tab")
            order.append(await page.evaluate("document.activeElement.id || document.activeElement.className"))
        expected = ["skip", "dice-badge", "theme", "help", "closer", "farther", "whole", "cast-box", "first", "back"]
        assert order == [*expected, "play", "forward", "last", "speed", "scrub", "tab-chronicle", "panel-chronicle"]


async def test_permalinks(browser: Browser, pages: Mapping[str, str]) -> None:
    async with opened(browser, f"{pages['cogiavelli']}#1500-summer-orders") as page:
        assert await page.inner_text("#phase") == "Summer 1500 · orders"
        await page.evaluate("location.hash = '#1499-winter'")
        await expect(page.locator("body")).to_have_attribute("data-frame", "1499-autumn-orders")
        assert await page.inner_text("#phase") == "Autumn 1499 · orders and Winter"
        await page.evaluate("location.hash = '#<img src=x onerror=alert(1)>'")
        await expect(page.locator("body")).to_have_attribute("data-frame", "beginning")


@GAME
async def test_every_panel_of_every_frame_opens(browser: Browser, game: str, pages: Mapping[str, str]) -> None:
    async with opened(browser, pages[game]) as page:
        frames = int((await page.inner_text("#count")).split()[-1])
        for _ in range(0, frames, 4):
            for panel in ("letters", "pledges", "decisions"):
                await page.click(f"#tab-{panel}")
                assert await page.inner_text(f"#panel-{panel}")
            for summary in await page.locator(".decision > summary").all():
                await summary.click()
            replies = await page.locator(".decision pre.reply").count()
            assert replies >= await page.locator(".decision").count()
            for _ in range(4):
                await page.keyboard.press("ArrowRight")


async def test_decisions_show_prompt_reply_cost_and_refusals(
    browser: Browser, pages: Mapping[str, str], films: Mapping[str, Film]
) -> None:
    film = films["cogiavelli"]
    at, decision = next(
        (number, decision)
        for number, frame in enumerate(film.data["frames"])
        for decision in frame["decisions"]
        if decision["asks"] > 1
    )
    frame, power = film.data["frames"][at], film.data["powers"]
    title = next(own["title"] for own in power if own["name"] == decision["power"])
    async with opened(browser, f"{pages['cogiavelli']}#{frame['id']}") as page:
        await page.click("#tab-decisions")
        box = page.locator(".decision", has=page.locator("summary b", has_text=title))
        await box.locator(":scope > summary").click()
        await expect(box.locator("pre.reply").first).to_be_visible()
        text = await box.inner_text()
        for part in (
            "2 asks",
            "Rules (the same in every call)",
            "Board (shared by all powers)",
            "Private part",
            "Asked again",
        ):
            assert part in text
        await box.locator(".text summary", has_text="Private part").click()
        own = film.backstage[at]["decisions"][decision["power"]]
        prompt = await box.locator(".text pre").nth(2).text_content()
        assert prompt is not None
        assert prompt.strip()[:60] == film.backstage[at]["parts"][own["prompt"][2]].strip()[:60]


async def test_letters_read_as_a_feed_and_as_the_conversation_of_two(
    browser: Browser, pages: Mapping[str, str], films: Mapping[str, Film]
) -> None:
    said = [
        (event["kind"], event.get("sender"), event.get("to"))
        for frame in films["cogiavelli"].data["frames"]
        for event in frame["events"]
        if event["kind"] in ("letter", "broadcast", "notes", "pledged")
    ]
    pair = {"VENICE", "MILAN"}
    between = sum(kind in ("letter", "pledged") and {sender, to} == pair for kind, sender, to in said)
    async with opened(browser, pages["cogiavelli"]) as page:
        await page.click("#tab-letters")
        assert await page.inner_text(".letters") == "Nothing was said."
        await page.select_option("#panel-letters select >> nth=1", "all")
        assert await page.locator(".letters .letter").count() == min(len(said), 400)
        await page.select_option("#panel-letters select >> nth=0", "MILAN|VENICE")
        assert await page.locator(".letters .letter").count() == between > 0
        assert await page.locator(".letters .letter.right").count() > 0
        edges = "Array.from(document.querySelectorAll('.address > *'), part => part.getBoundingClientRect())"
        mark, name = (await page.evaluate(f"{edges}.map(box => [box.left, box.right])"))[:2]
        assert name[0] - mark[1] > 3, "a power's mark does not touch its name"


async def test_a_stab_is_stamped_over_the_offender(
    browser: Browser, pages: Mapping[str, str], films: Mapping[str, Film]
) -> None:
    film = films["cogiavelli"].data
    frame = next(frame for frame in film["frames"] if any(event["kind"] == "stab" for event in frame["events"]))
    stabs = [event for event in frame["events"] if event["kind"] == "stab"]
    async with opened(browser, f"{pages['cogiavelli']}#{frame['id']}") as page:
        assert await page.locator(".stamps .stamp").count() == len(stabs)
        stamped = await page.locator(".card:has(.fate.stabbed) .power").all_inner_texts()
        titles = {power["name"]: power["title"] for power in film["powers"]}
        assert set(stamped) == {titles[event["power"]] for event in stabs}
        await page.click("#tab-pledges")
        assert await page.locator(".pledges tr.stab").count() >= len(stabs)


def with_draw(film: Film, change: Mapping[str, int]) -> Film:
    """The same film, one recorded draw changed."""
    data = json.loads(json.dumps(film.data))
    event = next(event for frame in data["frames"] for event in frame["events"] if event.get("draws"))
    event["draws"][0].update(change)
    return replace(film, data=data)


@pytest.mark.parametrize("game", ["cogiavelli", "machiavelli2", "territory"])
async def test_the_page_checks_every_die(browser: Browser, game: str, pages: Mapping[str, str]) -> None:
    async with opened(browser, pages[game]) as page:
        assert (await page.inner_text("#dice-badge")).startswith("dice ✓")
        await page.click("#dice-badge")
        assert await page.locator(".dice tbody tr").count() == await page.locator(".dice td.fair").count() > 5
        assert "is the one committed to" in await page.inner_text("#panel-dice p.fair")


@pytest.mark.parametrize("game", ["cogiavelli", "territory"])
@pytest.mark.parametrize("change", [{"value": 77}, {"k": 5}], ids=["value", "k"])
async def test_a_draw_that_was_tampered_with_is_red(
    browser: Browser, game: str, change: Mapping[str, int], films: Mapping[str, Film], tmp_path: Path
) -> None:
    path = tmp_path / "page.html"
    path.write_text(replay_page(with_draw(films[game], change)), "utf-8")
    async with opened(browser, path.as_uri()) as page:
        assert await page.inner_text("#dice-badge") == "dice ✗ 1"
        await page.click("#dice-badge")
        assert await page.locator(".dice tr.wrong").count() == 1


async def test_another_seed_is_not_the_one_committed_to(
    browser: Browser, films: Mapping[str, Film], tmp_path: Path
) -> None:
    path = tmp_path / "page.html"
    film = films["cogiavelli"]
    path.write_text(replay_page(replace(film, data={**film.data, "seed": "1"})), "utf-8")
    async with opened(browser, path.as_uri()) as page:
        assert "✗" in await page.inner_text("#dice-badge")
        await page.click("#dice-badge")
        assert "is not the one committed to" in await page.inner_text("#panel-dice p.foul")


async def test_the_pages_own_hash_is_sha_256(browser: Browser) -> None:
    texts = ["", "abc", "1499:dice:0", "a" * 55, "b" * 56, "c" * 64, "d" * 119, "9007199254740991:board:168"]
    page = await browser.new_page()
    script = (STATIC / "sha256.js").read_text("utf-8")
    hashes = await page.evaluate(f"texts => {{ {script}; return texts.map(sha256) }}", texts)
    await page.close()
    assert hashes == [sha256(text.encode()).hexdigest() for text in texts]


ORDERS = [
    ("A PAD H", "hold A PAD"),
    ("A PAD - FER", "move A PAD FER"),
    ("EM A PAD - FER", "move A PAD FER"),
    ("A LVP - YOR VIA CONVOY", "move A LVP YOR via"),
    ("A DUR - ION - LAS - BAR", "move A DUR BAR via"),
    ("F STP/SC S A LVN - FIN", "support F STP/SC A LVN FIN"),
    ("G PAD S A PAD", "support G PAD A PAD"),
    ("A VER S G PAD", "support A VER G PAD"),
    ("F ION C A DUR - BAR", "convoy F ION A DUR BAR"),
    ("G PAD = A", None),
    ("A PAD B", None),
]


async def test_every_order_with_a_line_is_read(browser: Browser) -> None:
    page = await browser.new_page()
    script = (STATIC / "orders.js").read_text("utf-8")
    told = "o => o && [o.kind, o.unit, o.from, o.other, o.of, o.to, o.via && 'via'].filter(Boolean).join(' ')"
    read = await page.evaluate(
        f"texts => {{ {script}; return texts.map(readOrder).map({told}) }}", [o for o, _ in ORDERS]
    )
    await page.close()
    assert read == [drawn for _, drawn in ORDERS]


@GAME
async def test_nothing_hostile_runs_or_restyles_the_page(
    browser: Browser, game: str, films: Mapping[str, Film], tmp_path: Path
) -> None:
    film = films[game]
    data = json.loads(json.dumps(film.data))
    data["powers"][0]["seat"] = "<script>window.owned = 1</script>\u202e" + "W" * 10_000
    data["powers"][1]["seat"] = "\"'><img src=x onerror='window.owned = 1'>{{7*7}}"
    data["frames"][1]["told"] = ["<style>*{display:none}</style>\u202edrawkcab" for _ in data["frames"][1]["told"]]
    path = tmp_path / "page.html"
    path.write_text(replay_page(replace(film, title="<svg onload='window.owned=1'>", data=data)), "utf-8")
    async with opened(browser, path.as_uri(), width=360, height=740) as page:
        await page.click("#tab-letters")
        await page.select_option("#panel-letters select >> nth=1", "all")
        await page.click("#tab-decisions")
        await page.click("#forward")
        for summary in await page.locator(".decision > summary").all():
            await summary.click()
        assert await page.evaluate("window.owned") is None
        assert (
            await page.evaluate("document.images.length + document.querySelectorAll('iframe, object, embed').length")
            == 0
        )
        assert await page.evaluate("document.querySelectorAll('style').length") == 1
        assert await page.evaluate("document.documentElement.scrollWidth") <= 360
        assert await page.evaluate("/[\\u202a-\\u202e\\u2066-\\u2069]/.test(document.body.innerText)") is False
        assert "{{7*7}}" in await page.inner_text("#cast")


async def test_the_policy_lets_no_other_script_run(browser: Browser, pages: Mapping[str, str]) -> None:
    page = await browser.new_page()
    await page.goto(pages["cogplomacy"])
    refused = await page.evaluate(
        """() => new Promise(resolve => {
            document.addEventListener('securitypolicyviolation', event => resolve(event.effectiveDirective));
            const script = document.createElement('script');
            script.textContent = 'window.owned = 1';
            document.body.append(script);
        })"""
    )
    assert refused == "script-src-elem"
    assert await page.evaluate("window.owned") is None
    await page.close()


async def test_a_game_without_a_drawing_is_played_as_text(
    browser: Browser, films: Mapping[str, Film], tmp_path: Path
) -> None:
    film, path = films["territory"], tmp_path / "page.html"
    frames = [
        {**frame, "board": {**frame["board"], "text": f"position {number} <b>"}}
        for number, frame in enumerate(film.data["frames"])
    ]
    data = {**film.data, "frames": frames, "stage": {"kind": "text", "title": "territory"}, "chance": None}
    path.write_text(replay_page(replace(film, data=data)), "utf-8")
    async with opened(browser, path.as_uri()) as page:
        await page.keyboard.press("ArrowRight")
        assert await page.inner_text(".stage") == "position 1 <b>"
        assert await page.inner_text("#dice-badge") == "dice unchecked"
        assert await violations(page) == []


SIZES = ((360, 740), (1280, 800), (2560, 1440))
THEMES: tuple[Theme, ...] = ("light", "dark")


@pytest.mark.parametrize(("size", "theme"), list(product(SIZES, THEMES)), ids=str)
async def test_the_page_is_for_everybody_at_every_size(
    browser: Browser, size: tuple[int, int], theme: Theme, pages: Mapping[str, str]
) -> None:
    width, height = size
    for game, address in pages.items():
        async with opened(browser, address, width=width, height=height, theme=theme) as page:
            assert await page.evaluate("document.documentElement.scrollWidth") <= width
            box = await page.locator(".stage").bounding_box()
            assert box is not None
            assert box["width"] >= min(width * 0.4, 330) and box["height"] >= 250, (game, box)
            await page.keyboard.press("ArrowRight")
            assert await violations(page) == [], game


@pytest.mark.parametrize("theme", THEMES)
async def test_every_panel_is_for_everybody(browser: Browser, theme: Theme, pages: Mapping[str, str]) -> None:
    async with opened(browser, f"{pages['cogiavelli']}#1499-autumn-orders", theme=theme) as page:
        for panel in ("letters", "pledges", "decisions", "dice"):
            await page.click(f"#tab-{panel}")
            if panel == "decisions":
                for summary in await page.locator(".decision > summary").all():
                    await summary.click()
            assert await violations(page) == [], panel
