"""A book of prompts that remembers what it was asked for: how a replay learns what seats were told."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Power, Request
from engine.memory import Memory
from harness.seats.seat import Prompt
from harness.table import Prompts


class Scribe:
    """Prompts that remember what was rendered, by phase, kind and power."""

    def __init__(self, prompts: Prompts) -> None:
        self._prompts = prompts
        self.rendered: dict[tuple[str, str, Power], Prompt] = {}
        self.complaints: dict[tuple[str, str, Power], str] = {}

    @property
    def digests(self) -> Mapping[str, str]:
        """Those of the prompts."""
        return self._prompts.digests

    @property
    def files(self) -> Mapping[str, str]:
        """Those of the prompts."""
        return self._prompts.files

    def render(self, request: Request, memory: Memory, *, list_orders: bool) -> Prompt:
        """The prompt of a request, noted down."""
        prompt = self._prompts.render(request, memory, list_orders=list_orders)
        self.rendered[request.phase, request.kind, request.power] = prompt
        return prompt

    def complaint(self, request: Request, reason: str, cause: str = "") -> str:
        """What a seat is told when it is asked again, noted down."""
        text = self._prompts.complaint(request, reason, cause)
        self.complaints[request.phase, request.kind, request.power] = text
        return text
