"""What a run plays next: unfinished fixtures in order, and those that are set aside until they may go on.

Blocks that were begun come first, so that whatever ends the run leaves few
blocks in pieces. A fixture that met an outage waits for its lane; while a lane
has not recovered, one fixture at a time tries it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from harness.admission import PACED, Pace
from harness.budget import Budget
from harness.curfew import Curfew
from harness.lanes import Lane
from harness.schedule import Fixture

FIRST_WAIT, LONGEST_WAIT = 15.0, 900.0
"""Seconds before a fixture that was suspended is tried again, doubled every time."""

LASTING = frozenset({"auth", "quota"})
"""Outages that end when somebody mends them, not by themselves."""

HOPELESS = frozenset({"model_not_found", "bad_request"})
"""Outages of one seat that the same run would only meet again."""


@dataclass(frozen=True, slots=True)
class Aside:
    """Why a fixture is set aside, and when it may be tried again; never in this run where `again_at` is infinite.

    `kind` is that of an outage, `lane` and `seat` are those it came from; "" for other causes.
    """

    cause: str
    kind: str = ""
    lane: str = ""
    seat: str = ""
    again_at: float = math.inf


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a run keeps to. With nothing else to do it waits for a lane for `patience` seconds."""

    at_once: int
    budget: Budget
    curfew: Curfew
    patience: float
    is_cut_short: bool = False
    """Whether money or time may end it early: earlier blocks then go before later ones wherever calls wait."""
    pace: Pace = PACED


class Agenda:
    """The fixtures of a run that are not finished. It decides and never waits."""

    def __init__(
        self,
        due: Sequence[Fixture],
        begun: Collection[int],
        suspects: Collection[str],
        lanes_of: Callable[[Fixture], Collection[str]],
        lanes: Mapping[str, Lane],
        bounds: Bounds,
    ) -> None:
        """`begun` are blocks, `suspects` the names of fixtures that may have ended the process before."""
        self._waiting = sorted(due, key=lambda fixture: (fixture.name in suspects, fixture.block not in begun))
        self._open, self._suspects = set(begun), set(suspects)
        self._sizes = Counter(fixture.block for fixture in due)
        self._lanes_of, self._lanes, self._bounds = lanes_of, lanes, bounds
        self._playing: dict[str, Fixture] = {}
        self._unproven: set[str] = set()
        self._aside: dict[str, Aside] = {}
        self._tries: Counter[str] = Counter()
        self._shut: dict[str, str] = {}
        self._idle_since: float | None = None
        self._troubles: dict[str, str] = {}
        self._opens_in: dict[str, float] = {}
        self._refusal = ""

    def next(self, now: float) -> Fixture | None:
        """Take the fixture to start now, if there is one."""
        if len(self._playing) >= self._bounds.at_once or not self._waiting:
            return None
        self._look()
        fixture = next((fixture for fixture in self._waiting if self._may_start(fixture, now)), None)
        if fixture:
            self._waiting.remove(fixture)
            self._playing[fixture.name] = fixture
            self._open.add(fixture.block)
            self._bounds.budget.begin(fixture.block)
            self._unproven.add(fixture.name)
            self._aside.pop(fixture.name, None)
            self._idle_since = None
        return fixture

    def proved(self, name: str) -> None:
        """A fixture in play got further than it ever had: its lanes answer, and it is no suspect."""
        if name in self._unproven:
            self._unproven.discard(name)
            self._suspects.discard(name)
            self._tries.pop(name, None)

    def ended(self, name: str) -> None:
        """A fixture in play is over."""
        self._leave(name)

    def suspended(self, name: str, aside: Aside, now: float) -> None:
        """A fixture in play met an outage; it may be taken up again later in this run."""
        fixture = self._leave(name)
        if aside.kind in HOPELESS:
            self._shut[aside.seat or aside.lane] = aside.cause
        elif aside.kind in LASTING and aside.lane not in self._lanes:
            self._shut[aside.lane] = aside.cause
        else:
            self._tries[name] += 1
            pause = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(self._tries[name] - 1, 16))
            aside = replace(aside, again_at=now + pause)
            self._waiting.insert(0, fixture)
        self._aside[name] = aside

    def set_aside(self, name: str, cause: str) -> None:
        """A fixture in play goes on in a later run, or never by itself."""
        self._leave(name)
        self._aside[name] = Aside(cause)

    def pause(self, now: float) -> float | None:
        """Seconds until something may be startable when nothing is in play; None when nothing will be in this run."""
        self._look()
        first = min((self._startable_at(fixture, now) for fixture in self._waiting), default=math.inf)
        if math.isinf(first):
            return None
        if self._idle_since is None:
            self._idle_since = now
        curfew = self._bounds.curfew.at
        limit = self._idle_since + self._bounds.patience if math.isinf(curfew) else curfew
        return max(0.0, first - now) if first < limit else None

    def stopped(self) -> dict[str, str]:
        """Fixtures that are set aside, or not started for what others met, with the cause."""
        causes = {fixture.name: cause for fixture in self._waiting if (cause := self._blocked(fixture))}
        return causes | {name: aside.cause for name, aside in self._aside.items()}

    def _look(self) -> None:
        """Take in how lanes and money are now. A lane for which a policy plays instead is not waited for."""
        played_for = {
            name for name, lane in self._lanes.items() if lane.on_limit == "fallback" and lane.cause != "auth"
        }
        lanes = {name: lane for name, lane in self._lanes.items() if name not in played_for}
        self._troubles = {name: lane.cause for name, lane in lanes.items() if lane.cause}
        self._opens_in = {name: wait for name, lane in lanes.items() if (wait := lane.shut_for()) > 0}
        closed = next((fixture.block for fixture in self._waiting if fixture.block not in self._open), None)
        self._refusal = "" if closed is None else self._bounds.budget.refusal(closed)

    def _leave(self, name: str) -> Fixture:
        self._unproven.discard(name)
        return self._playing.pop(name)

    def _may_start(self, fixture: Fixture, now: float) -> bool:
        if self._startable_at(fixture, now) > now:
            return False
        if fixture.name in self._suspects and self._unproven & self._suspects:
            return False
        return not any(self._is_tried(name) for name in self._lanes_of(fixture) if name in self._troubles)

    def _startable_at(self, fixture: Fixture, now: float) -> float:
        """When a fixture could start as things are: infinitely late when it cannot in this run."""
        curfew = self._bounds.curfew
        in_a_row = 1 if fixture.block in self._open else -(-self._sizes[fixture.block] // self._bounds.at_once)
        if self._blocked(fixture) or not curfew.fits_episodes(now, in_a_row):
            return math.inf
        lanes = self._lanes_of(fixture)
        lasting = any(self._troubles.get(name) in LASTING for name in lanes)
        if lasting and not self._playing and math.isinf(curfew.at):
            return math.inf
        aside = self._aside.get(fixture.name)
        return max([aside.again_at if aside else now, *(now + self._opens_in.get(name, 0.0) for name in lanes)])

    def _blocked(self, fixture: Fixture) -> str:
        """Why a fixture need not be tried in this run: an outage that stays, or no money for its block."""
        names = (*fixture.seating, *self._lanes_of(fixture))
        if cause := next((self._shut[name] for name in names if name in self._shut), ""):
            return cause
        return "" if fixture.block in self._open else self._refusal

    def _is_tried(self, lane: str) -> bool:
        """Whether a fixture in play is about to find out how a lane is."""
        return any(lane in self._lanes_of(self._playing[name]) for name in self._unproven)
