"""Comparisons as people read them: the verdict first, then how sure it is, then everything else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console

from harness.comparison import Comparison, Effect, Side
from harness.display.figures import count
from harness.display.screen import safe, say
from harness.display.tables import Column, fitted
from harness.prompt_changes import Change

STYLES = {"better": "bold green", "worse": "bold red", "open": "bold yellow"}


def show_comparison(found: Comparison, changes: Sequence[Change], folder: Path, out: Console) -> None:
    """Print a comparison, what differs in the prompts of its arms, and which episodes to read."""
    say(out, _verdict(found), STYLES.get(found.verdict.word, "bold"))
    for line in _evidence(found):
        say(out, line)
    if found.others:
        say(out, f"\nExploratory, adjusted for {len(found.others)} measures: no verdicts", "bold")
        out.print(fitted(_columns(found), found.others, out.width))
    if found.telling:
        say(out, "\nPairs furthest apart, to be read with cogleague replay", "bold")
        for pair in found.telling:
            say(out, f"  {pair.power} {pair.difference:+.3f}  {folder / pair.a}  {folder / pair.b}")
    if changes:
        say(out, f"\nPrompts: - {found.a.name}  + {found.b.name}", "bold")
    for change in changes:
        say(out, change.place)
        for line in change.lines:
            out.print(safe(f"  {line}", {"-": "red", "+": "green"}.get(line[:1], "")), soft_wrap=True)


def _verdict(found: Comparison) -> str:
    a, b, target = found.a.name, found.b.name, found.terms.target
    match found.verdict.word:
        case "better" | "worse" as word:
            return f"{a} is {word} than {b} in {target}"
        case "above" | "below" as word:
            return f"{a} is {word} {b} in {target}"
        case "tied":
            return f"{a} and {b} are tied in {target} within {found.terms.margin:g}"
        case _:
            return f"{a} or {b}: not decided; {_needed(found)}"


def _needed(found: Comparison) -> str:
    more = found.verdict.more
    if more is None:
        return "no number of episodes can be told that would decide it; state a margin to be able to call it tied"
    blocks = f"{count(more)} more block{'s' * (more != 1)}"
    if found.block:
        blocks += f" ({count(more * found.block)} episodes)"
    if found.terms.looks == "end" and found.planned and found.target.blocks < found.planned:
        return f"the verdict is read at the end of the plan, in {blocks}"
    return f"about {blocks} at the difference seen so far"


def _evidence(found: Comparison) -> Iterator[str]:
    target = found.target
    yield (
        f"{target.difference:+.3f} in {target.measure} ({found.a.name} {target.a:.3f}, {found.b.name} {target.b:.3f})"
        f" over {target.pairs} pair{'s' * (target.pairs != 1)} in {target.blocks} block{'s' * (target.blocks != 1)}"
        + (f" of {found.planned}" if found.planned and found.planned > target.blocks else "")
        + ("" if target.size is None else f"; effect size {target.size:+.2f}")
    )
    any_time, once = ("; it decides", "") if found.terms.looks == "any" else ("", "; it decides")
    yield f"  looked at any time  {_interval(target.any_low, target.any_high)}, p {target.any_p:.3g}{any_time}"
    yield f"  looked at once      {_interval(target.low, target.high)}, p {target.p:.3g}{once}"
    yield f"left out as tainted: {_tainted(found.a)}, {_tainted(found.b)}; played by one arm only: {found.unpaired}"


def _tainted(side: Side) -> str:
    share = f" ({side.tainted / side.plays:.1%})" if side.tainted else ""
    return f"{side.name} {side.tainted} of {side.plays}{share}"


def _interval(low: float | None, high: float | None) -> str:
    return "no interval yet" if low is None or high is None else f"95% {low:+,.3f} to {high:+,.3f}"


def _columns(found: Comparison) -> Sequence[Column[Effect]]:
    return (
        Column("measure", lambda effect: effect.measure.replace("_", " "), name=True),
        Column(f"{found.a.name}", lambda effect: f"{effect.a:,.3f}", rank=2),
        Column(f"{found.b.name}", lambda effect: f"{effect.b:,.3f}", rank=2),
        Column("difference", lambda effect: f"{effect.difference:+,.3f}"),
        Column("looked at once", lambda effect: _interval(effect.low, effect.high).removeprefix("95% "), rank=1),
        Column("adjusted p", lambda effect: f"{1.0 if effect.adjusted_p is None else effect.adjusted_p:.3g}"),
    )
