"""100,000 draws of each kind fit the probabilities the rules page states."""

from collections import Counter

from engine.cogiavelli.assassinations import strike
from engine.cogiavelli.map.italy import CITIES, GEOGRAPHY, LAND
from engine.cogiavelli.payments import Payment
from engine.cogiavelli.position import read_position
from engine.cogiavelli.reading import Action
from engine.cogiavelli.shocks import draw_famine, strike_plague
from engine.cogiavelli.state import Options
from engine.cogiavelli.winter import collect, rebel
from engine.dice import Dice

DRAWS = 100_000
SIGMAS = 5


def fits(found, expected_share, total=DRAWS):
    """Whether a count is within five standard deviations of its share."""
    spread = (total * expected_share * (1 - expected_share)) ** 0.5
    return abs(found - total * expected_share) <= SIGMAS * spread


def test_famine_strikes_2_of_36_without_replacement():
    dice, seen, pairs = Dice(1, "dice"), Counter(), 0
    for _ in range(DRAWS // 2):
        struck, dice, _ = draw_famine("x", dice)
        seen.update(struck)
        pairs += struck[0] == struck[1]
    assert (set(seen), pairs) == (set(LAND), 0)
    assert all(fits(count, 1 / 36) for count in seen.values())


def test_plague_strikes_1_of_24():
    board = read_position("1499 summer orders", Options()).board
    dice, seen = Dice(2, "dice"), Counter()
    for _ in range(DRAWS):
        city, _, dice, _ = strike_plague(board, dice)
        seen[city] += 1
    assert set(seen) == set(CITIES)
    assert all(fits(count, 1 / 24) for count in seen.values())


def test_an_assassination_succeeds_in_stake_of_36():
    attempts = [Payment(0, Action.ASSASSINATE, 18, 1)] * DRAWS
    strikes = strike("x", attempts, Dice(3, "dice"))
    rolls = Counter(event.roll for event in strikes.events)
    assert set(rolls) == set(range(1, 37))
    assert all(fits(count, 1 / 36) for count in rolls.values())
    assert fits(sum(event.succeeded for event in strikes.events), 1 / 2)
    assert fits(sum(count for roll, count in rolls.items() if roll <= 30), 30 / 36)


def test_one_city_in_six_rebels():
    everything = " ".join(GEOGRAPHY.codes[city] for city in CITIES)
    board = read_position(f"1499 autumn orders\nVENICE: 0 ducats; cities {everything}", Options()).board
    dice, rolls, lost = Dice(4, "dice"), Counter(), 0
    for _ in range(DRAWS // 21 + 1):
        cold = rebel(board, dice)
        dice = cold.dice
        rolls.update(event.roll for event in cold.events)
        lost += sum(event.rebelled for event in cold.events)
    total = sum(rolls.values())
    assert total >= DRAWS
    assert set(rolls) == set(range(1, 7))
    assert all(fits(count, 1 / 6, total) for count in rolls.values())
    assert lost == rolls[1]


def test_the_income_draw_is_0_to_3():
    board = read_position("1499 autumn orders", Options()).board
    dice, seen = Dice(5, "dice"), Counter()
    for _ in range(DRAWS // 6 + 1):
        cold = collect(board, dice)
        dice = cold.dice
        seen.update(event.variable for event in cold.events)
    total = sum(seen.values())
    assert set(seen) == {0, 1, 2, 3}
    assert all(fits(count, 1 / 4, total) for count in seen.values())
