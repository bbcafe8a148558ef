"""Items and judges for the tests of the runner: what a judge does is handed in, and every call is kept."""

import asyncio
import math
from collections.abc import Callable

from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.records.reply import JudgeKind, JudgeSpec, Reply
from workbench.records.verdict import PASS, ErrorCode, Verdict

RULE = "grounded"


def items(count: int) -> list[Item]:
    return [
        Item.of(question=f"question {number}", passages=[Passage(id="1", text="text")], answer="answer")
        for number in range(count)
    ]


def items_about(passages: int, answers: int) -> list[Item]:
    """Items that share their passages, as the copies of one answer do."""
    return [
        Item.of(question="question", passages=[Passage(id="1", text=f"text {place}")], answer=f"answer {number}")
        for place in range(passages)
        for number in range(answers)
    ]


def spec(judge_id: str = "judge-1", rule: str = RULE) -> JudgeSpec:
    return JudgeSpec(name=judge_id, rule=rule, model="script", kind=JudgeKind.SCRIPT, judge_id=judge_id)


def passing() -> Reply:
    return Reply(verdict=PASS)


def error(code: ErrorCode = ErrorCode.OVERLOADED, **fields) -> Reply:
    return Reply(verdict=Verdict(error=code), reason="said the server", **{"retryable": True, **fields})


class Told:
    """A judge that answers as it is told, and keeps count of its calls and of how many were in flight at once."""

    def __init__(self, answer: Callable[[Item, int], Reply] = lambda item, repeat: passing(), *, steps: int = 1):
        self.spec = spec()
        self.calls: list[tuple[str, int]] = []
        self.most_in_flight = 0
        self._answer = answer
        self._in_flight = 0
        self._steps = steps

    async def judge(self, item: Item, repeat: int) -> Reply:
        self.calls.append((item.item_id, repeat))
        self._in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self._in_flight)
        for _ in range(self._steps):
            await asyncio.sleep(0)
        self._in_flight -= 1
        return self._answer(item, repeat)

    async def close(self) -> None:
        pass


class Caching(Told):
    """The same, on a model that keeps prompts."""

    cache_life_s = 300.0
    rubric_used_at = -math.inf


class FakeSleep:
    """Waits that take no time, written down."""

    def __init__(self) -> None:
        self.waits: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.waits.append(seconds)
