"""A night of eight hours on a fast clock: storms, an outage, a revoked key and two kills, and the table complete.

    python -m benchmarks.night                  # four and a half minutes, 120 times as fast as life
    python -m benchmarks.night --factor 60

Four providers, played by one loopback server, serve two seats each. The league is
run by one command, as `cogleague run` does it, in a process of its own; after a
kill the same command is given again. Only the clock is another: the run's, the
server's and the script's all begin at 22:30 and go `--factor` times as fast.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from harness.cli.playing import Wishes, play_league
from harness.clock import ScaledClock
from tests.loopback import Line, Loopback, Raw, Said, Sent

EVENING = datetime(2026, 11, 30, 22, 30, tzinfo=UTC).timestamp()
HOUR = 3_600.0
PROVIDERS = ("north", "east", "south", "west")

LEAGUE = """\
[league]
name = "night"
game = "cogiavelli"
episodes = {episodes}
episodes_at_once = 4
seed = 1499

[options]
years = 4
press = true

[limits]
call_seconds = 600
turn_seconds = 1800
finish_by = "07:30"
"""
SEAT = """
[[seats]]
name = "{provider}-{letter}"
kind = "{kind}"
lane = "{provider}"
model = "{provider}-{letter}"
base_url = "{address}/{provider}{version}"
[prices.{provider}-{letter}]
input = 0.5
output = 2.0
"""


@dataclass(frozen=True)
class Trouble:
    """What a provider answers for a while, in hours since the evening, and to how many of 100 requests."""

    provider: str
    begins: float
    ends: float
    answer: Raw
    of_100: int = 100


SLOW_DOWN = Raw({"error": {"message": "slow down"}}, 429, {"retry-after": "45"})
LIMITED = Raw({"error": {"message": "too many tokens"}}, 429, {"retry-after-ms": "30000"})
DOWN = Raw("<html>Bad gateway</html>", 502, content_type="text/html")
REVOKED = Raw({"error": {"message": "this key was revoked", "code": "invalid_api_key"}}, 401)

TROUBLES = (
    Trouble("north", 1.0, 1.5, SLOW_DOWN, 80),
    Trouble("east", 2.5, 3.5, DOWN),
    Trouble("south", 4.25, 5.0, REVOKED),
    Trouble("west", 5.5, 6.0, LIMITED, 80),
)
KILLS = (2.0, 4.0)
"""Hours after the evening at which the process is killed."""


class Providers:
    """The other side: says what it says by the request alone, unless a provider is in trouble."""

    def __init__(self, clock: ScaledClock, factor: float) -> None:
        self._clock, self._factor = clock, factor
        self.refused: Counter[str] = Counter()

    def __call__(self, sent: Sent) -> Line:
        mark = sha256(json.dumps(sent.body, sort_keys=True).encode()).hexdigest()
        hours, provider = self._clock.now() / HOUR, sent.path.split("/")[1]
        for trouble in TROUBLES:
            in_it = trouble.provider == provider and trouble.begins <= hours < trouble.ends
            if in_it and (int(mark[2:6], 16) + int(hours * 600)) % 100 < trouble.of_100:
                self.refused[f"{provider} {trouble.answer.status}"] += 1
                return trouble.answer
        text = json.dumps({"broadcast": f"I am {mark[:8]}", "letters": [], "orders": [], "notes": mark[:8]})
        usage = {"prompt_tokens": 4_000, "completion_tokens": 300, "input_tokens": 4_000, "output_tokens": 300}
        return Said(text, usage=usage, seconds=(20 + int(mark[:2], 16) % 30) / self._factor)


def league(address: str, episodes: int) -> str:
    """The league file."""
    seats = [
        SEAT.format(
            provider=provider,
            letter=letter,
            kind=("openai", "anthropic")[number % 2],
            version=("/v1", "")[number % 2],
            address=address,
        )
        for number, provider in enumerate(PROVIDERS)
        for letter in ("a", "b")
    ]
    return LEAGUE.format(episodes=episodes) + "".join(seats)


async def night(folder: Path, episodes: int, factor: float, tell: Callable[[str], None]) -> int:
    """Play it, telling what happens; returns the last exit code."""
    began = time.monotonic()
    clock = ScaledClock(factor, EVENING, began)
    providers = Providers(clock, factor)
    async with Loopback(providers, keep=False) as server:
        file = folder / "night.toml"
        file.write_text(league(server.base_url, episodes))
        command = [sys.executable, "-m", "benchmarks.night", "--play", str(file)]
        command += ["--factor", str(factor), "--began", str(began)]
        for kill in (*KILLS, None):
            tell("$ cogleague run night.toml")
            run = await asyncio.create_subprocess_exec(
                *command, stdout=asyncio.subprocess.PIPE, env={**os.environ, "TZ": "UTC"}
            )
            telling = asyncio.create_task(_relay(run, tell))
            if kill is not None:
                await clock.sleep(max(0.0, kill * HOUR - clock.now()))
                if run.returncode is None:
                    run.send_signal(signal.SIGKILL)
            code = await run.wait()
            await telling
            if code != -signal.SIGKILL:
                break
            tell("Killed")
    tell(f"$ echo $?\n{code}")
    seconds = time.monotonic() - began
    told = ", ".join(f"{name} {number}" for name, number in sorted(providers.refused.items()))
    tell(f"# {clock.now() / HOUR:.1f} hours in {seconds:.0f} s, factor {factor:g}; refused: {told}")
    return code


async def _relay(run: asyncio.subprocess.Process, tell: Callable[[str], None]) -> None:
    assert run.stdout is not None
    async for line in run.stdout:
        tell(line.decode().rstrip("\n"))


def main() -> None:
    arguments = argparse.ArgumentParser(description="A night of eight hours on a fast clock.")
    arguments.add_argument("--factor", type=float, default=120.0)
    arguments.add_argument("--episodes", type=int, default=64)
    arguments.add_argument("--play", type=Path, help="be the run itself, of this league file")
    arguments.add_argument("--began", type=float, help="when the evening was, on the machine's monotonic clock")
    given = arguments.parse_args()
    if given.play:
        clock = ScaledClock(given.factor, EVENING, given.began)
        sys.exit(play_league(str(given.play), given.play.parent / "results", None, Wishes(), clock))
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(asyncio.run(night(Path(folder), given.episodes, given.factor, lambda line: print(line, flush=True))))


if __name__ == "__main__":
    main()
