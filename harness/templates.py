"""Prompt templates: where they are found, compiled, how a block of one is rendered.

A name is looked for in the variant's folder, then in the game's `base`, then in
`shared`, each over all roots; ``base/orders.j2`` and ``shared/again.j2`` name a
folder. Templates are sandboxed and only ever get data: text that a seat wrote is
never compiled.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from traceback import extract_tb
from typing import Any

from jinja2 import BaseLoader, Environment, StrictUndefined, Template, TemplateError, TemplateNotFound, meta, nodes
from jinja2.exceptions import TemplateSyntaxError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from harness.config_errors import hint
from harness.errors import UserError

SUFFIX = ".j2"
BASE, SHARED = "base", "shared"

_TEMPLATE_FAULTS = (TemplateError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError, RecursionError)


class PromptError(UserError):
    """A prompt template that is missing or cannot be rendered: names template, line and variable."""


def quoted(text: str) -> str:
    """Text that somebody wrote as one line in quotes, which it cannot close; what cannot be printed is escaped."""
    line = json.dumps(text, ensure_ascii=False)
    return line if line.isprintable() else json.dumps(text)


@dataclass(frozen=True, slots=True)
class Source:
    """A template file: its name from the root (``cogiavelli/base/orders.j2``), where it is, its text."""

    name: str
    path: Path
    text: str


@dataclass(frozen=True, slots=True)
class Shelf:
    """The folders that one variant of a game reads templates from, in the order of the look-up."""

    game: str
    variant: str
    roots: tuple[Path, ...]

    def __post_init__(self) -> None:
        known = {path.name for root in self.roots for path in (root / self.game).glob("*") if path.is_dir()}
        if not known:
            looked = ", ".join(map(str, self.roots)) or "no folder at all"
            raise PromptError(f"there are no prompts for {self.game}; looked for a folder {self.game} in {looked}")
        if self.variant not in known:
            raise PromptError(f"{self.game} has no prompt variant {self.variant}; {hint(self.variant, known)}")

    def find(self, name: str) -> Source | None:
        """The file meant by a template name, or None."""
        folder, _, file = name.rpartition("/")
        own, usual = f"{self.game}/{self.variant}", f"{self.game}/{BASE}"
        folders = {"": (own, usual, SHARED), BASE: (usual,), SHARED: (SHARED,)}.get(folder, ())
        for folder in folders:
            for root in self.roots:
                path = root / folder / file
                if path.is_file():
                    return Source(f"{folder}/{file}", path, _text(path))
        return None

    def names(self) -> tuple[str, ...]:
        """Every template that is there without naming a folder, shared ones left out."""
        folders = (root / self.game / folder for folder in (self.variant, BASE) for root in self.roots)
        return tuple(sorted({path.name for folder in folders for path in folder.glob(f"*{SUFFIX}")}))


@dataclass(frozen=True, slots=True)
class Page:
    """A template with those it extends, ready to render its blocks."""

    name: str
    chain: tuple[Template, ...]

    def block(self, name: str, variables: Mapping[str, Any]) -> str:
        """One block, overridden and `super()` included. Raises `PromptError`."""
        context = self.chain[0].new_context(dict(variables))
        for template in self.chain[1:]:
            for block, render in template.blocks.items():
                context.blocks.setdefault(block, []).append(render)
        if name not in context.blocks:
            raise PromptError(f"{self.chain[-1].filename} has no {{% block {name} %}}; every prompt needs one")
        try:
            return "".join(context.blocks[name][0](context))
        except _TEMPLATE_FAULTS:
            try:
                self.chain[0].environment.handle_exception()  # finds the lines of the template in the traceback
            except _TEMPLATE_FAULTS as error:
                raise _explained(self.name, error) from error

    def text(self, variables: Mapping[str, Any]) -> str:
        """The whole template. Raises `PromptError`."""
        try:
            return self.chain[0].render(variables)
        except _TEMPLATE_FAULTS as error:
            raise _explained(self.name, error) from error


@dataclass(frozen=True, slots=True)
class Library:
    """All templates of a variant, compiled. `sources` holds each file used, by its name from the root."""

    shelf: Shelf
    pages: Mapping[str, Page]
    sources: Mapping[str, Source]

    @classmethod
    def open(cls, game: str, variant: str, roots: Sequence[Path]) -> Library:
        """Find and compile. Raises `PromptError` for anything missing or wrong in any template."""
        shelf = Shelf(game, variant, tuple(roots))
        reader = _Reader(shelf, _environment(shelf))
        pages = {name: reader.page(name) for name in (*shelf.names(), *SHARED_PAGES)}
        return cls(shelf, pages, dict(sorted(reader.sources.items())))

    def page(self, name: str) -> Page:
        """A template by name. Raises `PromptError` naming those there are."""
        if name not in self.pages:
            where = f"{self.shelf.game}/{self.shelf.variant}"
            raise PromptError(f"the prompts of {where} have no template {name}; there are {', '.join(self.pages)}")
        return self.pages[name]

    @property
    def digests(self) -> dict[str, str]:
        """SHA-256 of every template used, by its name from the root."""
        return {name: sha256(source.text.encode()).hexdigest() for name, source in self.sources.items()}


SHARED_PAGES = ("again.j2",)
"""Templates the harness itself asks for which a game need not have of its own."""


@dataclass(frozen=True, slots=True)
class _Reader:
    """Compiles templates and all that they refer to, remembering the files that took.

    `parents` says which template another one extends.
    """

    shelf: Shelf
    environment: Environment
    sources: dict[str, Source] = field(default_factory=dict)
    parents: dict[str, str] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)

    def page(self, name: str) -> Page:
        self._collect(name, f"the prompts of {self.shelf.game}")
        chain = [name]
        while (parent := self.parents.get(chain[-1])) is not None:
            if parent in chain:
                raise PromptError(f'{parent} extends itself; name the folder: {{% extends "base/{parent}" %}}')
            chain.append(parent)
        return Page(name, tuple(map(self.environment.get_template, chain)))

    def _collect(self, name: str, asker: object) -> None:
        if name in self.seen:
            return
        self.seen.add(name)
        source = self.shelf.find(name)
        if source is None:
            raise PromptError(f"{asker}: there is no prompt template {name}")
        try:
            tree = self.environment.parse(source.text, name, str(source.path))
            self.environment.get_template(name)
        except TemplateSyntaxError as error:
            raise PromptError(f"{source.path}, line {error.lineno}: {error.message}") from None
        self.sources[source.name] = source
        parent = tree.find(nodes.Extends)
        if parent is not None and isinstance(parent.template, nodes.Const):
            self.parents[name] = str(parent.template.value)
        for wanted in meta.find_referenced_templates(tree):
            if wanted is None:
                raise PromptError(f"{source.path}: a template names others by their plain names only")
            self._collect(wanted, source.path)


class _Sandbox(ImmutableSandboxedEnvironment):
    """The sandbox, which need not look twice at a value that has nothing to change or to call."""

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        if hasattr(type(obj), "__dataclass_fields__"):
            return not attr.startswith("_")
        return super().is_safe_attribute(obj, attr, value)


def _environment(shelf: Shelf) -> Environment:
    environment = _Sandbox(
        loader=_Loader(shelf),
        undefined=StrictUndefined,
        autoescape=False,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["quoted"] = quoted
    return environment


class _Loader(BaseLoader):
    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, None]:
        source = self._shelf.find(template)
        if source is None:
            raise TemplateNotFound(template)
        return source.text, str(source.path), None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PromptError(f"{path}: cannot be read as text ({error})") from None


def _explained(name: str, error: Exception) -> PromptError:
    """The fault with the file and line of the template it happened in."""
    place: Iterable[str] = (
        f"{frame.filename}, line {frame.lineno}"
        for frame in reversed(extract_tb(error.__traceback__))
        if frame.filename.endswith(SUFFIX)
    )
    return PromptError(f"{next(iter(place), name)}: {error}")
