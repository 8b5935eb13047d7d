"""A chart: one board's lines and sites, drawn once into plain data that the page shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from harness.viewer.maps.mesh import (
    Arc,
    Face,
    Point,
    Projection,
    contains,
    outline,
    read_arcs,
    read_point,
    render_line,
    trace,
)

BELOW = 25.0
"""Units between a piece and the name written below it."""


@dataclass(frozen=True)
class Chart:
    """A board in degrees.

    `lines` are the arcs of the mesh. `sites` has a line a province: code, where
    its unit stands, where its name is written (``*``: below the unit), and
    where its city lies, if it has one. `coasts` are where fleets on split coasts stand. `islands` are land
    outside the game, `legends` names written on it.
    """

    projection: Projection
    lines: str
    sites: str
    coasts: str = ""
    islands: str = ""
    lakes: str = ""
    legends: str = ""

    @cached_property
    def arcs(self) -> tuple[Arc, ...]:
        """The lines, projected."""
        return read_arcs(self.lines, self.projection)

    @cached_property
    def faces(self) -> Mapping[str, Face]:
        """The face of every province, by code. Raises ValueError for a site that lies in none, or not alone."""
        faces = trace(self.arcs)
        found: dict[str, Face] = {}
        owner: dict[Face, str] = {}
        for code, points in self._sites.items():
            face = next((face for face in faces if contains(face.ring, points[0])), None)
            if face is None or face in owner:
                raise ValueError(f"{code} lies in {'the face of ' + owner[face] if face else 'no face'}")
            found[code], owner[face] = face, code
        return found

    @cached_property
    def wild(self) -> tuple[Face, ...]:
        """The faces that belong to no province."""
        named = set(self.faces.values())
        return tuple(face for face in trace(self.arcs) if face not in named)

    @cached_property
    def neighbours(self) -> Mapping[str, frozenset[str]]:
        """By code: the provinces across each line."""
        return {
            code: frozenset(other for other, far in self.faces.items() if other != code and face.arcs & far.arcs)
            for code, face in self.faces.items()
        }

    def drawing(self, names: Mapping[str, str], kinds: Mapping[str, str]) -> dict[str, Any]:
        """The whole drawing as plain data, with the names and kinds (inland, coastal, sea) of its provinces.

        A ring is a list of arcs from 1, below 0 when gone backwards: every line is told once.
        """
        return {
            "kind": "map",
            "width": round(self.projection.width),
            "height": round(self.projection.height),
            "provinces": {
                code: {
                    "name": names[code],
                    "kind": kinds[code],
                    "ring": _ring(face),
                    "unit": _spot(self._sites[code][0]),
                    "label": _spot(self._sites[code][1]),
                    "city": _spot(self._sites[code][2]) if len(self._sites[code]) > 2 else None,
                }
                for code, face in self.faces.items()
            },
            "coasts": {row.split()[0]: self._place(row.split()[1]) for row in self.coasts.split("\n") if row.strip()},
            "arcs": [{"kind": arc.kind, "line": render_line(arc.line)} for arc in self.arcs],
            "wild": [_ring(face) for face in self.wild],
            "islands": [
                {"of": row.split(maxsplit=1)[0], "line": self._shore(row.split(maxsplit=1)[1], number)}
                for number, row in enumerate(self.islands.strip().splitlines())
            ],
            "lakes": [self._shore(row, number) for number, row in enumerate(self.lakes.strip().splitlines())],
            "legends": [
                {"at": self._place(row.split()[0]), "text": row.split(maxsplit=1)[1]}
                for row in self.legends.strip().splitlines()
            ],
        }

    @cached_property
    def _sites(self) -> Mapping[str, tuple[Point, ...]]:
        rows = (row.split() for row in self.sites.strip().splitlines())
        return {code: tuple(self._site(unit, name, *city)) for code, unit, name, *city in rows}

    def _site(self, unit: str, name: str, *city: str) -> Iterator[Point]:
        x, y = self.projection.project(read_point(unit))
        yield x, y
        yield (x, y + BELOW) if name == "*" else self.projection.project(read_point(name))
        yield from (self.projection.project(read_point(spot)) for spot in city)

    def _shore(self, points: str, number: int) -> str:
        return outline(points, self.projection, number)

    def _place(self, text: str) -> list[float]:
        return _spot(self.projection.project(read_point(text)))


def _ring(face: Face) -> list[int]:
    return [number + 1 if forward else -number - 1 for number, forward in face.ways]


def _spot(point: Point) -> list[float]:
    return [round(point[0], 1), round(point[1], 1)]
