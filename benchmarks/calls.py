"""CPU of one model call through the whole harness, against the bare SDK on the same transport.

    python -m benchmarks.calls

Both sides make the same number of calls with about 200 in flight to a server
that answers after 50 ms; the bare side sends prompts of the same size. The
harness side plays: prompts, parsing, rules, journal and results are in it.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics

import openai

from benchmarks.league import play
from benchmarks.loopback import HOLD, served
from benchmarks.measure import measured, show
from harness.seats.transport import open_client

EPISODES = 36
YEARS = 2
IN_FLIGHT = EPISODES * 6
LATENCY = 0.05
PROMPT_CHARS = 12_000


async def bare(address: str, calls: int) -> None:
    """The SDK alone: one client, one prompt, the text of the reply."""
    http = open_client(openai.DefaultAioHttpClient, IN_FLIGHT)
    client = openai.AsyncOpenAI(base_url=f"{address}/v1", api_key="none", max_retries=0, http_client=http)
    prompt = "x" * PROMPT_CHARS
    room = asyncio.Semaphore(IN_FLIGHT)

    async def call() -> None:
        async with room:
            reply = await client.chat.completions.create(model="m", messages=[{"role": "user", "content": prompt}])
            assert reply.choices[0].message.content == HOLD

    await asyncio.gather(*(call() for _ in range(calls)))
    await http.aclose()


def main() -> None:
    arguments = argparse.ArgumentParser(description="CPU of a model call, the harness against the bare SDK.")
    arguments.add_argument("--rounds", type=int, default=3)
    rounds = arguments.parse_args().rounds
    ours, theirs = [], []
    calls = 0
    with served(LATENCY) as address:
        play(address, episodes=6, years=1)
        asyncio.run(bare(address, 200))
        for _ in range(rounds):
            with measured() as span:
                calls = play(address, episodes=EPISODES, years=YEARS, stagger=0.002).calls
            ours.append(span.cpu / calls)
            with measured() as span:
                asyncio.run(bare(address, calls))
            theirs.append(span.cpu / calls)
    ratios = [own / other for own, other in zip(ours, theirs, strict=True)]
    show(
        f"{calls} calls, {IN_FLIGHT} in flight, {LATENCY * 1000:.0f} ms server",
        [
            ("bare SDK", f"{statistics.median(theirs) * 1000:.2f} ms CPU a call"),
            ("harness", f"{statistics.median(ours) * 1000:.2f} ms CPU a call"),
            ("ratio", f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"),
        ],
    )


if __name__ == "__main__":
    main()
