"""The command line: every verb is a thin wrapper over one use case, imported when it is called."""

from harness.cli.command import main

__all__ = ["main"]
