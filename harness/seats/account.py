"""A provider account: where a seat's requests go, with which key, and what comes back instead of an answer.

The key comes from the environment and goes into requests only. What a server
echoes of it is hidden before it leaves a seat (see harness.seats.retry).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from harness.clock import Clock
from harness.errors import UserError
from harness.lanes import Lane
from harness.seats.faults import Fault, clip, read_fault
from harness.seats.seat import FailureKind

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
NO_KEY = "none"
"""Sent as key to servers that want none: the SDKs insist on having one."""

OUR_OWN = (TypeError, ValueError, LookupError, AttributeError)
"""What goes wrong before anything was sent; a retry would not help."""


@dataclass(frozen=True, slots=True)
class Account:
    """An address and its key."""

    address: str
    key: str = field(repr=False)
    clock: Clock = field(repr=False)

    @property
    def is_local(self) -> bool:
        """Whether the address is this machine."""
        return (urlsplit(self.address).hostname or "") in LOOPBACK

    def refused(self, status: int, body: object, headers: Mapping[str, str]) -> Fault:
        """The fault an error answer tells of."""
        return read_fault(status, body, headers, self.clock.wall())

    def lost(self, error: BaseException) -> Fault:
        """The fault of having no answer: the network's, unless the request could not even be built."""
        cause = error.__cause__ or error
        told = clip(f"{type(cause).__name__}: {cause}")
        if isinstance(cause, OUR_OWN):
            return Fault(FailureKind.BAD_REQUEST, f"the request could not be sent: {told}")
        return Fault(FailureKind.TRANSIENT, f"no answer from {urlsplit(self.address).netloc}: {told}")

    def first_on(self, lane: Lane) -> None:
        """Where a key is asked for, one call goes ahead of all others: a wrong one is tried once."""
        if self.key != NO_KEY:
            lane.prove()

    def hide(self, text: str) -> str:
        """The text without the key, whoever echoed it."""
        return text if self.key == NO_KEY else text.replace(self.key, "[key]")


def open_account(seat: str, address: str, variable: str | None, usual: Mapping[str, str], clock: Clock) -> Account:
    """The account a seat asks, its key read from the environment.

    `variable` is what the league names: "" for a server without keys, None for
    the usual one of the provider's own host (`usual`: host to variable). A
    server on this machine needs none; for any other it must be named, so that no
    key is sent where it does not belong. Raises `UserError` naming seat and variable.
    """
    host = urlsplit(address).hostname or ""
    if variable is None and host in LOOPBACK:
        variable = ""
    elif variable is None and host not in usual:
        raise UserError(
            f'seat "{seat}": no key is known for {host}; name its environment variable in `api_key_env`, '
            'or write `api_key_env = ""` if the server wants none'
        )
    name = usual[host] if variable is None else variable
    return Account(address, _key(seat, name) if name else NO_KEY, clock)


def _key(seat: str, variable: str) -> str:
    key = os.environ.get(variable, "").strip()
    if not key:
        raise UserError(f'seat "{seat}": the environment variable {variable} is not set; it must hold the key')
    if not key.isascii() or not key.isprintable() or " " in key:
        raise UserError(f'seat "{seat}": the environment variable {variable} holds blanks or signs no key can have')
    return key
