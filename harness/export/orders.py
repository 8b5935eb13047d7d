"""What powers ordered, told by the events in which it was carried out, or was not.

Which events carry orders is data, by kind. A game whose orders stand in events of
a new kind adds a line to `ORDERS`; kinds that only tell what followed are not here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Deed:
    """One order: `line` as text, and whether it succeeded, with the cause and the orders `by` which it did not."""

    power: str
    action: str
    line: str
    success: bool
    cause: str = ""
    by: tuple[str, ...] = ()


Event = Mapping[str, Any]
"""An event as a line of events.jsonl holds it."""


def deeds(event: Event) -> Iterator[Deed]:
    """The orders that an event tells of; none for most kinds."""
    told = ORDERS.get(event["kind"])
    return iter(told(event)) if told else iter(())


def _movement(event: Event) -> Iterator[Deed]:
    for order in event["orders"]:
        yield Deed(order["power"], "movement", order["order"], order["success"], order["cause"], tuple(order["by"]))


def _retreat(event: Event) -> Iterator[Deed]:
    for unit in event["units"]:
        line = f"{unit['unit']} - {unit['to']}" if unit["to"] else f"{unit['unit']} disband"
        yield Deed(unit["power"], "retreat", line, bool(unit["to"]), unit["cause"])


def _refused(event: Event) -> Iterator[Deed]:
    for refusal in event["refused"]:
        action = "set_aside" if refusal["note"] else "refused"
        yield Deed(event["power"], action, refusal["line"], False, refusal["reason"])


def _units(event: Event) -> Iterator[Deed]:
    """Builds and disbands: of one unit, or of several."""
    for unit in event["units"] if "units" in event else (event["unit"],):
        yield Deed(event["power"], event["kind"], unit, True, event.get("cause", ""))


def _adjusted(event: Event) -> Iterator[Deed]:
    """A whole Winter of one power."""
    for action in ("removed", "built"):
        for unit in event[action]:
            yield Deed(event["power"], action, unit, True)


def _smeared(event: Event) -> Iterator[Deed]:
    for power in event["powers"]:
        yield Deed(power, "claim", event["tile"], False, "smeared")


def _deed(
    action: str, *words: str, success: bool | Callable[[Event], bool] = True, cause: str | Callable[[Event], str] = ""
) -> Callable[[Event], Iterable[Deed]]:
    """An event which is one order of its `power`; its line are these keys of the event."""

    def told(event: Event) -> Iterable[Deed]:
        line = " ".join(str(event[word]) for word in words)
        succeeded = success if isinstance(success, bool) else success(event)
        return (Deed(event["power"], action, line, succeeded, cause if isinstance(cause, str) else cause(event)),)

    return told


def _reason(event: Event) -> str:
    return str(event["reason"])


ORDERS: Mapping[str, Callable[[Event], Iterable[Deed]]] = {
    "decided": _refused,
    "movement": _movement,
    "retreat": _retreat,
    "built": _units,
    "disband": _units,
    "build_failed": _deed("built", "line", success=False, cause=_reason),
    "order_replaced": _deed("order_replaced", "line", success=False, cause=_reason),
    "paid": _deed("paid", "action", "target", "amount"),
    "entry_dropped": _deed("paid", "action", "target", "amount", success=False, cause=_reason),
    "bribe": _deed(
        "bribe",
        "action",
        "unit",
        "amount",
        success=lambda event: event["outcome"] in ("bought", "disbanded"),
        cause=lambda event: str(event["outcome"]),
    ),
    "assassination": _deed("assassination", "target", "amount", success=lambda event: bool(event["succeeded"])),
    "spent": _deed(
        "spent",
        "expense",
        "target",
        "amount",
        success=lambda event: event["outcome"] == "done",
        cause=lambda event: "" if event["outcome"] == "done" else str(event["outcome"]),
    ),
    "transfer": _deed("transfer", "to", "amount", cause=lambda event: str(event["purpose"])),
    "chit": _deed("chit", "to", "victim"),
    "adjusted": _adjusted,
    "razed": _deed("raze", "tile"),
    "claimed": _deed("claim", "tile"),
    "claim_void": _deed("claim", "tile", success=False, cause=lambda event: "kept" if event["owner"] else "rubble"),
    "smeared": _smeared,
    "transferred": _deed(
        "transfer", "to", "amount", success=lambda event: not event["lost"], cause=lambda event: "lost" * event["lost"]
    ),
    "orders_rejected": _deed("rejected", success=False, cause=lambda event: str(event["complaint"])),
}
"""The kinds of events that carry orders, and how each tells them."""
