"""Positions as text: what is read, and what is wrong with what is not."""

from __future__ import annotations

import pytest

from engine.errors import PositionError
from engine.machiavelli2.options import Options
from engine.machiavelli2.position import read_position, render_position

WRONG = [
    ("", "begins with a line"),
    ("1454 spring", "the year, the season and the stage"),
    ("1454 winter orders", "'winter' is not spring"),
    ("1454 spring talk", "'talk' is not press"),
    ("1454 spring press\nSPAIN: 3 ducats", "'SPAIN' is neither a power"),
    ("1454 spring press\nVENICE: 3 florins", "'3 florins' is not ducats"),
    ("1454 spring press\nVENICE: units A VEN", "A VEN cannot stand there"),
    ("1454 spring press\nVENICE: units F VER", "F VER cannot stand there"),
    ("1454 spring press\nVENICE: units G BER", "G BER cannot stand there"),
    ("1454 spring press\nVENICE: units X PAD", "'X PAD' is not a unit"),
    ("1454 spring press\nVENICE: units A PAD, A PAD", "two units stand"),
    ("1454 spring press\nVENICE: units F VEN, G VEN", "two units stand"),
    ("1454 spring press\nVENICE: cities BER", "BER has no city"),
    ("1454 spring press\nVENICE: controls XYZ", "'XYZ' is not a province"),
    ("1454 spring press\nVENICE: chits SPAIN", "'SPAIN' is not a power of this scenario"),
    ("1454 spring press\nVENICE: loans 9:1+1", "is due too late"),
    ("1454 spring press\nretreat: VENICE G PAD to VER", "cannot be dislodged"),
    ("1454 spring press\nsiege PAD", "has no colon"),
    ("1454 spring press\nended: conquest VENICE", "an end is one of victory"),
]


@pytest.mark.parametrize(("text", "why"), WRONG)
def test_what_is_wrong_is_said_with_its_line(text: str, why: str) -> None:
    with pytest.raises(PositionError, match=why) as caught:
        read_position(text, Options())
    assert str(caught.value).startswith("line ")


def test_a_rank_a_debt_and_an_ally_come_back() -> None:
    text = """1454 summer retreats
VENICE: 4 ducats; units EP A PAD, G TRV; loans 0:10+2 5:5+3; barred
AUTONOMOUS: units A LUC; marks LUC
threshold: 17
retreat: TURKEY EM F UAS to FRI
allies: VENICE TURKEY
ended: deadline
"""
    told = render_position(read_position(text, Options()))
    assert [line for line in text.strip().splitlines() if line not in told.splitlines()] == []
