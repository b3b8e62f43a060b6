"""The processes in which bots think: each does one task after the other; one that dies or hangs is replaced."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

LINE = 64 * 1024 * 1024  # bytes of an answer: compiled rules are long
LAST = 5.0  # seconds that the end of a process is waited for
DEATHS = 3  # so often the same task is begun again


class Hopeless(Exception):
    """A task ends every process that works on it, or takes too long."""


class Thinkers:
    """A few processes. A table always asks the same one while it lives, which knows its game."""

    def __init__(self, path: Path, count: int) -> None:
        self.each = [_Process(path) for _ in range(count)]
        self.closed = False

    async def ask(self, about: str, seconds: float, **task: Any) -> dict[str, Any]:
        """Have a task done; `about` decides who does it. Raises Hopeless."""
        worker = self.each[sum(about.encode()) % len(self.each)]
        for _ in range(0 if self.closed else DEATHS):
            with suppress(EOFError, ConnectionError):
                return await worker.ask(task, seconds)
        raise Hopeless("the process that does it was ended again and again")

    async def close(self) -> None:
        """End all processes; nobody begins another one."""
        self.closed = True
        for worker in self.each:
            worker.closed = True
        await asyncio.gather(*(worker.end() for worker in self.each))


class _Process:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.turn = asyncio.Lock()
        self.running: asyncio.subprocess.Process | None = None
        self.closed = False

    async def ask(self, task: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Wait for a turn, then for the answer; who takes too long is ended."""
        async with self.turn:
            running = await self._begun()
            assert running.stdin is not None and running.stdout is not None
            try:
                running.stdin.write(json.dumps(task).encode() + b"\n")
                await running.stdin.drain()
                line = await asyncio.wait_for(running.stdout.readline(), seconds)
            except TimeoutError:
                await self.end()
                raise Hopeless(f"it took longer than {seconds:.0f} seconds") from None
            except BaseException:
                await self.end()
                raise
            if not line.endswith(b"\n"):
                await self.end()
                raise EOFError
            answer: dict[str, Any] = json.loads(line)
            return answer

    async def _begun(self) -> asyncio.subprocess.Process:
        if self.closed:
            raise Hopeless("the server ends")
        if self.running is None or self.running.returncode is not None:
            command = (sys.executable, "-m", "regelwerk.web.thinker", str(self.path))
            pipe = asyncio.subprocess.PIPE
            # A session of its own: Ctrl-C is for the server, which then ends the input.
            self.running = await asyncio.create_subprocess_exec(
                *command, stdin=pipe, stdout=pipe, limit=LINE, start_new_session=True
            )
        return self.running

    async def end(self) -> None:
        """End the process; the system clears it away."""
        running, self.running = self.running, None
        if running is not None:
            with suppress(ProcessLookupError):
                running.kill()
            with suppress(TimeoutError):
                await asyncio.wait_for(running.wait(), LAST)
