"""The verbs that hand results on: tables and transcripts for other programs, plots for people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from engine.registry import GAMES
from harness.cli.exit import Code
from harness.cli.folders import results_folder
from harness.config_errors import hint
from harness.display.figures import listed
from harness.display.plots import show_costs, show_intervals, show_powers, show_seasons
from harness.display.screen import console, say
from harness.errors import StorageError, UserError
from harness.export.tables import Exported, export_tables
from harness.export.transcripts import HELD_OUT, export_transcripts
from harness.export.writers import CsvWriter, JsonLinesWriter, Open
from harness.plots.costs import costs
from harness.plots.files import draw_costs, draw_intervals, draw_powers, draw_seasons
from harness.plots.seasons import season_scores
from harness.prompts import load_prompts
from harness.standings import Standings, standings
from harness.store import make_folder

EXPORT, TRANSCRIPTS = "export", "transcripts"
"""Folders in a league's results where it goes unless somewhere else is named."""

FORMATS = ("csv", "parquet", "jsonl")
PLOTS = ("intervals", "powers", "costs", "seasons")


def write_tables(league: str, results: Path, to: Path | None, form: str) -> Code:
    """A league's tables as files."""
    begin = _writer(form)
    folder = results_folder(league, results)
    return _tell(export_tables(folder, to or folder / EXPORT, begin))


def write_transcripts(league: str, results: Path, to: Path | None, hold_out: float) -> Code:
    """What the models of a league were told and said, as files to fine-tune on."""
    folder = results_folder(league, results)
    target = to or folder / TRANSCRIPTS
    done = export_transcripts(folder, target, GAMES, load_prompts, hold_out)
    code = _tell(done)
    if hold_out and not any(path.parent.name == HELD_OUT for path in done.files):
        say(console(), "nothing is held out: seeds are held out whole, and of these few none was drawn", "yellow")
    return code


def show_plots(league: str, results: Path, kind: str, to: Path | None) -> Code:
    """One plot of a league, or all there are, in the terminal or as SVG files."""
    if kind and kind not in PLOTS:
        raise UserError(f"there is no plot {kind}; {hint(kind, PLOTS)}")
    folder, out = results_folder(league, results), console()
    table = standings(folder)
    if not table.rows:
        say(out, "there is no result to be shown yet")
        return Code.NOTHING
    for number, name in enumerate([kind] if kind else PLOTS):
        picture = _picture(name, folder, table)
        if to is not None:
            say(out, _kept(picture, make_folder(to) / f"{name}.svg"))
            continue
        if number:
            say(out, "")
        picture.show()
    return Code.DONE


@dataclass(frozen=True, slots=True)
class _Picture:
    """A plot both ways; `draw` is None where there is nothing to be drawn."""

    show: Callable[[], None]
    draw: Callable[[], str] | None


def _picture(kind: str, folder: Path, table: Standings) -> _Picture:
    out = console()
    match kind:
        case "intervals":
            return _Picture(partial(show_intervals, table, out), partial(draw_intervals, table))
        case "powers":
            return _Picture(partial(show_powers, table, out), partial(draw_powers, table))
        case "costs":
            spent = costs(table)
            return _Picture(
                partial(show_costs, spent, out), partial(draw_costs, spent, table.league) if spent else None
            )
    grown = season_scores(folder, GAMES)
    return _Picture(partial(show_seasons, grown, out), partial(draw_seasons, grown, table.league))


def _kept(picture: _Picture, path: Path) -> str:
    """Leave a plot in its file; what to say of it."""
    if picture.draw is None:
        return f"{path.name} is left out: there is nothing to be drawn"
    try:
        path.write_text(picture.draw(), encoding="utf-8")
    except OSError as error:
        raise StorageError.of(path, error) from error
    return str(path)


def _writer(form: str) -> Open:
    """What writes a format. Raises `UserError` for an unknown one, and where the extra for it is missing."""
    if form not in FORMATS:
        raise UserError(f"--format {form}: {hint(form, FORMATS)}")
    if form != "parquet":
        return CsvWriter if form == "csv" else JsonLinesWriter
    try:
        from harness.export.parquet import ParquetWriter
    except ModuleNotFoundError as error:
        raise UserError(
            f'Parquet needs {error.name}, which is not installed; install it with pip install "cogleague[export]", '
            "or choose --format csv or jsonl"
        ) from error
    return ParquetWriter


def _tell(done: Exported) -> Code:
    out = console()
    for path, rows in done.files.items():
        say(out, f"{path}  {rows:,} row{'s' * (rows != 1)}")
    reasons: dict[str, list[str]] = {}
    for name, reason in done.skipped:
        reasons.setdefault(reason, []).append(name)
    for reason, names in reasons.items():
        say(out, f"left out: {listed(names)}: {reason}", "yellow")
    if not any(done.files.values()):
        say(out, "there is nothing to be written")
        return Code.NOTHING
    return Code.DONE
