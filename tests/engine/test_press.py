"""Talk between seats, for any game: reading, delivering, judging."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Refusal
from engine.press import (
    PLEDGES,
    Broadcast,
    Deeds,
    Entry,
    Letter,
    NotesKept,
    Pledge,
    Pledged,
    PledgeJudged,
    PledgeKind,
    PressSheet,
    Refused,
    Stab,
    Verdict,
    deliver,
    judge,
    private,
    verdict_event,
)
from engine.press_reading import AddressBook, excerpt, read_press

POWERS = ("VENICE", "MILAN", "FLORENCE", "PAPACY", "NAPLES", "TURK")
BOOK = AddressBook.of(
    {
        "VENICE": ["Venetian"],
        "MILAN": ["Milanese"],
        "FLORENCE": ["Florentine"],
        "PAPACY": ["Papal States"],
        "NAPLES": ["Neapolitan"],
        "TURK": ["Turkish"],
    }
)
PLACES = {"BOL", "MAN"}
PEACE, KEEPOUT, SUPPORT, ALLY = PledgeKind


def read(answer, living=POWERS, kinds=PLEDGES):
    sheet, refused = read_press(
        answer, "VENICE", BOOK, frozenset(living), lambda text: text if text in PLACES else None, kinds
    )
    return sheet, [(item.line, item.reason) for item in refused]


def letter(to, text="hello"):
    return {"to": to, "text": text}


def pledge(kind, to=None, province=None):
    return {"kind": kind, "to": to, "province": province}


# Addresses


@pytest.mark.parametrize(
    ("written", "power"),
    [
        ("MILAN", "MILAN"),
        ("milan", "MILAN"),
        ("  Milanese ", "MILAN"),
        ("the Papacy", "PAPACY"),
        ("The Papal-States", "PAPACY"),
        ("Mílán!", "MILAN"),
        ("TURK", "TURK"),
        ("all", "ALL"),
        ("Everyone", "ALL"),
        ("Milan and Florence", None),
        ("MIL", None),
        ("", None),
        ("the", None),
        (7, None),
        (None, None),
        (["MILAN"], None),
    ],
)
def test_powers_are_addressed_by_name_or_adjective(written, power):
    assert BOOK.find(written) == power


# Letters


def test_a_sheet_as_meant():
    sheet, refused = read(
        {
            "broadcast": "To all:\npeace.",
            "letters": [letter("Milan", "a\r\nb"), letter("the Turkish")],
            "pledges": [pledge("peace", "MILAN"), pledge("keepout", None, "BOL")],
            "notes": "one\ntwo",
        }
    )
    assert sheet == PressSheet(
        "To all: peace.",
        (("MILAN", "a b"), ("TURK", "hello")),
        (Pledge("VENICE", "MILAN", PEACE), Pledge("VENICE", None, KEEPOUT, "BOL")),
        "one\ntwo",
    )
    assert refused == []


@pytest.mark.parametrize(
    ("letters", "kept", "reasons"),
    [
        ([letter("VENICE")], [], ["oneself"]),
        ([letter("SPAIN")], [], ["nobody"]),
        ([letter(None)], [], ["nobody"]),
        ([letter("NAPLES")], [], ["eliminated"]),
        ([letter("MILAN", "1"), letter("Milanese", "2")], [("MILAN", "1")], ["duplicate"]),
        (["hi", 7, None, letter("MILAN")], [("MILAN", "hello")], ["type", "type", "type"]),
        ([{"to": "MILAN", "text": 5}], [], ["type"]),
        ([{"to": "MILAN"}], [], ["type"]),
        ([letter("MILAN", "  ")], [], []),
        ({"to": "MILAN"}, [], ["type"]),
        (None, [], []),
    ],
)
def test_letters_that_reach_nobody_are_dropped_and_recorded(letters, kept, reasons):
    sheet, refused = read({"letters": letters}, set(POWERS) - {"NAPLES"})
    assert list(sheet.letters) == kept
    assert [reason for _, reason in refused] == reasons


def test_at_most_one_letter_for_every_other_power():
    everybody = [letter(power, str(i)) for i, power in enumerate((*POWERS, *POWERS, "p99"))]
    sheet, refused = read({"letters": everybody})
    assert len(sheet.letters) == 5
    assert [reason for _, reason in refused] == ["oneself"] * 1 + ["oneself"] + ["duplicate"] * 5 + ["nobody"]


def test_a_letter_to_all_becomes_the_broadcast_when_there_is_none():
    assert read({"letters": [letter("ALL", "hear me")]})[0] == PressSheet("hear me")
    sheet, refused = read({"broadcast": "first", "letters": [letter("ALL", "hear me"), letter("MILAN")]})
    assert (sheet.broadcast, sheet.letters) == ("first", (("MILAN", "hello"),))
    assert refused == [("to ALL: hear me", "duplicate")]


def test_text_is_capped_in_code_points():
    long = "ж" * 2700
    sheet, _ = read({"broadcast": long, "letters": [letter("MILAN", long)], "notes": long})
    assert [len(sheet.broadcast), len(sheet.letters[0][1]), len(sheet.notes)] == [400, 400, 800]


# Pledges


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        (pledge("peace", "ALL"), None),
        (pledge("Keep-Out", "MILAN", "BOL"), None),
        (pledge("keepout", "", "BOL"), None),
        (pledge("support", "MILAN"), None),
        (pledge("peace", "MILAN", "ignored"), None),
        (pledge("peace"), "nobody"),
        (pledge("support", "ALL"), "nobody"),
        (pledge("support"), "nobody"),
        (pledge("peace", "VENICE"), "oneself"),
        (pledge("peace", "NAPLES"), "eliminated"),
        (pledge("peace", "SPAIN"), "nobody"),
        (pledge("keepout", "MILAN", "UAD"), "parse"),
        (pledge("keepout", "MILAN"), "parse"),
        (pledge("love", "MILAN"), "parse"),
        ({"to": "MILAN"}, "parse"),
        ("peace with Milan", "type"),
    ],
)
def test_which_pledges_are_taken(item, reason):
    sheet, refused = read({"pledges": [item]}, set(POWERS) - {"NAPLES"})
    assert [why for _, why in refused] == ([reason] if reason else [])
    assert len(sheet.pledges) == (0 if reason else 1)


@pytest.mark.parametrize(
    ("kinds", "to", "reason"),
    [
        (PledgeKind, "MILAN", None),
        (PledgeKind, "ALL", "nobody"),
        (PledgeKind, "NAPLES", "eliminated"),
        (PLEDGES, "MILAN", "parse"),
    ],
)
def test_an_alliance_is_pledged_to_one_power_where_the_game_knows_it(kinds, to, reason):
    sheet, refused = read({"pledges": [pledge("ally", to)]}, set(POWERS) - {"NAPLES"}, kinds)
    assert [why for _, why in refused] == ([reason] if reason else [])
    assert sheet.pledges == (() if reason else (Pledge("VENICE", "MILAN", ALLY),))


def test_four_pledges_are_kept_and_the_same_twice_counts_once():
    twice = pledge("peace", "MILAN")
    four = [pledge("keepout", power, "BOL") for power in POWERS[2:]]
    sheet, refused = read({"pledges": [twice, twice, pledge("bad"), *four]})
    assert len(sheet.pledges) == 4
    assert [reason for _, reason in refused] == ["duplicate", "parse", "toomany"]


# Delivering


def test_who_sees_what_was_said():
    sheet = PressSheet(
        "hear", (("MILAN", "psst"),), (Pledge("VENICE", "MILAN", PEACE), Pledge("VENICE", None, KEEPOUT, "BOL")), "mine"
    )
    events = [*deliver("p", "VENICE", sheet), *private("p", "VENICE", "mine", (Refusal("x", "parse"),))]
    assert [(type(event), event.audience) for event in events] == [
        (Broadcast, None),
        (Letter, ("VENICE", "MILAN")),
        (Pledged, ("VENICE", "MILAN")),
        (Pledged, None),
        (NotesKept, ("VENICE",)),
        (Refused, ("VENICE",)),
    ]


def test_empty_notes_leave_the_old_ones():
    assert list(private("p", "VENICE", "", ())) == []


# Judging: VENICE has promised, MILAN holds MIL and a unit in MAN, FLORENCE holds FLO

HOLDERS = {"MIL": frozenset({"MILAN"}), "MAN": frozenset({"MILAN"}), "FLO": frozenset({"FLORENCE"})}
AFIELD = frozenset({"VENICE", "MILAN", "FLORENCE"})
TO_MILAN, TO_ALL = Pledge("VENICE", "MILAN", PEACE), Pledge("VENICE", None, PEACE)


def moved(place, mover="VENICE"):
    return Deeds(entries=(Entry(place, mover, f"into {place}"),))


@pytest.mark.parametrize(
    ("promise", "deeds", "verdict"),
    [
        (TO_MILAN, Deeds(), Verdict.KEPT),
        (TO_MILAN, moved("MIL"), Verdict.BROKEN),
        (TO_MILAN, moved("FLO"), Verdict.KEPT),
        (TO_MILAN, moved("BOL"), Verdict.KEPT),
        (TO_MILAN, moved("MIL", mover="FLORENCE"), Verdict.BROKEN),
        (TO_MILAN, moved("MIL", mover="MILAN"), Verdict.KEPT),
        (TO_MILAN, Deeds(struck=(("MILAN", "bribe"),)), Verdict.BROKEN),
        (TO_MILAN, Deeds(struck=(("FLORENCE", "bribe"),)), Verdict.KEPT),
        (TO_MILAN, Deeds(struck=(("MILAN", "bribe"),), bound=False), Verdict.BROKEN),
        (TO_MILAN, Deeds(bound=False), Verdict.MOOT),
        (TO_ALL, moved("FLO"), Verdict.BROKEN),
        (TO_ALL, moved("FLO", mover="FLORENCE"), Verdict.KEPT),
        (TO_ALL, moved("BOL"), Verdict.KEPT),
        (TO_ALL, Deeds(struck=(("TURK", "dagger"),)), Verdict.BROKEN),
        (Pledge("VENICE", "TURK", PEACE), Deeds(), Verdict.MOOT),
        (Pledge("VENICE", None, KEEPOUT, "BOL"), Deeds(), Verdict.KEPT),
        (Pledge("VENICE", None, KEEPOUT, "BOL"), moved("BOL"), Verdict.BROKEN),
        (Pledge("VENICE", "MILAN", KEEPOUT, "BOL"), moved("BOL", mover="MILAN"), Verdict.BROKEN),
        (Pledge("VENICE", "MILAN", KEEPOUT, "BOL"), Deeds(bound=False), Verdict.MOOT),
        (Pledge("VENICE", "MILAN", SUPPORT), Deeds(), Verdict.BROKEN),
        (Pledge("VENICE", "MILAN", SUPPORT), Deeds(supported=frozenset({"MILAN"})), Verdict.KEPT),
        (Pledge("VENICE", "MILAN", SUPPORT), Deeds(supported=frozenset({"FLORENCE"})), Verdict.BROKEN),
        (Pledge("VENICE", "MILAN", SUPPORT), Deeds(bound=False), Verdict.MOOT),
        (Pledge("VENICE", "TURK", SUPPORT), Deeds(), Verdict.MOOT),
        (Pledge("VENICE", "MILAN", ALLY), Deeds(), Verdict.MOOT),
        (Pledge("VENICE", "MILAN", ALLY), Deeds(allied=frozenset({"MILAN"})), Verdict.KEPT),
        (Pledge("VENICE", "MILAN", ALLY), Deeds(barred=frozenset({"MILAN"})), Verdict.BROKEN),
        (Pledge("VENICE", "MILAN", ALLY), Deeds(barred=frozenset({"FLORENCE"})), Verdict.MOOT),
        (Pledge("VENICE", "MILAN", ALLY), Deeds(barred=frozenset({"MILAN"}), bound=False), Verdict.MOOT),
        (Pledge("VENICE", "TURK", ALLY), Deeds(barred=frozenset({"TURK"})), Verdict.MOOT),
    ],
)
def test_verdicts(promise, deeds, verdict):
    assert judge(promise, deeds, HOLDERS, AFIELD)[0] is verdict


def test_a_stab_is_public_and_shows_the_line_other_verdicts_are_for_the_parties():
    verdict, line = judge(TO_MILAN, moved("MIL"), HOLDERS, AFIELD)
    stab = verdict_event("p", TO_MILAN, verdict, line)
    assert isinstance(stab, Stab)
    assert (stab.audience, stab.line) == (None, "into MIL")
    kept = verdict_event("p", TO_MILAN, Verdict.KEPT, "")
    assert isinstance(kept, PledgeJudged)
    assert kept.audience == ("VENICE", "MILAN")
    assert verdict_event("p", TO_ALL, Verdict.KEPT, "").audience is None


# Whatever is written

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["to", "text", "kind", "province", "x"]), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(st.dictionaries(st.sampled_from(["broadcast", "letters", "pledges", "notes"]), JUNK))
def test_reading_never_raises_and_keeps_to_the_caps(answer):
    sheet, _ = read(answer)
    assert len(sheet.letters) <= 5
    assert len(sheet.pledges) <= 4


def test_depth_and_size_are_no_weapon():
    deep = "x"
    for _ in range(5000):
        deep = {"to": deep}
    assert excerpt(deep) == "to=dict"
    assert excerpt({"amount": 10**5000}) == "amount=a huge number"
    _, refused = read({"letters": [deep] * 10_000, "pledges": [deep, [deep]], "broadcast": deep})
    assert len(refused) == 1 + 256 + 2
