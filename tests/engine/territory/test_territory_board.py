"""The board: 169 tiles, nine hearths, yields out of the seed, three variants."""

from __future__ import annotations

import pytest
from arena import TERRITORY

from engine.dice import commitment
from engine.errors import DiceError
from engine.territory.board import Variant, draw_yields, partitions, shape
from engine.territory.hexes import (
    BY_TEXT,
    COORDINATES,
    COUNT,
    DISTANCES,
    FROM_ORIGIN,
    HEARTHS,
    HOMES,
    KEYS,
    NUMBERS,
    around,
    each,
    gather,
    read_tile,
    spread,
)
from engine.territory.state import ALIASES, Options


def yields(seed: int) -> tuple[int, ...]:
    return tuple(draw.value for draw in draw_yields(seed))


def test_the_lattice_has_169_tiles_numbered_by_q_then_r() -> None:
    assert COUNT == 169
    assert KEYS[:3] == ("-7,0", "-7,1", "-7,2")
    assert KEYS[-1] == "7,0"
    assert list(COORDINATES) == sorted(COORDINATES)
    assert max(FROM_ORIGIN) == 7


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [("0,0", "0,0", 0), ("5,0", "5,-1", 1), ("5,0", "2,0", 3), ("5,0", "-5,5", 10), ("0,0", "3,4", 7)],
)
def test_distance_is_counted_in_steps(a: str, b: str, steps: int) -> None:
    assert DISTANCES[NUMBERS[a]][NUMBERS[b]] == steps


def test_sets_of_tiles_agree_with_distances() -> None:
    for tile in range(COUNT):
        for reach in (0, 1, 2):
            assert list(each(around(tile, reach))) == [t for t in range(COUNT) if DISTANCES[tile][t] <= reach]
    assert spread(gather((3, 90)), 2) == around(3, 2) | around(90, 2)


def test_the_nine_hearths_lie_on_ring_5_at_least_3_apart_with_whole_home_rings() -> None:
    assert [KEYS[hearth] for hearth in HEARTHS] == [
        "5,0",
        "5,-3",
        "4,-5",
        "0,-5",
        "-3,-2",
        "-5,1",
        "-5,5",
        "-2,5",
        "1,4",
    ]
    assert {FROM_ORIGIN[hearth] for hearth in HEARTHS} == {5}
    assert min(DISTANCES[a][b] for a in HEARTHS for b in HEARTHS if a != b) == 3
    assert [home.bit_count() for home in HOMES] == [7] * 9


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("3,-2", "3,-2"),
        (" 3, -2 ", "3,-2"),
        ("(3,-2)", "3,-2"),
        ("[3,-2]", "3,-2"),
        ("3,−2", "3,-2"),
        ([3, -2], "3,-2"),
        ("8,0", None),
        ("4,4", None),
        ("3", None),
        ("3,-2,-1", None),
        ("", None),
        ([3], None),
        ([3, True], None),
        (None, None),
        (3.5, None),
    ],
)
def test_a_tile_is_read_as_seats_write_it(written: object, key: str | None) -> None:
    tile = read_tile(written)
    assert (None if tile is None else KEYS[tile]) == key


def test_keys_as_text_put_the_minus_first() -> None:
    tiles = [NUMBERS[key] for key in ("0,0", "-1,0", "-1,1", "-1,-1", "1,-1")]
    assert [KEYS[tile] for tile in sorted(tiles, key=BY_TEXT.__getitem__)] == ["-1,-1", "-1,0", "-1,1", "0,0", "1,-1"]


def test_the_same_seed_makes_the_same_board_and_another_seed_another() -> None:
    assert yields(12345) == yields(12345)
    assert yields(12345) != yields(12346)


def test_yields_follow_the_four_weights() -> None:
    drawn = [value for seed in range(1, 41) for value in yields(seed)]
    for value, weight in enumerate((0.45, 0.30, 0.17, 0.08)):
        spread_of = (weight * (1 - weight) * len(drawn)) ** 0.5
        assert abs(drawn.count(value) - weight * len(drawn)) < 3 * spread_of


def test_the_board_pays_about_149_a_turn_at_full_claim() -> None:
    assert 145 < sum(sum(yields(seed)) for seed in range(1, 21)) / 20 < 152


def test_play_starts_with_the_hearth_12_paint_and_nothing_earned() -> None:
    state = TERRITORY.start(7, Options()).state
    assert state.turn == 1
    assert state.paint == (12,) * 9
    assert state.scores == (0,) * 9
    assert {life.value for life in state.lives} == {"steady"}
    assert state.board.lands == tuple(1 << hearth for hearth in HEARTHS)
    assert (state.board.cracked, state.board.rubble) == (0, 0)


def test_the_first_event_commits_to_the_seed_and_records_every_draw() -> None:
    (made,) = TERRITORY.start(7, Options()).events
    assert made.commitment == commitment(7)
    assert tuple(draw.value for draw in made.draws) == made.yields == yields(7)
    assert made.pool == sum(made.yields)


def test_a_script_of_169_yields_is_a_board_and_a_bad_one_is_refused() -> None:
    script = tuple(tile % 4 for tile in range(COUNT))
    assert TERRITORY.start(script, Options()).state.board.yields == script
    with pytest.raises(DiceError, match="168 yields"):
        TERRITORY.start(script[1:], Options())
    with pytest.raises(DiceError, match=r"scripted yield 0 \(tile -7,0\) is 4"):
        TERRITORY.start((4, *script[1:]), Options())


def test_open_changes_nothing() -> None:
    assert shape(yields(7), Variant.OPEN) == shape(yields(7), Variant("open"))
    assert shape(yields(7), Variant.OPEN).yields == yields(7)
    assert shape(yields(7), Variant.OPEN).rubble == 0


def test_inside_out_is_rich_within_2_of_the_origin_and_bare_from_6_on() -> None:
    drawn, ground = yields(7), shape(yields(7), Variant.INSIDE_OUT)
    assert ground.rubble == 0
    for tile, value in enumerate(ground.yields):
        assert value == (3 if FROM_ORIGIN[tile] <= 2 else 0 if FROM_ORIGIN[tile] >= 6 else drawn[tile])


def test_rooms_have_rich_doorsteps_and_walls_of_rubble_with_a_gap() -> None:
    drawn, ground = yields(7), shape(yields(7), Variant.ROOMS)
    for tile, value in enumerate(ground.yields):
        nearest = min(DISTANCES[tile][hearth] for hearth in HEARTHS)
        assert value == (3 if nearest == 1 else drawn[tile])
    for hearth in HEARTHS:
        ring = [tile for tile in range(COUNT) if DISTANCES[hearth][tile] == 2]
        outside = [tile for tile in ring if min(DISTANCES[tile][other] for other in HEARTHS) == 2]
        gap = min(outside, key=lambda tile: (FROM_ORIGIN[tile], KEYS[tile]))
        assert not partitions() >> gap & 1
        assert not partitions() >> hearth & 1
    rings = {tile for hearth in HEARTHS for tile in range(COUNT) if DISTANCES[hearth][tile] == 2}
    gaps = [KEYS[tile] for tile in sorted(rings) if not partitions() >> tile & 1]
    assert gaps == ["-3,0", "-3,3", "-1,-2", "-1,3", "0,-3", "0,3", "2,-3", "3,-1", "3,0"]
    assert partitions() == gather(tile for tile in rings if KEYS[tile] not in gaps)


@pytest.mark.parametrize("variant", list(Variant))
def test_every_variant_can_be_started(variant: Variant) -> None:
    state = TERRITORY.start(3, Options(variant=variant.value)).state
    assert state.pool_at_start == state.board.pool
    assert len(TERRITORY.requests(state)) == len(ALIASES)


STANDING = {"5,0": 5, "5,-3": 3, "4,-5": 4, "0,-5": 5, "-3,-2": 3, "-5,1": 4, "-5,5": 5, "-2,5": 3, "1,4": 4}


@pytest.mark.parametrize(("hearth", "standing"), STANDING.items())
def test_the_ring_of_a_near_hearth_takes_tiles_out_of_a_home_ring(hearth: str, standing: int) -> None:
    row = DISTANCES[KEYS.index(hearth)]
    assert sum(row[tile] == 1 and not partitions() >> tile & 1 for tile in range(COUNT)) == standing
