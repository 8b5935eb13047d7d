"""How scores grew: every episode replayed, and the score of every seat after each season."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from engine.game import Game, Power
from harness.clock import SystemClock
from harness.episode import Step
from harness.errors import ReplayDiverged, UserError
from harness.replay import load_recorded, replay_episode
from harness.results import tainted
from harness.store import JOURNAL

START = "start"


@dataclass(frozen=True, slots=True)
class SeasonScores:
    """Mean scores by season: `seats` maps each seat, best in the end first, to a value a season.

    An episode that had no such season, or was over, counts with the score it had
    last. Plays that are not the seat's own (`tainted`) are left out. `skipped`
    episodes could not be replayed: their names, and why.
    """

    seasons: tuple[str, ...]
    seats: Mapping[str, tuple[float, ...]]
    episodes: int
    skipped: tuple[tuple[str, str], ...] = ()


def season_scores(folder: Path, games: Mapping[str, Game[Any]]) -> SeasonScores:
    """The scores over the seasons of all finished episodes of a results folder.

    Raises `UserError` when there is nothing to be replayed.
    """
    told, skipped = [], []
    for path in (journal.parent for journal in sorted(folder.glob(f"*/{JOURNAL}"))):
        try:
            told.append(_curves(path, games))
        except (UserError, ReplayDiverged) as error:
            skipped.append((path.name, str(error)))
    if not told:
        why = f" ({skipped[0][0]}: {skipped[0][1]})" if skipped else ""
        raise UserError(f"there is no episode in {folder} whose seasons can be told{why}")
    if not any(own[START] for own in told):
        raise UserError(f"in every play of {folder} the fallback policy or an outage decided: there is nothing to show")
    seasons = merged([*own] for own in told)
    held: dict[str, list[list[float]]] = {}
    for own in told:
        for seat in own[START]:
            held.setdefault(seat, []).append(
                _carried([own[season][seat] if season in own else None for season in seasons])
            )
    means = {seat: tuple(map(fmean, zip(*rows, strict=True))) for seat, rows in held.items()}
    ranked = dict(sorted(means.items(), key=lambda item: (-item[1][-1], item[0])))
    return SeasonScores(seasons, ranked, len(told), tuple(skipped))


def season_of(phase: str) -> str:
    """The season of a phase: its first two words (``1499-spring``, ``turn-07``)."""
    return "-".join(phase.split("-")[:2]) or START


def merged(sequences: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """All names in an order that agrees with every sequence: what is new goes behind what came before it."""
    order: list[str] = []
    for sequence in sequences:
        place = 0
        for name in sequence:
            if name in order:
                place = order.index(name) + 1
            else:
                order.insert(place, name)
                place += 1
    return tuple(order)


def _curves(folder: Path, games: Mapping[str, Game[Any]]) -> dict[str, dict[str, float]]:
    """By season the score of each seat (of its powers' mean, where it holds several) in one finished episode."""
    recorded = load_recorded(folder, games)
    boards: dict[str, Mapping[Power, float]] = {}

    def note(step: Step) -> bool:
        boards[season_of(step.phase)] = recorded.table.game.scores(step.state)
        return True

    result = asyncio.run(replay_episode(recorded, SystemClock(), note))
    if result is None:
        raise UserError("is not finished")
    held: dict[str, list[Power]] = {}
    for power, seat in result["seating"].items():
        if not tainted(result["counts"][power]["fallback"], result["counts"][power]["failures"]):
            held.setdefault(seat, []).append(power)
    return {
        season: {seat: fmean(scores[power] for power in own) for seat, own in held.items()}
        for season, scores in boards.items()
    }


def _carried(values: Sequence[float | None]) -> list[float]:
    """The values, where there is none the one before."""
    carried: list[float] = []
    for value in values:
        carried.append(carried[-1] if value is None else value)
    return carried
