"""How long many episodes take at once, against the least they could take, and what they need of memory.

    python -m benchmarks.makespan                    # 100 episodes, a server that takes 2 seconds
    python -m benchmarks.makespan --episodes 498 --years 1 --core 0     # far more than the loop can serve at once
    python -m benchmarks.makespan --episodes 498 --years 1 --core 0 --free   # calls a second with nothing held back

The bound of an episode is the sum over its batches of asks times the server's
latency: every batch waits once for the slowest of its six parallel calls. All
episodes run at once, so the bound of the league is that of its longest one.
"""

from __future__ import annotations

import argparse
import os
import resource

from benchmarks.league import play
from benchmarks.loopback import served
from benchmarks.measure import measured, show

BATCHES_A_YEAR = 6


def main() -> None:
    arguments = argparse.ArgumentParser(description="Makespan and memory of many episodes at once.")
    arguments.add_argument("--episodes", type=int, default=102)
    arguments.add_argument("--years", type=int, default=4)
    arguments.add_argument("--latency", type=float, default=2.0)
    arguments.add_argument("--core", type=int, help="play on this core alone, with the server on the others")
    arguments.add_argument("--free", action="store_true", help="no cap on the calls in flight, no deadlines")
    given = arguments.parse_args()
    bound = given.years * BATCHES_A_YEAR * given.latency
    with served(given.latency) as address:
        if given.core is not None:
            os.sched_setaffinity(0, {given.core})
        play(address, episodes=6, years=1, stagger=0.0)
        with measured() as span:
            end = play(address, episodes=given.episodes, years=given.years, is_free=given.free)
    assert end.finished == given.episodes, end.suspended
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    show(
        f"{given.episodes} episodes at once, {given.years * BATCHES_A_YEAR} batches, {given.latency:g} s server",
        [
            ("bound", f"{bound:.1f} s"),
            ("makespan", f"{span.wall:.1f} s, {span.wall / bound - 1:+.1%}"),
            (
                "calls",
                f"{end.calls}, {end.calls / span.wall:.0f} a second, {span.cpu / end.calls * 1000:.2f} ms CPU each",
            ),
            ("loop lag p99", f"{end.lag_p99 * 1000:.0f} ms"),
            ("peak memory", f"{peak:.0f} MB"),
            ("load", f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores in the last minute"),
        ],
    )


if __name__ == "__main__":
    main()
