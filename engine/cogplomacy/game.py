"""Cogplomacy on the contract every game keeps (`engine.game`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.cogplomacy.adjustments import AdjustmentSheet, choices
from engine.cogplomacy.events import Opened
from engine.cogplomacy.forms import FORMS
from engine.cogplomacy.map.board import POWERS, TABLE
from engine.cogplomacy.policies import POLICIES
from engine.cogplomacy.position import read_position, render_position
from engine.cogplomacy.public import Public
from engine.cogplomacy.reading import (
    OrderSheet,
    RetreatSheet,
    read_adjustments_answer,
    read_orders_answer,
    read_press_answer,
    read_retreats_answer,
)
from engine.cogplomacy.state import Beaten, Board, Ending, Options, State, asked, codes, opening, scores
from engine.cogplomacy.tally import count, figures
from engine.cogplomacy.view import View
from engine.cogplomacy.year import finish, play
from engine.conflict.choices import order_slots
from engine.conflict.orders import NONE
from engine.dice import Seed, commitment
from engine.game import Answer, Event, Outcome, Policy, Power, Request, Resolution, Slot, Submission, one_cast
from engine.press import PressSheet, private

READERS = {
    "press": read_press_answer,
    "orders": read_orders_answer,
    "retreats": read_retreats_answer,
    "adjustments": read_adjustments_answer,
}
SILENT = {
    "press": PressSheet(),
    "orders": OrderSheet(),
    "retreats": RetreatSheet(),
    "adjustments": AdjustmentSheet(),
}


class Cogplomacy:
    """Seven powers, Europe 1901; see `year` for the phases and `rules` for the numbers."""

    name = "cogplomacy"
    version = 1
    powers: tuple[Power, ...] = POWERS
    options: type[Any] = Options
    policies: Mapping[str, Policy] = POLICIES
    cast = one_cast

    def start(self, seed: Seed, options: Options) -> Resolution[State]:
        """Spring 1901. Nothing is drawn in this game; the seed is that of seating and scripted players."""
        state = State(opening(options))
        opened = Opened(
            phase=state.board.phase,
            commitment=commitment(seed),
            years=options.years,
            press=options.press,
            rulebook=options.rulebook,
        )
        first = Resolution(state) if asked(state.board) else play(state, {})
        return Resolution(first.state, (opened, *first.events))

    def public(self, state: State) -> Public:
        """What everybody sees of the board."""
        return Public(state.board)

    def requests(self, state: State) -> tuple[Request, ...]:
        """Everybody who has something to decide in this phase, in one batch."""
        if state.outcome is not None:
            return ()
        board = state.board
        public, kind = self.public(state), board.moment.stage
        slots = SLOTS[kind](board)
        return tuple(
            Request(POWERS[power], kind, board.phase, public, View(board, power), slots.get(power, ()), FORMS[kind])
            for power in asked(board)
        )

    def read(self, request: Request, answer: Answer) -> Submission:
        """A sheet of the kind that was asked for; what cannot be used is among the refused."""
        view: View = request.view
        sheet, refused = READERS[request.kind](view.board, view.index, answer)
        return Submission(request.power, sheet, refused)

    def silence(self, request: Request) -> Submission:
        """Nothing said; units hold, the dislodged disband, builds are waived, disbands are left to civil disorder."""
        return Submission(request.power, SILENT[request.kind])

    def resolve(self, state: State, submissions: Mapping[Power, Submission]) -> Resolution[State]:
        """Play one batch, and on to the next in which somebody is asked."""
        sheets: dict[int, Any] = {}
        told: list[Event] = []
        phase = state.board.phase
        for power, name in enumerate(POWERS):
            submission = submissions.get(name)
            if submission is not None:
                sheets[power] = submission.value
                told.extend(private(phase, name, submission.value.notes, submission.refused))
        played = play(state, sheets)
        events = (*told, *played.events)
        return Resolution(played.state._replace(tallies=count(state.tallies, events)), events)

    def stop(self, state: State) -> Resolution[State]:
        """The episode clock ran out: the board is scored as it stands, unless it has ended the episode itself."""
        return Resolution(state) if state.outcome is not None else finish(state, Ending.DEADLINE, NONE)

    def outcome(self, state: State) -> Outcome | None:
        """solo with its winner, complete or deadline; None while it goes on."""
        return state.outcome

    def scores(self, state: State) -> Mapping[Power, float]:
        """The share of all centres, or 1 and 0 after a solo."""
        return dict(zip(POWERS, scores(state), strict=True))

    def figures(self, state: State) -> Mapping[Power, Mapping[str, float]]:
        """Centres, units, solos, survival, and what was counted over the episode."""
        board, outcome = state.board, state.outcome
        solo = outcome.winner if outcome is not None else None
        return {
            name: {
                "centres": len(board.centres(power)),
                "units": len(board.units(power)),
                "solos": int(name == solo),
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


def _no_slots(board: Board) -> Mapping[int, tuple[Slot, ...]]:
    return {}


def _order_slots(board: Board) -> Mapping[int, tuple[Slot, ...]]:
    return order_slots(TABLE, board.forces, "orders")


def _retreat_slots(board: Board) -> Mapping[int, tuple[Slot, ...]]:
    """A slot for each dislodged unit: where it can go, or disband."""
    return {power: tuple(map(_retreat_slot, board.to_retreat(power))) for power in asked(board)}


def _retreat_slot(beaten: Beaten) -> Slot:
    unit = TABLE.unit_text(beaten.lost.unit)
    lines = (*(f"{unit} - {space}" for space in codes(beaten.options)), f"{unit} D")
    return Slot("retreats", unit, 1, 1, lines)


def _adjustment_slots(board: Board) -> Mapping[int, tuple[Slot, ...]]:
    """One slot: as many builds as are due and have a site, or fewer; or exactly the disbands that are owed."""
    slots = {}
    for power in asked(board):
        due = board.due(power)
        name, least, most = ("builds", 0, min(due, len(board.sites(power)))) if due > 0 else ("disbands", -due, -due)
        slots[power] = (Slot("adjustments", name, least, most, choices(board, power)),)
    return slots


SLOTS = {
    "press": _no_slots,
    "orders": _order_slots,
    "retreats": _retreat_slots,
    "adjustments": _adjustment_slots,
}

COGPLOMACY = Cogplomacy()
"""The game, as the registry knows it."""
