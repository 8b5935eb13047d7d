"""A person at the terminal as a seat of any game.

Everything is taken from the request: slots are offered for choosing, the other
keys of the form for writing. The person's answer is the same JSON that a
model's is, and is read by the same code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from engine.game import Form, Request, choose
from engine.wire import encode
from harness.clock import Clock
from harness.config import SeatConfig
from harness.errors import UserError
from harness.lanes import Lane
from harness.seats.seat import Failure, FailureKind, Reply, SeatCall, Terminal

TEXT_CAP = 400
"""Code points of one line where the form names no length."""

MOST_ITEMS = 64
"""Items of a list where the form names no number."""

SEND, AGAIN = "send", "start over"

_EMPTY: Mapping[str, Any] = {"array": [], "object": {}, "string": ""}


class HumanSeat:
    """A person. Their word is kept like a paid reply: nobody is asked twice for the same decision."""

    paid = True

    class Settings(BaseModel):
        """A person has no settings."""

        model_config = ConfigDict(extra="forbid", frozen=True)

    def __init__(
        self, config: SeatConfig, *, game: object, clock: Clock, lane: Lane, terminal: Terminal | None
    ) -> None:
        if terminal is None:
            raise UserError(
                f'seat "{config.name}": a human seat needs a person at a terminal; '
                f"seat one with: cogleague play GAME --seat POWER=human"
            )
        self.name = config.name
        self._clock = clock
        self._lane = lane
        self._terminal = terminal

    async def ask(self, call: SeatCall, until: float) -> Reply | Failure:
        """Show the board and take the person's answer; one who does not answer in time is late."""
        asked = began = self._clock.now()
        try:
            async with self._clock.until(until), self._lane.slot():
                began = self._clock.now()
                async with self._clock.until(min(until, began + call.seconds)):
                    call.asked()
                    self._terminal.show(_briefing(call))
                    answer = await _Sheet(call.request, self._terminal).fill()
        except TimeoutError:
            took = self._clock.now() - began
            return Failure(FailureKind.LATE, "no answer in time", seconds=took, waited=began - asked)
        return Reply(encode(answer), seconds=self._clock.now() - began, waited=began - asked)

    async def close(self) -> None:
        """Nothing to give back."""


def _briefing(call: SeatCall) -> str:
    request = call.request
    complaints = "".join(f"\n! {exchange.complaint.strip()}\n" for exchange in call.earlier)
    return f"{call.prompt().user}\n{complaints}\n== {request.power}, {request.phase}: {request.kind} =="


class _Sheet:
    """One request being filled in by a person, key by key in the order of the form.

    Once the person has left, every further question is passed over, so that
    what was chosen until then is kept.
    """

    def __init__(self, request: Request, terminal: Terminal) -> None:
        self._power = request.power
        self._slots = request.slots
        self._form = request.form
        self._terminal = terminal
        self._left = False

    async def fill(self) -> Mapping[str, Any]:
        """The answer, once the person is content with it or has left."""
        keys = dict.fromkeys([*(slot.key for slot in self._slots), *_properties(self._form.schema)])
        while True:
            answer = {key: value for key in keys if (value := await self._value(key))}
            if self._left:
                self._terminal.show("Left here: what was not chosen is held, waived or left unsaid.")
            if self._left or not answer or await self._content(answer):
                return _lawful(answer, self._form)

    async def _value(self, key: str) -> Any:
        if slots := tuple(slot for slot in self._slots if slot.key == key):
            chosen = {slot.name: await self._choose(slot.name, slot.options, slot.least, slot.most) for slot in slots}
            return choose(slots, chosen)[key]
        return await self._written(key, _properties(self._form.schema)[key])

    async def _written(self, title: str, schema: Mapping[str, Any]) -> Any:
        schema = _definite(schema)
        if options := schema.get("enum"):
            others = [str(option) for option in options if option not in (None, self._power)]
            picked = await self._choose(title, others, 0, 1)
            return picked[0] if picked else ""
        if schema.get("type") == "array":
            return await self._items(title, schema)
        if schema.get("type") == "object":
            return await self._record(title, _properties(schema))
        text = await self._write(title, int(schema.get("maxLength", TEXT_CAP)))
        number = schema.get("type") in {"integer", "number"} and text.isascii() and text.isdigit()
        return int(text) if number else text

    async def _items(self, title: str, schema: Mapping[str, Any]) -> list[Any]:
        items: list[Any] = []
        most = int(schema.get("maxItems", MOST_ITEMS))
        while len(items) < most and (item := await self._written(f"{title} {len(items) + 1}", schema["items"])):
            items.append(item)
        return items

    async def _record(self, title: str, properties: Mapping[str, Any]) -> dict[str, Any]:
        """One item, without the fields left empty; nothing when the first is, or when nothing follows it.

        A field that means something only beside a value of another is asked for only then.

        Where the first may be null, an empty line means that.
        """
        record: dict[str, Any] = {}
        for name, schema in properties.items():
            other, needed = self._form.only_with.get(name, ("", None))
            if record.get(other) != needed:
                continue
            value = await self._written(f"{title}: {name}", schema)
            if value == "" and not record:
                if self._left or not _may_be_null(schema):
                    return {}
                record[name] = None
            elif value != "":
                record[name] = value
        return record if len(record) > 1 or len(properties) == 1 else {}

    async def _content(self, answer: Mapping[str, Any]) -> bool:
        lines = (f"  {key}: {line}" for key, value in answer.items() for line in _lines(value))
        self._terminal.show("\n".join(("Your answer:", *lines)))
        return AGAIN not in await self._choose(f"{SEND} it", (SEND, AGAIN), 0, 1)

    async def _choose(self, title: str, options: Sequence[str], least: int, most: int) -> Sequence[str]:
        try:
            return () if self._left else await self._terminal.choose(title, options, least, most)
        except EOFError:
            self._left = True
            return ()

    async def _write(self, title: str, cap: int) -> str:
        try:
            return "" if self._left else await self._terminal.write(title, cap)
        except EOFError:
            self._left = True
            return ""


def _lines(value: Any) -> Sequence[str]:
    if isinstance(value, Mapping):
        return [str(item) for item in value.values()]
    if isinstance(value, list):
        return [", ".join(_lines(item)) if isinstance(item, Mapping) else str(item) for item in value]
    return [str(value)]


def _lawful(answer: dict[str, Any], form: Form) -> Mapping[str, Any]:
    """The answer with one of the needed keys, empty when the person chose nothing: a hold, not a failure."""
    if form.needs and not any(key in answer for key in form.needs):
        key, types = next(iter(form.needs.items()))
        answer[key] = _EMPTY[types[0]]
    return answer


def _properties(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    properties: Mapping[str, Any] = schema.get("properties", {})
    return properties


def _may_be_null(schema: Mapping[str, Any]) -> bool:
    return any(part.get("type") == "null" for part in schema.get("anyOf", ()))


def _definite(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """A schema without its null: what is meant when something is meant."""
    for part in schema.get("anyOf", ()):
        if part.get("type") != "null":
            return _definite(part)
    kind = schema.get("type")
    if isinstance(kind, list):
        return {**schema, "type": next(word for word in kind if word != "null")}
    return schema
