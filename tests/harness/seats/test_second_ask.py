"""What a seat changes when it is asked again for a reply that was cut, and the rules it sends ahead."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asking import a_call, ask, make, opened

from harness.clock import SystemClock
from harness.lanes import Lane
from harness.seats.seat import Exchange, FailureKind, Prompt, Reply
from harness.seats.warming import LEAST_CHARACTERS, Warming
from tests.loopback import Loopback, Raw, Said

AGAIN = (Exchange("", "Answer now."),)
CUT, THOUGHT = FailureKind.TRUNCATED, FailureKind.TRUNCATED_REASONING

# Each row: kind, settings, the failure before, and the cap and effort of the request that is to mend it.
MENDED: tuple[tuple[str, dict[str, Any], FailureKind | None, int, str | None], ...] = (
    ("openai", {"official": True, "effort": "high"}, None, 900, "high"),
    ("openai", {"official": True, "effort": "high"}, CUT, 1_800, "high"),
    ("openai", {"official": True, "effort": "high"}, THOUGHT, 1_800, "medium"),
    ("openai", {"official": True, "effort": "low"}, THOUGHT, 1_800, "low"),
    ("openai", {"official": True}, THOUGHT, 1_800, None),
    ("openai", {"official": True}, FailureKind.UNPARSABLE, 900, None),
    ("openai", {"effort": "high"}, THOUGHT, 900, "medium"),
    ("openai", {"max_tokens_again": 5_000}, CUT, 5_000, None),
    ("anthropic", {"effort": "xhigh"}, None, 900, "xhigh"),
    ("anthropic", {"effort": "xhigh"}, THOUGHT, 900, "high"),
    ("anthropic", {"effort": "max", "max_tokens_again": 4_000}, THOUGHT, 4_000, "high"),
    ("anthropic", {"effort": "max", "max_tokens_again": 4_000}, CUT, 4_000, "max"),
)


@pytest.mark.parametrize(("kind", "settings", "after", "cap", "effort"), MENDED)
async def test_a_cut_reply_is_given_more_room_and_a_thought_less_effort(
    kind: str, settings: dict[str, Any], after: FailureKind | None, cap: int, effort: str | None
) -> None:
    async with (
        Loopback("{}") as server,
        opened(kind, model="m", base_url=server.base_url, max_tokens=900, **settings) as seat,
    ):
        await ask(seat, a_call(earlier=AGAIN, after=after))
    body = server.requests[0].body
    assert body.get("max_completion_tokens", body.get("max_tokens")) == cap
    assert body.get("reasoning_effort", body.get("output_config", {}).get("effort")) == effort


def test_at_the_providers_own_address_there_is_twice_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-1")
    seat = make("anthropic", model="claude-sonnet-5-5", max_tokens=900)
    assert seat._bodies.of(a_call(after=CUT))["max_tokens"] == 1_800


@pytest.mark.parametrize("kind", ["openai", "anthropic", "local"])
async def test_a_probe_is_a_call_for_one_token(kind: str) -> None:
    async with Loopback(Said("", cut=True)) as server, opened(kind, model="m", base_url=server.base_url) as seat:
        result = await seat.probe(SystemClock().now() + 5.0)
    assert result.kind in (CUT, THOUGHT)
    body = server.requests[0].body
    assert (body["max_tokens"], server.requests[0].texts, "system" in body) == (1, (("user", "1"),), False)


async def test_a_probe_of_a_model_that_must_think_leaves_it_room_to() -> None:
    thinking = {"thinking": {"type": "enabled", "budget_tokens": 1_024}}
    async with (
        Loopback("x") as server,
        opened("anthropic", model="m", base_url=server.base_url, params=thinking) as seat,
    ):
        await seat.probe(SystemClock().now() + 5.0)
    assert server.requests[0].body["max_tokens"] == 1_025


RULES = "R" * LEAST_CHARACTERS


async def test_the_rules_are_sent_ahead_once_a_lane_and_no_batch_waits_for_them() -> None:
    lane, besides = Lane("account", 8, SystemClock()), list[asyncio.Future[Any]]()
    async with Loopback(lambda sent: Said("{}", seconds=0.3 if sent.body["max_tokens"] == 1 else 0.0)) as server:
        settings = {"model": "m", "base_url": server.base_url, "warm": True}
        async with opened("anthropic", lane, **settings) as doge, opened("anthropic", lane, **settings) as duke:
            calls = [
                a_call(prompt=Prompt(RULES, "BOARD ", power), besides=besides.append) for power in ("VENICE", "NAPLES")
            ]
            async with asyncio.timeout(0.25):
                for seat in (doge, duke):
                    await asyncio.gather(*(ask(seat, call) for call in calls))
            (warm,) = await asyncio.gather(*besides)
    assert (warm.usage.total, lane.status().tokens) == (120, 600), "what it costs is made known"
    ahead = [sent for sent in server.requests if sent.body["max_tokens"] == 1]
    assert len(server.requests) == 5
    assert [sent.texts for sent in ahead] == [(("system", RULES), ("user", "1"))]
    assert ahead[0].body["system"][0]["cache_control"] == {"type": "ephemeral", "ttl": "5m"}


@pytest.mark.parametrize("settings", [{}, {"warm": True, "cache": "off"}, {"warm": False}])
async def test_nothing_is_sent_ahead_where_it_does_not_pay(settings: dict[str, Any]) -> None:
    async with Loopback("{}") as server, opened("anthropic", model="m", base_url=server.base_url, **settings) as seat:
        await ask(seat, a_call(prompt=Prompt(RULES, "BOARD ", "VENICE")))
    assert len(server.requests) == 1


async def test_what_goes_wrong_with_rules_sent_ahead_is_nobodys_matter() -> None:
    refused = Raw({"error": {"message": "no"}}, status=400)
    async with (
        Loopback(lambda sent: refused if sent.body["max_tokens"] == 1 else Said("fine")) as server,
        opened("anthropic", model="m", base_url=server.base_url, warm=True) as seat,
    ):
        assert (await ask(seat, a_call(prompt=Prompt(RULES, "BOARD ", "VENICE")))).text == "fine"
        await asyncio.sleep(0.1)
    assert server.count == 2


async def test_a_prefix_is_warmed_again_when_nobody_has_used_it_for_as_long_as_it_is_kept() -> None:
    class Watch(SystemClock):
        moment = 0.0

        def now(self) -> float:
            return self.moment

    clock, sent = Watch(), []
    warming = Warming(clock)

    async def send() -> Reply:
        sent.append(clock.moment)
        return Reply("{}")

    for moment, prefix in ((0, RULES), (1, RULES), (200, RULES), (450, RULES), (751, RULES), (760, "short")):
        clock.moment = float(moment)
        warming.use("m", prefix, 300.0, send)
        await asyncio.sleep(0)
    await warming.aclose()
    assert sent == [0.0, 751.0]
