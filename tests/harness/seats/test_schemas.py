"""Schemas lose what a server cannot constrain by, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from engine.registry import GAMES
from harness.seats.schemas import BOUNDS, DECORATION, is_closed, without

CLOSED = {"type": "object", "properties": {"a": {}}, "required": ["a"], "additionalProperties": False}

# Each row: a schema, and what is left of it without bounds and decoration.
LEFT: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (
    ({"type": "string", "maxLength": 4, "title": "x"}, {"type": "string"}),
    ({"properties": {"title": {"title": "x"}}}, {"properties": {"title": {}}}),
    ({"enum": [{"title": "kept"}]}, {"enum": [{"title": "kept"}]}),
    ({"anyOf": [{"minLength": 1}, {"type": "null"}]}, {"anyOf": [{}, {"type": "null"}]}),
    ({"items": {"items": {"maxLength": 1}}}, {"items": {"items": {}}}),
    (
        {"$defs": {"default": {"default": 3}}, "$ref": "#/$defs/default"},
        {"$defs": {"default": {}}, "$ref": "#/$defs/default"},
    ),
    ({"required": ["title"], "maxItems": 3}, {"required": ["title"], "maxItems": 3}),
)


@pytest.mark.parametrize(("schema", "left"), LEFT)
def test_a_schema_loses_keywords_at_any_depth_but_no_names(schema: dict[str, Any], left: dict[str, Any]) -> None:
    before = repr(schema)
    assert without(schema, BOUNDS | DECORATION) == left
    assert repr(schema) == before


# Each row: a schema, and whether strict modes would take it.
STRICT: tuple[tuple[dict[str, Any], bool], ...] = (
    (CLOSED, True),
    ({**CLOSED, "required": []}, False),
    ({**CLOSED, "additionalProperties": True}, False),
    ({**CLOSED, "additionalProperties": {"type": "string"}}, False),
    ({"type": "object"}, False),
    ({"type": ["object", "null"]}, False),
    ({"type": "array", "items": CLOSED}, True),
    ({"type": "array", "items": {"type": "object"}}, False),
    ({"anyOf": [CLOSED, {"type": "null"}]}, True),
    ({"anyOf": [CLOSED, {"type": "object"}]}, False),
    ({**CLOSED, "properties": {"a": {"type": "object"}}}, False),
    ({"$defs": {"a": {"type": "object"}}, **CLOSED}, False),
    ({**CLOSED, "properties": {"a": {"enum": [{"type": "object"}]}}}, True),
)


@pytest.mark.parametrize(("schema", "strict"), STRICT)
def test_a_closed_schema_names_all_it_allows(schema: dict[str, Any], strict: bool) -> None:
    assert is_closed(schema) is strict


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_games_forms_can_be_held_to_strictly(game: Any) -> None:
    for request in game.requests(game.start(1499, game.options()).state):
        assert is_closed(request.form.schema)
