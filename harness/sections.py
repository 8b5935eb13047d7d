"""The blocks of a prompt template as text: where they begin and end, how they nest."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TAG = re.compile(
    r"\{#.*?#\}"
    r"|\{%[-+]?\s*raw\s*[-+]?%\}.*?\{%[-+]?\s*endraw\s*[-+]?%\}"
    r"|\{%[-+]?\s*block\s+(?P<name>\w+)[^%]*?[-+]?%\}"
    r"|(?P<end>\{%[-+]?\s*endblock\b[^%]*?[-+]?%\})",
    re.DOTALL,
)

_EXTENDS = re.compile(r"\{%[-+]?\s*extends\b")


@dataclass(frozen=True, slots=True)
class Section:
    """One block: its name, where its body begins and ends in the text, and whether blocks stand inside."""

    name: str
    start: int
    end: int
    nested: bool


def sections(text: str) -> tuple[Section, ...]:
    """The blocks of a template that compiles, in the order in which they begin."""
    found: list[Section] = []
    opened: list[tuple[str, int, int]] = []
    for tag in _TAG.finditer(text):
        if tag["name"]:
            opened.append((tag["name"], tag.end(), len(found)))
        elif tag["end"] and opened:
            name, start, before = opened.pop()
            found.append(Section(name, start, tag.start(), len(found) > before))
    return tuple(sorted(found, key=lambda section: section.start))


def body(text: str, name: str) -> str | None:
    """What stands in a block, or None without such a block."""
    return next((text[found.start : found.end] for found in sections(text) if found.name == name), None)


def without(text: str, name: str) -> str:
    """The template with a block's body left out; a block it has not is overridden with nothing."""
    for found in sections(text):
        if found.name == name:
            return f"{text[: found.start]}{text[found.end :]}"
    return f"{text.rstrip()}\n{{% block {name} %}}{{% endblock %}}\n"


def extends(text: str) -> bool:
    """Whether a template overrides blocks of another one."""
    return _EXTENDS.search(_TAG.sub("", text)) is not None
