"""How long pages take: to make one, to make a site of 300 episodes, to open one in Chromium.

    python -m benchmarks.pages [EPISODE...]      folders of episodes; else one of each game is played here

Chromium is looked for on the path; without one only the making is measured.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from engine.registry import GAMES
from harness.viewer.film import shoot
from harness.viewer.page import replay_page
from harness.viewer.site import INDEX, write_site

EPISODES = 300
LONGEST = {"cogiavelli": "years=10", "cogplomacy": "years=10", "territory": "turns=18"}


def played(home: Path) -> list[Path]:
    """One scripted episode of each game, as long as they get."""
    folders = []
    for game in GAMES:
        option = ["-o", LONGEST[game]] if game in LONGEST else []
        words = [sys.executable, "-m", "harness", "play", game, "--seed", "3", *option, "--results", str(home)]
        subprocess.run(words, check=True, capture_output=True)
        folders.append(next(home.glob(f"play-{game}-3/*/journal.jsonl")).parent)
    return folders


def multiplied(episode: Path, home: Path) -> Path:
    """A results folder that holds the same episode many times."""
    folder = home / episode.parent.name
    for number in range(EPISODES):
        own = folder / f"b01-e{number + 1:03}"
        own.mkdir(parents=True)
        for path in episode.iterdir():
            text = path.read_text("ascii")
            own.joinpath(path.name).write_text(
                text.replace(f'"fixture":"{episode.name}"', f'"fixture":"{own.name}"')
                if path.suffix == ".json"
                else text
            )
    return folder


async def opened(pages: list[Path]) -> None:
    """Seconds from the start of loading to the end of it, the best of five."""
    from playwright.async_api import async_playwright

    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        print("no Chromium on the path: opening is not measured")
        return
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        for page in pages:
            taken = []
            for _ in range(5):
                tab = await browser.new_page()
                await tab.goto(page.as_uri())
                taken.append(await tab.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd"))
                await tab.close()
            print(f"{page.stem:40} opens in {min(taken):5.0f} ms, {page.stat().st_size / 1e6:.2f} MB")
        await browser.close()


def main() -> None:
    """Measure everything and print it."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        episodes = [Path(word) for word in sys.argv[1:]] or played(home / "results")
        pages = []
        for episode in episodes:
            shoot(episode)
            begun = time.process_time()
            page = home / f"{episode.parent.name}-{episode.name}.html"
            page.write_text(replay_page(shoot(episode)), "utf-8")
            print(f"{page.stem:40} is made in {time.process_time() - begun:.2f} s of CPU")
            pages.append(page)
        league = multiplied(episodes[0], home / "many")
        begun = time.perf_counter()
        write_site(league, home / "site")
        size = (home / "site" / INDEX).stat().st_size / 1000
        print(f"a site of {EPISODES} episodes takes {time.perf_counter() - begun:.1f} s, its index {size:.0f} kB")
        asyncio.run(opened(pages))


if __name__ == "__main__":
    main()
