"""Seeded draws: the check values, rejection, scripts."""

from collections import Counter
from hashlib import sha256

import pytest

from engine.dice import WORDS, Dice, Draw, commitment, fraction, script, shuffled, word
from engine.errors import DiceError


def test_word_zero_of_seed_seven():
    assert word(7, "dice", 0) == 0x99EE5D4BEEC9C235


def test_a_word_is_eight_bytes_of_a_hash_anybody_can_compute():
    assert word(1499, "dice", 3) == int(sha256(b"1499:dice:3").hexdigest()[:16], 16)


def test_seating_of_six_seats_with_seed_seven():
    assert shuffled(7, "seating", 6) == (3, 2, 4, 0, 1, 5)


def test_drawing_advances_a_value_and_leaves_the_old_one():
    dice = Dice(7, "dice")
    first, after = dice.draw(36)
    again, _ = dice.draw(36)
    assert first == again == Draw(0, 36, word(7, "dice", 0) % 36)
    assert after == Dice(7, "dice", 1)


def test_streams_are_apart():
    assert len({word(7, stream, 0) for stream in ("dice", "seating", "board")}) == 3


def test_a_word_in_the_uneven_rest_is_passed_over(monkeypatch):
    words = {0: WORDS - 1, 1: 17}
    monkeypatch.setattr("engine.dice.word", lambda seed, stream, k: words[k])
    draw, after = Dice(1, "dice").draw(10)
    assert draw == Draw(1, 10, 7)
    assert after.k == 2


@pytest.mark.parametrize("n", [1, 2, 3, 6, 24, 36, 1000])
def test_values_stay_in_range_and_are_even(n):
    dice, seen = Dice(1, "dice"), Counter()
    for _ in range(2000):
        draw, dice = dice.draw(n)
        seen[draw.value] += 1
    assert set(seen) <= set(range(n))
    if n <= 36:
        assert len(seen) == n
        assert sum((count - 2000 / n) ** 2 / (2000 / n) for count in seen.values()) < 3 * n + 15


def test_a_script_deals_its_values_in_order():
    dice = Dice((3, 0), "dice")
    first, dice = dice.draw(6)
    second, dice = dice.draw(24)
    assert (first, second) == (Draw(0, 6, 3), Draw(1, 24, 0))
    assert script((first, second)) == (3, 0)


@pytest.mark.parametrize(
    ("values", "n", "says"),
    [((), 6, "used up"), ((6,), 6, "not in 0..5"), ((-1,), 6, "not in 0..5")],
)
def test_a_script_that_does_not_fit_says_where(values, n, says):
    with pytest.raises(DiceError, match=says):
        Dice(values, "dice").draw(n)


def test_nothing_cannot_be_drawn_from():
    with pytest.raises(DiceError, match="0 things"):
        Dice(1, "dice").draw(0)


def test_the_commitment_is_the_hash_of_the_decimal_seed():
    assert commitment(7) == sha256(b"7").hexdigest()
    assert commitment((1, 2)) == sha256(b"1,2").hexdigest()


def test_fractions_have_53_bits_in_zero_to_one():
    assert fraction(7, "board", 0) == (word(7, "board", 0) >> 11) / 2**53
    assert all(0 <= fraction(7, "board", k) < 1 for k in range(200))
