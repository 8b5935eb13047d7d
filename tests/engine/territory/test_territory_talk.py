"""Talk: three messages a turn, private or public, read next turn; notes; what others see of a seat's business."""

from __future__ import annotations

from typing import Any

from arena import TERRITORY, flat, play, read, told

from engine.game import Event, Submission
from engine.memory import Memory, remember
from engine.territory.state import State

ALL = None


def speak(state: State, alias: str, orders: list[Any], **answer: Any) -> tuple[Event, ...]:
    """The events of a turn in which only this seat does or says anything."""
    submissions: dict[str, Submission] = {r.power: TERRITORY.silence(r) for r in TERRITORY.requests(state)}
    submissions[alias] = read(state, alias, orders, **answer)
    events: tuple[Event, ...] = TERRITORY.resolve(state, submissions).events
    return events


def words(events: tuple[Event, ...]) -> list[tuple[str | None, str]]:
    """(addressee or None, text) of what was said."""
    return [(getattr(e, "to", None), e.text) for e in events if e.kind in ("broadcast", "letter")]


def test_talk_of_a_rejected_set_lands_a_fourth_line_is_dropped_and_an_unknown_alias_makes_it_public() -> None:
    lines = [{"to": ALL, "text": "a"}, {"to": "Ochre", "text": "b"}, {"to": "Nobody", "text": "c"}, {"text": "d"}]
    submission = read(flat(), "Sable", ["claim 40,40"], messages=lines)
    assert submission.complaint
    events = speak(flat(), "Sable", ["claim 40,40"], messages=lines)
    assert words(events) == [(None, "a"), ("Ochre", "b"), (None, "c")]
    assert [(e.power, e.audience) for e in told(events, "orders_rejected")] == [("Sable", ("Sable",))]
    (refused,) = told(events, "refused")
    assert [(r.line, r.reason, r.note) for r in refused.refused] == [
        ("claim 40,40", "offboard", False),
        ("d", "toomany", True),
    ]


def test_words_to_oneself_or_to_the_eliminated_are_public() -> None:
    state = flat("Ash: eliminated")
    lines = [{"to": "Sable", "text": "me"}, {"to": "Ash", "text": "gone"}, {"to": "ash ", "text": "still"}]
    assert words(speak(state, "Sable", [], messages=lines)) == [(None, "me"), (None, "gone"), (None, "still")]


def test_a_message_is_one_line_of_at_most_200_signs_and_an_empty_one_is_none() -> None:
    lines = [{"to": "rose", "text": "x" * 300}, {"text": " \n "}, {"text": "a\nb\x1b[31mc"}]
    (long, short) = words(speak(flat(), "Sable", [], messages=lines))
    assert long == ("Rose", "x" * 199 + "…")
    assert short == (None, "a bc")


def test_items_that_are_no_messages_are_set_aside_and_use_no_place() -> None:
    lines = [5, "hello", {"to": "Rose"}, {"text": 7}, {"text": "a"}, {"text": "b"}, {"text": "c"}]
    submission = read(flat(), "Sable", [], messages=lines)
    assert [message.text for message in submission.value.messages] == ["a", "b", "c"]
    assert [(r.reason, r.note) for r in submission.refused] == [("parse", True)] * 4
    assert submission.complaint == ""


def test_a_message_is_read_next_turn_by_its_addressee_alone() -> None:
    events = speak(flat(), "Sable", [], messages=[{"to": "Ochre", "text": "psst"}, {"to": None, "text": "hear"}])
    inboxes = {p: [e.text for e in remember(Memory(p), events).inbox] for p in ("Sable", "Ochre", "Ash")}
    assert inboxes == {"Sable": [], "Ochre": ["psst", "hear"], "Ash": ["hear"]}
    memory = remember(remember(Memory("Ochre"), events), play(flat(), {})[1])
    assert memory.inbox == ()


def test_notes_are_the_seat_s_own_capped_and_kept_until_it_writes_new_ones() -> None:
    events = speak(flat(), "Sable", [], notes="n" * 900)
    assert remember(Memory("Sable"), events).notes == "n" * 799 + "…"
    assert remember(Memory("Ochre"), events).notes == ""
    for silent in ("", None, 5):
        assert remember(Memory("Sable", notes="old"), speak(flat(), "Sable", [], notes=silent)).notes == "old"


def test_a_gift_is_known_to_giver_and_receiver_alone() -> None:
    given = speak(flat(), "Sable", ["transfer 5 to Ochre"])
    kept = speak(flat(), "Sable", [])
    (gift,) = told(given, "transferred")
    assert gift.audience == ("Sable", "Ochre")
    assert remember(Memory("Ash"), given) == remember(Memory("Ash"), kept)


def test_paint_is_seen_by_its_owner_alone() -> None:
    poor, rich = flat(), flat("Ochre: paint 400")
    for one, two in zip(TERRITORY.requests(poor), TERRITORY.requests(rich), strict=True):
        assert one.public == two.public
        assert (one.view == two.view) == (one.power != "Ochre")
    settled = told(speak(poor, "Sable", []), "settled")
    assert [event.audience for event in settled] == [(event.power,) for event in settled]
    assert len(settled) == 9
