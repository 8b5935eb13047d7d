"""Standings as people read them: seats best first, then every seat by power, then what is not in the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console, Group, RenderableType
from rich.text import Text

from harness.display.figures import count, dollars, mean, packed
from harness.display.screen import safe
from harness.display.tables import Column, fitted, needed_width
from harness.operations import Latency
from harness.rating import Rating
from harness.standings import Row, Standings

Ranked = tuple[int, Row]

EFFECT = "power effect"
"""The line below the seats; no seat's name has a space."""

VISIBLE = 0.001
"""A difference that always shows in three digits."""

FOREMOST = {
    "conquests": 6,
    "solos": 6,
    "survived": 4,
    "cities": 2,
    "centres": 2,
    "tiles": 2,
    "stabs_given": 5,
    "stabs_suffered": 6,
    "pledges_kept": 6,
}
"""Figures of any game that stand before its others, in this order, and their ranks; a game has those it has."""


TOLD_FAILURES = {"refusal": "refusals", "late": "late"}
"""Kinds of failures that have a column of their own once there was one."""


def show_standings(table: Standings, out: Console) -> None:
    """Print a league's standings as wide as the console allows."""
    for part in standings_table(table, out.width):
        out.print(part)


def standings_table(table: Standings, width: int) -> Iterator[RenderableType]:
    """The parts of the standings, none wider than `width` columns."""
    if table.rows:
        yield fitted(_columns(table), list(enumerate(table.rows, 1)), width)
        yield Text()
        yield _by_power(table, width)
        yield Text()
    endings = [f"{ending} {number}" for ending, number in table.endings.items()]
    unfinished = [safe(f"{table.unfinished} not finished", "yellow")] if table.unfinished else []
    yield Group(
        *packed(f"{table.league} ({table.game or 'no game yet'})", [_episodes(table), *endings], width),
        *packed("", unfinished, width),
        *(safe(f"not counted: {skip.file} {skip.reason}", "yellow") for skip in table.skipped),
    )


def _episodes(table: Standings) -> str:
    """Episodes played, of those planned while any is missing."""
    planned = table.planned or 0
    if planned > table.episodes:
        return f"{table.episodes} of {planned} episodes"
    return f"{table.episodes} episode{'s' * (table.episodes != 1)}"


def _columns(table: Standings) -> Sequence[Column[Ranked]]:
    """All columns; ranks say which stay longest where there is little room."""
    columns: list[Column[Ranked]] = [
        Column("#", lambda line: str(line[0])),
        Column("seat", lambda line: line[1].seat, name=True),
        Column("mean", lambda line: mean(line[1].mean)),
        Column("95% interval", lambda line: _interval(line[1])),
        *_ahead(table),
        Column("episodes", lambda line: count(line[1].episodes), rank=1),
        Column("wins", lambda line: count(line[1].wins), rank=5),
    ]
    figures = _figures(table)
    foremost = [name for name in FOREMOST if name in figures]
    columns += [_figure(name, FOREMOST[name]) for name in foremost]
    columns += [
        Column("illegal", lambda line: _told(line[1], f"{line[1].illegal:.2f}"), rank=3),
        Column("repaired", lambda line: _told(line[1], f"{line[1].repaired:.2f}"), rank=9),
        *_by_model(table),
        Column("fallback", lambda line: _told(line[1], f"{line[1].fallback:.1%}"), rank=4),
        Column("silent", lambda line: _told(line[1], f"{line[1].silent:.1%}"), rank=9),
    ]
    columns += [
        Column(heading, lambda line, kind=kind: count(line[1].failures.get(kind, 0)), rank=4)  # type: ignore[misc]
        for kind, heading in TOLD_FAILURES.items()
        if any(row.failures.get(kind) for row in table.rows)
    ]
    if any(sum(row.tokens.values()) for row in table.rows):
        columns += [
            Column("tokens", lambda line: count(sum(line[1].tokens.values())), rank=8),
            Column("cost", lambda line: dollars(line[1].usd), rank=3),
        ]
    if any(row.latency and row.latency.p95 for row in table.rows):
        columns.append(Column("seconds, p95", lambda line: _latency(line[1].latency), rank=8))
    return columns + [_figure(name, 10) for name in figures if name not in foremost]


def _by_model(table: Standings) -> Iterator[Column[Ranked]]:
    """The share of decisions that models made, where any did."""
    if any(row.by_model for row in table.rows):
        yield Column("by model", lambda line: _told(line[1], f"{line[1].by_model:.1%}"), rank=7)


def _ahead(table: Standings) -> Iterator[Column[Ranked]]:
    """Who is ahead and how sure that is, as far as it can be said; what is missing, if anything is."""
    rows = table.rows
    if any(row.group for row in rows):
        yield Column("group", lambda line: line[1].group, rank=1)
    if any(row.first is not None for row in rows):
        yield Column("first", lambda line: "" if line[1].first is None else f"{line[1].first:.0%}", rank=6)
    if any(
        abs(row.adjusted - row.mean) >= VISIBLE for row in rows if row.adjusted is not None and row.mean is not None
    ):
        yield Column("adjusted", lambda line: mean(line[1].adjusted), rank=2)
    if any(row.rating for row in rows):
        yield Column("rating", lambda line: _rating(line[1].rating), rank=7)
    if any((row.planned or row.plays) > row.plays for row in rows):
        yield Column("missing", lambda line: count(max(0, (line[1].planned or 0) - line[1].plays)), rank=1)
    if any(row.left_out for row in rows):
        yield Column("left out", lambda line: f"{line[1].left_out} of {line[1].plays}", rank=1)


def _rating(rating: Rating | None) -> str:
    if rating is None:
        return ""
    if rating.low is None or rating.high is None:
        return f"{rating.value:.0f}"
    return f"{rating.value:.0f} ±{(rating.high - rating.low) / 2:.0f}"


def _told(row: Row, share: str) -> str:
    """A share of the seat's decisions, or that it has made none yet."""
    return share if row.decisions else "-"


def _latency(latency: Latency | None) -> str:
    """Seconds of half the replies, and of 95 of 100."""
    return f"{latency.median:.1f}, {latency.p95:.1f}" if latency else ""


def _figures(table: Standings) -> Sequence[str]:
    """The game's figures that say something: the foremost, and those that are not nothing for every seat."""
    names = sorted({name for row in table.rows for name in row.figures})
    return [name for name in names if name in FOREMOST or any(row.figures.get(name) for row in table.rows)]


def _figure(name: str, rank: int) -> Column[Ranked]:
    return Column(name.replace("_", " "), lambda line: mean(line[1].figures.get(name), 2), rank)


def _interval(row: Row) -> str:
    """The interval of the mean, or why there is none: blocks that are missing, or hardly any spread."""
    if row.low is None or row.high is None:
        if not row.missing:
            return f"same in {row.steady} of {row.blocks}"
        return f"needs {row.missing} more block{'s' * (row.missing != 1)}"
    return f"{row.low:.3f} to {row.high:.3f}"


def _by_power(table: Standings, width: int) -> RenderableType:
    """Mean scores of every seat by power, and what powers are worth: one table where it fits, else lines of facts."""
    powers = [row.power for row in table.powers]
    told = {(row.power, row.seat or ""): f"{row.mean:.3f}" for row in table.by_power}
    lines = [row.seat for row in table.rows]
    if any(row.effect for row in table.powers):
        told |= {(row.power, EFFECT): f"{row.effect or 0.0:+.3f}" for row in table.powers}
        lines.append(EFFECT)
    columns: list[Column[str]] = [Column("mean by power", lambda name: name, name=True)]
    columns += [_power(power, told) for power in powers]
    if needed_width(columns, lines) <= width:
        return fitted(columns, lines, width)
    return Group(
        *(
            line
            for name in lines
            for line in packed(name, (f"{power} {told.get((power, name), '-')}" for power in powers), width)
        )
    )


def _power(power: str, told: Mapping[tuple[str, str], str]) -> Column[str]:
    return Column(power, lambda name: told.get((power, name), "-"))
