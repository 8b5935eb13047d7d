"""A streamed message put together again, from events nobody vouches for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from harness.seats.envelope import pick, text_at


class StreamedMessage:
    """Anthropic's server-sent events folded into the message they tell of."""

    def __init__(self) -> None:
        self._message: dict[str, Any] = {}
        self._texts: dict[int, str] = {}
        self._usage: dict[str, Any] = {}
        self._stop: Any = None
        self._thought = False
        self.whole = False

    def add(self, event: Mapping[str, Any]) -> None:
        """Take the next event; what is unknown or broken in it is passed over."""
        kind, place = text_at(event, "type"), pick(event, "index")
        if kind == "message_start":
            self._message = dict(pick(event, "message") or {})
            self._usage = dict(pick(event, "message", "usage") or {})
        elif kind == "content_block_start":
            self._thought |= text_at(event, "content_block", "type") != "text"
        elif kind == "content_block_delta" and isinstance(place, int):
            self._texts[place] = self._texts.get(place, "") + text_at(event, "delta", "text")
        elif kind == "message_delta":
            self._stop = pick(event, "delta", "stop_reason")
            later = pick(event, "usage") or {}
            self._usage |= {name: value for name, value in later.items() if value is not None}
            self._message["stop_details"] = pick(event, "delta", "stop_details")
        elif kind == "message_stop":
            self.whole = bool(self._message)

    def message(self) -> dict[str, Any]:
        """The message so far; a thought is told by its kind alone."""
        thoughts = [{"type": "thinking"}] if self._thought else []
        texts = [{"type": "text", "text": text} for _, text in sorted(self._texts.items())]
        return {**self._message, "content": thoughts + texts, "stop_reason": self._stop, "usage": self._usage}
