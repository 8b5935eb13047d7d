"""The command line: every verb is a thin wrapper over one use case, imported when it is called."""

from __future__ import annotations

import sys
from enum import IntEnum
from pathlib import Path
from typing import Annotated

import typer

from harness.errors import ReplayDiverged, UserError

app = typer.Typer(
    name="cogleague",
    help="A tournament harness for language models that negotiate, betray and fight for a board.",
    epilog="Exit codes: 0 done, 1 differences found, 2 misuse, 3 incomplete, 4 nothing to score, 130 interrupted.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


class Code(IntEnum):
    """What the exit code of a verb says."""

    DONE = 0
    DIFFERENT = 1
    MISUSE = 2
    INCOMPLETE = 3
    NOTHING = 4


def leagues(incomplete: str) -> list[str]:
    """League names that begin like this, for shell completion."""
    from harness.resources import find

    names = {file.stem for root in find("leagues") for file in root.glob("*.toml")}
    return sorted(name for name in names if name.startswith(incomplete))


def games(incomplete: str) -> list[str]:
    """Game names that begin like this, for shell completion."""
    from engine.registry import GAMES

    return sorted(name for name in GAMES if name.startswith(incomplete))


LeagueArgument = Annotated[
    str, typer.Argument(metavar="LEAGUE", help="A league file (.toml), or the name of one.", autocompletion=leagues)
]
GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="A game; `list` names them.", autocompletion=games)]
ResultsOption = Annotated[
    Path,
    typer.Option("--results", metavar="DIR", envvar="COGLEAGUE_RESULTS", help="Where results are kept."),
]
PromptsOption = Annotated[
    Path | None, typer.Option("--prompts", metavar="DIR", help="A folder of prompts to look in first.")
]


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(version("cogleague"))
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Options of the command itself."""


def main() -> None:
    """The command `cogleague`: mistakes of the user end with a message and exit code 2, never with a traceback."""
    try:
        app()
    except UserError as error:
        _quit(str(error), Code.MISUSE)
    except ReplayDiverged as error:
        _quit(str(error), Code.DIFFERENT)
    except OSError as error:
        if error.filename is None:
            raise
        _quit(f"{error.filename}: {error.strerror}", Code.MISUSE)


def _quit(message: str, code: Code) -> None:
    from harness.display.screen import complain

    complain(message)
    sys.exit(code)
