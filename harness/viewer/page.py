"""The pages: one HTML file each with all it needs inside, under a policy that lets nothing else run.

Styles and scripts are ours and named by their hash in the policy; data is JSON
in which nothing can close its element, and the scripts put text into the page
as text only.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from engine.wire import encode
from harness.viewer.film import Film

SCRIPTS = (
    "dom.js",
    "sha256.js",
    "dice.js",
    "words.js",
    "icons.js",
    "zoom.js",
    "orders.js",
    "marks.js",
    "map.js",
    "hexes.js",
    "text.js",
    "cast.js",
    "letters.js",
    "pledges.js",
    "chronicle.js",
    "decisions.js",
    "chart.js",
    "theater.js",
)
"""The scripts of the replay page, in the order in which they build on each other."""

STATIC = Path(__file__).parent / "static"

SITE_SCRIPTS = ("site.js",)

_ENVIRONMENT = Environment(
    loader=PackageLoader("harness.viewer"),
    autoescape=select_autoescape(default_for_string=True, default=True),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def replay_page(film: Film, home: str = "") -> str:
    """The page of one episode; `home` is the address of the league's page, if it has one."""
    return _page(
        "theater.html",
        ("common.css", "theater.css"),
        SCRIPTS,
        {
            "title": film.title,
            "home": home,
            "film": data_block(film.data),
            "backstage": [data_block(part) for part in film.backstage],
        },
    )


def site_page(template: str, values: Mapping[str, Any], *, live: bool = False) -> str:
    """One page of a league's site; a `live` one asks its own server for news."""
    return _page(template, ("common.css", "site.css"), SITE_SCRIPTS, values, live=live)


def data_block(value: Any) -> str:
    """JSON that can stand inside a script element: it holds no ``<``, ``>`` or ``&``, so nothing ends it early."""
    text = encode(value)
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def policy(style: str, script: str, *, live: bool = False) -> str:
    """The Content-Security-Policy of a page with one style and one script of these texts."""
    rules = {
        "default-src": "'none'",
        "style-src": _hash(style),
        "script-src": _hash(script),
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    if live:
        rules["connect-src"] = "'self'"
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def _page(
    template: str, styles: tuple[str, ...], scripts: tuple[str, ...], values: Mapping[str, Any], *, live: bool = False
) -> str:
    style, script = _joined(styles), f'(() => {{\n"use strict";\n{_joined(scripts)}\n}})();\n'
    return _ENVIRONMENT.get_template(template).render(
        policy=policy(style, script, live=live), style=style, script=script, **values
    )


@cache
def _joined(names: tuple[str, ...]) -> str:
    return "\n".join((STATIC / name).read_text("utf-8") for name in names)


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
