"""JSON schemas of answers, put together from few parts; the form of a press answer is every game's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.game import Form, Power
from engine.press import PLEDGES, PledgeKind
from engine.press_reading import ALL, BROADCAST_CAP, LETTER_CAP, NOTES_CAP, PLEDGES_CAP

Schema = Mapping[str, Any]

TEXT = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
NOTES: Schema = TEXT | {"maxLength": NOTES_CAP}


def json_object(**properties: Schema) -> Schema:
    """An object with all of these keys and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def json_list(items: Schema, most: int) -> Schema:
    """A list of such items, at most so many: a model held to a list without an end may never end it."""
    return {"type": "array", "items": items, "maxItems": most}


def one_of(*words: str) -> Schema:
    """One of these words."""
    return {"type": "string", "enum": list(words)}


def press_form(powers: Sequence[Power], kinds: Sequence[PledgeKind] = PLEDGES) -> Form:
    """A press answer: broadcast, letters, pledges, notes."""
    pledge = json_object(to=one_of(*powers, ALL), kind=one_of(*(kind.value for kind in kinds)), province=TEXT)
    letter = json_object(to=one_of(*powers), text=TEXT | {"maxLength": LETTER_CAP})
    return Form(
        needs={"broadcast": ("string",), "letters": ("array",)},
        schema=json_object(
            broadcast=TEXT | {"maxLength": BROADCAST_CAP},
            letters=json_list(letter, len(powers) - 1),
            pledges=json_list(pledge, PLEDGES_CAP),
            notes=NOTES,
        ),
        only_with={"province": ("kind", PledgeKind.KEEPOUT.value)},
    )


def lines_form(key: str, most: int, **more: Schema) -> Form:
    """An answer of at most so many order lines under `key`, as a list or as an object {unit: line}.

    The schema asks for the list.
    """
    return Form(
        needs={key: ("array", "object")},
        schema=json_object(**{key: json_list(TEXT, most), **more, "notes": NOTES}),
    )
