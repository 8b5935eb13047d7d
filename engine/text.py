"""What seats write, made safe to keep: capped, without control and invisible characters.

Caps count code points; longer text keeps cap-1 of them plus an ellipsis.
"""

from __future__ import annotations

import re

ELLIPSIS = "…"

_ESCAPES = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b.?")
_BREAKS = re.compile(r"\s*[\r\n\v\f\t\x1c-\x1e\x85\u2028\u2029]+\s*")
_SURROGATE = re.compile("[\ud800-\udfff]")
# Written out instead of looked up by category, since categories differ between Python versions. The joiners
# U+200C and U+200D stay: scripts and emoji need them.
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_REPLACEMENT = "\ufffd"


def clean(text: str, cap: int, *, lines: bool = False) -> str:
    """The text without terminal escapes, control, direction and invisible characters, at most `cap` code points.

    Line breaks become single spaces unless `lines` keeps them; a lone surrogate
    becomes U+FFFD.
    """
    if not (text.isascii() and text.isprintable()):
        text = _ESCAPES.sub("", text)
        if lines:
            text = "\n".join(_seen(_BREAKS.sub(" ", line)) for line in text.splitlines())
        else:
            text = _seen(_BREAKS.sub(" ", text))
    text = text.strip()
    return text if len(text) <= cap else text[: cap - 1] + ELLIPSIS


def _seen(line: str) -> str:
    return _SURROGATE.sub(_REPLACEMENT, _UNSEEN.sub("", line))


def paired(text: str) -> str:
    """The text as JSON gives it back: two surrogates that belong together become the character they stand for.

    Pieces of a stream that was cut inside a character bring such pairs.
    """
    if text.isascii() or not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
