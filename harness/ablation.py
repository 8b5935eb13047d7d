"""Which section of a prompt matters? Variants that leave out one section each, to be compared with the whole.

A section is an innermost block of a request's template. Left standing are `shared` and
`private`, which the harness asks for, and `reply`, without which no answer can be read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness.errors import UserError
from harness.prompts import load_prompts
from harness.sections import body, extends, sections, without
from harness.templates import BASE, SUFFIX

KEPT = frozenset({"shared", "private", "reply"})


@dataclass(frozen=True, slots=True)
class Ablation:
    """A variant without one section: its name, the section, and its files by name."""

    variant: str
    section: str
    files: Mapping[str, str]


def ablations(game: str, variant: str, roots: Sequence[Path]) -> tuple[Ablation, ...]:
    """One ablation for each section of a variant, in the order of its templates.

    Raises `UserError` for a variant there is not or whose templates cannot be read.
    """
    texts = load_prompts(game, variant, roots).files
    own = {name.rpartition("/")[2]: text for name, text in texts.items() if name.startswith(f"{game}/{variant}/")}
    base = {name.rpartition("/")[2]: text for name, text in texts.items() if name.startswith(f"{game}/{BASE}/")}
    asked = {file: text for file, text in {**base, **own}.items() if _is_request(file, own, base)}
    found: dict[str, list[str]] = {}
    for file in asked:
        for text in (base.get(file, ""), own.get(file, "")):
            for section in sections(text):
                files = found.setdefault(section.name, [])
                if not section.nested and file not in files:
                    files.append(file)
    return tuple(
        Ablation(
            variant=f"without-{section}" if variant == BASE else f"{variant}-without-{section}",
            section=section,
            files={
                **(own if variant != BASE else {}),
                **{file: _without(file, section, own, variant) for file in files},
            },
        )
        for section, files in found.items()
        if files and section not in KEPT
    )


def _is_request(file: str, own: Mapping[str, str], base: Mapping[str, str]) -> bool:
    return any(body(texts.get(file, ""), "private") is not None for texts in (own, base))


def _without(file: str, section: str, own: Mapping[str, str], variant: str) -> str:
    """The variant's template of one request with a section left out, of base by overriding it."""
    if variant == BASE or file not in own:
        return f'{{% extends "{BASE}/{file}" %}}\n{{% block {section} %}}{{% endblock %}}\n'
    text = own[file]
    return without(text, section) if extends(text) or body(text, section) is not None else text


def save_ablations(found: Sequence[Ablation], game: str, folder: Path) -> tuple[Path, ...]:
    """Write each variant as a folder below ``<folder>/<game>/``; the same again changes nothing.

    Raises `UserError`, before anything is written, for a folder that holds other files.
    """
    places = [folder / game / ablation.variant for ablation in found]
    for place, ablation in zip(places, found, strict=True):
        there = {path.name: path.read_text(encoding="utf-8") for path in place.glob(f"*{SUFFIX}")}
        if there and there != dict(ablation.files):
            raise UserError(f"{place} is there already and differs; move it away, or write elsewhere with --to DIR")
    for place, ablation in zip(places, found, strict=True):
        place.mkdir(parents=True, exist_ok=True)
        for file, text in ablation.files.items():
            (place / file).write_text(text, encoding="utf-8", newline="")
    return tuple(places)
