"""Answers as read: spend entries, builds, notes, the object form of orders."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scene import position

from engine.cogiavelli.game import COGIAVELLI
from engine.cogiavelli.map.italy import GEOGRAPHY, POWERS, TABLE
from engine.cogiavelli.reading import Action, Build, SheetReason, read_build, read_entry
from engine.conflict.sheets import read_whole

AUTUMN = """1499 autumn orders
VENICE: 40 ducats; units A VER, F VEN; cities VEN VER BOL
MILAN: 40 ducats; units A MAN; cities MIL"""


def read(answer, text=AUTUMN):
    request = COGIAVELLI.requests(position(text))[0]
    submission = COGIAVELLI.read(request, answer)
    return submission.value, [(item.line, item.reason, item.note) for item in submission.refused]


def lines(sheet):
    return [TABLE.text(order) for order in sheet.orders.values()]


@pytest.mark.parametrize(
    ("written", "amount"),
    [
        (15, 15),
        ("15", 15),
        (" 7 ", 7),
        (15.0, 15),
        ("15.0", 15),
        (0, 0),
        (-3, -3),
        (10**40, 10**9),
        (1e300, 10**9),
        (5.9, None),
        ("5.9", None),
        (True, None),
        (math.nan, None),
        (math.inf, None),
        ("lots", None),
        ("", None),
        ("1e3", None),
        ("1_0", None),
        ("٣", None),
        (None, None),
        ([5], None),
    ],
    ids=repr,
)
def test_an_amount_is_a_whole_number(written, amount):
    assert read_whole(written) == amount


@pytest.mark.parametrize(
    ("action", "target", "power", "unit"),
    [
        ("gift", "Milan", "MILAN", ""),
        ("gift", "the Papacy", "PAPACY", ""),
        ("Gift", "turkish", "TURK", ""),
        ("assassinate", "NEAPOLITAN", "NAPLES", ""),
        ("gift", "ALL", None, ""),
        ("gift", "A MAN", None, ""),
        ("bribe_buy", "A MAN", None, "A MAN"),
        ("Bribe buy", "man", None, " MAN"),
        ("bribe-disband", "Army Mantua", None, "A MAN"),
        ("defend", "fleet venice", None, "F VEN"),
        ("defend", "Venice", None, " VEN"),
        ("defend", "nowhere", None, ""),
    ],
)
def test_targets_are_read_as_widely_as_orders(action, target, power, unit):
    entry = read_entry({"action": action, "target": target, "amount": 5})
    assert (POWERS[entry.power] if entry.power >= 0 else None) == power
    found = (
        "" if entry.province < 0 else f"{'AF'[entry.kind] if entry.kind >= 0 else ''} {GEOGRAPHY.codes[entry.province]}"
    )
    assert found == unit


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ("gift MILAN 5", SheetReason.TYPE),
        ({"action": "burn", "target": "MILAN", "amount": 5}, SheetReason.ACTION),
        ({"target": "MILAN", "amount": 5}, SheetReason.ACTION),
        ({"action": "gift", "target": "MILAN", "amount": "lots"}, SheetReason.AMOUNT),
        ({"action": "gift", "target": "MILAN"}, SheetReason.AMOUNT),
    ],
)
def test_an_entry_that_cannot_be_read_is_skipped(item, reason):
    assert read_entry(item) is reason


def test_skipped_entries_use_no_place_and_the_seventh_is_one_too_many():
    gift = {"action": "gift", "target": "MILAN", "amount": 1}
    burn = {"action": "burn", "target": "MILAN", "amount": 1}
    sheet, refused = read({"orders": [], "spend": [burn, gift, gift, burn, gift, gift, gift, gift, gift]})
    assert len(sheet.spend) == 6
    assert [(reason, note) for _, reason, note in refused] == [("action", True), ("action", True), ("toomany", True)]


def test_an_entry_of_zero_is_kept_for_the_payment_to_drop():
    sheet, refused = read({"orders": [], "spend": [{"action": "defend", "target": "A VER", "amount": 0}]})
    assert (sheet.spend[0].action, sheet.spend[0].amount, refused) == (Action.DEFEND, 0, [])


BOL = GEOGRAPHY.ids["BOL"]


@pytest.mark.parametrize(
    ("line", "build"),
    [
        ("A BOL", Build(0, BOL)),
        ("build F Bologna", Build(1, BOL)),
        ("army bologna", Build(0, BOL)),
        ("BOL", Build(0, BOL)),  # inland it can only be an army
        ("- Build A BOL", Build(0, BOL)),
        ("A BOL B", Build(0, BOL)),
        ("VENICE: build A BOL.", Build(0, BOL)),
        ("MILAN: build A BOL", SheetReason.NOTOWNED),
        ("VEN", SheetReason.PARSE),
        ("UAD", SheetReason.PARSE),
        ("A BOL H", SheetReason.PARSE),
        ("DISBAND A BOL", SheetReason.PARSE),
        ("A XXX", SheetReason.PARSE),
        ("A BOL - FER", SheetReason.PARSE),
        ("", SheetReason.PARSE),
        (7, SheetReason.TYPE),
    ],
)
def test_build_lines(line, build):
    assert read_build(line, POWERS.index("VENICE")) == build


def test_six_builds_are_kept():
    sheet, refused = read({"orders": [], "builds": ["A XXX", *["A BOL"] * 7]})
    assert len(sheet.builds) == 6
    assert refused == [("A XXX", "parse", False), ("A BOL", "toomany", True)]


@pytest.mark.parametrize(
    "orders",
    [
        ["A VER - MAN", "F VEN H"],
        {"A VER": "A VER - MAN", "F VEN": "F VEN H"},
        {"A VER": "- MAN"},
        ["a ver – man"],
        ["VENICE: A VER -> MAN", "Fleet Venice holds"],
        ["Army Verona to Mantua."],
        ["* VER move to MAN"],
    ],
)
def test_orders_as_a_list_or_an_object_in_any_spelling(orders):
    sheet, refused = read({"orders": orders})
    assert (lines(sheet), refused) == (["F VEN H", "A VER - MAN"], [])


@pytest.mark.parametrize("line", ["A VER H", "A VER HOLD", "A VER HOLDS", "A VER", "army verona stands"])
def test_a_bare_unit_holds_like_any_spelling_of_hold(line):
    assert lines(read({"orders": [line]})[0])[1] == "A VER H"


@pytest.mark.parametrize("orders", [None, 7, [], {}])
def test_without_lines_everything_holds(orders):
    sheet, _ = read({"orders": orders})
    assert lines(sheet) == ["F VEN H", "A VER H"]


def test_other_lists_of_the_wrong_type_are_recorded():
    sheet, refused = read({"orders": [], "spend": "all of it", "builds": {"A": "BOL"}, "notes": 7})
    assert (sheet.spend, sheet.builds, sheet.notes) == ((), (), "")
    assert [(line, reason) for line, reason, _ in refused] == [("spend", "type"), ("builds", "type")]


def test_unknown_keys_are_ignored():
    assert read({"orders": ["A VER H"], "thoughts": "…", "pledges": []})[1] == []


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["action", "target", "amount", "A VER", "gift"]), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(st.dictionaries(st.sampled_from(["orders", "spend", "builds", "notes"]), JUNK))
def test_reading_never_raises_and_orders_every_unit(answer):
    sheet, _ = read(answer)
    assert len(sheet.orders) == 2
    assert len(sheet.spend) <= 6
    assert len(sheet.builds) <= 6
