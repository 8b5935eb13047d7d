"""Plots as SVG files. Each takes what it shows and returns the file's text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from harness.plots.costs import Costs
from harness.plots.heat import heat, is_dark
from harness.plots.scale import Scale, scale
from harness.plots.seasons import SeasonScores
from harness.plots.svg import Drawing
from harness.standings import Standings

WIDTH, TOP, BOTTOM, RIGHT = 860, 56, 48, 24
PLOT_HEIGHT = 360
ROW = 30
LETTER = 7.6
"""Pixels that a letter of a name takes at most."""

LABEL_GAP = 15.0
"""Pixels between the labels of two lines that end close together."""


def draw_seasons(found: SeasonScores, league: str) -> str:
    """Lines of mean scores over the seasons, each with its seat's name at its end."""
    title = f"{league}: score over the seasons"
    drawing = Drawing(WIDTH, TOP + PLOT_HEIGHT + BOTTOM, title, f"Mean of {found.episodes} episodes, a line a seat.")
    right = WIDTH - RIGHT - _room(found.seats)
    axis = scale((value for line in found.seats.values() for value in line), zero=True)
    left = _levels(drawing, axis, right)
    step = (right - left) / max(1, len(found.seasons) - 1)
    every = max(1, round(90 / step)) if step else 1
    for number in range(0, len(found.seasons), every):
        drawing.text(left + number * step, TOP + PLOT_HEIGHT + 20, found.seasons[number], anchor="middle", kind="small")
    ends = {seat: _height(axis, line[-1]) for seat, line in found.seats.items()}
    labels = _apart(list(ends.values()))
    for number, (seat, line) in enumerate(found.seats.items()):
        points = [(left + place * step, _height(axis, value)) for place, value in enumerate(line)]
        drawing.curve(points, number, f"{seat}: {axis.told(line[0])} to {axis.told(line[-1])}")
        drawing.curve([points[-1], (right + 14, labels[number])], number, seat)
        drawing.text(right + 18, labels[number] + 4, seat)
    return drawing.svg()


def draw_intervals(table: Standings) -> str:
    """A row a seat: its mean and, where there is one, its 95 % interval."""
    rows = table.rows
    height = TOP + ROW * max(1, len(rows)) + BOTTOM
    drawing = Drawing(
        WIDTH, height, f"{table.league}: mean score and 95 % interval", f"{table.episodes} episodes, best seat first."
    )
    left, right = 16 + _room(row.seat for row in rows), WIDTH - RIGHT - 60
    axis = scale([value for row in rows for value in (row.mean, row.low, row.high) if value is not None])
    for tick, label in zip(axis.ticks, axis.labels(), strict=True):
        x = left + axis.share(tick) * (right - left)
        drawing.line(x, TOP - 8, x, height - BOTTOM)
        drawing.text(x, height - BOTTOM + 18, label, anchor="middle", kind="small")
    for number, row in enumerate(rows):
        y = TOP + ROW * (number + 0.5)
        drawing.text(left - 10, y + 4, row.seat, anchor="end")
        if row.mean is None:
            continue
        told = f"{row.seat}: {axis.told(row.mean)}"
        if row.low is not None and row.high is not None:
            low, high = (left + axis.share(value) * (right - left) for value in (row.low, row.high))
            told += f", {axis.told(row.low)} to {axis.told(row.high)}"
            drawing.curve([(low, y), (high, y)], number, told)
            for end in (low, high):
                drawing.curve([(end, y - 5), (end, y + 5)], number, told)
        drawing.dot(left + axis.share(row.mean) * (right - left), y, number, told)
        drawing.text(right + 12, y + 4, axis.told(row.mean))
    return drawing.svg()


def draw_costs(found: Costs, league: str) -> str:
    """A point a seat: what it spent on a power, and what that scored."""
    title = f"{league}: score against cost"
    drawing = Drawing(WIDTH, TOP + PLOT_HEIGHT + BOTTOM, title, f"Mean score by {found.unit} a power played.")
    right = WIDTH - RIGHT - 8
    up, along = scale(score for _, _, score in found.points), scale((cost for _, cost, _ in found.points), zero=True)
    left = _levels(drawing, up, right)
    for tick, label in zip(along.ticks, along.labels(), strict=True):
        x = left + along.share(tick) * (right - left)
        drawing.line(x, TOP, x, TOP + PLOT_HEIGHT)
        drawing.text(x, TOP + PLOT_HEIGHT + 18, label, anchor="middle", kind="small")
    drawing.text((left + right) / 2, TOP + PLOT_HEIGHT + 38, f"{found.unit} a power played", anchor="middle")
    for number, (seat, cost, score) in enumerate(found.points):
        x, y = left + along.share(cost) * (right - left), _height(up, score)
        beyond = x + 10 + len(seat) * LETTER > WIDTH
        drawing.dot(x, y, number, f"{seat}: {cost:,.4g} {found.unit}, {up.told(score)}")
        drawing.text(x - 10 if beyond else x + 10, y + 4, seat, anchor="end" if beyond else "start")
    return drawing.svg()


def draw_powers(table: Standings) -> str:
    """A heat map: the mean score of every seat with every power."""
    means = {(row.seat, row.power): row.mean for row in table.by_power}
    powers, seats = [row.power for row in table.powers], [row.seat for row in table.rows]
    left = 16 + _room(seats)
    cell = (WIDTH - RIGHT - left) / max(1, len(powers))
    height = TOP + ROW * (len(seats) + 1) + 16
    drawing = Drawing(WIDTH, height, f"{table.league}: score by power and seat", "Mean scores, brighter is higher.")
    axis = scale(means.values())
    for column, power in enumerate(powers):
        drawing.text(left + (column + 0.5) * cell, TOP + 18, power, anchor="middle", kind="small")
    for number, seat in enumerate(seats):
        y = TOP + ROW * (number + 1)
        drawing.text(left - 10, y + 20, seat, anchor="end")
        for column, power in enumerate(powers):
            if (mean := means.get((seat, power))) is not None:
                shade = heat(axis.share(mean))
                fill = "#" + bytes(shade).hex()
                drawing.box(
                    left + column * cell + 1, y + 1, cell - 2, ROW - 2, fill, f"{seat} as {power}: {axis.told(mean)}"
                )
                kind = "on-dark" if is_dark(shade) else "on-light"
                drawing.text(left + (column + 0.5) * cell, y + 20, axis.told(mean, 2), anchor="middle", kind=kind)
    return drawing.svg()


def _levels(drawing: Drawing, axis: Scale, right: float) -> float:
    """Level lines with their values; returns where the plot begins."""
    left = 24 + max(map(len, axis.labels())) * LETTER
    for tick, label in zip(axis.ticks, axis.labels(), strict=True):
        drawing.line(left, _height(axis, tick), right, _height(axis, tick))
        drawing.text(left - 8, _height(axis, tick) + 4, label, anchor="end", kind="small")
    return left


def _height(axis: Scale, value: float) -> float:
    return TOP + (1 - axis.share(value)) * PLOT_HEIGHT


def _room(names: Iterable[str]) -> float:
    """Pixels that the longest name takes."""
    return 20 + max((len(name) for name in names), default=0) * LETTER


def _apart(places: Sequence[float]) -> list[float]:
    """The places, moved down where two would stand on each other, and up again where that leads out of the plot."""
    moved, last = list(places), float("-inf")
    order = sorted(range(len(places)), key=places.__getitem__)
    for number in order:
        last = moved[number] = max(places[number], last + LABEL_GAP)
    lowest = TOP + PLOT_HEIGHT + LABEL_GAP
    for number in reversed(order):
        lowest = moved[number] = min(moved[number], lowest - LABEL_GAP)
    return moved
