"""The one encoder: values to canonical JSON.

ASCII only (lone surrogates survive as escapes), keys sorted, no spaces, no NaN.
The same value gives the same bytes on every machine and Python version.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from enum import Enum
from functools import cache
from hashlib import sha256
from typing import Any

_ENCODER = json.JSONEncoder(ensure_ascii=True, allow_nan=False, sort_keys=True, separators=(",", ":"))
_SCALARS = frozenset({str, int, float, bool, type(None)})


@cache
def _shape(kind: Any) -> tuple[tuple[str, ...], str | None]:
    """The names of a dataclass's fields, and the word that tells its kind."""
    word = getattr(kind, "kind", None)
    return tuple(field.name for field in dataclasses.fields(kind)), word if isinstance(word, str) else None


def plain(value: Any) -> Any:
    """A value of dataclasses, enums, mappings and sequences as plain JSON data.

    An object with a `kind` class variable (an event) carries it as ``"kind"``.
    """
    if type(value) in _SCALARS:
        return value
    if isinstance(value, tuple | list):
        return [item if type(item) in _SCALARS else plain(item) for item in value]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str | int | float):
        return value
    if isinstance(value, Mapping):
        return {key if isinstance(key, str) else str(plain(key)): plain(item) for key, item in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(plain(item) for item in value)
    kind: Any = type(value)
    names, word = _shape(kind)
    data = {name: item if type(item := getattr(value, name)) in _SCALARS else plain(item) for name in names}
    if word is not None:
        data["kind"] = word
    return data


def encode(value: Any) -> str:
    """One line of canonical JSON, without a newline."""
    return _ENCODER.encode(plain(value))


def digest(value: Any) -> str:
    """SHA-256 in hex of the canonical JSON of a value."""
    return sha256(encode(value).encode()).hexdigest()
