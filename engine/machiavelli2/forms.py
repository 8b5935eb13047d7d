"""What an answer must look like: one constant JSON schema a request kind, scenario and rules played."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine.conflict.forms import TEXT, WHOLE, Schema, json_list, json_object, lines_form, one_of, press_form
from engine.game import Form
from engine.machiavelli2.map.theatre import Theatre
from engine.machiavelli2.options import Options
from engine.machiavelli2.pledges import PLEDGES
from engine.machiavelli2.spending import Kind

_BANK = "bank"


@cache
def forms(theatre: Theatre, options: Options) -> Mapping[str, Form]:
    """Forms by request kind; money is asked for where it is played."""
    names = one_of(*theatre.powers)
    expense = json_object(kind=one_of(*(kind.value for kind in Kind)), target=TEXT, amount=WHOLE)
    money: dict[str, Schema] = {}
    if options.money:
        money["expenses"] = json_list(expense)
        money["payments"] = json_list(json_object(to=one_of(*theatre.powers, _BANK), amount=WHOLE))
    if options.lends:
        money["loan"] = json_object(amount=WHOLE, years=WHOLE)
    if options.murders:
        money["chits"] = json_list(json_object(victim=names, to=names))
    return {
        "press": press_form(theatre.powers, PLEDGES),
        "orders": lines_form("orders", **money, allies=json_list(names)),
        "retreats": lines_form("retreats"),
        "adjustments": Form(
            needs={"remove": ("array",), "builds": ("array",)},
            schema=json_object(remove=json_list(TEXT), builds=json_list(TEXT), notes=TEXT),
        ),
    }
