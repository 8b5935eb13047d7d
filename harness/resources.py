"""Where prompts and leagues are looked for: beside the user's work, in a checkout, inside the package."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path
from typing import Literal

from harness.config_errors import nearest
from harness.errors import UserError

Kind = Literal["prompts", "leagues"]

HOME = "COGLEAGUE_HOME"
"""Environment variable: a folder with `prompts` and `leagues` of the user's own."""

MARKER = "cogleague.toml"
"""A file of this name in the current folder opts in to its `prompts` and `leagues`."""


def find(kind: Kind, option: Path | None = None) -> list[Path]:
    """The folders that may hold prompts or leagues; the first that has what is wanted wins.

    In order: the path given as an option, ``$COGLEAGUE_HOME``, the current
    folder if it holds a `cogleague.toml`, the checkout the code runs from, the
    installed package. Raises `UserError` for an option or home that is not a
    folder.
    """
    roots: list[Path] = []
    if option is not None:
        roots.append(_folder(option, f"the {kind} folder given"))
    if home := os.environ.get(HOME):
        roots.append(_folder(Path(home), HOME) / kind)
    if Path(MARKER).is_file():
        roots.append(Path.cwd() / kind)
    package = Path(str(files("harness")))
    if _is_checkout(package.parent):
        roots.append(package.parent / kind)
    roots.append(package / "_data" / kind)
    return [root for root in dict.fromkeys(roots) if root.is_dir()]


def find_league(source: str | Path, option: Path | None = None) -> Path:
    """The league file meant by a path, or by the name of a league that is looked up.

    A file that exists is taken as it is; else ``smoke``, ``smoke.toml`` and
    ``leagues/smoke.toml`` name a league of the folders of `find`. Raises
    `UserError` with the names there are.
    """
    path = Path(source)
    if path.is_file():
        return path
    if not str(source).strip():
        raise UserError("no league is named; name a league file (.toml), or a league of `cogleague list`")
    if path.is_dir():
        raise UserError(f"{path} is a folder; name a league file (.toml) or a league")
    roots = find("leagues", option)
    named = path.name if path.suffix == ".toml" else f"{path.name}.toml"
    if path.parent in (Path(), Path("leagues")):
        for root in roots:
            if (root / named).is_file():
                return root / named
    names = sorted({file.stem for root in roots for file in root.glob("*.toml")})
    near = nearest(path.stem, names)
    raise UserError(
        f"there is no league file {path}, and no league of that name; leagues: {', '.join(names) or 'none'}"
        + (f"; did you mean {near}?" if near else "")
    )


def _folder(path: Path, what: str) -> Path:
    if not path.is_dir():
        raise UserError(f"{what} is not a folder: {path}")
    return path


def _is_checkout(folder: Path) -> bool:
    project = folder / "pyproject.toml"
    return project.is_file() and 'name = "cogleague"' in project.read_text(encoding="utf-8", errors="replace")
