"""An episode told in the console: headings, chronicle, board, who decided nothing; all of it plain text."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console
from toy_game import TOY, Options

from engine.game import Event, Submission
from harness.decision import Decided, Decision
from harness.display.story import Story, show_outcome, show_verification
from harness.episode import Step
from harness.journal import Difference
from harness.replay import Verification
from harness.results import Result

HOSTILE = "[red]gold[/red]\x1b[31m\x1b]0;x\x07"
HARMLESS = "[red]gold[/red]"

START = TOY.start(7, Options(rounds=1))


def decided(by: str, cause: str) -> Decision:
    event = Decided(phase="round-01-bids", power="RED", by=by, cause=cause, asks=2, failures=(), repairs=(), refused=())
    return Decision(Submission("RED", None), event, ())


def told(*steps: Step) -> str:
    out = io.StringIO()
    story = Story(TOY, _chronicle, _board, Console(file=out, width=80, markup=False, emoji=False, highlight=False))
    assert all(story(step) for step in steps)
    return out.getvalue()


def _chronicle(events: Iterable[Event]) -> str:
    return "\n".join(f"{event.kind}: {HOSTILE}" for event in events if event.kind != "decided")


def _board(public: Any) -> str:
    return f"round {public['round']} of {HOSTILE}"


def test_what_happened_stands_under_its_phase_and_the_board_after_it() -> None:
    first = Step("", "", (), START.events[:1], START.state)
    bids = Step("round-01-bids", "bids", (), START.events[1:2], START.state)
    assert told(first, bids) == (
        "\n=== the beginning ===\n"
        f"opened: {HARMLESS}\n"
        f"\nround 1 of {HARMLESS}\n"
        "\n=== round-01-bids ===\n"
        f"favourite: {HARMLESS}\n"
    )


def test_a_step_in_which_nothing_happened_is_passed_over() -> None:
    first = Step("", "", (), (), START.state)
    assert "===" not in told(first, Step("round-01-bids", "bids", (), (), START.state))


def test_a_decision_no_seat_made_is_told_with_its_cause() -> None:
    decisions = (decided("silence", "late"), decided("model", ""), decided("fallback", "unparsable"))
    lines = told(Step("round-01-bids", "bids", decisions, (), START.state)).splitlines()
    assert [line for line in lines if "decided nothing" in line] == [
        "RED's seat decided nothing (late): silence.",
        "RED's seat decided nothing (unparsable): fallback.",
    ]


def test_the_last_board_is_told_like_all_others() -> None:
    over = TOY.stop(replace(START.state, round=2))
    assert told(Step("round-02-bids", "stop", (), over.events, over.state)).endswith(f"\n\nround 2 of {HARMLESS}\n")


def test_the_outcome_names_seats_best_first() -> None:
    nothing: dict[str, dict[str, int]] = {"RED": {}, "BLUE": {}}
    result = Result(
        league="toys",
        game="toy",
        fixture="b01-e01",
        block=0,
        ending="complete",
        winner="BLUE",
        powers=("RED", "BLUE"),
        seating={"RED": "miser", "BLUE": "random"},
        scores={"RED": 0.25, "BLUE": 0.75},
        figures={"RED": {}, "BLUE": {}},
        counts=nothing,
        failures=nothing,
        tokens=nothing,
        usd={"RED": None, "BLUE": 0.0},
        models={"RED": (), "BLUE": ()},
    )
    out = io.StringIO()
    show_outcome(result, Console(file=out, width=80))
    assert out.getvalue() == "\n=== complete, BLUE wins ===\n0.750  BLUE (random)\n0.250  RED (miser)\n"


def test_a_verification_shows_every_difference_and_a_verdict() -> None:
    out = io.StringIO()
    console = Console(file=out, width=200, markup=False, emoji=False, highlight=False)
    path = Path("b01-e01/events.jsonl")
    differences = (Difference(path, 3, f'{{"lot":"{HOSTILE}"}}', '{"lot":"silk"}'),)
    show_verification("b01-e01", Verification(differences, None, ("a torn end",)), console)
    show_verification("b01-e02", Verification((), None), console)
    assert out.getvalue().splitlines() == [
        f'b01-e01/events.jsonl:3: recorded {{"lot":"{HARMLESS}"}}, derived {{"lot":"silk"}}',
        "b01-e01: a torn end",
        "b01-e01: 1 difference",
        "b01-e02: everything is as recorded",
    ]
