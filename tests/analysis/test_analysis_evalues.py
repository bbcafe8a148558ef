import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.analysis.evalues import THRESHOLD, e_value, e_value_of_sum

SCORES = st.lists(st.floats(0, 1), max_size=40)
FLOORS = st.floats(0.5, 0.95)


def test_a_right_case_multiplies_and_a_miss_divides_by_three():
    # Floor 0.5: a right case multiplies by 1/3 + 2/(3 * 0.5) = 5/3, a miss by 1/3.
    assert e_value([1, 1, 0], 0.5) == pytest.approx(5 / 3 * 5 / 3 / 3)


def test_no_cases_are_no_evidence():
    assert e_value([], 0.85) == 1.0
    assert e_value_of_sum(0, 0, 0.85) == 1.0


@given(SCORES, FLOORS)
def test_the_value_of_a_sum_is_never_more_than_that_of_the_scores(scores, floor):
    assert e_value_of_sum(sum(scores), len(scores), floor) <= e_value(scores, floor) * (1 + 1e-9)


@given(st.integers(0, 30), st.integers(0, 10), FLOORS)
def test_whole_scores_give_the_same_value_either_way(right, wrong, floor):
    scores = [1.0] * right + [0.0] * wrong
    assert e_value_of_sum(right, right + wrong, floor) == pytest.approx(e_value(scores, floor))


@given(SCORES, FLOORS, st.randoms())
def test_order_does_not_matter(scores, floor, random):
    mixed = list(scores)
    random.shuffle(mixed)
    assert e_value(mixed, floor) == e_value(scores, floor)


def test_twenty_is_reached_by_27_of_27_at_85_percent():
    # 1/3 + 2/(3 * 0.85) = 1.117647; its 26th power is 18.03, its 27th 20.15.
    assert e_value_of_sum(26, 26, 0.85) < THRESHOLD <= e_value_of_sum(27, 27, 0.85)
