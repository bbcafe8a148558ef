import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.analysis.selective import Answered, risk_coverage, selective

ANSWERS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 1)), min_size=1, max_size=12)


def test_errors_stand_beside_and_count_in_the_worst_case_only():
    found = selective(Answered(correct=8, wrong=2, declined=2, errors=3), Answered(wrong=1, declined=7, errors=1))
    assert found.right_answers == (8, 12)
    assert found.proper_declines == (7, 8)
    assert found.right_when_answering == (8, 11)
    assert found.answered == (11, 20)
    assert found.errors == (4, 24)
    assert found.worst_case == (15, 24)


def test_declining_everything_raises_one_half_of_the_headline_only():
    found = selective(Answered(declined=12), Answered(declined=8))
    assert (found.right_answers, found.proper_declines, found.right_when_answering) == ((0, 12), (8, 8), (0, 0))


def test_no_answer_to_an_unanswerable_question_is_right():
    with pytest.raises(ValueError, match="got 1"):
        selective(Answered(correct=1), Answered(correct=1))
    with pytest.raises(ValueError, match="counts from 0"):
        Answered(wrong=-1)


@settings(max_examples=30)
@given(ANSWERS)
def test_ties_are_worth_the_mean_over_their_orders(answers):
    sure, loss = zip(*answers, strict=True)
    found = risk_coverage(sure, loss)
    assert found.risks[-1] == pytest.approx(sum(loss) / len(loss))
    assert found.excess >= 0
    blocks = [[cost for s, cost in answers if s == level] for level in sorted(set(sure), reverse=True)]
    # By hand: the k-th answer costs the mean of its block.
    flat = list(itertools.chain.from_iterable([sum(b) / len(b)] * len(b) for b in blocks))
    by_hand = [math.fsum(flat[:k]) / k for k in range(1, len(flat) + 1)]
    assert list(found.risks) == pytest.approx(by_hand)


@settings(max_examples=30)
@given(ANSWERS, st.randoms())
def test_the_order_of_answers_does_not_matter(answers, shuffler):
    before = risk_coverage(*zip(*answers, strict=True))
    mixed = list(answers)
    shuffler.shuffle(mixed)
    after = risk_coverage(*zip(*mixed, strict=True))
    assert after.risks == pytest.approx(before.risks)


def test_confidence_that_ranks_perfectly_has_no_excess():
    assert risk_coverage([3, 2, 1], [0, 0, 1]).excess == 0
    # Worst order of two: risks 1, 1/2 (mean 3/4); best 0, 1/2 (mean 1/4).
    assert risk_coverage([2, 1], [1, 0]).excess == pytest.approx(0.5)


def test_no_answers_have_no_curve():
    assert risk_coverage([], []) is None
    with pytest.raises(ValueError, match="finite"):
        risk_coverage([math.nan], [0])
