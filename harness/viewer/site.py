"""A league as pages that link to each other: made one by one, all at once for a host, or on demand by the server."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path

from harness.errors import ReplayDiverged, StorageError, UserError
from harness.standings import to_csv, to_json
from harness.store import EVENTS, JOURNAL, RESULT, make_folder, save
from harness.viewer.film import shoot
from harness.viewer.league import MANNERS, League, load_league_view, meetings
from harness.viewer.page import replay_page, site_page

INDEX = "index.html"
EPISODES, SEATS, DATA = "episodes", "seats", "data"

FEW = 8
"""So many episodes are filmed one after the other; more are worth further processes."""

Pages = Mapping[str, Callable[[], str]]
"""What makes each page, by its address below the site's root."""


def league_pages(league: League, *, live: bool = False) -> Pages:
    """The pages of a league, its replays left out. `live` ones ask their own server for news."""
    made: dict[str, Callable[[], str]] = {
        INDEX: partial(_index, league, live),
        "plan.html": partial(site_page, "plan.html", {"league": league, "home": INDEX}),
        f"{DATA}/standings.json": partial(to_json, league.table),
        f"{DATA}/standings.csv": partial(to_csv, league.table),
    }
    for seat in league.seats():
        made[f"{SEATS}/{seat}.html"] = partial(_seat, league, seat)
    return made


def episode_page(folder: Path) -> str:
    """The replay of an episode, or a page that says why it cannot be shown."""
    try:
        return replay_page(shoot(folder), f"../{INDEX}")
    except (UserError, ReplayDiverged) as error:
        values = {"title": folder.name, "home": f"../{INDEX}", "reason": str(error), "of": folder.parent.name}
        return site_page("problem.html", values)


def write_site(folder: Path, target: Path) -> int:
    """Write a league's site into a folder, and return how many pages it has.

    Raises `UserError` for a folder without results and for one that holds
    something else, `StorageError` when it cannot be written.
    """
    league = load_league_view(folder)
    if target.exists() and any(target.iterdir()) and not (target / INDEX).is_file():
        raise UserError(f"{target} holds other things; name an empty folder, or one that holds a site")
    pages = league_pages(league)
    for name, make in pages.items():
        path = target / name
        make_folder(path.parent)
        save(path, make())
    _copy(league, target / DATA)
    make_folder(target / EPISODES)
    jobs = [(folder / episode.name, target / EPISODES / f"{episode.name}.html") for episode in league.episodes]
    if len(jobs) <= FEW:
        for job in jobs:
            _write_episode(job)
    else:
        with ProcessPoolExecutor(min(len(jobs), os.cpu_count() or 1)) as pool:
            list(pool.map(_write_episode, jobs, chunksize=4))
    return len(pages) + len(jobs)


def revision(folder: Path) -> str:
    """What changes whenever an episode begins or ends."""
    seen = sha256()
    for path in sorted([*folder.glob(f"*/{RESULT}"), *folder.glob(f"*/{JOURNAL}")]):
        stamp = path.stat().st_mtime_ns if path.name == RESULT else 0
        seen.update(f"{path.parent.name}/{path.name}:{stamp}\n".encode())
    return seen.hexdigest()[:16]


def _index(league: League, live: bool) -> str:
    values = {
        "league": league,
        "meetings": meetings(league.episodes),
        "revision": revision(league.folder) if live else "",
    }
    return site_page("index.html", values, live=live)


def _seat(league: League, seat: str) -> str:
    own = [episode for episode in league.episodes if any(seat == other for _, other, _ in episode.order)]
    values = {
        "league": league,
        "seat": seat,
        "row": league.row(seat),
        "manners": MANNERS,
        "episodes": own,
        "meetings": meetings(own),
        "home": f"../{INDEX}",
    }
    return site_page("seat.html", values)


def _write_episode(job: tuple[Path, Path]) -> None:
    folder, path = job
    try:
        path.write_text(episode_page(folder), "utf-8")
    except OSError as error:
        raise StorageError.of(path, error) from error


def _copy(league: League, target: Path) -> None:
    """The data of a league beside its pages."""
    wanted = [Path(name) for name in league.files()]
    wanted += [Path(episode.name) / name for episode in league.episodes for name in (RESULT, EVENTS, JOURNAL)]
    for name in wanted:
        source, copy = league.folder / name, target / name
        if source.is_file():
            try:
                make_folder(copy.parent)
                shutil.copyfile(source, copy)
            except OSError as error:
                raise StorageError.of(copy, error) from error
