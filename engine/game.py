"""The contract every game keeps: what is asked, what is answered, what happens.

A game is a pure state machine. States, requests, submissions and events are
values; nothing here knows models, clocks, files or seats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

from engine.dice import Dice, Seed
from engine.event import Event as Event
from engine.event import Power as Power
from engine.event import Reason as Reason
from engine.event import Refusal as Refusal
from engine.memory import Memory

Answer = Mapping[str, Any]
"""One JSON object, as a seat replied: keys a form knows and any others."""

S = TypeVar("S")
G = TypeVar("G")


@dataclass(frozen=True, slots=True)
class Slot:
    """One choice a request offers: from `least` to `most` of `options`.

    (1, 1) is a unit's order, (0, 8) claims, (n, n) disbands. The chosen texts
    stand in the answer under `key`: as ``{name: text}`` when every slot of that
    key is (1, 1), else as a list. `options` may be lazy: length and indexing are
    cheap, text is made when it is looked at. Where the form asks for objects
    rather than texts, `item` is the JSON schema of the options as such.
    """

    key: str
    name: str
    least: int
    most: int
    options: Sequence[str]
    item: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """What an answer must look like.

    `needs` maps each key of which at least one must be there to the JSON types
    (``array``, ``object``, ``string``) it may have. `schema` is a JSON schema of
    the whole answer, constant for a request kind over the whole league. `only_with`
    names the keys of an item that mean something only beside one value of another
    key, so that a person is asked for them only then: ``{"province": ("kind", "keepout")}``.
    """

    needs: Mapping[str, tuple[str, ...]]
    schema: Mapping[str, Any]
    only_with: Mapping[str, tuple[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Request:
    """What one power is asked in one batch.

    All requests of a batch have one kind, one phase and one `public` object,
    which holds nothing of any single power; `view` is this power's own.
    """

    power: Power
    kind: str
    phase: str
    public: Any
    view: Any
    slots: tuple[Slot, ...]
    form: Form


@dataclass(frozen=True, slots=True)
class Submission:
    """An answer as read by the game: complete and playable.

    `complaint` says why a rejected reply may be asked again; what is played if
    nothing better comes is already in `value`.
    """

    power: Power
    value: Any
    refused: tuple[Refusal, ...] = ()
    complaint: str = ""


@dataclass(frozen=True, slots=True)
class Resolution(Generic[S]):
    """What a step of the game led to: the new state and what happened on the way."""

    state: S
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an episode ended, apart from who won it."""

    ending: Enum
    winner: Power | None = None


Policy = Callable[[Request, Memory, Dice], Answer]
"""A scripted player: answers in the same JSON form as a model's."""


class Game(Protocol[S]):
    """A game as the harness plays it. Every method is pure.

    `version` rises whenever any result changes. `options` is a frozen dataclass
    with defaults which raises ValueError naming the field. `audiences` and
    `public` keep secrets: no method lets a power learn what it may not see.
    """

    name: str
    version: int
    powers: tuple[Power, ...]
    options: type[Any]
    policies: Mapping[str, Policy]

    def cast(self, options: Any) -> Game[S]:
        """The game as these options set it up: its `powers` are those who play (`one_cast`: always the same)."""

    def start(self, seed: Seed, options: Any) -> Resolution[S]:
        """The first state and what happens before anybody is asked."""

    def public(self, state: S) -> Any:
        """What everybody sees of a position, as templates read it: the `public` of its requests, at the end too."""

    def requests(self, state: S) -> tuple[Request, ...]:
        """The next batch, in power order; empty only when the game is over."""

    def read(self, request: Request, answer: Answer) -> Submission:
        """An answer as a submission; never raises on the seat's fault."""

    def silence(self, request: Request) -> Submission:
        """What a seat without any readable answer submits."""

    def resolve(self, state: S, submissions: Mapping[Power, Submission]) -> Resolution[S]:
        """Play one batch; `submissions` holds exactly the powers asked, in any order."""

    def stop(self, state: S) -> Resolution[S]:
        """The episode clock ran out: end here, on the board as it stands."""

    def outcome(self, state: S) -> Outcome | None:
        """How it ended, or None while it goes on."""

    def scores(self, state: S) -> Mapping[Power, float]:
        """Every power's score on the board as it stands; higher is better."""

    def figures(self, state: S) -> Mapping[Power, Mapping[str, float]]:
        """The game's own figures of every power (cities, stabs, razes), the same keys for all."""

    def read_position(self, text: str, options: Any) -> S:
        """Any position from text; raises `PositionError` naming line and token."""

    def render_position(self, state: S) -> str:
        """A position as text which `read_position` reads back to an equal board."""


def one_cast(game: G, options: Any) -> G:
    """The `cast` of a game whose powers are the same with all options: the game itself."""
    return game


def choose(slots: Sequence[Slot], choices: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The answer which takes these options: `choices` maps a slot's name to its chosen texts."""
    answer: dict[str, Any] = {}
    for key in dict.fromkeys(slot.key for slot in slots):
        own = [slot for slot in slots if slot.key == key]
        if all(slot.least == slot.most == 1 for slot in own):
            answer[key] = {slot.name: choices[slot.name][0] for slot in own if choices.get(slot.name)}
        else:
            answer[key] = [text for slot in own for text in choices.get(slot.name, ())]
    return answer
