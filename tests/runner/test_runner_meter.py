"""A meter that counts calls, and what a run does when it says no."""

import asyncio

import pytest
from judges_at_hand import RULE, FakeSleep, Told, error, items, passing, spec

from workbench.records.reply import Reply
from workbench.records.verdict import ErrorCode
from workbench.runner.clock import Clock
from workbench.runner.limits import Limits
from workbench.runner.outcome import Ending
from workbench.runner.run import run
from workbench.runner.schedule import Cell, plan_cells


class Allowance:
    """Lets a number of calls through, and keeps what each came to."""

    def __init__(self, calls: int) -> None:
        self.left = calls
        self.open = 0
        self.ended: list[Reply | None] = []

    async def start(self, _cell: Cell) -> str:
        if not self.left:
            return "the allowance is used up"
        self.left -= 1
        self.open += 1
        return ""

    def end(self, _cell: Cell, reply: Reply | None) -> None:
        self.open -= 1
        self.ended.append(reply)

    def give_back(self, _cell: Cell) -> None:
        self.open -= 1
        self.left += 1


def go(judge, meter, *, count=10, **limits):
    kept = []
    cells = plan_cells({RULE: items(count)}, [spec()], repeats=1, seed=1)
    coming = run(cells, [judge], kept.append, limits=Limits(**limits), meter=meter, clock=Clock(sleep=FakeSleep()))
    return asyncio.run(coming), kept


def test_a_meter_that_says_no_stops_the_run_with_its_reason_and_what_is_in_flight_is_kept():
    judge, meter = Told(steps=5), Allowance(7)
    outcome, kept = go(judge, meter, concurrency=4)
    assert (outcome.ending, outcome.reason) == (Ending.STOPPED, "the allowance is used up")
    assert len(judge.calls) == len(kept) == outcome.progress.done == 7
    assert (meter.open, meter.ended) == (0, [passing()] * 7)


def test_every_attempt_is_metered_not_every_cell():
    meter = Allowance(2)
    outcome, kept = go(Told(lambda item, repeat: error()), meter, count=1, max_attempts=3)
    assert outcome.ending is Ending.STOPPED
    assert [(one.attempt, one.final) for one in kept] == [(1, False), (2, False)]
    assert meter.ended == [error(), error()]


def test_a_call_that_was_cut_off_is_ended_without_a_reply():
    meter = Allowance(5)

    class Leaving(Told):
        async def judge(self, item, repeat):
            if len(meter.ended) == 2:
                raise asyncio.CancelledError
            return passing()

    with pytest.raises(asyncio.CancelledError):
        go(Leaving(), meter, concurrency=1)
    assert (meter.open, meter.ended) == (0, [passing(), passing(), None])


def test_a_call_whose_turn_comes_after_the_run_was_stopped_is_given_back_and_not_made():
    class Waiting(Allowance):
        async def start(self, cell):
            while self.open:
                await asyncio.sleep(0)
            return await super().start(cell)

    stopping = error(ErrorCode.SPEND_LIMIT, retryable=False, stops_run=True)
    judge, meter = Told(lambda item, repeat: stopping, steps=3), Waiting(10)
    outcome, kept = go(judge, meter, concurrency=4)
    assert outcome.ending is Ending.STOPPED
    assert len(judge.calls) == len(kept) == 1
    assert (meter.open, meter.left) == (0, 9)
