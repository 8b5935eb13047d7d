"""JSON schemas as the providers take them: what a server cannot constrain by is left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

NAMED = ("properties", "$defs", "definitions", "patternProperties")
"""Keys whose values map names to schemas: those names are no keywords."""

LOGIC = frozenset(("not", "if", "then", "else", "contains", "uniqueItems", "propertyNames", "patternProperties"))
LOGIC |= {"minProperties", "maxProperties"}
DECORATION = frozenset(("title", "default", "examples", "$schema"))
BOUNDS = frozenset(("minLength", "maxLength"))
NUMBERS = frozenset(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"))

LITERAL = ("enum", "const", "required", "default", "examples")
"""Keys whose values are data, not schemas."""


REMEMBERED = 64
"""Converted schemas kept: those of a league's forms, which every call sends."""


class Converted:
    """Schemas in a server's own form, each converted once: nearly every call brings one that was there before."""

    def __init__(self, convert: Callable[[Mapping[str, Any]], dict[str, Any]]) -> None:
        self._convert = convert
        self._kept: dict[int, tuple[Mapping[str, Any], dict[str, Any]]] = {}

    def __call__(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        """The schema converted; it is found again by its identity, and kept alive for that."""
        if id(schema) not in self._kept:
            if len(self._kept) >= REMEMBERED:
                self._kept.clear()
            self._kept[id(schema)] = schema, self._convert(schema)
        return self._kept[id(schema)][1]


def without(schema: Mapping[str, Any], keywords: frozenset[str]) -> dict[str, Any]:
    """The schema without these keywords, at any depth."""
    kept: dict[str, Any] = {}
    for key, value in schema.items():
        if key in keywords:
            continue
        if key in NAMED:
            kept[key] = {name: _inside(part, keywords) for name, part in value.items()}
        else:
            kept[key] = value if key in LITERAL else _inside(value, keywords)
    return kept


def is_closed(schema: Any) -> bool:
    """Whether every object names and requires all its keys and forbids others, as strict modes demand."""
    if isinstance(schema, list):
        return all(is_closed(part) for part in schema)
    if not isinstance(schema, Mapping):
        return True
    kind = schema.get("type")
    if kind == "object" or (isinstance(kind, list) and "object" in kind):
        keys = schema.get("properties", {})
        if schema.get("additionalProperties") is not False or set(schema.get("required", ())) != set(keys):
            return False
    parts = (part for key in NAMED for part in schema.get(key, {}).values())
    others = (value for key, value in schema.items() if key not in NAMED and key not in LITERAL)
    return all(is_closed(part) for part in (*parts, *others))


def _inside(value: Any, keywords: frozenset[str]) -> Any:
    if isinstance(value, Mapping):
        return without(value, keywords)
    if isinstance(value, list | tuple):
        return [_inside(part, keywords) for part in value]
    return value
