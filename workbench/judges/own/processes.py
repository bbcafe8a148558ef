"""Processes that answer one JSON line with another, and that never outlive the run."""

import asyncio
import os
import signal
import socket
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.judges.own import process_guard, process_start
from workbench.judges.reply.json_text import NotJson, read_json

_LONGEST_LINE = 2**20
_STDERR_KEPT = 1000
_FAREWELL_S = 2.0
_LAST_WORDS_S = 0.5
_PYTHON = (sys.executable, "-I", "-S")


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The line that a process answered with, and what it says."""

    line: str
    fields: Mapping[str, Any]


def read_answer(line: bytes) -> Answer | None:
    """Read a line: a JSON object in UTF-8 with a whole number as `id`; None for any other."""
    try:
        text = line.decode("utf-8").strip()
        fields = read_json(text)
    except (UnicodeDecodeError, NotJson):
        return None
    # Not isinstance: to Python, true is a whole number.
    return Answer(line=text, fields=fields) if isinstance(fields, dict) and type(fields.get("id")) is int else None


class NoAnswer(Exception):
    """A process gave no answer to a request.

    Attributes:
        garbled: It wrote something, which was none.
        alone: The process had been given nothing else, so that this request is what it failed at.
    """

    def __init__(self, reason: str, *, garbled: bool, alone: bool) -> None:
        super().__init__(reason)
        self.garbled = garbled
        self.alone = alone


class Guard:
    """Tells the guard process which process groups there are. Started with the first of them."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._starting = asyncio.Lock()

    async def watch(self, group: int) -> None:
        """Have a process group killed when this process is gone."""
        async with self._starting:
            if self._process is None:
                self._process = await asyncio.create_subprocess_exec(
                    *_PYTHON,
                    process_guard.__file__,
                    stdin=PIPE,
                    stdout=DEVNULL,
                    stderr=DEVNULL,
                    start_new_session=True,
                )
        self._tell(f"+{group}\n")

    def forget(self, group: int) -> None:
        """Say that a process group is gone: its number may soon be somebody else's."""
        self._tell(f"-{group}\n")

    async def close(self) -> None:
        """End the guard."""
        process, self._process = self._process, None
        if process is not None and process.stdin is not None:
            process.stdin.close()
            await process.wait()

    def _tell(self, line: str) -> None:
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.write(line.encode("ascii"))


async def _let_go(told: socket.socket) -> int:
    """Tell a process that waits to become its command; return the number of the error where it cannot, else 0."""
    told.setblocking(False)
    loop = asyncio.get_running_loop()
    try:
        await loop.sock_sendall(told, b"\n")
        return int(await loop.sock_recv(told, 16) or 0)
    except ConnectionError:
        # It is dead: how it ended is said where its output ends.
        return 0


class AnsweringProcess:
    """One process of a command, in a process group of its own. Made by `start`.

    Attributes:
        alive: Whether it can be asked.
    """

    def __init__(self, process: Process, guard: Guard) -> None:
        self.alive = True
        self._process = process
        self._guard = guard
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._given_up: set[int] = set()
        self._asked = 0
        self._stray = ""
        self._stderr = b""
        self._hearing = asyncio.create_task(self._keep_stderr())
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, command: Sequence[str], *, folder: Path, guard: Guard) -> "AnsweringProcess":
        """Start a command in a folder; not a step of it is run before the guard knows of it.

        Raises:
            OSError: it cannot be started.
        """
        told, hears = socket.socketpair()
        with told, hears:
            process = await asyncio.create_subprocess_exec(
                *_PYTHON,
                process_start.__file__,
                str(hears.fileno()),
                *command,
                cwd=folder,
                # A Python program that forgets to flush would seem to hang.
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                limit=_LONGEST_LINE,
                start_new_session=True,
                pass_fds=(hears.fileno(),),
            )
            hears.close()
            await guard.watch(process.pid)
            failed = await _let_go(told)
        if failed:
            await process.wait()
            guard.forget(process.pid)
            raise OSError(failed, os.strerror(failed))
        return cls(process, guard)

    async def ask(self, number: int, request: str) -> Answer:
        """Send a request, and wait for the answer with its number.

        Raises:
            NoAnswer: the process ended, or wrote something else.
        """
        if self._stray:
            stray, self._stray = self._stray, ""
            raise NoAnswer(stray, garbled=True, alone=True)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        self._asked += 1
        try:
            # A pipe that is closed already: that the process has ended, and how, is said by whoever listens to it.
            with suppress(OSError):
                assert self._process.stdin is not None
                self._process.stdin.write(request.encode("ascii") + b"\n")
                await self._process.stdin.drain()
            return await answer
        finally:
            if self._waiting.pop(number, None) is not None:
                self._given_up.add(number)

    async def kill(self, why: str) -> None:
        """End the process with all that it started; what else is in flight fails with the reason."""
        self._fail(why, garbled=False, alone=False)
        self.alive = False
        self._kill_group()
        await self._gone()

    async def end(self) -> None:
        """Tell the process that there is no more to come, wait a moment, and kill what is left of it."""
        self.alive = False
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._exit_code()
        self._kill_group()
        await self._gone()

    async def _listen(self) -> None:
        assert self._process.stdout is not None
        why = ""
        try:
            while line := await self._process.stdout.readline():
                self._take(line)
        except ValueError:
            why = f"it wrote a line of more than {_LONGEST_LINE:,} bytes"
        if not self.alive:
            return
        self.alive = False
        code = None if why else await self._exit_code()
        self._kill_group()
        # What it said last is often why.
        await asyncio.wait((self._hearing,), timeout=_LAST_WORDS_S)
        self._fail(why or self._how_it_ended(code), garbled=bool(why), alone=self._asked == 1)

    async def _keep_stderr(self) -> None:
        assert self._process.stderr is not None
        while chunk := await self._process.stderr.read(_STDERR_KEPT):
            self._stderr = (self._stderr + chunk)[-_STDERR_KEPT:]

    def _take(self, line: bytes) -> None:
        answer = read_answer(line)
        number = None if answer is None else answer.fields["id"]
        if number in self._given_up:
            self._given_up.discard(number)
        elif answer is not None and number in self._waiting:
            self._waiting.pop(number).set_result(answer)
        else:
            self._garbage(line.decode("utf-8", "replace").strip())

    def _garbage(self, text: str) -> None:
        shown = text if len(text) <= 120 else f"{text[:117]}..."
        why = f"it wrote a line that is no JSON object with the id of a request: {shown!r}; stdout is for replies alone"
        if self._waiting:
            self._fail(why, garbled=True, alone=len(self._waiting) == 1)
        else:
            self._stray = why

    def _fail(self, why: str, *, garbled: bool, alone: bool) -> None:
        waiting, self._waiting = self._waiting, {}
        self._given_up |= waiting.keys()
        for answer in waiting.values():
            if not answer.done():
                answer.set_exception(NoAnswer(why, garbled=garbled, alone=alone))

    def _how_it_ended(self, code: int | None) -> str:
        if code is None:
            how = "it closed its stdout"
        else:
            how = f"it ended with code {code}" if code >= 0 else f"it was ended by signal {-code}"
        said = self._stderr.decode("utf-8", "replace").strip()
        return f"{how}; it said on stderr: {said}" if said else f"{how}, and said nothing on stderr"

    def _kill_group(self) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    async def _exit_code(self) -> int | None:
        """Wait for the end, but not for ever: a grandchild that left the group may hold the pipes open."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_FAREWELL_S):
                return await self._process.wait()
        return None

    async def _gone(self) -> None:
        await self._exit_code()
        self._guard.forget(self._process.pid)
        for task in (self._listening, self._hearing):
            task.cancel()
        await asyncio.wait((self._listening, self._hearing))
