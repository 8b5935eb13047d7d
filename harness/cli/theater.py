"""The verbs that show: an episode as a page, a league as a site, a league while it is played."""

from __future__ import annotations

from pathlib import Path

from harness.cli.exit import Code
from harness.cli.folders import results_folder
from harness.display.screen import console, say
from harness.errors import StorageError
from harness.viewer.film import shoot
from harness.viewer.page import replay_page
from harness.viewer.server import open_server
from harness.viewer.site import write_site


def write_page(episode: Path, results: Path, to: Path | None) -> Code:
    """Write the page of an episode, by its folder or by LEAGUE/EPISODE."""
    folder = episode if episode.is_dir() or not (results / episode).is_dir() else results / episode
    film = shoot(folder)
    path = to or Path(f"{folder.resolve().parent.name}-{folder.resolve().name}.html")
    try:
        path.write_text(replay_page(film), "utf-8")
    except OSError as error:
        raise StorageError.of(path, error) from error
    say(console(), f"{path}: open it in a browser")
    return Code.DONE


def write_league(league: str, results: Path, to: Path | None) -> Code:
    """Write the site of a league."""
    folder = results_folder(league, results)
    target = to or Path(f"{folder.resolve().name}-site")
    pages = write_site(folder, target)
    say(console(), f"{target}: {pages} pages; begin with {target / 'index.html'}")
    return Code.DONE


def serve_league(league: str, results: Path, port: int) -> Code:
    """Serve a league's site on this machine until interrupted."""
    with open_server(results_folder(league, results), port) as server:
        say(console(), f"{server.address} shows the league on this machine only; Ctrl-C ends it")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            say(console(), "")
    return Code.DONE
