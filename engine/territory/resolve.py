"""One turn: talk, raze, strike bookkeeping, claim, transfer, charge, upkeep.

Razes go before claims, so one seat can raze and another claim the freed tile.
Everything a turn is judged by is read from the board at its start.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.game import Event, Refusal, Resolution
from engine.press import NotesKept, PressClosed, Refused
from engine.territory.decision import Decisions
from engine.territory.events import (
    Claimed,
    ClaimVoid,
    Ended,
    OrdersRejected,
    Razed,
    Smeared,
    Transferred,
)
from engine.territory.hexes import KEYS, Tiles
from engine.territory.orders import SALVAGE, Claim, Raze, Transfer
from engine.territory.state import ALIASES, NOBODY, SEATS, Board, Ending, Life, State, Wall
from engine.territory.strikes import next_life, strikers
from engine.territory.talk import said
from engine.territory.upkeep import Books, upkeep, upkeep_events


def phase_of(turn: int) -> str:
    """The phase of a turn: ``turn-07``."""
    return f"turn-{turn:02}"


def play_turn(state: State, decisions: Decisions, refused: Mapping[int, tuple[Refusal, ...]]) -> Resolution[State]:
    """The position and the events after one turn."""
    phase = phase_of(state.turn)
    razing = _raze(phase, state, decisions)
    struck = strikers(state.board.lands, razing.aimed)
    claiming = _claim(phase, razing.board, state.turn, decisions)
    lives = tuple(next_life(state.lives[seat], bool(struck[seat])) for seat in SEATS)
    received, transfers = _transfer(phase, lives, decisions)
    spent = tuple(sum(order.price for order in decisions[seat].orders) if seat in decisions else 0 for seat in SEATS)
    earning = tuple(claiming.board.income(land & ~claiming.wet) for land in claiming.board.lands)
    after = upkeep(state, claiming.board, lives, decisions, Books(spent, earning, razing.salvage, received))
    events = [
        *_talk(phase, decisions, refused),
        *razing.events,
        *claiming.events,
        *transfers,
        *upkeep_events(phase, state, after, struck, claiming.board),
    ]
    return end(Resolution(after, tuple(events)), phase, _ending(after))


def _talk(phase: str, decisions: Decisions, refused: Mapping[int, tuple[Refusal, ...]]) -> list[Event]:
    """Step talk: what was not taken, what was said, and the notes each seat keeps."""
    events: list[Event] = []
    for seat, decision in sorted(decisions.items()):
        own = (ALIASES[seat],)
        if refused.get(seat):
            events.append(Refused(phase=phase, audience=own, power=ALIASES[seat], refused=refused[seat]))
        if decision.rejected:
            events.append(OrdersRejected(phase=phase, audience=own, power=ALIASES[seat], complaint=decision.rejected))
        if decision.notes:
            events.append(NotesKept(phase=phase, audience=own, power=ALIASES[seat], text=decision.notes))
        events.extend(said(phase, seat, message) for message in decision.messages)
    return [*events, PressClosed(phase=phase)]


@dataclass(frozen=True, slots=True)
class _Razing:
    board: Board
    aimed: tuple[tuple[int, int], ...]
    salvage: tuple[int, ...]
    events: tuple[Event, ...]


def _raze(phase: str, state: State, decisions: Decisions) -> _Razing:
    """Step raze: by seat, then list order, one step down each; a raze on what has become rubble is paid for nothing."""
    board = state.board
    aimed: list[tuple[int, int]] = []
    salvage = [0] * len(ALIASES)
    events: list[Event] = []
    for seat in sorted(decisions):
        for order in decisions[seat].orders:
            if not isinstance(order, Raze):
                continue
            tile, before, owner = order.tile, board.wall(order.tile), board.owner(order.tile)
            paid = 0
            if before is Wall.WALL and state.board.lands[seat] >> tile & 1:
                paid = SALVAGE * board.worth(tile)
            aimed.append((seat, tile))
            board = _broken(board, tile)
            salvage[seat] += paid
            event = Razed(
                phase=phase,
                power=ALIASES[seat],
                tile=KEYS[tile],
                before=before,
                after=board.wall(tile),
                stripped=None if owner == NOBODY else ALIASES[owner],
                cost=order.price,
                salvage=paid,
            )
            events.append(event)
    return _Razing(board, tuple(aimed), tuple(salvage), tuple(events))


def _broken(board: Board, tile: int) -> Board:
    """The board after one raze of a tile: a step down, and nobody's."""
    bit = 1 << tile
    lands = tuple(land & ~bit for land in board.lands)
    if (board.cracked | board.rubble) & bit:
        return replace(board, cracked=board.cracked & ~bit, rubble=board.rubble | bit, lands=lands)
    return replace(board, cracked=board.cracked | bit, lands=lands)


@dataclass(frozen=True, slots=True)
class _Claiming:
    board: Board
    wet: Tiles
    events: tuple[Event, ...]


def _claim(phase: str, board: Board, turn: int, decisions: Decisions) -> _Claiming:
    """Step claim: one claimant takes a free tile, several smear it; on a tile still held, or now rubble, it is void."""
    wanted: dict[int, list[tuple[int, Claim]]] = {}
    for seat in sorted(decisions):
        for order in decisions[seat].orders:
            if isinstance(order, Claim):
                wanted.setdefault(order.tile, []).append((seat, order))
    lands, claimed, wet = list(board.lands), list(board.claimed), 0
    events: list[Event] = []
    for tile, claims in sorted(wanted.items()):
        key, owner = KEYS[tile], board.owner(tile)
        if owner != NOBODY or board.rubble >> tile & 1:
            holder = None if owner == NOBODY else ALIASES[owner]
            events.extend(
                ClaimVoid(phase=phase, power=ALIASES[seat], tile=key, owner=holder, cost=order.price)
                for seat, order in claims
            )
        elif len(claims) > 1:
            events.append(Smeared(phase=phase, powers=tuple(ALIASES[seat] for seat, _ in claims), tile=key))
        else:
            ((seat, order),) = claims
            lands[seat] |= 1 << tile
            claimed[tile] = turn
            wet |= 1 << tile
            pays = board.worth(tile)
            events.append(Claimed(phase=phase, power=ALIASES[seat], tile=key, cost=order.price, pays=pays))
    return _Claiming(replace(board, lands=tuple(lands), claimed=tuple(claimed)), wet, tuple(events))


def _transfer(phase: str, lives: tuple[Life, ...], decisions: Decisions) -> tuple[tuple[int, ...], tuple[Event, ...]]:
    """Step transfer: what each seat is given; to a seat struck out this turn it is lost."""
    received = [0] * len(ALIASES)
    events: list[Event] = []
    for seat in sorted(decisions):
        for order in decisions[seat].orders:
            if isinstance(order, Transfer):
                giver, taker = ALIASES[seat], ALIASES[order.to]
                lost = lives[order.to] is Life.ELIMINATED
                received[order.to] += 0 if lost else order.amount
                audience = (giver, taker)
                events.append(
                    Transferred(phase=phase, audience=audience, power=giver, to=taker, amount=order.amount, lost=lost)
                )
    return tuple(received), tuple(events)


def _ending(state: State) -> Ending | None:
    """Elimination is looked at before complete."""
    if len(state.living) <= 1:
        return Ending.ELIMINATION
    return Ending.COMPLETE if state.turn > state.options.turns else None


def end(resolution: Resolution[State], phase: str, ending: Ending | None) -> Resolution[State]:
    """The same, ended for this reason if there is one."""
    if ending is None:
        return resolution
    state = replace(resolution.state, ending=ending)
    event = Ended(
        phase=phase,
        ending=ending,
        ranking=tuple(ALIASES[seat] for seat in state.ranking),
        scores=tuple(state.scores[seat] for seat in state.ranking),
    )
    return Resolution(state, (*resolution.events, event))
