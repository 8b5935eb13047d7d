"""The verbs that tell: standings, episodes, prompts, a check, what there is."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal

from engine.game import Game, one_cast
from engine.registry import GAMES
from harness.check import check_league
from harness.cli.completion import variants_by_game
from harness.cli.crew import Crew, bookshelf, game_named
from harness.cli.exit import Code
from harness.cli.folders import results_folder
from harness.clock import SystemClock
from harness.config import game_of, load_league, read_league
from harness.config_errors import nearest
from harness.config_text import read_text
from harness.display.reports import show_catalogue, show_findings, show_prompt
from harness.display.screen import complain, console, put, say
from harness.display.standings import show_standings
from harness.display.story import BEGINNING, Story, show_outcome, show_verification
from harness.episode import Step
from harness.errors import UserError
from harness.exhibition import SOURCE, exhibition, first_request
from harness.prompts import load_prompts
from harness.replay import Recorded, load_recorded, replay_episode, until, verify_episode
from harness.resources import find
from harness.results import read_result
from harness.seats.kinds import KINDS, load_kind
from harness.standings import standings, timed, to_csv, to_json
from harness.store import JOURNAL, MANIFEST, RESULT


def tell_standings(league: str, results: Path, form: Literal["table", "json", "csv"], count_fallback: bool) -> Code:
    """The standings of a league by name, file or results folder."""
    folder = results_folder(league, results)
    table = timed(standings(folder, count_fallback=count_fallback), folder)
    if form == "table":
        show_standings(table, console())
    else:
        put(to_json(table) if form == "json" else to_csv(table))
    return Code.DONE if table.rows else Code.NOTHING


def tell_episode(episode: Path, results: Path, to: str) -> Code:
    """An episode in words and boards, to the end of a phase if one is named."""
    recorded = load_recorded(_episode(episode, results), GAMES)
    if to:
        _require_phase(recorded, to)
    game, out = recorded.table.game, console()
    book = bookshelf(game, None)("base")
    story = Story(game, book.tell, book.board, out)
    result = asyncio.run(replay_episode(recorded, SystemClock(), until(to, story) if to else story))
    if result is not None:
        show_outcome(read_result(result), out)
    elif to:
        say(out, f"\nTold to {to}.", "bold")
    else:
        say(out, "\nThe telling stops here: the episode goes on, or was never finished.", "bold")
    return Code.DONE


def _require_phase(recorded: Recorded, wanted: str) -> None:
    """Raise `UserError` for a phase, or beginning of one, that the episode never came to."""
    phases: dict[str, None] = {}

    def note(step: Step) -> bool:
        phases[step.phase or BEGINNING] = None
        return True

    asyncio.run(replay_episode(recorded, SystemClock(), note))
    if not any(phase == wanted or phase.startswith(f"{wanted}-") for phase in phases):
        near = nearest(wanted, phases)
        ask = f"; did you mean {near}?" if near else ""
        raise UserError(f"there is no phase {wanted} in this episode; in order: {', '.join(phases)}{ask}")


def tell_verification(episode: Path, results: Path) -> Code:
    """Derive an episode again, or every one of a league's folder, and compare.

    An episode that cannot be derived does not keep the others from it.
    """
    folder = _episode(episode, results)
    found = {path.parent for name in (JOURNAL, RESULT) for path in folder.glob(f"*/{name}")} or {folder}
    codes = {_verified(path) for path in sorted(found)}
    return next(code for code in (Code.DIFFERENT, Code.MISUSE, Code.DONE) if code in codes)


def _verified(folder: Path) -> Code:
    try:
        verification = asyncio.run(verify_episode(load_recorded(folder, GAMES, load_prompts), SystemClock()))
    except UserError as error:
        complain(str(error))
        return Code.MISUSE
    show_verification(str(folder), verification, console())
    return Code.DIFFERENT if verification.differences else Code.DONE


def tell_prompt(
    game_name: str,
    kind: str,
    power: str,
    variant: str,
    options: Sequence[str],
    seed: int,
    list_orders: bool,
    prompts: Path | None,
) -> None:
    """The prompt of the first position of a scripted episode with such a request."""
    game = game_named(game_name)
    text = exhibition(game, (), options, seed)
    league = read_league(text, SOURCE, load_kind, prompts=prompts)
    request, memory = first_request(game_of(league), league.options, seed, kind, power)
    book = bookshelf(game, prompts)(variant)
    show_prompt(book.render(request, memory, list_orders=list_orders), request.power, console())


def tell_check(source: str, prompts: Path | None, probe: bool = False) -> Code:
    """What stands between a league and its being played."""
    league = load_league(source, load_kind, prompts=prompts)
    clock = SystemClock()
    crew = Crew(league, clock, None)
    books = bookshelf(crew.game, prompts)
    findings = asyncio.run(check_league(league, crew.game, books, crew.build, clock if probe else None))
    show_findings(findings, console())
    return Code.MISUSE if any(finding.level == "error" for finding in findings) else Code.DONE


def tell_catalogue(results: Path) -> None:
    """Everything that has a name."""
    kept = [path.parent.name for path in sorted(results.glob(f"*/{MANIFEST}"))]
    sections = {
        "games": [(name, _powers(game)) for name, game in GAMES.items()],
        "options": [(name, _defaults(game.options)) for name, game in GAMES.items()],
        "policies": [(name, ", ".join(game.policies)) for name, game in GAMES.items()],
        "prompt variants": [(name, ", ".join(own)) for name, own in variants_by_game().items()],
        "seats": [("kinds", ", ".join(KINDS))],
        "leagues": list(_leagues()),
        "results": [(str(results), ", ".join(kept) or "none yet")],
    }
    show_catalogue(sections, console())


def _episode(episode: Path, results: Path) -> Path:
    """An episode's folder, as it stands or below the results."""
    return episode if episode.is_dir() or not (results / episode).is_dir() else results / episode


def _powers(game: Game[Any]) -> str:
    """Who plays a game, and whether that depends on its options."""
    other = "" if getattr(type(game), "cast", None) is one_cast else "; other options bring other powers"
    return f"{len(game.powers)} powers: {', '.join(game.powers)}{other}"


def _defaults(options: type) -> str:
    return ", ".join(f"{field.name} = {json.dumps(field.default)}" for field in fields(options))


def _leagues() -> Iterator[tuple[str, str]]:
    """Every league that is found by name, and the first line of what its file says about it."""
    seen: set[str] = set()
    for path in (file for root in find("leagues") for file in sorted(root.glob("*.toml"))):
        if path.stem not in seen:
            seen.add(path.stem)
            first = next(iter(read_text(path).splitlines()), "")
            yield path.stem, first.lstrip("# ") if first.startswith("#") else str(path)
