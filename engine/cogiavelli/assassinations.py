"""Step 5: assassinations, by power index of the payer and in the order listed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.cogiavelli import rules
from engine.cogiavelli.events import Assassination
from engine.cogiavelli.map.italy import POWERS
from engine.cogiavelli.payments import Payment
from engine.cogiavelli.reading import Action
from engine.dice import Dice
from engine.game import Event


@dataclass(frozen=True, slots=True)
class Strikes:
    """The powers paralysed this season, and the stream after the rolls."""

    paralysed: frozenset[int]
    dice: Dice
    events: tuple[Event, ...]


def strike(phase: str, paid: Iterable[Payment], dice: Dice) -> Strikes:
    """Step 5. Every paid attempt rolls two dice, also on a power already struck."""
    paralysed: set[int] = set()
    events: list[Event] = []
    for payment in paid:
        if payment.action is not Action.ASSASSINATE:
            continue
        first, dice = dice.draw(rules.DIE)
        second, dice = dice.draw(rules.DIE)
        roll = roll_of(first.value, second.value)
        succeeded = roll <= payment.amount
        if succeeded:
            paralysed.add(payment.victim)
        events.append(
            Assassination(
                phase=phase,
                power=POWERS[payment.payer],
                target=POWERS[payment.victim],
                amount=payment.amount,
                roll=roll,
                succeeded=succeeded,
                draws=(first, second),
            )
        )
    return Strikes(frozenset(paralysed), dice, tuple(events))


def roll_of(first: int, second: int) -> int:
    """1..36, uniform, from two draws of 0..5: 6 * (d1 - 1) + d2."""
    return rules.DIE * first + second + 1
