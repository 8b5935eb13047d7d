"""From border lines to provinces: a planar mesh whose faces are found, not listed.

A chart names its lines only: coasts, borders, sea lanes and the frame, in
degrees, each from one node to another. Following the lines round gives the
faces, and the site that lies in a face names it, so two neighbours cannot but
share one line.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, hypot, pi, radians, sin

from engine.dice import fraction

Point = tuple[float, float]
Line = tuple[Point, ...]
Way = tuple[int, bool]
"""An arc by its number, and whether it is gone as written."""

ROUGHNESS: Mapping[str, float] = {"coast": 0.13, "border": 0.10, "lane": 0.0, "frame": 0.0}
"""How far a line of each kind wanders off between two given points, as a share of their distance."""

FINEST = 9.0
"""Segments shorter than this, in units of the drawing, are left as they are."""


@dataclass(frozen=True, slots=True)
class Projection:
    """An equidistant conic map, true to scale along `parallels`.

    What is seen is `width` units wide from `west` to `east` halfway up, and
    reaches from `south` to `north` on its middle meridian. Beyond the latitude
    `squeezed[0]` the north is drawn shorter by the factor `squeezed[1]`.
    """

    west: float
    east: float
    south: float
    north: float
    parallels: tuple[float, float]
    width: float
    squeezed: tuple[float, float] = (90.0, 1.0)

    def project(self, point: Point) -> Point:
        """Degrees east and north to units right and down from the corner of what is seen."""
        x, y = self._conic(point)
        left, right, top = self._edges()
        scale = self.width / (right - left)
        return (x - left) * scale, (top - y) * scale

    @property
    def height(self) -> float:
        """Units from the top of what is seen to its bottom."""
        return self.project(((self.west + self.east) / 2, self.south))[1]

    def _conic(self, point: Point) -> Point:
        low, high = map(radians, self.parallels)
        slope = (cos(low) - cos(high)) / (high - low)
        reach = cos(low) / slope + low
        limit, factor = self.squeezed
        latitude = min(point[1], limit) + max(0.0, point[1] - limit) * factor
        radius, angle = reach - radians(latitude), slope * radians(point[0] - (self.west + self.east) / 2)
        return radius * sin(angle), -radius * cos(angle)

    def _edges(self) -> tuple[float, float, float]:
        halfway = (self.south + self.north) / 2
        left, right = (self._conic((lon, halfway))[0] for lon in (self.west, self.east))
        return left, right, self._conic(((self.west + self.east) / 2, self.north))[1]


@dataclass(frozen=True, slots=True)
class Arc:
    """A line between two nodes: through the points as `written`, and as it is drawn.

    `kind` is coast, border, lane or frame.
    """

    kind: str
    written: Line
    line: Line


@dataclass(frozen=True, slots=True)
class Face:
    """A face of the mesh: its ring of points, and the arcs round it with the way each is gone."""

    ring: Line
    ways: tuple[Way, ...]

    @property
    def arcs(self) -> frozenset[int]:
        """The numbers of the arcs round it."""
        return frozenset(number for number, _ in self.ways)


def read_arcs(text: str, projection: Projection) -> tuple[Arc, ...]:
    """Lines as written, ``coast 7.55,43.78 8.05,43.88 ...``, one a line, projected and roughened.

    The same points are the same node, so lines meet where they are written to meet.
    """
    arcs = []
    for number, (kind, *points) in enumerate(_rows(text)):
        line = tuple(projection.project(read_point(point)) for point in points)
        arcs.append(Arc(kind, line, _roughened(line, ROUGHNESS[kind], number)))
    return tuple(arcs)


def read_point(text: str) -> Point:
    """``7.55,43.78``: degrees east and north."""
    lon, lat = text.split(",")
    return float(lon), float(lat)


def trace(arcs: tuple[Arc, ...]) -> tuple[Face, ...]:
    """The faces of the mesh, the one outside the frame left out.

    Raises ValueError when a line ends where no other begins.
    """
    ways = [(number, forward) for number in range(len(arcs)) for forward in (True, False)]
    leaving: dict[Point, list[tuple[float, Way]]] = defaultdict(list)
    for way in ways:
        start, second = _run(arcs[way[0]].written, way)[:2]
        leaving[start].append((atan2(second[1] - start[1], second[0] - start[0]), way))
    for point, fan in leaving.items():
        if len(fan) == 1:
            raise ValueError(f"a line ends alone at {point}")
        fan.sort()
    faces, seen = [], set()
    for way in ways:
        loop = []
        while way not in seen:
            seen.add(way)
            loop.append(way)
            way = _onward(arcs, leaving, way)
        ring = tuple(point for step in loop for point in _run(arcs[step[0]].line, step)[:-1])
        if loop and area(ring) > 0:
            faces.append(Face(ring, tuple(loop)))
    return tuple(faces)


def area(ring: Line) -> float:
    """The signed area of a ring, positive for a face of the mesh."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in _sides(ring)) / 2


def contains(ring: Line, point: Point) -> bool:
    """Whether a point lies within a ring."""
    x, y = point
    crossings = sum(
        (a[1] > y) != (b[1] > y) and x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0] for a, b in _sides(ring)
    )
    return crossings % 2 == 1


def render_line(line: Line) -> str:
    """A line as ``x,y x,y ...``."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in line)


def outline(text: str, projection: Projection, number: int) -> str:
    """A closed coast outside the mesh, as ``x,y x,y ...``."""
    points = [projection.project(read_point(point)) for point in text.split()]
    return render_line(_roughened((*points, points[0]), ROUGHNESS["coast"], number))


def _rows(text: str) -> Iterator[list[str]]:
    return (row.split() for row in text.splitlines() if row.strip() and not row.startswith("#"))


def _sides(ring: Line) -> Iterator[tuple[Point, Point]]:
    return zip(ring, (*ring[1:], ring[0]), strict=True)


def _run(line: Line, way: Way) -> Line:
    return line if way[1] else line[::-1]


def _onward(arcs: tuple[Arc, ...], leaving: Mapping[Point, list[tuple[float, Way]]], way: Way) -> Way:
    """The way to go on at the end of another, so that the face stays on the same side."""
    back = way[0], not way[1]
    fan = [other for _, other in leaving[_run(arcs[way[0]].line, way)[-1]]]
    return fan[fan.index(back) - 1]


def _roughened(line: Line, share: float, number: int) -> Line:
    """A line that wanders between its points by midpoint displacement: always the same for the same line."""
    points = [line[0]]
    for step, (a, b) in enumerate(pairwise(line)):
        points += [*_wandering(a, b, share, f"{number}:{step}"), b]
    return tuple(points)


def _wandering(a: Point, b: Point, share: float, stream: str) -> list[Point]:
    length = hypot(b[0] - a[0], b[1] - a[1])
    if not share or length < FINEST:
        return []
    swing = (fraction(1499, stream, 0) - 0.5) * 2 * share
    turn = atan2(b[1] - a[1], b[0] - a[0]) + pi / 2
    middle = (
        (a[0] + b[0]) / 2 + cos(turn) * swing * length,
        (a[1] + b[1]) / 2 + sin(turn) * swing * length,
    )
    return [*_wandering(a, middle, share, stream + "l"), middle, *_wandering(middle, b, share, stream + "r")]
