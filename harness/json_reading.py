"""JSON as models write it: objects found in any text, punctuation mended, strings left as they are.

Nothing here invents a key or a word: whatever a reading holds stands, delimited,
in the text it was read from. Every mend has a name, so that it can be counted.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import json_repair

SEARCHED = 300_000
"""Code points from the end of a text in which objects are looked for."""
MENDED = 1_000_000
"""Code points spent on mending before only well-formed objects are taken."""
REPAIRED = 20_000
"""The longest object, in code points, handed to json-repair."""

_LONGEST_INT = 300
_DEEPEST_ITEM = 8

# Every pattern that opens something runs to the end of the text when it is never closed: no second look, linear time.
_STRING = r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)'
_COMMENT = r"//[^\n]*+|/\*.*?(?:\*/|\Z)|(?<=[\s,{\[])#[^\n]*+"
_BRACKET = re.compile(rf"{_STRING}|[{{}}\[\]]", re.S)
_TOKEN = re.compile(rf'{_STRING}|[{{}}\[\],:]|[^\s{{}}\[\],:"]++', re.S)
_FLAW = re.compile(
    rf"{_STRING}|(?P<comment>{_COMMENT})"
    r"|(?<=[\[{,:\s])'(?P<single>(?:[^'\\]++|\\.|'(?!\s*[,:\]}]))*+)(?P<end>'|\Z)"
    r"|“(?P<curly>[^“”]*+)”"
    r"|(?<=[{,\s])(?P<bare>[A-Za-z_]\w*+)(?=\s*:)"
    r"|(?<=[\[{,:\s])(?P<word>True|False|None)(?=\s*[,\]}])"
    rf"|(?P<comma>,)(?=(?:\s|{_COMMENT})*[}}\]])",
    re.S,
)
_CLOSED = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.S)
_UNESCAPED_QUOTE = re.compile(r'(\\.)|"', re.S)
_WORDS = {"True": "true", "False": "false", "None": "null"}
_CLOSERS = {"{": "}", "[": "]"}
_MARK = re.compile(r"<(?P<close>/?)(?:think|thinking|thought|reasoning)>|\{(?=\s*+[^\s{])", re.I)
_THOUGHT_END = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.I)
_ITEM_END = re.compile(r"\s*[,}\]]")
_ONLY_CLOSERS = re.compile(r"[\s,}\]]*(?:```.*)?", re.S)


@dataclass(frozen=True, slots=True)
class Found:
    """An object in a text: its value, the mends it took, where it stands.

    `torn` says that it never ended and its last item had to be left out.
    """

    value: dict[str, Any]
    repairs: tuple[str, ...]
    start: int
    end: int
    torn: bool = False


@dataclass(frozen=True, slots=True)
class Search:
    """The last object with a wanted key, whether there was thinking around it, and any other object."""

    found: Found | None
    thought: bool
    other: bool


def read_json(text: str) -> Any:
    """The value of a well-formed JSON text; ValueError for anything else, also for nesting too deep to read."""
    try:
        return _STRICT.decode(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def find_object(text: str, wanted: Collection[str]) -> Search:
    """Look for the last object that has one of the wanted keys, outside of blocks of thinking.

    What stands in a block of thinking, closed, never closed or only closed, is
    no answer. An object that never ended counts when it is the last one, unless
    it only begins to say the one before it again.
    """
    last: Found | None = None
    thought = other = False
    spent, at, end = 0, 0, len(text)
    keys_end = max((text.rfind(key) for key in wanted), default=-1)
    while at < end and (mark := _MARK.search(text, at)):
        start, at = mark.span()
        if mark["close"] is not None:
            thought = True
            if mark["close"]:
                last = None
            else:
                at = closing.end() if (closing := _THOUGHT_END.search(text, at)) else end
            continue
        if start > keys_end and (other or last):
            continue
        try:
            value, stop = _STRICT.raw_decode(text, start)
        except RecursionError:
            break
        except ValueError:
            if start < keys_end and spent < MENDED:
                brackets_end = _brackets_end(text, start)
                spent += (brackets_end or end) - start
                if mended := _mended_object(text, start, brackets_end, wanted):
                    at = mended.end
                    if brackets_end or last is None or not _repeats(mended.value, last.value):
                        last = mended
            continue
        other, at = True, stop
        if held := _holder(value, wanted):
            last = Found(held[0], held[1], start, stop)
    return Search(last, thought, other)


def _repeats(begun: dict[str, Any], whole: dict[str, Any]) -> bool:
    """Whether an object that never ended says nothing but what a whole one before it said."""
    same = (whole.get(key) == item or _begins(item, whole.get(key)) for key, item in begun.items())
    return bool(begun) and all(same)


def _begins(item: Any, whole: Any) -> bool:
    return isinstance(item, list) and isinstance(whole, list) and whole[: len(item)] == item


def _holder(value: Any, wanted: Collection[str]) -> tuple[dict[str, Any], tuple[str, ...]] | None:
    """The object that has a wanted key: this one, or else one directly inside it."""
    if not isinstance(value, dict):
        return None
    if any(value.get(key) is not None for key in wanted):
        return value, ()
    for inner in reversed(value.values()):
        if isinstance(inner, dict) and any(inner.get(key) is not None for key in wanted):
            return inner, ("wrapper",)
    return None


def _mended_object(text: str, start: int, stop: int | None, wanted: Collection[str]) -> Found | None:
    """The object from `start` to `stop`, or to the end of the text when it has no end of its own."""
    if stop is None:
        return _open_object(text, start, wanted)
    source = text[start:stop]
    if not any(key in source for key in wanted):
        return None
    mended, repairs = _mend(source)
    for decoder, more in ((_STRICT, ()), (_LENIENT, ("newline",))):
        try:
            held = _holder(decoder.decode(mended), wanted)
        except (ValueError, RecursionError):
            continue
        return held and Found(held[0], (*repairs, *more, *held[1]), start, stop)
    held = _holder(_repaired(source), wanted)
    return held and Found(held[0], ("punctuation", *held[1]), start, stop)


def _open_object(text: str, start: int, wanted: Collection[str]) -> Found | None:
    """An object that never ends, as far as its complete items go."""
    source, repairs = _mend(text[start:])
    kept = _complete_items(source)
    if kept is None:
        return None
    whole, torn = kept
    try:
        held = _holder(_LENIENT.decode(whole), wanted)
    except (ValueError, RecursionError):
        return None
    if held is None:
        empty = any(f'"{key}"' in source for key in wanted)
        return Found({}, (), start, len(text), True) if empty else None
    return Found(held[0], (*repairs, "cut" if torn else "unclosed", *held[1]), start, len(text), torn)


def _complete_items(source: str) -> tuple[str, bool] | None:
    """The source closed after its last complete item, and whether anything was left out.

    An item is complete when its end is seen; an object inside a list is one
    item, so half a letter or half a payment is never kept.
    """
    stack: list[str] = []
    inner = 0  # open objects that are items of a list
    safe: tuple[int, str] | None = None
    value = True
    for token in _TOKEN.finditer(source):
        text = token[0]
        if text in "{[":
            inner += text == "{" and stack[-1:] == ["["]
            stack.append(text)
            if len(stack) == 1:
                safe = (token.end(), "}")
            value = text == "["
            continue
        if (text[0] == '"' and not _CLOSED.fullmatch(text)) or (text in "}]" and text != _CLOSERS[stack[-1]]):
            break
        if text == ":":
            value = True
        elif text == ",":
            value = stack[-1] == "["
        else:
            if text in "}]":
                stack.pop()
                inner -= text == "}" and stack[-1:] == ["["]
                value = True
                if not stack:
                    return source[: token.end()], False
            if not value or inner or len(stack) > _DEEPEST_ITEM:
                continue
            if text[0] in '"}]' or _ITEM_END.match(source, token.end()):
                safe = (token.end(), "".join(_CLOSERS[opener] for opener in reversed(stack)))
    if safe is None:
        return None
    return source[: safe[0]] + safe[1], not _ONLY_CLOSERS.fullmatch(source, safe[0])


def _brackets_end(text: str, start: int) -> int | None:
    """Where the bracket opened at `start` is closed, braces inside strings left aside."""
    depth = 0
    for token in _BRACKET.finditer(text, start):
        if token[0] in "{[":
            depth += 1
        elif token[0] in "}]":
            depth -= 1
            if not depth:
                return token.end()
    return None


def _mend(source: str) -> tuple[str, tuple[str, ...]]:
    """The source with well-known slips of punctuation put right, and their names."""
    repairs: dict[str, None] = {}

    def right(flaw: re.Match[str]) -> str:
        name = next((name for name in _NAMES if flaw[name] is not None), None)
        if name is None:
            return flaw[0]
        repairs[_NAMES[name]] = None
        if name == "word":
            return _WORDS[flaw[0]]
        if name in ("comment", "comma"):
            return ""
        return '"' + _escaped(flaw[name]) + ("" if flaw["end"] == "" else '"')

    return _FLAW.sub(right, source), tuple(repairs)


_NAMES = {
    "comment": "comment",
    "single": "quotes",
    "curly": "quotes",
    "bare": "quotes",
    "word": "literal",
    "comma": "trailing_comma",
}


def _escaped(inner: str) -> str:
    return _UNESCAPED_QUOTE.sub(lambda match: match[1] or '\\"', inner.replace("\\'", "'"))


def _repaired(source: str) -> Any:
    """What json-repair makes of it, unless a string of the result does not stand in the source."""
    if len(source) > REPAIRED:
        return None
    try:
        value = json_repair.loads(source, skip_json_loads=True)
    except (ValueError, RecursionError):
        return None
    return value if all(_stands_in(source, text) for text in _strings(value)) else None


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [*value, *(text for item in value.values() for text in _strings(item))]
    return [text for item in value for text in _strings(item)] if isinstance(value, list) else []


def _stands_in(source: str, text: str) -> bool:
    """Whether the source holds this text, plain or escaped, between delimiters."""
    spellings = {text, json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1]}
    between = "|".join(re.escape(spelling) for spelling in spellings)
    return re.search(rf"""["'“”,:{{\[]\s*(?:{between})\s*["'“”,:\]}}]""", source) is not None


def _whole(digits: str) -> int | str:
    return int(digits) if len(digits) <= _LONGEST_INT else digits


def _fraction(digits: str) -> float | str:
    number = float(digits)
    return number if math.isfinite(number) else digits


_STRICT = json.JSONDecoder(parse_int=_whole, parse_float=_fraction, parse_constant=str)
_LENIENT = json.JSONDecoder(parse_int=_whole, parse_float=_fraction, parse_constant=str, strict=False)
