"""The text of a league file: whether it is one at all, and nothing in it that could do harm elsewhere."""

from __future__ import annotations

import math
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from harness.config_errors import ConfigError, Key, Mistakes, shorten

LARGEST_FILE = 256 * 1024
LARGEST_NUMBER = (1 << 63) - 1

SECRET_NAME = re.compile(
    r"(api|secret|access|auth)[_-]?(key|token)(?!.*_env$)|password|^(token|secret)$", re.IGNORECASE
)
"""Names under which people write secrets; one that ends in ``_env`` names a variable instead."""

SECRET_VALUE = re.compile(
    r"\bsk-[\w*-]{8,}|\bBearer\s+(?=\S*[\d*])\S{8,}|\bAKIA[A-Z0-9]{16}\b|\bAIza[\w-]{20,}|\b(?:gsk|hf|xai)[_-]\w{16,}"
    r"|(?<=://)[^\s/:@]*:[^\s/@]+@"
)
"""What keys of the known providers look like, stars in them too, and a password in an address.

One is never repeated in a message.
"""

NO_PLACE = "keys belong in environment variables, a league file holds at most the variable's name"


def read_text(path: Path) -> str:
    """The text of a league file; raises `ConfigError` when it is none."""
    source = str(path)
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise ConfigError(source, (f"cannot be read: {error.strerror}",)) from error
    if len(data) > LARGEST_FILE:
        raise ConfigError(source, (f"is larger than {LARGEST_FILE // 1024} KiB; that is no league file",))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(source, (f"line {line} is not UTF-8 text; that is no league file",)) from error
    if "\0" in text:
        raise ConfigError(source, ("is not text but binary data; that is no league file",))
    if not text.strip():
        raise ConfigError(source, ("is empty; a league needs [league] and [[seats]], see docs/leagues.md",))
    return text


def parse_toml(text: str, source: str) -> dict[str, Any]:
    """The tables of a TOML text; raises `ConfigError` naming line and column."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason = str(error)
    except RecursionError:
        reason = "values are nested too deeply"
    except ValueError:
        reason = "a number has too many digits"
    raise ConfigError(source, (f"is not valid TOML: {reason}",))


def refuse_unsafe(data: Mapping[str, object], mistakes: Mistakes) -> None:
    """Note control characters, secrets, and values that JSON cannot carry, anywhere in the file.

    Raises `ConfigError` for text that no message may repeat.
    """
    is_fit = True
    for key, value in _values(data, ()):
        if key and isinstance(key[-1], str) and SECRET_NAME.search(key[-1]):
            is_fit = False
            mistakes.add(key, "has no place in a league file: keys come from environment variables only")
        elif isinstance(value, str):
            is_fit = is_fit and not SECRET_VALUE.search(value) and not any(map(_is_control, value))
            if bad := next(filter(_is_control, value), None):
                mistakes.add(key, f"holds a control character (U+{ord(bad):04X}); remove it")
            elif SECRET_VALUE.search(value):
                mistakes.add(key, f"looks like a secret key; {NO_PLACE}")
        elif isinstance(value, float):
            if not math.isfinite(value):
                mistakes.add(key, f"is {value}; it must be a finite number")
        elif isinstance(value, int):
            if abs(value) > LARGEST_NUMBER:
                mistakes.add(key, f"is {shorten(value)}; no number may exceed {LARGEST_NUMBER}")
        else:
            mistakes.add(key, f"is {shorten(value)}; a league file holds no dates or times")
    if not is_fit:
        mistakes.settle()


def refuse_secrets(text: str, source: str) -> None:
    """Raise `ConfigError` for a secret anywhere in the text, in a comment too: the text is kept with the results."""
    if found := SECRET_VALUE.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise ConfigError(source, (f"line {line} holds what looks like a secret key; {NO_PLACE}",))


def _values(value: object, key: Key) -> Iterator[tuple[Key, object]]:
    if isinstance(value, Mapping):
        for name, item in value.items():
            if any(map(_is_control, name)):
                yield key, name
            else:
                yield from _values(item, (*key, name))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from _values(item, (*key, place))
    else:
        yield key, value


def _is_control(char: str) -> bool:
    """Control and direction characters; a line break or tab may stand in a long text."""
    return char not in "\n\t" and unicodedata.category(char) in ("Cc", "Cf", "Cs")
