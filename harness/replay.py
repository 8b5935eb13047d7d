"""An episode told again from its journal alone, by the code that played it.

The replies come from the journal, everything else is derived: draws, events,
digests, prompts, the result. What is derived and what is recorded must agree
to the byte.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.game import Game
from engine.wire import encode
from harness.clock import Clock
from harness.config import Limits, SeatConfig
from harness.episode import Step, Watch, go_on, play_episode
from harness.errors import UserError
from harness.event_log import EventLog
from harness.journal import Difference, Diverged, Journal, refuse
from harness.parsing import PARSER_VERSION
from harness.records import Asked, Failed, Recording, Replied, read_recording
from harness.schedule import Fixture
from harness.seats.recorded_seat import RecordedSeat, RecordingEnded
from harness.store import EVENTS, JOURNAL, PROMPTS, RESULT
from harness.table import Chair, NoPrompts, Prompts, Table
from harness.tally import Result

Books = Callable[[str, str, Sequence[Path]], Prompts]
"""Loads the prompts of a game and variant out of folders."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """An episode as its folder holds it: the table it was played at, and its journal."""

    folder: Path
    table: Table
    recording: Recording
    prompted: bool


@dataclass(frozen=True, slots=True)
class Verification:
    """What a verification found. `result` is None for an unfinished episode; `notes` say what was not compared."""

    differences: tuple[Difference, ...]
    result: Result | None
    notes: tuple[str, ...] = ()


def load_recorded(folder: Path, games: Mapping[str, Game[Any]], books: Books | None = None) -> Recorded:
    """The episode in a fixture's folder; with `books`, its prompts are loaded from the league's snapshot.

    Raises `UserError` for a folder without an episode, an unknown game, and an
    episode played by other versions of the rules or the parser.
    """
    path = folder / JOURNAL
    if not path.is_file():
        raise UserError(f"{folder} holds no {JOURNAL}: name the folder of an episode, like results/smoke/b01-e01")
    recording = read_recording(path)
    if not recording.head:
        raise UserError(f"{path} is empty: nothing of this episode was played")
    head = recording.head
    try:
        game = games[head["game"]]
        _same_version(path, f"game {game.name}", head["version"], game.version)
        _same_version(path, "reply parser", head["parser"], PARSER_VERSION)
        prompts = _prompts(folder.parent / PROMPTS, head, books)
        fixture = Fixture(**{**head["fixture"], "seating": tuple(head["fixture"]["seating"])})
        chairs = {
            power: Chair(
                RecordedSeat(seat["name"], recording, prompted=seat["variant"] in prompts),
                SeatConfig(**seat),
                prompts.get(seat["variant"], NoPrompts()),
            )
            for power, seat in head["seats"].items()
        }
        options, limits = game.options(**head["options"]), Limits(**head["limits"])
        game = game.cast(options)
    except (KeyError, TypeError, ValueError) as error:
        raise UserError(f"{path}:1: the head does not describe an episode of a known game ({error})") from error
    table = Table(head["league"], game, options, fixture, chairs, _unhurried(limits), head["fallback"])
    return Recorded(folder, table, recording, bool(prompts))


async def replay_episode(
    recorded: Recorded, clock: Clock, watch: Watch = go_on, diverged: Diverged = refuse
) -> Result | None:
    """Play a recorded episode again without writing anything.

    `watch` sees every step and may end it there. Returns the result, or None
    when `watch` or the end of an unfinished journal came first. `diverged` is
    told of every difference; by default the first raises `ReplayDiverged`.
    """
    recording = recorded.recording
    entries = (entry for entry in recording.entries if not isinstance(entry.record, Replied | Failed))
    journal = Journal(recording.path, entries, diverged=diverged)
    log = EventLog(recorded.folder / EVENTS, writable=False, diverged=diverged)
    try:
        return await play_episode(recorded.table, journal, log, clock, watch)
    except RecordingEnded:
        return None


def until(phase: str, watch: Watch) -> Watch:
    """A watch that ends after the last step of a phase (``1499-spring-orders``, or all of ``1499-spring``)."""
    reached = False

    def watched(step: Step) -> bool:
        nonlocal reached
        within = step.phase == phase or step.phase.startswith(f"{phase}-")
        if reached and not within:
            return False
        reached = within
        return watch(step)

    return watched


async def verify_episode(recorded: Recorded, clock: Clock) -> Verification:
    """Derive a recorded episode again and compare every record, event, prompt and the result."""
    recording, target = recorded.recording, recorded.folder / RESULT
    found = [Difference(recording.path, fault.line, fault.recorded, fault.expected) for fault in recording.faults]
    result = await replay_episode(recorded, clock, diverged=found.append)
    notes = []
    if (fixture := recorded.table.fixture.name) != recorded.folder.resolve().name:
        notes.append(f"this is the episode of fixture {fixture}: the folder has another name")
    if recording.torn:
        notes.append(f"{recording.path} ends in {recording.torn} torn bytes")
    if not recorded.prompted and any(isinstance(entry.record, Asked) for entry in recording.entries):
        notes.append("prompts were not compared: the league's folder holds no copy of its templates")
    if result is not None:
        found += _missing_events(recorded.folder / EVENTS, result["events"])
        found += _compare_result(target, result)
    elif target.exists():
        found.append(Difference(target, 1, "a result", "an episode that is not finished"))
    else:
        notes.append("the episode is not finished: it was compared as far as it goes")
    return Verification(tuple(sorted(found, key=_place)), result, tuple(notes))


def _place(difference: Difference) -> tuple[int, int]:
    """Differences are told by file, in the order of their lines; which came first is chance within a batch."""
    return (JOURNAL, EVENTS, RESULT).index(difference.path.name), difference.line


def _missing_events(path: Path, derived: int) -> Iterator[Difference]:
    """One difference for all events of a finished episode that are not in the file; a torn line is none."""
    held = path.read_bytes().count(b"\n") if path.is_file() else 0
    if held < derived:
        yield Difference(path, held + 1, f"an end after {held} events", f"{derived} events")


def _compare_result(path: Path, result: Result) -> Iterator[Difference]:
    """One difference a key of result.json, or one for the whole file."""
    derived = encode(result)
    recorded = path.read_text("utf-8", "backslashreplace") if path.is_file() else ""
    if recorded == derived + "\n":
        return
    try:
        data = json.loads(recorded)
    except ValueError:
        data = None
    keys = sorted(result.keys() | data.keys()) if isinstance(data, dict) else []
    changed = [key for key in keys if encode(data.get(key)) != encode(result.get(key)) or key not in result]
    for key in changed:
        yield Difference(path, 1, f"{key} {encode(data.get(key))}", f"{key} {encode(result.get(key))}")
    if not changed:
        yield Difference(path, 1, recorded.strip(), derived)


def _same_version(path: Path, what: str, recorded: int, own: int) -> None:
    if recorded != own:
        raise UserError(
            f"{path}:1: played with version {recorded} of the {what}, this is version {own}; "
            "its result still counts, but only the version that played it can replay it"
        )


def _prompts(folder: Path, head: Mapping[str, Any], books: Books | None) -> dict[str, Prompts]:
    if books is None or not folder.is_dir():
        return {}
    return {variant: books(head["game"], variant, [folder]) for variant in head["templates"]}


def _unhurried(limits: Limits) -> Limits:
    """A replay has all the time there is for a turn; only the episode's own clock is recorded."""
    return replace(limits, call_seconds=float("inf"), turn_seconds=float("inf"), late_grace=0.0)
