"""What a message shows of values that may be long."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.errors import SHOWN, excerpt, told_apart
from harness.journal import Difference

LONG = "x" * 1_000


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", ""),
        ("short\nand  plain", "short and plain"),
        ("y" * SHOWN, "y" * SHOWN),
        (LONG, "x" * SHOWN + "…"),
    ],
    ids=["nothing", "lines", "just fits", "too long"],
)
def test_a_text_is_shown_as_one_line_that_can_be_read(text: str, shown: str) -> None:
    assert excerpt(text) == shown


@pytest.mark.parametrize(
    ("one", "other", "shown"),
    [
        ("a", "b", ("a", "b")),
        (f"{LONG}a{LONG}", f"{LONG}b", (f"…{'x' * 40}a{'x' * 119}…", f"…{'x' * 40}b")),
        (LONG, LONG[:500], (f"…{'x' * SHOWN}…", f"…{'x' * 40}")),
        (LONG, "", ("x" * SHOWN + "…", "")),
    ],
    ids=["short", "far behind", "one ends", "one is nothing"],
)
def test_two_texts_are_shown_where_they_differ(one: str, other: str, shown: tuple[str, str]) -> None:
    assert told_apart(one, other) == shown


def test_a_long_event_that_differs_takes_no_screen() -> None:
    event = '{{"kind":"press","text":"{}","to":"MILAN"}}'
    told = str(Difference(Path("events.jsonl"), 7, event.format(LONG), event.format(LONG + "!")))
    assert told.startswith("events.jsonl:7: recorded …xxx")
    assert '"to":"MILAN"}, derived …xxx' in told
    assert told.endswith('!","to":"MILAN"}')
    assert len(told) < 3 * SHOWN
