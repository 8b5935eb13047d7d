"""The table of a league: a fold over its result.json files, in any order, and nothing else.

Sums are exact, so the order in which episodes ended changes no digit. Scores
belong to the seat that held the power, whatever power it was. Memory grows with
seats and blocks; of an episode only the name is kept.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.game import Power
from engine.wire import encode
from harness.errors import UserError
from harness.results import COUNTS, TOKENS, Result, UnreadableResult, load_result
from harness.statistics import ClusteredMean, Estimate, ExactSum

FILE = "standings.json"
RESULT = "result.json"


@dataclass(frozen=True, slots=True)
class Row:
    """What one seat came to over its episodes.

    `mean`, `low` and `high` are of the episode score; `low` and `high` are None
    while `missing` more blocks are needed for an interval. `figures` holds the
    means of the game's own figures. `illegal` and `repaired` are per decision;
    `by_model`, `fallback` and `silent` are shares of decisions. `usd` is None
    when any price is unknown.
    """

    seat: str
    mean: float
    low: float | None
    high: float | None
    episodes: int
    blocks: int
    missing: int
    wins: int
    figures: Mapping[str, float]
    decisions: int
    by_model: float
    repaired: float
    illegal: float
    fallback: float
    silent: float
    failures: Mapping[str, int]
    tokens: Mapping[str, int]
    usd: float | None
    models: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PowerRow:
    """What one power came to, in the hands of one seat, or of all when `seat` is None."""

    power: Power
    seat: str | None
    mean: float
    episodes: int
    wins: int


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that is not counted, and why."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class Standings:
    """A league's table: seats best first, then powers, then what was left out.

    `unfinished` counts episodes that were begun and have no result yet.
    """

    league: str
    game: str
    episodes: int
    unfinished: int
    endings: Mapping[str, int]
    rows: tuple[Row, ...]
    powers: tuple[PowerRow, ...]
    by_power: tuple[PowerRow, ...]
    skipped: tuple[Skipped, ...] = ()


@dataclass(slots=True)
class _Tally:
    """One seat, one power, or one of both, while results come in."""

    score: ClusteredMean = field(default_factory=ClusteredMean)
    wins: int = 0
    figures: dict[str, ExactSum] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    tokens: Counter[str] = field(default_factory=Counter)
    usd: ExactSum = field(default_factory=ExactSum)
    priced: bool = True
    models: set[str] = field(default_factory=set)

    def add(self, result: Result, power: Power) -> None:
        self.score.add(result.block, result.scores[power])
        self.wins += result.winner == power
        for name, value in result.figures[power].items():
            self.figures.setdefault(name, ExactSum()).add(value)
        self.counts.update(result.counts[power])
        self.failures.update(result.failures[power])
        self.tokens.update(result.tokens[power])
        self.models.update(result.models[power])
        usd = result.usd[power]
        self.priced = self.priced and usd is not None
        self.usd.add(usd or 0.0)

    def row(self, seat: str) -> Row:
        score, decisions = self.score.estimate(), self.counts["decisions"]
        share = {name: self.counts[name] / decisions if decisions else 0.0 for name in COUNTS}
        return Row(
            seat=seat,
            mean=_mean(score),
            low=score.low,
            high=score.high,
            episodes=score.count,
            blocks=score.blocks,
            missing=score.missing,
            wins=self.wins,
            figures={name: total.total / total.count for name, total in sorted(self.figures.items())},
            decisions=decisions,
            by_model=share["by_model"],
            repaired=share["repaired"],
            illegal=share["illegal"],
            fallback=share["fallback"],
            silent=share["silent"],
            failures=dict(sorted(self.failures.items())),
            tokens={name: self.tokens[name] for name in TOKENS},
            usd=self.usd.total if self.priced else None,
            models=tuple(sorted(self.models)),
        )

    def power_row(self, power: Power, seat: str | None) -> PowerRow:
        score = self.score.estimate()
        return PowerRow(power, seat, _mean(score), score.count, self.wins)


class _Fold:
    """All results of one league and game."""

    def __init__(self) -> None:
        self.fixtures: list[str] = []
        self.endings: Counter[str] = Counter()
        self.seats: dict[str, _Tally] = {}
        self.powers: dict[Power, _Tally] = {}
        self.pairs: dict[tuple[Power, str], _Tally] = {}

    def add(self, result: Result) -> None:
        self.fixtures.append(result.fixture)
        self.endings[result.ending] += 1
        for power, seat in result.seating.items():
            self.seats.setdefault(seat, _Tally()).add(result, power)
            self.powers.setdefault(power, _Tally()).add(result, power)
            self.pairs.setdefault((power, seat), _Tally()).add(result, power)


def standings(folder: Path) -> Standings:
    """The standings of a results folder.

    Files that are no results, or belong to another league or fixture, are named
    in `skipped` and not counted. Raises `UserError` when there is no such folder.
    """
    if not folder.is_dir():
        raise UserError(f"there are no results at {folder}; play the league first: cogleague run LEAGUE")
    broken: list[Skipped] = []
    table = fold(_results(folder, broken))
    return replace(
        table,
        league=table.league or folder.name,
        unfinished=sum(not (journal.parent / RESULT).exists() for journal in folder.glob("*/journal.jsonl")),
        skipped=tuple(sorted((*table.skipped, *broken), key=lambda skip: skip.file)),
    )


def fold(results: Iterable[Result]) -> Standings:
    """The standings of results in any order; of several leagues mixed up, the one with most episodes counts."""
    folds: dict[tuple[str, str, tuple[Power, ...]], _Fold] = {}
    for result in results:
        folds.setdefault((result.league, result.game, result.powers), _Fold()).add(result)
    if not folds:
        return Standings("", "", 0, 0, {}, (), (), ())
    league, game, powers = key = min(folds, key=lambda key: (-len(folds[key].fixtures), key))
    own = folds.pop(key)
    rows = [tally.row(seat) for seat, tally in own.seats.items()]
    return Standings(
        league=league,
        game=game,
        episodes=len(own.fixtures),
        unfinished=0,
        endings=dict(sorted(own.endings.items())),
        rows=tuple(sorted(rows, key=lambda row: (-row.mean, row.seat))),
        powers=tuple(own.powers[power].power_row(power, None) for power in powers),
        by_power=tuple(
            own.pairs[power, seat].power_row(power, seat)
            for power in powers
            for seat in sorted(own.seats)
            if (power, seat) in own.pairs
        ),
        skipped=tuple(
            Skipped(f"{fixture}/{RESULT}", f"belongs to league {name} of {played}, not to {league} of {game}")
            for (name, played, _), foreign in sorted(folds.items(), key=lambda item: item[0])
            for fixture in sorted(foreign.fixtures)
        ),
    )


def to_json(table: Standings) -> str:
    """The standings as one line of JSON: ``{"league", "game", "rows": [{"seat", "mean", ...}], ...}``."""
    return encode(table)


def to_csv(table: Standings) -> str:
    """The rows as CSV with a heading; figures and tokens have a column each, unknown values are empty."""
    figures = sorted({name for row in table.rows for name in row.figures})
    plain = [name for name in Row.__slots__ if name not in ("figures", "failures", "tokens", "models")]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*plain, *figures, *(f"tokens_{name}" for name in TOKENS), "models"])
    for row in table.rows:
        values = [getattr(row, name) for name in plain]
        values += [row.figures.get(name) for name in figures]
        writer.writerow([*values, *(row.tokens[name] for name in TOKENS), _cell(" ".join(row.models))])
    return out.getvalue()


def write_standings(folder: Path) -> Standings:
    """Fold a results folder and leave standings.json in it, whole or not at all."""
    table = standings(folder)
    target, draft = folder / FILE, folder / f".{FILE}.new"
    draft.write_text(to_json(table) + "\n", encoding="ascii")
    draft.replace(target)
    return table


def _results(folder: Path, skipped: list[Skipped]) -> Iterator[Result]:
    for path in sorted(folder.glob(f"*/{RESULT}")):
        try:
            result = load_result(path)
            if result.fixture != path.parent.name:
                raise UnreadableResult(f"is the result of fixture {result.fixture}; it lies in the wrong folder")
        except UnreadableResult as error:
            skipped.append(Skipped(f"{path.parent.name}/{RESULT}", str(error)))
        else:
            yield result


def _cell(text: str) -> str:
    """A provider's text as a spreadsheet shows it and never computes it."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text


def _mean(score: Estimate) -> float:
    return score.mean if score.mean is not None else 0.0
