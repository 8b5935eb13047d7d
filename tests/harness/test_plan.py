"""Plans: who plays what, and ranges of what a league takes before and while it is played."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from toy_game import POWERS, TOY, Options

from harness import plan as planning
from harness.config import LaneConfig, League, SeatConfig
from harness.config_compare import Compare
from harness.forecast import Forecast, SeatForecast
from harness.plan import MODEL_SECONDS, SAMPLE_SPREAD, Sample, design, measured_seats, plan_league


def league(seats: int = 3, blocks: int = 2, **changes: Any) -> League:
    chairs = tuple(SeatConfig(f"s{n}", "openai", lane="paid") for n in range(seats))
    plain = League("night", "toy", seats * blocks, 7, Options(2), chairs, lanes={"paid": LaneConfig("paid", 2)})
    return replace(plain, **changes)


def told(of: League, calls: int = 60, usd: tuple[float, float] | None = (1.0, 4.0)) -> Forecast:
    seats = tuple(SeatForecast(seat.name, calls, 1_000, (1, 2), 9, usd) for seat in of.seats)
    return Forecast(of.episodes, 4, {"bids": 6}, calls * len(seats), seats)


@pytest.mark.parametrize(("seats", "least", "most"), [(3, 6, 6), (4, 4, 4), (6, 2, 3), (2, 4, 4)])
def test_every_seat_holds_every_power_equally_often(seats: int, least: int, most: int) -> None:
    found = design(league(seats, 2), TOY)
    assert found.held == {f"s{n}": dict.fromkeys(POWERS, 2) for n in range(seats)}
    assert (min(found.met.values()), max(found.met.values())) == (least, most)
    assert (found.blocks, found.block, found.missing) == (2, seats, 2)


def test_arms_never_meet_and_hold_every_power_equally_often() -> None:
    found = design(league(4, 3, compare=Compare("s0", "s1")), TOY)
    assert found.met["s0", "s1"] == 0
    assert found.held["s0"] == found.held["s1"] == dict.fromkeys(POWERS, 2)
    assert (found.blocks, found.block) == (6, 2)


def test_before_anything_is_played_ranges_are_assumed(tmp_path: Path) -> None:
    of = league()
    plan = plan_league(of, TOY, told(of), tmp_path / "none")
    assert (plan.played, plan.calls, plan.usd, plan.assumed, plan.unpriced) == (0, 180, (3.0, 12.0), True, ())
    assert (plan.prompts, plan.replies) == ((3 * 1_000, 3 * 2 * 1_000), (3 * 1, 3 * 2 * 2))
    fast, slow = MODEL_SECONDS
    assert plan.hours == (pytest.approx(180 * fast / 2 / 3_600), pytest.approx(180 * slow / 2 / 3_600))


def test_a_lane_that_is_paced_takes_as_long_as_its_pace() -> None:
    of = league(lanes={"paid": LaneConfig("paid", 1_000, requests_per_minute=2)})
    plan = plan_league(of, TOY, told(of), Path("none"))
    assert plan.hours == (pytest.approx(1.5), pytest.approx(1.5))


def test_one_episode_at_a_time_takes_as_long_as_its_batches() -> None:
    of = league(episodes_at_once=1, lanes={"paid": LaneConfig("paid", 1_000)})
    plan = plan_league(of, TOY, told(of), Path("none"))
    assert plan.hours[1] == pytest.approx(6 * 4 * MODEL_SECONDS[1] / 3_600)


def test_scripts_cost_nothing() -> None:
    of = league()
    of = replace(of, seats=tuple(replace(seat, kind="scripted") for seat in of.seats))
    free = replace(told(of), seats=tuple(SeatForecast(seat.name, 60) for seat in of.seats))
    plan = plan_league(of, TOY, free, Path("none"))
    assert (plan.calls, plan.usd, plan.hours, plan.unpriced) == (0, (0.0, 0.0), (0.0, 0.0), ())


def test_a_seat_without_a_known_price_is_named() -> None:
    plan = plan_league(league(), TOY, told(league(), usd=None), Path("none"))
    assert (plan.usd, plan.unpriced) == (None, ("s0", "s1", "s2"))


def test_once_episodes_are_played_the_rest_is_told_from_what_was_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("b01-e01", "b01-e02", "b01-e03", "stranger"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "result.json").write_text("{}", encoding="ascii")
    seen = {f"s{n}": Sample(10, 15, (2.0, 6.0), 0.5, 4_000, 500) for n in range(3)}
    monkeypatch.setattr(planning, "measured_seats", lambda folder: seen)
    of = league()
    plan = plan_league(of, TOY, told(of), tmp_path)
    rest = 3 * 0.5 * (60 * 0.5 / 10)
    assert (plan.played, plan.calls, plan.assumed) == (3, 90, False)
    assert plan.usd == (pytest.approx(rest * (1 - SAMPLE_SPREAD)), pytest.approx(rest * (1 + SAMPLE_SPREAD)))
    assert plan.hours == (pytest.approx(1.5 * 90 * 2.0 / 2 / 3_600), pytest.approx(1.5 * 90 * 6.0 / 2 / 3_600))
    assert plan.prompts == (
        pytest.approx(90 * 400 * (1 - SAMPLE_SPREAD)),
        pytest.approx(90 * 400 * (1 + SAMPLE_SPREAD)),
    )
    assert plan.replies == (pytest.approx(90 * 50 * (1 - SAMPLE_SPREAD)), pytest.approx(90 * 50 * (1 + SAMPLE_SPREAD)))


def test_a_folder_without_journals_has_measured_nothing(tmp_path: Path) -> None:
    assert measured_seats(tmp_path) == {}
