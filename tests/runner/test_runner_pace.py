"""How many calls are made at once, and when a model is left alone for a while."""

import asyncio
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judges_at_hand import RULE, FakeSleep, Told, error, items, passing, spec

from workbench.records.reply import JudgeKind, JudgeSpec, RateRoom, Reply
from workbench.records.verdict import PASS, ErrorCode
from workbench.runner.clock import Clock
from workbench.runner.limits import Limits
from workbench.runner.outcome import Ending
from workbench.runner.pace import CallsAtOnce, Room, says_overload
from workbench.runner.run import run
from workbench.runner.schedule import plan_cells

BUSY = error(ErrorCode.OVERLOADED)


def on_model(judge_id, model, **details):
    return JudgeSpec(name=judge_id, rule=RULE, model=model, kind=JudgeKind.MODEL, judge_id=judge_id, details=details)


class OnModel(Told):
    """A judge on a model: it answers as it is told, and writes down when its calls began."""

    def __init__(self, answer=lambda item, repeat: passing(), *, judge_id="judge-1", model="m", steps=1):
        super().__init__(answer, steps=steps)
        self.spec = on_model(judge_id, model)


class Gate:
    """A sleep that ends when the test opens it."""

    def __init__(self):
        self.waits = []
        self._opened = asyncio.Event()

    async def __call__(self, seconds):
        self.waits.append(seconds)
        await self._opened.wait()

    def open(self):
        self._opened.set()


async def until(true):
    for _ in range(1000):
        if true():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came true")


def start(judges, *, count=20, sleep=None, on_progress=None, **limits):
    """Start a run in the loop. Returns its task and what it records."""
    kept = []
    cells = plan_cells({RULE: items(count)}, [judge.spec for judge in judges], repeats=1, seed=1)
    clock = Clock(sleep=sleep or FakeSleep(), jitter=lambda: 0.0)
    coming = run(cells, judges, kept.append, limits=Limits(**limits), clock=clock, on_progress=on_progress)
    return asyncio.create_task(coming), kept


def go(judges, **settings):
    async def whole():
        task, kept = start(judges, **settings)
        return await task, kept

    return asyncio.run(whole())


def test_a_round_of_nothing_but_overload_halves_the_calls_at_once():
    at_once = CallsAtOnce(16)
    for _ in range(16):
        at_once.heard(BUSY)
    assert (at_once.now, at_once.lowest) == (8, 8)
    for _ in range(14):
        at_once.heard(BUSY)
    assert (at_once.now, at_once.lowest) == (1, 1)


def test_a_model_that_is_down_is_asked_as_much_at_once_as_before_in_the_end():
    at_once = CallsAtOnce(16)
    for _ in range(30 + 9):  # 30 halves from 16 to 1, then nine calls one at a time
        at_once.heard(BUSY)
    assert at_once.now == 1
    at_once.heard(BUSY)
    assert (at_once.now, at_once.lowest) == (16, 1)
    for _ in range(30 + 9):
        at_once.heard(BUSY)
    at_once.heard(passing())  # one good reply shows that it is busy and not down
    at_once.heard(BUSY)
    assert at_once.now == 1


def test_a_round_without_overload_adds_one_call_up_to_the_most():
    at_once = CallsAtOnce(16)
    for _ in range(16):
        at_once.heard(BUSY)
    for _ in range(10):  # (1 + 2 + ... + 10) / 10 = 5.5 eighths of a call
        at_once.heard(passing())
    assert at_once.now == 8
    for _ in range(2):  # an eighth each, a little less as the limit grows: still below 8 + 7.5 / 8
        at_once.heard(passing())
    assert at_once.now == 8
    for _ in range(2):
        at_once.heard(passing())
    assert at_once.now == 9
    for _ in range(1000):
        at_once.heard(passing())
    assert (at_once.now, at_once.lowest) == (16, 8)


def test_a_steady_share_of_overload_settles_where_the_two_weigh_the_same():
    at_once = CallsAtOnce(256)
    for place in range(20_000):
        at_once.heard(BUSY if place % 10 == 0 else passing())
    # Nine good replies give (1 + ... + 9) / 10 = 4.5 n-ths of a call, one bad one takes half a call: n = 9.
    assert at_once.now == pytest.approx(9, abs=1)


def test_a_server_that_takes_four_calls_at_once_turns_few_away():
    """In rounds: all that are allowed begin together, and whatever is above four is turned away."""
    at_once, rounds = CallsAtOnce(64), []
    for _ in range(500):
        rounds.append(at_once.now)
        for place in range(at_once.now):
            at_once.heard(passing() if place < 4 else BUSY)
    settled = rounds[50:]
    assert set(settled) == {4, 5}
    # So few that hardly any cell is turned away in all of its six attempts: 0.15^6 = 1 in 88,000.
    assert sum(now - 4 for now in settled) < 0.15 * sum(settled)


@given(st.lists(st.booleans(), max_size=300), st.integers(1, 300))
def test_calls_at_once_stay_between_one_and_the_most(overloads, most):
    at_once = CallsAtOnce(most)
    for overload in overloads:
        at_once.heard(BUSY if overload else passing())
        assert 1 <= at_once.lowest <= at_once.now <= most


@pytest.mark.parametrize("code", list(ErrorCode))
def test_only_what_too_many_calls_bring_about_says_overload(code):
    expected = code in {ErrorCode.RATE_LIMITED, ErrorCode.OVERLOADED, ErrorCode.TIMEOUT, ErrorCode.CONNECTION}
    assert says_overload(error(code)) == expected
    assert says_overload(error(code, retry_after_s=3.0))
    assert not says_overload(passing())


def test_room_is_used_up_and_comes_back_with_time():
    room = Room()
    assert [room.take(0.0) for _ in range(5)] == [0.0] * 5  # nothing was said: room for all
    room.heard(RateRoom(calls=5, per_s=4), 3, 10.0)  # 5 less the 3 that it may not know of
    assert [room.take(10.0) for _ in range(4)] == [0.0, 0.0, 0.25, 0.5]
    assert room.take(11.0) == 0.0  # -2 + 4 - 1 = 1


@given(st.lists(st.tuples(st.floats(0, 5), st.booleans()), max_size=60), st.floats(0, 20), st.floats(0.01, 50))
def test_whoever_waits_as_told_never_takes_more_than_there_is(steps, calls, per_s):
    room, now, starts = Room(), 0.0, []
    room.heard(RateRoom(calls=calls, per_s=per_s), 0, now)
    for pause, _ in steps:
        now += pause
        starts.append(now + room.take(now))
    for number, at in enumerate(sorted(starts), start=1):
        assert number <= calls + per_s * at + 1e-6 * number
    assert all(math.isfinite(at) for at in starts)


def test_overload_makes_a_run_slower_and_not_worse():
    sick = iter([BUSY] * 30)
    judge = OnModel(lambda item, repeat: next(sick, passing()), steps=3)
    outcome, kept = go([judge], count=60, concurrency=16)
    assert outcome.progress.passed == 60
    (pace,) = outcome.paces
    assert (pace.model, pace.most) == ("m", 16)
    assert pace.lowest < 10
    assert len(kept) == 90


def test_a_wait_that_one_call_was_told_holds_the_whole_model_and_no_other():
    async def whole():
        told = iter([error(ErrorCode.RATE_LIMITED, retry_after_s=30.0)])
        slow = OnModel(lambda item, repeat: next(told, passing()), judge_id="a", model="slow")
        also = OnModel(judge_id="b", model="slow")
        other = OnModel(judge_id="c", model="other")
        gate, seen = Gate(), []
        task, _ = start([slow, also, other], sleep=gate, concurrency=1, on_progress=seen.append)
        await until(lambda: len(other.calls) == 20)
        assert gate.waits == [30.0]
        asked = len(slow.calls) + len(also.calls)
        for _ in range(50):
            await asyncio.sleep(0)
        assert len(slow.calls) + len(also.calls) == asked
        assert seen[-1].held_back == ("slow",)
        gate.open()
        return await task, seen

    outcome, seen = asyncio.run(whole())
    assert outcome.progress.passed == 60
    assert seen[-1].held_back == ()
    assert {pace.model: pace.holds for pace in outcome.paces} == {"slow": 1, "other": 0}


def test_the_wait_that_the_last_attempt_of_a_cell_was_told_holds_the_others_but_not_the_end_of_the_run():
    judge = OnModel(lambda item, repeat: error(ErrorCode.RATE_LIMITED, retry_after_s=30.0))
    sleep = FakeSleep()
    outcome, _ = go([judge], count=3, sleep=sleep, concurrency=1, max_attempts=1)
    assert outcome.progress.errors == 3
    assert sleep.waits == [30.0, 30.0]


def test_a_stop_does_not_sit_out_a_model_that_is_held_back():
    async def whole():
        told = iter([error(ErrorCode.RATE_LIMITED, retry_after_s=500.0)])
        held = OnModel(lambda item, repeat: next(told, passing()), judge_id="a", model="held")
        refused = error(ErrorCode.SPEND_LIMIT, retryable=False, stops_run=True)
        other = OnModel(lambda item, repeat: refused, judge_id="b", model="other", steps=20)
        task, _ = start([held, other], sleep=Gate(), concurrency=4)
        return await task, held

    outcome, held = asyncio.run(whole())
    assert (outcome.ending, outcome.reason) == (Ending.STOPPED, "error:spend_limit: said the server")
    assert len(held.calls) <= 4


def test_a_model_that_hangs_does_not_hold_up_another():
    async def whole():
        class Hanging(OnModel):
            async def judge(self, item, repeat):
                self.calls.append((item.item_id, repeat))
                await asyncio.Event().wait()

        hanging, other = Hanging(judge_id="a", model="hanging"), OnModel(judge_id="b", model="other", steps=2)
        task, kept = start([hanging, other], concurrency=4)
        await until(lambda: len(kept) == 20)
        assert other.most_in_flight == 4
        assert len(hanging.calls) == 4
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(whole())


def test_two_judges_on_one_model_share_its_calls_at_once_and_take_turns():
    order = []

    def noted(judge_id):
        return lambda item, repeat: order.append(judge_id) or passing()

    judges = [OnModel(noted(name), judge_id=name, steps=3) for name in ("a", "b")]
    go(judges, count=50, concurrency=6)
    assert all(judge.most_in_flight <= 3 for judge in judges)
    assert set(map(frozenset, zip(order[::2], order[1::2], strict=True))) == {frozenset("ab")}


def test_a_model_that_says_it_has_room_for_few_calls_is_asked_no_faster():
    told = RateRoom(calls=0.0, per_s=0.01)
    judge = OnModel(lambda item, repeat: Reply(verdict=PASS, room=told))
    sleep = FakeSleep()
    outcome, _ = go([judge], count=5, sleep=sleep, concurrency=1)
    assert outcome.progress.passed == 5
    # The first reply says that nothing is left, and that a call comes back every 100 s.
    assert sleep.waits == [pytest.approx(100, abs=10)] * 4


def test_a_model_that_has_no_room_for_hours_is_asked_after_the_longest_wait_allowed():
    judge = OnModel(lambda item, repeat: Reply(verdict=PASS, room=RateRoom(calls=0.0, per_s=1e-6)))
    sleep = FakeSleep()
    go([judge], count=3, sleep=sleep, concurrency=1, retry_after_cap_s=600.0)
    assert sleep.waits == [600.0, 600.0]


@pytest.mark.parametrize("detail", ["server", "base_url", "openai_url"])
def test_one_model_at_two_servers_has_a_pace_at_each(detail):
    judges = [OnModel(judge_id=name) for name in ("a", "b", "c")]
    for judge, place in zip(judges, ("here", "there", "there"), strict=True):
        judge.spec = on_model(judge.spec.judge_id, "m", **{detail: place})
    outcome, _ = go(judges, count=3)
    assert [pace.model for pace in outcome.paces] == ["m", "m"]


def test_judges_without_a_model_have_a_pace_each():
    outcome, _ = go([Told()], count=3)
    assert [(pace.model, pace.lowest, pace.holds) for pace in outcome.paces] == [(spec().name, 16, 0)]
