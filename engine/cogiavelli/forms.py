"""What an answer must look like: one constant JSON schema a request kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.cogiavelli.map.italy import POWERS
from engine.cogiavelli.reading import Action
from engine.game import Form
from engine.press import PledgeKind
from engine.press_reading import ALL

_TEXT = {"type": "string"}


def _object(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(items: Any) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _one_of(*words: str) -> dict[str, Any]:
    return {"type": "string", "enum": list(words)}


FORMS: Mapping[str, Form] = {
    "press": Form(
        needs={"broadcast": ("string",), "letters": ("array",)},
        schema=_object(
            broadcast=_TEXT,
            letters=_list(_object(to=_one_of(*POWERS), text=_TEXT)),
            pledges=_list(
                _object(to=_one_of(*POWERS, ALL), kind=_one_of(*(kind.value for kind in PledgeKind)), province=_TEXT)
            ),
            notes=_TEXT,
        ),
    ),
    "orders": Form(
        needs={"orders": ("array", "object")},
        schema=_object(
            orders=_list(_TEXT),
            spend=_list(
                _object(action=_one_of(*(action.value for action in Action)), target=_TEXT, amount={"type": "integer"})
            ),
            builds=_list(_TEXT),
            notes=_TEXT,
        ),
    ),
}
"""Forms by request kind. `orders` may also be an object {unit: line}; the schema asks for the list."""
