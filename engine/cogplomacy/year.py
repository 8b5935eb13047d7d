"""The seven phases of a year, each played in one function, and what comes after what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.cogplomacy.adjustments import AdjustmentSheet, adjust
from engine.cogplomacy.events import Ended
from engine.cogplomacy.map.board import GEOGRAPHY, POWERS, TABLE
from engine.cogplomacy.ownership import eliminate, take_centres
from engine.cogplomacy.reading import OrderSheet, RetreatSheet
from engine.cogplomacy.state import Beaten, Board, Ending, Moment, State, asked, scores, soloist
from engine.conflict.events import tell_movement, tell_retreats
from engine.conflict.orders import NONE, OrderId
from engine.conflict.pledges import afield, holders, judge_all, ordered
from engine.conflict.resolve import Adjudication, adjudicate
from engine.conflict.retreats import resolve_retreats, retreat_options
from engine.game import Event, Outcome, Resolution
from engine.press import Deeds, Pledge, PressClosed, PressSheet, deliver


def play(state: State, sheets: Mapping[int, Any]) -> Resolution[State]:
    """Play the phase that was asked, and on to the next one in which somebody is."""
    played = _PHASES[state.board.moment.stage](state, sheets)
    state, events = played.state, played.events
    while state.outcome is None and not asked(state.board):
        passed = _PHASES[state.board.moment.stage](state, {})
        state, events = passed.state, events + passed.events
    return Resolution(state, events)


def play_press(state: State, sheets: Mapping[int, PressSheet]) -> Resolution[State]:
    """Everything written is delivered at once; pledges bind the orders of this season."""
    phase = state.board.phase
    events = [event for power in sorted(sheets) for event in deliver(phase, POWERS[power], sheets[power])]
    if sheets:
        events.append(PressClosed(phase=phase))
    pledges = tuple(pledge for power in sorted(sheets) for pledge in sheets[power].pledges)
    return Resolution(state._replace(board=_onward(state.board), pledges=pledges), tuple(events))


def play_orders(state: State, sheets: Mapping[int, OrderSheet]) -> Resolution[State]:
    """Steps 3 to 8."""
    board = state.board
    orders: dict[int, OrderId] = {}
    for power in sorted(sheets):
        orders.update(sheets[power].orders)
    battle = adjudicate(TABLE, board.options.edition, board.forces, orders)
    verdicts = _judge(board, state.pledges, sheets) if state.pledges else ()
    fought = _onward(board, forces=battle.forces, beaten=_beaten(board, battle))
    moved = tell_movement(board.phase, TABLE, POWERS, battle)
    return Resolution(state._replace(board=fought, pledges=()), (moved, *verdicts))


def _beaten(board: Board, battle: Adjudication) -> tuple[Beaten, ...]:
    if not battle.dislodged:
        return ()
    options = retreat_options(GEOGRAPHY, board.options.edition, battle)
    return tuple(Beaten(lost, options[lost.province]) for lost in battle.dislodged)


def _judge(board: Board, pledges: Iterable[Pledge], sheets: Mapping[int, OrderSheet]) -> tuple[Event, ...]:
    """A verdict on every pledge, by the orders as played and the board they were written for."""
    deeds = {}
    for power, name in enumerate(POWERS):
        orders = sheets[power].orders if power in sheets else {}
        deeds[name] = Deeds(*ordered(TABLE, POWERS, board.forces, power, orders))
    held = holders(TABLE, POWERS, board.forces, board.owners)
    return judge_all(board.phase, pledges, deeds, held, afield(POWERS, board.forces))


def play_retreats(state: State, sheets: Mapping[int, RetreatSheet]) -> Resolution[State]:
    """Step 9, and in Fall steps 10 and 12."""
    board = state.board
    events: tuple[Event, ...] = ()
    if board.beaten:
        chosen = {province: space for sheet in sheets.values() for province, space in sheet.retreats.items()}
        dislodged = tuple(beaten.lost for beaten in board.beaten)
        gone = resolve_retreats(GEOGRAPHY, board.forces, dislodged, chosen)
        trapped = [beaten.lost.province for beaten in board.beaten if not beaten.options]
        events = (
            tell_retreats(board.phase, TABLE, POWERS, dislodged, gone.arrived, trapped=trapped, clashed=gone.clashed),
        )
        board = board._replace(forces=gone.forces, beaten=())
    if board.moment is not Moment.FALL_RETREATS:
        return Resolution(state._replace(board=_onward(board)), events)
    board, taken = take_centres(board)
    board, out = eliminate(board)
    return _unless_solo(state, board, (*events, *taken, *out))


def play_adjustments(state: State, sheets: Mapping[int, AdjustmentSheet]) -> Resolution[State]:
    """Step 11, elimination, and the end of the year."""
    board, changed = adjust(state.board, sheets)
    board, out = eliminate(board)
    return _unless_solo(state, board, (*changed, *out))


def _unless_solo(state: State, board: Board, events: tuple[Event, ...]) -> Resolution[State]:
    """A solo ends the episode at once, and so does the last Winter."""
    if (winner := soloist(board)) != NONE:
        return finish(state._replace(board=board), Ending.SOLO, winner, events)
    if board.moment is Moment.WINTER_ADJUSTMENTS and board.year == board.last_year:
        return finish(state._replace(board=board), Ending.COMPLETE, NONE, events)
    return Resolution(state._replace(board=_onward(board)), events)


def _onward(board: Board, **changes: Any) -> Board:
    """The next phase of the year, or the first of the next one, with these changes to the board.

    Without press, its phases are no part of the year.
    """
    year = board.year + (board.moment is Moment.WINTER_ADJUSTMENTS)
    return board._replace(year=year, moment=_NEXT[board.options.press][board.moment], **changes)


def _next(moment: Moment, press: bool) -> Moment:
    following = Moment(moment % len(Moment) + 1)
    return following if press or following.stage != "press" else _next(following, press)


_NEXT = {press: {moment: _next(moment, press) for moment in Moment} for press in (True, False)}


def finish(state: State, ending: Ending, winner: int, events: tuple[Event, ...] = ()) -> Resolution[State]:
    """The episode ends here; scores are those of the board as it stands, or 1 and 0 after a solo."""
    name = None if winner == NONE else POWERS[winner]
    state = state._replace(outcome=Outcome(ending, name), pledges=())
    ended = Ended(phase=state.board.phase, ending=ending.value, winner=name, powers=POWERS, scores=scores(state))
    return Resolution(state, (*events, ended))


_PHASES: Mapping[str, Callable[[State, Mapping[int, Any]], Resolution[State]]] = {
    "press": play_press,
    "orders": play_orders,
    "retreats": play_retreats,
    "adjustments": play_adjustments,
}
