"""A reply as an answer: which object of the text the seat means, and what is wrong when there is none.

Well-formed JSON is taken as it is. Otherwise the last object with a needed key
counts, outside of blocks of thinking. Prose is never searched for orders: only
what stands under a key is read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.game import Form
from harness.json_reading import SEARCHED, Found, find_object, read_json
from harness.seats.seat import FailureKind

PARSER_VERSION = 1
"""Rises whenever the same text is read differently; a journal names the one it was written with."""

_JSON_TYPES = {
    dict: ("object", "an object"),
    list: ("array", "a list"),
    str: ("string", "a string"),
    bool: ("boolean", "true or false"),
    int: ("number", "a number"),
    float: ("number", "a number"),
}
_SPOKEN = dict(_JSON_TYPES.values())
_THINKING = re.compile(r"<(think|thinking|thought|reasoning)>.*?(?:</\1>|$)", re.S | re.I)


@dataclass(frozen=True, slots=True)
class Reading:
    """A reply as read: an answer with the repairs it took, or what kind of failure it is and why.

    `reason` is fit to be told to the seat.
    """

    answer: Mapping[str, Any] | None
    repairs: tuple[str, ...] = ()
    kind: FailureKind | None = None
    reason: str = ""


def read_reply(text: str, form: Form, *, cut: bool, last: bool) -> Reading:
    """Read one reply; never raises, whatever the text.

    `cut`: the text ended at the token limit. `last`: it will not be asked again,
    so an object that never ended is read as far as its complete items go.
    """
    text = text.strip("\ufeff \t\r\n")
    if not text:
        if cut:
            return _failed(FailureKind.TRUNCATED, "the reply reached its limit before it began")
        return _failed(FailureKind.EMPTY, "the reply was empty")
    try:
        whole = read_json(text)
    except ValueError:
        whole = None
    if isinstance(whole, dict) and any(whole.get(key) is not None for key in form.needs):
        return _judged(whole, form, ())
    text = text[-SEARCHED:]
    search = find_object(text, form.needs)
    found = search.found
    if found is None:
        return _missing(form, cut=cut, thought=search.thought, other=search.other)
    unsure = found.torn or (cut and "unclosed" in found.repairs)
    if unsure and not (last and found.value):
        kind = FailureKind.TRUNCATED if cut else FailureKind.UNPARSABLE
        return _failed(kind, "the JSON object stops before its end")
    return _judged(found.value, form, _surroundings(text, found, search.thought) + found.repairs)


def _judged(answer: dict[str, Any], form: Form, repairs: tuple[str, ...]) -> Reading:
    """The answer, if one of the needed keys has a type it may have."""
    wrong = ""
    for key, types in form.needs.items():
        value = answer.get(key)
        if value is None:
            continue
        name, spoken = _JSON_TYPES[type(value)]
        if name in types:
            return Reading(answer, repairs)
        allowed = " or ".join(_SPOKEN.get(word, word) for word in types)
        wrong = wrong or f"{key} must be {allowed}, not {spoken}"
    return _failed(FailureKind.UNPARSABLE, wrong)


def _missing(form: Form, *, cut: bool, thought: bool, other: bool) -> Reading:
    keys = " or ".join(f'"{key}"' for key in form.needs)
    if cut:
        return _failed(FailureKind.TRUNCATED, "the reply reached its limit before there was an answer")
    if other:
        return _failed(FailureKind.UNPARSABLE, f"the JSON object lacks the key {keys}")
    if thought:
        return _failed(FailureKind.UNPARSABLE, f"there was no JSON object with the key {keys} outside the thinking")
    return _failed(FailureKind.UNPARSABLE, f"there was no JSON object with the key {keys}")


def _surroundings(text: str, found: Found, thought: bool) -> tuple[str, ...]:
    """What had to be taken away around the object."""
    outside = text[: found.start] + "\n" + text[found.end :]
    repairs = []
    if thought:
        repairs.append("think")
        outside = _THINKING.sub("", outside.rpartition("</think>")[2])
    if "```" in outside:
        repairs.append("fence")
        outside = re.sub(r"```\w*", "", outside)
    if outside.strip():
        repairs.append("prose")
    return tuple(repairs)


def _failed(kind: FailureKind, reason: str) -> Reading:
    return Reading(None, (), kind, reason)
