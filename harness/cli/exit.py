"""What the exit code of a verb says."""

from __future__ import annotations

from enum import IntEnum


class Code(IntEnum):
    """Exit codes of the verbs. A process that is interrupted at once ends with the shell's own code, 130."""

    DONE = 0
    DIFFERENT = 1
    MISUSE = 2
    INCOMPLETE = 3
    NOTHING = 4
