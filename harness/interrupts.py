"""Signals that ask a run to end: the first one politely, the second one at once."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

POLITE = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def interruptible(halt: Callable[[], None]) -> Iterator[None]:
    """Within it the first interrupt or request to terminate calls `halt`; the second one ends the process as ever."""
    loop = asyncio.get_running_loop()

    def give_back() -> None:
        for number in POLITE:
            loop.remove_signal_handler(number)

    def interrupted() -> None:
        give_back()
        halt()

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    for number in POLITE:
        loop.add_signal_handler(number, interrupted)
    try:
        yield
    finally:
        give_back()
