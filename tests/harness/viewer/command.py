"""The command as a person runs it, with the talkers within its reach."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def cogleague(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run it in a folder."""
    return subprocess.run(
        [sys.executable, "-c", "from harness.cli import main; main()", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(HERE), "COLUMNS": "80", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
