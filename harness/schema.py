"""JSON schemas that hold a reply to what is legal now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.game import Request, Slot

MOST_VALUES = 1_000
"""Above this many options a schema costs more than it helps: grammars grow, providers refuse."""


def schema_for(request: Request, structured: str) -> Mapping[str, Any] | None:
    """The schema for a seat's `structured` setting: ``off``, ``form`` or ``legal``."""
    if structured == "off":
        return None
    return legal_schema(request) if structured == "legal" else request.form.schema


def legal_schema(request: Request) -> Mapping[str, Any]:
    """The form's schema with every slot's key narrowed to its options, in the shape the form gives that key.

    Single choices become a list with one place a slot, or an object with one
    property a slot; the others a list, of texts or of the items the slots
    describe, never longer than the form allows. A request without slots, or with
    more than `MOST_VALUES` options, keeps the form's own schema.
    """
    form = request.form.schema
    if not request.slots or sum(len(slot.options) for slot in request.slots) > MOST_VALUES:
        return form
    own = dict(form.get("properties", {}))
    for key in dict.fromkeys(slot.key for slot in request.slots):
        own[key] = _narrowed([slot for slot in request.slots if slot.key == key], own.get(key, {}))
    return {**form, "properties": own}


def _narrowed(slots: Sequence[Slot], form: Mapping[str, Any]) -> Mapping[str, Any]:
    if all(slot.least == slot.most == 1 for slot in slots):
        if form.get("type") == "array":
            places = [_options(slot.options) for slot in slots]
            return {"type": "array", "prefixItems": places, "minItems": len(places), "maxItems": len(places)}
        return {
            "type": "object",
            "properties": {slot.name: _options(slot.options) for slot in slots},
            "required": [slot.name for slot in slots],
            "additionalProperties": False,
        }
    most = sum(slot.most for slot in slots)
    return {
        "type": "array",
        "items": _items([slot for slot in slots if slot.options]),
        "minItems": sum(slot.least for slot in slots),
        "maxItems": min(most, form.get("maxItems", most)),
    }


def _items(slots: Sequence[Slot]) -> Mapping[str, Any]:
    """One choice out of these slots."""
    texts = list(dict.fromkeys(option for slot in slots if slot.item is None for option in slot.options))
    kinds = [slot.item for slot in slots if slot.item is not None]
    if not kinds:
        return _options(texts)
    kinds += [_options(texts)] if texts else []
    return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}


def _options(options: Sequence[str]) -> Mapping[str, Any]:
    """An empty enumeration is no schema, so nothing to choose from is left open."""
    return {"type": "string", "enum": list(options)} if options else {"type": "string"}
