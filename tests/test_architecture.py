"""The house rules hold over engine/ and harness/, and the checker can fail."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from architecture import (
    FLOORS,
    FUNCTION_LINES,
    LAWS,
    MODULE_LINES,
    Law,
    ceilings,
    check,
    circles,
    constants,
    doors,
    floors,
    imports_at_top,
    narrow,
    parse,
    purity,
    quiet,
    sources,
    sync,
)

ROOT = Path(__file__).parent.parent
HOUSE = sources(ROOT)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_house_keeps_its_law(law: Law) -> None:
    assert check(HOUSE, law) == []


def test_no_module_imports_itself_by_a_detour() -> None:
    assert list(circles(parse(HOUSE))) == []


def test_each_place_is_named_once() -> None:
    places = [entry for entries in FLOORS for entry in entries]
    assert len(places) == len(set(places))


# Each row: a law, small sources that break it, and what the finding says.
BAD: tuple[tuple[Law, dict[str, str], str], ...] = (
    (floors, {"engine.game": "import engine.memory.x"}, "engine.memory.x, which has no floor"),
    (floors, {"engine.dice": "from engine import game", "engine.game": ""}, "engine.game, which is not below"),
    (floors, {"engine.wire": "from engine.dice import Dice"}, "engine.dice, which is not below"),
    (floors, {"engine.game": "from harness.clock import Clock"}, "harness.clock, which is not below"),
    (floors, {"engine.territory.game": "from engine.cogiavelli.map import M"}, "no game imports another"),
    (floors, {"harness.helpers": ""}, "has no floor; give it a place"),
    (floors, {"engine.territory.view": "import engine.registry"}, "engine.registry, which is not below"),
    (doors, {"harness.turn": "import jinja2"}, "whose door is harness.templates"),
    (doors, {"engine.game": "from pydantic import BaseModel"}, "whose door is"),
    (doors, {"harness.turn": "import requests"}, "has no door"),
    (purity, {"engine.dice": "import random"}, "the engine is pure"),
    (purity, {"engine.dice": "from time import monotonic"}, "the engine is pure"),
    (purity, {"engine.press": "import os.path"}, "the engine is pure"),
    (purity, {"engine.press": "def f():\n    return open('x')"}, "calls open()"),
    (imports_at_top, {"engine.game": "from . import dice"}, "relatively"),
    (imports_at_top, {"harness.turn": "def f():\n    import json"}, "inside a block"),
    (imports_at_top, {"harness.turn": "try:\n    import json\nexcept ImportError:\n    pass"}, "inside a block"),
    (imports_at_top, {"harness.turn": "import importlib"}, "importlib"),
    (ceilings, {"engine.game": "x = 1\n" * (MODULE_LINES + 1)}, "split it by subject"),
    (ceilings, {"engine.game": "def f():\n" + "    pass\n" * FUNCTION_LINES}, "name its parts"),
    (sync, {"harness.table": "async def f(): pass"}, "is async"),
    (sync, {"engine.game": "async def f():\n    await g()"}, "is async"),
    (quiet, {"harness.turn": "print(1)"}, "prints"),
    (quiet, {"engine.game": "import sys\nsys.stdout.write('')"}, "prints"),
    (constants, {"engine.game": "cache = {}"}, "cache is global and can change"),
    (constants, {"engine.game": "seen: set[int] = set()"}, "seen is global and can change"),
    (constants, {"engine.game": "N = 0\ndef f():\n    global N\n    N = 1"}, "global; hand the value down"),
    (constants, {"engine.game": "SEEN = {}\ndef f(x):\n    SEEN[x] = 1"}, "changes the global SEEN"),
    (constants, {"engine.game": "SEEN = []\ndef f(x):\n    SEEN.append(x)"}, "changes the global SEEN"),
    (narrow, {"harness.turn": "try:\n    f()\nexcept Exception:\n    pass"}, "catches every"),
    (narrow, {"harness.turn": "try:\n    f()\nexcept (ValueError, Exception) as e:\n    pass"}, "catches every"),
    (narrow, {"harness.turn": "try:\n    f()\nexcept:\n    pass"}, "catches every"),
    (narrow, {"harness.turn": "with contextlib.suppress(Exception):\n    f()"}, "catches every"),
    (narrow, {"harness.seats.plugin_seat": "try:\n    f()\nexcept Exception: 1\nexcept BaseException: 2"}, "every"),
)


@pytest.mark.parametrize(("law", "bad", "says"), BAD, ids=[f"{row[0].__name__}-{i}" for i, row in enumerate(BAD)])
def test_a_broken_law_is_found(law: Law, bad: dict[str, str], says: str) -> None:
    found = check(bad, law)
    assert any(says in line and line.startswith(f"{next(iter(bad))}:") for line in found), found


GOOD: tuple[tuple[Law, dict[str, str]], ...] = (
    (floors, {"engine.territory.game": "from engine.territory.view import V\nfrom engine.wire import encode"}),
    (floors, {"harness.cli": "from engine.registry import GAMES\nimport json"}),
    (floors, {"engine.game": "from engine.memory import Memory"}),
    (doors, {"harness.templates": "import jinja2", "harness.seats.chat": "import openai"}),
    (imports_at_top, {"harness.cli": "def run():\n    from harness.orchestrator import run_league"}),
    (imports_at_top, {"engine.game": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import engine.memory"}),
    (constants, {"engine.game": "TABLE = {}\ndef f():\n    table = {}\n    table[1] = 2"}),
    (narrow, {"harness.seats.plugin_seat": "try:\n    f()\nexcept Exception:\n    pass"}),
)


@pytest.mark.parametrize(("law", "good"), GOOD, ids=[f"{row[0].__name__}-{i}" for i, row in enumerate(GOOD)])
def test_a_kept_law_is_not_found(law: Law, good: dict[str, str]) -> None:
    assert check(good, law) == []


def test_a_circle_is_told_as_the_way_round() -> None:
    ring = {
        "engine.territory.a": "from engine.territory.b import x",
        "engine.territory.b": "from engine.territory import c",
        "engine.territory.c": "import engine.territory.a",
    }
    found = list(circles(parse(ring)))
    assert len(found) == 1
    assert "engine.territory.a -> engine.territory.b -> engine.territory.c -> engine.territory.a" in found[0]


LOADED = """
import sys
before = set(sys.modules)
from engine.registry import GAMES
assert len([*GAMES.values()]) == len(GAMES)
print(*sorted({name.split('.')[0] for name in set(sys.modules) - before}))
"""
HEAVY = {"asyncio", "socket", "ssl", "random", "subprocess", "logging", "multiprocessing", "threading", "urllib"}


def test_the_engine_needs_nothing_but_pure_parts_of_the_standard_library() -> None:
    """`-S` hides everything that is installed, so a third party could not even be found."""
    done = subprocess.run([sys.executable, "-S", "-c", LOADED], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert loaded - sys.stdlib_module_names == {"engine"}
    assert loaded & HEAVY == set()
