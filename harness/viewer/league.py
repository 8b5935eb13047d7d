"""A league as its site shows it: everything its results folder says, read once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness.begun import Begun, load_begun
from harness.comparison import Comparison, compare
from harness.errors import UserError
from harness.prompt_changes import Change, changes_between
from harness.results import Result
from harness.schedule import Fixture
from harness.standings import PowerRow, Row, Standings, results_of, standings, timed
from harness.store import JOURNAL, LEAGUE, MANIFEST, PROMPTS

MANNERS = ("illegal", "repaired", "by_model", "fallback", "silent")
"""What a seat's page tells of its decisions, beside the game's own figures."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two seats in the same episodes: how often the first scored more, the same, less."""

    more: int = 0
    same: int = 0
    less: int = 0

    @property
    def games(self) -> int:
        """Episodes in which both played."""
        return self.more + self.same + self.less

    @property
    def points(self) -> float:
        """The share of games won by the first, ties as half a win."""
        return (self.more + self.same / 2) / self.games if self.games else 0.0


@dataclass(frozen=True, slots=True)
class Episode:
    """An episode that was begun; `result` is None until it is finished."""

    name: str
    result: Result | None

    @property
    def order(self) -> Sequence[tuple[str, str, float]]:
        """Power, seat and score, best first."""
        if self.result is None:
            return ()
        seats, scores = self.result.seating, self.result.scores
        return sorted(((power, seats[power], scores[power]) for power in seats), key=lambda entry: -entry[2])


@dataclass(frozen=True, slots=True)
class League:
    """A results folder, read. `comparison` is the one the league declared, `changes` are those from the prompts
    of its first arm to the second's, `undecided` says why there is none yet.
    """

    folder: Path
    table: Standings
    begun: Begun | None
    episodes: tuple[Episode, ...]
    comparison: Comparison | None
    changes: tuple[Change, ...]
    undecided: str

    @property
    def name(self) -> str:
        """The league's name."""
        return self.table.league

    @property
    def finished(self) -> int:
        """How many episodes have a result that counts."""
        return sum(episode.result is not None for episode in self.episodes)

    @property
    def total(self) -> int:
        """How many episodes there will be."""
        return max(self.begun.episodes if self.begun else 0, len(self.episodes))

    @property
    def plan(self) -> tuple[Fixture, ...]:
        """Every fixture, played or not; none when the folder does not say."""
        game = self.begun.game() if self.begun else None
        return self.begun.plan(game.powers) if self.begun and game else ()

    @property
    def game(self) -> str:
        """The game's name, also before anything is finished."""
        return self.table.game

    @property
    def figures(self) -> Sequence[str]:
        """The game's own figures that the standings tell, by name."""
        return sorted({name for row in self.table.rows for name in row.figures})

    def row(self, seat: str) -> Row | None:
        """A seat's line in the standings."""
        return next((row for row in self.table.rows if row.seat == seat), None)

    def of(self, seat: str) -> Sequence[PowerRow]:
        """What a seat came to power by power."""
        return [row for row in self.table.by_power if row.seat == seat]

    def seats(self) -> Sequence[str]:
        """All seats: in the order of the standings, then those that have not played."""
        known = [row.seat for row in self.table.rows]
        return [*known, *(seat for seat in (self.begun.seats if self.begun else ()) if seat not in known)]

    def settings(self, seat: str) -> Mapping[str, object]:
        """What the league file says of a seat, as its manifest keeps it."""
        start = f"seats.{seat}."
        terms = self.begun.terms if self.begun else {}
        return {name.removeprefix(start): value for name, value in terms.items() if name.startswith(start)}

    def prompts(self, seat: str) -> Mapping[str, str]:
        """The prompt templates of a seat as the league kept them, by name below the game; its own before the base's."""
        root, variant = self.folder / PROMPTS / self.game, self.begun.told(seat, "variant") if self.begun else ""
        return {
            f"{name}/{path.name}": path.read_text("utf-8", "replace")
            for name in dict.fromkeys((variant, "base"))
            if name
            for path in sorted((root / name).glob("*.j2"))
        }

    def files(self) -> Sequence[str]:
        """The league's own files that can be downloaded."""
        return [name for name in (MANIFEST, LEAGUE) if (self.folder / name).is_file()]


def load_league_view(folder: Path) -> League:
    """Read a results folder. Raises `UserError` when there is none."""
    table = timed(standings(folder), folder)
    results = {result.fixture: result for result in results_of(folder)}
    names = sorted(path.parent.name for path in folder.glob(f"*/{JOURNAL}"))
    begun = load_begun(folder)
    found, why = _compared(folder, begun)
    changes = changes_between(folder, found.game, found.a.seats, found.b.seats) if found else ()
    return League(folder, table, begun, tuple(Episode(name, results.get(name)) for name in names), found, changes, why)


def meetings(episodes: Iterable[Episode]) -> Mapping[tuple[str, str], Meeting]:
    """Head to head, both ways round, in order of the seats' names. Seats of one episode are held against each other."""
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for episode in episodes:
        for a, b, outcome in _duels(episode):
            counts[a, b][outcome] += 1
    return {pair: Meeting(*own) for pair, own in sorted(counts.items())}


def _duels(episode: Episode) -> Iterator[tuple[str, str, int]]:
    """Every ordered pair of seats of an episode, and whether the first scored more (0), the same (1) or less (2)."""
    for _, a, first in episode.order:
        for _, b, second in episode.order:
            if a != b:
                yield a, b, 1 + (first < second) - (first > second)


def _compared(folder: Path, begun: Begun | None) -> tuple[Comparison | None, str]:
    if begun is None or begun.compare is None:
        return None, ""
    try:
        return compare(folder), ""
    except UserError as error:
        return None, str(error)
