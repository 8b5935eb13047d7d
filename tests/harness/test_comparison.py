"""Comparisons: pairs, taint, arms by name, and verdicts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.begun import Begun
from harness.comparison import Comparison, Effect, Verdict, compare, comparison, effect, verdict
from harness.config_compare import Compare
from harness.errors import UserError
from harness.results import Result

POWERS = ("RED", "GREEN", "BLUE")
TERMS = Compare("new", "old", margin=0.1)
COUNTS = {"decisions": 10, "by_model": 10, "repaired": 0, "illegal": 2, "fallback": 0, "silent": 0}


def played(
    block: int, arm: str, score: float, *, fallback: int = 0, failures: Mapping[str, int] | None = None
) -> Result:
    """The arm holds one power, by the block; two others hold the rest."""
    place = block % 3
    seats = iter(("x", "y"))
    seating = {power: arm if number == place else next(seats) for number, power in enumerate(POWERS)}
    held = POWERS[place]
    return Result(
        league="night",
        game="toy",
        fixture=f"b{block + 1:02}-e{1 + (arm == 'old'):02}",
        block=block,
        powers=POWERS,
        ending="complete",
        winner=held if score > 0.5 else None,
        seating=seating,
        scores={power: score if power == held else 0.25 for power in POWERS},
        figures={power: {"stabs": 1.0 if power == held and arm == "new" else 0.0, "rounds": 3.0} for power in POWERS},
        counts={power: {**COUNTS, "fallback": fallback if power == held else 0} for power in POWERS},
        failures={power: failures or {} if power == held else {} for power in POWERS},
        tokens={power: {"input": 100, "cache_read": 0, "cache_write": 0, "output": 9} for power in POWERS},
        usd=dict.fromkeys(POWERS, None),
        models=dict.fromkeys(POWERS, ()),
    )


def league(blocks: int, gain: float, noise: float = 0.1, seed: int = 4) -> list[Result]:
    """Pairs in which the new arm scores more by `gain` and noise; blocks differ far more than arms."""
    random = Random(seed)
    found = []
    for block in range(blocks):
        level = random.uniform(0, 5)
        found.append(played(block, "new", level + gain + random.gauss(0, noise)))
        found.append(played(block, "old", level))
    return found


def begun(blocks: int, **terms: str) -> Begun:
    return Begun(2 * blocks, 7, ("new", "old", "x", "y"), TERMS, terms)


def test_a_difference_is_taken_pair_by_pair() -> None:
    found = comparison(league(12, 0.3), TERMS)
    assert (found.target.pairs, found.target.blocks, found.unpaired) == (12, 12, 0)
    assert found.target.difference == pytest.approx(0.3, abs=0.06)
    assert found.target.a - found.target.b == pytest.approx(found.target.difference)
    assert found.target.deviation == pytest.approx(0.1, abs=0.05)
    assert (found.target.low or 0) < 0.3 < (found.target.high or 0)
    assert found.verdict == Verdict("better")
    assert comparison(league(12, 0.3), replace(TERMS, a="old", b="new")).verdict == Verdict("worse")


def test_the_order_of_results_changes_nothing() -> None:
    results = league(14, 0.1)
    first = comparison(results, TERMS)
    Random(1).shuffle(results)
    assert comparison(results, TERMS) == first


def test_only_the_target_decides_and_other_measures_are_adjusted() -> None:
    found = comparison(league(12, 0.3), TERMS)
    assert found.target.adjusted_p is None
    assert [other.measure for other in found.others] == ["stabs"], "what never differs is no measure to adjust for"
    assert all((other.adjusted_p or 0) >= other.p for other in found.others)
    by_stabs = comparison(league(12, 0.3), replace(TERMS, target="stabs"))
    assert (by_stabs.target.difference, by_stabs.verdict.word) == (1.0, "above")


TAINTS = [
    ("the fallback policy decided", {"fallback": 1}),
    ("an outage decided", {"failures": {"rate_limited": 1}}),
]


@pytest.mark.parametrize("taint", [row[1] for row in TAINTS], ids=[row[0] for row in TAINTS])
def test_a_tainted_play_takes_its_partner_with_it(taint: dict[str, object]) -> None:
    results = league(12, 0.3)
    results[4] = played(2, "new", 99.0, **taint)  # type: ignore[arg-type]
    found = comparison(results, TERMS)
    assert (found.a.plays, found.a.tainted, found.b.tainted) == (12, 1, 0)
    assert (found.target.pairs, found.unpaired) == (11, 0)
    assert found.target.a < 10


def test_what_the_seat_did_itself_is_no_taint() -> None:
    results = league(12, 0.3)
    results[4] = played(2, "new", 0.0, failures={"unparsable": 3, "late": 1})
    assert comparison(results, TERMS).a.tainted == 0


def test_a_play_without_its_partner_is_counted_and_left_out() -> None:
    found = comparison(league(12, 0.3)[:-1], TERMS)
    assert (found.target.pairs, found.unpaired) == (11, 1)


def test_arms_are_found_by_seat_model_or_variant() -> None:
    own = begun(12, **{"seats.new.variant": "ledger", "seats.old.variant": "base", "seats.new.model": "m-2"})
    for a in ("new", "ledger", "m-2"):
        found = comparison(league(12, 0.3), replace(TERMS, a=a, b="base"), own)
        assert (found.a.seats, found.b.seats) == (("new",), ("old",))


UNKNOWN = [
    ("a seat there is not", "nwe", "old", "nwe is no seat, model or prompt variant of these results"),
    ("one seat twice", "new", "new", "new and new both mean seat new; name two seats to compare"),
]


@pytest.mark.parametrize(("a", "b", "message"), [row[1:] for row in UNKNOWN], ids=[row[0] for row in UNKNOWN])
def test_arms_that_cannot_be_compared(a: str, b: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        comparison(league(4, 0.3), replace(TERMS, a=a, b=b))


def test_seats_that_never_met_a_power_of_a_block_both() -> None:
    with pytest.raises(UserError, match="have not played one power of one block both"):
        comparison([played(0, "new", 1.0), played(1, "old", 1.0)], TERMS)


def test_a_target_that_is_not_measured() -> None:
    with pytest.raises(UserError, match=r"stab is not measured in every pair.*did you mean stabs"):
        comparison(league(4, 0.3), replace(TERMS, target="stab"))


BLOCK = st.lists(st.integers(-30, 30), min_size=1, max_size=6)
"""The differences of one block's pairs: blocks have lost some of theirs."""


def seen(blocks: Sequence[Sequence[float]]) -> Effect:
    return effect("score", [(block, value, 0.0) for block, own in enumerate(blocks) for value in own])


@given(st.lists(BLOCK, min_size=8, max_size=11))
def test_both_intervals_hold_the_difference_however_unequal_blocks_are(blocks: list[list[float]]) -> None:
    found = seen(blocks)
    assert found.low is not None and found.high is not None
    assert found.any_low is not None and found.any_high is not None
    assert found.difference == pytest.approx(fmean(chain(*blocks)))
    assert found.low - 1e-9 <= found.difference <= found.high + 1e-9
    assert found.any_low <= found.difference <= found.any_high


@given(st.lists(BLOCK, min_size=4, max_size=5), st.integers(-5, 5))
def test_the_intervals_of_a_symmetric_league_are_centred_on_the_difference(half: list[list[int]], shift: int) -> None:
    found = seen([[shift + sign * value for value in own] for own in half for sign in (1, -1)])
    assert found.difference == pytest.approx(shift)
    assert ((found.low or 0) + (found.high or 0)) / 2 == pytest.approx(shift, abs=1e-9)
    assert ((found.any_low or 0) + (found.any_high or 0)) / 2 == pytest.approx(shift, abs=1e-9)


SEEN = Effect("score", 0.5, 0.4, 0.1, 0.02, 0.18, -0.04, 0.24, 0.02, 0.3, None, 0.4, 24, 24, 0.25, False)
ALIKE = effect("score", [(block, 0.5, 0.5) for block in range(40)])
NEAR = replace(SEEN, difference=0.01, low=-0.02, high=0.04, any_low=-0.04, any_high=0.06, deviation=0.07)
VERDICTS = [
    ("clear at one look", SEEN, replace(TERMS, looks="end"), 24, Verdict("better")),
    ("but the plan is not at its end", SEEN, replace(TERMS, looks="end"), 30, Verdict("open", 6)),
    ("and not clear at any time", SEEN, TERMS, 30, Verdict("open", 46)),
    ("within the margin", NEAR, TERMS, 30, Verdict("tied")),
    ("no margin was stated", NEAR, replace(TERMS, margin=0.0), 30, Verdict("open", 591)),
    ("too few blocks to say", effect("score", [(0, 1.0, 0.5), (1, 0.9, 0.8)]), TERMS, 9, Verdict("open", 11)),
    ("every pair alike", ALIKE, TERMS, 40, Verdict("tied")),
    ("every pair alike, but the margin is narrow", ALIKE, replace(TERMS, margin=0.05), 40, Verdict("open", 20)),
    ("every pair alike, and no margin", ALIKE, replace(TERMS, margin=0.0), 40, Verdict("open", None)),
]


@pytest.mark.parametrize(
    ("seen", "terms", "planned", "expected"), [row[1:] for row in VERDICTS], ids=[row[0] for row in VERDICTS]
)
def test_verdicts(seen: Effect, terms: Compare, planned: int, expected: Verdict) -> None:
    assert verdict(seen, terms, planned, reach=1.0) == expected


def test_without_a_margin_nothing_is_tied_not_even_what_never_differs_at_all() -> None:
    assert verdict(ALIKE, replace(TERMS, margin=0.0), 40, reach=0.0) == Verdict("open", None)
    assert verdict(ALIKE, TERMS, 40, reach=0.0) == Verdict("tied")


def test_pairs_that_are_mostly_alike_are_not_called_tied() -> None:
    rare = effect("score", [(block, 0.5 + 0.01 * (block == 3), 0.5) for block in range(24)])
    assert rare.steady
    assert (rare.any_high or 1.0) < 0.1
    assert verdict(rare, TERMS, 24, reach=0.01).word == "open"


def test_a_folder_that_declares_nothing(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="declares no comparison; say what to compare: --a SEAT --b SEAT"):
        compare(tmp_path)


def test_a_folder_without_results(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="play the league first: cogleague run LEAGUE"):
        compare(tmp_path, TERMS)


def test_the_terms_are_those_the_folder_was_begun_with(tmp_path: Path) -> None:
    flat = {f"compare.{key}": getattr(TERMS, key) for key in TERMS.__slots__}
    manifest = {"format": 1, "league": "night", "episodes": 12, "terms": {"seed": 7, "seats.order": ["new"], **flat}}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest), encoding="ascii")
    with pytest.raises(UserError, match="no results in"):
        compare(tmp_path)


def test_two_seats_of_one_rotation_are_paired_by_block_and_power() -> None:
    """Both seats in one episode, powers exchanged in the next: as in any league without arms."""
    results = []
    for block in range(8):
        for first in (True, False):
            one = played(3 * block, "new", 0.0)
            held = ("new", "old") if first else ("old", "new")
            seating = {"RED": held[0], "GREEN": held[1], "BLUE": "x"}
            scores = {"RED": 0.6 if first else 0.4, "GREEN": 0.1 * block, "BLUE": 0.0}
            results.append(replace(one, block=block, fixture=f"f{block}{first}", seating=seating, scores=scores))
    found: Comparison = comparison(results, TERMS)
    assert (found.target.pairs, found.target.blocks) == (16, 8)
    assert found.target.difference == pytest.approx(0.1)
