"""Positions as text: what can be written down is read back, what is wrong is told with its line."""

import pytest
from campaign import DATC, position
from playing import play

from engine.cogplomacy.game import COGPLOMACY
from engine.errors import PositionError

TEXT = """1903 fall retreats
AUSTRIA: units A BUD; centres BUD TRI; dislodged F TRI from VEN to ADR ALB; dislodged A VIE from GAL by convoy
ITALY: units A TRI, A VIE; centres ROM VEN
RUSSIA: units F STP/NC; centres STP
TURKEY: eliminated
"""


def test_a_position_is_rendered_as_it_was_written():
    assert COGPLOMACY.render_position(position(TEXT)) == TEXT


def test_who_must_disband_and_where_others_may_go_survives_the_text():
    board = position(TEXT).board
    (first, second) = board.beaten
    assert (first.lost.convoyed, second.lost.convoyed, second.options) == (False, True, ())
    assert [slot.name for slot in COGPLOMACY.requests(position(TEXT))[0].slots] == ["F TRI"]


@pytest.mark.parametrize("policies", [["random"], ["expander", "random"]])
def test_every_position_of_an_episode_reads_back_to_an_equal_board(policies):
    for seed in (6, 9, 18):
        for step in play(COGPLOMACY, seed, DATC, policies).steps:
            text = COGPLOMACY.render_position(step.state)
            assert COGPLOMACY.read_position(text, DATC).board == step.state.board


def test_comments_blank_lines_and_an_open_pledge_are_read():
    state = position("\n# a note\n1901 fall orders\n\nFRANCE: units A PAR\npledge: FRANCE to ALL keepout ENG")
    assert [(pledge.power, pledge.to, pledge.place) for pledge in state.pledges] == [("FRANCE", None, "ENG")]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "line 1: the position is empty"),
        ("1901 spring", "line 1: the first line is the year, the season and the phase, as in '1901 spring press'"),
        ("1901 summer press", "line 1: 'summer press' is not one of spring press, spring orders, spring retreats"),
        ("1901 winter press", "line 1: 'winter press' is not one of"),
        ("x spring press", "line 1: 'x' is not a whole number"),
        ("1901 spring orders\nFRANCE", "line 2: 'FRANCE' has no colon"),
        ("1901 spring orders\nSPAIN: units A PAR", "line 2: 'SPAIN' is neither a power nor ended, pledge"),
        ("1901 spring orders\nFRANCE: unit A PAR", "line 2: 'unit A PAR' is not units, centres, dislodged"),
        ("1901 spring orders\nFRANCE: units PAR", "line 2: 'PAR' is not a unit like A VEN"),
        ("1901 spring orders\nFRANCE: units A XYZ", "line 2: 'XYZ' is not a province"),
        ("1901 spring orders\nFRANCE: units F PAR", "line 2: F PAR cannot stand there"),
        ("1901 spring orders\nFRANCE: units A ENG", "line 2: A ENG cannot stand there"),
        ("1901 spring orders\nFRANCE: units A STP/NC", "line 2: A STP/NC cannot stand there"),
        ("1901 spring orders\nFRANCE: units F STP", "line 2: F STP must name a coast, as in F STP/NC"),
        ("1901 spring orders\nFRANCE: units A PAR\nITALY: units A PAR", "line 3: two units stand in PAR"),
        ("1901 spring orders\nFRANCE: centres BUR", "line 2: BUR is not a supply centre"),
        ("1901 spring orders\nFRANCE: centres PAR\nITALY: centres PAR", "line 3: PAR has two owners"),
        ("1901 fall retreats\nFRANCE: dislodged A PAR", "line 2: a dislodged unit reads"),
        ("1901 fall retreats\nFRANCE: dislodged A PAR from BUR to ROM", "line 2: A PAR cannot retreat to ROM"),
        ("1901 fall retreats\nFRANCE: dislodged A PAR from BUR to PIC", "line 2: no attacker stands in PAR"),
        ("1901 fall retreats\nFRANCE: dislodged A PAR from BUR to PIC\nITALY: units A PAR, A PIC",
         "line 3: PIC is occupied, nobody can retreat to it"),
        ("1901 fall orders\nFRANCE: dislodged A PAR from BUR to PIC", "line 2: units are dislodged, so this must be"),
        ("1901 fall orders\nFRANCE: centres PAR", "line 2: nobody has anything to decide in 1901-fall-orders"),
        ("1901 fall orders\npledge: FRANCE peace", "line 2: a pledge reads"),
        ("1901 fall orders\nended: victory", "line 2: an end is one of solo, complete, deadline"),
    ],
)  # fmt: skip
def test_an_error_names_line_and_word(text, error):
    with pytest.raises(PositionError) as caught:
        position(text)
    assert str(caught.value).startswith(error)
