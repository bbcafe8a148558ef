import asyncio
import gc
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judges_at_hand import RULE, Caching, FakeSleep, Told, error, items, items_about, passing, spec

from workbench.errors import StoreError
from workbench.records.reply import Reply
from workbench.records.verdict import FAIL, ErrorCode
from workbench.runner.clock import Clock
from workbench.runner.limits import Limits
from workbench.runner.outcome import Ending, Progress
from workbench.runner.run import run
from workbench.runner.schedule import plan_cells


def plan(count, repeats=1, **more):
    return plan_cells({RULE: items(count)}, [spec()], repeats=repeats, seed=1, **more)


def go(cells, judge, *, record=None, sleep=None, on_progress=None, **limits):
    """Run and return (outcome, attempts)."""
    kept = []
    outcome = asyncio.run(
        run(
            cells,
            [judge],
            record or kept.append,
            limits=Limits(**limits),
            on_progress=on_progress,
            clock=Clock(sleep=sleep or FakeSleep(), now=lambda: "2026-01-02T03:04:05.678+00:00", jitter=lambda: 0.0),
        )
    )
    return outcome, kept


def state(attempts):
    """Return {(item, repeat): [(attempt, final, verdict)]}."""
    cells = {}
    for one in attempts:
        cells.setdefault((one.item_id, one.repeat), []).append((one.attempt, one.final, str(one.reply.verdict)))
    return cells


def test_every_cell_is_asked_once_and_kept_with_its_own_reply():
    judge = Told(lambda item, repeat: Reply(verdict=FAIL, reason=f"{item.item_id} {repeat}"), steps=3)
    outcome, attempts = go(plan(20, repeats=5), judge, concurrency=7)
    assert outcome.ending is Ending.COMPLETE
    assert outcome.progress == Progress(planned=100, done=100, passed=0, failed=100, errors=0, attempts=100)
    assert len(judge.calls) == len(set(judge.calls)) == 100
    assert all(one.reply.reason == f"{one.item_id} {one.repeat}" for one in attempts)
    assert all(one.final and one.attempt == 1 and one.at == "2026-01-02T03:04:05.678+00:00" for one in attempts)


def test_repeats_of_one_item_are_real_calls_with_verdicts_of_their_own():
    verdicts = iter([passing(), Reply(verdict=FAIL), passing(), Reply(verdict=FAIL), passing()])
    outcome, attempts = go(plan(1, repeats=5), Told(lambda item, repeat: next(verdicts)))
    assert (outcome.progress.passed, outcome.progress.failed) == (3, 2)
    assert sorted(one.repeat for one in attempts) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("concurrency", [1, 4, 50])
def test_as_many_calls_are_in_flight_as_allowed_and_no_more(concurrency):
    judge = Told(steps=5)
    go(plan(60), judge, concurrency=concurrency)
    assert judge.most_in_flight == concurrency


def test_after_the_first_call_of_all_no_place_is_idle_while_first_calls_are_under_way():
    """In rounds: one call alone, then every round as many as are allowed."""
    begun, rounds = [], []

    class InRounds(Caching):
        async def judge(self, item, repeat):
            begun.append((item.item_id, repeat))
            if len(begun) == 1:
                end_round(turns_left=50)
            await ends[-1].wait()
            return passing()

    def end_round(turns_left):
        """Wait until the loop has had so many turns; whatever could begin has begun by then."""
        if turns_left:
            asyncio.get_running_loop().call_soon(end_round, turns_left - 1)
            return
        rounds.append(len(begun))
        begun.clear()
        ended, ends[:] = ends[-1], [asyncio.Event()]
        ended.set()

    ends = [asyncio.Event()]
    cells = plan_cells({RULE: items_about(20, 3)}, [spec()], repeats=1, seed=1)
    go(cells, InRounds(), concurrency=10)
    # Sixty cells in twenty groups: one alone, then ten a round. Near the end the last groups may have to begin first.
    assert rounds[:5] == [1, 10, 10, 10, 10]
    assert sum(rounds) == 60


def test_the_garbage_collector_looks_at_everything_again_after_a_run():
    def broken(item, repeat):
        raise KeyboardInterrupt

    frozen = []
    go(plan(3), Told(lambda item, repeat: frozen.append(gc.get_freeze_count()) or passing()))
    assert min(frozen) > 0
    assert gc.get_freeze_count() == 0
    with pytest.raises(KeyboardInterrupt):
        go(plan(1), Told(broken))
    assert gc.get_freeze_count() == 0


def test_a_long_run_is_a_few_workers_and_not_a_task_for_each_cell():
    tasks = []
    judge = Told(lambda item, repeat: tasks.append(len(asyncio.all_tasks())) or passing())
    go(plan(500), judge, concurrency=8)
    assert max(tasks) <= 8 + 1  # the workers and the run itself


def test_an_attempt_is_kept_before_it_counts():
    kept, seen = [], []
    go(plan(5), Told(), record=kept.append, on_progress=lambda now: seen.append((now.done, len(kept))))
    assert seen == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]


def test_the_server_says_171_seconds_and_gets_them():
    replies = iter([error(ErrorCode.RATE_LIMITED, retry_after_s=171.0), passing()])
    sleep = FakeSleep()
    outcome, attempts = go(plan(1), Told(lambda item, repeat: next(replies)), sleep=sleep)
    assert sleep.waits == [171.0]
    assert [(one.attempt, one.final) for one in attempts] == [(1, False), (2, True)]
    assert (outcome.longest_wait_asked_s, outcome.capped_waits) == (171.0, 0)


def test_a_wait_longer_than_the_cap_shows_in_the_outcome():
    replies = iter([error(retry_after_s=7200.0), error(retry_after_s=30.0), passing()])
    sleep = FakeSleep()
    outcome, _ = go(plan(1), Told(lambda item, repeat: next(replies)), sleep=sleep, retry_after_cap_s=600.0)
    assert sleep.waits == [600.0, 30.0]
    assert (outcome.longest_wait_asked_s, outcome.retry_after_cap_s, outcome.capped_waits) == (7200.0, 600.0, 1)


def test_after_the_last_attempt_the_error_is_the_verdict():
    judge = Told(lambda item, repeat: error(ErrorCode.OVERLOADED))
    sleep = FakeSleep()
    outcome, attempts = go(plan(1), judge, sleep=sleep, max_attempts=3)
    assert [(one.attempt, one.final) for one in attempts] == [(1, False), (2, False), (3, True)]
    assert sleep.waits == [0.5, 1.0]  # half of 1 s, half of 2 s
    assert outcome.progress == Progress(planned=1, done=1, passed=0, failed=0, errors=1, attempts=3)
    assert outcome.ending is Ending.COMPLETE


def test_attempts_count_across_a_resume():
    cell = plan(1)[0]
    judge = Told(lambda item, repeat: error())
    _, attempts = go(plan(1, attempts={cell.key: 2}), judge, max_attempts=3)
    assert [(one.attempt, one.final) for one in attempts] == [(3, True)]


def test_a_cell_without_a_verdict_is_asked_once_more_even_past_the_limit():
    cell = plan(1)[0]
    outcome, attempts = go(plan(1, attempts={cell.key: 5}), Told(), max_attempts=3)
    assert [(one.attempt, one.final) for one in attempts] == [(6, True)]
    assert outcome.progress.passed == 1


def test_errors_that_do_not_pass_are_asked_once_and_stay_errors():
    judge = Told(lambda item, repeat: error(ErrorCode.UNPARSED, retryable=False))
    outcome, attempts = go(plan(10, repeats=2), judge)
    assert len(judge.calls) == 20
    assert outcome.progress == Progress(planned=20, done=20, passed=0, failed=0, errors=20, attempts=20)
    assert {str(one.reply.verdict) for one in attempts} == {"error:unparsed"}


def test_a_judge_that_raises_gives_an_error_with_the_message_and_never_a_verdict_from_it():
    def broken(item, repeat):
        raise ZeroDivisionError("verdict: pass")

    outcome, attempts = go(plan(3), Told(broken))
    assert outcome.progress == Progress(planned=3, done=3, passed=0, failed=0, errors=3, attempts=3)
    assert {str(one.reply.verdict) for one in attempts} == {"error:judge_crashed"}
    assert {one.reply.reason for one in attempts} == {"the judge raised ZeroDivisionError: verdict: pass"}


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, asyncio.CancelledError])
def test_what_ends_a_program_is_not_taken_for_a_crash_of_the_judge(kind):
    def leave(item, repeat):
        raise kind

    kept = []
    with pytest.raises(kind):
        go(plan(3), Told(leave), record=kept.append, concurrency=1)
    assert kept == []


def test_a_bad_key_stops_the_run_and_what_is_in_flight_is_kept():
    calls = Counter()

    def answer(item, repeat):
        calls["all"] += 1
        return error(ErrorCode.API_4XX, retryable=False, stops_run=True) if calls["all"] == 1 else passing()

    judge = Told(answer, steps=2)
    outcome, attempts = go(plan(100), judge, concurrency=4)
    assert outcome.ending is Ending.STOPPED
    assert outcome.reason == "error:api_4xx: said the server"
    assert len(judge.calls) == 4  # nothing was started after the first reply
    assert sorted(one.final for one in attempts) == [False, True, True, True]
    assert (outcome.progress.planned, outcome.progress.done, outcome.progress.attempts) == (100, 3, 4)


def test_a_run_that_a_bad_key_stopped_can_be_resumed_to_the_end():
    outcome, attempts = go(plan(5), Told(lambda item, repeat: error(stops_run=True)), concurrency=1, max_attempts=1)
    assert (outcome.ending, outcome.progress.done) == (Ending.STOPPED, 0)
    made = {(one.item_id, one.judge_id, one.repeat): one.attempt for one in attempts}
    outcome, attempts = go(plan(5, attempts=made), Told(), max_attempts=1)
    assert outcome.ending is Ending.COMPLETE
    assert sorted(one.attempt for one in attempts) == [1, 1, 1, 1, 2]


def test_a_full_disk_stops_the_run_and_the_calls_in_flight_are_still_kept_where_that_works():
    kept = []

    def record(attempt):
        if len(kept) == 10 and not full:
            full.append(True)
            raise StoreError("disk full")
        kept.append(attempt)

    full = []
    judge = Told(steps=3)
    with pytest.raises(StoreError, match="disk full"):
        go(plan(100), judge, record=record, concurrency=4)
    # Ten kept, one lost, and the three others of its four calls kept after it.
    assert len(judge.calls) == 14
    assert len(kept) == 13


def test_the_first_failure_is_the_one_that_is_raised():
    messages = iter(f"failure {number}" for number in range(1, 100))

    def record(attempt):
        raise StoreError(next(messages))

    with pytest.raises(StoreError, match=r"failure 1$"):
        go(plan(50), Told(), record=record, concurrency=5)


def test_a_cancelled_run_takes_its_calls_along():
    judge = Told(steps=10**6)

    async def main():
        task = asyncio.create_task(run(plan(10), [judge], print, limits=Limits(concurrency=3)))
        while len(judge.calls) < 3:
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return len(asyncio.all_tasks())

    assert asyncio.run(main()) == 1  # only main itself
    assert len(judge.calls) == 3


def test_a_judge_that_was_not_handed_in_is_refused_before_any_call():
    judge = Told()
    cells = plan_cells({RULE: items(1)}, [spec(), spec("nobody")], repeats=1, seed=1)
    with pytest.raises(ValueError, match="nobody"):
        go(cells, judge)
    assert judge.calls == []


def test_nothing_to_do_is_a_complete_run():
    outcome, attempts = go([], Told())
    assert (outcome.ending, outcome.progress.done, attempts) == (Ending.COMPLETE, 0, [])


KINDS = {
    "pass": passing(),
    "fail": Reply(verdict=FAIL),
    "passing trouble": error(),
    "lasting trouble": error(ErrorCode.REFUSED, retryable=False),
}


@pytest.mark.parametrize("kind", [Told, Caching])
@given(
    script=st.lists(st.sampled_from(sorted(KINDS)), max_size=60),
    concurrency=st.integers(1, 4),
    max_attempts=st.integers(1, 5),
)
def test_whatever_comes_back_every_cell_ends_with_one_final_attempt(kind, script, concurrency, max_attempts):
    coming = iter(script)
    judge = kind(lambda item, repeat: KINDS[next(coming, "pass")])
    planned = plan_cells({RULE: items_about(3, 2)}, [spec()], repeats=2, seed=1)
    outcome, attempts = go(planned, judge, concurrency=concurrency, max_attempts=max_attempts)
    cells = state(attempts)
    assert len(cells) == 12
    for history in cells.values():
        assert [number for number, _, _ in history] == list(range(1, len(history) + 1))
        assert [final for _, final, _ in history] == [False] * (len(history) - 1) + [True]
        assert len(history) <= max_attempts
        assert all(verdict == "error:overloaded" for _, _, verdict in history[:-1])
    assert outcome.ending is Ending.COMPLETE
    assert outcome.progress.attempts == len(attempts) == len(judge.calls)


@pytest.mark.parametrize("concurrency", [1, 3, 50])
@pytest.mark.parametrize("caching", [Told, Caching])
def test_a_cell_that_is_not_wanted_any_more_is_not_asked_and_the_run_is_complete(concurrency, caching):
    judge = caching(steps=2)
    asked = items_about(10, 3)
    together = {item.item_id: item.passages[0].text for item in asked}
    cells = plan_cells({RULE: asked}, [spec()], repeats=2, seed=1, together=together)
    kept = []

    def wanted(cell):
        return len(kept) < 9

    limits = Limits(concurrency=concurrency)
    outcome = asyncio.run(run(cells, [judge], kept.append, limits=limits, wanted=wanted))
    assert outcome.ending is Ending.COMPLETE
    assert 9 <= outcome.progress.done == len(kept) == len(judge.calls) < 9 + concurrency
    assert outcome.progress.not_needed == len(cells) - len(kept)
