"""The process that plays: a garbage collector that leaves long-lived values alone, and many open connections."""

from __future__ import annotations

import gc
import resource
from contextlib import suppress

GC_THRESHOLDS = (50_000, 20, 100)
"""Long-lived values of many episodes are many: looking at all of them often costs more than their garbage."""

OPEN_FILES = 65_536
"""Connections and journals that one run may have open, where the system lets it."""


def prepare_process() -> None:
    """Let the collector pass over what start-up made, and allow many open connections."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if most == resource.RLIM_INFINITY else min(OPEN_FILES, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        with suppress(ValueError, OSError):  # a system may allow less than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
