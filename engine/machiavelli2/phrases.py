"""Order lines taken apart, without looking at the board: what a line says, in this game's words or the old judge's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from engine.conflict.lexicon import KINDS, Lexicon, Mention, Words, tokens
from engine.conflict.orders import NONE
from engine.machiavelli2.map.theatre import GARRISON, Theatre
from engine.machiavelli2.state import RANK_WORDS

ALL_KINDS: Mapping[str, int] = {**KINDS, "G": GARRISON, "GARRISON": GARRISON}


class Verb(Enum):
    """What a line tells a unit to do."""

    HOLD = "hold"
    BESIEGE = "besiege"
    CONVERT = "convert"
    MOVE = "move"
    SUPPORT = "support"
    CONVOY = "convoy"
    DISBAND = "disband"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A line: power named in front or `NONE`, the unit, the verb.

    `other` is the unit supported or convoyed; `path` the places it, or else the
    unit itself, is to go through, the last is the goal; `kind` what it turns into.
    """

    power: int
    unit: Mention
    verb: Verb
    other: Mention | None = None
    path: tuple[int, ...] = ()
    kind: int = NONE


_PLAIN = {
    Verb.HOLD: ("", "H", "HOLD", "HOLDS", "STAND", "STANDS"),
    Verb.BESIEGE: ("B REBELLION", "BESIEGE REBELLION"),
    Verb.DISBAND: ("D", "DISBAND", "DISBANDS"),
}
_WHOLE = {spelling: verb for verb, spellings in _PLAIN.items() for spelling in spellings}
_BESIEGE = ("B", "BESIEGE", "BESIEGES", "SIEGE")
_CONVERT = ("C", "CONVERT", "CONVERTS", "CONVERT TO", "CONVERTS TO", "CONVERT INTO", "CONVERTS INTO")
_INTO = ("=", "-", "TO", "BECOMES", *_CONVERT)
_SUPPORT = ("S", "SUPPORT", "SUPPORTS")
_CONVOY = ("C", "T", "CONVOY", "CONVOYS", "TRANSPORT", "TRANSPORTS")
_TO = ("MOVE TO", "MOVES TO", "MOVE -", "MOVES -", "MOVE", "MOVES", "M", "TO", "-")
_VIA = ("VIA CONVOY", "BY CONVOY", "VIA")


def plain(text: str) -> Words:
    """The words of a text without those for ranks: a board tells of ``EM A PAD``, an order moves ``A PAD``."""
    return tuple(word for word in tokens(text) if word not in RANK_WORDS)


class Speech:
    """The reader of one theatre's lines."""

    def __init__(self, theatre: Theatre) -> None:
        self._theatre = theatre
        self.lexicon = Lexicon(theatre.geography, theatre.powers, ALL_KINDS)

    def read(self, line: str) -> Phrase | None:
        """The line taken apart, or None when it names no unit at all."""
        words = plain(line)
        for power, start in self.lexicon.prefixes(words):
            unit, at = self._mention(words, start)
            if unit is not None:
                return self._told(power, unit, words[at:])
        return None

    def read_unit(self, text: str) -> Mention | None:
        """A text that is a unit or place and nothing else."""
        words = plain(text)
        for _, start in self.lexicon.prefixes(words):
            unit, at = self._mention(words, start)
            if unit is not None and at == len(words):
                return unit
        return None

    def _mention(self, words: Words, at: int) -> tuple[Mention | None, int]:
        mention, end = self.lexicon.mention(words, at)
        return (None if mention is None else self._in_area(mention)), end

    def _in_area(self, mention: Mention) -> Mention:
        """A city's name means its garrison."""
        if mention.province < self._theatre.n:
            return mention
        return Mention(GARRISON, self._theatre.area_of[mention.province])

    def _told(self, power: int, unit: Mention, rest: Words) -> Phrase:
        whole = _WHOLE.get(" ".join(rest))
        if whole is not None:
            return Phrase(power, unit, whole)
        besieges = _after(rest, _BESIEGE)
        if besieges and self._is_here(unit, rest[besieges:]):
            return Phrase(power, unit, Verb.BESIEGE)
        kind = self._kind_after(unit, rest)
        if kind != NONE:
            return Phrase(power, unit, Verb.CONVERT, kind=kind)
        helping = self._help(power, unit, rest)
        if helping is not None:
            return helping
        path = self._path(rest)
        return Phrase(power, unit, Verb.MOVE if path else Verb.UNREADABLE, path=path)

    def _is_here(self, unit: Mention, words: Words) -> bool:
        """Whether words name the unit's own area and nothing else, or are none: ``A PAD B``, ``A PAD B PAD``."""
        place, end = self._mention(words, 0)
        return end == len(words) and (place is None or place.province == unit.province)

    def _kind_after(self, unit: Mention, words: Words) -> int:
        """What a unit turns into: ``= G``, ``c A``, ``convert to garrison``, ``= G PAD``."""
        start = _after(words, _INTO)
        kind = ALL_KINDS.get(words[start], NONE) if 0 < start < len(words) else NONE
        return kind if kind != NONE and self._is_here(unit, words[start + 1 :]) else NONE

    def _help(self, power: int, unit: Mention, rest: Words) -> Phrase | None:
        for verb, spellings in ((Verb.SUPPORT, _SUPPORT), (Verb.CONVOY, _CONVOY)):
            start = _after(rest, spellings)
            other, at = self._mention(rest, start) if start else (None, 0)
            if other is None:
                continue
            onward = rest[at:]
            kind = self._kind_after(other, onward)
            if verb is Verb.SUPPORT and (_WHOLE.get(" ".join(onward)) is Verb.HOLD or kind != NONE):
                return Phrase(power, unit, verb, other, kind=kind)
            path = self._path(onward)
            return Phrase(power, unit, verb if path else Verb.UNREADABLE, other, path)
        return None

    def _path(self, words: Words) -> tuple[int, ...]:
        """Places after ``-``, ``to``, ``moves to``; empty when there is anything else."""
        path: list[int] = []
        at = 0
        while at < len(words):
            if path and _after(words[at:], _VIA) == len(words) - at:
                break
            step = _after(words[at:], _TO)
            mention, end = self._mention(words, at + step) if step else (None, 0)
            if mention is None or mention.kind != NONE:
                return ()
            path.append(mention.province)
            at = end
        return tuple(path)


def _after(words: Words, spellings: tuple[str, ...]) -> int:
    """How many words the longest of these spellings takes at the front, 0 when none is there."""
    fitting = (len(parts) for parts in map(str.split, spellings) if list(words[: len(parts)]) == parts)
    return max(fitting, default=0)
