"""What may be ordered, what it costs, and the exact reason when a set is rejected."""

from __future__ import annotations

from typing import Any

import pytest
from arena import TERRITORY, flat, read

from engine.territory.state import State

HELD = "5,-1: Sable"
TWO_AWAY = "3,0: Ochre"
FOUR_CLAIMS = ["claim 5,-1", "claim 4,0", "claim 4,1", "claim 5,1"]


@pytest.mark.parametrize(
    ("entry", "order"),
    [
        ({"type": "claim", "tile": "5,-1"}, "claim 5,-1"),
        ({"type": "Claim ", "tile": " 5, -1 "}, "claim 5,-1"),
        ({"type": "raze", "tile": [5, -1]}, "raze 5,-1"),
        ({"type": "transfer", "to": "ochre", "amount": 5}, "transfer 5 to Ochre"),
        ({"type": "transfer", "to": " Ochre", "amount": "5"}, "transfer 5 to Ochre"),
        ({"type": "transfer", "to": "Ochre", "amount": 5.0}, "transfer 5 to Ochre"),
        ({"type": "claim", "tile": "5,-1", "because": "rich", "amount": None}, "claim 5,-1"),
        ("claim 5,-1", "claim 5,-1"),
        ("CLAIM (5, -1).", "claim 5,-1"),
        ("raze 5,−1", "raze 5,-1"),
        ("transfer 5 to Ochre", "transfer 5 to Ochre"),
        ("transfer Ochre 5", "transfer 5 to Ochre"),
        ("transfer 5 paint to OCHRE", "transfer 5 to Ochre"),
    ],
)
def test_an_order_is_an_object_or_a_line(entry: Any, order: str) -> None:
    submission = read(flat(turn=4, paint=50), "Sable", [entry])
    assert submission.complaint == ""
    assert [str(one) for one in submission.value.orders] == [order]


@pytest.mark.parametrize(
    ("entry", "price", "lines"),
    [
        ("claim 5,-1", 4, ()),
        ("claim 3,0", 6, ()),
        ("claim 5,0", 2, ("5,0: free",)),
        ("claim 5,-1", 4, ("5,0: free",)),
        ("claim 5,0", 2, ("5,0: free, cracked",)),
        ("raze 3,0", 5, ()),
        ("raze 5,0", 5, ()),
        ("raze 5,-2", 10, (HELD,)),
        ("raze 5,-2", 5, (HELD, "Ochre: eliminated")),
        ("raze 5,-3", 10, (HELD,)),
        ("raze 5,-2", 10, (HELD, "5,-2: Sable")),
        ("transfer 7 to Ash", 8, ()),
    ],
)
def test_prices(entry: str, price: int, lines: tuple[str, ...]) -> None:
    """2 and 2 a step; 5, or 10 at home with another living seat whoever owns the tile; the amount and 1."""
    submission = read(flat(*lines, turn=4, paint=50), "Sable", [entry])
    assert submission.complaint == ""
    assert [order.price for order in submission.value.orders] == [price]


REJECTED: tuple[tuple[str, State, list[Any], str, str], ...] = (
    ("three steps away", flat(), ["claim 2,0"], "range", "2,0 is out of range: 3 from your nearest tile, 5,0"),
    ("nothing owned", flat("5,0: free"), ["claim 2,0"], "range", "3 from your nearest hearth (you own nothing), 5,0"),
    ("one's own", flat(), ["claim 5,0"], "owned", "5,0 is already held, by you"),
    ("another's", flat(TWO_AWAY), ["claim 3,0"], "owned", "3,0 is already held, by Ochre"),
    ("rubble", flat("5,-1: rubble"), ["claim 5,-1"], "rubble", "5,-1 is rubble and can never be claimed"),
    ("rubble razed", flat("5,-1: rubble", turn=4), ["raze 5,-1"], "rubble", "rubble and can never be razed again"),
    ("rubble conducts nothing", flat("5,0: rubble", "4,0: Sable"), ["claim 7,-1"], "range", "nearest tile, 4,0"),
    ("before turn 4", flat(turn=3), ["raze 5,-1"], "early", "razes are legal from turn 4, and this is turn 3"),
    ("a raze too far", flat(turn=4), ["raze 2,0"], "range", "3 from your nearest tile, 5,0"),
    ("off the board", flat(), ["claim 40,40"], "offboard", "names no tile of the board"),
    ("twice", flat(paint=99), ["claim 5,-1", "claim 4,0", "claim (5,-1)"], "duplicate", "5,-1 is claimed twice"),
    ("too dear", flat(), FOUR_CLAIMS, "insufficient", "it costs 4 + 4 + 4 + 4 = 16 paint, and you have 12"),
    ("what could be paid", flat(), FOUR_CLAIMS, "insufficient", "would do, for 12: claim 5,-1; claim 4,0; claim 4,1"),
    ("its first", flat(), ["claim 4,0", "transfer 9 to Ash"], "insufficient", "would do, for 4: claim 4,0"),
    ("one too dear", flat(paint=5), ["claim 3,0"], "insufficient", "it costs 6 paint, and you have 5"),
    ("a gift too dear", flat(), ["transfer 12 to Ash"], "insufficient", "it costs 13 paint, and you have 12"),
    ("income is next turn's", flat(paint=3), ["claim 5,-1"], "insufficient", "it costs 4 paint, and you have 3"),
    ("to oneself", flat(), ["transfer 1 to Sable"], "notarget", "not to yourself"),
    ("to nobody", flat(), ["transfer 1 to Nobody"], "notarget", "names no seat"),
    ("to the dead", flat("Ochre: eliminated"), ["transfer 1 to Ochre"], "notarget", "Ochre is eliminated"),
    ("nothing", flat(), [{"type": "transfer", "to": "Ochre", "amount": 0}], "amount", "whole number in 1.."),
    ("less than nothing", flat(), [{"type": "transfer", "to": "Ochre", "amount": -5}], "amount", "whole number"),
    ("a part", flat(), [{"type": "transfer", "to": "Ochre", "amount": 1.5}], "amount", "whole number"),
    ("a truth", flat(), [{"type": "transfer", "to": "Ochre", "amount": True}], "amount", "whole number"),
    ("not a number", flat(), [{"type": "transfer", "to": "Ochre", "amount": float("nan")}], "amount", "whole number"),
    ("a fortune", flat(), [{"type": "transfer", "to": "Ochre", "amount": 10**400}], "amount", "whole number"),
    ("unknown verb", flat(), ["paint 5,-1"], "parse", "cannot be read as an order"),
    ("no tile", flat(), [{"type": "claim"}], "parse", 'names no tile; write "claim q,r"'),
    ("wrong type", flat(), [7], "parse", "entry 1 (an item of type int)"),
    ("a ninth", flat(paint=99), ["transfer 1 to Ash"] * 9, "toomany", "entry 9 (transfer 1 to Ash): is one too many"),
    ("the first at fault is named", flat(), ["claim 5,-1", "claim 2,0", "claim 40,40"], "range", "entry 2 (claim 2,0)"),
    ("a fault goes before the total", flat(), ["claim 3,0", "claim 3,1", "claim 3,2", "claim 0,0"], "range", "entry 4"),
)  # fmt: skip


@pytest.mark.parametrize(("what", "state", "orders", "reason", "says"), REJECTED, ids=[row[0] for row in REJECTED])
def test_one_bad_entry_rejects_the_whole_set(
    what: str, state: State, orders: list[Any], reason: str, says: str
) -> None:
    submission = read(state, "Sable", orders)
    assert says in submission.complaint
    assert [refusal.reason for refusal in submission.refused] == [reason]
    assert submission.value.orders == ()
    assert submission.value.rejected == submission.complaint


def test_an_empty_list_is_a_legal_hold() -> None:
    submission = read(flat(), "Sable", [])
    assert (submission.complaint, submission.value.orders) == ("", ())


def test_orders_that_are_no_list_are_complained_about() -> None:
    request = TERRITORY.requests(flat())[0]
    for orders in ("claim 5,-1", None, {"1": "claim 5,-1"}, 5):
        submission = TERRITORY.read(request, {"orders": orders})
        assert submission.complaint == "orders must be a list"
        assert submission.value.orders == ()


def test_the_same_tile_may_be_razed_twice_and_razed_and_claimed() -> None:
    submission = read(flat(turn=4, paint=99), "Sable", ["raze 5,-1", "raze 5,-1", "claim 5,-1"])
    assert [order.price for order in submission.value.orders] == [5, 5, 4]


def test_with_contingent_claims_another_s_tile_may_be_claimed_but_not_one_s_own() -> None:
    state = flat(TWO_AWAY, contingent_claims=True)
    assert read(state, "Sable", ["claim 3,0"]).complaint == ""
    assert "already held, by you" in read(state, "Sable", ["claim 5,0"]).complaint


def test_a_hearth_may_be_razed_by_its_own_seat_and_rings_claimed_by_anyone() -> None:
    state = flat(HELD, turn=4, paint=99)
    assert read(state, "Sable", ["raze 5,0"]).complaint == ""
    assert read(state, "Sable", ["claim 5,-2"]).complaint == ""
