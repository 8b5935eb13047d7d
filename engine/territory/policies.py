"""Scripted seats: they answer in the same form as a model and never talk."""

from __future__ import annotations

from collections.abc import Mapping

from engine.dice import Dice
from engine.game import Answer, Policy, Request
from engine.memory import Memory
from engine.territory.hexes import BY_TEXT, KEYS, Tiles, each
from engine.territory.orders import CLAIM_PRICE, Means
from engine.territory.reading import Fault, read_order
from engine.territory.state import ALIASES

HOMESTEADER_CLAIMS = 3
RAIDER_CLAIMS = 4
RANDOM_ORDERS = 4


def hold(request: Request, memory: Memory, dice: Dice) -> Answer:
    """Nothing."""
    return {"orders": []}


def homesteader(request: Request, memory: Memory, dice: Dice) -> Answer:
    """Up to three claims it can pay: the richest effective yield, then the nearest, then the lowest key."""
    means: Means = request.view.means
    return {"orders": _claims(means, HOMESTEADER_CLAIMS, means.paint)}


def raider(request: Request, memory: Memory, dice: Dice) -> Answer:
    """First razes the leader's richest tile in reach if it still pays 3, then makes up to four claims.

    The leader is the living rival with the highest score, on a tie the lower seat.
    """
    means: Means = request.view.means
    board, paint = means.board, means.paint
    scores = {row.power: row.score for row in request.public.standing}
    leader = min(means.partners, key=lambda seat: (-scores[ALIASES[seat]], seat), default=None)
    prey = 0 if leader is None else means.razable & board.lands[leader] & board.thrice & ~board.cracked
    for tile in _best(means, prey)[:1]:
        if (price := means.raze_price(tile)) <= paint:
            raze = {"type": "raze", "tile": KEYS[tile]}
            return {"orders": [raze, *_claims(means, RAIDER_CLAIMS, paint - price)]}
    return {"orders": _claims(means, RAIDER_CLAIMS, paint)}


def scatter(request: Request, memory: Memory, dice: Dice) -> Answer:
    """Up to four random orders out of all it can pay, as long as the paint lasts."""
    means: Means = request.view.means
    choices = [slot.options for slot in request.slots if len(slot.options)]
    wanted, dice = dice.draw(RANDOM_ORDERS + 1)
    lines: list[str] = []
    paint = means.paint
    for _ in range(wanted.value if choices else 0):
        group, dice = dice.draw(len(choices))
        pick, dice = dice.draw(len(choices[group.value]))
        line = choices[group.value][pick.value]
        order = read_order(means, line)
        if not isinstance(order, Fault) and order.price <= paint and line not in lines:
            paint -= order.price
            lines.append(line)
    return {"orders": lines}


def _best(means: Means, tiles: Tiles) -> list[int]:
    """Tiles by effective yield, then nearness, then key as text."""
    worth, footing, near = means.board.worth, means.footing, means.near
    return sorted(
        each(tiles),
        key=lambda tile: (-worth(tile), 0 if footing >> tile & 1 else 1 if near >> tile & 1 else 2, BY_TEXT[tile]),
    )


def _claims(means: Means, most: int, paint: int) -> list[dict[str, str]]:
    """The best free tiles it can pay, up to a number."""
    chosen: list[dict[str, str]] = []
    for tile in _best(means, means.claimable & ~means.board.owned):
        if len(chosen) == most or paint < CLAIM_PRICE:
            break
        if (price := means.claim_price(tile)) <= paint:
            paint -= price
            chosen.append({"type": "claim", "tile": KEYS[tile]})
    return chosen


POLICIES: Mapping[str, Policy] = {"homesteader": homesteader, "raider": raider, "hold": hold, "random": scatter}
