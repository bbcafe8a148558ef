"""A Python function as a judge.

It is called with three keyword arguments, and is told nothing else:

    def grounded(question: str, passages: list[dict], answer: str): ...

Each passage is a dictionary with `id`, `title` and `text`. What the function may give back says
`judges/own/given.py`. It may be `async`. An exception is `error:judge_crashed`; it is not asked again, so a function
that calls a server tries again by itself. Functions run outside of the event loop, in threads: a sync one in a thread
a call, async ones in a loop of their own. What they print goes to stderr.
"""

import inspect
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from workbench.errors import InputError, Problem
from workbench.identity import digest
from workbench.judges.own.function_calls import FunctionCalls
from workbench.judges.own.given import no_verdict, read_given
from workbench.judges.own.module import CALL, OwnModule
from workbench.judges.own.shown import shown_item
from workbench.judges.own.source import OwnSource, module_source
from workbench.judges.source import source_digest
from workbench.judges.storable import storable_reply
from workbench.judges.threshold import Threshold, threshold_details
from workbench.judges.votes import votes_details
from workbench.records.item import Item
from workbench.records.reply import JudgeKind, JudgeSpec, Reply
from workbench.records.verdict import ErrorCode

_MOST_HANGING = 8
_RAW = 20_000
_CODE = ("workbench.judges.own.given", "workbench.judges.own.shown", "workbench.judges.threshold")


@dataclass(frozen=True, kw_only=True)
class PythonCandidate:
    """A function that settings name. Nothing of it is run before `connect`.

    Attributes:
        name: The judge's name in settings and reports.
        rule: The rule that it decides.
        call: Where it is, as `package.module:function`.
        root: The bench's folder; modules there go before installed ones.
        threshold: Where a score turns into the other verdict; None where it gives no scores.
        timeout_s: Wall-clock seconds of one call. Not part of the version.
        votes: The calls whose majority is its verdict; 0 where each call is one.
    """

    name: str
    rule: str
    call: str
    root: Path
    threshold: Threshold | None
    timeout_s: float
    votes: int = 0

    def __post_init__(self) -> None:
        # What cannot be read is said at once, and what is read once stays the version that runs.
        _ = self.spec

    @cached_property
    def source(self) -> OwnSource:
        """Its source.

        Raises:
            InputError: the path is none, or there is no source.
        """
        if not CALL.fullmatch(self.call):
            expected = "package.module:function, as in my_judges:grounded"
            raise InputError(Problem(where=self._where, expected=expected, got=repr(self.call)))
        return module_source(self.call.partition(":")[0], self.root, where=self._where)

    @cached_property
    def spec(self) -> JudgeSpec:
        """Who will judge, and in which version."""
        details = {
            "call": self.call,
            "source": self.source.digest,
            **threshold_details(self.threshold),
            **votes_details(self.votes),
            "code": source_digest(*_CODE),
        }
        return JudgeSpec(
            name=self.name,
            rule=self.rule,
            model=str(JudgeKind.PYTHON),
            kind=JudgeKind.PYTHON,
            judge_id=digest({"rule": self.rule, **details}),
            details=details,
        )

    def missing(self) -> str | None:
        """Nothing is ever missing that settings do not name."""
        return None

    async def connect(self) -> "PythonJudge":
        """Import the function.

        Raises:
            InputError: it cannot be imported, is no function, or takes other arguments.
        """
        name, _, function = self.call.partition(":")
        module = OwnModule(name, self.root, self.source, where=self._where)
        try:
            return PythonJudge(self, module, _function(module.load(), function, self._where))
        except BaseException:
            module.release()
            raise

    @property
    def _where(self) -> str:
        return f"judge {self.name}: call"


class PythonJudge:
    """A function as a judge. Made by `PythonCandidate.connect`."""

    def __init__(self, candidate: PythonCandidate, module: OwnModule, function: Callable[..., Any]) -> None:
        self._candidate = candidate
        self._module = module
        self._calls = FunctionCalls(function, read=self._read, crashed=_crashed)

    @property
    def spec(self) -> JudgeSpec:
        """Who judges, and in which version."""
        return self._candidate.spec

    async def judge(self, item: Item, repeat: int) -> Reply:
        """Call the function once; see `Judge.judge`."""
        begun = time.perf_counter()
        reply = await self._calls.call(shown_item(item), self._candidate.timeout_s) or self._timeout()
        return replace(storable_reply(reply), latency_s=time.perf_counter() - begun)

    async def close(self) -> None:
        """Let the module go. What hangs in a thread is left behind: Python cannot end it."""
        await self._calls.close()
        self._module.release()

    def _read(self, value: object) -> Reply:
        raw = value if isinstance(value, str) else repr(value)
        return replace(read_given(value, self._candidate.threshold), raw=raw[:_RAW])

    def _timeout(self) -> Reply:
        told = f"{self._candidate.call} gave nothing back within {self._candidate.timeout_s:g} s"
        hanging = self._calls.hanging
        if hanging < _MOST_HANGING:
            return no_verdict(ErrorCode.TIMEOUT, told)
        told = f"{told}; {hanging} of its calls hang, and Python cannot end them"
        return replace(no_verdict(ErrorCode.TIMEOUT, told), stops_run=True)


def _crashed(said: str) -> Reply:
    return no_verdict(ErrorCode.JUDGE_CRASHED, f"the judge raised {said}")


def _function(module: ModuleType, name: str, where: str) -> Callable[..., Any]:
    found = getattr(module, name, None)
    if not callable(found):
        got = "no such name" if found is None else type(found).__name__
        raise InputError(Problem(where=where, expected=f"a function {name} in {module.__name__}", got=got))
    try:
        inspect.signature(found).bind(question="", passages=[], answer="")
    except TypeError as error:
        expected = f"{name} to take question, passages and answer by name"
        raise InputError(Problem(where=where, expected=expected, got=str(error))) from error
    except ValueError:
        # A function in C has no signature to look at.
        pass
    return cast("Callable[..., Any]", found)
