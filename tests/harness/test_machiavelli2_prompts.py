"""What the prompts of Machiavelli 2 say of a position."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from engine.conflict.events import DislodgedUnit, Movement, Retreat, RetreatedUnit
from engine.game import Request
from engine.machiavelli2.events import ControlChanged
from engine.machiavelli2.game import MACHIAVELLI2
from engine.machiavelli2.options import Options
from engine.memory import Memory
from harness.prompts import PromptBook, load_prompts
from harness.seats.seat import Prompt

ROOT = Path(__file__).parents[2] / "prompts"
OPTIONS = Options(press=False)
POSITION = """1454 spring orders
VENICE: 40 ducats; units A PAD, G VEN; controls VEN BER; cities PAD VEN; marks VEN BER PAD; chits MILAN
AUSTRIA: 4 ducats; units A TRV; controls TRV; cities TRV; marks BOS; loans 0:5+1 2:10+2; barred
MILAN: 3 ducats; units A MIL; controls MIL; cities MIL; marks MIL
AUTONOMOUS: units G MAN; controls MAN PAD
famine: MAN
rebels: TRV
"""


@cache
def book() -> PromptBook:
    return load_prompts("machiavelli2", "base", [ROOT])


def asked(power: str, options: Options = OPTIONS) -> Request:
    state = MACHIAVELLI2.read_position(POSITION, options)
    return next(request for request in MACHIAVELLI2.requests(state) if request.power == power)


def shown(power: str, options: Options = OPTIONS) -> Prompt:
    return book().render(asked(power, options), Memory(power))


def test_money_is_listed_with_targets_reasons_and_prices() -> None:
    private = shown("VENICE").private
    for line in (
        "assassinate (chit) 12: MILAN",
        "buy (in reach) 18: A TRV (austria)",
        "cause_rebellion (at home) 15: MIL (milan)",
        "cause_rebellion (conquered) 9: TRV (austria)",
        "counter_bribe (in reach) 3: A PAD (venice), A TRV (austria), G VEN (venice)",
        "disband (in reach) 12: A TRV (austria)",
        "famine_relief (famine) 3: MAN (autonomous)",
        "pacify (rebels) 12: TRV (austria)",
    ):
        assert line in private.splitlines()


def test_ways_to_pay_are_told_where_they_are_played() -> None:
    system = shown("VENICE").system
    for shape in (
        '"payments": {"to": power, "amount": ducats}',
        '"loan": {"amount": ducats, "years": 1 or 2}',
        '"chits": {"victim": power, "to": power}',
    ):
        assert shape in system
    system = shown("VENICE", replace(OPTIONS, loans=False, assassinations=False)).system
    assert '"payments"' in system and '"loan"' not in system and '"chits"' not in system


def test_the_board_tells_who_has_what() -> None:
    board = shown("VENICE").shared.splitlines()
    assert "VENICE: A PAD, G VEN; cities PAD (walls only) VEN; other provinces BER; 40 ducats" in board
    assert "AUSTRIA: A TRV; cities TRV; 4 ducats; owes 6 now; owes 12 in 2 seasons; no credit" in board


def test_one_builds_only_where_there_is_a_city() -> None:
    assert "You may build in: PAD VEN." in shown("VENICE").private


def test_what_stays_with_nobody_is_no_news() -> None:
    def told(power: str, former: str) -> str:
        return book().tell((ControlChanged(phase="p", area="FER", city=True, power=power, former=former),))

    assert told("AUTONOMOUS", "") == told("", "AUTONOMOUS") == ""
    assert told("VENICE", "") == "City FER: VENICE."
    assert told("AUTONOMOUS", "VENICE") == "City FER: AUTONOMOUS, before VENICE."


def test_an_army_without_a_lord_is_nobody_s() -> None:
    driven_out = Movement(phase="p", orders=(), dislodged=(DislodgedUnit("", "A ANC", "A AQU - ANC"),), standoffs=())
    gone = Retreat(phase="p", units=(RetreatedUnit("", "A ANC", "", "nowhere to go"),))
    assert book().tell((driven_out, gone)).splitlines() == [
        "A ANC (nobody) was dislodged by A AQU - ANC.",
        "A ANC (nobody) disbanded: nowhere to go.",
    ]


def test_what_is_not_played_is_not_told_of() -> None:
    bare = shown("VENICE", replace(OPTIONS, garrisons=False, dice=False, special_units=False)).system
    absent = ("garrison", "siege", "dice", "militia", "assassinate", "loan", "famine")
    assert [word for word in absent if word in bare] == []
