"""What holds in every episode, whatever is answered: money, units, scores, ends, order of arrival."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cogiavelli.game import COGIAVELLI
from engine.cogiavelli.map.italy import CITIES, GEOGRAPHY, POWERS
from engine.cogiavelli.state import Options, State
from engine.game import Event, Request
from engine.wire import encode, plain

ACTIONS = ("gift", "bribe_disband", "bribe_buy", "defend", "assassinate")


def wild(request: Request, chance: random.Random) -> dict[str, Any]:
    """An answer as a reckless player might give it: mostly legal, spending more than it has, promising everything."""
    units = [unit for row in request.public.powers for unit in row.units]
    if request.kind == "press":
        return {
            "broadcast": "!",
            "letters": [{"to": chance.choice(POWERS), "text": "?"} for _ in range(chance.randrange(4))],
            "pledges": [
                {
                    "to": chance.choice((*POWERS, "ALL")),
                    "kind": chance.choice(("peace", "keepout", "support")),
                    "province": chance.choice(GEOGRAPHY.codes),
                }
                for _ in range(chance.randrange(4))
            ],
        }
    orders = [slot.options[chance.randrange(len(slot.options))] for slot in request.slots if slot.key == "orders"]
    spend = [
        {
            "action": chance.choice(ACTIONS),
            "target": chance.choice((*POWERS, *units)),
            "amount": chance.choice((-1, 0, 1, 3, 9, 12, 15, 20)),
        }
        for _ in range(chance.randrange(5))
    ]
    builds = [f"{chance.choice('AF')} {GEOGRAPHY.codes[chance.choice(CITIES)]}" for _ in range(chance.randrange(4))]
    return {"orders": orders, "spend": spend, "builds": [*request.view.builds[:3], *builds]}


def money(events: tuple[Event, ...]) -> int:
    """Ducats made or unmade by these events; a gift changes hands only."""
    total = 0
    for event in map(plain, events):
        match event["kind"]:
            case "paid" if event["action"] != "gift":
                total -= event["amount"]
            case "income":
                total += event["credited"]
            case "upkeep" | "built":
                total -= event["paid"]
    return total


def men(events: tuple[Event, ...]) -> int:
    """Units made or unmade by these events."""
    total = 0
    for event in map(plain, events):
        match event["kind"]:
            case "bribe":
                total -= event["outcome"] == "disbanded"
            case "retreat":
                total -= sum(not unit["to"] for unit in event["units"])
            case "plague":
                total -= bool(event["unit"])
            case "disband":
                total -= len(event["units"])
            case "built":
                total += 1
    return total


def sound(state: State) -> None:
    """The board is one that could be set up with pieces and coins."""
    board = state.board
    assert min(board.treasuries) >= 0
    for province, unit in enumerate(board.forces.units):
        assert (unit < 0) == (board.forces.owners[province] < 0)
        if unit >= 0:
            assert unit >> 1 == province
            assert GEOGRAPHY.berths[province] if unit & 1 else GEOGRAPHY.land[province]
            assert not board.eliminated[board.forces.owners[province]]
    assert all(board.owners[p] < 0 for p in range(GEOGRAPHY.n) if p not in CITIES)
    assert all(0 <= score <= 1 for score in COGIAVELLI.scores(state).values())


@given(st.integers(0, 2**53), st.booleans())
@settings(max_examples=12, deadline=None)
def test_ten_wild_years_keep_every_ducat_and_unit_accounted_for_and_end(seed: int, press: bool) -> None:
    chance = random.Random(seed)
    state = COGIAVELLI.start(seed, Options(years=10, press=press)).state
    batches = 0
    while COGIAVELLI.outcome(state) is None:
        requests = COGIAVELLI.requests(state)
        submissions = {r.power: COGIAVELLI.read(r, wild(r, chance)) for r in requests}
        after = COGIAVELLI.resolve(state, submissions)
        board, now = state.board, after.state.board
        assert sum(now.treasuries) - sum(board.treasuries) == money(after.events)
        assert len(now.forces.occupied()) - len(board.forces.occupied()) == men(after.events)
        sound(after.state)
        shuffled = dict(sorted(submissions.items(), key=lambda pair: chance.random()))
        again = COGIAVELLI.resolve(state, shuffled)
        assert (again.state, encode(again.events)) == (after.state, encode(after.events))
        state, batches = after.state, batches + 1
    assert batches <= 60


@given(st.integers(0, 2**53))
@settings(max_examples=8, deadline=None)
def test_illegal_orders_of_the_seen_board_are_never_legal_after_bribes(seed: int) -> None:
    """What is played is on the list twice: on the board that was seen and on the one after bribes."""
    chance = random.Random(seed)
    state = COGIAVELLI.start(seed, Options(years=3, press=False)).state
    while COGIAVELLI.outcome(state) is None:
        requests = COGIAVELLI.requests(state)
        listed = {text for r in requests for slot in r.slots if slot.key == "orders" for text in slot.options}
        submissions = {r.power: COGIAVELLI.read(r, wild(r, chance)) for r in requests}
        after = COGIAVELLI.resolve(state, submissions)
        played = [order["order"] for e in after.events if e.kind == "movement" for order in plain(e)["orders"]]
        assert set(played) <= listed
        state = after.state
