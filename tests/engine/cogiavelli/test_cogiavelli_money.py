"""Steps 4 to 6: payment, assassination, bribes."""

import pytest
from scene import ask, orders_at

from engine.cogiavelli.assassinations import roll_of
from engine.cogiavelli.game import COGIAVELLI

APART = "TURK: 12 ducats; cities DUR\nPAPACY: 5 ducats; cities PER"
"""Two owners, so that nobody is the only one owning a city."""


def season(*powers, orders=(), spend=None, dice=""):
    lines = ["1499 spring orders", *powers, APART]
    if dice:
        lines.append(f"dice: {dice}")
    return orders_at("\n".join(lines), orders, spend)


def dropped(scene):
    return [(event["action"], event["reason"]) for event in scene.events("entry_dropped")]


# Step 4


def test_entries_are_paid_in_the_order_listed_and_one_that_no_longer_fits_is_dropped():
    scene = season(
        "VENICE: 20 ducats; units A VER",
        spend={"VENICE": [("gift", "MILAN", 8), ("gift", "FLORENCE", 9), ("gift", "PAPACY", 9)]},
    )
    assert [event["target"] for event in scene.events("paid")] == ["MILAN", "FLORENCE"]
    assert dropped(scene) == [("gift", "insufficient")]
    assert [scene.ducats(power) for power in ("VENICE", "MILAN", "FLORENCE", "PAPACY")] == [3, 8, 9, 5]


def test_a_smaller_entry_after_a_dropped_one_is_still_paid():
    scene = season("VENICE: 5 ducats", spend={"VENICE": [("gift", "MILAN", 6), ("gift", "MILAN", 5)]})
    assert (dropped(scene), scene.ducats("MILAN")) == ([("gift", "insufficient")], 5)


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (("gift", "MILAN", 0), "illegal"),
        (("gift", "MILAN", -5), "illegal"),
        (("gift", "nobody", 0), "illegal"),
        (("gift", "nobody", 1), "notarget"),
        (("gift", "ALL", 1), "notarget"),
        (("gift", "A MAN", 1), "notarget"),
        (("gift", "NAPLES", 1), "notarget"),
        (("gift", "VENICE", 1), "illegal"),
        (("assassinate", "VENICE", 6), "illegal"),
        (("assassinate", "NAPLES", 6), "notarget"),
        (("bribe_buy", "A VER", 15), "illegal"),
        (("bribe_disband", "A BOL", 9), "notarget"),
        (("bribe_disband", "F MAN", 9), "notarget"),
        (("bribe_disband", "MAN", 99), "insufficient"),
        (("bribe_disband", "Milan: A MAN", 99), "insufficient"),
        (("bribe_disband", "TURK A MAN", 9), "notarget"),  # the Turk has no unit there
        (("defend", "MILAN A VER", 1), "notarget"),
        (("bribe_disband", "A MAN - VER", 9), "notarget"),
        (("bribe_disband", "A MAN H", 9), "notarget"),
        (("bribe_buy", "MILAN", 9), "notarget"),
        (("defend", "A MAN", 1), "illegal"),
        (("defend", "A XXX", 1), "notarget"),
        (("defend", "", 1), "notarget"),
        (("gift", "Milanese", 500), "insufficient"),
        (("gift", "MILAN", 10**30), "insufficient"),
    ],
)
def test_an_entry_is_dropped_for_the_first_reason_that_holds(entry, reason):
    scene = season(
        "VENICE: 50 ducats; units A VER",
        "MILAN: 0 ducats; units A MAN",
        "NAPLES: 0 ducats; eliminated",
        spend={"VENICE": [entry]},
    )
    assert dropped(scene) == [(entry[0], reason)]
    assert scene.ducats("VENICE") == 50
    assert scene.audience("entry_dropped") == {("VENICE",)}


def test_ducats_leave_the_vault_whether_or_not_the_entry_works():
    scene = season(
        "VENICE: 20 ducats; units A VER",
        "MILAN: 12 ducats; units A MAN",
        spend={"VENICE": [("bribe_disband", "A MAN", 9), ("bribe_buy", "A MAN", 2)], "MILAN": [("defend", "A MAN", 1)]},
    )
    assert (scene.ducats("VENICE"), scene.ducats("MILAN"), scene.units("MILAN")) == (9, 11, ["A MAN"])


def test_a_gift_arrives_at_once_so_a_later_power_can_spend_it_this_season():
    scene = season(
        "VENICE: 12 ducats",
        "MILAN: 0 ducats; units A MAN",
        spend={"VENICE": [("gift", "MILAN", 12)], "MILAN": [("defend", "A MAN", 12)]},
    )
    assert (scene.ducats("VENICE"), scene.ducats("MILAN"), dropped(scene)) == (0, 0, [])


def test_but_an_earlier_power_cannot():
    scene = season(
        "VENICE: 0 ducats; units A VER",
        "MILAN: 12 ducats",
        spend={"MILAN": [("gift", "VENICE", 12)], "VENICE": [("defend", "A VER", 12)]},
    )
    assert (scene.ducats("VENICE"), dropped(scene)) == (12, [("defend", "insufficient")])


def test_a_stake_is_clamped_before_it_is_paid():
    scene = season(
        "VENICE: 500 ducats",
        spend={"VENICE": [("assassinate", "MILAN", 2), ("assassinate", "FLORENCE", 400)]},
    )
    assert [event["amount"] for event in scene.events("paid")] == [6, 30]
    assert scene.ducats("VENICE") == 464


def test_a_stake_of_five_costs_six_and_is_dropped_with_five_ducats():
    scene = season("VENICE: 5 ducats", spend={"VENICE": [("assassinate", "MILAN", 5)]})
    assert dropped(scene) == [("assassinate", "insufficient")]


# Step 5


@pytest.mark.parametrize(("d1", "d2", "roll"), [(1, 1, 1), (3, 5, 17), (3, 6, 18), (4, 1, 19), (6, 6, 36)])
@pytest.mark.parametrize(("stake", "paid"), [(18, 18), (6, 6), (30, 30), (99, 30)])
def test_a_roll_not_above_the_ducats_paid_succeeds(d1, d2, roll, stake, paid):
    scene = season(
        "VENICE: 99 ducats",
        "MILAN: 7 ducats; units A MAN",
        orders=["A MAN - VER"],
        spend={"VENICE": [("assassinate", "MILAN", stake)]},
        dice=f"{d1 - 1} {d2 - 1}",
    )
    rolled = scene.event("assassination")
    assert (rolled["roll"], rolled["amount"], rolled["succeeded"]) == (roll, paid, roll <= paid)
    assert scene.played() == (["A MAN H"] if roll <= paid else ["A MAN - VER"])
    assert scene.ducats("MILAN") == 7


def test_rolls_are_uniform_on_1_to_36():
    assert sorted(roll_of(first, second) for first in range(6) for second in range(6)) == list(range(1, 37))


def test_every_paid_attempt_rolls_payers_by_index_entries_as_listed_even_on_one_already_struck():
    scene = season(
        "MILAN: 40 ducats",
        "VENICE: 40 ducats",
        spend={
            "MILAN": [("assassinate", "FLORENCE", 10)],
            "VENICE": [("assassinate", "FLORENCE", 20), ("assassinate", "MILAN", 12)],
        },
        dice="0 0 1 1 2 2",
    )
    assert [(e["power"], e["target"], e["amount"], e["roll"]) for e in scene.events("assassination")] == [
        ("VENICE", "FLORENCE", 20, 1),
        ("VENICE", "MILAN", 12, 8),
        ("MILAN", "FLORENCE", 10, 15),
    ]


def test_a_paralysed_power_holds_pays_and_is_silent_in_the_next_window_only():
    scene = season(
        "VENICE: 30 ducats",
        "MILAN: 20 ducats; units A MAN",
        "FLORENCE: 0 ducats; units A MOD",
        orders=["A MAN - MOD"],
        spend={
            "VENICE": [("assassinate", "MILAN", 30)],
            "MILAN": [("gift", "NAPLES", 1), ("defend", "A MAN", 1), ("bribe_disband", "A MOD", 9)],
        },
        dice="0 0 0",
    )
    assert scene.result("A MAN") == "ok" and scene.played() == ["A MAN H"]
    assert scene.units("FLORENCE") == []
    assert scene.ducats("MILAN") == 9
    assert scene.event("order_replaced") == {
        "kind": "order_replaced",
        "phase": "1499-spring-orders",
        "audience": ["MILAN"],
        "power": "MILAN",
        "line": "A MAN - MOD",
        "reason": "paralysed",
    }
    window = COGIAVELLI.requests(scene.state)
    assert [request.power for request in window] == ["VENICE", "FLORENCE", "PAPACY", "NAPLES", "TURK"]
    summer = ask(scene.state, {}).state
    asked = COGIAVELLI.requests(summer)
    assert [request.view.silenced for request in asked] == [False, True, False, False, False, False]
    assert len(COGIAVELLI.requests(ask(summer, {}).state)) == 6


# Step 6


def bribed(*bids, defence=(), victims="MILAN: 60 ducats; units A MAN"):
    """Outcomes of (power, action, amount) on A MAN; powers have 60 ducats."""
    powers = sorted({bid[0] for bid in bids})
    spend = {power: [(action, "A MAN", n) for who, action, n in bids if who == power] for power in powers}
    spend["MILAN"] = [("defend", "A MAN", amount) for amount in defence]
    return season(*(f"{power}: 60 ducats" for power in powers), victims, spend=spend)


BUY, DISBAND = "bribe_buy", "bribe_disband"


@pytest.mark.parametrize(
    ("bids", "defence", "outcomes", "owner"),
    [
        ([("VENICE", DISBAND, 8)], [], ["defended"], "MILAN"),
        ([("VENICE", DISBAND, 9)], [], ["disbanded"], None),
        ([("VENICE", DISBAND, 9)], [1], ["defended"], "MILAN"),
        ([("VENICE", DISBAND, 10)], [1], ["disbanded"], None),
        ([("VENICE", BUY, 14)], [], ["defended"], "MILAN"),
        ([("VENICE", BUY, 15)], [], ["bought"], "VENICE"),
        ([("VENICE", BUY, 19)], [2, 3], ["defended"], "MILAN"),
        ([("VENICE", BUY, 20)], [2, 3], ["bought"], "VENICE"),
        ([("VENICE", BUY, 16), ("FLORENCE", BUY, 15)], [], ["outbid", "bought"], "VENICE"),
        ([("VENICE", BUY, 15), ("FLORENCE", DISBAND, 16)], [], ["disbanded", "outbid"], None),
        ([("VENICE", BUY, 14), ("FLORENCE", DISBAND, 9)], [], ["disbanded", "defended"], None),
        ([("VENICE", BUY, 15), ("FLORENCE", BUY, 15)], [], ["outbid", "outbid"], "MILAN"),
        ([("VENICE", BUY, 15), ("FLORENCE", DISBAND, 15)], [], ["outbid", "outbid"], "MILAN"),
        ([("VENICE", BUY, 15), ("FLORENCE", BUY, 15), ("NAPLES", DISBAND, 9)], [], ["outbid"] * 3, "MILAN"),
        ([("VENICE", DISBAND, 9), ("VENICE", DISBAND, 9)], [], ["outbid", "outbid"], "MILAN"),
        ([("VENICE", DISBAND, 9), ("VENICE", BUY, 15)], [], ["outbid", "bought"], "VENICE"),
    ],
)
def test_the_strictly_largest_bid_that_reaches_cost_plus_defence_wins(bids, defence, outcomes, owner):
    scene = bribed(*bids, defence=defence)
    assert sorted(event["outcome"] for event in scene.events("bribe")) == sorted(outcomes)
    holders = [power for power in ("VENICE", "MILAN", "FLORENCE", "NAPLES") if "A MAN" in scene.units(power)]
    assert holders == ([owner] if owner else [])
    assert scene.ducats("MILAN") == 60 - sum(defence)
    assert scene.ducats("VENICE") == 60 - sum(amount for power, _, amount in bids if power == "VENICE")


def test_a_bribe_reaches_any_unit_on_the_board():
    scene = season(
        "TURK: 12 ducats; units A DUR",
        "MILAN: 0 ducats; units A COM",
        spend={"TURK": [("bribe_disband", "COM", 9)]},
    )
    assert scene.units("MILAN") == []


def test_a_bought_unit_changes_sides_where_it_stands_and_holds():
    scene = season(
        "VENICE: 20 ducats; units A VER",
        "MILAN: 0 ducats; units A MAN",
        orders=["A MAN - VER"],
        spend={"VENICE": [("bribe_buy", "A MAN", 15)]},
    )
    assert (scene.units("VENICE"), scene.units("MILAN"), scene.played()) == (
        ["A MAN", "A VER"],
        [],
        ["A MAN H", "A VER H"],
    )
    assert scene.event("order_replaced")["reason"] == "overtaken"


def test_a_buyer_cannot_order_the_unit_it_buys():
    scene = season(
        "VENICE: 20 ducats; units A VER",
        "MILAN: 0 ducats; units A MAN",
        orders={"VENICE": ["A MAN - MOD", "A VER H"]},
        spend={"VENICE": [("bribe_buy", "A MAN", 15)]},
    )
    assert scene.refused("VENICE") == [("A MAN - MOD", "notowned")]
    assert scene.played() == ["A MAN H", "A VER H"]


def test_a_disbanded_units_province_is_empty_before_movement():
    scene = season(
        "VENICE: 20 ducats; units A VER",
        "MILAN: 0 ducats; units A MAN",
        orders=["A VER - MAN"],
        spend={"VENICE": [("bribe_disband", "A MAN", 9)]},
    )
    assert (scene.result("A VER"), scene.units("VENICE")) == ("ok", ["A MAN"])


def test_a_new_owners_attack_on_a_bought_unit_would_dislodge_its_own_and_fails():
    scene = season(
        "VENICE: 20 ducats; units A VER, A FER",
        "MILAN: 0 ducats; units A MAN",
        orders=["A VER - MAN", "A FER S A VER - MAN"],
        spend={"VENICE": [("bribe_buy", "A MAN", 15)]},
    )
    assert (scene.result("A VER"), scene.dislodged()) == ("own unit", [])


def test_its_old_owner_may_dislodge_it():
    scene = season(
        "VENICE: 20 ducats",
        "MILAN: 0 ducats; units A MAN, A MOD, A PAV",
        orders=["A MOD - MAN", "A PAV S A MOD - MAN"],
        spend={"VENICE": [("bribe_buy", "A MAN", 15)]},
    )
    assert (scene.result("A MOD"), scene.dislodged()) == ("ok", ["A MAN"])


def test_supports_for_a_bought_units_hold_count_and_for_its_move_are_void():
    held = season(
        "VENICE: 20 ducats",
        "MILAN: 0 ducats; units A MAN, A MOD, A PAV",
        "FLORENCE: 0 ducats; units A FER",
        orders=["A MOD - MAN", "A PAV S A MOD - MAN", "A FER S A MAN"],
        spend={"VENICE": [("bribe_buy", "A MAN", 15)]},
    )
    assert (held.result("A MOD"), held.result("A FER")) == ("repelled", "ok")
    void = season(
        "VENICE: 20 ducats",
        "MILAN: 0 ducats; units A MAN, A PAV",
        orders=["A MAN - MOD", "A PAV S A MAN - MOD"],
        spend={"VENICE": [("bribe_buy", "A MAN", 15)]},
    )
    assert (void.played(), void.result("A PAV")) == (["A MAN H", "A PAV S A MAN - MOD"], "void")


def test_what_everybody_sees_of_money_and_what_only_the_payer_does():
    scene = season(
        "VENICE: 20 ducats; units A VER",
        "MILAN: 5 ducats; units A MAN",
        spend={"VENICE": [("bribe_buy", "A MAN", 15), ("gift", "MILAN", 6)]},
    )
    for kind in ("paid", "bribe", "standings"):
        assert scene.audience(kind) == {None}
    assert scene.audience("entry_dropped") == {("VENICE",)}
