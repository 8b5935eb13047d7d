"""What models were told and what they said, as chat messages: JSON lines to fine-tune on, a file a seat.

The prompts are rendered again by the replay, from the league's own copy of its
templates, and compared with what was sent: an episode that cannot be told to the
byte is left out. Only decisions that a model made are in, one a line.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from engine.dice import fraction
from engine.game import Game, Power
from engine.wire import encode
from harness.clock import SystemClock
from harness.config_section import NAME
from harness.decision import Decision
from harness.episode import Step
from harness.errors import ReplayDiverged, StorageError, UserError
from harness.export.tables import DRAFT, Exported, discard, journals
from harness.records import Answer
from harness.replay import Books, Recorded, load_recorded, replay_episode
from harness.scribe import Scribe
from harness.seats.seat import Prompt, Reply
from harness.seats.transport import sendable
from harness.store import make_folder
from harness.table import Chair

TRAIN, HELD_OUT = "train", "held-out"
STREAM = "hold-out"

Line = tuple[str, dict[str, Any]]
"""The seat whose file a line belongs to, and the line."""


def export_transcripts(
    folder: Path, to: Path, games: Mapping[str, Game[Any]], books: Books, hold_out: float = 0.0
) -> Exported:
    """Write ``train/SEAT.jsonl``, and of a share of seeds ``held-out/SEAT.jsonl``, into a folder.

    What another share left there of the same seats is removed: nothing stands in both.
    Raises `UserError` for a folder without episodes or a share outside 0..1,
    `StorageError` for one that cannot be written.
    """
    if not 0 <= hold_out < 1:
        raise UserError(f"--hold-out {hold_out}: must be a share from 0 to below 1, like 0.2")
    skipped: list[tuple[str, str]] = []
    lines: Counter[Path] = Counter()
    try:
        for path in journals(folder):
            try:
                told = tuple(_transcript(path, games, books))
            except (UserError, ReplayDiverged) as error:
                skipped.append((path.name, str(error)))
                continue
            for seat, line in told:
                part = HELD_OUT if is_held_out(line["about"]["seed"], hold_out) else TRAIN
                target = make_folder(to / part) / f"{seat}.jsonl"
                with _draft(target).open("a" if lines[target] else "w", encoding="ascii") as file:
                    file.write(encode(line) + "\n")
                lines[target] += 1
        for target in lines:
            _draft(target).replace(target)
        seats = {target.name for target in lines}
        discard({to / part / seat for part in (TRAIN, HELD_OUT) for seat in seats} - lines.keys())
    except OSError as error:
        raise StorageError.of(to, error) from error
    finally:
        discard(map(_draft, lines))
    return Exported(dict(sorted(lines.items())), tuple(skipped))


def is_held_out(seed: int, share: float) -> bool:
    """Whether episodes of a seed are held out: the seed alone says so, in every league and however it grows."""
    return fraction(seed, STREAM, 0) < share


def _draft(path: Path) -> Path:
    return path.with_name(f"{path.name}{DRAFT}")


def _transcript(folder: Path, games: Mapping[str, Game[Any]], books: Books) -> Iterator[Line]:
    """All lines of an episode. Raises `UserError` or `ReplayDiverged` for one that cannot be told to its end."""
    recorded = load_recorded(folder, games, books)
    if not recorded.prompted:
        raise UserError("was played by scripts alone, or its league holds no copy of its templates")
    if bad := [chair.config.name for chair in recorded.table.chairs.values() if not NAME.fullmatch(chair.config.name)]:
        raise UserError(f"{bad[0]!r} is no name of a seat")
    scribes = {power: Scribe(chair.prompts) for power, chair in recorded.table.chairs.items()}
    made: list[tuple[dict[str, Any], list[dict[str, Any]]]] = []
    batches = count(-1)  # the first step is the start of the game

    def note(step: Step) -> bool:
        batch = next(batches)
        for decision in step.decisions:
            scribe, key = scribes[decision.event.power], (step.phase, step.kind, decision.event.power)
            prompt, complaint = scribe.rendered.pop(key, None), scribe.complaints.pop(key, "")
            if prompt and decision.event.by == "model":
                made.append((_about(recorded, batch, step, decision), messages(prompt, complaint, decision)))
        return True

    result = asyncio.run(replay_episode(_with(recorded, scribes), SystemClock(), note))
    if result is None:
        raise UserError("is not finished")
    for about, told in made:
        power = about["power"]
        came = {"score": result["scores"][power], "won": result["winner"] == power}
        yield about["seat"], {"messages": told, "about": {**about, **came}}


def messages(prompt: Prompt, complaint: str, decision: Decision) -> list[dict[str, Any]]:
    """The conversation in the order it was sent, the reply that was played last.

    A reply that was complained of has weight 0: it explains what follows and is
    not to be learnt from.
    """
    *earlier, last = decision.answers
    told: list[dict[str, Any]] = [{"role": "system", "content": sendable(prompt.system)}] if prompt.system else []
    told.append({"role": "user", "content": sendable(prompt.user)})
    if complaint:
        told.append({"role": "assistant", "content": _said(earlier[0]), "weight": 0})
        told.append({"role": "user", "content": sendable(complaint)})
    return [*told, {"role": "assistant", "content": _said(last)}]


def _said(answer: Answer) -> str:
    return sendable(answer.text) if isinstance(answer, Reply) else ""


def _about(recorded: Recorded, batch: int, step: Step, decision: Decision) -> dict[str, Any]:
    """Where a decision belongs, by what to choose lines for a training set."""
    table, power = recorded.table, decision.event.power
    config = table.chairs[power].config
    return {
        "league": table.league,
        "episode": table.fixture.name,
        "block": table.fixture.block,
        "seed": table.fixture.seed,
        "game": table.game.name,
        "power": power,
        "seat": config.name,
        "variant": config.variant,
        "model": decision.answers[-1].model,
        "batch": batch,
        "phase": step.phase,
        "kind": step.kind,
        "refused": len(decision.event.refused),
    }


def _with(recorded: Recorded, scribes: Mapping[Power, Scribe]) -> Recorded:
    chairs = {power: Chair(chair.seat, chair.config, scribes[power]) for power, chair in recorded.table.chairs.items()}
    return replace(recorded, table=replace(recorded.table, chairs=chairs))
