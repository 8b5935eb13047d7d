"""Keys that belong to a game or a seat kind, checked by the type that declares them."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, get_type_hints

from pydantic import BaseModel, TypeAdapter, ValidationError

from harness.config_errors import Key, Mistakes, shorten


def read_options(table: Mapping[str, Any], kind: type[Any], key: Key, mistakes: Mistakes) -> Any:
    """An instance of a game's options dataclass, or None with the mistakes noted."""
    hints = _hints(kind)
    good = {}
    for name, value in table.items():
        if name not in hints:
            mistakes.unknown((*key, name), hints)
            continue
        try:
            good[name] = TypeAdapter(hints[name]).validate_json(json.dumps(value), strict=True)
        except ValidationError as error:
            mistakes.add((*key, name), _explained(error.errors()[0], value))
    if len(good) < len(table):
        return None
    try:
        return kind(**good)
    except ValueError as error:
        named = next((name for name in table if re.search(rf"\b{re.escape(name)}\b", str(error))), None)
        mistakes.add((*key, named) if named else key, f"is refused: {error}")
        return None


def read_settings(
    table: Mapping[str, Any], model: type[BaseModel], key: Key, mistakes: Mistakes, beside: Iterable[str] = ()
) -> BaseModel | None:
    """An instance of a seat kind's `Settings`, or None with the mistakes noted.

    `table` holds the kind's keys only, `beside` names those that every seat may have.
    """
    allowed = {field.alias or name for name, field in model.model_fields.items()}
    strangers = {name for name in table if name not in allowed and model.model_config.get("extra") != "allow"}
    for name in sorted(strangers):
        mistakes.unknown((*key, name), {*allowed, *beside})
    try:
        settings = model.model_validate_json(
            json.dumps({k: v for k, v in table.items() if k not in strangers}), strict=True
        )
    except ValidationError as error:
        for mistake in error.errors():
            place = tuple(part for part in mistake["loc"] if part in allowed or isinstance(part, int))
            mistakes.add((*key, *place), _explained(mistake, mistake["input"]))
        return None
    return None if strangers else settings


def _hints(kind: type[Any]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in dataclasses.fields(kind)}


def _explained(mistake: Any, value: object) -> str:
    """One pydantic error in the words of this project."""
    message = str(mistake["msg"]).removeprefix("Value error, ")
    if mistake["type"] == "missing":
        return "is missing"
    message = re.sub(r"^(Input|String|List|Dictionary) should ", "it must ", message)
    return f"is {shorten(value)}; {message}"
