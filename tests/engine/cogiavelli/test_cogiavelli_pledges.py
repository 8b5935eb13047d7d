"""Pledges judged by the orders and payments of their season."""

import pytest
from scene import orders_at

UNITS = """1499 spring orders
VENICE: 60 ducats; units A VER, F VEN; cities VER VEN
MILAN: 60 ducats; units A MAN, A MIL; cities MIL FER
FLORENCE: 60 ducats; units A MOD, A FLO; cities FLO
TURK: 12 ducats; cities DUR
"""


def verdict(pledge, orders=(), spend=None, dice="0 0 0 0 0 0", text=UNITS):
    scene = orders_at(f"{text}pledge: {pledge}\ndice: {dice}", orders, spend)
    stabs, others = scene.events("stab"), scene.events("pledge_judged")
    assert len(stabs) + len(others) == 1
    return f"stab: {stabs[0]['line']}" if stabs else others[0]["verdict"]


@pytest.mark.parametrize(
    ("orders", "outcome"),
    [
        (["A VER - PAD"], "kept"),
        (["A VER - MAN"], "stab: A VER - MAN"),  # occupied by Milan
        (["A VER - FER"], "stab: A VER - FER"),  # owned by Milan, empty
        (["F VEN - FER"], "stab: F VEN - FER"),
        (["A VER S A MOD - MAN"], "stab: A VER S A MOD - MAN"),  # whether it moves or not
        (["A VER S A MAN - FER"], "kept"),  # the friend's own unit
        (["A VER S A MAN"], "kept"),
        (["A VER - ROM"], "kept"),  # illegal: a hold
        (["F VEN S A MAN - FER", "A VER - TRE"], "kept"),
    ],
)
def test_peace(orders, outcome):
    assert verdict("VENICE to MILAN peace", orders) == outcome


@pytest.mark.parametrize(
    ("entry", "outcome"),
    [
        (("bribe_buy", "A MAN", 15), "stab: bribe_buy A MAN 15"),
        (("bribe_disband", "A MIL", 1), "stab: bribe_disband A MIL 1"),  # paid, though it fails
        (("assassinate", "MILAN", 3), "stab: assassinate MILAN 6"),
        (("bribe_disband", "A MIL", 99), "kept"),  # not paid
        (("bribe_disband", "A MOD", 9), "kept"),  # not Milan's
        (("gift", "MILAN", 9), "kept"),
    ],
)
def test_a_paid_bribe_or_dagger_breaks_peace_and_an_unpaid_one_does_not(entry, outcome):
    assert verdict("VENICE to MILAN peace", spend={"VENICE": [entry]}, dice="5 5") == outcome


STRUCK = {"FLORENCE": [("assassinate", "VENICE", 30)]}


def test_the_paralysed_are_not_bound_except_by_what_they_paid():
    assert verdict("VENICE to MILAN peace", ["A VER - MAN"], STRUCK) == "moot"
    assert verdict("VENICE to MILAN support", [], STRUCK) == "moot"
    paid = {**STRUCK, "VENICE": [("bribe_disband", "A MAN", 9)]}
    assert verdict("VENICE to MILAN peace", [], paid) == "stab: bribe_disband A MAN 9"


@pytest.mark.parametrize(
    ("pledge", "orders", "outcome"),
    [
        ("VENICE to ALL keepout PAD", ["A VER - PAD"], "stab: A VER - PAD"),
        ("VENICE to MILAN keepout PAD", ["A VER - TRE"], "kept"),
        ("VENICE to ALL keepout FER", ["F VEN S A MAN - FER"], "stab: F VEN S A MAN - FER"),
        ("VENICE to ALL peace", ["A VER - MAN"], "stab: A VER - MAN"),
        ("VENICE to ALL peace", ["A VER - TRE"], "kept"),
        ("VENICE to MILAN support", ["A VER S A MAN"], "kept"),
        ("VENICE to MILAN support", ["A VER S A MAN - FER"], "kept"),  # void, it counts
        ("VENICE to MILAN support", ["A VER S F VEN - PAD"], "stab: no support ordered"),  # illegal
        ("VENICE to MILAN support", ["A VER H"], "stab: no support ordered"),
        ("MILAN to VENICE support", [], "stab: no support ordered"),
        ("VENICE to TURK support", [], "moot"),  # the Turk has no unit
        ("VENICE to TURK peace", [], "moot"),
    ],
)
def test_keepout_support_and_pledges_to_all(pledge, orders, outcome):
    assert verdict(pledge, orders) == outcome


def test_a_support_for_or_by_a_unit_that_a_bribe_took_away_still_counts():
    gone = {"FLORENCE": [("bribe_disband", "A MAN", 9)]}
    assert verdict("VENICE to MILAN support", ["A VER S A MAN"], gone) == "kept"
    gone = {"FLORENCE": [("bribe_buy", "A VER", 15)]}
    assert verdict("VENICE to MILAN support", ["A VER S A MAN"], gone) == "kept"


def test_a_move_of_a_unit_bribed_away_was_not_played():
    gone = {"FLORENCE": [("bribe_buy", "A VER", 15)]}
    assert verdict("VENICE to MILAN peace", ["A VER - MAN"], gone) == "kept"


def test_retreats_and_convoys_break_nothing():
    text = """1499 spring orders
VENICE: 60 ducats; units F UAD; cities VEN
MILAN: 60 ducats; units A FER; cities MIL FRI
FLORENCE: 60 ducats; units A VEN; cities FLO
""".replace("MIL FRI", "MIL TRI")
    convoy = ["F UAD C A VEN - TRI", "A VEN - TRI VIA CONVOY"]
    assert verdict("VENICE to MILAN peace", convoy, text=text) == "kept"
    driven = """1499 spring orders
VENICE: 60 ducats; units A TRI; cities VEN
MILAN: 60 ducats; units A FRI, A BOS; cities MIL
FLORENCE: 1 ducats; cities FLO
"""
    assert verdict("MILAN to VENICE keepout VEN", ["A FRI - TRI", "A BOS S A FRI - TRI"], text=driven) == "kept"


def test_a_move_with_a_convoy_breaks_like_any_other():
    text = """1499 spring orders
VENICE: 60 ducats; units A VEN, F UAD; cities VEN
MILAN: 60 ducats; units A MIL; cities MIL TRI
"""
    orders = ["A VEN - TRI VIA CONVOY", "F UAD C A VEN - TRI"]
    assert verdict("VENICE to MILAN peace", orders, text=text) == "stab: A VEN - TRI VIA CONVOY"


def test_one_stab_a_pledge_and_who_sees_it():
    scene = orders_at(
        f"{UNITS}pledge: VENICE to MILAN peace\npledge: VENICE to FLORENCE peace\ndice: 1",
        ["A VER - MAN", "F VEN - FER"],
        {"VENICE": [("bribe_disband", "A MIL", 9)]},
    )
    assert [(e["power"], e["to"], e["line"]) for e in scene.events("stab")] == [("VENICE", "MILAN", "F VEN - FER")]
    assert scene.audience("stab") == {None}
    assert scene.audience("pledge_judged") == {("VENICE", "FLORENCE")}
    tallies = scene.state.tallies
    assert (tallies[0].stabs_given, tallies[0].pledges_kept, tallies[1].stabs_suffered) == (1, 1, 1)


def test_pledges_bind_one_season_only():
    scene = orders_at(f"{UNITS}pledge: VENICE to MILAN peace\ndice: 1")
    assert scene.state.pledges == ()
