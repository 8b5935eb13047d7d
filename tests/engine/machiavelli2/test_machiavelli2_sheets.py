"""Answers as read: money, retreats, Winter; and pledges held against what was then done."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from turns import position, read_turns

from engine.game import Request, Submission
from engine.machiavelli2.game import MACHIAVELLI2
from engine.machiavelli2.map.theatre import theatre
from engine.machiavelli2.notation import Reason
from engine.machiavelli2.options import Options
from engine.machiavelli2.reading import read_build
from engine.machiavelli2.spending import AT_AREAS, AT_UNITS, BANK, Borrowing, Expense, Kind, Payment
from engine.machiavelli2.state import State
from engine.press import PledgeJudged, Stab, Verdict

STAGE = theatre("machiavelli2")
PAD, TRV, VER, MAN = map(STAGE.area, ("PAD", "TRV", "VER", "MAN"))
VENICE, AUSTRIA, MILAN = 7, 0, 3


def scene(text: str) -> State:
    (turn,) = read_turns(f"== scene\n{text}")
    return position(turn)


def asked(state: State, power: str) -> Request:
    return next(request for request in MACHIAVELLI2.requests(state) if request.power == power)


def read(state: State, power: str, answer: dict[str, Any]) -> Submission:
    return MACHIAVELLI2.read(asked(state, power), answer)


SPRING = scene("""when 1454 spring orders
rules no_judge_compat
units VENICE A PAD, G VEN | AUSTRIA A TRV, G PAD | AUTONOMOUS G MAN
famine MAN
rebels VER
ducats VENICE 60""")

EXPENSES = [
    ({"kind": "buy", "target": "A TRV", "amount": 18}, Expense(Kind.BUY, 18, TRV)),
    ({"kind": "Buy", "target": "Treviso", "amount": "18"}, Expense(Kind.BUY, 18, TRV)),
    ({"kind": "disband", "target": "G PAD", "amount": 12.0}, Expense(Kind.DISBAND, 12, STAGE.city_of[PAD])),
    ({"kind": "gta", "target": "garrison of Padua", "amount": 9}, "target"),
    ({"kind": "to autonomous", "target": "G Padua", "amount": 9}, Expense(Kind.AUTONOMY, 9, STAGE.city_of[PAD])),
    ({"kind": "cb", "target": "A PAD", "amount": 3}, Expense(Kind.COUNTER_BRIBE, 3, PAD)),
    ({"kind": "famine relief", "target": "MAN", "amount": 3}, Expense(Kind.FAMINE_RELIEF, 3, MAN)),
    ({"kind": "assassinate", "target": "the Austrians", "amount": 12}, Expense(Kind.ASSASSINATE, 12, AUSTRIA)),
    ({"kind": "buy", "target": "A PAD", "amount": 18}, "pointless"),
    ({"kind": "to_autonomous", "target": "A TRV", "amount": 9}, "pointless"),
    ({"kind": "assassinate", "target": "VENICE", "amount": 12}, "pointless"),
    ({"kind": "buy", "target": "F TRV", "amount": 18}, "target"),
    ({"kind": "buy", "target": "the moon", "amount": 18}, "target"),
    ({"kind": "steal", "target": "A TRV", "amount": 18}, "kind"),
    ({"kind": "buy", "target": "A TRV", "amount": 5.9}, "amount"),
    ({"kind": "buy", "target": "A TRV", "amount": 0}, "amount"),
    ("buy A TRV", "type"),
]


@pytest.mark.parametrize(("item", "expected"), EXPENSES)
def test_an_expenditure_is_read_or_set_aside(item: Any, expected: Expense | str) -> None:
    submission = read(SPRING, "VENICE", {"orders": [], "expenses": [item]})
    if isinstance(expected, Expense):
        assert (submission.value.expenses, submission.refused) == ((expected,), ())
    else:
        assert submission.value.expenses == ()
        assert [(refusal.reason, refusal.note) for refusal in submission.refused] == [(expected, True)]


PURPOSE = {Kind.FAMINE_RELIEF: {"MAN"}, Kind.PACIFY: {"VER"}}


def test_all_that_money_can_be_spent_on_with_effect_is_listed() -> None:
    board = replace(SPRING.board, chits=(0, *SPRING.board.chits[1:VENICE], 0b11))
    state = replace(SPRING, board=board)
    request = asked(state, "VENICE")
    in_reach = ("A PAD", "G PAD", "A TRV", "G VEN")
    due = set()
    for kind in Kind:
        for text in STAGE.codes if kind in AT_AREAS else in_reach if kind in AT_UNITS else ("AUSTRIA", "FLORENCE"):
            item = {"kind": kind.value, "target": text, "amount": 3}
            expenses = MACHIAVELLI2.read(request, {"orders": [], "expenses": [item]}).value.expenses
            if expenses and text in PURPOSE.get(kind, {text}):
                due.add((kind.value, text))
    assert {(target.kind, target.target) for target in request.view.targets} == due
    assert [target.kind for target in request.view.targets][-4:] == ["counter_bribe"] * 4


def test_four_expenditures_are_kept() -> None:
    items = [{"kind": "counter_bribe", "target": "A PAD", "amount": n} for n in (3, 6, 9, 12, 15)]
    submission = read(SPRING, "VENICE", {"orders": [], "expenses": items})
    assert [expense.amount for expense in submission.value.expenses] == [3, 6, 9, 12]
    assert [refusal.reason for refusal in submission.refused] == ["toomany"]


@pytest.mark.parametrize(
    ("options", "keys"),
    [
        (Options(), ["expenses", "payments", "loan", "chits"]),
        (Options(loans=False), ["expenses", "payments", "chits"]),
        (Options(loans=False, assassinations=False), ["expenses", "payments"]),
        (Options(money=False), []),
    ],
)
def test_money_is_asked_for_where_it_is_played(options: Options, keys: list[str]) -> None:
    state = MACHIAVELLI2.start(1, replace(options, press=False)).state
    for request in MACHIAVELLI2.requests(state):
        assert list(request.form.schema["properties"]) == ["orders", *keys, "allies", "notes"]
        assert request.form.schema["required"] == list(request.form.schema["properties"])


def test_payments_loans_chits_and_allies() -> None:
    answer = {
        "orders": [],
        "payments": [{"to": "bank", "amount": 5}, {"to": "Milanese", "amount": 3}, {"to": "VENICE", "amount": 3}],
        "loan": {"amount": 10, "years": 2},
        "chits": [{"victim": "MILAN", "to": "AUSTRIA"}],
        "allies": ["Naples", "nobody"],
    }
    sheet = read(SPRING, "VENICE", answer)
    assert sheet.value.payments == (Payment(BANK, 5), Payment(MILAN, 3))
    assert sheet.value.loan == Borrowing(10, 2)
    assert sheet.value.chits == ((MILAN, AUSTRIA),)
    assert sheet.value.allies == (STAGE.powers.index("NAPLES"),)
    assert [refusal.reason for refusal in sheet.refused] == ["target", "target"]


def test_without_money_nothing_can_be_spent() -> None:
    state = MACHIAVELLI2.start(1, Options(money=False, press=False)).state
    answer = {"orders": [], "expenses": [{"kind": "buy", "target": "G FER", "amount": 9}], "loan": {"amount": 1}}
    submission = read(state, "VENICE", answer)
    assert (submission.value.expenses, submission.value.loan) == ((), None)
    assert {refusal.reason for refusal in submission.refused} == {"notplayed"}


def test_a_unit_one_bids_for_can_be_given_orders() -> None:
    answer = {"orders": ["A TRV - FRI"], "expenses": [{"kind": "buy", "target": "A TRV", "amount": 18}]}
    submission = read(SPRING, "VENICE", answer)
    assert list(submission.value.orders) == [TRV]
    after = MACHIAVELLI2.resolve(SPRING, {"VENICE": submission}).state.board
    assert after.forces.owners[STAGE.area("FRI")] == VENICE
    alone = read(SPRING, "VENICE", {"orders": ["A TRV - FRI"]})
    assert [refusal.reason for refusal in alone.refused] == ["notowned"]


RETREAT = scene("""when 1454 spring retreats
units VENICE A PAD>FER/PAD/VER, A TRV>FRI""")


def test_retreats_are_read_by_line_or_by_unit() -> None:
    for lines in (["A PAD = G", "A TRV to Friuli"], {"A PAD": "= G", "A TRV": "A TRV - FRI"}):
        submission = read(RETREAT, "VENICE", {"retreats": lines})
        assert (submission.value.choices, submission.refused) == ({PAD: PAD, TRV: STAGE.area("FRI")}, ())


def test_a_retreat_that_is_not_open_is_refused() -> None:
    submission = read(RETREAT, "VENICE", {"retreats": ["A PAD - MAN", "A TRV D", "A MIL - PAV", "gone"]})
    assert submission.value.choices == {}
    assert [refusal.reason for refusal in submission.refused] == ["nonadjacent", "notowned", "parse"]


def test_a_retreat_names_the_unit_as_the_board_does_and_no_other_kind() -> None:
    lost = scene("""when 1454 spring retreats
units VENICE EM A PAD>FER/VER""")
    assert read(lost, "VENICE", {"retreats": ["EM A PAD - FER"]}).value.choices == {PAD: STAGE.area("FER")}
    submission = read(lost, "VENICE", {"retreats": ["F PAD - FER"]})
    assert (submission.value.choices, [refusal.reason for refusal in submission.refused]) == ({}, ["wrongunit"])


def test_no_more_lines_of_retreats_are_read_than_of_orders() -> None:
    submission = read(RETREAT, "VENICE", {"retreats": ["gone"] * 1000})
    assert [refusal.reason for refusal in submission.refused] == ["parse"] * 64 + ["toomany"]


WINTER = scene("""when 1454 fall adjustments
units VENICE A PAD, A VER
ducats VENICE 12""")


def test_winter_keeps_who_is_not_named_and_builds_within_means() -> None:
    answer = {
        "remove": ["A VER"],
        "builds": ["G VEN", "b A Treviso", "EP A BER", "F VEN", "A FRI", "EM A DAL", "A PAD"],
    }
    submission = read(WINTER, "VENICE", answer)
    assert submission.value.removed == (VER,)
    assert [(build.kind, STAGE.codes[build.area]) for build in submission.value.builds] == [(2, "VEN"), (0, "TRV")]
    reasons = [(refusal.reason, refusal.note) for refusal in submission.refused]
    assert reasons == [
        ("nosite", False), ("duplicate", True), ("nosite", False), ("insufficient", True), ("nosite", False)
    ]  # fmt: skip


BOTH = scene("""when 1454 fall adjustments
units VENICE EM A PAD, G PAD, G TRV
ducats VENICE 60""")


@pytest.mark.parametrize(
    ("item", "gone"),
    [
        ("A PAD", PAD),
        ("EM A PAD", PAD),
        ("remove em a Padua", PAD),
        ("G PAD", STAGE.city_of[PAD]),
        ("TRV", STAGE.city_of[TRV]),
        ("F PAD", "wrongunit"),
        ("A TRV", "notowned"),
        ("A VER", "notowned"),
        ("the lot", "parse"),
    ],
)
def test_who_is_let_go_is_the_unit_named_and_no_other(item: str, gone: int | str) -> None:
    submission = read(BOTH, "VENICE", {"remove": [item]})
    if isinstance(gone, int):
        assert (submission.value.removed, submission.refused) == ((gone,), ())
    else:
        assert (submission.value.removed, [refusal.reason for refusal in submission.refused]) == ((), [gone])


@pytest.mark.parametrize(("text", "rank"), [("A BER", 0), ("CM G VEN", 1), ("b em A VER", 2), ("A VER EP", 3)])
def test_a_build_is_of_the_rank_it_names(text: str, rank: int) -> None:
    assert getattr(read_build(BOTH.board, text), "rank", None) == rank
    assert read_build(BOTH.board, f"EM {text} CM") is Reason.PARSE


def test_a_second_special_unit_is_set_aside_and_takes_no_ducats() -> None:
    kept = read(BOTH, "VENICE", {"builds": ["CM F VEN", "A DAL"]})
    assert [(STAGE.codes[build.area], build.rank) for build in kept.value.builds] == [("DAL", 0)]
    assert [(refusal.reason, refusal.note) for refusal in kept.refused] == [("secondspecial", True)]
    changed = read(BOTH, "VENICE", {"remove": ["A PAD"], "builds": ["CM F VEN", "EP A DAL"]})
    assert [(STAGE.codes[build.area], build.rank) for build in changed.value.builds] == [("VEN", 1)]
    assert [refusal.line for refusal in changed.refused] == ["EP A DAL"]


def test_press_and_pledges() -> None:
    state = scene("""when 1454 spring press
rules press
units VENICE A PAD | AUSTRIA A TRV, A VER | MILAN A MIL""")
    pledges = {
        "AUSTRIA": [{"to": "Venice", "kind": "peace"}, {"to": "ALL", "kind": "keepout", "province": "Ferrara"}],
        "VENICE": [{"to": "AUSTRIA", "kind": "support"}, {"to": "MILAN", "kind": "peace"}],
    }
    said = {p: read(state, p, {"broadcast": "", "pledges": given}) for p, given in pledges.items()}
    state = MACHIAVELLI2.resolve(state, said).state
    orders = {"AUSTRIA": ["A TRV - PAD", "A VER H"], "VENICE": ["A PAD S A VER"]}
    done = MACHIAVELLI2.resolve(state, {p: read(state, p, {"orders": lines}) for p, lines in orders.items()})
    stabs = [event for event in done.events if isinstance(event, Stab)]
    kept = [(event.power, event.pledge) for event in done.events if isinstance(event, PledgeJudged)]
    assert [(stab.power, stab.to, stab.pledge, stab.line) for stab in stabs] == [
        ("AUSTRIA", "VENICE", "peace", "A TRV - PAD")
    ]
    assert kept == [("AUSTRIA", "keepout"), ("VENICE", "support"), ("VENICE", "peace")]


@pytest.mark.parametrize(
    ("keeper", "orders", "verdict"),
    [
        ("F MES", {"orders": ["F MES H"], "allies": ["Turkey"]}, Verdict.KEPT),
        ("F MES", {"orders": ["F MES H"], "allies": ["Venice"]}, Verdict.BROKEN),
        ("F MES", {"orders": ["F MES H"]}, Verdict.BROKEN),
        ("F MES", {"orders": ["F MES = G"]}, Verdict.MOOT),
        ("A MES", {"orders": ["A MES H"]}, Verdict.MOOT),
        ("F NAP", {"orders": ["F NAP H"]}, Verdict.MOOT),
        ("F NAP", {"orders": ["F NAP H"], "allies": ["TURKEY"]}, Verdict.KEPT),
    ],
)
def test_an_alliance_is_to_let_a_power_through_the_strait(keeper: str, orders: Any, verdict: Verdict) -> None:
    state = scene(f"""when 1454 spring press
rules press
units NAPLES {keeper} | TURKEY F GON | VENICE F UAS""")
    form = MACHIAVELLI2.requests(state)[0].form.schema["properties"]["pledges"]["items"]["properties"]["kind"]
    assert form["enum"] == ["peace", "keepout", "support", "ally"]
    said = {"NAPLES": read(state, "NAPLES", {"broadcast": "", "pledges": [{"to": "Turkey", "kind": "ally"}]})}
    state = MACHIAVELLI2.resolve(state, said).state
    answers = {"NAPLES": orders, "TURKEY": {"orders": ["F GON - ION"]}}
    done = MACHIAVELLI2.resolve(state, {power: read(state, power, answer) for power, answer in answers.items()})
    assert [event.verdict for event in done.events if isinstance(event, PledgeJudged)] == (
        [] if verdict is Verdict.BROKEN else [verdict]
    )
    stabs = [(event.power, event.to, event.pledge, event.line) for event in done.events if isinstance(event, Stab)]
    assert stabs == ([("NAPLES", "TURKEY", "ally", "not among the allies")] if verdict is Verdict.BROKEN else [])
    passed = STAGE.area("ION") in done.state.board.units(STAGE.powers.index("TURKEY"))
    assert passed == (verdict is not Verdict.BROKEN)


def test_a_paid_bribe_breaks_a_peace_and_an_unpaid_one_does_not() -> None:
    for ducats, stabbed in ((12, True), (0, False)):
        state = scene(f"""when 1454 spring press
rules press
units VENICE A PAD | AUSTRIA A TRV
ducats VENICE {ducats}""")
        said = {"VENICE": read(state, "VENICE", {"broadcast": "", "pledges": [{"to": "AUSTRIA", "kind": "peace"}]})}
        state = MACHIAVELLI2.resolve(state, said).state
        answer = {"orders": [], "expenses": [{"kind": "disband", "target": "A TRV", "amount": 12}]}
        done = MACHIAVELLI2.resolve(state, {"VENICE": read(state, "VENICE", answer)})
        assert any(isinstance(event, Stab) for event in done.events) == stabbed
