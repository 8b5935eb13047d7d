"""What powers are worth, against a least-squares fit by a statistics package."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from harness.power_effects import power_effects

POWERS = ("RED", "GREEN", "BLUE")
SEATS = ("ann", "bob", "cyd", "dan")


def cells(seed: int, lost: int = 0) -> dict[tuple[str, str], tuple[float, int]]:
    random = Random(seed)
    keys = [(power, seat) for power in POWERS for seat in SEATS]
    kept = random.sample(keys, len(keys) - lost)
    return {key: (random.uniform(0, 5), random.randint(1, 6)) for key in kept}


@pytest.mark.parametrize(("seed", "lost"), [(1, 0), (2, 1), (3, 3), (4, 4)])
def test_the_fit_is_that_of_least_squares(seed: int, lost: int) -> None:
    found = cells(seed, lost)
    rows, values = [], []
    for (power, seat), (total, count) in found.items():
        row = [float(seat == name) for name in SEATS] + [float(power == name) for name in POWERS]
        rows.append([count**0.5 * value for value in row])
        values.append(total / count * count**0.5)
    fit = np.linalg.lstsq(np.array(rows), np.array(values), rcond=None)[0]
    level = fit[4:].mean()
    effects = power_effects(found)
    assert effects.seats == {seat: pytest.approx(fit[place] + level) for place, seat in enumerate(SEATS)}
    assert effects.powers == {power: pytest.approx(fit[4 + place] - level) for place, power in enumerate(POWERS)}


def test_with_equal_shares_a_seat_has_its_mean() -> None:
    table = {key: (total, 4) for key, (total, _) in cells(5).items()}
    for seat, value in power_effects(table).seats.items():
        assert value == pytest.approx(sum(table[power, seat][0] for power in POWERS) / 12)


def test_nothing_has_no_effects() -> None:
    assert power_effects({}).seats == {}
