"""What an answer must look like: one constant JSON schema a request kind."""

from __future__ import annotations

from collections.abc import Mapping

from engine.cogiavelli.map.italy import GEOGRAPHY, POWERS
from engine.cogiavelli.reading import Action
from engine.cogiavelli.rules import BUILDS_CAP, SPEND_CAP
from engine.conflict.forms import TEXT, WHOLE, json_list, json_object, lines_form, one_of, press_form
from engine.game import Form

_ENTRY = json_object(action=one_of(*(action.value for action in Action)), target=TEXT, amount=WHOLE)

FORMS: Mapping[str, Form] = {
    "press": press_form(POWERS),
    "orders": lines_form("orders", GEOGRAPHY.n, spend=json_list(_ENTRY, SPEND_CAP), builds=json_list(TEXT, BUILDS_CAP)),
}
"""Forms by request kind."""
