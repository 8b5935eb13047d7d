"""What an answer must look like: one constant JSON schema a request kind, scenario and rules played."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine.conflict.forms import NOTES, TEXT, WHOLE, Schema, json_list, json_object, lines_form, one_of, press_form
from engine.game import Form
from engine.machiavelli2 import rules
from engine.machiavelli2.map.theatre import Theatre
from engine.machiavelli2.options import Options
from engine.machiavelli2.pledges import PLEDGES
from engine.machiavelli2.spending import Kind

_BANK = "bank"


@cache
def forms(theatre: Theatre, options: Options) -> Mapping[str, Form]:
    """Forms by request kind; money is asked for where it is played."""
    names, lines = one_of(*theatre.powers), json_list(TEXT, theatre.n)
    expense = json_object(kind=one_of(*(kind.value for kind in Kind)), target=TEXT, amount=WHOLE)
    money: dict[str, Schema] = {}
    if options.money:
        money["expenses"] = json_list(expense, rules.EXPENSES_CAP)
        money["payments"] = json_list(json_object(to=one_of(*theatre.powers, _BANK), amount=WHOLE), rules.PAYMENTS_CAP)
    if options.lends:
        money["loan"] = json_object(amount=WHOLE, years=WHOLE)
    if options.murders:
        money["chits"] = json_list(json_object(victim=names, to=names), rules.PAYMENTS_CAP)
    return {
        "press": press_form(theatre.powers, PLEDGES),
        "orders": lines_form("orders", theatre.geography.n, **money, allies=json_list(names, len(theatre.powers) - 1)),
        "retreats": lines_form("retreats", theatre.geography.n),
        "adjustments": Form(
            needs={"remove": ("array",), "builds": ("array",)},
            schema=json_object(remove=lines, builds=lines, notes=NOTES),
        ),
    }
