"""An episode as the page shows it: one frame a step, derived by the code that played it.

The replay gives positions, events and decisions; the journal gives what the
seats answered and what that cost; prompts are rendered again on the way, where
the league kept their templates.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.dice import commitment
from engine.game import Event, Game, Power
from engine.registry import GAMES
from engine.wire import plain
from harness.clock import SystemClock
from harness.episode import Step
from harness.prompts import PromptBook, load_prompts
from harness.records import Failed, Late, Replied
from harness.replay import Recorded, load_recorded, replay_episode
from harness.resources import find
from harness.scribe import Scribe
from harness.table import Chair
from harness.tally import Result
from harness.viewer.stages import stage_of
from harness.viewer.stages.stage import Stage

FORMAT = 1

BOOKS = 32
"""Prompt variants kept compiled."""

TALK = frozenset({"broadcast", "letter", "pledged", "notes", "press_closed", "decided", "refused"})
"""Kinds of events which the page shows as talk, not in the chronicle."""

Tell = Callable[[Iterable[Event]], str]
"""Events put into words."""


@dataclass(frozen=True, slots=True)
class Film:
    """A whole episode: what the page shows at once, and frame by frame what lies behind each decision."""

    title: str
    data: Mapping[str, Any]
    backstage: Sequence[Mapping[str, Any]]


def shoot(folder: Path) -> Film:
    """The film of a recorded episode, as far as it was played.

    Raises `UserError` for a folder without an episode, and `ReplayDiverged` for
    one that was tampered with.
    """
    loaded = load_recorded(folder, GAMES, lambda game, variant, roots: _book(game, variant, tuple(roots)))
    scribes = {power: Scribe(chair.prompts) for power, chair in loaded.table.chairs.items()}
    recorded = _transcribed(loaded, scribes)
    game = recorded.table.game
    stage = stage_of(game)
    steps: list[Step] = []

    def note(step: Step) -> bool:
        steps.append(step)
        return True

    result = asyncio.run(replay_episode(recorded, SystemClock(), note))
    tell = _book(game.name, "base", tuple(find("prompts"))).tell
    frames = [_frame(step, game, stage, tell) for step in steps]
    answers = _answers(recorded)
    backstage = [_backstage(number - 1, step, scribes, answers) for number, step in enumerate(steps)]
    table = recorded.table
    return Film(f"{table.league} {table.fixture.name}", {**_head(recorded, stage, result), "frames": frames}, backstage)


@lru_cache(maxsize=BOOKS)
def _book(game: str, variant: str, roots: tuple[Path, ...]) -> PromptBook:
    """A variant's prompts: the episodes of a league share them, and compiling takes longer than an episode."""
    return load_prompts(game, variant, roots)


def _transcribed(recorded: Recorded, scribes: Mapping[Power, Scribe]) -> Recorded:
    """The same episode with a scribe at every chair."""
    chairs = {power: Chair(chair.seat, chair.config, scribes[power]) for power, chair in recorded.table.chairs.items()}
    return replace(recorded, table=replace(recorded.table, chairs=chairs))


def _head(recorded: Recorded, stage: Stage, result: Result | None) -> dict[str, Any]:
    table, game = recorded.table, recorded.table.game
    seed = table.fixture.seed
    models = result["models"] if result else {}
    return {
        "format": FORMAT,
        "league": table.league,
        "fixture": table.fixture.name,
        "game": game.name,
        "seed": str(seed),
        "commitment": commitment(seed),
        "options": plain(table.options),
        "stage": stage.drawing(),
        "chance": stage.chance(),
        "powers": [
            {
                "name": power,
                "seat": table.chairs[power].config.name,
                "kind": table.chairs[power].config.kind,
                "models": models.get(power, []),
                **role,
            }
            for power, role in zip(game.powers, stage.cast(), strict=True)
        ],
        "ending": result["ending"] if result else "",
        "winner": result["winner"] if result else None,
    }


def _frame(step: Step, game: Game[Any], stage: Stage, tell: Tell) -> dict[str, Any]:
    phase = step.phase or "beginning"
    shown = [event for event in step.events if event.kind != "decided"]
    scores = game.scores(step.state)
    return {
        "id": f"{phase}-stop" if step.kind == "stop" else phase,
        "kind": step.kind,
        "board": stage.board(step.state),
        "scores": [scores[power] for power in game.powers],
        "events": [plain(event) for event in shown],
        "told": ["" if event.kind in TALK else tell((event,)) for event in shown],
        "decisions": [plain(decision.event) for decision in step.decisions],
    }


def _answers(recorded: Recorded) -> Mapping[tuple[int, Power], Sequence[Replied | Failed | Late]]:
    """What the journal holds of each decision, by batch and power."""
    found: dict[tuple[int, Power], list[Replied | Failed | Late]] = defaultdict(list)
    for record in (entry.record for entry in recorded.recording.entries):
        if isinstance(record, Replied | Failed | Late):
            found[record.at.batch, record.at.power].append(record)
    return found


def _backstage(
    batch: int,
    step: Step,
    scribes: Mapping[Power, Scribe],
    answers: Mapping[tuple[int, Power], Sequence[Replied | Failed | Late]],
) -> dict[str, Any]:
    """What was sent and what came back in a batch; the shared parts of prompts stand once."""
    parts: dict[str, int] = {}
    decisions = {}
    for power in (decision.event.power for decision in step.decisions):
        scribe, key = scribes[power], (step.phase, step.kind, power)
        prompt, records = scribe.rendered.get(key), answers.get((batch, power), ())
        sent = [prompt.system, prompt.shared, prompt.private] if prompt else []
        decisions[power] = {
            "prompt": [parts.setdefault(text, len(parts)) for text in sent],
            "complaint": scribe.complaints.get(key, ""),
            "asks": [plain(record.answer) for record in records if not isinstance(record, Late)],
            "late": [plain(record.answer) for record in records if isinstance(record, Late)],
        }
    return {"parts": list(parts), "decisions": decisions}
