"""How many episodes show a difference, told from results on disk."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from harness.config_compare import Compare
from harness.detection import detection
from harness.errors import UserError
from harness.sample_size import blocks_to_see, blocks_to_see_any_time

POWERS = ("RED", "GREEN", "BLUE")
SEATS = ("ann", "bob", "cyd")
COUNTS = {"decisions": 4, "by_model": 4, "repaired": 0, "illegal": 0, "fallback": 0, "silent": 0, "failures": {}}
TOKENS = {"input": 0, "cache_read": 0, "cache_write": 0, "output": 0}


def write_league(folder: Path, blocks: int, spread: float = 0.1) -> Path:
    """A league in which a seat's score is one power's luck of the block and its own."""
    random = Random(3)
    for block in range(blocks):
        for episode in range(3):
            seating = {power: SEATS[(place - episode) % 3] for place, power in enumerate(POWERS)}
            data: dict[str, Any] = {
                "format": 1,
                "league": "night",
                "fixture": f"b{block + 1:02}-e{episode + 1:02}",
                "block": block,
                "game": "toy",
                "powers": list(POWERS),
                "seating": seating,
                "ending": "complete",
                "winner": None,
                "scores": {power: 0.5 + random.gauss(0, spread) if spread else 0.5 for power in POWERS},
                "figures": {power: {} for power in POWERS},
                "counts": dict.fromkeys(POWERS, COUNTS),
                "tokens": dict.fromkeys(POWERS, TOKENS),
                "usd": dict.fromkeys(POWERS, 0.0),
                "models": {power: [] for power in POWERS},
            }
            place = folder / data["fixture"]
            place.mkdir(parents=True)
            (place / "result.json").write_text(json.dumps(data), encoding="ascii")
    return folder


def test_the_spread_is_that_of_a_block_between_two_arms(tmp_path: Path) -> None:
    found = detection(write_league(tmp_path, 30), Compare("ann", "bob"), [0.05])
    assert (found.a, found.b, found.blocks, found.block, found.measure) == ("ann", "bob", 30, 3, "score")
    assert found.deviation == pytest.approx(0.1 * (2 / 3) ** 0.5, rel=0.35)
    (needed,) = found.needed
    assert needed.once == blocks_to_see(0.05, found.deviation)
    assert needed.any_time == blocks_to_see_any_time(0.05, found.deviation)
    assert blocks_to_see(found.seen, found.deviation) == pytest.approx(30, abs=1)


def test_without_arms_it_is_the_middle_one_of_all_pairs(tmp_path: Path) -> None:
    folder = write_league(tmp_path, 8)
    pairs = [detection(folder, Compare(a, b)).deviation for a, b in (("ann", "bob"), ("ann", "cyd"), ("bob", "cyd"))]
    found = detection(folder)
    assert (found.a, found.b, found.deviation) == ("", "", sorted(pairs)[1])
    assert [row.difference / found.mean for row in found.needed] == pytest.approx([0.05, 0.1, 0.2, 0.5])


def spoil(folder: Path, *seats: str) -> None:
    """Let the fallback policy have decided in every play of some seats."""
    for path in folder.glob("*/result.json"):
        data = json.loads(path.read_text())
        spoilt = {power: {**COUNTS, "fallback": 1} for power, seat in data["seating"].items() if seat in seats}
        path.write_text(json.dumps(data | {"counts": data["counts"] | spoilt}))


def test_a_seat_without_a_play_of_its_own_is_in_no_pair(tmp_path: Path) -> None:
    folder = write_league(tmp_path, 8)
    spoil(folder, "cyd")
    assert detection(folder).deviation == detection(folder, Compare("ann", "bob")).deviation
    spoil(folder, "bob")
    with pytest.raises(UserError, match=r"no two seats of .* have plays of their own"):
        detection(folder)


@pytest.mark.parametrize(
    ("blocks", "spread", "why"), [(3, 0.1, "3 of the 4 blocks it takes are played"), (6, 0.0, "nothing differs at all")]
)
def test_a_spread_that_cannot_be_measured_yet(tmp_path: Path, blocks: int, spread: float, why: str) -> None:
    with pytest.raises(UserError, match=why):
        detection(write_league(tmp_path, blocks, spread))


def test_no_results(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="play a few blocks first"):
        detection(tmp_path)
