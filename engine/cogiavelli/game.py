"""Cogiavelli on the contract every game keeps (`engine.game`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.cogiavelli import rules
from engine.cogiavelli.events import Opened
from engine.cogiavelli.forms import FORMS
from engine.cogiavelli.map.italy import POWERS, TABLE
from engine.cogiavelli.policies import POLICIES
from engine.cogiavelli.position import read_position, render_position
from engine.cogiavelli.public import Public
from engine.cogiavelli.reading import OrderSheet, read_orders_answer, read_press_answer
from engine.cogiavelli.season import asked, finish, open_season, play_orders, play_press
from engine.cogiavelli.state import (
    EVERYONE,
    STREAM,
    Board,
    Ending,
    Options,
    Season,
    Stage,
    State,
    opening,
    scores,
)
from engine.cogiavelli.tally import count, figures
from engine.cogiavelli.view import View, builds
from engine.conflict.choices import order_slots
from engine.conflict.orders import NONE
from engine.dice import Dice, Seed, commitment
from engine.game import Answer, Event, Outcome, Policy, Power, Request, Resolution, Slot, Submission, one_cast
from engine.press import PressSheet, private


class Cogiavelli:
    """Six powers, Italy 1499; see `season` for the steps and `rules` for the numbers."""

    name = "cogiavelli"
    version = 1
    powers: tuple[Power, ...] = POWERS
    options: type[Any] = Options
    policies: Mapping[str, Policy] = POLICIES
    cast = one_cast

    def start(self, seed: Seed, options: Options) -> Resolution[State]:
        """Spring 1499: the seed is committed to and the first famine drawn."""
        board = opening(options)
        opened = Opened(phase=board.phase, commitment=commitment(seed), years=options.years, press=options.press)
        first = open_season(State(board, Dice(seed, STREAM)))
        return Resolution(first.state, (opened, *first.events))

    def public(self, state: State) -> Public:
        """What everybody sees of the board."""
        return Public(state.board)

    def requests(self, state: State) -> tuple[Request, ...]:
        """Everybody alive, in one batch; in a press window only those who may write."""
        if state.outcome is not None:
            return ()
        board = state.board
        public, kind = self.public(state), board.stage.name.lower()
        slots = offered(board) if board.stage is Stage.ORDERS else {}
        return tuple(
            Request(POWERS[power], kind, board.phase, public, View(board, power), slots.get(power, ()), FORMS[kind])
            for power in asked(board)
        )

    def read(self, request: Request, answer: Answer) -> Submission:
        """A press sheet, or orders, spend sheet and builds; what cannot be used is among the refused."""
        view: View = request.view
        read = read_press_answer if view.board.stage is Stage.PRESS else read_orders_answer
        sheet, refused = read(view.board, view.index, answer)
        return Submission(request.power, sheet, refused)

    def silence(self, request: Request) -> Submission:
        """Nothing said; every unit holds, nothing is spent or built."""
        press = request.view.board.stage is Stage.PRESS
        return Submission(request.power, PressSheet() if press else OrderSheet())

    def resolve(self, state: State, submissions: Mapping[Power, Submission]) -> Resolution[State]:
        """Play one batch, and on to the next in which somebody is asked."""
        sheets: dict[int, Any] = {}
        told: list[Event] = []
        for power in EVERYONE:
            submission = submissions.get(POWERS[power])
            if submission is not None:
                sheets[power] = submission.value
                told.extend(private(state.board.phase, submission.power, submission.value.notes, submission.refused))
        played = play_press(state, sheets) if state.board.stage is Stage.PRESS else play_orders(state, sheets)
        return _counted(Resolution(played.state, (*told, *played.events)))

    def stop(self, state: State) -> Resolution[State]:
        """The episode clock ran out: the board is scored as it stands, unless it has ended the episode itself."""
        return Resolution(state) if state.outcome is not None else finish(state, Ending.DEADLINE, NONE)

    def outcome(self, state: State) -> Outcome | None:
        """conquest with the conqueror, complete or deadline; None while it goes on."""
        return state.outcome

    def scores(self, state: State) -> Mapping[Power, float]:
        """City share plus treasury, in [0, 1]."""
        return dict(zip(POWERS, scores(state), strict=True))

    def figures(self, state: State) -> Mapping[Power, Mapping[str, float]]:
        """Cities, units, ducats, conquest, survival, and what was counted over the episode."""
        board, outcome = state.board, state.outcome
        return {
            name: {
                "cities": len(board.cities(power)),
                "units": len(board.units(power)),
                "ducats": board.treasuries[power],
                "conquests": int(outcome is not None and outcome.winner == name),
                "survived": int(not board.eliminated[power]),
                **figures(state.tallies[power]),
            }
            for power, name in enumerate(POWERS)
        }

    def read_position(self, text: str, options: Options) -> State:
        """A position from text, see `position`."""
        return read_position(text, options)

    def render_position(self, state: State) -> str:
        """The board as text."""
        return render_position(state)


def offered(board: Board) -> Mapping[int, tuple[Slot, ...]]:
    """By power, what an orders request offers: a slot for every unit, and in Autumn one for builds."""
    slots = dict(order_slots(TABLE, board.forces, "orders"))
    if board.season is Season.AUTUMN:
        for power in board.living():
            lines = Slot("builds", "builds", 0, rules.BUILDS_CAP, builds(board, power))
            slots[power] = (*slots.get(power, ()), lines)
    return slots


def _counted(played: Resolution[State]) -> Resolution[State]:
    tallies = count(played.state.tallies, played.events)
    return Resolution(replace(played.state, tallies=tallies), played.events)


COGIAVELLI = Cogiavelli()
"""The game, as the registry knows it."""
