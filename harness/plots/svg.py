"""A small SVG writer: shapes in order, text escaped, colours for light and dark pages."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6bb1", "#7f7f7f")
"""Okabe and Ito's, told apart by people who see colours differently; then dashes tell the next round."""

DASHES = ("none", "6 3", "2 3")

STYLE = """
text{font:13px system-ui,sans-serif;fill:#1b1f24}.page{fill:#fff}.faint{stroke:#d0d7de;fill:none}
.title{font-size:16px;font-weight:600}.small{font-size:11px}.line{fill:none;stroke-width:2;stroke-linejoin:round}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.page{fill:#0d1117}.faint{stroke:#3d444d}}
text.on-dark{fill:#fff}text.on-light{fill:#000}
""".strip()


class Drawing:
    """One picture of so many pixels, with a title and a description for those who do not see it."""

    def __init__(self, width: int, height: int, title: str, description: str) -> None:
        self.width, self.height = width, height
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img" aria-labelledby="title description">',
            f'<title id="title">{escape(title)}</title><desc id="description">{escape(description)}</desc>',
            f'<style>{STYLE}</style><rect class="page" width="{width}" height="{height}"/>',
        ]
        self.text(16, 26, title, kind="title")

    def text(self, x: float, y: float, words: str, *, anchor: str = "start", kind: str = "") -> None:
        """Words whose baseline begins, ends or has its `middle` at a point."""
        self._parts.append(
            f'<text x="{_px(x)}" y="{_px(y)}" text-anchor="{anchor}" class="{kind}">{escape(words)}</text>'
        )

    def line(self, x1: float, y1: float, x2: float, y2: float, kind: str = "faint") -> None:
        """A straight line."""
        self._parts.append(f'<path class="{kind}" d="M{_px(x1)} {_px(y1)}L{_px(x2)} {_px(y2)}"/>')

    def curve(self, points: Iterable[tuple[float, float]], number: int, told: str) -> None:
        """A line through points in the colour of a number; `told` shows when it is pointed at."""
        way = "L".join(f"{_px(x)} {_px(y)}" for x, y in points)
        dash = DASHES[number // len(COLOURS) % len(DASHES)]
        self._parts.append(
            f'<path class="line" stroke="{colour(number)}" stroke-dasharray="{dash}" d="M{way}">'
            f"<title>{escape(told)}</title></path>"
        )

    def dot(self, x: float, y: float, number: int, told: str) -> None:
        """A dot in the colour of a number."""
        self._parts.append(
            f'<circle cx="{_px(x)}" cy="{_px(y)}" r="5" fill="{colour(number)}"><title>{escape(told)}</title></circle>'
        )

    def box(self, x: float, y: float, width: float, height: float, fill: str, told: str) -> None:
        """A filled box."""
        self._parts.append(
            f'<rect x="{_px(x)}" y="{_px(y)}" width="{_px(width)}" height="{_px(height)}" fill="{fill}">'
            f"<title>{escape(told)}</title></rect>"
        )

    def svg(self) -> str:
        """The picture as a file's text."""
        return "\n".join([*self._parts, "</svg>"]) + "\n"


def colour(number: int) -> str:
    """The colour of the seat with this number."""
    return COLOURS[number % len(COLOURS)]


def _px(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
