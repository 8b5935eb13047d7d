"""What holds in every position, on random boards and in random play."""

import random

from campaign import DATC, HOUSE, lines, position
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from playing import play

from engine.cogplomacy.disorder import in_disorder
from engine.cogplomacy.game import COGPLOMACY
from engine.cogplomacy.map.board import GEOGRAPHY, POWERS, TABLE
from engine.cogplomacy.map.europe import CENTRES
from engine.cogplomacy.state import Moment
from engine.conflict.orders import ARMY, FLEET
from engine.errors import PositionError

DICE = st.integers(0, 2**32).map(random.Random)
EDITIONS = st.sampled_from([HOUSE, DATC])


def random_board(dice, moment):
    """A position as text: any units anywhere, any owners of centres."""
    rows = {power: ([], []) for power in POWERS}
    for province in dice.sample(range(GEOGRAPHY.n), dice.randint(8, 34)):
        kinds = [province * 2 + ARMY] if GEOGRAPHY.land[province] else []
        kinds += [berth * 2 + FLEET for berth in GEOGRAPHY.berths[province]]
        rows[dice.choice(POWERS)][0].append(TABLE.unit_text(dice.choice(kinds)))
    for centre in CENTRES:
        if dice.random() < 0.8:
            rows[dice.choice(POWERS)][1].append(GEOGRAPHY.codes[centre])
    text = [f"1901 {moment}"]
    for power, (units, centres) in rows.items():
        parts = [f"units {', '.join(units)}"] * bool(units) + [f"centres {' '.join(centres)}"] * bool(centres)
        text.append(f"{power}: {'; '.join(parts)}")
    return "\n".join(text)


@given(dice=DICE, options=EDITIONS)
@settings(max_examples=60, deadline=None)
def test_winter_leaves_no_power_with_more_units_than_centres(dice, options):
    try:
        state = position(random_board(dice, "winter adjustments"), options)
    except PositionError:
        reject()  # nobody may build or must disband
    given = {}
    for request in COGPLOMACY.requests(state):
        (slot,) = request.slots
        given[request.power] = dice.sample(list(slot.options), dice.randint(0, min(slot.most, len(slot.options))))
    after = lines(state, "adjustments", given)
    before = state.board
    for power, name in enumerate(POWERS):
        due, sites = before.due(power), len(before.sites(power))
        change = len(after.state.board.units(power)) - len(before.units(power))
        assert change == due if due < 0 else 0 <= change <= min(due, sites)
        assert not [refusal for refusal in refused_by(after, name) if not refusal.note]


def refused_by(after, power):
    return after.submissions[power].refused if power in after.submissions else ()


EVERY_UNIT = [
    TABLE.unit_text(space * 2 + kind)
    for space, province in enumerate(GEOGRAPHY.province_of)
    for kind in (ARMY, FLEET)
    if (space in GEOGRAPHY.berths[province] if kind == FLEET else GEOGRAPHY.land[province] and space == province)
]


@given(dice=DICE)
@settings(max_examples=10, deadline=None)
def test_in_winter_a_line_is_accepted_if_and_only_if_it_is_listed(dice):
    try:
        state = position(random_board(dice, "winter adjustments"))
    except PositionError:
        reject()
    for request in COGPLOMACY.requests(state):
        listed = set(request.slots[0].options) - {"WAIVE"}
        lines = [f"{verb} {unit}" for verb in ("BUILD", "DISBAND") for unit in EVERY_UNIT]
        accepted = {line for line in lines if not COGPLOMACY.read(request, {"adjustments": [line]}).refused}
        if request.slots[0].name == "disbands":  # the coast of a unit that is there means nothing
            accepted, listed = ({line.partition("/")[0] for line in found} for found in (accepted, listed))
        assert accepted == listed


def test_a_retreat_is_accepted_if_and_only_if_it_is_listed():
    asked = 0
    for seed in (9, 18, 23, 27, 28, 33):
        for step in play(COGPLOMACY, seed, policies=["random"]).steps:
            for request in step.requests if step.requests[0].kind == "retreats" else ():
                for slot in request.slots:
                    lines = [f"{slot.name} - {space}" for space in GEOGRAPHY.spaces] + [f"{slot.name} D"]
                    accepted = [line for line in lines if not COGPLOMACY.read(request, {"retreats": [line]}).refused]
                    assert {line.partition("/")[0] for line in accepted} == {o.partition("/")[0] for o in slot.options}
                    assert set(slot.options) <= set(accepted)
                    asked += 1
    assert asked >= 6


@given(dice=DICE, options=EDITIONS)
@settings(max_examples=60, deadline=None)
def test_civil_disorder_takes_as_many_as_asked_and_spares_the_spared(dice, options):
    board = position(random_board(dice, "spring orders"), options).board
    for power in range(len(POWERS)):
        units = board.units(power)
        spared = units[: len(units) // 2]
        for number in range(len(units) - len(spared) + 1):
            gone = in_disorder(board, power, number, spared)
            assert len(gone) == len(set(gone)) == number and set(gone) <= set(units) - set(spared)
            assert gone == in_disorder(board, power, number + 1, spared)[:number]


@given(seed=st.integers(1, 10_000), mix=st.sampled_from([["random"], ["expander", "random"], ["random", "hedgehog"]]))
@settings(max_examples=12, deadline=None)
def test_units_centres_and_scores_add_up_in_every_episode(seed, mix):
    for step in play(COGPLOMACY, seed, DATC, mix).steps:
        before, after = step.state.board, step.after.state.board
        assert sum(COGPLOMACY.scores(step.after.state).values()) <= 1 + 1e-9
        if step.requests[0].kind == "orders":
            trapped = [event for event in step.after.events if event.kind == "retreat"]
            gone = sum(not unit.to for event in trapped for unit in event.units)
            standing = len(after.forces.occupied()) + len(after.beaten)
            assert standing == len(before.forces.occupied()) - gone
        if before.moment not in (Moment.FALL_ORDERS, Moment.FALL_RETREATS):
            assert after.owners == before.owners
        for beaten in after.beaten:
            assert all(after.forces.units[GEOGRAPHY.province_of[space]] < 0 for space in beaten.options)
