"""What stands in a journal: one sealed line a record.

A line is ``{"check":"<16 hex>","record":<body>}``. The check is the start of the
SHA-256 of the check before it and the body's bytes, so a line that was changed,
lost or moved no longer fits the ones around it. The first record is the head.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

from engine.game import Power
from engine.text import paired
from harness.errors import JournalError
from harness.seats.seat import At, Failure, FailureKind, Reply, Usage

FORMAT = 1
CHECK_HEX = 16

Answer = Reply | Failure

BESIDES = -1
"""The number of an ask that is none: a call that was made for the sake of one, to warm a cache."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A prompt was rendered and goes out: digests of what is sent and of its schema ("" without one)."""

    kind: ClassVar[str] = "asked"
    at: At
    prompt: str
    schema: str


@dataclass(frozen=True, slots=True)
class Replied:
    """A reply that counts."""

    kind: ClassVar[str] = "reply"
    at: At
    answer: Reply


@dataclass(frozen=True, slots=True)
class Failed:
    """A failure that counts, lateness among them."""

    kind: ClassVar[str] = "failure"
    at: At
    answer: Failure


@dataclass(frozen=True, slots=True)
class Late:
    """What came after its ask was settled, or of a call besides: on the bill, not in the game."""

    kind: ClassVar[str] = "late"
    at: At
    answer: Answer


@dataclass(frozen=True, slots=True)
class Refused:
    """A call met an outage, whose kind is the `cause`: nothing came of it, nothing is owed for it."""

    kind: ClassVar[str] = "outage"
    at: At
    cause: str


@dataclass(frozen=True, slots=True)
class Lost:
    """A call was cut off, or in flight when its process ended: what it cost is not known."""

    kind: ClassVar[str] = "lost"
    at: At


@dataclass(frozen=True, slots=True)
class Played:
    """A batch was resolved: its seconds of play, and how many events there are now, with their digest."""

    kind: ClassVar[str] = "batch"
    batch: int
    seconds: float
    events: int
    digest: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """The episode clock ran out before this batch: seconds played in all, events and digest at the end."""

    kind: ClassVar[str] = "stop"
    batch: int
    seconds: float
    events: int
    digest: str


@dataclass(frozen=True, slots=True)
class Crashed:
    """A fault of the program or of a seat's code broke the episode off in this batch."""

    kind: ClassVar[str] = "crash"
    batch: int
    cause: str


Record = Asked | Replied | Failed | Late | Refused | Lost | Played | Stopped | Crashed


def is_progress(record: Record) -> bool:
    """Whether it tells of more than a call on its way, which every sitting makes again."""
    return not isinstance(record, Asked | Refused | Lost)


def lost_calls(records: Iterable[Record]) -> list[At]:
    """The calls of which nobody knows what they cost: their process ended, or their time did and nothing came later."""
    lost: list[At] = []
    out, late = set[At](), set[At]()
    for record in records:
        if isinstance(record, Asked):
            out.add(record.at)
        elif isinstance(record, Lost):
            lost.append(record.at)
            out.discard(record.at)
            late.discard(record.at)
        elif isinstance(record, Late):
            late.discard(record.at)
        elif isinstance(record, Failed) and record.answer.kind is FailureKind.LATE and record.at in out:
            late.add(record.at)
    return lost + sorted(late)


def answered(at: At, answer: Answer) -> Replied | Failed:
    """The record of what a seat brought, with the very text that reading it from the file would give."""
    return Replied(at, replace(answer, text=paired(answer.text))) if isinstance(answer, Reply) else Failed(at, answer)


@dataclass(frozen=True, slots=True)
class Entry:
    """A record with the line of the file it was read from, counted from 1."""

    line: int
    record: Record


@dataclass(frozen=True, slots=True)
class Fault:
    """A line that does not fit: what it says and what it should say."""

    line: int
    recorded: str
    expected: str


@dataclass(frozen=True, slots=True)
class Recording:
    """A journal as read. `sound` bytes end in a newline and carry `check` last; `torn` bytes follow them."""

    path: Path
    head: Mapping[str, Any]
    entries: tuple[Entry, ...]
    check: str
    sound: int
    torn: int
    faults: tuple[Fault, ...]


def seal(previous: str, body: str) -> str:
    """The check of a body that follows the record with the check `previous` ("" before the head)."""
    return sha256(f"{previous}{body}".encode()).hexdigest()[:CHECK_HEX]


def sealed_line(check: str, body: str) -> str:
    """A record's line, with its newline."""
    return f'{{"check":"{check}","record":{body}}}\n'


def read_recording(path: Path) -> Recording:
    """All of a journal, its faults listed; raises `JournalError` only without a readable head.

    A last line without a newline was torn by a kill: it is left out and counted.
    """
    data = _bytes(path)
    *lines, rest = data.split(b"\n")
    head: Mapping[str, Any] = {}
    entries: list[Entry] = []
    faults: list[Fault] = []
    check = ""
    for number, line in enumerate(lines, 1):
        try:
            said, body, value = _read_line(line)
            if number == 1:
                head = _read_head(path, value)
            else:
                entries.append(Entry(number, _read_record(value)))
        except (KeyError, TypeError, ValueError) as error:
            faults.append(Fault(number, line.decode("ascii", "backslashreplace"), f"a readable record ({error})"))
            continue
        if said != (expected := seal(check, body)):
            faults.append(Fault(number, f"check {said}", f"check {expected}"))
        check = said
    if lines and not head:
        raise JournalError(f"{path}:1: the first line is no journal head; restore the file or remove its folder")
    return Recording(path, head, tuple(entries), check, len(data) - len(rest), len(rest), tuple(faults))


def load_recording(path: Path) -> Recording:
    """A journal that may be played on; raises `JournalError` naming file and line when one was changed."""
    recording = read_recording(path)
    for fault in recording.faults:
        raise JournalError(
            f"{path}:{fault.line}: this line was changed or torn ({fault.recorded[:80]} where {fault.expected} "
            "is due); restore the file, or remove its folder to play the episode anew"
        )
    return recording


def last_digest(path: Path) -> str:
    """The digest of all events as the journal's last batch or stop has it; "" when there is none."""
    for line in reversed(_bytes(path).split(b"\n")):
        if b'"kind":"batch"' in line or b'"kind":"stop"' in line:
            try:
                record = _read_record(_read_line(line)[2])
            except (KeyError, TypeError, ValueError):
                return ""
            return record.digest if isinstance(record, Played | Stopped) else ""
    return ""


def unplayed(path: Path) -> Iterator[tuple[str, Answer]]:
    """What was paid for in an episode and not played: answers late or besides, and whose seats they are of."""
    first, *lines = _bytes(path).split(b"\n")
    found = [line for line in lines[:-1] if b'"kind":"late"' in line]
    try:
        seats = json.loads(first)["record"]["seats"] if found else {}
        for line in found:
            record = _read_record(_read_line(line)[2])
            if isinstance(record, Late):
                yield seats[record.at.power]["name"], record.answer
    except (KeyError, TypeError, ValueError):
        return


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise JournalError(f"{path}: cannot be read ({error.strerror}); check the folder's permissions") from error


def _read_line(line: bytes) -> tuple[str, str, Any]:
    text = line.decode("ascii")
    value = json.loads(text)
    check, body = value["check"], text[len(sealed_line("0" * CHECK_HEX, "")) - 2 : -1]
    if sealed_line(check, body) != text + "\n":
        raise ValueError("not a sealed line")
    return check, body, value["record"]


def _read_head(path: Path, value: Any) -> Mapping[str, Any]:
    if value["kind"] != "head":
        raise ValueError("not a head")
    if value["format"] != FORMAT:
        raise JournalError(
            f"{path}:1: format {value['format']} is not {FORMAT}, the one this version reads; "
            "use the version of cogleague that wrote it"
        )
    return {key: item for key, item in value.items() if key != "kind"}


def _read_record(value: Any) -> Record:
    match value["kind"]:
        case "reply":
            return Replied(_read_at(value), Reply(**_read_answer(value)))
        case "failure":
            return Failed(_read_at(value), _read_failure(value))
        case "late":
            failed = "kind" in value["answer"]
            return Late(_read_at(value), _read_failure(value) if failed else Reply(**_read_answer(value)))
        case "outage":
            return Refused(_read_at(value), value["cause"])
        case "lost":
            return Lost(_read_at(value))
        case "asked":
            return Asked(_read_at(value), value["prompt"], value["schema"])
        case "batch":
            return Played(value["batch"], value["seconds"], value["events"], value["digest"])
        case "stop":
            return Stopped(value["batch"], value["seconds"], value["events"], value["digest"])
        case "crash":
            return Crashed(value["batch"], value["cause"])
    raise ValueError(f"unknown kind of record {value['kind']!r}")


def _read_at(value: Any) -> At:
    batch, power, ask = value["at"]
    return At(int(batch), Power(power), int(ask))


def _read_answer(value: Any) -> dict[str, Any]:
    data = dict(value["answer"])
    data["usage"] = Usage(**data["usage"])
    return data


def _read_failure(value: Any) -> Failure:
    data = _read_answer(value)
    return Failure(**{**data, "kind": FailureKind(data["kind"])})
