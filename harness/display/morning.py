"""The report of the morning after, in a few lines that fit anywhere."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console

from harness.display.figures import count, dollars, duration, listed
from harness.display.screen import say
from harness.report import Cause, Report, SeatReport


def show_report(report: Report, out: Console) -> None:
    """Print a report."""
    for line in lines(report):
        say(out, line)


def lines(report: Report) -> Iterator[str]:
    """The report, line by line; what there is none of is left out."""
    whole, blocks = report.blocks
    yield f"{whole} of {blocks} blocks are whole"
    for seat in filter(_costs, report.seats):
        yield f"  {_went(seat)}"
        if trouble := _trouble(seat):
            yield f"    {trouble}"
        for kind, example in sorted(seat.examples.items()):
            yield f"    {kind}, the first: {example}"
    for lane, waits in report.narrowed.items():
        told = ", ".join(f"{duration(seconds)} for {what}" for what, seconds in sorted(waits.items()))
        yield f"  lane {lane}: calls waited {told}"
    if report.held_seconds:
        yield f"  the event loop ran late: calls were held back for {duration(report.held_seconds)}"
    if report.crashes:
        yield f"  {report.crashes} times a fault of code broke an episode off: see the last lines of its journal"
    if report.unreadable:
        yield f"  these journals cannot be read: {listed(report.unreadable)}"
    if report.finished == report.total:
        return
    yield "Not played:"
    for cause in report.causes:
        yield f"  {_told(cause)}"
    if report.waiting:
        yield f"  {report.waiting} {_episodes(report.waiting)} not begun"
    if report.unproved:
        results = "result" if report.unproved == 1 else "results"
        yield f"  the standings still count the {results} of {report.unproved} of them"
    yield _next(report)


def _costs(seat: SeatReport) -> bool:
    """Whether there is anything to tell of a seat: a script has no tokens and no troubles."""
    return bool(seat.tokens or seat.by_model or seat.failures or seat.lost)


def _went(seat: SeatReport) -> str:
    facts = [f"{seat.seat}: {count(seat.calls)} calls"]
    if seat.by_model is not None:
        facts.append(f"made {seat.by_model:.1%} of its decisions itself")
    if seat.seconds:
        facts.append(f"{seat.seconds['p50']:.1f} s, 99 of 100 within {seat.seconds['p99']:.1f} s")
    facts += [f"{count(seat.tokens)} tokens", dollars(seat.usd)]
    if seat.unpriced:
        facts.append(f"{count(seat.unpriced)} replies without a known price")
    return " · ".join(facts)


def _trouble(seat: SeatReport) -> str:
    """What went wrong with a seat, or ""."""
    facts = [f"{kind} {count(number)}" for kind, number in sorted(seat.failures.items())]
    if seat.attempts > seat.calls:
        facts.append(f"{count(seat.attempts - seat.calls)} attempts more than calls")
    if seat.late:
        facts.append(f"{count(seat.late)} replies paid for and not played")
    if seat.lost:
        facts.append(f"{count(seat.lost)} calls lost in flight or cut off, their cost is unknown")
    return ", ".join(facts)


def _told(cause: Cause) -> str:
    number = len(cause.fixtures)
    return f"{number} {_episodes(number)}: {cause.cause} ({listed(cause.fixtures)})"


def _next(report: Report) -> str:
    """What brings the league on: the same command alone plays nothing that is stuck."""
    if report.total - report.finished <= report.stuck:
        return "Do what is said there, then run the same command again."
    others = " with the others" if report.stuck else ""
    return f"Run the same command again to go on{others}."


def _episodes(number: int) -> str:
    return "episode" if number == 1 else "episodes"
