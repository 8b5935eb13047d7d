"""The one encoder: values to canonical JSON.

ASCII only (lone surrogates survive as escapes), keys sorted, no spaces, no NaN.
The same value gives the same bytes on every machine and Python version.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from hashlib import sha256
from operator import attrgetter
from typing import Any

_ENCODER = json.JSONEncoder(ensure_ascii=True, allow_nan=False, sort_keys=True, separators=(",", ":"))
_SCALARS = frozenset({str, int, float, bool, type(None)})


def plain(value: Any) -> Any:
    """A value of dataclasses, named tuples, enums, mappings and sequences as plain JSON data.

    An object with a `kind` class variable (an event) carries it as ``"kind"``; one
    with a method `plain` says itself what it becomes.
    """
    kind: Any = type(value)
    return value if kind in _SCALARS else _plainer(kind)(value)


@cache
def _plainer(kind: Any) -> Callable[[Any], Any]:
    """How values of a type become plain: looked up once a type, for there are many values of each."""
    if issubclass(kind, Enum):
        return attrgetter("value")
    if hasattr(kind, "plain"):
        return lambda value: plain(value.plain())
    if hasattr(kind, "_fields"):
        return _object(kind, kind._fields)
    if issubclass(kind, tuple | list):
        return lambda items: [item if type(item) in _SCALARS else plain(item) for item in items]
    if issubclass(kind, str | int | float):
        return lambda value: value
    if issubclass(kind, Mapping):
        return lambda items: {_key(key): plain(item) for key, item in items.items()}
    if issubclass(kind, frozenset | set):
        return lambda items: sorted(plain(item) for item in items)
    return _object(kind, tuple(field.name for field in dataclasses.fields(kind)))


def _key(key: Any) -> str:
    return key if isinstance(key, str) else str(plain(key))


def _object(kind: Any, names: tuple[str, ...]) -> Callable[[Any], Any]:
    word = getattr(kind, "kind", None)
    told = {"kind": word} if isinstance(word, str) else {}

    def plain_object(value: Any) -> Any:
        data = {name: item if type(item := getattr(value, name)) in _SCALARS else plain(item) for name in names}
        return data | told

    return plain_object


def encode(value: Any) -> str:
    """One line of canonical JSON, without a newline."""
    return _ENCODER.encode(plain(value))


def digest(value: Any) -> str:
    """SHA-256 in hex of the canonical JSON of a value."""
    return sha256(encode(value).encode()).hexdigest()
