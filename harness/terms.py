"""What a league's results follow from, flat under dotted names, and what of it has changed.

Results of two kinds cannot share a folder, so a run goes on only with the terms
it was begun with. Where a name under `seats` is a seat's, the key is as in the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import unified_diff
from pathlib import Path
from typing import Any

from engine.game import Game
from engine.text import clean
from engine.wire import encode, plain
from harness.config import League, SeatConfig
from harness.errors import told_apart
from harness.parsing import PARSER_VERSION

FREE_SETTINGS = frozenset({"attempts", "attempt_seconds", "base_url", "api_key_env"})
"""Settings of a seat that say how it is reached, not how it plays."""

TEMPLATES = "prompts."
"""Names under which the digests of templates stand."""

DIFF_LINES = 30
"""Lines of a template's changes that are shown."""

LINE = 160

Terms = Mapping[str, Any]


def terms(league: League, game: Game[Any], templates: Mapping[str, Mapping[str, str]]) -> Terms:
    """All that a league's results follow from. `templates` are the digests by variant."""
    seats = {seat.name: _seat_terms(seat) for seat in league.seats}
    whole = {
        "game": f"{game.name} version {game.version}",
        "parser": PARSER_VERSION,
        "seed": league.seed,
        "options": plain(league.options),
        "fallback": league.fallback,
        "seats": {"order": [seat.name for seat in league.seats], **seats},
        **({"compare": plain(league.compare)} if league.compare else {}),
        "prompts": templates,
    }
    return dict(_flat(whole))


def changes(begun: Terms, own: Terms, kept: Path, files: Mapping[str, str]) -> list[str]:
    """What differs between two terms, in lines for people: values first, then templates line by line.

    `kept` is the folder of the templates that the first were begun with, `files`
    are the texts of those in use now, by their names in that folder.
    """
    names = [
        name
        for name in sorted(begun.keys() | own.keys())
        if encode(begun.get(name)) != encode(own.get(name)) or (name in begun) != (name in own)
    ]
    values = [(name, *told_apart(_told(begun, name), _told(own, name))) for name in names if not _is_template(name)]
    lines = [f"  {name}: {before}, now {now}" for name, before, now in values]
    templates = [name for name in names if _is_template(name)]
    shown = [line for name, text in sorted(files.items()) for line in _edited(kept / name, name, text)]
    if templates and not shown:
        lines += [f"  {name}: {_presence(begun, own, name)}" for name in templates]
    return lines + (shown if templates else [])


def _seat_terms(seat: SeatConfig) -> dict[str, Any]:
    dump = getattr(seat.settings, "model_dump", None)
    settings = dump(mode="json") if dump else {}
    own = {"kind": seat.kind, "variant": seat.variant, "structured": seat.structured, "list_orders": seat.list_orders}
    return {**{key: value for key, value in settings.items() if key not in FREE_SETTINGS}, **own}


def _flat(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping) and value:
        for key, item in value.items():
            yield from _flat(item, f"{name}.{key}" if name else str(key))
    else:
        yield name, value


def _is_template(name: str) -> bool:
    return name.startswith(TEMPLATES)


def _told(terms: Terms, name: str) -> str:
    return encode(terms[name]) if name in terms else "absent"


def _presence(begun: Terms, own: Terms, name: str) -> str:
    if name in begun and name in own:
        return "another text"
    return "no longer used" if name in begun else "was not used"


def _edited(path: Path, name: str, now: str) -> list[str]:
    """The lines of a template that changed since it was kept."""
    try:
        before = path.read_text(encoding="utf-8", errors="surrogatepass")
    except OSError:
        return []
    diff = list(unified_diff(before.splitlines(), now.splitlines(), n=1, lineterm=""))[2:]
    if not diff:
        return []
    shown = [f"    {clean(line, LINE)}" for line in diff[:DIFF_LINES]]
    more = [f"    and {len(diff) - DIFF_LINES} lines more"] if len(diff) > DIFF_LINES else []
    return [f"  the template {name} changed:", *shown, *more]
