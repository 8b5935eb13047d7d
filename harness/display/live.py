"""The console of a run: a live picture in a terminal, one line a milestone elsewhere.

When little is left in flight, the longest of the calls is named: what a run waits for is never a guess.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from types import TracebackType

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.live import Live
from rich.text import Text

from harness.display.figures import count, dollars, duration, mean, packed
from harness.display.screen import OutputError, complain, console, safe, say
from harness.lanes import LaneStatus
from harness.lanes.status import SLOTS
from harness.plan import SAMPLE_SPREAD, Range
from harness.snapshot import Awaited, Snapshot

HEARTBEAT = 120.0
"""Seconds after which a run without news says where it is, when there is no live picture."""


LONG = 20.0
"""Seconds after which a decision that is waited for is worth a line."""


class RunScreen:
    """The observer of a run, as a context: call it with every snapshot.

    Not `live` leaves the terminal to the person who plays at it. Where there is
    no terminal, lines begin with the time of day by `wall`, if it is given.
    """

    def __init__(
        self,
        title: str,
        out: Console | None = None,
        *,
        live: bool = True,
        now: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] | None = None,
    ) -> None:
        self._title = title
        self._wall = wall
        self._out = out or console()
        self._now = now
        self._began = self._spoke = now()
        self._latest: Snapshot | None = None
        self._at_first = self._usd_at_first = 0.0
        self._pictures = live and self._out.is_terminal
        self._live = Live(
            self, console=self._out, refresh_per_second=4, transient=True, redirect_stdout=False, redirect_stderr=False
        )

    def __enter__(self) -> RunScreen:
        if self._pictures:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pictures:
            self._live.stop()

    def __call__(self, snapshot: Snapshot) -> None:
        """Take the newest snapshot; milestones are printed and stay."""
        if self._latest is None:
            self._at_first, self._usd_at_first = snapshot.finished, snapshot.usd
        self._latest = snapshot
        if snapshot.news:
            self._tell(snapshot, snapshot.news)
        elif not self._out.is_terminal and self._now() - self._spoke >= HEARTBEAT:
            facts = [f"{len(snapshot.running)} running, {snapshot.in_flight} calls in flight"]
            facts += filter(None, map(_held_up, snapshot.lanes))
            if snapshot.held_back:
                facts.append(f"{snapshot.held_back} calls held back (loop lag)")
            facts += [f"waiting for {waited(longest)}" for longest in snapshot.awaited[:1] if longest.seconds >= LONG]
            if snapshot.calls:
                facts.append(f"{count(snapshot.tokens)} tokens, {_cost(snapshot)}")
            if snapshot.time_left is not None:
                facts.append(f"{duration(snapshot.time_left)} to the end")
            self._tell(snapshot, "; ".join(facts))

    def _tell(self, snapshot: Snapshot, news: str) -> None:
        self._spoke = self._now()
        stamp = ""
        if self._wall and not self._out.is_terminal:
            stamp = f"{datetime.fromtimestamp(self._wall()):%H:%M:%S} "
        try:
            say(self._out, f"{stamp}[{snapshot.finished}/{snapshot.total}] {news}")
        except OutputError as lost:
            complain(f"{lost}; the run goes on, unwatched")

    def __rich_console__(self, out: Console, options: ConsoleOptions) -> RenderResult:
        if self._latest is not None:
            seconds = self._now() - self._began
            left = _left(self._latest, self._at_first, seconds)
            usd = _forecast(self._latest, self._usd_at_first, seconds, left)
            yield picture(self._latest, self._title, seconds, left, options.max_width, options.size.height, usd)


def picture(
    snapshot: Snapshot,
    title: str,
    seconds: float,
    left: float | None,
    width: int,
    height: int,
    usd: Range | None = None,
) -> Group:
    """The state of a run in at most `width` columns and `height` - 1 lines.

    `seconds` are gone and `left`; `usd` is what the league will have cost in all, little and much.
    """
    above = [
        *packed("", _progress(snapshot, title, seconds, left), width),
        _bar(snapshot.finished, snapshot.total, width),
        *packed("", _traffic(snapshot), width),
    ]
    below = [
        *packed("lanes", map(_lane, snapshot.lanes), width),
        *packed("cache", _cached(snapshot.lanes), width),
        *packed("retried", _retried(snapshot.lanes), width),
        *packed("failures", _failures(snapshot), width),
        *packed("suspended", (safe(f"{name} {cause}", "red") for name, cause in snapshot.suspended), width),
    ]
    room = max(1, height - 1 - len(above) - len(below))
    running = packed("running", _running(snapshot), width, columns=True)
    for extra in (
        packed("waiting for", (safe(waited(one)) for one in snapshot.awaited if one.seconds >= LONG), width),
        packed("forecast", [f"{dollars(usd[0])} to {dollars(usd[1])} in all"] if usd and usd[1] else [], width),
        packed("so far", _standings(snapshot), width),
    ):
        if len(extra) < room:
            below = [*extra, *below]
            room -= len(extra)
    if len(running) > room:
        shown = running[: max(0, room - 1)]
        running = [*shown, Text(f"{len(snapshot.running)} episodes are running", style="dim", no_wrap=True)]
    return Group(*above, *running, *below)


def closing(snapshot: Snapshot, seconds: float) -> str:
    """One line on what a run did."""
    facts = [f"{snapshot.finished} of {snapshot.total} episodes are played, {duration(seconds)}"]
    if snapshot.calls:
        facts.append(f"{count(snapshot.calls)} calls")
        facts.append(f"{count(snapshot.tokens)} tokens")
        facts.append(_cost(snapshot))
    facts += [f"{kind} {number}" for kind, number in sorted(snapshot.failures.items()) if number]
    return " · ".join(facts)


def _left(snapshot: Snapshot, at_first: float, seconds: float) -> float | None:
    """Seconds to the end at the pace so far, None before the first episode is over."""
    done = snapshot.finished - at_first
    return seconds / done * (snapshot.total - snapshot.finished) if done else None


def _progress(snapshot: Snapshot, title: str, seconds: float, left: float | None) -> list[Text]:
    facts = [
        safe(title, "bold"),
        Text(f"{snapshot.finished}/{snapshot.total} episodes"),
        Text(f"{100 * snapshot.finished // max(1, snapshot.total)}%"),
        Text(duration(seconds), style="dim"),
    ]
    if left is not None:
        facts.append(Text(f"about {duration(left)} left", style="dim"))
    if snapshot.time_left is not None:
        facts.append(Text(f"ends in {duration(snapshot.time_left)}", style="dim"))
    return facts


def _bar(done: int, total: int, width: int) -> Text:
    """How far the run is; heavy and light, so that it needs no colour."""
    full = width * done // max(1, total)
    return Text.assemble(("━" * full, "green"), ("─" * (width - full), "dim"), no_wrap=True)


def _traffic(snapshot: Snapshot) -> list[str]:
    facts = [f"in flight {snapshot.in_flight}", f"loop lag {snapshot.lag_p99 * 1000:.0f} ms"]
    if snapshot.held_back:
        facts.insert(1, f"held back {snapshot.held_back} (loop lag)")
    if snapshot.calls:
        facts += [
            f"calls {count(snapshot.calls)}",
            f"tokens {count(snapshot.tokens)}",
            f"cost {_cost(snapshot)}",
        ]
    return facts


def _forecast(snapshot: Snapshot, at_first: float, seconds: float, left: float | None) -> Range | None:
    """Dollars that the league will have cost, about at the pace of this run; None before there is one."""
    if left is None or not seconds:
        return None
    rest = (snapshot.usd - at_first) * left / seconds
    return snapshot.usd + rest * (1 - SAMPLE_SPREAD), snapshot.usd + rest * (1 + SAMPLE_SPREAD)


def _cost(snapshot: Snapshot) -> str:
    unpriced = f" and {count(snapshot.unpriced)} replies without a known price" if snapshot.unpriced else ""
    return f"{dollars(snapshot.usd)}{unpriced}"


def _lane(lane: LaneStatus) -> str:
    least = f" of {lane.concurrency} after 429s" if _is_narrow(lane) else ""
    what = f" for {lane.waits_for}" if lane.waits_for else ""
    waiting = f", {lane.waiting} waiting{what}" if lane.waiting else ""
    held = "".join(f", {fact}" for fact in (_paused(lane), _outage(lane)) if fact)
    return f"{lane.name} {lane.in_flight}/{lane.limit or lane.concurrency}{least}{waiting}{held}"


def _is_narrow(lane: LaneStatus) -> bool:
    return 0 < lane.limit < lane.concurrency


def _paused(lane: LaneStatus) -> str:
    return f"paused {duration(lane.paused)}" if round(lane.paused, 1) else ""


def _outage(lane: LaneStatus) -> str:
    if not lane.shut:
        return ""
    when = "is being tried" if lane.probing else f"tried again in {duration(lane.opens_in)}"
    return f"out ({lane.shut}), {when}"


def _held_up(lane: LaneStatus) -> str:
    """What keeps a lane from making all the calls it could, or ""."""
    facts = [fact] if (fact := _outage(lane) or _paused(lane)) else []
    if _is_narrow(lane):
        facts.append(f"narrowed to {lane.limit} of {lane.concurrency} by 429s")
    if lane.waits_for not in ("", SLOTS):
        facts.append(f"{lane.waiting} waiting for {lane.waits_for}")
    return f"lane {lane.name} {', '.join(facts)}" if facts else ""


def _cached(lanes: Sequence[LaneStatus]) -> Iterator[Text]:
    """The share of prompt tokens that providers had in their caches, red where it is too small."""
    for lane in lanes:
        for model, share in sorted(lane.cached.items()):
            cold = model in lane.cold
            yield safe(f"{model} {share:.0%}{' (too little)' if cold else ''}", "red" if cold else "")


def _standings(snapshot: Snapshot) -> Iterator[str]:
    for place, row in enumerate(snapshot.standings, 1):
        yield f"{place}. {row.seat} {mean(row.mean)} ({row.plays})"


def waited(one: Awaited) -> str:
    """Whose decision is waited for, how long, and which attempt of which model it is."""
    call = f" ({one.model}, attempt {one.attempt})" if one.model else ""
    return f"{one.seat}{call} {duration(one.seconds)} in {one.fixture} {one.power}"


def _retried(lanes: Sequence[LaneStatus]) -> Iterator[Text]:
    """Attempts that failed and are made again: without them a held-up run would look like a standstill."""
    for lane in lanes:
        for kind, number in sorted(lane.troubles.items()):
            yield safe(f"{lane.name} {kind} {number}", "yellow")


def _failures(snapshot: Snapshot) -> list[Text]:
    return [safe(f"{kind} {number}", "yellow") for kind, number in sorted(snapshot.failures.items()) if number]


def _running(snapshot: Snapshot) -> list[str]:
    return [f"{game.fixture} {game.phase or 'starting'} {game.answered}/{game.asked}" for game in snapshot.running]
