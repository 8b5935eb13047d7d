"""What a seat is shown, and positions as text."""

from __future__ import annotations

import pytest
from arena import TERRITORY, flat, play

from engine.errors import PositionError
from engine.game import Request
from engine.territory.state import Options, State


def request_of(state: State, alias: str) -> Request:
    return next(request for request in TERRITORY.requests(state) if request.power == alias)


FRONT = flat("5,-1: Sable", "5,-2: Ochre, yield 3", "4,0: rubble", "4,1: cracked, yield 3", turn=4, paint=8)


def test_the_map_has_a_line_a_row_and_a_cell_a_tile() -> None:
    lines = request_of(FRONT, "Sable").public.map
    assert len(lines) == 15
    assert sum(len(line.split(": ")[1].split()) for line in lines) == 169
    assert lines[7] == "r=0 q=-7..7: 1-- 1-- 1-- 1-- 1-- 1-- 1-- 1-- 1-- 1-- 1-- ### 1Sa 1-- 1--"
    assert "3Oc" in lines[5] and "1c--" in lines[8]


def test_own_tiles_home_and_income_are_shown() -> None:
    view = request_of(FRONT, "Sable").view
    assert (view.hearth, view.paint, view.life, view.income_next) == ("5,0", 8, "steady", 2)
    assert [tile.key for tile in view.lands] == ["5,-1", "5,0"]
    assert {(tile.key, tile.wall.value, tile.owner, tile.pays) for tile in view.home} == {
        ("4,0", "rubble", None, 0),
        ("4,1", "cracked", None, 1),
        ("5,-1", "wall", "Sable", 1),
        ("5,0", "wall", "Sable", 1),
        ("5,1", "wall", None, 1),
        ("6,-1", "wall", None, 1),
        ("6,0", "wall", None, 1),
    }


def test_claims_are_shown_with_their_price_richest_first_and_what_can_be_paid() -> None:
    claims = request_of(FRONT, "Sable").view.claims
    assert {claim.key for claim in claims}.isdisjoint({"5,-2", "4,0", "5,0", "2,0"})
    first = claims[0]
    assert (first.key, first.distance, first.pays, first.price, first.affordable) == ("4,-1", 1, 1, 4, True)
    assert {claim.price for claim in claims} == {4, 6}


def test_razes_are_shown_with_price_salvage_and_whom_they_strike() -> None:
    razes = {raze.key: raze for raze in request_of(FRONT, "Sable").view.razes}
    assert "4,0" not in razes
    assert (razes["5,-2"].owner, razes["5,-2"].home, razes["5,-2"].strikes) == ("Ochre", "Ochre", "Ochre")
    assert (razes["5,-2"].price, razes["5,-2"].affordable) == (10, False)
    assert (razes["5,0"].price, razes["5,0"].salvage, razes["5,0"].strikes) == (5, 4, None)
    assert request_of(flat(turn=3), "Sable").view.razes == ()


def test_rivals_are_shown_nearest_first_with_the_tiles_they_could_strike_from() -> None:
    rivals = request_of(FRONT, "Ochre").view.rivals
    assert (rivals[0].power, rivals[0].distance, rivals[0].footholds) == ("Sable", 2, ("5,-1", "5,0"))
    assert all(not rival.footholds for rival in rivals[1:])


def test_the_table_is_best_first_and_the_last_report_is_the_seat_s_own() -> None:
    state, _ = play(flat("Ash: score 40", "Sable: razes 1"), {"Sable": ["claim 5,-1"], "Ochre": ["claim 0,0"]})
    table = request_of(state, "Sable").public.standing
    assert [(row.rank, row.power, row.score) for row in table[:3]] == [
        (1, "Ash", 41),
        (2, "Ochre", 1),
        (3, "Verdant", 1),
    ]
    assert [(row.tiles, row.income, row.pays) for row in table if row.power == "Sable"] == [(2, 1, 2)]
    report = request_of(state, "Sable").view.report
    assert (report.spent, report.income, report.received, report.rejected) == (4, 1, 0, "")
    assert "claim 0,0" in request_of(state, "Ochre").view.report.rejected


def test_the_options_of_the_slots_can_be_paid_alone() -> None:
    claims, razes, gifts = request_of(FRONT, "Sable").slots
    assert {slot.key for slot in (claims, razes, gifts)} == {"orders"}
    assert "claim 4,-1" in claims.options and "claim 5,-2" not in claims.options
    assert "raze 5,0" in razes.options and "raze 5,-2" not in razes.options
    assert len(gifts.options) == 8 * 3
    assert gifts.options[:4] == (
        "transfer 1 to Ochre",
        "transfer 2 to Ochre",
        "transfer 5 to Ochre",
        "transfer 1 to Verdant",
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("turn x", "line 1: 'x' is not a whole number in 1..61"),
        ("turn 19", "turn 19 is past the last, 18"),
        ("\nyields 12", "line 2: 'yields 12' is none of"),
        ("fly", "line 1: 'fly' is none of"),
        ("Mauve: paint 3", "'Mauve' is neither a seat nor a tile"),
        ("9,9: Sable", "'9,9' is neither a seat nor a tile"),
        ("Sable: paint -3", "'-3' is not a whole number"),
        ("Sable: happy", "'happy' is none of"),
        ("5,0: blue", "'blue' is none of"),
        ("5,0: yield 4", "'4' is not a whole number in 0..3"),
        ("4,0: Sable, rubble", "tile 4,0: rubble is nobody's"),
        ("Ash: eliminated\n4,0: Ash", "tile 4,0: Ash is eliminated"),
        ("ended happily", "'ended happily' is none of"),
    ],
)
def test_a_position_that_cannot_be_read_names_line_and_token(text: str, says: str) -> None:
    with pytest.raises(PositionError) as error:
        TERRITORY.read_position(text, Options())
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"turns": 0}, "turns"),
        ({"turns": 61}, "turns"),
        ({"turns": True}, "turns"),
        ({"turns": 5.0}, "turns"),
        ({"variant": "closed"}, "variant"),
        ({"contingent_claims": 1}, "contingent_claims"),
    ],
)
def test_a_wrong_option_names_its_field(options: dict[str, object], field: str) -> None:
    with pytest.raises(ValueError, match=f"^{field}: "):
        Options(**options)  # type: ignore[arg-type]
