"""What an answer must look like, by request kind."""

from __future__ import annotations

from collections.abc import Mapping

from engine.cogplomacy.map.board import GEOGRAPHY, POWERS
from engine.conflict.forms import lines_form, press_form
from engine.game import Form

FORMS: Mapping[str, Form] = {
    "press": press_form(POWERS),
    **{kind: lines_form(kind, GEOGRAPHY.n) for kind in ("orders", "retreats", "adjustments")},
}
