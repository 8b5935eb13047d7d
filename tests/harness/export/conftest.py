"""One league of models for all tests of what is exported."""

from __future__ import annotations

from pathlib import Path

import pytest
from talking_league import play

from tests.loopback import Sent


@pytest.fixture(scope="session")
async def talking(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Sent]]:
    """The results folder of the talking league, and the requests its models were sent."""
    return await play(tmp_path_factory.mktemp("talking"))
