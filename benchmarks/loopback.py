"""The loopback server of the tests in a process of its own, so that only the caller's CPU is measured."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

HOLD = '{"broadcast": "", "orders": []}'
"""An answer to press and to orders alike: silence, and every unit holds."""


@contextmanager
def served(latency: float, text: str = HOLD) -> Iterator[str]:
    """The address of a server that says `text` after `latency` seconds."""
    command = [sys.executable, "-m", "tests.loopback", "--latency", str(latency), "--text", text]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        yield server.stdout.readline().split()[1]
    finally:
        server.terminate()
        server.wait(10)
