"""Press and pledges: what is delivered to whom, and what a season's orders make of it."""

import pytest
from campaign import DATC, ask, lines, position

from engine.cogplomacy.game import COGPLOMACY
from engine.cogplomacy.state import Options
from engine.memory import Memory, remember

UNITS = """1901 spring orders
FRANCE: units A PAR, A MAR, F BRE; centres PAR MAR BRE
GERMANY: units A BUR, A MUN; centres MUN BEL
ENGLAND: units F ENG, A PIC; centres LON
TURKEY: centres CON
"""


def verdict(pledge, orders=(), text=UNITS):
    owner = pledge.split()[0]
    after = lines(position(f"{text}pledge: {pledge}"), "orders", {owner: orders} if orders else {})
    stabs, others = after.events("stab"), after.events("pledge_judged")
    assert len(stabs) + len(others) == 1
    return f"stab: {stabs[0]['line']}" if stabs else others[0]["verdict"]


@pytest.mark.parametrize(
    ("orders", "outcome"),
    [
        (["A PAR - GAS"], "kept"),
        (["A PAR - BUR"], "stab: A PAR - BUR"),  # holds its unit
        (["A PAR - BUR", "A MAR - BUR"], "stab: A MAR - BUR"),  # one stab a pledge
        (["A PAR S A PIC - BUR"], "stab: A PAR S A PIC - BUR"),  # a stranger's move
        (["A PAR S A PIC - BEL"], "kept"),  # illegal: a hold
        (["A MAR S A PAR - BUR"], "stab: A MAR S A PAR - BUR"),  # whether it moves or not
        (["A PAR S A BUR"], "kept"),  # the friend's own unit
        (["A PAR S A MUN - BUR"], "kept"),  # the friend's own move
        (["A PAR - MUN"], "kept"),  # illegal: a hold
    ],
)
def test_peace(orders, outcome):
    assert verdict("FRANCE to GERMANY peace", orders) == outcome


@pytest.mark.parametrize(
    ("orders", "outcome"),
    [
        (["A PIC - BEL"], "stab: A PIC - BEL"),  # an empty centre of theirs
        (["F ENG - BEL"], "stab: F ENG - BEL"),
        (["A PIC S F ENG - BEL"], "stab: A PIC S F ENG - BEL"),
        (["F ENG C A PIC - BEL"], "kept"),  # convoys break nothing
    ],
)
def test_peace_covers_empty_centres(orders, outcome):
    assert verdict("ENGLAND to GERMANY peace", orders) == outcome


def test_peace_with_all_covers_everybody():
    assert verdict("FRANCE to ALL peace", ["F BRE - ENG"]) == "stab: F BRE - ENG"
    assert verdict("FRANCE to ALL peace", ["F BRE - MAO"]) == "kept"


@pytest.mark.parametrize(
    ("pledge", "orders", "outcome"),
    [
        ("FRANCE to ALL keepout BUR", ["A PAR - BUR"], "stab: A PAR - BUR"),
        ("FRANCE to GERMANY keepout BUR", ["A MAR S A PAR - BUR"], "stab: A MAR S A PAR - BUR"),
        ("FRANCE to ENGLAND keepout ENG", ["F BRE - ENG"], "stab: F BRE - ENG"),  # seas too
        ("FRANCE to ENGLAND keepout ENG", ["F BRE - MAO"], "kept"),
    ],
)
def test_keepout(pledge, orders, outcome):
    assert verdict(pledge, orders) == outcome


@pytest.mark.parametrize(
    ("pledge", "orders", "outcome"),
    [
        ("FRANCE to GERMANY support", ["A PAR S A BUR"], "kept"),
        ("FRANCE to GERMANY support", ["A PAR S A MUN - BUR"], "kept"),  # void, but ordered
        ("FRANCE to GERMANY support", ["A PAR S A MAR - BUR"], "stab: no support ordered"),
        ("FRANCE to GERMANY support", ["A PAR S A MUN"], "stab: no support ordered"),  # illegal
        ("FRANCE to GERMANY support", [], "stab: no support ordered"),
        ("FRANCE to TURKEY support", [], "moot"),  # no unit on the board
        ("TURKEY to GERMANY support", [], "stab: no support ordered"),  # no unit is no excuse
    ],
)
def test_support(pledge, orders, outcome):
    assert verdict(pledge, orders) == outcome


def test_a_stab_is_public_and_everything_else_between_the_two():
    after = lines(position(UNITS + "pledge: FRANCE to GERMANY peace\npledge: FRANCE to ENGLAND peace"),
                  "orders", {"FRANCE": ["A PAR - BUR"]})  # fmt: skip
    audiences = {event.kind: event.audience for event in after.told}
    assert audiences["stab"] is None and audiences["pledge_judged"] == ("FRANCE", "ENGLAND")


# Press

START = COGPLOMACY.start(7, Options()).state


def spoken(answer, power="FRANCE"):
    return ask(START, {power: answer})


def test_everything_said_is_delivered_at_once_before_the_orders_of_the_same_season():
    after = spoken({"broadcast": "Hello", "letters": [{"to": "Germany", "text": "Psst"}]})
    assert after.kinds() == ["broadcast", "letter", "press_closed"]
    assert after.asked()[0] == "AUSTRIA orders"
    memories = {power: remember(Memory(power), after.told) for power in COGPLOMACY.powers}
    assert [event.kind for event in memories["GERMANY"].inbox] == ["broadcast", "letter"]
    assert [event.kind for event in memories["ITALY"].inbox] == ["broadcast"]


def test_nothing_is_binding_and_a_stab_is_told_once():
    pledge = [{"to": "ALL", "kind": "keepout", "province": "BUR"}]
    after = spoken({"broadcast": "", "pledges": pledge})
    fought = lines(after.state, "orders", {"FRANCE": ["A PAR - BUR", "A MAR H", "F BRE H"]})
    assert "A BUR" in fought.units("FRANCE")
    assert [(s["power"], s["pledge"], s["place"], s["line"]) for s in fought.events("stab")] == [
        ("FRANCE", "keepout", "BUR", "A PAR - BUR")
    ]
    assert fought.state.pledges == ask(fought.state, {}).state.pledges == ()


KEPT_OUT = ("BUR", "MUN", "NTH", "RUH", "BEL", "ION", "TYR")


def test_six_letters_one_a_power_and_four_pledges():
    others = [power for power in COGPLOMACY.powers if power != "FRANCE"]
    letters = [{"to": power, "text": "hi"} for power in [*others, "ITALY"]]
    pledges = [{"to": "ALL", "kind": "keepout", "province": code} for code in KEPT_OUT]
    after = spoken({"letters": letters, "pledges": pledges})
    assert len(after.events("letter")) == 6
    assert [pledged["place"] for pledged in after.events("pledged")] == list(KEPT_OUT[:4])
    assert [reason for _, reason in after.refused("FRANCE")] == ["duplicate", "toomany", "toomany", "toomany"]


@pytest.mark.parametrize(
    ("to", "found"),
    [("ITALY", "ITALY"), ("the Italians", "ITALY"), ("Austria-Hungary", "AUSTRIA"), ("turk", "TURKEY"),
     ("British", "ENGLAND"), ("ATLANTIS", None), ("France", None), (99, None)],
)  # fmt: skip
def test_powers_are_addressed_by_any_name(to, found):
    after = spoken({"letters": [{"to": to, "text": "hi"}]})
    assert [letter["to"] for letter in after.events("letter")] == ([found] if found else [])


def test_unknown_pledges_are_dropped():
    given = [
        {"to": "ITALY", "kind": "invade"}, {"to": "ITALY", "kind": "peace"},
        {"to": "ALL", "kind": "keepout", "province": "ZZZ"}, {"to": "ALL", "kind": "keepout", "province": "BUR"},
        {"to": "ALL", "kind": "support"}, {"to": "FRANCE", "kind": "peace"},
    ]  # fmt: skip
    after = spoken({"broadcast": "hello", "pledges": given})
    assert [(p["pledge"], p["to"]) for p in after.events("pledged")] == [("peace", "ITALY"), ("keepout", None)]


def test_texts_are_capped_by_code_point_with_the_ellipsis_inside():
    text = "\U0001f600" * 900
    after = spoken({"broadcast": text, "letters": [{"to": "ITALY", "text": text}], "notes": text})
    broadcast, letter, notes = (after.event(kind)["text"] for kind in ("broadcast", "letter", "notes"))
    assert (len(broadcast), len(letter), len(notes)) == (400, 400, 800)
    assert all(kept.endswith("…") and kept.encode() for kept in (broadcast, letter, notes))


def test_a_letter_to_all_is_published():
    after = spoken({"letters": [{"to": "ALL", "text": "everybody hears this"}]})
    assert after.event("broadcast")["text"] == "everybody hears this" and after.events("letter") == []


def test_an_eliminated_power_neither_writes_nor_can_be_written_to():
    text = "1902 spring press\nFRANCE: units A PAR; centres PAR\nITALY: units A ROM; centres ROM\nTURKEY: eliminated"
    after = ask(position(text, DATC), {"FRANCE": {"letters": [{"to": "TURKEY", "text": "hi"}]}})
    assert after.refused("FRANCE") == [("to TURKEY: hi", "eliminated")]
    assert "TURKEY" not in after.submissions
