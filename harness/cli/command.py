"""The command `cogleague` and its verbs. Nothing heavy is imported before a verb is called."""

from __future__ import annotations

import sys
from errno import ENOSPC
from pathlib import Path
from typing import Annotated, Literal

import typer

from harness.cli.completion import episodes, games, kept, leagues, variants
from harness.cli.exit import Code
from harness.errors import ReplayDiverged, UserError

app = typer.Typer(
    name="cogleague",
    help="A tournament harness for language models that negotiate, betray and fight for a board.",
    epilog="Exit codes: 0 done, 1 differences found, 2 misuse, 3 incomplete, 4 nothing to score, 130 cut off at once.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

League = Annotated[
    str, typer.Argument(metavar="LEAGUE", help="A league file, or the name of a league.", autocompletion=leagues)
]
Kept = Annotated[str, typer.Argument(metavar="LEAGUE", help="A league, or its results folder.", autocompletion=kept)]
Episode = Annotated[
    Path,
    typer.Argument(
        metavar="EPISODE", help="An episode's folder, or LEAGUE/EPISODE in the results.", autocompletion=episodes
    ),
]
Game = Annotated[str, typer.Argument(metavar="GAME", help="A game by name; see list.", autocompletion=games)]
Options = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; repeatable.")
]
Results = Annotated[
    Path, typer.Option("--results", metavar="DIR", envvar="COGLEAGUE_RESULTS", help="Where results are kept.")
]
Prompts = Annotated[Path | None, typer.Option("--prompts", metavar="DIR", help="Look for prompts here first.")]

RESULTS = Path("results")


def main() -> None:
    """Run the command: mistakes of the user end with a message and exit code 2, never with a traceback."""
    try:
        app(prog_name="cogleague")
    except UserError as error:
        _quit(str(error), Code.MISUSE)
    except ReplayDiverged as error:
        _quit(str(error), Code.DIFFERENT)
    except OSError as error:
        if error.filename is None:
            if error.errno != ENOSPC:
                raise
            _forsake_output()
            _quit(f"the output cannot be written: {error.strerror}; make room and try again", Code.MISUSE)
        _quit(f"{error.filename}: {error.strerror}", Code.MISUSE)


def _forsake_output() -> None:
    from harness.display.screen import forsake

    forsake(sys.stdout)


def _quit(message: str, code: Code) -> None:
    from harness.display.screen import complain

    complain(message)
    sys.exit(code)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(version("cogleague"))
        raise typer.Exit


@app.callback()
def command(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Options of the command itself; the text of its help stands above."""


@app.command()
def plan(league: League, results: Results = RESULTS, prompts: Prompts = None) -> None:
    """Show who plays what, and what a league will take.

    Calls, tokens, dollars and hours are estimated, from what was measured once episodes are played.
    """
    from harness.cli.planning import tell_plan

    raise typer.Exit(tell_plan(league, results, prompts))


@app.command()
def run(
    league: League,
    results: Results = RESULTS,
    prompts: Prompts = None,
    finish_by: Annotated[
        str, typer.Option(metavar="TIME", help="Be done by then: a time of day (07:30) or a duration (8h, 90m).")
    ] = "",
    name: Annotated[str, typer.Option("--as", metavar="NAME", help="Play it under another name, from the start.")] = "",
    again: Annotated[bool, typer.Option("--again", help="Try also episodes that were set aside for good.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Tell what happens in lines of JSON.")] = False,
) -> None:
    """Play a league, or go on with it.

    What is played is kept; run it again after any stop. At the end come a report and the standings. The
    first Ctrl-C finishes the calls in flight and stops (exit code 3), the second stops at once (130).
    """
    from harness.cli.playing import Wishes, play_league

    raise typer.Exit(play_league(league, results, prompts, Wishes(finish_by, name, again, as_json)))


@app.command()
def standings(
    league: Kept,
    results: Results = RESULTS,
    as_json: Annotated[bool, typer.Option("--json", help="As one line of JSON.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="The rows as CSV.")] = False,
    count_fallback: Annotated[
        bool, typer.Option("--count-fallback", help="Score what the fallback policy played, too.")
    ] = False,
) -> None:
    """Show the table of a league.

    It is made from the results alone, whatever is still being played. A play in which the fallback policy
    or an outage decided is not the seat's own: it is left out of scores, and how many are is shown.
    """
    from harness.cli.telling import tell_standings

    if as_json and as_csv:
        raise typer.BadParameter("choose one of --json and --csv")
    form: Literal["table", "json", "csv"] = "json" if as_json else "csv" if as_csv else "table"
    raise typer.Exit(tell_standings(league, results, form, count_fallback))


@app.command()
def compare(
    league: Kept,
    a: Annotated[str, typer.Option("--a", metavar="X", help="A seat, model or prompt variant.")] = "",
    b: Annotated[str, typer.Option("--b", metavar="Y", help="What it is compared with.")] = "",
    target: Annotated[str, typer.Option(metavar="NAME", help="The measure that decides; else score.")] = "",
    margin: Annotated[
        float | None, typer.Option(metavar="N", min=0, help="Smaller differences do not matter; else none is tied.")
    ] = None,
    looks: Annotated[str, typer.Option(metavar="any|end", help="Whether this may be looked at again and again.")] = "",
    results: Results = RESULTS,
    as_json: Annotated[bool, typer.Option("--json", help="As one line of JSON.")] = False,
) -> None:
    """Tell which of two is better, and how sure that is.

    Without --a and --b it is the comparison that the league declared. The verdict may be read at any
    time, unless it was to be read at the end.
    """
    from harness.cli.comparing import tell_comparison

    raise typer.Exit(tell_comparison(league, results, a, b, target, margin, looks, as_json))


@app.command()
def power(
    league: Kept,
    difference: Annotated[
        list[float] | None,
        typer.Option("--difference", "-d", metavar="N", min=0, help="A difference to be seen; repeatable."),
    ] = None,
    a: Annotated[str, typer.Option("--a", metavar="X", help="A seat, model or prompt variant.")] = "",
    b: Annotated[str, typer.Option("--b", metavar="Y", help="What it is compared with.")] = "",
    target: Annotated[str, typer.Option(metavar="NAME", help="The measure that decides; else score.")] = "",
    results: Results = RESULTS,
) -> None:
    """Tell how many episodes show a difference.

    It is told from the spread of what the league has played; a few blocks will do.
    """
    from harness.cli.planning import tell_detection

    raise typer.Exit(tell_detection(league, results, a, b, target, difference or ()))


@app.command()
def ablate(
    game: Game,
    variant: Annotated[str, typer.Option(metavar="V", help="The prompt variant.", autocompletion=variants)] = "base",
    to: Annotated[Path, typer.Option("--to", metavar="DIR", help="Write them below this folder.")] = Path("prompts"),
    prompts: Prompts = None,
) -> None:
    """Write prompt variants that leave out one section each.

    Compared with the whole prompt they tell which section matters.
    """
    from harness.cli.comparing import write_ablations

    raise typer.Exit(write_ablations(game, variant, to, prompts))


@app.command()
def export(
    league: Kept,
    to: Annotated[Path | None, typer.Option("--to", metavar="DIR", help="Write here; else into the results.")] = None,
    form: Annotated[str, typer.Option("--format", metavar="F", help="csv, parquet or jsonl.")] = "csv",
    transcripts: Annotated[
        bool, typer.Option("--transcripts", help="Prompts and replies as chat messages instead, a file a seat.")
    ] = False,
    hold_out: Annotated[
        float, typer.Option(metavar="SHARE", help="Hold this share of seeds out of the transcripts to train on.")
    ] = 0.0,
    results: Results = RESULTS,
) -> None:
    """Write a league's results as tables.

    Every table and column is described in docs/data.md.
    """
    from harness.cli.exporting import write_tables, write_transcripts

    if hold_out and not transcripts:
        raise typer.BadParameter("--hold-out belongs to --transcripts")
    if transcripts:
        raise typer.Exit(write_transcripts(league, results, to, hold_out))
    raise typer.Exit(write_tables(league, results, to, form))


@app.command()
def plot(
    league: Kept,
    kind: Annotated[
        str, typer.Argument(metavar="KIND", help="intervals, powers, costs or seasons; else all of them.")
    ] = "",
    to: Annotated[Path | None, typer.Option("--to", metavar="DIR", help="Write SVG files here instead.")] = None,
    results: Results = RESULTS,
) -> None:
    """Draw a league's results in the terminal.

    Mean scores with their intervals, scores by power and seat, scores against cost, scores over the seasons.
    """
    from harness.cli.exporting import show_plots

    raise typer.Exit(show_plots(league, results, kind, to))


@app.command()
def replay(
    episode: Episode,
    results: Results = RESULTS,
    to: Annotated[str, typer.Option(metavar="PHASE", help="Stop after this phase.")] = "",
    verify: Annotated[
        bool, typer.Option("--verify", help="Derive everything again; exit code 1 on any difference.")
    ] = False,
) -> None:
    """Tell an episode with its boards, or verify it.

    EPISODE is the folder of an episode; with --verify the folder of a league does too.
    """
    from harness.cli.telling import tell_episode, tell_verification

    if verify and to:
        raise typer.BadParameter("--verify looks at a whole episode: leave out --to")
    raise typer.Exit(tell_verification(episode, results) if verify else tell_episode(episode, results, to))


@app.command()
def view(
    episode: Episode,
    results: Results = RESULTS,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="Write it here; else LEAGUE-EPISODE.html.")
    ] = None,
) -> None:
    """Write an episode as one page for a browser.

    Board, letters, pledges, dice and every decision; it needs no network.
    """
    from harness.cli.theater import write_page

    raise typer.Exit(write_page(episode, results, to))


@app.command()
def site(
    league: Kept,
    results: Results = RESULTS,
    to: Annotated[Path | None, typer.Option("--to", metavar="DIR", help="Write it here; else LEAGUE-site.")] = None,
) -> None:
    """Write a league as a site of pages.

    Standings, seats, comparison, plan and every episode, for any place that serves files.
    """
    from harness.cli.theater import write_league

    raise typer.Exit(write_league(league, results, to))


@app.command()
def serve(
    league: Kept,
    results: Results = RESULTS,
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="The port; 0 takes any free one.")] = 8499,
) -> None:
    """Show a league's site on this machine while it is played.

    It follows the run, changes nothing, and answers to this machine alone.
    """
    from harness.cli.theater import serve_league

    raise typer.Exit(serve_league(league, results, port))


@app.command()
def play(
    game: Game,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="POWER=KIND[:VALUE]",
            help="Who plays a power: florence=human, venice=scripted:banker, milan=openai:MODEL; repeatable."
            " The others are played by the game's scripts.",
        ),
    ] = None,
    option: Options = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Seed of the episode; the same again goes on with it.")
    ] = None,
    results: Results = RESULTS,
    prompts: Prompts = None,
) -> None:
    """Play one episode now, yourself or not.

    It is kept with the results, and goes on where it was left when it is given the same seed and seats.
    """
    from harness.cli.playing import play_one

    raise typer.Exit(play_one(game, seat or (), option or (), seed, results, prompts))


@app.command()
def prompt(
    game: Game,
    request: Annotated[str, typer.Argument(metavar="REQUEST", help="What is asked: press, orders ...")],
    variant: Annotated[str, typer.Option(metavar="V", help="The prompt variant.", autocompletion=variants)] = "base",
    power: Annotated[str, typer.Option(metavar="P", help="Who is asked; else the first power that is.")] = "",
    option: Options = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the position.")] = 1,
    list_orders: Annotated[bool, typer.Option(help="Whether legal choices are listed.")] = True,
    prompts: Prompts = None,
) -> None:
    """Show a prompt exactly as it is sent.

    It is that of the first position, in an episode played by scripts, in which such a request comes.
    """
    from harness.cli.telling import tell_prompt

    tell_prompt(game, request, power, variant, option or (), seed, list_orders, prompts)


@app.command()
def check(
    league: League,
    prompts: Prompts = None,
    probe: Annotated[bool, typer.Option("--probe", help="Call every model for one token.")] = False,
) -> None:
    """Tell whether a league can be played.

    Looks at names, files, templates and keys, and estimates the calls. Spends nothing without --probe.
    """
    from harness.cli.telling import tell_check

    raise typer.Exit(tell_check(league, prompts, probe))


@app.command(name="list")
def catalogue(results: Results = RESULTS) -> None:
    """List what there is to play with."""
    from harness.cli.telling import tell_catalogue

    tell_catalogue(results)
