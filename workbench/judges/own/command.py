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

import time
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from workbench.identity import digest
from workbench.judges.own.given import no_verdict, read_given
from workbench.judges.own.processes import NoAnswer
from workbench.judges.own.shown import shown_item
from workbench.judges.own.workers import Worker, Workers, command_source, missing_program
from workbench.judges.source import source_digest
from workbench.judges.storable import storable_reply
from workbench.judges.threshold import Threshold, threshold_details
from workbench.judges.votes import votes_details
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
        votes: The calls whose majority is its verdict; 0 where each call is one.
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
    votes: int = 0

    def __post_init__(self) -> None:
        # What cannot be read is said at once, and what is read once stays the version that runs.
        _ = self.spec

    @cached_property
    def spec(self) -> JudgeSpec:
        """Who will judge, and in which version: the command line, and the content of the files that it names."""
        if self.known_as is not None:
            return self.known_as
        details = {
            "command": list(self.command),
            "source": command_source(self.command, self.root, where=f"judge {self.name}: command").digest,
            **threshold_details(self.threshold),
            **votes_details(self.votes),
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

    def missing(self) -> str | None:
        """Return what is missing for it to run here, in words for the user; None where nothing is."""
        return missing_program(self.command, self.root)

    async def connect(self) -> "CommandJudge":
        """Return the judge. A process is started with its first item."""
        return CommandJudge(self)


class CommandJudge:
    """A command as a judge. Made by `CommandCandidate.connect`."""

    def __init__(self, candidate: CommandCandidate) -> None:
        self._candidate = candidate
        self._crashes = 0
        self._workers = Workers(
            candidate.command,
            candidate.root,
            workers=candidate.workers,
            at_once=candidate.at_once,
            timeout_s=candidate.timeout_s,
        )

    @property
    def spec(self) -> JudgeSpec:
        """Who judges, and in which version."""
        return self._candidate.spec

    async def judge(self, item: Item, repeat: int) -> Reply:
        """Have the command judge the item once; see `Judge.judge`. Waiting for a free process costs no time limit."""
        async with self._workers.free() as worker:
            begun = time.perf_counter()
            reply = await self._ask(worker, item)
            took = time.perf_counter() - begun
        return replace(storable_reply(reply, self._candidate.key_env), latency_s=took)

    async def close(self) -> None:
        """End all processes. Calling it twice is harmless."""
        await self._workers.close()

    async def _ask(self, worker: Worker, item: Item) -> Reply:
        try:
            answer = await worker.ask(shown_item(item))
        except TimeoutError:
            limit = f"{self._candidate.timeout_s:g} s"
            return no_verdict(ErrorCode.TIMEOUT, f"the command gave no reply within {limit}, and was killed")
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
