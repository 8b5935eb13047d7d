"""The connections below the SDKs: aiohttp, with explicit limits.

The SDKs' own transport triples the CPU of a call at some hundreds in flight.
"""

from __future__ import annotations

import aiohttp
import httpx2

LINE_ERRORS = (httpx2.RequestError, aiohttp.ClientError, OSError)
"""What a broken connection or a server that speaks no HTTP raises where the SDKs let it through."""

Response = httpx2.Response
"""An answer as it came: asked for as such, an SDK builds no models of its own from it, a third of a call's CPU."""

READ_SECONDS = 3_600.0
"""A second net only: every attempt has a wall-clock scope of its own."""

CONNECT_SECONDS = 30.0
IDLE_SECONDS = 20.0
"""Sockets idle for longer are not used again: servers close them at a bad moment."""


def open_client(kind: type[httpx2.AsyncClient], connections: int, *, direct: bool = False) -> httpx2.AsyncClient:
    """A client of the SDK's aiohttp `kind` with at most so many connections; `direct` passes by any proxy."""
    limits = httpx2.Limits(
        max_connections=connections, max_keepalive_connections=connections, keepalive_expiry=IDLE_SECONDS
    )
    return kind(limits=limits, timeout=patient(), trust_env=not direct)


def patient() -> httpx2.Timeout:
    """The SDK's time limits, all longer than any attempt may take."""
    return httpx2.Timeout(READ_SECONDS, connect=CONNECT_SECONDS)


def sendable(text: str) -> str:
    """The text as UTF-8 can carry it: half a character, as a model may write one, becomes a question mark."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
