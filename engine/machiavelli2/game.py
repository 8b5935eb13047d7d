"""Machiavelli 2 on the contract every game keeps (`engine.game`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from engine.conflict.orders import NONE
from engine.dice import Dice, Seed, commitment
from engine.game import Answer, Event, Outcome, Policy, Power, Request, Resolution, Submission
from engine.machiavelli2.adjustments import AdjustmentSheet
from engine.machiavelli2.events import Opened
from engine.machiavelli2.forms import forms
from engine.machiavelli2.map.theatre import theatre
from engine.machiavelli2.offers import offered
from engine.machiavelli2.options import Options
from engine.machiavelli2.policies import POLICIES
from engine.machiavelli2.position import read_position, render_position
from engine.machiavelli2.public import Public
from engine.machiavelli2.reading import (
    read_adjustments_answer,
    read_orders_answer,
    read_press_answer,
    read_retreats_answer,
)
from engine.machiavelli2.retreats import RetreatSheet
from engine.machiavelli2.scoring import scores
from engine.machiavelli2.season import (
    asked,
    finish,
    play_adjustments,
    play_orders,
    play_press,
    play_retreats,
)
from engine.machiavelli2.spending import STANDS
from engine.machiavelli2.state import STREAM, Ending, Stage, State, Tally, opening
from engine.machiavelli2.tally import count, figures
from engine.machiavelli2.view import View
from engine.press import PressSheet, private

_Play = Callable[[State, Mapping[int, Any]], Resolution[State]]

READ: Mapping[Stage, Callable[..., Any]] = {
    Stage.PRESS: read_press_answer,
    Stage.ORDERS: read_orders_answer,
    Stage.RETREATS: read_retreats_answer,
    Stage.ADJUSTMENTS: read_adjustments_answer,
}
SILENT: Mapping[Stage, Any] = {
    Stage.PRESS: PressSheet(),
    Stage.ORDERS: STANDS,
    Stage.RETREATS: RetreatSheet(),
    Stage.ADJUSTMENTS: AdjustmentSheet(),
}
PLAY: Mapping[Stage, _Play] = {
    Stage.PRESS: play_press,
    Stage.ORDERS: play_orders,
    Stage.RETREATS: play_retreats,
    Stage.ADJUSTMENTS: play_adjustments,
}


class Machiavelli2:
    """One scenario of Machiavelli 2; see `season` for the steps and `rules` for the numbers."""

    name = "machiavelli2"
    version = 2
    options: type[Any] = Options
    policies: Mapping[str, Policy] = POLICIES

    def __init__(self, scenario: str = Options().scenario) -> None:
        self.theatre = theatre(scenario)
        self.powers: tuple[Power, ...] = self.theatre.powers

    def cast(self, options: Options) -> Machiavelli2:
        """The game with the powers of the scenario that these options name."""
        return _cast(options.scenario)

    def start(self, seed: Seed, options: Options) -> Resolution[State]:
        """The first Spring: the seed is committed to."""
        board = opening(options)
        opened = Opened(
            phase=board.phase,
            commitment=commitment(seed),
            scenario=options.scenario,
            title=board.theatre.title,
            years=options.years,
            cities_to_win=options.cities_to_win,
            money=options.money,
            press=options.press,
        )
        return Resolution(State(board, Dice(seed, STREAM), (Tally(),) * len(board.everyone)), (opened,))

    def public(self, state: State) -> Public:
        """What everybody sees of the board."""
        return Public(state.board)

    def requests(self, state: State) -> tuple[Request, ...]:
        """Everybody who has something to decide, in one batch."""
        if state.outcome is not None:
            return ()
        board = state.board
        public, kind, slots = self.public(state), board.stage.name.lower(), offered(board)
        form = forms(board.theatre, board.options)[kind]
        return tuple(
            Request(board.power_name(power), kind, board.phase, public, View(board, power), slots.get(power, ()), form)
            for power in asked(board)
        )

    def read(self, request: Request, answer: Answer) -> Submission:
        """A sheet of the kind asked for; what cannot be used is among the refused."""
        view: View = request.view
        sheet, refused = READ[view.board.stage](view.board, view.index, answer)
        return Submission(request.power, sheet, refused)

    def silence(self, request: Request) -> Submission:
        """Nothing said; every unit stands; the dislodged disband; what can be paid for is kept, nothing is built."""
        return Submission(request.power, SILENT[request.view.board.stage])

    def resolve(self, state: State, submissions: Mapping[Power, Submission]) -> Resolution[State]:
        """Play one batch, and on to the next in which somebody is asked."""
        board = state.board
        sheets: dict[int, Any] = {}
        told: list[Event] = []
        for power in board.everyone:
            submission = submissions.get(board.power_name(power))
            if submission is not None:
                sheets[power] = submission.value
                told.extend(private(board.phase, submission.power, submission.value.notes, submission.refused))
        played = PLAY[board.stage](state, sheets)
        events = (*told, *played.events)
        tallies = count(board.theatre.powers, played.state.tallies, events)
        return Resolution(replace(played.state, tallies=tallies), events)

    def stop(self, state: State) -> Resolution[State]:
        """The episode clock ran out: the board is scored as it stands, unless it has ended the episode itself."""
        return Resolution(state) if state.outcome is not None else finish(state, Ending.DEADLINE, NONE)

    def outcome(self, state: State) -> Outcome | None:
        """victory or elimination with the winner, complete or deadline; None while it goes on."""
        return state.outcome

    def scores(self, state: State) -> Mapping[Power, float]:
        """1 and 0 after a victory, else the share of the scenario's cities."""
        return scores(state)

    def figures(self, state: State) -> Mapping[Power, Mapping[str, float]]:
        """Cities, provinces, units, ducats, victory, survival, and what was counted over the episode."""
        board, outcome = state.board, state.outcome
        return {
            name: {
                "cities": len(board.cities(power)),
                "provinces": sum(owner == power for owner in board.owners),
                "units": len(board.units(power)),
                "ducats": board.treasuries[power],
                "victories": int(outcome is not None and outcome.winner == name),
                "survived": int(not board.eliminated[power]),
                **figures(state.tallies[power]),
            }
            for power, name in enumerate(board.theatre.powers)
        }

    def read_position(self, text: str, options: Options) -> State:
        """A position from text, see `position`."""
        return read_position(text, options)

    def render_position(self, state: State) -> str:
        """The board as text."""
        return render_position(state)


@cache
def _cast(scenario: str) -> Machiavelli2:
    return Machiavelli2(scenario)


MACHIAVELLI2 = Machiavelli2()
"""The game, as the registry knows it: with the powers of 1454 until options are given."""
