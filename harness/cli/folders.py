"""Which results folder is meant."""

from __future__ import annotations

import tomllib
from pathlib import Path

from harness.config_text import read_text
from harness.errors import UserError
from harness.resources import find_league
from harness.store import MANIFEST, RESULT


def results_folder(league: str, results: Path) -> Path:
    """The results folder meant by a folder, a league's name, or its file. Raises `UserError` for any other folder."""
    named = (Path(league), results / league)
    for folder in named:
        if (folder / MANIFEST).is_file() or any(folder.glob(f"*/{RESULT}")):
            return folder
    for folder in named:
        if folder.is_dir():
            raise UserError(
                f"{folder} is a folder without a league's results; give the folder that `run` made, or a name"
            )
    path = find_league(league)
    try:
        name = tomllib.loads(read_text(path))["league"]["name"]
    except (ValueError, KeyError, TypeError) as error:
        raise UserError(f"{path} names no league; check it: cogleague check {path}") from error
    return results / str(name)
