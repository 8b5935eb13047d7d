"""One season as the rules page numbers it: each step is a function, called here in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.cogiavelli.assassinations import strike
from engine.cogiavelli.bribes import settle
from engine.cogiavelli.events import Ended, Standings
from engine.cogiavelli.map.italy import POWERS, TABLE
from engine.cogiavelli.ownership import take_cities
from engine.cogiavelli.payments import pay
from engine.cogiavelli.pledges import judge_pledges
from engine.cogiavelli.reading import OrderSheet
from engine.cogiavelli.repair import repair
from engine.cogiavelli.retreats import retreat
from engine.cogiavelli.shocks import draw_famine, strike_plague
from engine.cogiavelli.state import EVERYONE, Board, Ending, Season, Stage, State, conqueror, scores
from engine.cogiavelli.winter import winter
from engine.conflict.events import tell_movement
from engine.conflict.orders import NONE
from engine.conflict.resolve import adjudicate
from engine.conflict.rulebook import HOUSE
from engine.game import Event, Outcome, Resolution
from engine.press import PressClosed, PressSheet, deliver


def asked(board: Board) -> tuple[int, ...]:
    """The powers asked in this batch: the living, in a press window those not silenced."""
    if board.stage is Stage.PRESS:
        return tuple(power for power in board.living() if not board.silenced[power])
    return board.living()


def open_season(state: State) -> Resolution[State]:
    """Step 1 in Spring, and on to the first batch of the season in which somebody is asked."""
    events: tuple[Event, ...] = ()
    if state.board.season is Season.SPRING:
        famine, dice, event = draw_famine(state.board.phase, state.dice)
        state = replace(state, board=replace(state.board, famine=famine, plague=NONE), dice=dice)
        events = (event,)
    return _onward(state, events)


def _onward(state: State, events: tuple[Event, ...]) -> Resolution[State]:
    """Pass over a batch in which nobody is asked."""
    if state.outcome is not None or asked(state.board):
        return Resolution(state, events)
    played = play_press(state, {}) if state.board.stage is Stage.PRESS else play_orders(state, {})
    return Resolution(played.state, events + played.events)


def play_press(state: State, sheets: Mapping[int, PressSheet]) -> Resolution[State]:
    """Step 2: everything written is delivered at once; pledges bind this season's orders."""
    board = state.board
    events: list[Event] = []
    for power in sorted(sheets):
        events.extend(deliver(board.phase, POWERS[power], sheets[power]))
    silent = tuple(POWERS[power] for power in board.living() if board.silenced[power])
    events.append(PressClosed(phase=board.phase, silent=silent))
    pledges = tuple(pledge for power in sorted(sheets) for pledge in sheets[power].pledges)
    state = replace(state, board=replace(board, stage=Stage.ORDERS), pledges=pledges)
    return _onward(state, tuple(events))


def play_orders(state: State, sheets: Mapping[int, OrderSheet]) -> Resolution[State]:
    """Steps 4 to 12, and Winter after Autumn."""
    board = state.board
    payments = pay(board, sheets)  # step 4
    strikes = strike(board.phase, payments.paid, state.dice)  # step 5
    bribery = settle(board.phase, board.forces, payments.paid)  # step 6
    repaired = repair(board, bribery.forces, sheets, strikes.paralysed)  # step 7
    battle = adjudicate(TABLE, HOUSE, bribery.forces, repaired.orders)  # step 8
    verdicts = judge_pledges(board, state.pledges, sheets, repaired, strikes.paralysed, payments.paid)
    withdrawal = retreat(board, battle)  # step 9
    silenced = tuple(board.options.press and power in strikes.paralysed for power in EVERYONE)
    board = replace(board, forces=withdrawal.forces, treasuries=payments.treasuries, silenced=silenced)
    owners, taken = take_cities(board)  # step 10
    board = replace(board, owners=owners)
    state = replace(state, board=board, dice=strikes.dice, pledges=())
    events: tuple[Event, ...] = (
        *payments.events,
        *strikes.events,
        *bribery.events,
        *repaired.events,
        tell_movement(board.phase, TABLE, POWERS, battle),
        *verdicts,
        *withdrawal.events,
        *taken,
    )
    return _after_movement(state, sheets, events)


def _after_movement(state: State, sheets: Mapping[int, OrderSheet], events: tuple[Event, ...]) -> Resolution[State]:
    """Conquest, then step 11 in Summer, step 12, and Winter after Autumn."""
    board = state.board
    if (winner := conqueror(board)) != NONE:
        return finish(state, Ending.CONQUEST, winner, (*events, standings(board, board.phase)))
    if board.season is Season.SUMMER:
        plague, forces, dice, struck = strike_plague(board, state.dice)
        board = replace(board, plague=plague, forces=forces)
        state, events = replace(state, board=board, dice=dice), (*events, struck)
    events = (*events, standings(board, board.phase))
    if board.season is not Season.AUTUMN:
        return _next_season(state, events)
    cold = winter(board, state.dice, sheets)
    state = replace(state, board=cold.board, dice=cold.dice)
    events = (*events, *cold.events, standings(cold.board, board.winter))
    if (winner := conqueror(cold.board)) != NONE:
        return finish(state, Ending.CONQUEST, winner, events, board.winter)
    if board.year >= board.last_year:
        return finish(state, Ending.COMPLETE, NONE, events, board.winter)
    return _next_season(state, events)


def _next_season(state: State, events: tuple[Event, ...]) -> Resolution[State]:
    """Step 12: the next season of the year, or Spring of the next one."""
    board = state.board
    stage = Stage.PRESS if board.options.press else Stage.ORDERS
    if board.season is Season.AUTUMN:
        board = replace(board, year=board.year + 1, season=Season.SPRING, stage=stage)
    else:
        board = replace(board, season=Season(board.season + 1), stage=stage)
    opened = open_season(replace(state, board=board))
    return Resolution(opened.state, events + opened.events)


def finish(
    state: State, ending: Ending, winner: int, events: tuple[Event, ...] = (), phase: str = ""
) -> Resolution[State]:
    """The episode ends here; scores are those of the board as it stands, or 1 and 0 after a conquest."""
    name = None if winner == NONE else POWERS[winner]
    state = replace(state, outcome=Outcome(ending, name), pledges=())
    ended = Ended(
        phase=phase or state.board.phase, ending=ending.value, winner=name, powers=POWERS, scores=scores(state)
    )
    return Resolution(state, (*events, ended))


def standings(board: Board, phase: str) -> Standings:
    """The public count of cities, units and ducats."""
    return Standings(
        phase=phase,
        powers=POWERS,
        cities=tuple(map(board.owners.count, EVERYONE)),
        units=tuple(map(board.forces.count, EVERYONE)),
        ducats=board.treasuries,
    )
