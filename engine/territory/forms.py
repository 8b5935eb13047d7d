"""What an answer must look like, and each kind of order in it, as JSON schemas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.game import Form
from engine.territory.hexes import KEYS
from engine.territory.orders import MOST_ORDERS
from engine.territory.reading import MOST_PAINT
from engine.territory.state import ALIASES, SEATS
from engine.territory.talk import MESSAGE_CAP, MOST_MESSAGES, NOTES_CAP

Schema = Mapping[str, Any]

_TEXT: Schema = {"type": "string"}


def _record(**properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _word(*words: str) -> Schema:
    return {"type": "string", "enum": list(words)}


_CLAIM, _RAZE, _TRANSFER = _word("claim"), _word("raze"), _word("transfer")


def claim_form(tiles: Iterable[int]) -> Schema:
    """A claim of one of these tiles."""
    return _record(type=_CLAIM, tile=_word(*(KEYS[tile] for tile in tiles)))


def raze_form(tiles: Iterable[int]) -> Schema:
    """A raze of one of these tiles."""
    return _record(type=_RAZE, tile=_word(*(KEYS[tile] for tile in tiles)))


def transfer_form(seats: Iterable[int], most: int = MOST_PAINT) -> Schema:
    """A transfer of at most so much paint to one of these seats."""
    amount = {"type": "integer", "minimum": 1, "maximum": most}
    return _record(type=_TRANSFER, to=_word(*(ALIASES[seat] for seat in seats)), amount=amount)


_ORDERS: Schema = {
    "anyOf": [_record(type=_CLAIM, tile=_TEXT), _record(type=_RAZE, tile=_TEXT), transfer_form(SEATS)],
}
_TO: Schema = {"anyOf": [_word(*ALIASES), {"type": "null"}]}
_MESSAGE = _record(to=_TO, text={"type": "string", "maxLength": MESSAGE_CAP})

FORM = Form(
    needs={"orders": ("array",)},
    schema=_record(
        orders={"type": "array", "items": _ORDERS, "maxItems": MOST_ORDERS},
        messages={"type": "array", "items": _MESSAGE, "maxItems": MOST_MESSAGES},
        notes={"type": "string", "maxLength": NOTES_CAP},
    ),
)
