"""A command as a judge: a program that is kept running, and answers one JSON line with another.

It reads a line for each item on stdin:

    {"id": 7, "question": "...", "passages": [{"id": "...", "title": "...", "text": "..."}], "answer": "..."}

and writes a line for each on stdout, in any order, with the same `id` and a verdict, a score or an error, as
`judges/own/given.py` says:

    {"id": 7, "verdict": "fail", "reason": "the price is another one"}

It is started in the bench's folder, without a shell, and ends when stdin does. One item is sent to a process at a time,
unless settings say that it can have more at once; as many processes are started as there are calls at once, up to
`workers`. A process that crashes is started anew. One that hangs is killed with all that it started.
"""

import asyncio
import itertools
import json
import os
import shutil
import sys
import time
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from workbench.identity import digest
from workbench.judges.own.given import no_verdict, read_given
from workbench.judges.own.processes import Answer, AnsweringProcess, Guard, NoAnswer
from workbench.judges.own.shown import shown_item
from workbench.judges.own.source import file_source
from workbench.judges.source import source_digest
from workbench.judges.storable import storable_reply
from workbench.judges.threshold import Threshold, threshold_details
from workbench.records.item import Item
from workbench.records.reply import JudgeKind, JudgeSpec, Reply
from workbench.records.verdict import ErrorCode

COMMAND_CODE = (
    "workbench.judges.own.given",
    "workbench.judges.own.shown",
    "workbench.judges.reply.json_text",
    "workbench.judges.threshold",
)
_MOST_IN_A_ROW = 20
# ASCII with escapes: a request may hold half a character, which is no UTF-8, and a program may read in any encoding.
_encode = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode


@dataclass(frozen=True, kw_only=True)
class CommandCandidate:
    """A command that settings name. Nothing of it is run before `connect`.

    Attributes:
        name: The judge's name in settings and reports.
        rule: The rule that it decides.
        command: The program and its arguments.
        root: The bench's folder, in which it is started.
        threshold: Where a score turns into the other verdict; None where it gives no scores.
        timeout_s: Wall-clock seconds of one item, the start of the program included. Not part of the version.
        workers: The most processes at once. Not part of the version, and neither is `at_once`.
        at_once: The most items that one process has at once.
        key_env: The environment variable of a key that it is told of; its value is kept nowhere.
        known_as: Who judges, where that is more than a command.
    """

    name: str
    rule: str
    command: tuple[str, ...]
    root: Path
    threshold: Threshold | None
    timeout_s: float
    workers: int = 1
    at_once: int = 1
    key_env: str = ""
    known_as: JudgeSpec | None = None

    def __post_init__(self) -> None:
        # What cannot be read is said at once, and what is read once stays the version that runs.
        _ = self.spec

    @cached_property
    def spec(self) -> JudgeSpec:
        """Who will judge, and in which version: the command line, and the content of the files that it names."""
        if self.known_as is not None:
            return self.known_as
        files = [self.root / part for part in self._parts() if part and (self.root / part).is_file()]
        modules = [after for before, after in itertools.pairwise(self.command) if before == "-m"]
        details = {
            "command": list(self.command),
            "source": file_source(files, modules, self.root, where=f"judge {self.name}: command").digest,
            **threshold_details(self.threshold),
            "code": source_digest(*COMMAND_CODE),
        }
        return JudgeSpec(
            name=self.name,
            rule=self.rule,
            model=str(JudgeKind.COMMAND),
            kind=JudgeKind.COMMAND,
            judge_id=digest({"rule": self.rule, **details}),
            details=details,
        )

    @property
    def program(self) -> str | None:
        """The program as it can be started; None where there is none."""
        name = self.command[0]
        if os.sep in name:
            return shutil.which(self.root / name)
        # An interpreter is there: the one that runs this.
        return shutil.which(name) or (sys.executable if name in ("python", "python3") else None)

    def missing(self) -> str | None:
        """Return what is missing for it to run here, in words for the user; None where nothing is."""
        if not hasattr(os, "killpg"):
            return "commands as judges need process groups, which this system does not have"
        return None if self.program else f"there is no program {self.command[0]!r} that can be started"

    async def connect(self) -> "CommandJudge":
        """Return the judge. A process is started with its first item."""
        return CommandJudge(self)

    def _parts(self) -> list[str]:
        """The words of the command line, and what follows an equals sign in one."""
        return [part for word in self.command for part in (word, word.partition("=")[2])]


class CommandJudge:
    """A command as a judge. Made by `CommandCandidate.connect`."""

    def __init__(self, candidate: CommandCandidate) -> None:
        self._candidate = candidate
        self._guard = Guard()
        self._numbers = itertools.count(1)
        self._crashes = 0
        workers = [_Worker(candidate, self._guard) for _ in range(candidate.workers)]
        self._workers = workers
        # Last in, first out: a process that runs already is taken before another is started.
        self._free: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        for worker in reversed(workers):
            for _ in range(candidate.at_once):
                self._free.put_nowait(worker)

    @property
    def spec(self) -> JudgeSpec:
        """Who judges, and in which version."""
        return self._candidate.spec

    async def judge(self, item: Item, repeat: int) -> Reply:
        """Have the command judge the item once; see `Judge.judge`. Waiting for a free process costs no time limit."""
        worker = await self._free.get()
        begun = time.perf_counter()
        try:
            reply = await self._ask(worker, item)
        finally:
            self._free.put_nowait(worker)
        return replace(storable_reply(reply, self._candidate.key_env), latency_s=time.perf_counter() - begun)

    async def close(self) -> None:
        """End all processes. Calling it twice is harmless."""
        await asyncio.gather(*(worker.close() for worker in self._workers))
        await self._guard.close()

    async def _ask(self, worker: "_Worker", item: Item) -> Reply:
        number = next(self._numbers)
        limit = self._candidate.timeout_s
        try:
            async with asyncio.timeout(limit):
                answer = await worker.ask(number, _encode({"id": number, **shown_item(item)}))
        except TimeoutError:
            await worker.kill(f"its process was killed because another item got no reply within {limit:g} s")
            return no_verdict(ErrorCode.TIMEOUT, f"the command gave no reply within {limit:g} s, and was killed")
        except OSError as error:
            reason = f"the command cannot be started: {error.strerror or error}"
            return replace(no_verdict(ErrorCode.JUDGE_CRASHED, reason), stops_run=True)
        except NoAnswer as error:
            return self._no_answer(error)
        self._crashes = 0
        return replace(read_given(answer.fields, self._candidate.threshold), raw=answer.line)

    def _no_answer(self, error: NoAnswer) -> Reply:
        """A request that was alone in its process is what the process failed at; asking again is no help."""
        code = ErrorCode.UNPARSED if error.garbled else ErrorCode.JUDGE_CRASHED
        reply = no_verdict(code, f"the command gave no reply: {error}", retryable=not error.alone)
        if error.garbled:
            return reply
        self._crashes += 1
        return replace(reply, stops_run=self._crashes >= _MOST_IN_A_ROW)


class _Worker:
    """One process at a time, started when it is needed and again when it has ended."""

    def __init__(self, candidate: CommandCandidate, guard: Guard) -> None:
        self._candidate = candidate
        self._guard = guard
        self._process: AnsweringProcess | None = None
        self._starting = asyncio.Lock()

    async def ask(self, number: int, request: str) -> Answer:
        async with self._starting:
            if self._process is None or not self._process.alive:
                # A start that is cut off would leave a process that nobody knows of.
                await asyncio.shield(asyncio.ensure_future(self._start()))
        assert self._process is not None
        return await self._process.ask(number, request)

    async def kill(self, why: str) -> None:
        if self._process is not None:
            await self._process.kill(why)

    async def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            await process.end()

    async def _start(self) -> None:
        if self._process is not None:
            await self._process.end()
        candidate = self._candidate
        command = (candidate.program or candidate.command[0], *candidate.command[1:])
        self._process = await AnsweringProcess.start(command, folder=candidate.root, guard=self._guard)
