"""The kinds of seats there are. A new kind is one module and one line here.

Modules are loaded by name, so an SDK is imported only when a league has a seat
that needs it.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from harness.config_errors import hint
from harness.errors import UserError

KINDS: Mapping[str, str] = {
    "scripted": "harness.seats.scripted_seat:ScriptedSeat",
    "openai": "harness.seats.openai_seat:OpenAISeat",
    "anthropic": "harness.seats.anthropic_seat:AnthropicSeat",
    "local": "harness.seats.local_seat:LocalSeat",
    "human": "harness.seats.human_seat:HumanSeat",
    "plugin": "harness.seats.plugin_seat:PluginSeat",
}


def load_kind(name: str) -> Any:
    """The class of a kind: `Settings` reads its keys, the constructor takes its `SeatConfig`.

    Raises `UserError` naming the kinds there are and the nearest one.
    """
    if name not in KINDS:
        raise UserError(f"there is no such kind of seat; {hint(name, KINDS)}")
    module, _, attribute = KINDS[name].partition(":")
    return getattr(import_module(module), attribute)
