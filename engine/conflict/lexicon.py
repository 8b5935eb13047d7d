"""The words of order lines: tokens, province names, and a line taken apart without knowing the board."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from engine.conflict.orders import ARMY, FLEET, NONE
from engine.geography import Geography
from engine.text import clean

LINE_CAP = 120
"""Code points of an order line; a longer one is cut and cannot be read."""


class Verb(Enum):
    """What a line tells a unit to do."""

    NOTHING = ""
    HOLD = "hold"
    MOVE = "move"
    SUPPORT = "support"
    CONVOY = "convoy"
    RETREAT = "retreat"
    DISBAND = "disband"
    BUILD = "build"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Mention:
    """A unit or place as written: `kind` ARMY, FLEET or `NONE` when left out; `coast` ``NC`` or empty."""

    kind: int
    province: int
    coast: str = ""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A line taken apart. `power` is the index of a power named in front, or `NONE`.

    `other` is the unit supported or convoyed, `target` where it, or else the unit
    itself, is to go.
    """

    power: int
    unit: Mention
    verb: Verb
    other: Mention | None = None
    target: Mention | None = None
    via: bool = False


_DASHES = "-‐‑‒–—―−"
_ARROW = re.compile(rf"[{_DASHES}=]+>+|[{_DASHES}]+|[→⇒⟶➔➜]")
_BULLET = re.compile(r"^(?:[\s*•·‣▪◦]+|[-–—+]\s+|\(?\d{1,3}[.):]\s+)+")
_TOKEN = re.compile(r"[^\W_]+|[-/():]|\S")
_QUOTES = str.maketrans(dict.fromkeys("\"'`’‘“”.", ""))
_UNSEEN = str.maketrans(dict.fromkeys("\u200b\u2060\ufeff", " "))
"""Spaces without width."""

KINDS: Mapping[str, int] = {"A": ARMY, "ARMY": ARMY, "F": FLEET, "FLEET": FLEET}
"""Words for kinds of units."""

_COASTS = {"N": "NC", "S": "SC", "E": "EC", "W": "WC"}
_VERBS: Mapping[Verb, Sequence[str]] = {
    Verb.HOLD: ("H", "HOLD", "HOLDS", "STANDS"),
    Verb.MOVE: ("MOVE TO", "MOVES TO", "MOVE -", "MOVES -", "MOVE", "MOVES", "TO", "-"),
    Verb.SUPPORT: ("S", "SUPPORT", "SUPPORTS"),
    Verb.CONVOY: ("C", "CONVOY", "CONVOYS"),
    Verb.RETREAT: ("R", "RETREAT TO", "RETREATS TO", "RETREAT -", "RETREATS -", "RETREAT", "RETREATS"),
    Verb.DISBAND: ("D", "DISBAND", "DISBANDS", "REMOVE", "REMOVES"),
    Verb.BUILD: ("B", "BUILD", "BUILDS"),
}
_LEADING = {"BUILD": Verb.BUILD, "BUILDS": Verb.BUILD, "DISBAND": Verb.DISBAND, "REMOVE": Verb.DISBAND}
_VIA = ("VIA CONVOY", "BY CONVOY", "VIA")

Words = tuple[str, ...]

_SPELLINGS: Sequence[tuple[Words, Verb]] = [
    (tuple(spelling.split()), verb) for verb, spellings in _VERBS.items() for spelling in spellings
]
_LINES_KEPT = 4_096
"""Lines whose words are kept: units are named and ordered in the same words all over a league."""


def tokens(text: str) -> Words:
    """The words and signs of a line, upper case, every dash and arrow as ``-``; bullets and dots dropped."""
    return _tokens(clean(text, LINE_CAP))


@lru_cache(_LINES_KEPT)
def _tokens(line: str) -> Words:
    plain = unicodedata.normalize("NFKC", line).upper().translate(_UNSEEN)
    words = _BULLET.sub("", plain).translate(_QUOTES).rstrip(" ,;!*")
    return tuple(_TOKEN.findall(_ARROW.sub(" - ", words)))


class Lexicon:
    """The names of one map and its powers, and the words for its `kinds` of units."""

    def __init__(self, geography: Geography, powers: Sequence[str], kinds: Mapping[str, int] = KINDS) -> None:
        self._kinds = kinds
        self._places: dict[Words, int] = {}
        named = [(code, province) for code, province in geography.ids.items()]
        named += [(name, province) for province, name in enumerate(geography.names)]
        for name, province in named:
            words = tokens(name)
            for spelling in (words, tuple(word for word in words if word != "-")):
                # A name of two provinces is nobody's.
                self._places[spelling] = province if self._places.get(spelling, province) == province else NONE
        self._longest = max(map(len, self._places))
        self._powers = {tokens(power): index for index, power in enumerate(powers)}

    def read(self, line: str) -> Phrase | None:
        """The line taken apart, or None when it names no unit at all."""
        words = tokens(line)
        for power, start in self.prefixes(words):
            leading = _LEADING.get(words[start]) if start < len(words) else None
            unit, at = self.mention(words, start + (leading is not None))
            if unit is not None:
                if leading is not None:
                    return Phrase(power, unit, leading if at == len(words) else Verb.UNREADABLE)
                return self._told(power, unit, words, at)
        return None

    def power(self, text: str) -> int:
        """The index of a power by name, or `NONE`."""
        return self._powers.get(tokens(text), NONE)

    def read_unit(self, text: str) -> Mention | None:
        """A text that is a unit or place and nothing else."""
        words = tokens(text)
        for _, start in self.prefixes(words):
            unit, at = self.mention(words, start)
            if unit is not None and at == len(words):
                return unit
        return None

    def prefixes(self, words: Words) -> Iterable[tuple[int, int]]:
        """(power, where the unit starts): a power counts before a colon or a unit, else the line starts at once."""
        for size in range(1, 4):
            power = self._powers.get(words[:size], NONE)
            if power != NONE:
                colon = words[size : size + 1] == (":",)
                if colon or self.mention(words, size)[0] is not None:
                    yield power, size + colon
                    return
        yield NONE, 0

    def mention(self, words: Words, at: int) -> tuple[Mention | None, int]:
        """A unit or place from this word on, and where it ends."""
        kind = self._kinds.get(words[at], NONE) if at < len(words) else NONE
        start = at + (kind != NONE)
        for size in range(min(self._longest, len(words) - start), 0, -1):
            province = self._places.get(words[start : start + size], NONE)
            if province != NONE:
                coast, end = _coast(words, start + size)
                return Mention(kind, province, coast), end
        return None, at

    def _told(self, power: int, unit: Mention, words: Words, at: int) -> Phrase:
        unreadable = Phrase(power, unit, Verb.UNREADABLE)
        verb, at = _verb(words, at)
        other = target = None
        if verb in (Verb.SUPPORT, Verb.CONVOY):
            other, at = self.mention(words, at)
            onward, after = _verb(words, at)
            if other is None:
                return unreadable
            if onward is Verb.MOVE:
                target, at = self.mention(words, after)
            elif onward is Verb.HOLD and verb is Verb.SUPPORT:
                at = after
            if target is None and (onward is Verb.MOVE or verb is Verb.CONVOY):
                return unreadable
        elif verb in (Verb.MOVE, Verb.RETREAT):
            target, at = self.mention(words, at)
            if target is None:
                return unreadable
        via, at = _via(words, at) if target is not None else (False, at)
        if at != len(words) or (target is not None and target.kind != NONE):
            return unreadable
        return Phrase(power, unit, verb, other, target, via)


def _coast(words: Words, at: int) -> tuple[str, int]:
    """The coast written from this word on, ``/NC``, ``(NC)``, ``NC`` or ``NORTH COAST``, and where it ends."""
    slash = words[at : at + 1] == ("/",)
    bracket = words[at : at + 1] == ("(",)
    start = at + (slash or bracket)
    word = words[start] if start < len(words) else ""
    coast, end = "", start
    if word[1:] == "C" and word[0] in _COASTS:
        coast, end = word, start + 1
    elif word in ("NORTH", "SOUTH", "EAST", "WEST") and words[start + 1 : start + 2] == ("COAST",):
        coast, end = _COASTS[word[0]], start + 2
    if not coast or (bracket and words[end : end + 1] != (")",)):
        return "", at
    return coast, end + bracket


def _verb(words: Words, at: int) -> tuple[Verb, int]:
    if at == len(words):
        return Verb.NOTHING, at
    for parts, verb in _SPELLINGS:
        if words[at : at + len(parts)] == parts:
            return verb, at + len(parts)
    return Verb.UNREADABLE, at


def _via(words: Words, at: int) -> tuple[bool, int]:
    bracket = words[at : at + 1] == ("(",)
    for spelling in _VIA:
        parts = (*("(" * bracket), *spelling.split(), *(")" * bracket))
        if words[at : at + len(parts)] == parts:
            return True, at + len(parts)
    return False, at
