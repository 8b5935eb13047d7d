"""The scripted seats do what their descriptions say."""

from __future__ import annotations

from typing import Any

import pytest
from arena import TERRITORY, flat

from engine.dice import Dice
from engine.memory import Memory
from engine.territory.state import State


def answer(policy: str, state: State, alias: str = "Sable") -> list[Any]:
    """The orders of one scripted seat, objects as lines."""
    request = next(request for request in TERRITORY.requests(state) if request.power == alias)
    reply = TERRITORY.policies[policy](request, Memory(alias), Dice(7, f"policy:{alias}:{request.phase}"))
    assert set(reply) == {"orders"}
    return [order if isinstance(order, str) else f"{order['type']} {order['tile']}" for order in reply["orders"]]


THREE = ["claim 4,0", "claim 4,1", "claim 5,-1"]
BOTH = ["raze 3,-2", "claim 3,-1"]
RICH = ("3,-2: Ochre, yield 3", "4,-1: Sable, yield 0", "Ochre: score 30", "Verdant: score 30")

ANSWERS: tuple[tuple[str, str, State, list[str]], ...] = (
    ("hold", "nothing", flat(paint=99), []),
    ("homesteader", "three, the nearest, then lowest key as text", flat(paint=99), THREE),
    ("homesteader", "the richest first, however far", flat("3,0: yield 3"), ["claim 3,0", "claim 4,0"]),
    ("homesteader", "what it can pay", flat(paint=9), ["claim 4,0", "claim 4,1"]),
    ("homesteader", "the cheaper when the richest is too dear", flat("3,0: yield 3", paint=5), ["claim 4,0"]),
    ("homesteader", "a cracked 3 is as rich as a 1", flat("3,0: yield 3, cracked", paint=4), ["claim 4,0"]),
    ("homesteader", "no tile that is held", flat("4,0: Ochre", contingent_claims=True, paint=4), ["claim 4,1"]),
    ("raider", "four claims", flat(paint=99), ["claim 4,0", "claim 4,1", "claim 5,-1", "claim 5,1"]),
    ("raider", "no raze before turn 4", flat(*RICH, turn=3, paint=4), ["claim 3,-1"]),
    ("raider", "first the leader's, the lower seat of two", flat(*RICH, turn=4, paint=9), BOTH),
    ("raider", "not what it cannot pay", flat(*RICH, turn=4, paint=4), ["claim 3,-1"]),
    ("raider", "not what pays less than 3", flat(*RICH, "3,-2: cracked", turn=4, paint=4), ["claim 3,-1"]),
    ("raider", "only the leader's", flat(*RICH, "Ash: score 31", turn=4, paint=4), ["claim 3,-1"]),
    ("raider", "only a living leader's", flat(*RICH, "Ash: score 31, eliminated", turn=4, paint=5), ["raze 3,-2"]),
)  # fmt: skip


@pytest.mark.parametrize(("policy", "what", "state", "orders"), ANSWERS, ids=[f"{r[0]}: {r[1]}" for r in ANSWERS])
def test_answer(policy: str, what: str, state: State, orders: list[str]) -> None:
    assert answer(policy, state) == orders


def test_random_seats_differ_and_pay_what_they_order() -> None:
    sets = [answer("random", flat(paint=30, turn=4), alias) for alias in TERRITORY.powers]
    assert len({tuple(orders) for orders in sets}) > 4
    assert {line.split()[0] for orders in sets for line in orders} == {"claim", "raze", "transfer"}
