"""Variants that leave out a section each: they say the rest as before, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.registry import GAMES
from harness.ablation import KEPT, ablations, save_ablations
from harness.errors import UserError
from harness.exhibition import first_request
from harness.prompt_changes import prompt_changes
from harness.prompts import load_prompts
from harness.resources import find

ROOTS = find("prompts")
CASES = [(game, variant) for game, variant in (("cogiavelli", "base"), ("cogiavelli", "ledger"), ("territory", "base"))]


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_every_section_is_left_out_once_and_the_prompt_still_renders(game: str, variant: str, tmp_path: Path) -> None:
    found = ablations(game, variant, ROOTS)
    assert len({ablation.section for ablation in found}) == len(found) >= 4
    assert not KEPT & {ablation.section for ablation in found}
    save_ablations(found, game, tmp_path)
    kind = "turn" if game == "territory" else "orders"
    request, memory = first_request(GAMES[game], GAMES[game].options(), 1, kind, "")
    whole = load_prompts(game, variant, ROOTS).render(request, memory).private
    for ablation in found:
        left = load_prompts(game, ablation.variant, [tmp_path, *ROOTS]).render(request, memory).private
        lines = whole.splitlines()
        assert len(left) < len(whole) or ablation.section == "past", "nothing is past in a first position"
        assert all(line in lines for line in left.splitlines()), "what is left was there before"


def test_names_say_what_is_missing() -> None:
    assert "without-ledger" in {ablation.variant for ablation in ablations("cogiavelli", "base", ROOTS)}
    assert "ledger-without-past" in {ablation.variant for ablation in ablations("cogiavelli", "ledger", ROOTS)}


def test_writing_the_same_again_changes_nothing_and_other_files_are_not_overwritten(tmp_path: Path) -> None:
    found = ablations("territory", "base", ROOTS)
    places = save_ablations(found, "territory", tmp_path)
    assert save_ablations(found, "territory", tmp_path) == places
    (places[-1] / "turn.j2").write_text("my own words", encoding="utf-8")
    with pytest.raises(UserError, match="is there already and differs; move it away, or write elsewhere with --to DIR"):
        save_ablations(found, "territory", tmp_path)


def test_a_variant_there_is_not() -> None:
    with pytest.raises(UserError, match="no prompt variant ledgr"):
        ablations("cogiavelli", "ledgr", ROOTS)


def kept(folder: Path, *variants: str) -> Path:
    for variant in variants:
        for name, text in load_prompts("cogiavelli", variant, [folder / "own", *ROOTS]).files.items():
            path = folder / "prompts" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return folder


def test_variants_differ_by_the_blocks_they_override(tmp_path: Path) -> None:
    changes = {change.place: change.lines for change in prompt_changes(kept(tmp_path, "base", "ledger"), *ARMS)}
    assert list(changes) == ["orders.j2, block ledger", "press.j2, block ledger", "treasurer.j2"]
    assert changes["orders.j2, block ledger"] == (' {% include "ledger.j2" %}', '+{% include "treasurer.j2" %}')
    assert all(line.startswith("+") for line in changes["treasurer.j2"])


ARMS = ("cogiavelli", "base", "ledger")


def test_an_ablation_differs_by_what_it_leaves_out(tmp_path: Path) -> None:
    save_ablations(ablations("cogiavelli", "base", ROOTS), "cogiavelli", tmp_path / "own")
    folder = kept(tmp_path, "base", "without-bribes")
    (change,) = prompt_changes(folder, "cogiavelli", "base", "without-bribes")
    assert change.place == "orders.j2, block bribes"
    assert all(line.startswith("-") for line in change.lines)


def test_a_variant_differs_in_nothing_from_itself(tmp_path: Path) -> None:
    assert prompt_changes(kept(tmp_path, "ledger"), "cogiavelli", "ledger", "ledger") == ()
    assert prompt_changes(tmp_path / "none", *ARMS) == ()
