"""Which results folder is meant."""

from __future__ import annotations

import tomllib
from pathlib import Path

from harness.config_text import read_text
from harness.errors import UserError
from harness.resources import find_league


def results_folder(league: str, results: Path) -> Path:
    """The results folder meant by a folder, a league's name, or its file."""
    for folder in (Path(league), results / league):
        if folder.is_dir():
            return folder
    path = find_league(league)
    try:
        name = tomllib.loads(read_text(path))["league"]["name"]
    except (ValueError, KeyError, TypeError) as error:
        raise UserError(f"{path} names no league; check it: cogleague check {path}") from error
    return results / str(name)
