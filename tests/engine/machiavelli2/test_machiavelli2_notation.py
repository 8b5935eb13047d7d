"""Order lines: wide in what is understood, exact in what is refused."""

from __future__ import annotations

import pytest
from turns import position, read_turns

from engine.machiavelli2.legal import Catalogue, handbook
from engine.machiavelli2.notation import Reason, Scribe
from engine.machiavelli2.orders import Order

(TURN,) = read_turns("""
== a board with something of everything
when 1454 spring orders
units VENICE A PAD, F UAS, G TRV, F VEN | TURKEY A DUR, F ION, F GON | AUSTRIA G PAD, A TYR, A CRI | NAPLES F NAP
city_rebels TYR
""")
BOARD = position(TURN).board
VENICE, TURKEY, AUSTRIA, NAPLES = 7, 6, 0, 4

READ = [
    (VENICE, "a pad b", "A PAD B"),
    (VENICE, "A PAD besieges", "A PAD B"),
    (VENICE, "A PAD B PAD", "A PAD B"),
    (VENICE, "A PAD besieges G Padua", "A PAD B"),
    (VENICE, "A PAD besieges Treviso", None),
    (VENICE, "Army Padua to Ferrara", "A PAD - FER"),
    (VENICE, "PAD -> ver", "A PAD - VER"),
    (VENICE, "A PAD S G Treviso", "A PAD S G TRV"),
    (VENICE, "A PAD s g trv c A", "A PAD S G TRV"),
    (VENICE, "G TRV converts to army", "G TRV = A"),
    (VENICE, "g trv c a", "G TRV = A"),
    (VENICE, "Garrison of Treviso", None),
    (VENICE, "F VEN c G", "F VEN = G"),
    (VENICE, "F VEN = G VEN", "F VEN = G"),
    (VENICE, "F VEN = G PAD", None),
    (VENICE, "G TRV -> A", "G TRV = A"),
    (VENICE, "G TRV becomes army", "G TRV = A"),
    (VENICE, "VENICE: F UAS H", "F UAS H"),
    (VENICE, "EM A PAD - VER", "A PAD - VER"),
    (VENICE, "A PAD S cm G TRV", "A PAD S G TRV"),
    (VENICE, "F UAS", "F UAS H"),
    (TURKEY, "A DUR - ION - OTR", "A DUR - ION - OTR"),
    (TURKEY, "A DUR - OTR via convoy", "A DUR - ION - OTR"),
    (TURKEY, "A dur - gon", None),
    (TURKEY, "F ion t A dur - otr", "F ION C A DUR - OTR"),
    (TURKEY, "F ION transports A DUR to OTR", "F ION C A DUR - OTR"),
    (AUSTRIA, "A TYR besiege rebellion", "A TYR B"),
    (NAPLES, "F NAP = G", "F NAP = G"),
]


@pytest.mark.parametrize(("power", "line", "text"), READ)
def test_a_line_is_read_as_an_order(power: int, line: str, text: str | None) -> None:
    order = Scribe(BOARD, power).read_order(line)
    if text is None:
        assert isinstance(order, Reason)
    else:
        assert isinstance(order, Order) and handbook(BOARD.theatre).orders.text(order) == text


REFUSED = [
    (VENICE, "fly to the moon", Reason.PARSE),
    (VENICE, "A PAD - VEN", Reason.NON_ADJACENT),
    (VENICE, "A MIL H", Reason.NOT_THERE),
    (VENICE, "A TYR H", Reason.NOT_OWNED),
    (VENICE, "F PAD H", Reason.WRONG_UNIT),
    (VENICE, "A PAD S A MIL", Reason.NOT_THERE),
    (VENICE, "A PAD S F TRV", Reason.NOT_THERE),
    (VENICE, "A PAD S G PAD", Reason.NON_ADJACENT),
    (VENICE, "F UAS B", Reason.NO_SIEGE),
    (VENICE, "F UAS = G", Reason.NO_CONVERSION),
    (VENICE, "G TRV = F", Reason.NO_CONVERSION),
    (VENICE, "A PAD D", Reason.WRONG_UNIT),
    (TURKEY, "F GON C A DUR - OTR", Reason.NO_CONVOY),
    (TURKEY, "A DUR - GON - OTR", Reason.NO_CONVOY),
    (VENICE, "AUSTRIA: A PAD H", Reason.NOT_OWNED),
]


@pytest.mark.parametrize(("power", "line", "reason"), REFUSED)
def test_a_line_is_refused_for_the_first_reason_that_holds(power: int, line: str, reason: Reason) -> None:
    assert Scribe(BOARD, power).read_order(line) is reason


def test_every_listed_order_reads_back_as_itself() -> None:
    orders, catalogue = handbook(BOARD.theatre).orders, Catalogue(BOARD)
    for power in BOARD.everyone:
        for place in BOARD.units(power):
            for order in catalogue.legal_orders(place):
                text = orders.text(order)
                assert Scribe(BOARD, power).read_order(text) == order
                assert Scribe(BOARD, power).read_order(text.lower().replace("-", "to")) == order


def test_the_first_line_of_a_unit_is_its_order_and_others_stand() -> None:
    sheet = Scribe(BOARD, VENICE).read_orders(["A PAD - MOON", "A PAD H", "G TRV H"])
    assert [handbook(BOARD.theatre).orders.text(order) for order in sheet.orders.values()] == ["G TRV H"]
    assert [(refusal.reason, refusal.note) for refusal in sheet.refused] == [("parse", False), ("duplicate", True)]


def test_orders_may_come_by_unit() -> None:
    by_unit = {"A PAD": "A PAD B", "G TRV": "= A", "F UAS": "- VEN", "F VEN": "hold"}
    sheet = Scribe(BOARD, VENICE).read_orders(by_unit)
    told = sorted(handbook(BOARD.theatre).orders.text(order) for order in sheet.orders.values())
    assert told == ["A PAD B", "F UAS - VEN", "F VEN H", "G TRV = A"]
    assert sheet.refused == ()


def test_a_fleet_on_a_coast_carries_nobody_to_where_it_stands_itself() -> None:
    (turn,) = read_turns("""
== fleets on two coasts
when 1454 spring orders
rules coastal_convoys
units VENICE A RAG, F HER, F DAL
""")
    board = position(turn).board
    orders, catalogue = handbook(board.theatre).orders, Catalogue(board)
    listed = {orders.text(order) for place in board.units(VENICE) for order in catalogue.legal_orders(place)}
    assert "A RAG - HER - DAL - IST" in listed
    assert not listed & {"A RAG - HER - DAL - HER", "F HER C A RAG - HER"}
