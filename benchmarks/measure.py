"""Measuring for the benchmarks: CPU of a piece of work, and figures in columns."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

GC_THRESHOLDS = (50_000, 20, 100)


@dataclass
class Span:
    """CPU and wall seconds of a piece of work, of this process alone."""

    cpu: float = 0.0
    wall: float = 0.0


@contextmanager
def measured() -> Iterator[Span]:
    """Measure what is done inside, after a collection of garbage."""
    gc.collect()
    span = Span()
    cpu, wall = time.process_time(), time.perf_counter()
    yield span
    span.cpu, span.wall = time.process_time() - cpu, time.perf_counter() - wall


def settle_garbage() -> None:
    """The collector as a run of the harness sets it: it passes over what there is, and comes seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def median_cpu(work: Callable[[], object], rounds: int) -> float:
    """The median CPU seconds of some rounds, after one that is not counted."""
    work()
    spans = []
    for _ in range(rounds):
        with measured() as span:
            work()
        spans.append(span.cpu)
    return statistics.median(spans)


def show(title: str, rows: Sequence[tuple[str, str]]) -> None:
    """Print figures under a title."""
    print(title)
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        print(f"  {name:<{width}}  {value}")
