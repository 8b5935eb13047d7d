"""Prompts: what a seat is told, every word of it from templates.

A request kind has a template with two blocks. `shared` sees the request's
`public` alone and is rendered once a batch; `private` sees everything that this
power may. Before both goes `system.j2`, which is the same in every call of a
league. Sent in this order they make the longest prefix a provider can cache.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from engine.game import Event, Request
from engine.memory import Memory
from engine.press import Broadcast, Letter
from harness.seats.seat import Prompt
from harness.templates import SUFFIX, Library

T = TypeVar("T")

REMEMBERED = 1_024
"""Rendered parts kept: of every episode in flight the board, and the events of the last phases."""

TALK = (Broadcast.kind, Letter.kind)
TALK_PHASES = 2
"""So many phases back a prompt repeats words in full; what matters longer is for a seat's notes."""


class PromptBook:
    """The prompts of one variant of a game; makes no difference between episodes and keeps no state of them."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._fronts: _Recent[tuple[str, str]] = _Recent(REMEMBERED)
        self._told: _Recent[str] = _Recent(REMEMBERED)

    @property
    def digests(self) -> Mapping[str, str]:
        """SHA-256 of every template used, by its name from the root (``cogiavelli/base/orders.j2``)."""
        return self._library.digests

    @property
    def files(self) -> Mapping[str, str]:
        """The text of every template used, by the same names; as files below a folder they make a root."""
        return {name: source.text for name, source in self._library.sources.items()}

    def render(self, request: Request, memory: Memory, *, list_orders: bool = True) -> Prompt:
        """The prompt of one request; `list_orders` False leaves the lists of legal choices out.

        Raises `PromptError` for a missing template or an undefined variable.
        """
        page = self._library.page(request.kind + SUFFIX)
        public = request.public

        def front() -> tuple[str, str]:
            system = self._library.page("system" + SUFFIX).text({"public": public})
            return system.strip(), page.block("shared", {"public": public}).strip() + "\n\n"

        system, shared = self._fronts.get((public,), front, request.kind)
        private = page.block(
            "private",
            {
                "public": public,
                "view": request.view,
                "power": request.power,
                "kind": request.kind,
                "phase": request.phase,
                "slots": request.slots,
                "memory": memory,
                "list_orders": list_orders,
                "tell": self.tell,
                "past": partial(self._past, memory),
            },
        )
        return Prompt(system, shared, private.strip() + "\n")

    def complaint(self, request: Request, reason: str, cause: str = "") -> str:
        """What a seat is told when it is asked again: why, and what to do about it.

        `cause` is the kind of failure (``truncated``, ``unparsable`` ...), empty
        when the game itself complained.
        """
        variables = {"kind": request.kind, "needs": tuple(request.form.needs), "reason": reason, "cause": cause}
        return self._library.page("again" + SUFFIX).text(variables).strip()

    def tell(self, events: Iterable[Event]) -> str:
        """Events of one phase as a chronicle in plain text, empty when there is nothing to tell."""
        events = tuple(events)
        return self._told.get(events, lambda: self._text("chronicle", {"events": events}))

    def board(self, public: Any) -> str:
        """The board common to all, as plain text."""
        return self._text("board", {"public": public})

    def _past(self, memory: Memory, phases: int, *untold: str) -> list[tuple[str, str]]:
        """The last phases a power remembers, each with its chronicle: what all saw, then what it alone did.

        Left out are events of the kinds `untold`, what is in the inbox, and words
        older than `TALK_PHASES`. What all saw is rendered once for all.
        """
        inbox, shown = set(map(id, memory.inbox)), memory.history[-phases:]
        told = []
        for age, (phase, events) in zip(range(len(shown), 0, -1), shown, strict=True):
            kinds = untold if age <= TALK_PHASES else (*untold, *TALK)
            events = tuple(event for event in events if event.kind not in kinds and id(event) not in inbox)
            seen = self.tell(event for event in events if event.audience is None)
            own = self.tell(event for event in events if event.audience is not None)
            if seen or own:
                told.append((phase, f"{seen}\n{own}".strip()))
        return told

    def _text(self, name: str, variables: Mapping[str, Any]) -> str:
        return self._library.page(name + SUFFIX).text(variables).strip()


def load_prompts(game: str, variant: str, roots: Sequence[Path]) -> PromptBook:
    """The prompts of a variant, looked for in these folders, the first one first.

    Every template is read and compiled here. Raises `PromptError` (a
    `UserError`) naming what is missing or wrong and where.
    """
    return PromptBook(Library.open(game, variant, roots))


class _Recent(Generic[T]):
    """What was made from objects, found again by their identity; the one used longest ago goes when it is full."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[tuple[object, ...], tuple[tuple[object, ...], T]] = OrderedDict()

    def get(self, origins: tuple[object, ...], make: Callable[[], T], name: str = "") -> T:
        """The value made from these very objects, which are kept alive with it."""
        key = (name, *map(id, origins))
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key][1]
        value = make()
        self._kept[key] = origins, value
        if len(self._kept) > self._size:
            self._kept.popitem(last=False)
        return value
