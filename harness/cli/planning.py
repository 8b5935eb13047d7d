"""The verbs that look ahead: the plan of a league, and how many episodes show a difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from harness.cli.crew import bookshelf
from harness.cli.exit import Code
from harness.cli.folders import results_folder
from harness.config import game_of, load_league
from harness.config_compare import Compare
from harness.detection import detection
from harness.display.plan import show_detection, show_plan
from harness.display.screen import console
from harness.errors import UserError
from harness.forecast import expected, measured
from harness.plan import plan_league
from harness.seats.kinds import load_kind


def tell_plan(source: str, results: Path, prompts: Path | None) -> Code:
    """Who plays what in a league, who meets whom, and what it takes from here."""
    league = load_league(source, load_kind, prompts=prompts)
    game = game_of(league)
    books = bookshelf(game, prompts)
    prompted = dict.fromkeys(seat.variant for seat in league.seats if seat.kind != "scripted")
    told = expected(league, game, measured(league, game), {variant: books(variant) for variant in prompted})
    show_plan(league, plan_league(league, game, told, results / league.name), console())
    return Code.DONE


def tell_detection(league: str, results: Path, a: str, b: str, target: str, differences: Sequence[float]) -> Code:
    """How many episodes show a difference, from what a league has played."""
    if bool(a) != bool(b):
        raise UserError("--a and --b belong together: name both arms")
    terms = Compare(a, b) if a else None
    if target and terms is None:
        raise UserError("--target belongs to two arms: name them with --a and --b")
    terms = replace(terms, target=target) if terms and target else terms
    show_detection(detection(results_folder(league, results), terms, differences), console())
    return Code.DONE
