"""What two prompt variants say differently, block by block, from the templates kept with the results."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

from harness.begun import load_begun
from harness.sections import body, extends, sections
from harness.store import PROMPTS
from harness.templates import BASE, SUFFIX

CONTEXT = 1
"""Lines that are the same shown around those that differ."""


@dataclass(frozen=True, slots=True)
class Change:
    """One template or block of it that differs: lines marked ``-`` are a's, ``+`` b's."""

    place: str
    lines: tuple[str, ...]


def changes_between(folder: Path, game: str, a: Collection[str], b: Collection[str]) -> tuple[Change, ...]:
    """All differences from the prompts of seats `a` to those of seats `b`; none unless each side has one variant."""
    begun = load_begun(folder)
    if begun is None:
        return ()
    variants = [{begun.told(seat, "variant") for seat in seats} for seats in (a, b)]
    if any(len(own) != 1 for own in variants):
        return ()
    return prompt_changes(folder, game, *(own.pop() for own in variants))


def prompt_changes(folder: Path, game: str, a: str, b: str) -> tuple[Change, ...]:
    """All differences from variant `a` to variant `b` as kept in a results folder; none for what was not kept."""
    root = folder / PROMPTS / game
    texts = {variant: _texts(root / variant) for variant in (BASE, a, b)}
    files = sorted({*texts[a], *texts[b]})
    return tuple(change for file in files for change in _changes(file, *(_effective(file, texts, v) for v in (a, b))))


def _texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob(f"*{SUFFIX}"))}


def _effective(file: str, texts: Mapping[str, Mapping[str, str]], variant: str) -> dict[str, str]:
    """A template's text by block ("" for all of one that extends nothing), innermost overrides last."""
    own, usual = texts[variant].get(file), texts[BASE].get(file, "")
    if own is None or (variant != BASE and extends(own)):
        blocks = {section.name: usual[section.start : section.end] for section in sections(usual)}
        overridden = {section.name: body(own or "", section.name) or "" for section in sections(own or "")}
        return {"": usual, **blocks, **overridden}
    return {"": own, **{section.name: own[section.start : section.end] for section in sections(own)}}


def _changes(file: str, a: Mapping[str, str], b: Mapping[str, str]) -> Iterator[Change]:
    if a[""] != b[""]:
        yield Change(file, _diff(a[""], b[""]))
        return
    for block in dict.fromkeys((*a, *b)):
        if a.get(block, "") != b.get(block, ""):
            yield Change(f"{file}, block {block}", _diff(a.get(block, ""), b.get(block, "")))


def _diff(a: str, b: str) -> tuple[str, ...]:
    lines = unified_diff(a.strip().splitlines(), b.strip().splitlines(), n=CONTEXT, lineterm="")
    return tuple(line for line in lines if not line.startswith(("---", "+++", "@@")))
