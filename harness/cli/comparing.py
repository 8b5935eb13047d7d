"""The verbs that weigh: a comparison of two arms, how many episodes one takes, prompts with a section left out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.wire import encode
from harness.ablation import ablations, save_ablations
from harness.begun import load_begun
from harness.cli.crew import game_named
from harness.cli.exit import Code
from harness.cli.folders import results_folder
from harness.comparison import compare
from harness.config_compare import LOOKS, Compare, Looks
from harness.config_errors import hint
from harness.display.comparison import show_comparison
from harness.display.screen import console, put, say
from harness.errors import UserError
from harness.prompt_changes import changes_between
from harness.resources import find


def tell_comparison(
    league: str, results: Path, a: str, b: str, target: str, margin: float | None, looks: str, as_json: bool
) -> Code:
    """Two arms of a league: those it declared, or two named ones."""
    folder = results_folder(league, results)
    found = compare(folder, _terms(folder, a, b, target, margin, looks))
    if as_json:
        put(encode(found))
    else:
        changes = changes_between(folder, found.game, found.a.seats, found.b.seats)
        show_comparison(found, changes, folder, console())
    return Code.DONE


def _terms(folder: Path, a: str, b: str, target: str, margin: float | None, looks: str) -> Compare | None:
    """What to compare: what is given, else what was declared, which then cannot be changed. Raises `UserError`."""
    begun = load_begun(folder)
    declared = begun.compare if begun else None
    if bool(a) != bool(b):
        raise UserError("--a and --b belong together: name both arms")
    if looks and looks not in LOOKS:
        raise UserError(f"--looks {looks}: {hint(looks, LOOKS)}")
    if not a:
        if declared and (target or looks or margin is not None):
            raise UserError(
                "this league declared its comparison before it was played; to look at something else as well,"
                f" name the arms: --a {declared.a} --b {declared.b}"
            )
        return None
    terms = Compare(a, b)
    terms = replace(terms, target=target or terms.target, margin=terms.margin if margin is None else margin)
    chosen: Looks = "end" if looks == "end" else "any"
    return replace(terms, looks=chosen)


def write_ablations(game_name: str, variant: str, to: Path, prompts: Path | None) -> Code:
    """Write a variant for every section of a prompt, without it."""
    game, out = game_named(game_name), console()
    found = ablations(game.name, variant, find("prompts", prompts))
    for ablation, place in zip(found, save_ablations(found, game.name, to), strict=True):
        say(out, f"{place}  leaves out {ablation.section}")
    if not found:
        say(out, f"{game.name}/{variant} has no sections to leave out")
        return Code.NOTHING
    say(out, f'Give one to a seat, variant = "{found[0].variant}", and compare it with {variant}; use --prompts {to}')
    return Code.DONE
