"""A judge whose verdict is made of several calls: each is recorded, paid and asked again by itself, and none twice."""

import asyncio
from collections import Counter
from dataclasses import replace

import pytest
from judges_at_hand import RULE, Caching, FakeSleep, Told, error, passing, spec

from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.records.reply import Reply
from workbench.records.verdict import FAIL, PASS, ErrorCode, Verdict
from workbench.runner.budget import Bounds, Budget, Tariff
from workbench.runner.clock import Clock
from workbench.runner.limits import Limits
from workbench.runner.outcome import Ending
from workbench.runner.run import run
from workbench.runner.schedule import plan_cells
from workbench.steps.answered_parts import with_answered_parts
from workbench.store.journal import open_journal
from workbench.store.journal_reader import journal_state, read_attempts
from workbench.store.verdicts import both_tables

CENT = Tariff(
    paid=lambda cell: True,
    worst=lambda cell: 0.01,
    billed=lambda cell, reply: reply.usage["output_tokens"] / 100,
)


def split(one):
    """One part a word of the answer."""
    return tuple(Item.of(question="", passages=one.passages, answer=word) for word in one.answer.split())


def whole(one, replies):
    verdicts = [replies[part.item_id].verdict for part in split(one)]
    return Reply(verdict=FAIL if FAIL in verdicts else next((v for v in verdicts if v.error), PASS), reason="whole")


class InParts(Told):
    """A judge in parts that keeps what it was asked about."""

    parts = staticmethod(split)
    whole = staticmethod(whole)

    def __init__(self, answer=lambda part, repeat: billed(), **more):
        super().__init__(answer, **more)
        self.asked = []

    async def judge(self, item, repeat):
        self.asked.append((item.answer, repeat))
        return await super().judge(item, repeat)


class CachingInParts(Caching):
    parts = staticmethod(split)
    whole = staticmethod(whole)


def billed():
    return Reply(verdict=PASS, usage={"output_tokens": 1})


def items(*answers):
    return [Item.of(question="question", passages=[Passage(id="1", text="text")], answer=one) for one in answers]


def cells_of(*answers, repeats=1):
    return plan_cells({RULE: items(*answers)}, [spec()], repeats=repeats, seed=1)


def go(judge, cells, *, budget=None, concurrency=4, attempts=3, record=None):
    came = []
    limits = Limits(concurrency=concurrency, max_attempts=attempts)
    outcome = asyncio.run(
        run(cells, [judge], record or came.append, limits=limits, meter=budget, clock=Clock(sleep=FakeSleep()))
    )
    return outcome, came


def test_each_part_is_recorded_as_it_comes_and_the_verdict_after_the_last():
    judge = InParts(lambda part, repeat: Reply(verdict=FAIL if part.answer == "two" else PASS))
    outcome, came = go(judge, cells_of("one two three"))
    assert [(one.attempt, one.final, bool(one.part), str(one.reply.verdict)) for one in came] == [
        (1, False, True, "pass"),
        (2, False, True, "fail"),
        (3, False, True, "pass"),
        (4, True, False, "fail"),
    ]
    assert len({one.item_id for one in came}) == 1
    assert (outcome.progress.done, outcome.progress.failed, outcome.ending) == (1, 1, Ending.COMPLETE)


def test_only_the_part_whose_call_failed_is_asked_again():
    trouble = iter([error(), error()])
    judge = InParts(lambda part, repeat: next(trouble, passing()) if part.answer == "two" else passing())
    _, came = go(judge, cells_of("one two three"))
    assert Counter(judge.asked) == {("one", 0): 1, ("two", 0): 3, ("three", 0): 1}
    assert [str(one.reply.verdict) for one in came if one.final] == ["pass"]


def test_a_part_that_never_brings_a_verdict_leaves_the_others_to_be_asked():
    judge = InParts(lambda part, repeat: error(ErrorCode.TIMEOUT) if part.answer == "one" else passing())
    _, came = go(judge, cells_of("one two"))
    assert Counter(judge.asked) == {("one", 0): 3, ("two", 0): 1}
    assert came[-1].reply.verdict == Verdict(error=ErrorCode.TIMEOUT)


def test_every_call_counts_against_the_budget_and_a_stop_in_the_middle_gives_no_verdict():
    budget = Budget(CENT, Bounds(calls=4))
    outcome, came = go(InParts(), cells_of("one two three", "four five six"), budget=budget, concurrency=1)
    assert (outcome.ending, outcome.reason) == (Ending.STOPPED, "--max-calls 4 is reached")
    assert (budget.spend.calls, budget.spend.dollars) == (4, pytest.approx(0.04))
    assert [one.final for one in came] == [False, False, False, True, False]


def test_a_budget_that_ends_in_the_middle_of_an_item_loses_nothing_and_no_part_is_asked_twice(tmp_path):
    cells = cells_of("one two three", "four five six")
    for calls in range(1, 6):
        path = tmp_path / f"{calls}.jsonl"
        first, second = InParts(), InParts()
        with open_journal(path) as journal:
            stopped, _ = go(first, cells, budget=Budget(CENT, Bounds(calls=calls)), record=journal.append)
        assert (stopped.ending, len(first.asked)) == (Ending.STOPPED, calls)
        state = journal_state(path)
        owed = [replace(one, attempts=state.attempts.get(one.key, 0)) for one in cells if one.key not in state.done]
        with open_journal(path) as journal:
            go(second, with_answered_parts(owed, path, state), record=journal.append)
        assert Counter(first.asked + second.asked) == dict.fromkeys(
            ((word, 0) for word in ("one", "two", "three", "four", "five", "six")), 1
        )
        assert sum(one.final for one in read_attempts(path)) == 2


def test_an_error_that_would_come_every_time_stops_the_run_in_the_middle_of_an_item():
    judge = InParts(lambda part, repeat: error(ErrorCode.API_4XX, retryable=False, stops_run=True))
    outcome, came = go(judge, cells_of("one two", "three four"), concurrency=1)
    assert (outcome.ending, len(judge.asked), [one.final for one in came]) == (Ending.STOPPED, 1, [False])


@pytest.mark.parametrize("judge", [InParts, CachingInParts])
def test_what_needs_no_call_is_settled_and_keeps_nobody_waiting(judge):
    budget = Budget(CENT, Bounds())
    outcome, came = go(judge(lambda *_: billed()), cells_of("", "one two", "three", repeats=5), budget=budget)
    assert (outcome.ending, outcome.progress.done) == (Ending.COMPLETE, 15)
    assert budget.spend.calls == 5 * 3
    assert sum(one.final for one in came) == 15


def test_wherever_a_run_is_killed_no_answered_part_is_asked_again_and_the_verdicts_are_the_same(tmp_path):
    cells = cells_of("one two three", "four five", "", repeats=2)
    _, every = go(InParts(), cells, concurrency=2)
    assert len(every) == 2 * (3 + 2 + 3)  # three parts, two, none, and a verdict for each
    for kept in range(len(every) + 1):
        path = tmp_path / f"{kept}.jsonl"
        with open_journal(path) as journal:
            for one in every[:kept]:
                journal.append(one)
        state = journal_state(path)
        owed = [replace(one, attempts=state.attempts.get(one.key, 0)) for one in cells if one.key not in state.done]
        judge = InParts()
        with open_journal(path) as journal:
            go(judge, with_answered_parts(owed, path, state), record=journal.append)
        attempts = list(read_attempts(path))
        parts = Counter((one.item_id, one.repeat, one.part) for one in attempts if one.part)
        assert len(parts) == 10
        assert set(parts.values()) == {1}
        verdicts, spend = both_tables(attempts, [spec()])
        assert list(verdicts["verdict"]) == ["pass"] * 6
        assert spend["output_tokens"].sum() == 10
