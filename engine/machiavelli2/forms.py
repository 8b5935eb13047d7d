"""What an answer must look like: one constant JSON schema a request kind and scenario."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine.conflict.forms import TEXT, WHOLE, json_list, json_object, lines_form, one_of, press_form
from engine.game import Form
from engine.machiavelli2.map.theatre import Theatre
from engine.machiavelli2.pledges import PLEDGES
from engine.machiavelli2.spending import Kind

_BANK = "bank"


@cache
def forms(theatre: Theatre) -> Mapping[str, Form]:
    """Forms by request kind."""
    names = one_of(*theatre.powers)
    expense = json_object(kind=one_of(*(kind.value for kind in Kind)), target=TEXT, amount=WHOLE)
    return {
        "press": press_form(theatre.powers, PLEDGES),
        "orders": lines_form(
            "orders",
            expenses=json_list(expense),
            payments=json_list(json_object(to=one_of(*theatre.powers, _BANK), amount=WHOLE)),
            loan=json_object(amount=WHOLE, years=WHOLE),
            chits=json_list(json_object(victim=names, to=names)),
            allies=json_list(names),
        ),
        "retreats": lines_form("retreats"),
        "adjustments": Form(
            needs={"remove": ("array",), "builds": ("array",)},
            schema=json_object(remove=json_list(TEXT), builds=json_list(TEXT), notes=TEXT),
        ),
    }
