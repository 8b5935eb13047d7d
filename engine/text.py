"""What seats write, made safe to keep: capped, without control characters.

Caps count code points; longer text keeps cap-1 of them plus an ellipsis.
"""

from __future__ import annotations

import re
import unicodedata

ELLIPSIS = "…"

_ESCAPES = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b.?")
_BREAKS = re.compile(r"\s*[\r\n\v\f\t\x1c-\x1e\x85\u2028\u2029]+\s*")
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_REPLACEMENT = "\ufffd"


def clean(text: str, cap: int, *, lines: bool = False) -> str:
    """The text without terminal escapes, control and direction characters, at most `cap` code points.

    Line breaks become single spaces unless `lines` keeps them; a lone surrogate
    becomes U+FFFD.
    """
    if not (text.isascii() and text.isprintable()):
        text = _ESCAPES.sub("", text)
        if lines:
            text = "\n".join(_printable(_BREAKS.sub(" ", line)) for line in text.splitlines())
        else:
            text = _printable(_BREAKS.sub(" ", text))
    text = text.strip()
    return text if len(text) <= cap else text[: cap - 1] + ELLIPSIS


def _printable(line: str) -> str:
    return "".join(map(_safe, line))


def _safe(char: str) -> str:
    category = unicodedata.category(char)
    if category == "Cs":
        return _REPLACEMENT
    return "" if category == "Cc" or char in _BIDI else char
