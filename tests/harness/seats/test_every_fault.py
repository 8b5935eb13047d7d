"""Everything that can go wrong with a call, over real sockets and through both SDKs: what becomes of each."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import Any

import pytest
from asking import a_call, ask, opened

from harness.clock import SystemClock
from harness.errors import Outage
from harness.lanes import Lane
from harness.seats.seat import LONGEST_REPLY, Failure, FailureKind, Reply
from tests.faulty import ACCOUNTS, FAULTS, GROUPS, MODELS, SLOW, Plan
from tests.loopback import Loopback, Said, Sent

KINDS = ("openai", "anthropic")
FINE = Said("fine")


class Once:
    """A script that does one fault, to the first request, and then says what it should."""

    def __init__(self, name: str, times: int = 1) -> None:
        self.name, self.left = name, times

    def __call__(self, sent: Sent) -> Any:
        self.left -= 1
        return FAULTS[self.name](sent, FINE) if self.left >= 0 else FINE


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", GROUPS["world"])
async def test_what_the_world_does_once_costs_an_attempt_and_nothing_else(
    kind: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("random.uniform", lambda low, high: low)
    lane = Lane("account", 4, SystemClock())
    async with Loopback(Once(name)) as server, opened(kind, lane, model="m", base_url=server.base_url) as seat:
        reply = await ask(seat)
    assert isinstance(reply, Reply)
    harmless = name in ("dripped", "closed")
    assert (reply.text, reply.attempts, server.count) == ("fine", 2 - harmless, 2 - harmless)
    assert sum(lane.status().troubles.values()) == 1 - harmless
    assert lane.status().shut == ""


@pytest.mark.parametrize("name", ["reset", "truncated", "dripped", "closed", "http529", "html", "error_in_200"])
async def test_the_same_holds_for_a_reply_that_is_streamed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("random.uniform", lambda low, high: low)
    async with (
        Loopback(Once(name)) as server,
        opened("anthropic", model="m", base_url=server.base_url, max_tokens=40_000) as seat,
    ):
        reply = await ask(seat)
    assert isinstance(reply, Reply)
    assert (reply.text, reply.attempts) == ("fine", 1 if name in ("dripped", "closed") else 2)
    assert server.requests[0].body["stream"] is True


# B18 to B25 of what the field reports.


@pytest.mark.parametrize("kind", KINDS)
async def test_a_wait_of_hours_is_an_outage_at_once_and_its_end_is_told(kind: str) -> None:
    lane = Lane("account", 4, SystemClock())
    script = Once("limited_for_hours", times=99)
    async with Loopback(script) as server, opened(kind, lane, model="m", base_url=server.base_url) as seat:
        begun = time.monotonic()
        with pytest.raises(Outage, match="limited until 20") as first:
            await ask(seat, seconds=60.0)
        with pytest.raises(Outage, match="limited until 20") as second:
            await ask(seat, seconds=60.0)
    assert time.monotonic() - begun < 2.0
    assert (first.value.cause, second.value.cause, server.count) == ("rate_limited", "rate_limited", 1)
    assert 21_000 < lane.status().paused <= 21_600


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ACCOUNTS)
async def test_what_an_account_lacks_takes_one_request_to_know(kind: str, name: str) -> None:
    cause = {"wrong_key": "auth", "forbidden": "auth", "no_model": "model_not_found"}.get(
        name, "rate_limited" if name == "limited_for_hours" else "quota"
    )
    async with Loopback(Once(name, 99)) as server, opened(kind, model="m", base_url=server.base_url) as seat:
        with pytest.raises(Outage) as outage:
            await ask(seat)
    assert (outage.value.cause, server.count) == (cause, 1)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_wrong_key_is_tried_once_by_all_seats_of_its_lane_and_stops_nobody_else(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WRONG", "sk-wrong-0000")
    monkeypatch.setenv("RIGHT", "sk-right-0000")

    def by_key(sent: Sent) -> Any:
        return FINE if "right" in sent.headers["Authorization"] else FAULTS["wrong_key"](sent, FINE)

    async with Loopback(by_key, latency=0.05) as server:
        settings = {"model": "m", "base_url": server.base_url}
        bad, good = (Lane(name, 32, SystemClock()) for name in ("bad", "good"))
        async with (
            opened(kind, bad, "doge", api_key_env="WRONG", **settings) as doge,
            opened(kind, bad, "duke", api_key_env="WRONG", **settings) as duke,
            opened(kind, good, "pope", api_key_env="RIGHT", **settings) as pope,
        ):
            asks = [ask(seat) for seat in (doge, duke, pope) for _ in range(10)]
            ended = await asyncio.gather(*asks, return_exceptions=True)
    assert Counter(type(end).__name__ for end in ended) == {"Outage": 20, "Reply": 10}
    keys = Counter(sent.headers["Authorization"] for sent in server.requests)
    assert keys == {"Bearer sk-wrong-0000": 1, "Bearer sk-right-0000": 10}
    assert (bad.status().shut, good.status().shut) == ("auth", "")
    assert 50 < bad.status().opens_in <= 60


@pytest.mark.parametrize("kind", KINDS)
async def test_two_busy_answers_and_a_good_one(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("random.uniform", lambda low, high: low)
    lane = Lane("account", 4, SystemClock())
    script = Once("http529", times=2)
    async with Loopback(script) as server, opened(kind, lane, model="m", base_url=server.base_url) as seat:
        reply = await ask(seat)
    assert (reply.text, reply.attempts) == ("fine", 3)
    assert lane.status().troubles == {"transient": 2}


# Each row: what the model or its provider says, and what it is; no second request is made with the same bytes.
OWN: tuple[tuple[str, FailureKind | None], ...] = (
    ("refusal", FailureKind.REFUSAL),
    ("filtered", FailureKind.CONTENT_FILTER),
    ("filtered_prompt", FailureKind.CONTENT_FILTER),
    ("empty", FailureKind.EMPTY),
    ("thought", FailureKind.TRUNCATED_REASONING),
    ("broken_off", FailureKind.INCOMPLETE),
    ("overflow", FailureKind.CONTEXT_OVERFLOW),
    ("overflow_vllm", FailureKind.CONTEXT_OVERFLOW),
    ("overflow_llama", FailureKind.CONTEXT_OVERFLOW),
    ("cut", None),
    ("long", None),
    ("surrogate", None),
    ("chatter", None),
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("name", "failure"), OWN)
async def test_what_is_the_models_own_is_asked_once_with_these_bytes(
    kind: str, name: str, failure: FailureKind | None
) -> None:
    async with Loopback(Once(name, 99)) as server, opened(kind, model="m", base_url=server.base_url) as seat:
        result = await ask(seat)
    assert server.count == 1
    if failure is None:
        assert isinstance(result, Reply)
        assert (result.cut, len(result.text) <= LONGEST_REPLY) == (name in ("cut", "long"), True)
    else:
        assert isinstance(result, Failure)
        assert result.kind is failure


def test_no_fault_of_a_model_is_left_out() -> None:
    assert {name for name, _ in OWN} == set(MODELS)


async def fired(seconds: float) -> float:
    """When a plain timer of this loop fires: load delays it as well."""
    await asyncio.sleep(seconds)
    return time.monotonic()


@pytest.mark.parametrize("max_tokens", [900, 40_000])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", SLOW)
async def test_whatever_trickles_in_is_cut_at_the_second(kind: str, name: str, max_tokens: int) -> None:
    lane = Lane("account", 4, SystemClock())
    async with (
        Loopback(Once(name, 99)) as server,
        opened(kind, lane, model="m", base_url=server.base_url, max_tokens=max_tokens) as seat,
    ):
        begun, timer = time.monotonic(), asyncio.create_task(fired(0.5))
        result = await ask(seat, seconds=0.5)
        ended, due = time.monotonic(), await timer
        async with asyncio.timeout(10):
            while lane.status().in_flight:
                await asyncio.sleep(0.01)
    assert isinstance(result, Failure)
    assert (result.kind, server.count) == (FailureKind.LATE, 1)
    assert begun + 0.5 <= ended < due + 0.3


@pytest.mark.parametrize("kind", KINDS)
async def test_a_reply_after_the_deadline_is_handed_on_with_what_it_cost(kind: str) -> None:
    lane = Lane("account", 4, SystemClock())
    handed: list[asyncio.Future[Any]] = []
    async with (
        Loopback(Said("too late", seconds=1.0)) as server,
        opened(kind, lane, model="m", base_url=server.base_url) as seat,
    ):
        result = await ask(seat, a_call(seconds=0.2, overdue=handed.append))
        busy = lane.status().in_flight
        late = await asyncio.wait_for(handed[0], 20.0)
    assert isinstance(result, Failure)
    assert (result.kind, busy, lane.status().in_flight) == (FailureKind.LATE, 1, 0)
    assert (late.text, late.usage.total) == ("too late", 120)
    assert lane.status().tokens == 120
    assert 0.2 <= result.seconds < 1.0


@pytest.mark.parametrize("kind", KINDS)
async def test_an_attempt_whose_call_is_cut_short_is_handed_on_as_well(kind: str) -> None:
    lane = Lane("account", 4, SystemClock())
    handed: list[asyncio.Future[Any]] = []
    async with (
        Loopback(Said("too late", seconds=0.3)) as server,
        opened(kind, lane, model="m", base_url=server.base_url) as seat,
    ):
        call = asyncio.create_task(ask(seat, a_call(overdue=handed.append)))
        while not server.count:
            await asyncio.sleep(0.01)
        call.cancel()
        await asyncio.wait([call])
        late = await asyncio.wait_for(handed[0], 20.0)
    assert (call.cancelled(), late.text, lane.status().tokens) == (True, "too late", 120)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_call_that_waits_for_its_slot_has_its_whole_time_afterwards(kind: str) -> None:
    lane = Lane("account", 1, SystemClock())
    async with (
        Loopback(Said("fine", seconds=0.3)) as server,
        opened(kind, lane, model="m", base_url=server.base_url) as seat,
    ):
        replies = await asyncio.gather(*(ask(seat, a_call(seconds=0.85)) for _ in range(4)))
    assert [reply.text for reply in replies] == ["fine"] * 4
    assert all(reply.seconds < 0.85 for reply in replies)
    assert max(reply.waited for reply in replies) > 0.85


async def test_a_plan_does_the_same_to_the_same_requests_in_any_order() -> None:
    shares = {"limits": 0.2, "reset": 0.2, "refusal": 0.1}
    requests = [
        Sent("/v1/chat/completions", {}, {"model": "m", "messages": [{"role": "user", "content": str(n % 40)}]}, 0.0)
        for n in range(120)
    ]
    plans = [Plan(shares, seed) for seed in (7, 7, 8)]
    done = [[plan(sent) for sent in order] for plan, order in zip(plans, (requests, requests, requests), strict=True)]
    again = Plan(shares, 7)
    for sent in reversed(requests):
        again(sent)
    assert plans[0].done == plans[1].done == again.done
    assert plans[0].done != plans[2].done
    assert 30 < sum(plans[0].done.values()) < 90
    assert sum(line != "{}" for line in done[0]) == sum(plans[0].done.values())
