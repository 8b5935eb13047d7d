"""One result.json, read and checked: what an episode came to, power by power."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from engine.game import Power
from engine.text import clean
from harness.config_errors import shorten
from harness.config_section import NAME
from harness.seats.seat import FailureKind

FORMAT = 1
"""The format of result.json that is read here."""

LARGEST_FILE = 4 * 1024 * 1024
LARGEST_VALUE = 1e15
"""No score, figure or sum of dollars comes near it; it keeps every mean finite."""

MODEL_CHARACTERS = 120
"""Providers report model ids; so much of one is kept."""

COUNTS = ("decisions", "by_model", "repaired", "illegal", "fallback", "silent")
TOKENS = ("input", "cache_read", "cache_write", "output")

OUTAGES = frozenset(
    {
        FailureKind.TRANSIENT,
        FailureKind.RATE_LIMITED,
        FailureKind.QUOTA,
        FailureKind.AUTH,
        FailureKind.MODEL_NOT_FOUND,
    }
)
"""Failures that are the world's: what was played then is not the seat's."""

T = TypeVar("T")


def tainted(fallback: int, failures: Iterable[str]) -> bool:
    """Whether the fallback policy or an outage decided at least once in a play: it is not the seat's own."""
    return bool(fallback or OUTAGES.intersection(failures))


class UnreadableResult(ValueError):
    """A file that is no result of an episode; says why."""


@dataclass(frozen=True, slots=True)
class Result:
    """What result.json says. Mappings are by power; `usd` is None where the price is unknown."""

    league: str
    game: str
    fixture: str
    block: int
    powers: tuple[Power, ...]
    ending: str
    winner: Power | None
    seating: Mapping[Power, str]
    scores: Mapping[Power, float]
    figures: Mapping[Power, Mapping[str, float]]
    counts: Mapping[Power, Mapping[str, int]]
    failures: Mapping[Power, Mapping[str, int]]
    tokens: Mapping[Power, Mapping[str, int]]
    usd: Mapping[Power, float | None]
    models: Mapping[Power, tuple[str, ...]]

    def tainted(self, power: Power) -> bool:
        """Whether a power's play is not its seat's own."""
        return tainted(self.counts[power]["fallback"], self.failures[power])


def load_result(path: Path) -> Result:
    """The result in a file; raises `UnreadableResult` for anything else."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise UnreadableResult(f"is larger than {LARGEST_FILE // 1024 // 1024} MiB")
        data = json.loads(path.read_bytes(), parse_constant=_no_constant)
    except OSError as error:
        raise UnreadableResult(f"cannot be read: {error.strerror}") from error
    except RecursionError as error:
        raise UnreadableResult("is nested too deeply") from error
    except UnreadableResult:
        raise
    except ValueError as error:
        raise UnreadableResult("is not JSON") from error
    return read_result(data)


def read_result(data: Any) -> Result:
    """The result in JSON data; raises `UnreadableResult` naming the key that is wrong."""
    if not isinstance(data, dict):
        raise UnreadableResult("is not a JSON object")
    if data.get("format") != FORMAT:
        raise UnreadableResult(f"has format {shorten(data.get('format'))}; this version reads format {FORMAT}")
    seating = {_name(power, "seating"): _name(seat, "seating") for power, seat in _object(data, "seating").items()}
    powers = data.get("powers")
    if not isinstance(powers, list) or sorted(map(str, powers)) != sorted(seating):
        raise UnreadableResult("has other powers under powers than under seating")
    winner = data.get("winner")
    if winner is not None and not (isinstance(winner, str) and winner in seating):
        _refuse("winner", winner)
    counts = _by_power(data, "counts", seating, dict)
    return Result(
        league=_name(data.get("league"), "league"),
        game=_name(data.get("game"), "game"),
        fixture=_name(data.get("fixture"), "fixture"),
        block=_whole(data.get("block"), "block"),
        powers=tuple(map(str, powers)),
        ending=_name(data.get("ending"), "ending"),
        winner=winner,
        seating=seating,
        scores={power: _number(value, "scores") for power, value in _by_power(data, "scores", seating).items()},
        figures={
            power: {_name(name, "figures"): _number(value, "figures") for name, value in own.items()}
            for power, own in _by_power(data, "figures", seating, dict).items()
        },
        counts={power: _whole_numbers(own, COUNTS, "counts") for power, own in counts.items()},
        failures={
            power: {_name(kind, "failures"): _whole(n, "failures") for kind, n in _object(own, "failures").items()}
            for power, own in counts.items()
        },
        tokens={
            power: _whole_numbers(own, TOKENS, "tokens")
            for power, own in _by_power(data, "tokens", seating, dict).items()
        },
        usd={
            power: None if value is None else _number(value, "usd")
            for power, value in _by_power(data, "usd", seating).items()
        },
        models={
            power: tuple(clean(_text(model, "models"), MODEL_CHARACTERS) for model in own)
            for power, own in _by_power(data, "models", seating, list).items()
        },
    )


def _by_power(data: Mapping[str, Any], key: str, powers: Mapping[str, str], kind: type = object) -> dict[str, Any]:
    """A mapping that has an entry of a type for exactly the powers seated."""
    found = _object(data, key)
    if found.keys() != powers.keys():
        raise UnreadableResult(f"has other powers under {key} than under seating")
    for value in found.values():
        if not isinstance(value, kind):
            _refuse(key, value)
    return found


def _object(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    if key not in data:
        raise UnreadableResult(f"has no {key}")
    if not isinstance(data[key], dict):
        _refuse(key, data[key])
    return dict(data[key])


def _whole_numbers(data: Mapping[str, Any], names: tuple[str, ...], key: str) -> dict[str, int]:
    if missing := [name for name in names if name not in data]:
        raise UnreadableResult(f"has no {key}.{missing[0]}")
    return {name: _whole(data[name], f"{key}.{name}") for name in names}


def _whole(value: Any, key: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= LARGEST_VALUE:
        _refuse(key, value)
    return value


def _number(value: Any, key: str) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not abs(value) <= LARGEST_VALUE:
        _refuse(key, value)
    return float(value)


def _name(value: Any, key: str) -> str:
    if not isinstance(value, str) or not NAME.fullmatch(value):
        _refuse(key, value)
    return value


def _text(value: Any, key: str) -> str:
    if not isinstance(value, str):
        _refuse(key, value)
    return value


def _refuse(key: str, value: Any) -> NoReturn:
    raise UnreadableResult(f"has {shorten(value)} under {key}")


def _no_constant(word: str) -> NoReturn:
    raise UnreadableResult(f"holds {word}, which is no number")
