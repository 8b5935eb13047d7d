"""A seat played by somebody's own code: `target = "module:factory"`.

The factory is called once with the seat's `settings` table and gives a callable,
or an object with a method `ask`. That is called with one plain dictionary (see
`told`) and returns the reply: text, or a dictionary that becomes JSON. It may be
async; it runs in threads of its own either way, several calls at once if the lane
lets it, and nobody waits for one that hangs or will not be cancelled.
"""

from __future__ import annotations

import asyncio
import importlib
import inspect
import json
import re
import reprlib
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from traceback import TracebackException
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from harness.clock import Clock
from harness.config import SeatConfig
from harness.errors import UserError
from harness.lanes import Lane
from harness.seats.faults import clip
from harness.seats.seat import Failure, FailureKind, Reply, SeatCall, Terminal

CLOSING_SECONDS = 5.0
"""What a player's own closing may take."""


def _target(target: str) -> str:
    if not re.fullmatch(r"[\w.]+:[\w.]+", target):
        raise ValueError('it must be written "module:factory"')
    return target


class PluginSettings(BaseModel):
    """`target` is ``module:factory``; `settings` is handed to the factory as it is."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    target: Annotated[str, AfterValidator(_target)]
    settings: dict[str, Any] = Field(default_factory=dict)


class PluginCrash(UserError):
    """Somebody's code raised; names the seat, the exception and what it said."""


class PluginSeat:
    """Somebody's own player. What it raises is its seat's failure, never the run's."""

    Settings = PluginSettings
    paid = True

    def __init__(
        self, config: SeatConfig, *, game: Any, clock: Clock, lane: Lane, terminal: Terminal | None = None
    ) -> None:
        settings: PluginSettings = config.settings
        self.name = config.name
        self._clock, self._lane = clock, lane
        self._loop: asyncio.AbstractEventLoop | None = None
        self._who = f'seat "{config.name}": the plugin {settings.target}'
        with fenced(self._who):
            player = _found(settings.target, self._who)(settings.settings)
        self._player = player
        self._answer: Callable[[Mapping[str, Any]], Any] = getattr(player, "ask", player)
        if not callable(self._answer):
            raise UserError(
                f"{self._who} made {clip(reprlib.repr(player))}, which is not callable and has no method `ask`"
            )

    async def ask(self, call: SeatCall, until: float) -> Reply | Failure:
        asked = begun = self._clock.now()
        result: Reply | Failure
        try:
            async with self._clock.until(until), self._lane.slot():
                begun = self._clock.now()
                due = min(until, begun + call.seconds)
                call.asked()
                async with self._clock.until(due):
                    result = await self._asked(told(call, due - begun))
        except TimeoutError:
            result = Failure(FailureKind.LATE, f"{self._who} did not answer in the time allowed")
        except PluginCrash as crash:
            result = Failure(FailureKind.CRASH, str(crash))
        return replace(result, seconds=self._clock.now() - begun, waited=begun - asked)

    async def close(self) -> None:
        """Let the player close what it holds open, if it has a method for that."""
        try:
            with fenced(self._who):
                done = getattr(self._player, "close", lambda: None)()
                if inspect.isawaitable(done):
                    async with self._clock.until(self._clock.now() + CLOSING_SECONDS):
                        await self._awaited(done)
        finally:
            if self._loop:
                asyncio.run_coroutine_threadsafe(_wind_up(), self._loop)

    async def _awaited(self, said: Awaitable[Any]) -> Any:
        """What comes of an awaitable, in a loop of the player's own, which lives in a thread."""

        async def fenced_off() -> Any:
            with fenced(self._who):
                return await said

        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            threading.Thread(target=_live, args=(self._loop,), name=self._who, daemon=True).start()
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(fenced_off(), self._loop))

    async def _asked(self, request: Mapping[str, Any]) -> Reply | Failure:
        with fenced(self._who):
            if inspect.iscoroutinefunction(self._answer):
                said = await self._awaited(self._answer(request))
            else:
                said = await _apart(self._answer, request, self._who)
                said = await self._awaited(said) if inspect.isawaitable(said) else said
            if isinstance(said, Mapping):
                said = json.dumps(said)
        if not isinstance(said, str):
            return Failure(FailureKind.UNPARSABLE, f"{self._who} answered {clip(reprlib.repr(said))}, which is no text")
        return Reply(said) if said.strip() else Failure(FailureKind.EMPTY, f"{self._who} answered nothing")


def _live(loop: asyncio.AbstractEventLoop) -> None:
    loop.run_forever()
    loop.close()


async def _wind_up() -> None:
    """Stop the loop when all in it has ended; what will not be cancelled goes with the process."""
    if left := asyncio.all_tasks() - {asyncio.current_task()}:
        for task in left:
            task.cancel()
        await asyncio.wait(left)
    asyncio.get_running_loop().stop()


@contextmanager
def fenced(who: str) -> Iterator[None]:
    """Turn whatever somebody's code raises into a `PluginCrash`; nothing else in the harness catches so broadly."""
    try:
        yield
    except UserError:
        raise
    except (Exception, SystemExit, GeneratorExit) as error:
        raise PluginCrash(
            f"{who} raised {type(error).__name__}: {clip(str(TracebackException.from_exception(error)))}"
        ) from error


async def _apart(answer: Callable[[Mapping[str, Any]], Any], request: Mapping[str, Any], who: str) -> Any:
    """Run somebody's blocking code in a thread of its own.

    Nobody waits for that thread: not the deadline, not other seats for a free
    one, not the end of the run.
    """
    loop = asyncio.get_running_loop()
    said: asyncio.Future[Any] = loop.create_future()

    def bring(outcome: Any) -> None:
        if said.done():
            return
        if isinstance(outcome, UserError):
            said.set_exception(outcome)
        else:
            said.set_result(outcome)

    def work() -> None:
        outcome: Any
        try:
            with fenced(who):
                outcome = answer(request)
        except UserError as crash:
            outcome = crash
        with suppress(RuntimeError):  # the run is over
            loop.call_soon_threadsafe(bring, outcome)

    threading.Thread(target=work, name=who, daemon=True).start()
    return await said


def told(call: SeatCall, seconds: float) -> dict[str, Any]:
    """What a player is told: plain data that JSON could hold.

    `system` and `user` are the prompt a model would get, `earlier` what was said
    before in this decision, `slots` every legal choice, `seconds` the time left.
    """
    prompt, request = call.prompt(), call.request
    return {
        "power": request.power,
        "kind": request.kind,
        "phase": request.phase,
        "system": prompt.system,
        "user": prompt.user,
        "earlier": [{"reply": exchange.reply, "complaint": exchange.complaint} for exchange in call.earlier],
        "slots": [
            {"key": slot.key, "name": slot.name, "least": slot.least, "most": slot.most, "options": list(slot.options)}
            for slot in request.slots
        ],
        "schema": dict(request.form.schema),
        "seconds": seconds,
    }


def _found(target: str, who: str) -> Callable[[Mapping[str, Any]], Any]:
    module, _, path = target.partition(":")
    try:
        place: Any = importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise UserError(f"{who} cannot be imported: {error}; install it or put its folder on PYTHONPATH") from error
    for name in path.split("."):
        if not hasattr(place, name):
            raise UserError(f'{who} does not exist: {module} has no "{path}"')
        place = getattr(place, name)
    if not callable(place):
        raise UserError(f"{who} is not a factory: it cannot be called")
    factory: Callable[[Mapping[str, Any]], Any] = place
    return factory
