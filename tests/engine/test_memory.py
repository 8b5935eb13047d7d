"""What a power knows: a fold over what it may see, one step a batch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Event
from engine.memory import HISTORY_PHASES, Memory, remember
from engine.press import Broadcast, Letter, NotesKept, Pledged, PressClosed

PHASE = "1499-spring-press"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen(Event):
    """Something that happened, with a number to tell it by."""

    kind: ClassVar[str] = "seen"
    n: int


def seen(n: int, phase: str = PHASE, audience: tuple[str, ...] | None = None) -> Seen:
    return Seen(phase=phase, audience=audience, n=n)


def notes(text: str, power: str = "ROME") -> NotesKept:
    return NotesKept(phase=PHASE, audience=(power,), power=power, text=text)


def letter(sender: str, to: str) -> Letter:
    return Letter(phase=PHASE, audience=(sender, to), sender=sender, to=to, text=f"{sender} to {to}")


CALL = Broadcast(phase=PHASE, sender="PISA", text="hear")
PLEDGE = Pledged(phase=PHASE, audience=("PISA", "ROME"), sender="PISA", to="ROME", pledge="peace")
CLOSED = PressClosed(phase=PHASE)


@pytest.mark.parametrize(
    ("audience", "known"),
    [(None, True), (("ROME",), True), (("PISA", "ROME"), True), (("PISA",), False), ((), False)],
)
def test_a_power_knows_what_is_for_everyone_or_for_it(audience: tuple[str, ...] | None, known: bool) -> None:
    memory = remember(Memory("ROME"), [seen(1, audience=audience)])
    assert memory.history == (((PHASE, (seen(1, audience=audience),)),) if known else ())


def test_what_it_may_not_see_leaves_a_memory_as_it_was() -> None:
    memory = remember(Memory("ROME"), [seen(1)])
    assert remember(memory, [seen(2, audience=()), letter("PISA", "OSTIA"), notes("x", "PISA")]) is memory


def test_the_inbox_is_what_others_said_in_the_last_window() -> None:
    said = [CALL, letter("PISA", "ROME"), letter("ROME", "PISA"), letter("PISA", "OSTIA"), PLEDGE, CLOSED]
    memory = remember(Memory("ROME"), said)
    assert memory.inbox == (CALL, letter("PISA", "ROME"), PLEDGE)
    assert remember(memory, [seen(1)]).inbox == memory.inbox
    assert remember(memory, [CLOSED]).inbox == ()


def test_notes_are_the_last_ones_kept() -> None:
    memory = remember(Memory("ROME"), [notes("one"), notes("two")])
    assert memory.notes == "two"
    assert remember(memory, [seen(1)]).notes == "two"
    assert remember(memory, [notes("theirs", "PISA")]).notes == "two"


def test_the_history_goes_by_phase_and_batches_of_one_phase_are_joined() -> None:
    memory = remember(Memory("ROME"), [seen(1, "a"), seen(2, "a"), seen(3, "b")])
    memory = remember(memory, [seen(4, "b"), seen(5, "c")])
    assert [(phase, [event.n for event in events]) for phase, events in memory.history] == [
        ("a", [1, 2]),
        ("b", [3, 4]),
        ("c", [5]),
    ]


def test_the_history_keeps_the_last_phases() -> None:
    memory = Memory("ROME")
    for n in range(HISTORY_PHASES + 3):
        memory = remember(memory, [seen(n, f"turn-{n}")])
    assert [phase for phase, _ in memory.history] == [f"turn-{n}" for n in range(3, HISTORY_PHASES + 3)]


@given(
    batches=st.lists(
        st.lists(
            st.builds(
                seen, st.integers(0, 9), st.sampled_from("abc"), st.sampled_from([None, (), ("ROME",), ("PISA",)])
            )
            | st.sampled_from([CALL, CLOSED, PLEDGE, notes("n"), letter("PISA", "ROME"), letter("PISA", "OSTIA")]),
            max_size=6,
        ),
        max_size=6,
    )
)
def test_memory_is_the_same_whether_or_not_the_unseen_is_left_out(batches: list[list[Event]]) -> None:
    whole = told = Memory("ROME")
    for batch in batches:
        whole = remember(whole, batch)
        told = remember(told, [event for event in batch if event.visible_to("ROME")])
    assert whole == told
