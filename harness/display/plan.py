"""Plans and sample sizes as people read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isinf

from rich.console import Console

from harness.config import League
from harness.detection import Detection, Needed
from harness.display.figures import count
from harness.display.screen import say
from harness.display.tables import Column, fitted
from harness.forecast import OUTPUT_TOKENS
from harness.plan import Design, Plan
from harness.sample_size import MOST_BLOCKS
from harness.significance import LEAST_LOOK, LEAST_ONE_LOOK

MOST_PAIRS_NAMED = 3


def show_plan(league: League, plan: Plan, out: Console) -> None:
    """Print who plays what, who meets whom, and what it will take."""
    for line in _design(league, plan.design):
        say(out, line)
    out.print(fitted(_held(plan.design), list(plan.design.held), out.width))
    say(out, "")
    for line in _costs(league, plan):
        say(out, line)


def _design(league: League, design: Design) -> Iterator[str]:
    blocks = f"{design.blocks} block{'s' * (design.blocks != 1)} of {design.block}"
    kind = "pairs that differ in the arm alone" if league.compare else "seats rotated"
    yield f"{league.name}: {design.episodes} episodes of {league.game} in {blocks} on a seed each, {kind}"
    if league.compare:
        arms = league.compare
        tied = f", tied within {arms.margin:g}" if arms.margin else ""
        looks = "may be read at any time" if arms.looks == "any" else "is read at the end"
        yield f"compares {arms.a} with {arms.b} in {arms.target}{tied}; the verdict {looks}"
        least = LEAST_LOOK if arms.looks == "any" else LEAST_ONE_LOOK
        if design.blocks < least:
            yield f"no verdict: it takes at least {least} blocks ({least * design.block} episodes)"
    yield from _meetings(design)
    if design.missing:
        yield f"no intervals: {design.missing} more blocks ({design.missing * design.block} episodes) would give some"


def _meetings(design: Design) -> Iterator[str]:
    """How evenly seats meet, the pairs named that meet least and most often."""
    met = {pair: number for pair, number in design.met.items() if number}  # two arms never meet
    least, most = min(met.values()), max(met.values())
    if least == most:
        yield f"every two seats meet in {most} episodes"
        return
    for word, number in (("least", least), ("most", most)):
        pairs = [f"{a} and {b}" for (a, b), found in met.items() if found == number]
        left = len(pairs) - MOST_PAIRS_NAMED
        more = f" and {left} more pair{'s' * (left != 1)}" if left > 0 else ""
        yield f"meet {word} often, in {number} episodes: {', '.join(pairs[:MOST_PAIRS_NAMED])}{more}"


def _held(design: Design) -> Sequence[Column[str]]:
    powers = list(next(iter(design.held.values())))
    return (
        Column("episodes by power", lambda seat: seat, name=True),
        *(_power(power, design) for power in powers),
        Column("all", lambda seat: count(sum(design.held[seat].values()))),
    )


def _power(power: str, design: Design) -> Column[str]:
    return Column(power, lambda seat: count(design.held[seat][power]), rank=1)


def _costs(league: League, plan: Plan) -> Iterator[str]:
    if plan.played:
        rest = "; for the rest:" if plan.played < league.episodes else ""
        yield f"{plan.played} of {league.episodes} episodes are played{rest}"
    if plan.played == league.episodes:
        return
    asked = f"about {plan.calls:,} calls to models and people, at most twice that" if plan.calls else "scripts only"
    yield f"calls    {asked}; an episode has {plan.forecast.batches} batches (one played by a script)"
    if plan.prompts[1]:
        yield f"tokens   {_range(plan.prompts)} of prompts, {_range(plan.replies)} of replies (estimated)"
    if plan.usd and plan.usd[1]:
        yield f"dollars  ${plan.usd[0]:,.2f} to ${plan.usd[1]:,.2f}"
    if plan.unpriced:
        yield f"dollars  no price is known for {', '.join(plan.unpriced)}"
    if plan.calls:
        yield f"hours    {plan.hours[0]:,.1f} to {plan.hours[1]:,.1f}"
        few, many = OUTPUT_TOKENS
        yield (
            f"assumed: replies of {few} to {many:,} tokens, fast and slow servers; a few episodes played tell better"
            if plan.assumed
            else "measured on the calls made so far"
        )


def _range(tokens: tuple[float, float]) -> str:
    low, high = map(count, tokens)
    return f"{low} to {high}"


def show_detection(found: Detection, out: Console) -> None:
    """Print how many blocks show which difference."""
    arms = f"{found.a} and {found.b}" if found.a else "two seats (the middle one of all pairs)"
    say(out, f"{found.league}: a block's difference in {found.measure} between {arms} spreads by {found.deviation:.4g}")
    say(out, f"the {found.blocks} blocks played show {_seen(found)}")
    out.print(fitted(_needed(found), found.needed, out.width))


def _seen(found: Detection) -> str:
    if isinf(found.seen):
        return f"no difference yet: one look takes {LEAST_ONE_LOOK} blocks"
    return f"differences from {found.seen:.4g} on, at one look, 4 times in 5"


def _needed(found: Detection) -> Sequence[Column[Needed]]:
    def told(blocks: int) -> str:
        if blocks >= MOST_BLOCKS:
            return "more than a million"
        return f"{count(blocks)} ({count(blocks * found.block)} episodes)"

    return (
        Column("difference", lambda row: f"{row.difference:.4g}"),
        Column("of the mean", lambda row: f"{row.difference / found.mean:.0%}" if found.mean else "", rank=1),
        Column("blocks, one look at the end", lambda row: told(row.once)),
        Column("blocks, looks at any time", lambda row: told(row.any_time)),
    )
