"""The table of a league: a fold over its result.json files, in any order, and nothing else.

Sums are exact, so the order in which episodes ended changes no digit. Scores
belong to the seat that held the power, whatever power it was; a play in which the
fallback policy or an outage decided is nobody's and enters no score unless that
is asked for. Of an episode only
its name and scores are kept. How many there should be is told by the plan in
the manifest: what is missing is shown as missing.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.game import Power
from engine.wire import encode
from harness.begun import Begun, load_begun
from harness.errors import UserError
from harness.operations import Latency, latencies
from harness.power_effects import power_effects
from harness.ranking import chances_of_being_first, tie_groups
from harness.rating import Meetings, Rating, ratings
from harness.results import COUNTS, TOKENS, Result, UnreadableResult, load_result
from harness.statistics import LEAST_BLOCKS, ClusteredMean, ExactSum

FILE = "standings.json"
RESULT = "result.json"

_League = tuple[str, str, tuple[Power, ...]]
"""What results of one league share: its name, game and powers."""


@dataclass(frozen=True, slots=True)
class Row:
    """What one seat came to over its episodes.

    `mean`, `low` and `high` are of the episode score; `mean` is None when the seat has
    not played yet or every play of it is left out, `low` and `high` are None
    while `missing` more blocks are needed for an interval, or most blocks are
    `steady`. `adjusted` is the mean had the seat held every power equally often.
    `group` has a letter for every group of seats that cannot be told apart and
    that this one belongs to ("" below six blocks), `first` is the chance of being
    first (None below four). `rating` is None for a seat that met no other. `plays`
    counts powers held, `left_out` those of them in which the fallback policy or an
    outage decided and that no score, win or figure is of, `planned` those of the whole league, None
    where no plan is known. `figures` holds the means of the game's own figures. `illegal` and
    `repaired` are per decision; `by_model`, `fallback` and `silent` are shares of
    decisions. `usd` is None when any price is unknown. `latency` does not follow from
    results: it is None but in a table that is `timed`.
    """

    seat: str
    mean: float | None
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
    steady: int = 0
    plays: int = 0
    left_out: int = 0
    planned: int | None = None
    adjusted: float | None = None
    group: str = ""
    first: float | None = None
    rating: Rating | None = None
    latency: Latency | None = None


@dataclass(frozen=True, slots=True)
class PowerRow:
    """What one power came to, in the hands of one seat, or of all when `seat` is None.

    `effect` is how much more than the average power it brings whoever holds it;
    None in the hands of one seat.
    """

    power: Power
    seat: str | None
    mean: float
    episodes: int
    wins: int
    effect: float | None = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that is not counted, and why."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class Standings:
    """A league's table: seats best first, then powers, then what was left out.

    `unfinished` counts episodes that were begun and have no result yet,
    `planned` all episodes of the league, None where no plan is known.
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
    planned: int | None = None


@dataclass(slots=True)
class _Tally:
    """One seat, one power, or one of both, while results come in."""

    score: ClusteredMean = field(default_factory=ClusteredMean)
    left_out: int = 0
    episodes: set[str] = field(default_factory=set)
    wins: int = 0
    figures: dict[str, ExactSum] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    tokens: Counter[str] = field(default_factory=Counter)
    usd: ExactSum = field(default_factory=ExactSum)
    priced: bool = True
    models: set[str] = field(default_factory=set)

    def add(self, result: Result, power: Power, counted: bool) -> None:
        """Take one play in; of one that is not `counted` how it was decided and what it cost, and no more."""
        if counted:
            self.score.add(result.block, result.scores[power], power)
            self.wins += result.winner == power
            for name, value in result.figures[power].items():
                self.figures.setdefault(name, ExactSum()).add(value)
        else:
            self.left_out += 1
        self.episodes.add(result.fixture)
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
            mean=score.mean,
            low=score.low,
            high=score.high,
            episodes=len(self.episodes),
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
            steady=score.steady,
            plays=score.count + self.left_out,
            left_out=self.left_out,
        )


@dataclass(slots=True)
class _PowerTally:
    """One power in one seat's hands."""

    score: ExactSum = field(default_factory=ExactSum)
    wins: int = 0

    def add(self, result: Result, power: Power) -> None:
        self.score.add(result.scores[power])
        self.wins += result.winner == power


class _Fold:
    """All results of one league and game."""

    def __init__(self, count_fallback: bool) -> None:
        self._count_fallback = count_fallback
        self.fixtures: list[str] = []
        self.endings: Counter[str] = Counter()
        self.seats: dict[str, _Tally] = {}
        self.powers: dict[tuple[Power, str], _PowerTally] = {}
        self.meetings = Meetings()

    def add(self, result: Result) -> None:
        self.fixtures.append(result.fixture)
        self.endings[result.ending] += 1
        met = []
        for power, seat in result.seating.items():
            counted = self._count_fallback or not result.tainted(power)
            self.seats.setdefault(seat, _Tally()).add(result, power, counted)
            if counted:
                self.powers.setdefault((power, seat), _PowerTally()).add(result, power)
                met.append((seat, result.scores[power]))
        self.meetings.add(result.block, met)

    def rows(self, adjusted: Mapping[str, float]) -> tuple[Row, ...]:
        """All seats, best first, with what follows from all of them together."""
        rows = sorted((tally.row(seat) for seat, tally in self.seats.items()), key=_place)
        means = {seat: tally.score.parts() for seat, tally in self.seats.items() if tally.score.blocks}
        enough = len({block for own in means.values() for block in own}) >= LEAST_BLOCKS
        first = chances_of_being_first(means) if enough else {}
        groups = tie_groups(means, [row.seat for row in rows if row.mean is not None])
        rated = ratings(self.meetings)
        return tuple(
            replace(
                row,
                adjusted=adjusted.get(row.seat),
                group=groups.get(row.seat, ""),
                first=first.get(row.seat),
                rating=rated.get(row.seat),
            )
            for row in rows
        )

    def missing(self, row: Row, in_pieces: Collection[int]) -> int:
        """Blocks that a seat without an interval needs for one, those counted that are played only in part."""
        begun = self.seats[row.seat].score.blocks
        return row.missing and row.missing + sum(block in in_pieces for block in begun)

    def power_rows(self, powers: Sequence[Power], effects: Mapping[str, float]) -> Iterator[PowerRow]:
        """All powers in whatever hands."""
        for power in powers:
            own = [tally for (name, _), tally in self.powers.items() if name == power]
            episodes = sum(tally.score.count for tally in own)
            total = sum(tally.score.units for tally in own)
            wins = sum(tally.wins for tally in own)
            yield PowerRow(power, None, ExactSum(total, episodes).mean or 0.0, episodes, wins, effects.get(power))


def standings(folder: Path, *, count_fallback: bool = False) -> Standings:
    """The standings of a results folder, plays in which the fallback policy or an outage decided left out or counted.

    Files that are no results, or belong to another league or fixture, are named
    in `skipped` and not counted. Raises `UserError` when there is no such folder.
    """
    if not folder.is_dir():
        raise UserError(f"there are no results at {folder}; play the league first: cogleague run LEAGUE")
    broken: list[Skipped] = []
    table = fold(_results(folder, broken), load_begun(folder), count_fallback=count_fallback)
    return replace(
        table,
        league=table.league or folder.name,
        unfinished=sum(not (journal.parent / RESULT).exists() for journal in folder.glob("*/journal.jsonl")),
        skipped=tuple(sorted((*table.skipped, *broken), key=lambda skip: skip.file)),
    )


def fold(results: Iterable[Result], begun: Begun | None = None, *, count_fallback: bool = False) -> Standings:
    """The standings of results in any order; of several leagues mixed up, the one with most episodes counts.

    What is missing is told from what the league was `begun` for.
    """
    folds: dict[_League, _Fold] = {}
    for result in results:
        folds.setdefault((result.league, result.game, result.powers), _Fold(count_fallback)).add(result)
    if not folds:
        return Standings("", begun.game_name if begun else "", 0, 0, {}, (), (), ())
    league, game, powers = key = _most({key: own.fixtures for key, own in folds.items()})
    own = folds.pop(key)
    effects = power_effects({cell: (tally.score.total, tally.score.count) for cell, tally in own.powers.items()})
    plan = begun.plan(powers) if begun else ()
    known = {fixture.name for fixture in plan}.issuperset(own.fixtures)
    planned = Counter(seat for fixture in plan for seat in fixture.seating) if known else Counter()
    for seat in planned:
        own.seats.setdefault(seat, _Tally())
    in_pieces = {fixture.block for fixture in plan if fixture.name not in own.fixtures} if known else set()
    return Standings(
        league=league,
        game=game,
        episodes=len(own.fixtures),
        unfinished=0,
        endings=dict(sorted(own.endings.items())),
        rows=tuple(
            replace(row, planned=planned.get(row.seat), missing=own.missing(row, in_pieces))
            for row in own.rows(effects.seats)
        ),
        powers=tuple(own.power_rows(powers, effects.powers)),
        by_power=tuple(
            PowerRow(power, seat, tally.score.mean or 0.0, tally.score.count, tally.wins)
            for power in powers
            for seat in sorted(own.seats)
            if (tally := own.powers.get((power, seat)))
        ),
        skipped=tuple(
            Skipped(f"{fixture}/{RESULT}", f"belongs to league {name} of {played}, not to {league} of {game}")
            for (name, played, _), foreign in sorted(folds.items(), key=lambda item: item[0])
            for fixture in sorted(foreign.fixtures)
        ),
        planned=len(plan) if known and plan else None,
    )


def timed(table: Standings, folder: Path) -> Standings:
    """The standings with how long the seats took to reply, as the operations beside the results have it."""
    known = latencies(folder)
    return replace(table, rows=tuple(replace(row, latency=known.get(row.seat)) for row in table.rows))


def to_json(table: Standings) -> str:
    """The standings as one line of JSON: ``{"league", "game", "rows": [{"seat", "mean", ...}], ...}``."""
    return encode(table)


def to_csv(table: Standings) -> str:
    """The rows as CSV with a heading; figures and tokens have a column each, unknown values are empty."""
    figures = sorted({name for row in table.rows for name in row.figures})
    plain = [
        name for name in Row.__slots__ if name not in ("figures", "failures", "tokens", "models", "rating", "latency")
    ]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    rating, latency = ("rating", "rating_low", "rating_high"), ("seconds_median", "seconds_p95")
    writer.writerow([*plain, *rating, *latency, *figures, *(f"tokens_{name}" for name in TOKENS), "models"])
    for row in table.rows:
        values = [getattr(row, name) for name in plain]
        values += [row.rating.value, row.rating.low, row.rating.high] if row.rating else [None] * len(rating)
        values += [row.latency.median, row.latency.p95] if row.latency else [None] * len(latency)
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


def results_of(folder: Path) -> list[Result]:
    """The results that the standings of a folder count, in the order of their fixtures."""
    found: dict[_League, list[Result]] = {}
    for result in _results(folder, []):
        found.setdefault((result.league, result.game, result.powers), []).append(result)
    return found[_most(found)] if found else []


def _most(leagues: Mapping[_League, Sized]) -> _League:
    """Of several leagues mixed up the one with most episodes."""
    return min(leagues, key=lambda key: (-len(leagues[key]), key))


def _cell(text: str) -> str:
    """A provider's text as a spreadsheet shows it and never computes it."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text


def _place(row: Row) -> tuple[bool, float, str]:
    """Best first; seats without a mean stand last."""
    return row.mean is None, -(row.mean or 0.0), row.seat
