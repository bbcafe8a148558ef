"""What a run may spend: the bound holds with calls in flight, failed attempts and calls whose bill nobody knows."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judges_at_hand import RULE, FakeSleep, Told, error, items, passing, spec

from workbench.errors import InputError
from workbench.records.reply import Reply
from workbench.records.verdict import PASS, ErrorCode
from workbench.runner.budget import Bounds, Budget, Tariff
from workbench.runner.clock import Clock
from workbench.runner.limits import Limits
from workbench.runner.outcome import Ending
from workbench.runner.run import run
from workbench.runner.schedule import plan_cells

WORST = 0.10


def tariff(worst=WORST, *, paid=True):
    """Every call costs at most `worst`; a reply was billed a cent for every output token."""
    return Tariff(
        paid=lambda cell: paid,
        worst=lambda cell: worst,
        billed=lambda cell, reply: None if worst is None else reply.usage["output_tokens"] / 100,
    )


def billed(cents):
    return Reply(verdict=PASS, usage={"output_tokens": cents})


def go(judge, budget, *, count=30, concurrency=4, max_attempts=3):
    cells = plan_cells({RULE: items(count)}, [spec()], repeats=1, seed=1)
    limits = Limits(concurrency=concurrency, max_attempts=max_attempts)
    clock = Clock(sleep=FakeSleep())
    return asyncio.run(run(cells, [judge], lambda attempt: None, limits=limits, meter=budget, clock=clock))


def test_calls_go_on_until_the_next_one_might_not_fit():
    budget = Budget(tariff(), Bounds(dollars=0.30))
    judge = Told(lambda item, repeat: billed(2), steps=3)
    outcome = go(judge, budget)
    # Each costs 2 cents and might cost 10: the eleventh starts at 20 cents spent, the twelfth would at 22.
    assert (len(judge.calls), outcome.ending) == (11, Ending.STOPPED)
    assert outcome.reason == "--max-cost $0.3 is reached: $0.2200 spent, and the next call may cost up to $0.1000"
    assert budget.spend.dollars == pytest.approx(0.22)


def test_a_bound_that_no_call_fits_is_said_to_be_one():
    judge = Told(lambda item, repeat: billed(1))
    outcome = go(judge, Budget(tariff(), Bounds(dollars=0.05)))
    assert not judge.calls
    assert outcome.reason.endswith("may cost up to $0.1000, which only a higher bound lets through")


def test_a_call_that_does_not_fit_beside_those_in_flight_waits_for_them():
    judge = Told(lambda item, repeat: billed(1), steps=5)
    outcome = go(judge, Budget(tariff(), Bounds(dollars=0.25)), count=10, concurrency=8)
    assert outcome.ending is Ending.COMPLETE
    assert judge.most_in_flight == 2


@given(st.lists(st.integers(0, 10) | st.none(), max_size=40), st.integers(1, 9), st.floats(0.01, 2.0))
def test_no_order_of_replies_breaks_the_bound(cents, concurrency, most):
    coming = iter(cents)

    def answer(item, repeat):
        cost = next(coming, 10)
        return error(ErrorCode.TIMEOUT) if cost is None else billed(cost)

    budget = Budget(tariff(), Bounds(dollars=most))
    go(Told(answer, steps=2), budget, count=20, concurrency=concurrency)
    assert budget.spend.dollars + budget.spend.unsure_dollars <= most + 1e-9


def test_every_attempt_is_a_call_and_failed_ones_count():
    judge = Told(lambda item, repeat: error())
    budget = Budget(tariff(), Bounds(calls=4))
    outcome = go(judge, budget, concurrency=1)
    assert (len(judge.calls), outcome.reason) == (4, "--max-calls 4 is reached")
    assert outcome.progress.done == 1


def test_the_number_of_calls_holds_however_many_are_in_flight():
    judge = Told(lambda item, repeat: billed(1), steps=7)
    outcome = go(judge, Budget(tariff(), Bounds(calls=9)), concurrency=8)
    assert (len(judge.calls), outcome.progress.done) == (9, 9)


@pytest.mark.parametrize(
    ("reply", "unsure"),
    [
        (error(ErrorCode.OVERLOADED, retryable=False), 0),
        (error(ErrorCode.RATE_LIMITED, retryable=False), 0),
        (error(ErrorCode.API_5XX, retryable=False), 0),
        (error(ErrorCode.EXPIRED, retryable=False), 0),
        (error(ErrorCode.MISSING, retryable=False), 1),
        (error(ErrorCode.TIMEOUT, retryable=False), 1),
        (error(ErrorCode.CONNECTION, retryable=False), 1),
        (error(ErrorCode.UNPARSED, retryable=False), 1),
        (passing(), 1),
    ],
)
def test_what_may_have_been_billed_counts_at_its_worst_and_a_refused_call_at_nothing(reply, unsure):
    budget = Budget(tariff(), Bounds(dollars=10))
    go(Told(lambda item, repeat: reply), budget, count=1)
    assert (budget.spend.unsure, budget.spend.unsure_dollars) == (unsure, pytest.approx(unsure * WORST))
    assert budget.spend.dollars == 0


def test_a_refused_reply_with_tokens_is_billed_although_it_is_an_error():
    refused = error(ErrorCode.REFUSED, retryable=False, usage={"output_tokens": 3})
    budget = Budget(tariff(), Bounds())
    go(Told(lambda item, repeat: refused), budget, count=2)
    assert budget.spend.dollars == pytest.approx(0.06)


def test_judges_that_cost_nothing_are_no_calls():
    budget = Budget(tariff(paid=False), Bounds(dollars=0.01, calls=1))
    assert go(Told(), budget).ending is Ending.COMPLETE
    assert budget.spend.calls == 0


def test_an_unknown_price_is_never_nothing():
    bounded = Budget(tariff(None), Bounds(dollars=5))
    assert "the price of the next call is unknown" in go(Told(), bounded).reason
    free = Budget(tariff(None), Bounds(calls=3))
    go(Told(lambda item, repeat: billed(1)), free, concurrency=1)
    assert (free.spend.calls, free.spend.unsure, free.spend.unsure_dollars) == (3, 3, None)


def test_bounds_out_of_range_are_refused_together():
    with pytest.raises(InputError) as refused:
        Bounds(dollars=0, calls=0)
    assert [problem.where for problem in refused.value.problems] == ["--max-cost", "--max-calls"]
    with pytest.raises(InputError):
        Bounds(dollars=float("nan"))
