"""Episodes of every game to be looked at, and a browser to look with."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest
from command import cogleague
from playwright.async_api import Browser, async_playwright

from harness.viewer.film import Film, shoot
from harness.viewer.page import replay_page

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
REQUIRED = "COGLEAGUE_REQUIRE_CHROMIUM"

TALKERS = {
    "cogiavelli": "lorenzo sforza iago! hasty? cesare bayezid!",
    "cogplomacy": "ada bea cyd dot? eve fay iago!",
    "machiavelli2": "uno due? tre quattro cinque sei sette iago!",
    "territory": "ana ben cay dan? eli fred gus hal iago!",
}
"""Seats by name; ``!`` marks those that write what no page should run, ``?`` those that answer badly now and then."""
OPTIONS = {"cogiavelli": "years = 3", "cogplomacy": "years = 3", "machiavelli2": "years = 2", "territory": "turns = 12"}


def league_text(game: str) -> str:
    """A league of one block in which everybody talks."""
    names = TALKERS[game].split()
    head = f'[league]\nname = "salon-{game}"\ngame = "{game}"\nepisodes = {len(names)}\nseed = 1499\n'
    seats = "".join(
        f'[[seats]]\nname = "{name.strip("!?")}"\nkind = "plugin"\ntarget = "talkers:talker"\n'
        f"settings = {{ hostile = {str('!' in name).lower()}, careless = {str('?' in name).lower()} }}\n"
        for name in names
    )
    return f"{head}[options]\n{OPTIONS[game]}\n{seats}"


@pytest.fixture(scope="session")
def leagues(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """The results folder of a played league, by game."""
    home = tmp_path_factory.mktemp("theater")
    for game in TALKERS:
        (home / f"{game}.toml").write_text(league_text(game))
        done = cogleague(home, "run", f"{game}.toml")
        assert done.returncode == 0, done.stdout + done.stderr
    return {game: home / "results" / f"salon-{game}" for game in TALKERS}


@pytest.fixture(scope="session")
def films(leagues: Mapping[str, Path]) -> Mapping[str, Film]:
    """The film of each game's first episode."""
    return {game: shoot(folder / "b01-e01") for game, folder in leagues.items()}


@pytest.fixture(scope="session")
def pages(films: Mapping[str, Film], tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """The address of each game's replay page, on disk."""
    return _written(films, tmp_path_factory.mktemp("pages"))


@pytest.fixture(scope="session")
def scripted(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """The address of a page for each game in which its scripts play: they bribe, retreat, build and raze."""
    home = tmp_path_factory.mktemp("scripts")
    films = {}
    for game in TALKERS:
        done = cogleague(home, "play", game, "--seed", "3")
        assert done.returncode == 0, done.stdout + done.stderr
        films[game] = shoot(next((home / "results" / f"play-{game}-3").glob("*/journal.jsonl")).parent)
    return _written(films, home)


def _written(films: Mapping[str, Film], folder: Path) -> dict[str, str]:
    for game, film in films.items():
        (folder / f"{game}.html").write_text(replay_page(film), "utf-8")
    return {game: (folder / f"{game}.html").as_uri() for game in films}


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    """A real Chromium; without one these tests are left out, unless the environment requires them."""
    path = os.environ.get("COGLEAGUE_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        remedy = "no Chromium found: apt-get install chromium, or set COGLEAGUE_CHROMIUM to its path"
        if os.environ.get(REQUIRED):
            pytest.fail(remedy)
        pytest.skip(remedy)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield browser
        await browser.close()
