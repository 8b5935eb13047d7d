"""Talk: at most three messages a turn, to one seat or to all, read next turn; they bind nobody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.game import Answer, Event, Power, Refusal
from engine.press import Broadcast, Letter
from engine.territory.reading import Reason, read_alias, written
from engine.territory.state import ALIASES, NOBODY, Life
from engine.text import clean

MOST_MESSAGES = 3
MESSAGE_CAP = 200
NOTES_CAP = 800


@dataclass(frozen=True, slots=True)
class Message:
    """Words to one seat, or to everybody (`to` is `NOBODY`)."""

    to: int
    text: str


def read_messages(
    answer: Answer, seat: int, lives: tuple[Life, ...]
) -> tuple[tuple[Message, ...], tuple[Refusal, ...]]:
    """The messages kept and the items set aside. Words to oneself, the unknown or the eliminated are public."""
    items = answer.get("messages")
    kept: list[Message] = []
    aside: list[Refusal] = []
    for item in items if isinstance(items, list | tuple) else ():
        text = item.get("text") if isinstance(item, Mapping) else None
        if not isinstance(text, str):
            aside.append(Refusal(written(item), Reason.PARSE.value, note=True))
        elif len(kept) == MOST_MESSAGES:
            aside.append(Refusal(clean(text, MESSAGE_CAP), Reason.TOO_MANY.value, note=True))
        elif words := clean(text, MESSAGE_CAP):
            to = read_alias(item.get("to"))
            private = to not in (NOBODY, seat) and lives[to] is not Life.ELIMINATED
            kept.append(Message(to if private else NOBODY, words))
    return tuple(kept), tuple(aside)


def read_notes(answer: Answer) -> str:
    """The notes to keep from now on; empty leaves them as they were."""
    notes = answer.get("notes")
    return clean(notes, NOTES_CAP, lines=True) if isinstance(notes, str) else ""


def said(phase: str, seat: int, message: Message) -> Event:
    """A message as the event that delivers it."""
    sender: Power = ALIASES[seat]
    if message.to == NOBODY:
        return Broadcast(phase=phase, sender=sender, text=message.text)
    to = ALIASES[message.to]
    return Letter(phase=phase, audience=(sender, to), sender=sender, to=to, text=message.text)
