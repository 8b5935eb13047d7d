"""A year as the rules page tells it: each step is a function, called here in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.conflict.orders import NONE
from engine.game import Event, Outcome, Resolution
from engine.machiavelli2.adjustments import AdjustmentSheet, adjust, sites, surplus
from engine.machiavelli2.assassinations import turmoil
from engine.machiavelli2.bank import nearer, settle_accounts
from engine.machiavelli2.battle import fight
from engine.machiavelli2.control import reckon
from engine.machiavelli2.disasters import famine, plague, starve, storms
from engine.machiavelli2.events import Ended
from engine.machiavelli2.expenses import DONE, Spending, spend
from engine.machiavelli2.income import collect_income
from engine.machiavelli2.orders import Act, Order
from engine.machiavelli2.pledges import judge_pledges
from engine.machiavelli2.retreats import RetreatSheet, dislodgements, withdraw
from engine.machiavelli2.scoring import scores
from engine.machiavelli2.sieges import aftermath
from engine.machiavelli2.spending import Kind, OrderSheet
from engine.machiavelli2.state import Board, Ending, Season, Stage, State
from engine.machiavelli2.telling import standings, tell_aftermath, tell_battle, tell_retreats
from engine.press import PressClosed, PressSheet, deliver

Events = tuple[Event, ...]


def asked(board: Board) -> tuple[int, ...]:
    """The powers asked in this batch.

    Press and orders ask everybody alive; retreats those who have a dislodged unit
    that can go somewhere; adjustments everybody, in the basic game those with
    units to let go or to build.
    """
    if board.stage is Stage.RETREATS:
        waiting = {each.owner for each in board.dislodged if each.options}
        return tuple(power for power in board.living() if power in waiting)
    if board.stage is Stage.ADJUSTMENTS and not board.options.money:
        return tuple(power for power in board.living() if _must_adjust(board, power))
    return board.living()


def _must_adjust(board: Board, power: int) -> bool:
    excess = surplus(board, power)
    return excess > 0 or (excess < 0 and bool(sites(board, power)))


def play_press(state: State, sheets: Mapping[int, PressSheet]) -> Resolution[State]:
    """Everything written is delivered at once; pledges bind this season's orders."""
    board = state.board
    events: list[Event] = []
    for power in sorted(sheets):
        events.extend(deliver(board.phase, board.power_name(power), sheets[power]))
    events.append(PressClosed(phase=board.phase))
    pledges = tuple(pledge for power in sorted(sheets) for pledge in sheets[power].pledges)
    return Resolution(replace(state, board=replace(board, stage=Stage.ORDERS), pledges=pledges), tuple(events))


def play_orders(state: State, sheets: Mapping[int, OrderSheet]) -> Resolution[State]:
    """A campaign: money first, then movement, sieges and rebellions; on to retreats when anybody can."""
    board = state.board
    accounts = settle_accounts(board, sheets)
    spending = spend(accounts.board, sheets, state.dice)
    orders = _orders(spending, sheets)
    victims = spending.victims | accounts.defaulted
    riot = turmoil(spending.board, orders, victims, spending.dice)
    alliances = frozenset((power, friend) for power, sheet in sheets.items() for friend in sheet.allies)
    battle = fight(replace(riot.board, alliances=alliances), riot.orders)
    after = aftermath(battle)
    lost = dislodgements(battle, after)
    verdicts = judge_pledges(board, state.pledges, sheets, spending.items, victims, battle)
    events: Events = (
        *accounts.events,
        *spending.events,
        *riot.events,
        tell_battle(battle),
        *tell_aftermath(board, after),
        *verdicts,
    )
    board = replace(after.board, dislodged=lost, stage=Stage.RETREATS)
    state = replace(state, board=board, dice=riot.dice, pledges=())
    if any(each.options for each in lost):
        return Resolution(state, events)
    if lost:
        return _chain(Resolution(state, events), play_retreats(state, {}))
    return _chain(Resolution(state, events), _end_season(state))


def _orders(spending: Spending, sheets: Mapping[int, OrderSheet]) -> dict[int, Order]:
    """Whose unit it is now orders it; the old judge lets a garrison hold that was just made autonomous."""
    board = spending.board
    found = {
        place: order
        for power, sheet in sorted(sheets.items())
        for place, order in sheet.orders.items()
        if board.forces.owners[place] == power
    }
    if board.options.judge_compat:
        found |= {
            item.expense.target: Order(Act.HOLD, board.forces.units[item.expense.target])
            for item in spending.items
            if item.expense.kind is Kind.AUTONOMY and item.outcome == DONE
        }
    return found


def play_retreats(state: State, sheets: Mapping[int, RetreatSheet]) -> Resolution[State]:
    """All retreats at once."""
    choices = {area: goal for _, sheet in sorted(sheets.items()) for area, goal in sheet.choices.items()}
    withdrawal = withdraw(state.board, choices)
    told = tell_retreats(state.board, withdrawal)
    return _chain(Resolution(state, (told,)), _end_season(replace(state, board=withdrawal.board)))


def play_adjustments(state: State, sheets: Mapping[int, AdjustmentSheet]) -> Resolution[State]:
    """Winter, and then the next Spring or the end."""
    board, events = adjust(state.board, sheets)
    events = (*events, standings(board))
    state = replace(state, board=board)
    if board.year >= board.theatre.year + board.options.years - 1:
        return finish(state, Ending.COMPLETE, NONE, events)
    return Resolution(_next(state, Season.SPRING, board.year + 1), events)


def _end_season(state: State) -> Resolution[State]:
    """What hunger and plague do after Spring, what Fall decides after Fall."""
    board = replace(state.board, alliances=frozenset())
    if board.season is Season.SPRING:
        board, starved = starve(board)
        board, dice, sick = plague(board, state.dice)
        state = replace(state, board=board, dice=dice)
        following = Season.SUMMER if board.options.summer else Season.FALL
        if not board.options.summer:
            state = replace(state, board=replace(board, loans=nearer(board.loans)))
        return Resolution(_next(state, following, board.year), (*starved, *sick))
    if board.season is Season.SUMMER:
        return Resolution(_next(replace(state, board=board), Season.FALL, board.year))
    return _end_fall(replace(state, board=board))


def _end_fall(state: State) -> Resolution[State]:
    """Control, conquest, elimination, victory; storms, famine, income; adjustments."""
    reckoning = reckon(state.board)
    board, events = reckoning.board, reckoning.events
    state = replace(state, board=board)
    if reckoning.winner != NONE:
        return finish(state, Ending.VICTORY, reckoning.winner, (*events, standings(board)))
    living = board.living()
    if len(living) < 2:
        return finish(state, Ending.ELIMINATION, living[0] if living else NONE, (*events, standings(board)))
    board, dice, blown = storms(board, state.dice)
    board, dice, hungry = famine(board, dice)
    board, dice, earned = collect_income(board, dice)
    board = replace(board, stage=Stage.ADJUSTMENTS)
    state = replace(state, board=board, dice=dice)
    events = (*events, *blown, *hungry, *earned)
    if asked(board):
        return Resolution(state, events)
    return _chain(Resolution(state, events), play_adjustments(state, {}))


def _next(state: State, season: Season, year: int) -> State:
    stage = Stage.PRESS if state.board.options.press else Stage.ORDERS
    return replace(state, board=replace(state.board, season=season, year=year, stage=stage, dislodged=()))


def _chain(first: Resolution[State], then: Resolution[State]) -> Resolution[State]:
    return Resolution(then.state, first.events + then.events)


def finish(state: State, ending: Ending, winner: int, events: Events = ()) -> Resolution[State]:
    """The episode ends here; scores are those of the board as it stands, or 1 and 0 after a victory."""
    board = state.board
    state = replace(state, outcome=Outcome(ending, board.power_name(winner) or None), pledges=())
    ended = Ended(
        phase=board.phase,
        ending=ending.value,
        winner=board.power_name(winner) or None,
        powers=board.theatre.powers,
        scores=tuple(scores(state).values()),
    )
    return Resolution(state, (*events, ended))
