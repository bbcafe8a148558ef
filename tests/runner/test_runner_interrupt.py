"""Ctrl+C, as the real signal sent to this process."""

import asyncio
import os
import signal

from judges_at_hand import RULE, Told, error, items, passing, spec

from workbench.runner.limits import Limits
from workbench.runner.outcome import Ending
from workbench.runner.run import run
from workbench.runner.schedule import plan_cells


def ctrl_c():
    os.kill(os.getpid(), signal.SIGINT)


def go(judge, count, **limits):
    kept = []
    cells = plan_cells({RULE: items(count)}, [spec()], repeats=1, seed=1)
    return asyncio.run(run(cells, [judge], kept.append, limits=Limits(**limits))), kept


class Hanging(Told):
    """Answers the first calls, presses Ctrl+C and hangs on the others."""

    def __init__(self, *, answers, presses):
        super().__init__()
        self._left = answers
        self._presses = presses

    async def judge(self, item, repeat):
        self.calls.append((item.item_id, repeat))
        if self._left:
            self._left -= 1
            return passing()
        if self._presses:
            self._presses -= 1
            ctrl_c()
        await asyncio.Event().wait()


def test_ctrl_c_once_finishes_what_is_in_flight():
    presses = iter([ctrl_c])

    def answer(item, repeat):
        if len(judge.calls) >= 5:
            next(presses, lambda: None)()
        return passing()

    judge = Told(answer, steps=3)
    outcome, kept = go(judge, 100, concurrency=5)
    assert (outcome.ending, outcome.reason) == (Ending.INTERRUPTED, "interrupted")
    assert len(judge.calls) < 100
    assert len(kept) == len(judge.calls) == outcome.progress.done
    assert outcome.abandoned == 0


def test_ctrl_c_twice_cuts_the_calls_in_flight_off():
    judge = Hanging(answers=6, presses=2)
    outcome, kept = go(judge, 100, concurrency=4)
    assert outcome.ending is Ending.INTERRUPTED
    assert len(kept) == 6
    assert outcome.abandoned == 4


def test_ctrl_c_does_not_sit_out_a_wait():
    def answer(item, repeat):
        ctrl_c()
        return error(retry_after_s=500.0)

    outcome, kept = go(Told(answer), 3, concurrency=1)
    assert outcome.ending is Ending.INTERRUPTED
    assert [one.final for one in kept] == [False]
    assert outcome.abandoned == 0


def test_script_judges_that_never_wait_can_be_interrupted():
    class Script(Told):
        async def judge(self, item, repeat):
            self.calls.append((item.item_id, repeat))
            if len(self.calls) == 100:
                ctrl_c()
            return passing()

    outcome, kept = go(Script(), 20_000, concurrency=4)
    assert outcome.ending is Ending.INTERRUPTED
    assert 100 <= len(kept) < 20_000


def test_ctrl_c_on_the_very_last_call_leaves_a_complete_run():
    def answer(item, repeat):
        if len(judge.calls) == 3:
            ctrl_c()
        return passing()

    judge = Told(answer)
    outcome, _ = go(judge, 3, concurrency=1)
    assert (outcome.ending, outcome.reason) == (Ending.COMPLETE, "")


def test_the_handler_that_was_there_is_there_again_afterwards():
    before = signal.getsignal(signal.SIGINT)
    go(Told(), 3)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_run_outside_the_main_thread_works_without_signals():
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        outcome, kept = pool.submit(go, Told(), 5).result()
    assert (outcome.ending, len(kept)) == (Ending.COMPLETE, 5)
