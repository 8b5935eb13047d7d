"""The one encoder."""

import json
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import ClassVar, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Event
from engine.wire import digest, encode, plain


class Colour(Enum):
    RED = "red"


class Step(IntEnum):
    ONE = 1


@dataclass(frozen=True)
class Point:
    y: int
    x: tuple[int, ...]


class Row(NamedTuple):
    seat: str
    marks: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Rang(Event):
    kind: ClassVar[str] = "rang"
    bell: str


@pytest.mark.parametrize(
    ("value", "line"),
    [
        (None, "null"),
        ({"b": 1, "a": True}, '{"a":true,"b":1}'),
        ((1, (2, 3)), "[1,[2,3]]"),
        (Colour.RED, '"red"'),
        (Step.ONE, "1"),
        (Point(2, (1,)), '{"x":[1],"y":2}'),
        (Row("s", (1,)), '{"marks":[1],"seat":"s"}'),
        (frozenset({3, 1}), "[1,3]"),
        ("Forlì \ud835", r'"Forl\u00ec \ud835"'),
        (0.1, "0.1"),
        (Rang(phase="p", bell="b"), '{"audience":null,"bell":"b","kind":"rang","phase":"p"}'),
    ],
)
def test_canonical_lines(value, line):
    assert encode(value) == line


def test_not_a_number_is_refused():
    with pytest.raises(ValueError, match=r"[Oo]ut of range"):
        encode(float("nan"))


def test_a_digest_is_of_the_canonical_line():
    assert digest({"b": 1, "a": 2}) == digest({"a": 2, "b": 1}) != digest({"a": 2, "b": 2})


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@given(VALUES)
def test_json_data_survives_and_is_ascii(value):
    line = encode(value)
    assert line.isascii()
    assert "\n" not in line
    assert json.loads(line) == plain(value) == value
