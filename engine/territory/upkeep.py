"""The end of a turn: charge, dry, income, credit, life, advance.

Paint of this turn is wet and pays nothing yet. Who lived when the turn began
earns; who is struck out keeps that in its score, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.game import Event
from engine.territory.decision import Decision, Decisions
from engine.territory.events import Earned, Eliminated, Recovered, Settled, Struck, TurnEnded
from engine.territory.hexes import KEYS, each
from engine.territory.orders import Raze
from engine.territory.state import ALIASES, SEATS, Board, Life, Report, State


@dataclass(frozen=True, slots=True)
class Books:
    """A turn's money by seat."""

    spent: tuple[int, ...]
    income: tuple[int, ...]
    salvage: tuple[int, ...]
    received: tuple[int, ...]


def upkeep(state: State, board: Board, lives: tuple[Life, ...], decisions: Decisions, books: Books) -> State:
    """Steps charge and upkeep: who lived at the start earns; who is struck out keeps the score and nothing else."""
    gone = [seat for seat in SEATS if lives[seat] is Life.ELIMINATED]
    paint, scores, reports = list(state.paint), list(state.scores), []
    razes = list(state.razes)
    for seat in SEATS:
        alive = state.lives[seat] is not Life.ELIMINATED
        income, salvage = (books.income[seat], books.salvage[seat]) if alive else (0, 0)
        decision = decisions.get(seat, Decision())
        scores[seat] += income + salvage
        paint[seat] += income + salvage + books.received[seat] - books.spent[seat]
        razes[seat] += sum(isinstance(order, Raze) for order in decision.orders)
        reports.append(Report(books.spent[seat], income, salvage, books.received[seat], decision.rejected))
    for seat in gone:
        paint[seat] = 0
    lands = tuple(0 if seat in gone else board.lands[seat] for seat in SEATS)
    return replace(
        state,
        turn=state.turn + 1,
        board=replace(board, lands=lands),
        paint=tuple(paint),
        scores=tuple(scores),
        lives=lives,
        razes=tuple(razes),
        reports=tuple(reports),
    )


def upkeep_events(
    phase: str, before: State, after: State, struck: tuple[tuple[int, ...], ...], board: Board
) -> list[Event]:
    events: list[Event] = []
    for seat in before.living:
        power, report = ALIASES[seat], after.reports[seat]
        events.append(
            Earned(phase=phase, power=power, income=report.income, salvage=report.salvage, score=after.scores[seat])
        )
        events.append(
            Settled(
                phase=phase,
                audience=(power,),
                power=power,
                spent=report.spent,
                income=report.income,
                salvage=report.salvage,
                received=report.received,
                paint=after.paint[seat],
            )
        )
    for seat in before.living:
        power, by = ALIASES[seat], tuple(ALIASES[other] for other in struck[seat])
        if by:
            events.append(Struck(phase=phase, power=power, by=by, life=after.lives[seat]))
        elif before.lives[seat] is Life.STAGGERED:
            events.append(Recovered(phase=phase, power=power))
        if after.lives[seat] is Life.ELIMINATED:
            freed = tuple(KEYS[tile] for tile in each(board.lands[seat]))
            events.append(Eliminated(phase=phase, power=power, by=by, freed=freed, score=after.scores[seat]))
    return [*events, TurnEnded(phase=phase, turn=before.turn, pool=after.board.pool)]
