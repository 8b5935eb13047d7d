"""Sheets of money and builds as seats write them: whole numbers, lists of items, what was set aside."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from engine.game import Refusal
from engine.press_reading import ITEMS_READ, excerpt

BOUNDLESS = 10**9
"""Stands for every number above it."""
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}(?:\.0+)?", re.ASCII)


def read_whole(value: Any) -> int | None:
    """A whole number, also as ``"15"`` or ``15.0``, None for anything else; a billion stands for all above it."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        value = float(value)
    if isinstance(value, int) or (isinstance(value, float) and value.is_integer()):
        return max(-BOUNDLESS, min(int(value), BOUNDLESS))
    return None


def listed(items: object, refused: list[Refusal], name: str, reason: str) -> Iterable[object]:
    """The items of a list that are looked at; what is no list at all is set aside by its name, for this reason."""
    if items is None:
        return ()
    if not isinstance(items, list | tuple):
        refused.append(aside(name, reason))
        return ()
    return items[:ITEMS_READ]


def aside(item: object, reason: str, note: bool = True) -> Refusal:
    """An item that is not taken, as short text."""
    return Refusal(excerpt(item), reason, note)
