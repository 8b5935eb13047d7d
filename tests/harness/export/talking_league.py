"""A league played by real clients against a loopback server whose models write whatever could break a file."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from hashlib import sha256
from pathlib import Path

from tests.loopback import Loopback, Said, Sent

ROOT = Path(__file__).parents[3]

HOSTILE = (
    '=HYPERLINK("http://example.org","click")',
    "+1-1",
    "-2+3, \"quoted\", 'and' so on;\ttabs",
    "@SUM(A1:A9)",
    "'apostrophe",
    "half a character \ud835 and a whole \U0001d538",
    "\x1b[31mred\x1b[0m \x00 nul \u202e reversed",
    "＝cmd|' /C calc'!A0",
    "first line\r\nsecond line\rthird line\u2028fourth",
)

LEAGUE = """
[league]
name = "talking"
game = "cogiavelli"
episodes = 12
seed = 1501
[options]
years = 1
press = true
"""
MODEL = """
[[seats]]
name = "{name}"
kind = "{kind}"
model = "{name}-1"
base_url = "{address}"
"""
SCRIPT = '[[seats]]\nname = "{name}"\nkind = "scripted"\npolicy = "condottiere"\n'
MODELS = {"ada": "openai", "bob": "anthropic", "cy": "openai", "dee": "anthropic"}
SCRIPTS = ("script-1", "script-2")


def mark(sent: Sent) -> int:
    """A number that follows from a request's body."""
    return int(sha256(json.dumps(sent.body, sort_keys=True).encode()).hexdigest()[:8], 16)


def say(sent: Sent) -> Said:
    """A hostile answer; some first asks get prose instead, one of them ending in half a character."""
    number = mark(sent)
    if number % 7 == 0 and not any(role == "assistant" for role, _ in sent.texts):
        return Said("=let me think \ud835")
    words = HOSTILE[number % len(HOSTILE)]
    answer = {
        "broadcast": words,
        "letters": [{"to": "VENICE", "text": words}, {"to": "TURK", "text": f"x{words}"}],
        "pledges": [{"to": "VENICE", "kind": "peace"}, {"to": "TURK", "kind": "support"}],
        "orders": ["=A VEN - XXX", "A VEN H"],
        "notes": words,
    }
    return Said(json.dumps(answer), usage=_usage(sent, number % 1000))


def _usage(sent: Sent, tokens: int) -> dict[str, int]:
    names = ("input_tokens", "output_tokens") if sent.dialect == "anthropic" else ("prompt_tokens", "completion_tokens")
    return dict(zip(names, (1000 + tokens, tokens), strict=True))


async def play(folder: Path) -> tuple[Path, list[Sent]]:
    """Play the league below a folder: its results, and every request that the server saw."""
    async with Loopback(say) as server:
        seats = [MODEL.format(name=name, kind=kind, address=server.base_url) for name, kind in MODELS.items()]
        league = folder / "talking.toml"
        league.write_text(LEAGUE + "".join(seats) + "".join(SCRIPT.format(name=name) for name in SCRIPTS))
        run = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "harness", "run", str(league), "--results", str(folder / "results"),
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "OPENAI_API_KEY": "k", "ANTHROPIC_API_KEY": "k", "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        _, errors = await run.communicate()
        assert run.returncode == 0, errors.decode()
        return folder / "results" / "talking", server.requests
