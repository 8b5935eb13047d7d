"""Checking a league: what is found before anything is sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import pytest
from toy_game import TOY

from harness.check import check_league
from harness.clock import SystemClock
from harness.config import League, SeatConfig, read_league
from harness.errors import Outage, UserError
from harness.forecast import measured
from harness.lanes import Lane
from harness.prompts import load_prompts
from harness.resources import find
from harness.seats.kinds import load_kind
from harness.seats.seat import Failure, FailureKind, Reply, Seat, SeatCall, Usage

LEAGUE = """\
[league]
name = "night"
game = "toy"
episodes = 12
seed = 7
[options]
rounds = 2
[[seats]]
name = "miser"
kind = "scripted"
policy = "miser"
[[seats]]
name = "sol"
kind = "openai"
model = "gpt-6.1-sol"
[[seats]]
name = "mine"
kind = "openai"
model = "no-model-of-theirs"
api_key_env = "MY_KEY"
"""

PAGE = "{% block shared %}Round {{ public.round }}.{% endblock %}{% block private %}Purse of {{ power }}{% endblock %}"


@dataclass
class FakeSeat:
    """A seat that is opened and closed, and must not be asked."""

    name: str
    paid: bool
    closed: bool = False

    async def ask(self, call: SeatCall, until: float) -> Reply | Failure:
        raise AssertionError("a check asks nobody")

    async def close(self) -> None:
        self.closed = True


@pytest.fixture
def prompts(tmp_path: Path) -> Path:
    """Templates of the toy game."""
    folder = tmp_path / "toy" / "base"
    folder.mkdir(parents=True)
    for name, text in {"system": "Win.", "bids": PAGE, "picks": PAGE, "board": "Board.", "chronicle": ""}.items():
        (folder / f"{name}.j2").write_text(text, encoding="utf-8")
    return tmp_path


def league(text: str = LEAGUE) -> League:
    return read_league(text, "x.toml", load_kind, {"toy": TOY})


async def check(
    prompts: Path, league: League, build: Callable[[SeatConfig], Seat]
) -> tuple[dict[str, str], dict[str, str]]:
    """The findings by subject: levels, and texts."""
    books = partial(load_prompts, "toy", roots=[prompts, *find("prompts")])
    found = await check_league(league, TOY, books, build)
    return {one.subject: one.level for one in found}, {one.subject: one.text for one in found}


def fake(config: SeatConfig) -> FakeSeat:
    return FakeSeat(config.name, paid=config.kind != "scripted")


async def test_a_league_that_can_be_played(prompts: Path) -> None:
    levels, texts = await check(prompts, league(), fake)
    assert "error" not in levels.values()
    assert texts["league"] == "night: 12 episodes of toy, 3 seats"
    assert texts["schedule"] == "4 blocks, every seat on every power 4 times"
    assert texts["seat miser"] == "scripted"
    assert texts["seat sol"] == "openai gpt-6.1-sol, base prompts"
    assert texts["prompts base"] == "every template renders for every power: bids, picks"


async def test_calls_are_those_of_an_episode_that_a_script_has_played(prompts: Path) -> None:
    _, texts = await check(prompts, league(), fake)
    asked = sum(len(batch.requests) for batch in measured(league(), TOY))
    # Two of the three seats are models: over four blocks each holds every power four times.
    assert texts["calls"] == f"about {2 * 4 * asked} calls to models and people, at most twice that"


async def test_prices_are_told_where_they_are_known(prompts: Path) -> None:
    levels, texts = await check(prompts, league(), fake)
    assert levels["cost sol"] == "ok"
    assert "(estimated), $" in texts["cost sol"]
    assert levels["cost mine"] == "warn"
    assert texts["cost mine"].endswith("; no price is known for no-model-of-theirs, is the id right?")
    assert texts["cost"].startswith("$")


async def test_a_missing_key_is_an_error_and_no_key_is_shown(prompts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "hush-hush")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    def build(config: SeatConfig) -> Seat:
        lane = Lane(config.lane, 1, SystemClock())
        seat: Seat = load_kind(config.kind)(config, game=TOY, clock=SystemClock(), lane=lane, terminal=None)
        return seat

    levels, texts = await check(prompts, league(), build)
    assert (levels["seat miser"], levels["seat sol"], levels["seat mine"]) == ("ok", "error", "ok")
    assert "OPENAI_API_KEY" in texts["seat sol"]
    assert "hush-hush" not in " ".join(texts.values())


async def test_every_seat_is_closed_again(prompts: Path) -> None:
    built: list[FakeSeat] = []

    def build(config: SeatConfig) -> FakeSeat:
        built.append(fake(config))
        return built[-1]

    await check(prompts, league(), build)
    assert [(seat.name, seat.closed) for seat in built] == [("miser", True), ("sol", True), ("mine", True)]


@pytest.mark.parametrize(
    ("template", "text", "told"),
    [
        ("picks", "{% block shared %}{% endblock %}{% block private %}{{ purze }}{% endblock %}", "purze"),
        ("bids", "{% block shared %}{% endblock %}{% block private %}{% if %}{% endblock %}", "bids.j2"),
        ("bids", "no blocks", "block shared"),
    ],
    ids=["a variable there is not", "a torn template", "no blocks"],
)
async def test_prompts_that_do_not_render_are_an_error(prompts: Path, template: str, text: str, told: str) -> None:
    (prompts / "toy" / "base" / f"{template}.j2").write_text(text, encoding="utf-8")
    levels, texts = await check(prompts, league(), fake)
    assert levels["prompts base"] == "error"
    assert told in texts["prompts base"]
    assert not any(subject.startswith("cost") for subject in levels)


async def test_few_blocks_and_short_deadlines_are_warned_of(prompts: Path) -> None:
    short = replace(league(), episodes=3, limits=replace(league().limits, episode_seconds=300.0))
    levels, texts = await check(prompts, short, fake)
    assert (levels["schedule"], levels["limits"]) == ("warn", "warn")
    assert texts["schedule"] == (
        "1 of the 4 blocks that an interval needs: the standings will show means alone below 12 episodes"
    )
    assert texts["limits"] == (
        "4 batches of up to 240 s can take 960 s, longer than limits.episode_seconds (300):"
        " slow models will end episodes at the deadline"
    )


async def test_a_context_too_small_for_the_prompts_is_warned_of(prompts: Path) -> None:
    local = LEAGUE.replace('kind = "openai"\nmodel = "gpt-6.1-sol"', 'kind = "local"\ncontext = 600')
    levels, texts = await check(prompts, league(local), fake)
    assert levels["context sol"] == "warn"
    assert texts["context sol"].endswith("and a reply of 600 may not fit into its context of 600")
    assert texts["cost sol"].endswith("(estimated), on this machine")


async def test_scripts_alone_need_no_prompts_and_cost_nothing(tmp_path: Path) -> None:
    scripts = LEAGUE.replace('kind = "openai"', 'kind = "scripted"\npolicy = "random"')
    scripts = "\n".join(line for line in scripts.splitlines() if not line.startswith(("model", "api_key")))
    levels, _ = await check(tmp_path, league(scripts), fake)
    assert set(levels) == {"league", "schedule", "seat miser", "seat sol", "seat mine", "calls"}
    assert set(levels.values()) == {"ok"}


async def test_any_error_of_a_seat_is_a_finding(prompts: Path) -> None:
    def build(config: SeatConfig) -> Seat:
        raise UserError(f'seat "{config.name}": no')

    levels, texts = await check(prompts, league(), build)
    assert [levels[f"seat {name}"] for name in ("miser", "sol", "mine")] == ["error"] * 3
    assert texts["seat sol"] == "no"


@dataclass
class ProbedSeat(FakeSeat):
    """A seat whose model answers a probe."""

    result: Reply | Failure | Outage = field(default_factory=lambda: Reply("x", model="gpt-6.1-sol-2026"))
    probes: int = 0

    async def probe(self, until: float) -> Reply | Failure:
        self.probes += 1
        if isinstance(self.result, Outage):
            raise self.result
        return self.result


# Each row: what a model makes of a probe, and how that is told.
PROBES: tuple[tuple[Reply | Failure | Outage, str, str], ...] = (
    (
        Reply("x", model="gpt-6.1-sol-2026", usage=Usage(input=8, output=1), usd=0.0012, seconds=0.42),
        "ok",
        "gpt-6.1-sol-2026 answered in 0.4 s for 9 tokens, $0.0012",
    ),
    (Failure(FailureKind.TRUNCATED_REASONING, "cut"), "ok", "gpt-6.1-sol answered in 0.0 s for 0 tokens"),
    (Reply("x", model="gpt-5"), "warn", "answered in 0.0 s for 0 tokens, but as gpt-5 instead of gpt-6.1-sol"),
    (Failure(FailureKind.LATE, "no answer"), "error", "late: no answer"),
    (Outage("auth", "openai", "check the key"), "error", "check the key"),
)


@pytest.mark.parametrize(("result", "level", "text"), PROBES)
async def test_a_probe_calls_a_model_once(
    prompts: Path, result: Reply | Failure | Outage, level: str, text: str
) -> None:
    twice = LEAGUE.replace('model = "no-model-of-theirs"\napi_key_env = "MY_KEY"', 'model = "gpt-6.1-sol"')
    built: list[ProbedSeat] = []

    def build(config: SeatConfig) -> Seat:
        if config.kind == "scripted":
            return fake(config)
        built.append(ProbedSeat(config.name, True, result=result))
        return built[-1]

    books = partial(load_prompts, "toy", roots=[prompts, *find("prompts")])
    found = await check_league(league(twice), TOY, books, build, SystemClock())
    assert [(one.subject, one.level, one.text) for one in found if one.subject.startswith("probe")] == [
        ("probe sol", level, text)
    ]
    assert [seat.probes for seat in built] == [1, 0]
    assert all(seat.closed for seat in built)


async def test_nothing_is_probed_unless_asked_for(prompts: Path) -> None:
    seat = ProbedSeat("sol", True)
    levels, _ = await check(prompts, league(), lambda config: seat)
    assert seat.probes == 0
    assert not any(subject.startswith("probe") for subject in levels)


async def test_two_accounts_on_one_lane_are_warned_of(prompts: Path) -> None:
    levels, texts = await check(prompts, league(), fake)
    assert levels["lane openai"] == "warn"
    assert texts["lane openai"].startswith("its seats have 2 accounts; an outage of one stops all")
    own = LEAGUE.replace('api_key_env = "MY_KEY"', 'api_key_env = "MY_KEY"\nlane = "mine"')
    levels, _ = await check(prompts, league(own), fake)
    assert "lane openai" not in levels


async def test_a_budget_on_a_model_without_a_price_is_an_error(prompts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "hush-hush")
    monkeypatch.setenv("OPENAI_API_KEY", "hush-hush")

    def build(config: SeatConfig) -> Seat:
        lane = Lane(config.lane, 1, SystemClock())
        seat: Seat = load_kind(config.kind)(config, game=TOY, clock=SystemClock(), lane=lane, terminal=None)
        return seat

    budget = LEAGUE.replace("seed = 7", "seed = 7\nbudget_usd = 0.02")
    levels, texts = await check(prompts, league(budget), build)
    assert (levels["seat sol"], levels["seat mine"]) == ("ok", "error")
    assert "has no price for no-model-of-theirs at openai" in texts["seat mine"]
    priced = budget + '[prices."no-model-of-theirs"]\ninput = 1.0\noutput = 2.0\n'
    levels, texts = await check(prompts, league(priced), build)
    assert levels["seat mine"] == "ok"
    assert levels["cost mine"] == "ok"
