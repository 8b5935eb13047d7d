"""Positions as text."""

import pytest

from engine.cogiavelli.game import COGIAVELLI
from engine.cogiavelli.state import Options
from engine.errors import PositionError

START = """1499 spring press
VENICE: 12 ducats; units A PAD, F VEN, A VER; cities PAD VEN VER
MILAN: 12 ducats; units A COM, A MIL, A PAV; cities COM MIL PAV
FLORENCE: 12 ducats; units A FLO, F PIS, A SIE; cities FLO PIS SIE
PAPACY: 12 ducats; units F ANC, A PER, A ROM; cities ANC PER ROM
NAPLES: 12 ducats; units A BAR, A NAP, F PAL; cities BAR NAP PAL
TURK: 12 ducats; units A AVL, A DUR, F RAG; cities AVL DUR RAG
famine: COM ROM
"""


def test_the_start_as_text():
    state = COGIAVELLI.start(7, Options()).state
    assert COGIAVELLI.render_position(state) == START
    assert COGIAVELLI.read_position(START, Options()).board == state.board


def test_a_position_in_full():
    text = START.replace("12 ducats; units A PAD, F VEN, A VER; cities PAD VEN VER", "0 ducats; eliminated")
    text = (
        text.replace("cities AVL DUR RAG", "cities AVL DUR RAG VEN; silenced") + "plague: BOL\nended: conquest TURK\n"
    )
    state = COGIAVELLI.read_position(text, Options())
    assert COGIAVELLI.render_position(state) == text
    assert COGIAVELLI.outcome(state).winner == "TURK"


def test_comments_and_blank_lines_are_passed_over():
    assert COGIAVELLI.read_position("# hello\n\n" + START, Options()) == COGIAVELLI.read_position(START, Options())


def test_no_secret_is_rendered():
    state = COGIAVELLI.read_position(START + "dice: 1 2 3\npledge: MILAN to VENICE peace", Options())
    assert COGIAVELLI.render_position(state) == START
    assert (state.dice.seed, len(state.pledges)) == ((1, 2, 3), 1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1: the position is empty"),
        ("1499", "line 1: the first line is the year"),
        ("1499 winter press", "line 1: 'winter' is not spring"),
        ("1499 spring talk", "line 1: 'talk' is not press or orders"),
        ("MCD spring press", "line 1: 'MCD' is not a whole number"),
        ("1499 spring press\nVENICE", "line 2: 'VENICE' has no colon"),
        ("1499 spring press\nSPAIN: 3 ducats", "line 2: 'SPAIN' is neither a power"),
        ("1499 spring press\nVENICE: lots ducats", "line 2: 'lots' is not a whole number"),
        ("1499 spring press\nVENICE: rich", "line 2: 'rich' is not ducats"),
        ("1499 spring press\n\nVENICE: units A XXX", "line 3: 'XXX' is not a province"),
        ("1499 spring press\nVENICE: units VEN", "line 2: 'VEN' is not a unit"),
        ("1499 spring press\nVENICE: units A UAD", "line 2: A UAD cannot stand there"),
        ("1499 spring press\nVENICE: units F VER", "line 2: F VER cannot stand there"),
        ("1499 spring press\nVENICE: units A VEN, F VEN", "line 2: two units stand in VEN"),
        ("1499 spring press\nVENICE: cities FRI", "line 2: FRI is not a city"),
        ("1499 spring press\nVENICE: cities VEN\nMILAN: cities VEN", "line 3: VEN has two owners"),
        ("1499 spring press\npledge: MILAN peace", "line 2: a pledge reads"),
        ("1499 spring press\npledge: MILAN to VENICE love", "line 2: 'love' is not peace"),
        ("1499 spring press\nended: badly", "line 2: an end is one of conquest, complete, deadline"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(text, says):
    with pytest.raises(PositionError, match=f"^{says}"):
        COGIAVELLI.read_position(text, Options())
