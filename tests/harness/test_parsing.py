"""Replies as models write them, and what is read from each."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Form
from harness.parsing import Reading, read_reply
from harness.seats.seat import FailureKind

ORDERS = Form({"orders": ("array", "object")}, {})
PRESS = Form({"broadcast": ("string",), "letters": ("array",)}, {})
FENCE = "```"
MIL = ["A VEN - MIL", "F NAP H"]


def read(text: str, form: Form = ORDERS, *, cut: bool = False, last: bool = False) -> Reading:
    return read_reply(text, form, cut=cut, last=last)


READABLE = [
    ("plain", '{"orders":["A VEN - MIL","F NAP H"]}', ()),
    ("spaces and a byte order mark", '\ufeff\n {"orders":["A VEN - MIL","F NAP H"]} \n', ()),
    (
        "fence in prose",
        f'Sure — here it is:\n{FENCE}json\n{{"orders":["A VEN - MIL","F NAP H"]}}\n{FENCE}\nGood luck!',
        ("fence", "prose"),
    ),
    ("fence alone", f'{FENCE}\n{{"orders":["A VEN - MIL","F NAP H"]}}\n{FENCE}', ("fence",)),
    ("prose around", 'I attack. {"orders":["A VEN - MIL","F NAP H"]} Good luck {to all}.', ("prose",)),
    (
        "second thoughts: the last object counts",
        f'{FENCE}json\n{{"orders":["A VEN - TRI","F NAP H"]}}\n{FENCE}\nOn reflection\n'
        f'{FENCE}json\n{{"orders":["A VEN - MIL","F NAP H"]}}\n{FENCE}',
        ("fence", "prose"),
    ),
    (
        "object after thinking",
        '<think>maybe {"orders":["A VEN - TRI"]} … no</think>{"orders":["A VEN - MIL","F NAP H"]}',
        ("think",),
    ),
    (
        "thinking with a stray brace",
        '<think>maybe { or "not</think>\n{"orders":["A VEN - MIL","F NAP H"]}',
        ("think",),
    ),
    (
        "thinking that only closes",
        'so {"orders":["A VEN - TRI"]} is bad</think>{"orders":["A VEN - MIL","F NAP H"]}',
        ("think",),
    ),
    (
        "thinking after the answer that never closes",
        '{"orders":["A VEN - MIL","F NAP H"]}<think>or {"orders":["A VEN - TRI"]}',
        ("think",),
    ),
    ("single quotes", "{'orders':['A VEN - MIL','F NAP H']}", ("quotes",)),
    ("typographic quotes", "{“orders”:[“A VEN - MIL”,“F NAP H”]}", ("quotes",)),
    ("bare key", '{orders:["A VEN - MIL","F NAP H"]}', ("quotes",)),
    ("python words", '{"orders":["A VEN - MIL","F NAP H"],"notes":None}', ("literal",)),
    ("comment with quotes", '{"orders":["A VEN - MIL", /* don\'t "wait" */ "F NAP H"]}', ("comment",)),
    ("hash comment", '{"orders":["A VEN - MIL", # Milan\n "F NAP H"]}', ("comment",)),
    ("raw line break in a string", '{"orders":["A VEN - MIL","F NAP H"],"notes":"a\nb"}', ("newline",)),
    ("missing comma", '{"orders":["A VEN - MIL" "F NAP H"],"notes":"x"}', ("punctuation",)),
    ("last bracket forgotten", '{"orders":["A VEN - MIL","F NAP H"]', ("unclosed",)),
    (
        "brackets forgotten inside a fence",
        f'{FENCE}json\n{{"orders":["A VEN - MIL","F NAP H"\n{FENCE}',
        ("fence", "unclosed"),
    ),
    ("wrong bracket", '{"orders":["A VEN - MIL","F NAP H"}', ("unclosed",)),
    ("wrapped", '{"answer":{"orders":["A VEN - MIL","F NAP H"]}}', ("wrapper",)),
    ("an object without the key comes last", '{"orders":["A VEN - MIL","F NAP H"]} {"confidence": 0.9}', ("prose",)),
    ("null is no draft", '{"orders":["A VEN - MIL","F NAP H"]} {"orders": null}', ("prose",)),
    ("duplicate key: the last counts", '{"orders":["A VEN H"],"orders":["A VEN - MIL","F NAP H"]}', ()),
]


@pytest.mark.parametrize(("text", "repairs"), [row[1:] for row in READABLE], ids=[row[0] for row in READABLE])
def test_the_answer_is_found(text: str, repairs: tuple[str, ...]) -> None:
    reading = read(text)
    assert reading.kind is None, reading.reason
    assert reading.answer is not None
    assert reading.answer["orders"] == MIL
    assert tuple(name for name in reading.repairs if name != "prose") == tuple(n for n in repairs if n != "prose")
    assert ("prose" in reading.repairs) == ("prose" in repairs)


def test_a_comment_and_trailing_commas_are_mended_and_an_apostrophe_stays() -> None:
    reading = read('{"orders":["A VEN - MIL", // take Milan\n "F NAP H",],"notes":"Florence\'s offer",}')
    assert reading.answer == {"orders": MIL, "notes": "Florence's offer"}
    assert set(reading.repairs) == {"comment", "trailing_comma"}


FAILING = [
    ("empty", " \n", ORDERS, FailureKind.EMPTY, "the reply was empty"),
    (
        "prose is never searched for orders",
        "I considered A VEN - TRI but MIL is better.",
        ORDERS,
        FailureKind.UNPARSABLE,
        'there was no JSON object with the key "orders"',
    ),
    (
        "braces around prose",
        "I like {A VEN - MIL}.",
        ORDERS,
        FailureKind.UNPARSABLE,
        'there was no JSON object with the key "orders"',
    ),
    (
        "one string instead of a list",
        '{"orders":"A VEN - MIL; F NAP H"}',
        ORDERS,
        FailureKind.UNPARSABLE,
        "orders must be a list or an object, not a string",
    ),
    ("a number", '{"orders": 3}', ORDERS, FailureKind.UNPARSABLE, "orders must be a list or an object, not a number"),
    (
        "the last word has the wrong type",
        '{"orders":["A VEN H"]} {"orders": true}',
        ORDERS,
        FailureKind.UNPARSABLE,
        "orders must be a list or an object, not true or false",
    ),
    (
        "null counts as absent",
        '{"orders": null}',
        ORDERS,
        FailureKind.UNPARSABLE,
        'the JSON object lacks the key "orders"',
    ),
    (
        "neither of two keys",
        '{"message": "hello"}',
        PRESS,
        FailureKind.UNPARSABLE,
        'the JSON object lacks the key "broadcast" or "letters"',
    ),
    (
        "letters of the wrong type",
        '{"letters": "hello"}',
        PRESS,
        FailureKind.UNPARSABLE,
        "letters must be a list, not a string",
    ),
    (
        "all in thinking",
        '<think>{"orders":["A VEN - TRI"]}',
        ORDERS,
        FailureKind.UNPARSABLE,
        'there was no JSON object with the key "orders" outside the thinking',
    ),
    (
        "stopped in the middle of a line",
        '{"orders":["A VEN - MIL","F NA',
        ORDERS,
        FailureKind.UNPARSABLE,
        "the JSON object stops before its end",
    ),
]


@pytest.mark.parametrize(
    ("text", "form", "kind", "reason"), [row[1:] for row in FAILING], ids=[row[0] for row in FAILING]
)
def test_a_failed_reply_says_why(text: str, form: Form, kind: FailureKind, reason: str) -> None:
    assert read(text, form) == Reading(None, (), kind, reason)


def test_one_of_two_needed_keys_is_enough() -> None:
    assert read('{"broadcast": 5, "letters": []}', PRESS).answer == {"broadcast": 5, "letters": []}
    assert read('{"broadcast": "", "letters": null}', PRESS).kind is None


def test_a_letter_about_json_stays_as_it_is() -> None:
    letter = f'Use {FENCE}json {{"x":1}}{FENCE} literally, <think>not</think> so // you, “friend” ,]'
    text = json.dumps({"orders": MIL, "letters": [{"to": "MILAN", "text": letter}]}, ensure_ascii=False)
    for reply in (text, f"Here:\n{FENCE}json\n{text}\n{FENCE}", text[:-1] + ",}"):
        reading = read(reply)
        assert reading.answer is not None
        assert reading.answer["letters"][0]["text"] == letter


CUT = [
    ('{"orders":["A VEN - MIL","F NAP - T', {"orders": ["A VEN - MIL"]}),
    ('{"orders":["A VEN - MIL","F NAP H"],"notes":"I wi', {"orders": MIL}),
    ('{"orders":{"A VEN":"A VEN - MIL","F NAP":"F N', {"orders": {"A VEN": "A VEN - MIL"}}),
    ('{"orders":{"A VEN":"A VEN - MIL","F NAP":', {"orders": {"A VEN": "A VEN - MIL"}}),
    (
        '{"orders":["A VEN H"],"spend":[{"action":"gift","target":"MILAN","amount":3},{"action":"gift","target":"MI',
        {"orders": ["A VEN H"], "spend": [{"action": "gift", "target": "MILAN", "amount": 3}]},
    ),
    (
        '{"orders":["A VEN H"],"spend":[{"action":"gift","target":"MILAN","amount":1',
        {"orders": ["A VEN H"], "spend": []},
    ),
    ('{"orders":["A VEN H"],"year":14', {"orders": ["A VEN H"]}),
    (f'Well.\n{FENCE}json\n{{"orders":["A VEN - MIL", // Milan\n "F NAP - ', {"orders": ["A VEN - MIL"]}),
    ('<think>hm</think>{"orders":["A VEN - MIL","F NAP', {"orders": ["A VEN - MIL"]}),
    ('{"orders":["A VEN - TRI"]} No: {"orders":["A VEN - MIL","F NAP', {"orders": ["A VEN - MIL"]}),
]


@pytest.mark.parametrize(("text", "kept"), CUT)
def test_a_reply_cut_off_is_asked_again_and_then_read_as_far_as_it_goes(text: str, kept: dict[str, object]) -> None:
    first = read(text, cut=True)
    assert (first.answer, first.kind) == (None, FailureKind.TRUNCATED)
    second = read(text, cut=True, last=True)
    left = {key: value for key, value in (second.answer or {}).items() if value or key != "spend"}
    assert left == {key: value for key, value in kept.items() if value}
    assert "cut" in second.repairs


@pytest.mark.parametrize(
    "text", ["", '{"orders":', '{"orders":["A V', "<think>long", "I would", '{"orders": ["A VEN - T']
)
def test_a_reply_cut_before_its_first_item_is_no_answer(text: str) -> None:
    reading = read(text, cut=True, last=True)
    assert (reading.answer, reading.kind) == (None, FailureKind.TRUNCATED)


def test_a_whole_answer_before_the_cut_counts() -> None:
    assert read('{"orders":["A VEN - MIL","F NAP H"]} I chose this bec', cut=True).answer == {"orders": MIL}


def test_an_answer_said_again_until_the_cut_counts() -> None:
    text = '{"orders":["A VEN - MIL","F NAP H"]}\nThe answer is:\n{"orders":["A VEN - MIL","F'
    assert read(text, cut=True).answer == {"orders": MIL}


def test_a_cut_draft_replaces_the_whole_one_before_it() -> None:
    reading = read('{"orders":["A VEN - TRI"]} No: {"orders":["A VEN', cut=True, last=True)
    assert (reading.answer, reading.kind) == (None, FailureKind.TRUNCATED)


NUMBERS = [
    ("NaN", "NaN"),
    ("-Infinity", "-Infinity"),
    ("1e999", "1e999"),
    ("9" * 5000, "9" * 5000),
    ("15.0", 15.0),
    ("12", 12),
]


@pytest.mark.parametrize(("written", "value"), NUMBERS, ids=[row[0][:9] for row in NUMBERS])
def test_numbers_no_file_can_hold_stay_as_text(written: str, value: object) -> None:
    answer = read(f'{{"orders": [], "amount": {written}}}').answer
    assert answer is not None
    assert answer["amount"] == value


HOSTILE = {
    "brackets": "[" * 100_000,
    "closed brackets": "[" * 100_000 + "]" * 100_000,
    "braces": "{" * 100_000,
    "objects": '{"orders":' * 100_000,
    "keys": '{"orders" ' * 100_000,
    "lists in an order": '{"orders":[' + "[" * 100_000,
    "closers": '{"orders":[' + "}]" * 50_000,
    "quotes": '{"orders":["' + '\\"' * 100_000,
    "comments": '{"orders":[/*' * 20_000,
    "thinking": "<think>" * 50_000 + '{"orders":[]}',
    "apostrophes": "{'orders':['" + "a'" * 50_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("cut", [False, True])
def test_hostile_replies_are_read_in_time(text: str, cut: bool) -> None:
    began = time.process_time()
    reading = read(text, cut=cut, last=cut)
    assert (reading.answer is None) == (reading.kind is not None)
    assert time.process_time() - began < 3


def test_a_reply_of_ten_megabytes() -> None:
    noise = "word {x} " * 1_200_000
    assert read(noise).kind is FailureKind.UNPARSABLE
    assert read(noise + '{"orders":["A VEN - MIL","F NAP H"]}').answer == {"orders": MIL}
    assert read(json.dumps({"orders": MIL, "notes": noise})).repairs == ()


def test_lone_surrogates_survive_reading() -> None:
    assert read('{"orders":["\\ud835"],"notes":"\ud835"}').answer == {"orders": ["\ud835"], "notes": "\ud835"}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)
ANSWERS = st.fixed_dictionaries({"orders": st.lists(JSON), "notes": st.text()}, optional={"spend": JSON})


@given(ANSWERS)
def test_a_well_formed_answer_is_never_changed(answer: dict[str, object]) -> None:
    assert read(json.dumps(answer)) == Reading(answer)
    assert read(json.dumps(answer, ensure_ascii=False)) == Reading(answer)


@given(ANSWERS, st.text(alphabet="abc \n`.,!—'"))
def test_words_around_an_answer_do_not_change_it(answer: dict[str, object], words: str) -> None:
    assert read(f"{words}{json.dumps(answer)}{words}").answer == answer


@given(st.text() | st.text(alphabet='{}[]",:\'\\/ \n<>think"orders'), st.booleans(), st.booleans())
def test_reading_never_raises_and_never_invents(text: str, cut: bool, last: bool) -> None:
    reading = read(text, cut=cut, last=last)
    assert (reading.answer is None) == bool(reading.kind and reading.reason)


@given(ANSWERS, st.data())
def test_an_answer_cut_anywhere_keeps_only_whole_orders(answer: dict[str, object], data: st.DataObject) -> None:
    orders = data.draw(st.lists(st.text(min_size=1)))
    whole = json.dumps(answer | {"orders": orders})
    text = whole[: data.draw(st.integers(0, len(whole) - 1))]
    kept = read(text, cut=True, last=True).answer
    if kept is not None:
        assert kept["orders"] == orders[: len(kept["orders"])]
        assert answer["notes"] == kept.get("notes", answer["notes"])


@given(st.lists(st.text(alphabet="AB -'/“”,:]#", min_size=1), min_size=1))
def test_mending_leaves_strings_alone(orders: list[str]) -> None:
    text = json.dumps({"orders": orders}, ensure_ascii=False)[:-1] + ", }"
    assert read(text) == Reading({"orders": orders}, ("trailing_comma",))
