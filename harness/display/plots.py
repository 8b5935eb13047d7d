"""Plots in the terminal, from 60 columns on: readable without colour, in a pipe, and with ASCII alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from string import ascii_letters

from rich.cells import cell_len
from rich.console import Console
from rich.style import Style
from rich.text import Text

from harness.display.figures import count, dollars, packed
from harness.display.screen import safe
from harness.display.tables import shortened
from harness.plots.costs import Costs
from harness.plots.heat import heat, is_dark
from harness.plots.scale import Scale, scale
from harness.plots.seasons import SeasonScores
from harness.standings import Row, Standings

WIDEST = 120
"""Columns of a plot at most; a pipe has no width of its own."""

NARROWEST = 60
SCATTER_HEIGHT = 12
CELL = 2
"""Columns that a cell of the heat map takes besides its value: a blank before, a shade behind."""

STOREYS = 2
"""Lines that a seat's heights take, one upon the other."""

COLOURS = ("cyan", "yellow", "green", "magenta", "red", "blue")


@dataclass(frozen=True, slots=True)
class Signs:
    """What plots are drawn with: heights and shades from low to high, and the parts of an interval."""

    heights: str
    shades: str
    rail: str
    ends: tuple[str, str]
    dot: str
    tick: str


UNICODE = Signs("▁▂▃▄▅▆▇█", " ░▒▓█", "─", ("├", "┤"), "●", "┊")
ASCII = Signs("_.-:=+*#", " .:+#", "-", ("[", "]"), "o", "|")


def show_seasons(found: SeasonScores, out: Console) -> None:
    """A row of heights a seat, one height a season, and where it began and ended."""
    _print(out, _seasons(found, _width(out), _signs(out)))


def show_intervals(table: Standings, out: Console) -> None:
    """A row a seat: its mean as a dot, its 95 % interval as a rail."""
    _print(out, _intervals(table, _width(out), _signs(out)))


def show_costs(found: Costs | None, out: Console) -> None:
    """Letters in a field of cost and score, and what each stands for."""
    if found is None:
        _print(out, packed("score and cost", ["nothing was spent"], _width(out)))
    else:
        _print(out, _costs(found, _width(out), _signs(out)))


def show_powers(table: Standings, out: Console) -> None:
    """A heat map: values with a shade, and a colour where there are colours."""
    _print(out, _powers(table, _width(out), _signs(out)))


def _seasons(found: SeasonScores, width: int, signs: Signs) -> Iterator[Text]:
    axis = scale((value for line in found.seats.values() for value in line), zero=True)
    names = _names(found.seats, width)
    beside = max(map(cell_len, names.values()), default=0) + 2
    ends = {seat: f"{axis.told(line[0])} to {axis.told(line[-1])}" for seat, line in found.seats.items()}
    room = width - beside - max(map(len, ends.values()), default=0) - 2
    shown = _thinned(len(found.seasons), room)
    wide = max(1, min(8, room // len(shown)))
    facts = [
        f"mean of {count(found.episodes)} episode{'s' * (found.episodes != 1)}",
        f"heights from {axis.low:g} to {axis.high:g}",
    ]
    if found.skipped:
        facts.append(f"{count(len(found.skipped))} left out, {found.skipped[0][0]} for one: {found.skipped[0][1]}")
    yield from packed("score over seasons", facts, width)
    for number, (seat, line) in enumerate(found.seats.items()):
        colour = COLOURS[number % len(COLOURS)]
        shares = [axis.share(line[place]) for place in shown]
        for storey in reversed(range(STOREYS)):
            name, end = ("", "") if storey else (names[seat], f"  {ends[seat]}")
            bars = "".join(_height(signs.heights, share, storey) * wide for share in shares)
            yield Text(_padded(name, beside)).append(bars, colour).append(end)
    first, last = found.seasons[shown[0]], found.seasons[shown[-1]]
    yield Text(" " * beside + first + last.rjust(max(len(last) + 1, wide * len(shown) - len(first))))


def _intervals(table: Standings, width: int, signs: Signs) -> Iterator[Text]:
    rows = table.rows
    names = _names((row.seat for row in rows), width)
    beside = max(map(cell_len, names.values()), default=0) + 2
    values = [value for row in rows for value in (row.mean, row.low, row.high) if value is not None]
    means = ["-" if row.mean is None else scale(values).told(row.mean) for row in rows]
    indent = beside + max(map(len, means), default=0) + 2
    room = width - indent
    axis = scale(values, room // 10)
    facts = ["95% interval", f"{count(table.episodes)} episode{'s' * (table.episodes != 1)}", *_without_interval(rows)]
    yield from packed("mean and interval", facts, width)
    for number, (row, mean) in enumerate(zip(rows, means, strict=True)):
        told = Text(_padded(names[row.seat], beside) + mean.rjust(indent - beside - 2) + "  ")
        yield told.append(_rail(row, axis, room, signs), COLOURS[number % len(COLOURS)])
    yield Text(" " * indent + _axis(axis, room))


def _without_interval(rows: Iterable[Row]) -> Iterator[str]:
    """Why seats have none, if any has none."""
    bare = [row for row in rows if row.low is None]
    if missing := max((row.missing for row in bare), default=0):
        yield f"needs {missing} more block{'s' * (missing != 1)}"
    if any(not row.missing for row in bare):
        yield "none where most blocks are the same"


def _rail(row: Row, axis: Scale, room: int, signs: Signs) -> str:
    cells = [" "] * room
    for tick in axis.ticks:
        cells[_place(axis, tick, room)] = signs.tick
    if row.low is not None and row.high is not None:
        low, high = _place(axis, row.low, room), _place(axis, row.high, room)
        cells[low : high + 1] = signs.rail * (high - low + 1)
        cells[low], cells[high] = signs.ends
    if row.mean is not None:
        cells[_place(axis, row.mean, room)] = signs.dot
    return "".join(cells).rstrip()


def _costs(found: Costs, width: int, signs: Signs) -> Iterator[Text]:
    up = scale((score for _, _, score in found.points), 5)
    beside = max(map(len, up.labels())) + 2
    room = width - beside
    along = scale((cost for _, cost, _ in found.points), room // 12, zero=True)
    letters = {seat: ascii_letters[number % len(ascii_letters)] for number, (seat, _, _) in enumerate(found.points)}
    field = [[" "] * room for _ in range(SCATTER_HEIGHT)]
    for seat, cost, score in found.points:
        line = field[SCATTER_HEIGHT - 1 - _place(up, score, SCATTER_HEIGHT)]
        place = _place(along, cost, room)
        line[place] = letters[seat] if line[place] == " " else "*"
    labels = {
        SCATTER_HEIGHT - 1 - _place(up, tick, SCATTER_HEIGHT): label
        for tick, label in zip(up.ticks, up.labels(), strict=True)
    }
    yield from packed("score and cost", [f"mean score by {found.unit} a power played", "* is several"], width)
    for number, line in enumerate(field):
        yield Text(labels.get(number, "").rjust(beside - 2) + f" {signs.tick}" + "".join(line).rstrip())
    yield Text(" " * beside + _axis(along, room))
    told = dollars if found.unit == "dollars" else count
    facts = [safe(f"{letters[seat]} {seat} {told(cost)} {up.told(score)}") for seat, cost, score in found.points]
    yield from packed("", facts, width, columns=True)
    yield from packed("price unknown", found.unknown, width)


def _powers(table: Standings, width: int, signs: Signs) -> Iterator[Text]:
    means = {(row.seat, row.power): row.mean for row in table.by_power}
    axis = scale(means.values())
    names = _names((row.seat for row in table.rows), width)
    beside = max(map(cell_len, names.values()), default=0) + 2
    powers = [row.power for row in table.powers]
    least = max((len(axis.told(mean, 2)) for mean in means.values()), default=0) + CELL
    most = max(1, (width - beside) // least)
    wide = min(2 * least, (width - beside) // max(1, min(most, len(powers))))
    yield from packed("score by power", [f"shades from {axis.low:g} to {axis.high:g}"], width)
    for start in range(0, len(powers), most):
        part = powers[start : start + most]
        yield Text(" " * beside + "".join(power[: wide - 1].rjust(wide) for power in part))
        for row in table.rows:
            told = Text(_padded(names[row.seat], beside))
            for power in part:
                told.append_text(_cell(means.get((row.seat, power)), axis, wide, signs))
            yield told


def _cell(mean: float | None, axis: Scale, wide: int, signs: Signs) -> Text:
    if mean is None:
        return Text("-".rjust(wide))
    shade = heat(axis.share(mean))
    ink = "white" if is_dark(shade) else "black"
    told = f"{axis.told(mean, 2)}{_grade(signs.shades, axis.share(mean))}"
    return Text(" ").append(told.rjust(wide - 1), Style.parse(f"{ink} on rgb({shade[0]},{shade[1]},{shade[2]})"))


def _print(out: Console, lines: Iterable[Text]) -> None:
    for line in lines:
        line.rstrip()
        out.print(line, no_wrap=True, crop=False, overflow="ignore")


def _width(out: Console) -> int:
    return max(NARROWEST, min(WIDEST if not out.is_terminal else 250, out.width))


def _signs(out: Console) -> Signs:
    return UNICODE if out.encoding.lower().replace("-", "").startswith("utf") else ASCII


def _names(seats: Iterable[str], width: int) -> Mapping[str, str]:
    """Seats with their names, cut in the middle where they would take more than a quarter of the width."""
    return {seat: shortened(safe(seat), width // 4).plain for seat in seats}


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))


def _grade(grades: str, share: float) -> str:
    """One of the signs from low to high."""
    return grades[min(len(grades) - 1, max(0, int(share * len(grades))))]


def _height(heights: str, share: float, storey: int) -> str:
    """What a column of some height shows in a storey, from 0: a full sign, a part of one, or nothing."""
    parts = round(share * len(heights) * STOREYS) - storey * len(heights)
    return heights[min(parts, len(heights)) - 1] if parts > 0 else " "


def _place(axis: Scale, value: float, room: int) -> int:
    """The column, from 0, where a value stands among so many."""
    return min(room - 1, max(0, round(axis.share(value) * (room - 1))))


def _thinned(number: int, room: int) -> list[int]:
    """Places that fit into so many columns, equally far apart, the first and last among them."""
    kept = max(1, min(number, room))
    return [round(place * (number - 1) / max(1, kept - 1)) for place in range(kept)]


def _axis(axis: Scale, room: int) -> str:
    """The labels below their ticks; the last one ends where the axis does."""
    line = ""
    for tick, label in zip(axis.ticks, axis.labels(), strict=True):
        start = min(_place(axis, tick, room), room - len(label))
        if start > len(line) or not line:
            line = line.ljust(start) + label
    return line
