"""What the shell can complete: names of leagues, episodes, games and variants."""

from __future__ import annotations

from pathlib import Path

import typer

from harness.resources import find


def leagues(incomplete: str) -> list[str]:
    """Names of leagues that begin like this."""
    names = {file.stem for root in find("leagues") for file in root.glob("*.toml")}
    return sorted(name for name in names if name.startswith(incomplete))


def kept(context: typer.Context, incomplete: str) -> list[str]:
    """Names of leagues that begin like this, those in the results too, whatever file they came from."""
    played = {file.parent.name for file in _results(context).glob("*/manifest.json")}
    return sorted({*leagues(incomplete), *(name for name in played if name.startswith(incomplete))})


def episodes(context: typer.Context, incomplete: str) -> list[str]:
    """``LEAGUE/EPISODE`` for every episode in the results that begins like this."""
    folders = [file.parent for file in _results(context).glob("*/*/journal.jsonl")]
    names = [f"{folder.parent.name}/{folder.name}" for folder in folders]
    return sorted(name for name in names if name.startswith(incomplete))


def games(incomplete: str) -> list[str]:
    """Names of games that begin like this: those with a folder of prompts, so that no engine is loaded for it."""
    return sorted(name for name in variants_by_game() if name.startswith(incomplete))


def variants(incomplete: str) -> list[str]:
    """Names of prompt variants, of any game, that begin like this."""
    names = {variant for own in variants_by_game().values() for variant in own}
    return sorted(name for name in names if name.startswith(incomplete))


def variants_by_game(prompts: Path | None = None) -> dict[str, tuple[str, ...]]:
    """Every game with prompts, and its variants; `prompts` is a folder to look in first.

    A folder without a `base` is no game's.
    """
    folders: dict[str, set[str]] = {}
    for root in find("prompts", prompts):
        for game in root.iterdir():
            if (game / "base").is_dir():
                folders.setdefault(game.name, set()).update(path.name for path in game.iterdir() if path.is_dir())
    return {game: tuple(sorted(own)) for game, own in sorted(folders.items())}


def _results(context: typer.Context) -> Path:
    return Path(context.params.get("results") or "results")
