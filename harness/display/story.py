"""An episode told to people: phase by phase what happened, and the board whenever it has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rich.console import Console

from engine.game import Event, Game
from harness.display.screen import say
from harness.episode import Step
from harness.replay import Verification
from harness.results import Result

BEGINNING = "the beginning"


class Story:
    """Watches an episode and tells it: `chronicle` puts events into words, `board` shows what is public."""

    def __init__(
        self,
        game: Game[Any],
        chronicle: Callable[[Iterable[Event]], str],
        board: Callable[[Any], str],
        out: Console,
    ) -> None:
        self._game = game
        self._chronicle = chronicle
        self._board = board
        self._out = out
        self._board_told = self._phase_told = ""

    def __call__(self, step: Step) -> bool:
        """Tell one step; always goes on."""
        phase = step.phase or BEGINNING
        told = [line for line in (self._chronicle(step.events), *_undecided(step)) if line]
        if told and phase != self._phase_told:
            self._phase_told = phase
            say(self._out, f"\n=== {phase} ===", "bold")
        for line in told:
            say(self._out, line)
        if (board := self._board(self._game.public(step.state))) != self._board_told:
            self._board_told = board
            say(self._out, f"\n{board}", "cyan")
        return True


def show_outcome(result: Result, out: Console) -> None:
    """How an episode ended: the scores, best first, with the seats that earned them."""
    won = f", {result.winner} wins" if result.winner else ""
    say(out, f"\n=== {result.ending}{won} ===", "bold")
    for power, score in sorted(result.scores.items(), key=lambda entry: -entry[1]):
        say(out, f"{score:.3f}  {power} ({result.seating[power]})")


def _undecided(step: Step) -> Iterator[str]:
    """The decisions of a step that no seat made, with the cause."""
    for decision in step.decisions:
        event = decision.event
        if event.by in ("silence", "fallback"):
            yield f"{event.power}'s seat decided nothing ({event.cause}): {event.by}."


def show_verification(name: str, found: Verification, out: Console) -> None:
    """Every difference, then one line on how the episode stands."""
    for difference in found.differences:
        say(out, str(difference), "red")
    for note in found.notes:
        say(out, f"{name}: {note}", "yellow")
    number = len(found.differences)
    verdict = f"{number} difference{'s' * (number != 1)}" if number else "everything is as recorded"
    say(out, f"{name}: {verdict}", "red" if number else "green")
