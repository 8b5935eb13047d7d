"""Order lines: every spelling that is understood, every reason a line is refused for, nothing invented."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scene_1901 import GEOGRAPHY, NOTATION, POWERS, TABLE, forces

from engine.conflict.legal import legal_orders
from engine.conflict.lexicon import Mention, Verb
from engine.conflict.notation import LINES_READ, Notation, Reason
from engine.conflict.orders import ARMY, FLEET, NONE, OrderTable
from engine.geography import read_geography

BOARD = forces(
    {
        "FRANCE": ["A PAR", "F BRE", "A MAR", "F SPA/NC", "F GAS", "A BEL"],
        "ENGLAND": ["F MAO", "F NTH", "A LON", "F ENG"],
        "RUSSIA": ["F STP/SC", "A MOS"],
        "GERMANY": ["A MUN", "F POR"],
    }
)
FRANCE, ENGLAND, RUSSIA, GERMANY = (POWERS.index(power) for power in ("FRANCE", "ENGLAND", "RUSSIA", "GERMANY"))


def read(line: str, power: int = FRANCE) -> str:
    """The order as canonical text, or the reason."""
    result = NOTATION.read_order(line, BOARD, power)
    return result.value if isinstance(result, Reason) else TABLE.text(result)


@pytest.mark.parametrize(
    "line",
    [
        "A PAR - BUR",
        "a par - bur",
        "  A   PAR\t-  BUR ",
        "A PAR-BUR",
        "A PAR – BUR",
        "A PAR—BUR",
        "A PAR − BUR",
        "A PAR ‑ BUR",
        "A PAR -> BUR",
        "A PAR --> BUR",
        "A PAR => BUR",
        "A PAR → BUR",
        "A PAR to BUR",
        "A PAR MOVE BUR",
        "A PAR MOVES BUR",
        "A PAR MOVE TO BUR",
        "A PAR moves to Burgundy",
        "Army Paris to Burgundy",
        "army paris - burgundy.",
        "Paris - Burgundy",
        "PAR - BUR",
        "- A PAR - BUR",
        "* A PAR - BUR",
        "– A PAR - BUR",
        "+ A PAR - BUR",
        "• A PAR - BUR",
        "1. A PAR - BUR",
        "2) A PAR - BUR;",
        "(3) A PAR - BUR,",
        "Ａ ＰＡＲ － ＢＵＲ",
        "A\u00a0PAR\u2003-\u00a0BUR",
        "\ufeff- A PAR\u200b - BUR\u2060",
        "* **A PAR - BUR**",
        "`A PAR - BUR`",
        '"A PAR - BUR"',
        "FRANCE: A PAR - BUR",
        "France A PAR - BUR",
        "France: Paris - Burgundy",
        "A PAR - BUR...",
    ],
)
def test_a_move_may_be_spelled(line: str) -> None:
    assert read(line) == "A PAR - BUR"


@pytest.mark.parametrize(
    "line", ["A PAR H", "A PAR HOLD", "A PAR holds", "A PAR STANDS", "A PAR", "PAR", "army Paris."]
)
def test_a_hold_may_be_spelled(line: str) -> None:
    assert read(line) == "A PAR H"


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("A PAR S F BRE", "A PAR S F BRE"),
        ("A PAR SUPPORTS BRE", "A PAR S F BRE"),
        ("A PAR SUPPORT F BRE H", "A PAR S F BRE"),
        ("A PAR supports fleet Brest holds", "A PAR S F BRE"),
        ("A PAR S A MAR - BUR", "A PAR S A MAR - BUR"),
        ("A PAR S MAR -> BUR", "A PAR S A MAR - BUR"),
        ("army paris supports army marseilles to burgundy", "A PAR S A MAR - BUR"),
        ("A PAR S A MAR MOVE TO BUR", "A PAR S A MAR - BUR"),
        ("A MAR S F POR - SPA", "A MAR S F POR - SPA"),
        ("F GAS S F MAO - SPA(NC)", "F GAS S F MAO - SPA/NC"),
        ("F GAS S F MAO - SPA SC", "F GAS S F MAO - SPA/SC"),
        ("A MAR S F SPA", "A MAR S F SPA/NC"),
        ("A MAR S F SPA/SC", "A MAR S F SPA/NC"),
        ("F SPA/NC S A MAR - GAS", "F SPA/NC S A MAR - GAS"),
        ("F SPA S A PAR - GAS", "F SPA/NC S A PAR - GAS"),
        ("F SPA(SC) - MID", "F SPA/NC - MAO"),
        ("F SPA north coast - Mid-Atlantic Ocean", "F SPA/NC - MAO"),
        ("F Spain (nc) to mid atlantic ocean", "F SPA/NC - MAO"),
        ("A MAR - SPA/NC", "A MAR - SPA"),
        ("F GAS - SPA", "F GAS - SPA/NC"),
        ("A BEL - LON", "A BEL - LON VIA CONVOY"),
        ("A BEL - LON VIA", "A BEL - LON VIA CONVOY"),
        ("A BEL - LON via convoy", "A BEL - LON VIA CONVOY"),
        ("A BEL - LON BY CONVOY", "A BEL - LON VIA CONVOY"),
        ("A BEL - LON (VIA CONVOY)", "A BEL - LON VIA CONVOY"),
        ("A BEL - PIC", "A BEL - PIC"),
        ("A BEL - PIC VIA", "A BEL - PIC VIA CONVOY"),
        ("F BRE S A LON - PIC", "F BRE S A LON - PIC"),
        ("F BRE S A LON - PIC VIA CONVOY", "F BRE S A LON - PIC"),
    ],
)
def test_other_orders_may_be_spelled(line: str, order: str) -> None:
    assert read(line) == order


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("F NTH C A BEL - LON", "F NTH C A BEL - LON"),
        ("F NTH CONVOYS BEL TO LON", "F NTH C A BEL - LON"),
        ("North Sea convoy army Belgium - London VIA CONVOY", "F NTH C A BEL - LON"),
        ("F ECH - BEL", "F ENG - BEL"),
    ],
)
def test_convoys_and_other_codes_may_be_spelled(line: str, order: str) -> None:
    assert read(line, ENGLAND) == order


@pytest.mark.parametrize(
    "line", ["F STP/SC - BOT", "F STP(SC) - BOT", "F stp sc - bot", "F STP/NC - BOT", "F STP - GOB"]
)
def test_the_own_coast_may_be_written_wrongly(line: str) -> None:
    assert read(line, RUSSIA) == "F STP/SC - BOT"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        # 1
        ("", "parse"),
        ("A XXX H", "parse"),
        ("A PAR - XYZ", "parse"),
        ("A PAR -", "parse"),
        ("A PAR S", "parse"),
        ("A PAR S F BRE -", "parse"),
        ("A PAR - BU", "parse"),
        ("A PAR - BURG", "parse"),
        ("A PAR - BUR - MUN", "parse"),
        ("A PAR - BUR or GAS", "parse"),
        ("A PAR - A BUR", "parse"),
        ("I move A PAR - BUR", "parse"),
        ("A PAR C A MAR", "parse"),
        ("F GAS - SPA/WC", "parse"),
        ("F SPA/NC - GAS/XX", "parse"),
        ("F SPA/XX - GAS", "parse"),
        ("A PAR - BUR/XX", "parse"),
        ("A PAR R BUR", "parse"),
        ("A PAR D", "parse"),
        ("BUILD A PAR", "parse"),
        ("A PAR - BUR " + "very " * 30, "parse"),
        # 2
        ("A BUR H", "notthere"),
        ("A MUN H", "wrongunit"),
        ("GERMANY: A PAR - BUR", "notowned"),
        ("Germany A MUN H", "notowned"),
        # 3
        ("F PAR - BUR", "wrongunit"),
        ("A PAR S A BRE", "wrongunit"),
        ("A PAR S F MAR - VEN", "wrongunit"),
        # 4
        ("F BRE - PAR", "wrongunit"),
        ("A PAR - ENG", "wrongunit"),
        ("F BRE - ENG VIA CONVOY", "wrongunit"),
        ("A PAR C A BEL - LON", "wrongunit"),
        ("F BRE C A BEL - LON", "wrongunit"),
        ("A PAR S A PAR - BUR", "wrongunit"),
        ("A PAR S A PAR", "wrongunit"),
        # 6
        ("A PAR S A BUR", "notthere"),
        ("A PAR S A RUH - BUR", "notthere"),
        # 7
        ("A PAR - BUR VIA CONVOY", "noconvoy"),
        ("A MAR - ROM", "noconvoy"),
        ("A MAR - NAF VIA", "noconvoy"),
        # 8
        ("A PAR - MUN", "nonadjacent"),
        ("A PAR - PAR", "nonadjacent"),
        ("F GAS - SPA/SC", "nonadjacent"),
        ("F BRE - POR", "nonadjacent"),
        ("A PAR S A MUN", "nonadjacent"),
        ("A PAR S A MUN - TYR", "nonadjacent"),
        ("A MAR S A PAR - SPA", "nonadjacent"),
    ],
)
def test_the_first_reason_refuses(line: str, reason: str) -> None:
    assert read(line) == reason


@pytest.mark.parametrize(
    ("line", "power", "reason"),
    [
        ("F MAO - SPA", ENGLAND, "ambiguouscoast"),
        ("F POR - SPA", GERMANY, "ambiguouscoast"),
        ("F MAO C F BRE - LON", ENGLAND, "wrongunit"),
        ("F MAO C A BRE - LON", ENGLAND, "wrongunit"),
        ("F MAO C A RUH - LON", ENGLAND, "notthere"),
        ("F MAO C A MUN - LON", ENGLAND, "noconvoy"),
        ("F MAO C A BEL - LON", ENGLAND, "noconvoy"),
        ("F STP/SC - BAR", RUSSIA, "nonadjacent"),
    ],
)
def test_reasons_at_sea(line: str, power: int, reason: str) -> None:
    assert read(line, power) == reason


def test_an_empty_and_a_foreign_province_may_have_one_reason() -> None:
    strict = Notation(TABLE, POWERS)
    assert strict.read_order("A BUR H", BOARD, FRANCE) == Reason.NOT_OWNED
    assert strict.read_order("A MUN H", BOARD, FRANCE) == Reason.NOT_OWNED


ISLES = read_geography(
    """
    BAY sea The Bay / NAP VEN
    FER inland Ferrara : NAP VEN
    NAP coastal Naples : FER / BAY
    VEN coastal Venice : FER / BAY
    """
)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("Venice - Ferrara", "A VEN - FER"),
        ("VENICE: A VEN - FER", "A VEN - FER"),
        ("VENICE A VEN - FER", "A VEN - FER"),
        ("Venice: Venice - Ferrara", "A VEN - FER"),
        ("Venice Venice - Ferrara", "A VEN - FER"),
        ("VENICE", "A VEN H"),
        ("Naples: A VEN - FER", "notowned"),
        ("Naples A VEN - FER", "notowned"),
        ("Naples - Ferrara", "notowned"),
        ("Naples: hold", "parse"),
    ],
)
def test_a_power_named_like_a_place_counts_before_a_colon_or_a_unit(line: str, order: str) -> None:
    table = OrderTable(ISLES)
    notation = Notation(table, ("VENICE", "NAPLES"))
    board = forces({})
    board = type(board).of(ISLES, [(ISLES.ids["VEN"] * 2, 0), (ISLES.ids["NAP"] * 2, 1)])
    result = notation.read_order(line, board, 0)
    assert (result.value if isinstance(result, Reason) else table.text(result)) == order


def sheet(lines: object, power: int = FRANCE) -> tuple[dict[str, str], list[tuple[str, str, bool]]]:
    read_sheet = NOTATION.read_orders(lines, BOARD, power)
    orders = {GEOGRAPHY.codes[province]: TABLE.text(order) for province, order in read_sheet.orders.items()}
    return orders, [(refusal.line, refusal.reason, refusal.note) for refusal in read_sheet.refused]


HOLDING = {
    "BEL": "A BEL H",
    "BRE": "F BRE H",
    "GAS": "F GAS H",
    "MAR": "A MAR H",
    "PAR": "A PAR H",
    "SPA": "F SPA/NC H",
}


def test_every_unit_has_exactly_one_order() -> None:
    orders, refused = sheet(["A PAR - BUR", "A MUN H", "A PAR - GAS", "F BRE - PAR"])
    assert orders == HOLDING | {"PAR": "A PAR - BUR"}
    assert refused == [
        ("A MUN H", "wrongunit", False),
        ("A PAR - GAS", "duplicate", True),
        ("F BRE - PAR", "wrongunit", False),
    ]


@pytest.mark.parametrize("first", ["A PAR - ENG", "F PAR - BUR", "A PAR dances", "GERMANY: A PAR - BUR"])
def test_a_wrong_first_line_is_the_units_order_all_the_same(first: str) -> None:
    orders, refused = sheet([first, "A PAR - BUR"])
    assert orders == HOLDING
    assert [(reason, note) for _, reason, note in refused][1:] == [("duplicate", True)]


def test_orders_may_be_an_object_by_unit() -> None:
    lines = {
        "A PAR": "A PAR - BUR",
        "F BRE": "- ENG",
        "Marseilles": "S A PAR - BUR",
        "A BEL": "F GAS - MAO",
        "x": "F SPA - MAO",
    }
    orders, refused = sheet(lines)
    assert orders == HOLDING | {
        "PAR": "A PAR - BUR",
        "BRE": "F BRE - ENG",
        "MAR": "A MAR S A PAR - BUR",
        "SPA": "F SPA/NC - MAO",
    }
    assert refused == [("F GAS - MAO", "parse", False)]


def test_sixty_four_lines_are_read() -> None:
    orders, refused = sheet(["nonsense"] * LINES_READ + ["A PAR - BUR"] * 1000)
    assert orders == HOLDING
    assert [reason for _, reason, _ in refused] == ["parse"] * LINES_READ + ["toomany"]


@pytest.mark.parametrize("lines", [None, [], {}, ()])
def test_no_lines_are_no_orders(lines: object) -> None:
    read_sheet = NOTATION.read_orders(lines, BOARD, FRANCE)
    assert sheet(lines) == (HOLDING, [])
    assert list(read_sheet.silent) == list(read_sheet.orders)


@pytest.mark.parametrize("lines", ["A PAR - BUR; F BRE H", 7, True, [None, 3, ["A PAR - BUR"], {"A": 1}]])
def test_what_is_no_list_of_lines_is_refused(lines: object) -> None:
    orders, refused = sheet(lines)
    assert orders == HOLDING
    assert {reason for _, reason, _ in refused} == {"parse"}


@pytest.mark.parametrize(
    ("text", "mention"),
    [
        ("A ROM", (ARMY, "ROM", "")),
        ("ROM", (NONE, "ROM", "")),
        ("Rome", (NONE, "ROM", "")),
        ("army rome", (ARMY, "ROM", "")),
        ("F STP(nc)", (FLEET, "STP", "NC")),
        ("Italy: A ROM", (ARMY, "ROM", "")),
    ],
)
def test_a_unit_may_be_named(text: str, mention: tuple[int, str, str]) -> None:
    kind, place, coast = mention
    assert NOTATION.read_unit(text) == Mention(kind, GEOGRAPHY.ids[place], coast)


@pytest.mark.parametrize("text", ["", "A", "ROM H", "A ROM - VEN", "Nowhere", "ROM VEN", "ITALY"])
def test_what_is_more_or_less_than_a_unit_is_none(text: str) -> None:
    assert NOTATION.read_unit(text) is None


def test_a_province_is_named_without_a_letter() -> None:
    assert NOTATION.read_province("gulf of lyon") == GEOGRAPHY.ids["GOL"]
    assert NOTATION.read_province("St. Petersburg") == GEOGRAPHY.ids["STP"]
    assert NOTATION.read_province("A ROM") is None
    assert NOTATION.read_province("Atlantis") is None


@pytest.mark.parametrize(
    ("line", "verb", "target"),
    [
        ("A PAR - BUR", Verb.MOVE, "BUR"),
        ("A PAR R BUR", Verb.RETREAT, "BUR"),
        ("Paris retreats to Burgundy.", Verb.RETREAT, "BUR"),
        ("FRANCE: A PAR RETREAT BUR", Verb.RETREAT, "BUR"),
        ("A PAR D", Verb.DISBAND, None),
        ("A PAR DISBANDS", Verb.DISBAND, None),
        ("DISBAND A PAR", Verb.DISBAND, None),
        ("REMOVE PAR", Verb.DISBAND, None),
        ("A PAR", Verb.NOTHING, None),
        ("BUILD A PAR", Verb.BUILD, None),
        ("build army paris", Verb.BUILD, None),
        ("A PAR B", Verb.BUILD, None),
        ("Paris builds", Verb.BUILD, None),
        ("BUILD A PAR - BUR", Verb.UNREADABLE, None),
        ("A PAR D BUR", Verb.UNREADABLE, None),
        ("A PAR R", Verb.UNREADABLE, None),
    ],
)
def test_lines_of_other_phases_are_taken_apart(line: str, verb: Verb, target: str | None) -> None:
    phrase = NOTATION.lexicon.read(line)
    assert phrase is not None
    assert phrase.unit.province == GEOGRAPHY.ids["PAR"]
    assert phrase.verb is verb
    assert (phrase.target and GEOGRAPHY.codes[phrase.target.province]) == target


WORDS = """
A F ARMY FLEET PAR BUR BRE MAR SPA STP NC SC / ( ) - -> TO S SUPPORTS C CONVOY H HOLD VIA CONVOY BY :
FRANCE GERMANY LON BEL NTH MAO Paris Mid Atlantic Ocean north coast R D BUILD · 1. ½ \u202e ß
"""
LINES = st.lists(st.sampled_from(WORDS.split()), max_size=12).map(" ".join)


@settings(max_examples=600, deadline=None)
@given(st.one_of(st.text(), LINES), st.sampled_from([FRANCE, ENGLAND, RUSSIA]))
def test_reading_never_raises_and_never_invents(line: str, power: int) -> None:
    result = NOTATION.read_order(line, BOARD, power)
    if not isinstance(result, Reason):
        province = TABLE.source[result]
        assert BOARD.owners[province] == power
        plainly = TABLE.intern(TABLE.order(result)._replace(to=NONE if TABLE.to[result] < 0 else TABLE.target[result]))
        listed = legal_orders(TABLE, BOARD, province)
        assert result in listed or plainly in listed
        # Every province the order is about stands in the line, by code or by name.
        upper = line.upper()
        for about in {province, TABLE.whom[result], TABLE.target[result]} - {NONE}:
            named = (GEOGRAPHY.codes[about], GEOGRAPHY.names[about].upper(), "MID")
            assert any(name in upper for name in named)


@settings(max_examples=200, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    )
)
def test_any_json_is_a_sheet(lines: object) -> None:
    read_sheet = NOTATION.read_orders(lines, BOARD, FRANCE)
    assert list(read_sheet.orders) == list(BOARD.owned(FRANCE))
