"""The processes of a command: started when needed, started anew when they have ended, killed when they hang."""

import asyncio
import itertools
import json
import os
import shutil
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from workbench.judges.own.processes import Answer, AnsweringProcess, Guard
from workbench.judges.own.source import OwnSource, file_source

# ASCII with escapes: a request may hold half a character, which is no UTF-8, and a program may read in any encoding.
_encode = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode


def program_path(command: tuple[str, ...], root: Path) -> str | None:
    """Return the program of a command as it can be started from a folder; None where there is none."""
    name = command[0]
    if os.sep in name:
        return shutil.which(root / name)
    # An interpreter is there: the one that runs this.
    return shutil.which(name) or (sys.executable if name in ("python", "python3") else None)


def missing_program(command: tuple[str, ...], root: Path) -> str | None:
    """Return what is missing for a command to run here, in words for the user; None where nothing is."""
    if not hasattr(os, "killpg"):
        return "commands need process groups, which this system does not have"
    return None if program_path(command, root) else f"there is no program {command[0]!r} that can be started"


def command_source(command: tuple[str, ...], root: Path, *, where: str) -> OwnSource:
    """Return the source of the files and modules that a command line names.

    Raises:
        InputError: one of them cannot be read.
    """
    parts = [part for word in command for part in (word, word.partition("=")[2])]
    files = [root / part for part in parts if part and (root / part).is_file()]
    modules = [after for before, after in itertools.pairwise(command) if before == "-m"]
    return file_source(files, modules, root, where=where)


class Workers:
    """As many processes of one command as there are calls at once, up to a number."""

    def __init__(self, command: tuple[str, ...], root: Path, *, workers: int, at_once: int, timeout_s: float) -> None:
        """Start nothing yet.

        Args:
            command: The program and its arguments.
            root: The folder in which it is started.
            workers: The most processes.
            at_once: The most requests that one process has at once.
            timeout_s: Wall-clock seconds of one request, the start of its process included.
        """
        self._guard = Guard()
        self._workers = [Worker(command, root, self._guard, timeout_s) for _ in range(workers)]
        # Last in, first out: a process that runs already is taken before another is started.
        self._free: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        for worker in reversed(self._workers):
            for _ in range(at_once):
                self._free.put_nowait(worker)

    @asynccontextmanager
    async def free(self) -> AsyncIterator["Worker"]:
        """Wait for a process that has room for a request, and keep the room."""
        worker = await self._free.get()
        try:
            yield worker
        finally:
            self._free.put_nowait(worker)

    async def close(self) -> None:
        """End all processes. Calling it twice is harmless."""
        await asyncio.gather(*(worker.close() for worker in self._workers))
        await self._guard.close()


class Worker:
    """One process at a time, started when it is needed and again when it has ended."""

    def __init__(self, command: tuple[str, ...], root: Path, guard: Guard, timeout_s: float) -> None:
        self._command = command
        self._root = root
        self._guard = guard
        self._timeout_s = timeout_s
        self._numbers = itertools.count(1)
        self._start: asyncio.Task[AnsweringProcess] | None = None

    async def ask(self, fields: Mapping[str, Any]) -> Answer:
        """Send a request, with a number of its own as `id`, and wait for the answer.

        Raises:
            TimeoutError: it gave none in time, and was killed.
            OSError: the command cannot be started.
            NoAnswer: it ended, or wrote something else.
        """
        number = next(self._numbers)
        try:
            async with asyncio.timeout(self._timeout_s):
                return await self._ask(number, _encode({"id": number, **fields}))
        except TimeoutError:
            if process := await _outcome(self._start):
                limit = f"{self._timeout_s:g} s"
                await process.kill(f"its process was killed because another item got no reply within {limit}")
            raise

    async def close(self) -> None:
        """End the process."""
        start, self._start = self._start, None
        if process := await _outcome(start):
            await process.end()

    async def _ask(self, number: int, request: str) -> Answer:
        if self._start is None or _is_over(self._start):
            self._start = asyncio.create_task(self._started(self._start))
        # A start that is cut off would leave a process that nobody knows of.
        process = await asyncio.shield(self._start)
        return await process.ask(number, request)

    async def _started(self, before: asyncio.Task[AnsweringProcess] | None) -> AnsweringProcess:
        if process := await _outcome(before):
            await process.end()
        program = program_path(self._command, self._root) or self._command[0]
        return await AnsweringProcess.start((program, *self._command[1:]), folder=self._root, guard=self._guard)


def _is_over(start: asyncio.Task[AnsweringProcess]) -> bool:
    return start.done() and (start.exception() is not None or not start.result().alive)


async def _outcome(start: asyncio.Task[AnsweringProcess] | None) -> AnsweringProcess | None:
    """Wait for a start; None where there is none, or where it failed."""
    if start is not None:
        with suppress(OSError):
            return await asyncio.shield(start)
    return None
