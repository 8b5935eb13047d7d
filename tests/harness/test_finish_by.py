"""When a run should be over: how that is written, when it is, and what still fits before it."""

from __future__ import annotations

import math
from datetime import datetime

import pytest

from harness.clock import ScaledClock, SystemClock
from harness.curfew import Curfew
from harness.finish_by import read_finish_by


class Stopped(SystemClock):
    """A clock that stands at 22:15:30 local time."""

    def now(self) -> float:
        return 1_000.0

    def wall(self) -> float:
        return datetime(2026, 11, 30, 22, 15, 30).timestamp()


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("8h", 28_800), ("90m", 5_400), ("1h30m", 5_400), ("45s", 45), ("1h 5m", 3_900), ("2H", 7_200),
        ("22:16", 30), ("23:15", 3_570), ("07:30", 9 * 3_600 + 14 * 60 + 30), ("7:30", 33_270), ("22:15", 86_370),
    ],
)  # fmt: skip
def test_a_time_of_day_is_the_next_one_and_a_duration_counts_from_now(text: str, seconds: float) -> None:
    assert read_finish_by(text).moment(Stopped()) == 1_000.0 + seconds


@pytest.mark.parametrize("text", ["", "8", "25:00", "7:60", "0h", "h", "tomorrow", "-1h", "1.5h", "30m1h"])
def test_anything_else_is_refused_with_what_can_be_written(text: str) -> None:
    with pytest.raises(ValueError, match="time of day"):
        read_finish_by(text)


def test_what_is_begun_must_fit_by_the_measure_of_what_has_been() -> None:
    curfew = Curfew(100.0)
    assert curfew.fits_batch(99.0)
    assert curfew.fits_episodes(99.0)
    curfew.batch_took(5.0)
    curfew.batch_took(2.0)
    assert curfew.fits_batch(94.0)
    assert not curfew.fits_batch(95.0)
    for seconds in (10.0, 40.0, 20.0):
        curfew.episode_took(seconds)
    assert curfew.fits_episodes(79.0)
    assert not curfew.fits_episodes(80.0)
    assert not curfew.fits_episodes(50.0, in_a_row=3)
    assert (curfew.left(40.0), curfew.left(200.0)) == (60.0, 0.0)


def test_without_a_time_everything_fits() -> None:
    curfew = Curfew()
    curfew.episode_took(1e9)
    assert curfew.fits_episodes(1e12, 1_000)
    assert (curfew.left(0.0), curfew.at) == (None, math.inf)


async def test_a_night_passes_in_no_time_on_a_scaled_clock() -> None:
    clock = ScaledClock(100_000.0, datetime(2026, 11, 30, 22, 0).timestamp())
    began = SystemClock().now()
    await clock.sleep(8 * 3_600)
    assert 8 * 3_600 <= clock.now() < 10 * 8 * 3_600
    with pytest.raises(TimeoutError):
        async with clock.until(clock.now() + 3_600):
            await clock.sleep(36_000)
    assert clock.wall() - datetime(2026, 12, 1, 6, 0).timestamp() >= 3_600
    assert SystemClock().now() - began < 3.0
