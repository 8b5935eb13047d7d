"""What is played where the rules and the old judge differ, and what neither of them shows in a turn."""

from __future__ import annotations

import pytest
from turns import Turn, outcome, play, position, read_turns

from engine.conflict.events import Movement

RULINGS = read_turns("""
== D3: a strong unit's support loses the strength of who cuts it, here one of two points
when 1454 spring orders
units VENICE EM A PAD, A FRI | AUSTRIA A TRV, A VER
VENICE: A PAD S A FRI - TRV; A FRI - TRV
AUSTRIA: A TRV H; A VER - PAD
then phase spring retreats
then units AUSTRIA A VER, A TRV>TRV | VENICE EM A PAD, A TRV

== D3: a strong unit cuts both
when 1454 spring orders
units VENICE EM A PAD, A FRI | AUSTRIA A TRV, EM A VER
VENICE: A PAD S A FRI - TRV; A FRI - TRV
AUSTRIA: A TRV H; A VER - PAD
then phase summer orders
then units AUSTRIA A TRV, EM A VER | VENICE A FRI, EM A PAD

== D7: nobody converts into a city that holds a garrison of his own
when 1454 spring orders
units VENICE A PAD, G PAD
VENICE: A PAD = G; G PAD H
then phase summer orders
then units VENICE A PAD, G PAD

== D8: a conversion in Venice and a stronger attack bounce; there is one unit at the end
when 1454 spring orders
units PAPACY F TRV, F UAS | VENICE G VEN
PAPACY: F UAS - VEN; F TRV S F UAS - VEN
VENICE: G VEN = F
then phase summer orders
then units PAPACY F TRV, F UAS | VENICE G VEN

== D8: a fleet in Venice goes into the city under an attack that is not stronger
when 1454 spring orders
units PAPACY F UAS | VENICE F VEN
PAPACY: F UAS - VEN
VENICE: F VEN = G
then phase summer orders
then units PAPACY F UAS | VENICE G VEN

== D8: a stronger attack drives it out first
when 1454 spring orders
units PAPACY F TRV, F UAS | VENICE F VEN
PAPACY: F UAS - VEN; F TRV S F UAS - VEN
VENICE: F VEN = G
then phase spring retreats
then units PAPACY F TRV, F VEN | VENICE F VEN>FRI/PAD

== D8: nobody retreats into a Venice that is held
when 1454 spring orders
units PAPACY A FER, A TRV | VENICE F PAD, G VEN
PAPACY: A FER - PAD; A TRV S A FER - PAD
then phase spring retreats
then units PAPACY A PAD, A TRV | VENICE G VEN, F PAD>UAS

== D10: who was bought in Fall and left controls where it is, not where it was
when 1454 fall orders
rules no_judge_compat no_famine
units VENICE A PAD, A VER | AUSTRIA A TRV, A AUS
ducats AUSTRIA 18
dice 3 3 3 3 3 3 3 3 3 3 3
spend AUSTRIA buy A PAD 18
AUSTRIA: A PAD - FER
then phase fall adjustments
then units AUSTRIA A AUS, A FER, A TRV | VENICE A VER
then controls FER AUSTRIA TRV AUSTRIA
then cities FER AUSTRIA TRV AUSTRIA
then ducats AUSTRIA 14 FLORENCE 15 FRANCE 10 MILAN 14 NAPLES 15 PAPACY 15 TURKEY 12 VENICE 18

== D11: a garrison does not put rebels down
when 1454 spring orders
rules no_judge_compat
units VENICE G PAD
rebels PAD
VENICE: G PAD H
then phase summer orders
then units VENICE G PAD
then rebels PAD

== D11: nor does an army of somebody else
when 1454 spring orders
rules no_judge_compat
units AUSTRIA A PAD
rebels PAD
AUSTRIA: A PAD H
then phase summer orders
then units AUSTRIA A PAD
then rebels PAD

== D11: nobody causes a rebellion in his own province, at sea or in nobody's
when 1454 spring orders
rules no_judge_compat
units VENICE A PAD
ducats VENICE 60
spend VENICE cause_rebellion PAD 15; cause_rebellion UAS 15; cause_rebellion FER 15; cause_rebellion VEN 15
then phase summer orders
then units VENICE A PAD

== D12: any unit can be bought, special ones for their price
when 1454 spring orders
rules no_judge_compat
units VENICE CM A PAD | AUSTRIA A TRV
ducats AUSTRIA 36
spend AUSTRIA buy A PAD 36
then phase summer orders
then units AUSTRIA CM A PAD, A TRV
then ducats AUSTRIA 0

== D13: a counter-bribe out of reach is wasted
when 1454 spring orders
rules no_judge_compat
units VENICE A PAD | AUSTRIA A TRV | PAPACY A RME
ducats AUSTRIA 18 PAPACY 3
spend AUSTRIA buy A PAD 18
spend PAPACY counter_bribe A PAD 3
then phase summer orders
then units AUSTRIA A PAD, A TRV | PAPACY A RME
then ducats AUSTRIA 0 PAPACY 0

== D13: an assassination opens no gates to who only begins a siege
when 1454 spring orders
rules no_judge_compat
units AUSTRIA A PAD | VENICE G PAD
ducats AUSTRIA 36
dice 1 6 6 6 6 6 6 6 6
spend AUSTRIA assassinate VENICE 36
AUSTRIA: A PAD B
then phase summer orders
then units AUSTRIA A PAD | VENICE G PAD
then siege PAD
then ducats AUSTRIA 0
then chits AUSTRIA:FL,FR,MI,NA,PA,TU

== D14: an attack of one's own that is blocked breaks no support of one's own
when 1454 spring orders
units FRANCE A CRN, F IST | PAPACY A SLA | VENICE A CRO
controls CRN PAPACY
FRANCE: A CRN - IST; F IST S A SLA - CRO
PAPACY: A SLA - CRO
then phase spring retreats
then units FRANCE A CRN, F IST | PAPACY A CRO | VENICE A CRO>BOS/DAL

== D16: an army at sea does not cut support of the attack on its convoy
when 1454 spring orders
units TURKEY A DUR, F ION | NAPLES F OTR, F LAS
TURKEY: A DUR - ION - OTR; F ION C A DUR - OTR
NAPLES: F LAS - ION; F OTR S F LAS - ION
then phase spring retreats
then units NAPLES F ION, F OTR | TURKEY A DUR, F ION>CMS/GON/MES/PAL

== a blocked move into a shut strait neither enters nor cuts
when 1454 spring orders
units NAPLES F MES | TURKEY F GON | VENICE F ION, F LAS | PAPACY F OTR
TURKEY: F GON - ION
VENICE: F ION S F LAS - OTR; F LAS - OTR
then phase spring retreats
then units NAPLES F MES | PAPACY F OTR>BAR/SLR | TURKEY F GON | VENICE F ION, F OTR

== a garrison supported from outside keeps a besieger of equal strength from nothing, of less from all
when 1454 summer orders
units VENICE A PAD | AUSTRIA G PAD, A TRV
siege PAD
VENICE: A PAD B
AUSTRIA: G PAD H; A TRV S G PAD
then phase fall orders
then units AUSTRIA G PAD, A TRV | VENICE A PAD

== two who retreat to one place are both gone
when 1454 spring retreats
units AUSTRIA A FER>BOL/MAN, A VER>BER/MAN
go AUSTRIA A FER - MAN; A VER - MAN
then phase summer orders

== a bank that is not paid takes all and never lends again
when 1454 spring orders
units AUSTRIA A TRV
ducats AUSTRIA 10
loans AUSTRIA 0:10+2
dice 6 6 6 6
borrow AUSTRIA 26 1
then phase summer orders
then units AUSTRIA A TRV
then ducats AUSTRIA 0

== chits, debts and payments: nobody in debt pays a power
when 1454 spring orders
units AUSTRIA A TRV | MILAN A MIL
ducats AUSTRIA 10 MILAN 5
loans AUSTRIA 3:5+1
pay AUSTRIA VENICE 5
pay MILAN VENICE 9
then phase summer orders
then units AUSTRIA A TRV | MILAN A MIL
then ducats MILAN 0 VENICE 5
then loans AUSTRIA 2:5+1
""")


@pytest.mark.parametrize("turn", RULINGS, ids=lambda turn: turn.title)
def test_a_ruling(turn: Turn) -> None:
    state = position(turn)
    assert outcome(state.board, play(turn, state)) == turn.then


SUPPORT = """
== a garrison's supporter attacked from {origin}
when 1454 spring orders
units VENICE A PAD, G TRV | AUSTRIA A TRV, A VER
VENICE: A PAD S G TRV
AUSTRIA: A {origin} - PAD
"""


@pytest.mark.parametrize(("origin", "cause"), [("TRV", ""), ("VER", "cut")])
def test_an_attack_from_before_the_walls_does_not_cut_the_support_of_those_within(origin: str, cause: str) -> None:
    (turn,) = read_turns(SUPPORT.format(origin=origin))
    (told,) = (event for event in play(turn, position(turn)).events if isinstance(event, Movement))
    assert {order.order: order.cause for order in told.orders}["A PAD S G TRV"] == cause
