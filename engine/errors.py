"""Exceptions raised by the engine.

A seat's fault is never an exception here: unreadable or illegal input is data
(`Refusal`, `Submission.complaint`). These are for callers who break the
contract, for unreadable positions and for scripted dice that do not fit.
"""


class EngineError(Exception):
    """Any error of the engine."""


class PositionError(EngineError, ValueError):
    """A position text that cannot be read; the message names line and token."""


class DiceError(EngineError, ValueError):
    """A scripted draw that is missing or out of range."""
