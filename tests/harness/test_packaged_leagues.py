"""The leagues that come with the package, and the page that describes league files."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from harness.config import LEAGUE_KEYS, SEAT_KEYS, LaneConfig, Limits, game_of, load_league
from harness.config_compare import COMPARE_KEYS
from harness.forecast import measured
from harness.prices import price
from harness.resources import find_league
from harness.schedule import fixtures
from harness.seats.kinds import KINDS, load_kind
from harness.seats.seat import Usage

ADDRESS = {"openai": "https://api.openai.com/v1", "anthropic": "https://api.anthropic.com"}
LEAGUES = sorted(path.stem for path in find_league("smoke").parent.glob("*.toml"))


@pytest.mark.parametrize("name", LEAGUES)
def test_every_packaged_league_can_be_read_and_scheduled(name: str) -> None:
    league = load_league(name, load_kind)
    assert league.name == name
    assert len(fixtures(league)) == league.episodes


@pytest.mark.parametrize("name", LEAGUES)
def test_an_episode_of_a_packaged_league_has_time_for_its_slowest_turns(name: str) -> None:
    league = load_league(name, load_kind)
    batches = len(measured(league, game_of(league)))
    scripted = all(seat.kind == "scripted" for seat in league.seats)
    assert scripted or batches * league.limits.turn_seconds <= league.limits.episode_seconds


def test_the_smoke_league_is_offline_and_as_large_as_promised() -> None:
    league = load_league("smoke", load_kind)
    assert {seat.kind for seat in league.seats} == {"scripted"}
    assert (league.episodes, league.options.years, league.seed) == (24, 4, 1499)


def test_the_local_league_seats_four_models_and_two_scripts_for_two_years() -> None:
    league = load_league("local", load_kind)
    assert sorted(seat.kind for seat in league.seats) == ["local"] * 4 + ["scripted"] * 2
    assert (league.options.years, league.options.press) == (2, True)


def test_the_overnight_league_sets_a_variant_against_base_with_two_anchors() -> None:
    league = load_league("overnight", load_kind)
    assert sorted({seat.kind for seat in league.seats}) == ["anthropic", "openai", "scripted"]
    assert sum(seat.kind == "scripted" for seat in league.seats) == 2
    ledger = next(seat for seat in league.seats if seat.variant == "ledger")
    assert [seat.settings == ledger.settings for seat in league.seats if seat.variant == "base"].count(True) == 1


def test_models_of_packaged_leagues_are_in_the_price_table() -> None:
    paid = [seat for name in LEAGUES for seat in load_league(name, load_kind).seats if seat.kind in ADDRESS]
    unknown = [seat.name for seat in paid if price(seat.settings.model, ADDRESS[seat.kind], Usage(input=1000)) is None]
    assert unknown == []


def test_the_page_on_league_files_names_every_key() -> None:
    page = (Path(__file__).parents[2] / "docs" / "leagues.md").read_text(encoding="utf-8")
    keys = {
        *LEAGUE_KEYS,
        *SEAT_KEYS,
        *COMPARE_KEYS,
        *(field.name for kind in (Limits, LaneConfig) for field in fields(kind)),
    }
    for kind in KINDS:
        keys |= {kind, *load_kind(kind).Settings.model_fields}
    assert [key for key in sorted(keys) if f"`{key}`" not in page] == []
