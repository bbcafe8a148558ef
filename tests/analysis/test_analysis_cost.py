import pytest

from tests.analysis.answer_key import spec, table
from workbench.analysis.cost import judge_cost
from workbench.prices import read_prices
from workbench.records.reply import JudgeKind

PRICES = read_prices()
OPUS = spec(model="claude-opus-5")


def attempts(count=2, *, answered_by="claude-opus-5", **usage):
    frame = table([("p", "judge-1", repeat, "fail") for repeat in range(count)], **usage)
    return frame.assign(answered_by=answered_by)


def test_all_attempts_are_paid_for_and_the_price_is_for_a_thousand_verdicts():
    # Four attempts of 1,000 input tokens at 5 dollars a million: 0.02 dollars, for two verdicts 10 a thousand.
    cost = judge_cost(attempts(4, input_tokens=1000), OPUS, PRICES, verdicts=2)
    assert cost.dollars == pytest.approx(0.02)
    assert cost.per_thousand == pytest.approx(10.0)
    assert (cost.tokens, cost.known) == ({"input_tokens": 4000}, True)


def test_a_model_without_a_price_is_unknown_and_keeps_its_tokens():
    cost = judge_cost(attempts(input_tokens=10, answered_by="new"), spec(model="new"), PRICES, verdicts=2)
    assert (cost.dollars, cost.per_thousand, cost.known) == (None, None, False)
    assert cost.tokens == {"input_tokens": 20}


def test_a_model_without_a_price_is_unknown_even_where_no_call_came_through():
    assert judge_cost(attempts(), spec(model="new"), PRICES, verdicts=0).dollars is None


def test_a_total_with_an_unknown_part_is_at_least_what_is_known():
    import pandas as pd

    mixed = pd.concat([attempts(output_tokens=1000), attempts(output_tokens=1000, answered_by="new")])
    cost = judge_cost(mixed, OPUS, PRICES, verdicts=4)
    assert cost.dollars == pytest.approx(2 * 1000 * 25 / 1e6)
    assert (cost.per_thousand, cost.known) == (None, False)


def test_the_model_that_answered_sets_the_price_and_else_the_one_that_was_asked():
    assert (
        judge_cost(attempts(input_tokens=10**6, answered_by="claude-haiku-4-5"), OPUS, PRICES, verdicts=1).dollars == 2
    )
    assert judge_cost(attempts(input_tokens=10**6, answered_by=""), OPUS, PRICES, verdicts=1).dollars == 10
    assert judge_cost(attempts(input_tokens=10**6, answered_by=None), OPUS, PRICES, verdicts=1).dollars == 10


def test_the_long_price_is_chosen_call_by_call():
    haiku = spec(model="claude-haiku-5-5")
    # Two calls of 60,000 tokens are short ones, although 120,000 together: 120000 * 0.10 = 0.012 dollars.
    short = attempts(input_tokens=60_000, answered_by="claude-haiku-5-5")
    assert judge_cost(short, haiku, PRICES, verdicts=2).dollars == pytest.approx(0.012)
    long = attempts(1, input_tokens=120_000, answered_by="claude-haiku-5-5")
    assert judge_cost(long, haiku, PRICES, verdicts=1).dollars == pytest.approx(0.06)


def test_a_call_of_a_batch_costs_half_and_a_call_made_alone_the_whole_price():
    import pandas as pd

    alone = attempts(input_tokens=10**6)
    # Two calls of a million input tokens at 5 dollars: 10 alone, 5 in a batch.
    assert judge_cost(alone.assign(batch="msgbatch_1"), OPUS, PRICES, verdicts=2).dollars == 5
    both = pd.concat([alone, alone.assign(batch="msgbatch_1"), alone.assign(batch="msgbatch_2")])
    assert judge_cost(both, OPUS, PRICES, verdicts=6).dollars == 20


@pytest.mark.parametrize("kind", [JudgeKind.SCRIPT, JudgeKind.SIMULATED])
def test_a_judge_that_runs_on_no_model_costs_nothing(kind):
    cost = judge_cost(attempts(answered_by=""), spec(kind=kind, model=str(kind)), PRICES, verdicts=2)
    assert (cost.dollars, cost.per_thousand, cost.known, cost.tokens) == (0.0, 0.0, True, {})
