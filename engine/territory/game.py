"""Territory on the contract: who is asked, how answers are read, how a turn is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.dice import Seed, commitment
from engine.game import Answer, Outcome, Policy, Power, Refusal, Request, Resolution, Submission, one_cast
from engine.territory.board import Variant, draw_yields, shape
from engine.territory.decision import Decision
from engine.territory.events import BoardMade
from engine.territory.forms import FORM
from engine.territory.hexes import KEYS, each
from engine.territory.orders import means
from engine.territory.policies import POLICIES
from engine.territory.position import read_position, render_position
from engine.territory.public import Public, public
from engine.territory.reading import Reason, Rejection, read_set, written
from engine.territory.resolve import end, phase_of, play_turn
from engine.territory.state import ALIASES, SEATS, Ending, Life, Options, State, opening
from engine.territory.talk import read_messages, read_notes
from engine.territory.view import View, slots

OPENING = "start"


class Territory:
    """Nine seats on a hex board that only gets poorer; every turn is one batch of talk and orders."""

    name = "territory"
    version = 1
    powers: tuple[Power, ...] = ALIASES
    options: type[Options] = Options
    policies: Mapping[str, Policy] = POLICIES
    cast = one_cast

    def start(self, seed: Seed, options: Options) -> Resolution[State]:
        """The board, as drawn and as its variant makes it. A scripted seed holds the 169 yields."""
        draws = draw_yields(seed)
        variant = Variant(options.variant)
        ground = shape(tuple(draw.value for draw in draws), variant)
        state = opening(options, ground)
        event = BoardMade(
            phase=OPENING,
            commitment=commitment(seed),
            variant=variant,
            turns=options.turns,
            contingent_claims=options.contingent_claims,
            draws=draws,
            yields=ground.yields,
            rubble=tuple(KEYS[tile] for tile in each(ground.rubble)),
            pool=state.pool_at_start,
        )
        return Resolution(state, (event,))

    def public(self, state: State) -> Public:
        """What everybody sees of the board."""
        return public(state)

    def requests(self, state: State) -> tuple[Request, ...]:
        """One request for every living seat, while the episode goes on."""
        if state.ending is not None:
            return ()
        shown, phase = self.public(state), phase_of(state.turn)
        return tuple(self._request(state, seat, shown, phase) for seat in state.living)

    def _request(self, state: State, seat: int, shown: Any, phase: str) -> Request:
        own = means(state, seat)
        view = View(
            power=ALIASES[seat],
            life=state.lives[seat],
            paint=state.paint[seat],
            score=state.scores[seat],
            report=state.reports[seat],
            means=own,
        )
        return Request(ALIASES[seat], "turn", phase, shown, view, slots(own), FORM)

    def read(self, request: Request, answer: Answer) -> Submission:
        """The order set, whole or not at all, and the talk. A rejected set is a complaint over a hold with the talk."""
        own = request.view.means
        messages, aside = read_messages(answer, own.seat, own.lives)
        notes = read_notes(answer)
        entries = answer.get("orders")
        if isinstance(entries, list | tuple):
            result = read_set(own, entries)
        else:
            result = Rejection("orders must be a list", Refusal(written(entries), Reason.PARSE.value))
        if isinstance(result, Rejection):
            held = Decision((), messages, notes, result.complaint)
            return Submission(request.power, held, (result.refusal, *aside), result.complaint)
        return Submission(request.power, Decision(result, messages, notes), aside)

    def silence(self, request: Request) -> Submission:
        """A hold, without a word."""
        return Submission(request.power, Decision())

    def resolve(self, state: State, submissions: Mapping[Power, Submission]) -> Resolution[State]:
        """Play one turn."""
        given = {seat: submissions[ALIASES[seat]] for seat in state.living}
        decisions = {seat: submission.value for seat, submission in given.items()}
        return play_turn(state, decisions, {seat: submission.refused for seat, submission in given.items()})

    def stop(self, state: State) -> Resolution[State]:
        """The deadline: scored as the board stands; nothing when the episode is over."""
        ending = None if state.ending else Ending.DEADLINE
        return end(Resolution(state), phase_of(state.turn), ending)

    def outcome(self, state: State) -> Outcome | None:
        """How it ended; the winner is the first of the ranking."""
        return Outcome(state.ending, ALIASES[state.ranking[0]]) if state.ending else None

    def scores(self, state: State) -> Mapping[Power, float]:
        """Income and salvage earned, whatever was spent."""
        return {ALIASES[seat]: float(state.scores[seat]) for seat in SEATS}

    def figures(self, state: State) -> Mapping[Power, Mapping[str, float]]:
        """Tiles and income of the last turn, paint, razes; the board's pool at the start and now; who is eliminated."""
        pool = state.board.pool
        return {
            ALIASES[seat]: {
                "tiles": state.board.lands[seat].bit_count(),
                "income": state.reports[seat].income,
                "paint": state.paint[seat],
                "razes": state.razes[seat],
                "eliminated": int(state.lives[seat] is Life.ELIMINATED),
                "pool_start": state.pool_at_start,
                "pool_end": pool,
            }
            for seat in SEATS
        }

    def read_position(self, text: str, options: Options) -> State:
        """A position from text; the form is told in position.py."""
        return read_position(text, options)

    def render_position(self, state: State) -> str:
        """A position as text."""
        return render_position(state)


TERRITORY = Territory()
"""The game, as the registry knows it."""
