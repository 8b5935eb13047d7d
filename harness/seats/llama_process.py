"""The local model server as the run sees it: started at the first call, watched, stopped at the end."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from dataclasses import dataclass
from pathlib import Path

from harness.errors import UserError

READY = b"READY "
LOAD_SECONDS = 600.0
STOP_SECONDS = 5.0
LOG_BYTES = 4_096
LAST_LINES = 4


@dataclass(frozen=True, slots=True)
class LlamaOptions:
    """What one server loads: seats with equal options share it. `port` 0 is any free one."""

    model: Path
    name: str
    context: int
    threads: int
    port: int


class LlamaProcess:
    """A server process, started again should it have died."""

    def __init__(self, options: LlamaOptions) -> None:
        self._options = options
        self._process: Process | None = None
        self._starting: asyncio.Task[str] | None = None
        self._reader: asyncio.Task[None] | None = None
        self._log = b""

    async def address(self) -> str:
        """Where the running server is asked, ending in ``/v1``; starts it where it is not running.

        A caller that stops waiting does not stop the model from loading. Raises
        `UserError` with the server's own last words when it cannot start.
        """
        if self._starting is None or (self._starting.done() and not self._alive()):
            self._starting = asyncio.create_task(self._start())
        return await asyncio.shield(self._starting)

    async def aclose(self) -> None:
        """Stop the server: its standard input ends; if that is not enough, it is killed."""
        if self._starting is not None and not self._starting.done():
            self._starting.cancel()
            await asyncio.wait((self._starting,))
        await self._stop()

    def _alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
        if self._reader is not None:
            await self._reader

    async def _start(self) -> str:
        await self._stop()
        options = self._options
        command = [sys.executable, "-m", "harness.seats.llama_server", "--model", str(options.model)]
        command += ["--name", options.name, "--context", str(options.context)]
        command += ["--threads", str(options.threads), "--port", str(options.port)]
        self._process = process = await asyncio.create_subprocess_exec(
            *command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env={**os.environ, "OMP_WAIT_POLICY": "passive"},
            start_new_session=True,
        )
        self._reader = asyncio.create_task(self._keep_log(process))
        try:
            async with asyncio.timeout(LOAD_SECONDS):
                return await self._ready(process)
        except TimeoutError:
            await self._stop()
            raise UserError(f"the local model {options.model} was not loaded in {LOAD_SECONDS:.0f} s") from None

    async def _ready(self, process: Process) -> str:
        assert process.stdout is not None
        async for line in process.stdout:
            if line.startswith(READY):
                return line.removeprefix(READY).decode().strip()
        await process.wait()
        if self._reader is not None:
            await self._reader
        options, said = self._options, self._log.decode(errors="replace")
        if "couldn't bind" in said:
            raise UserError(f"the local model server cannot listen on port {options.port}: it is in use; take another")
        last = " | ".join(said.splitlines()[-LAST_LINES:])
        raise UserError(f"the local model {options.model} could not be loaded: {last}")

    async def _keep_log(self, process: Process) -> None:
        """Read what the server says, so that it never waits for a reader, and keep the end of it."""
        assert process.stderr is not None
        while said := await process.stderr.read(LOG_BYTES):
            self._log = (self._log + said)[-LOG_BYTES:]
