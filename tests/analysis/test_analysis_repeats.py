import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import betabinom, binom, f_oneway

from workbench.analysis.intervals import lower_bound
from workbench.analysis.repeats import (
    coverage,
    effective_cases,
    expected_pairwise,
    expected_unanimous,
    intraclass_correlation,
    mean_of_cases,
    right_calls,
)

SHARES = st.floats(0, 1)


@given(st.integers(0, 12), st.integers(1, 6), SHARES, SHARES)
def test_chances_add_up_to_one_and_keep_the_mean(cases, repeats, share, correlation):
    chances = right_calls(cases, repeats, share=share, correlation=correlation)
    assert len(chances) == cases * repeats + 1
    assert chances.sum() == pytest.approx(1)
    assert chances @ np.arange(len(chances)) == pytest.approx(cases * repeats * share)


def test_one_case_is_beta_binomial_and_uncorrelated_calls_are_binomial():
    # share 0.9, correlation 0.8: a + b = (1 - 0.8) / 0.8 = 0.25, so a = 0.225 and b = 0.025.
    assert right_calls(1, 5, share=0.9, correlation=0.8) == pytest.approx(betabinom.pmf(range(6), 5, 0.225, 0.025))
    assert right_calls(4, 5, share=0.9, correlation=0) == pytest.approx(binom.pmf(range(21), 20, 0.9))


def test_wholly_correlated_repeats_only_repeat_the_first():
    chances = right_calls(3, 4, share=0.7, correlation=1)
    assert chances[::4] == pytest.approx(binom.pmf(range(4), 3, 0.7))
    assert chances.sum() == pytest.approx(chances[::4].sum())


def test_five_styles_of_four_plants_show_all_caught_more_often_than_twenty_styles():
    # 0.85^20 = 0.0388 with twenty independent styles.
    assert right_calls(20, 1, share=0.85, correlation=0.3)[-1] == pytest.approx(0.85**20)
    assert right_calls(5, 4, share=0.85, correlation=0.3)[-1] == pytest.approx(0.119, abs=5e-4)


def test_the_gates_bound_covers_where_a_bound_on_calls_does_not():
    def by_case(right):
        return lower_bound(right / 5, 8), 1.0

    def by_call(right):
        return lower_bound(right, 40), 1.0

    assert coverage(by_case, 8, 5, share=0.9, correlation=0.8) >= 0.95
    assert coverage(by_call, 8, 5, share=0.9, correlation=0.8) == pytest.approx(0.700, abs=5e-4)


@given(st.integers(1, 12), st.integers(1, 5), st.floats(0.5, 0.99), SHARES)
def test_the_bound_on_case_scores_covers_for_every_correlation(cases, repeats, share, correlation):
    covered = coverage(
        lambda right: (lower_bound(right / repeats, cases), 1.0), cases, repeats, share=share, correlation=correlation
    )
    assert covered >= 0.95 - 1e-9


def test_repeats_are_worth_between_none_and_all_of_a_case():
    assert effective_cases(6, 5, 0) == 30
    assert effective_cases(6, 5, 1) == 6


@given(st.integers(2, 8), SHARES, SHARES)
def test_fewer_items_are_unanimous_the_more_repeats_there_are(repeats, share, correlation):
    more = expected_unanimous(repeats + 1, share=share, correlation=correlation)
    assert more <= expected_unanimous(repeats, share=share, correlation=correlation) + 1e-9
    two = expected_unanimous(2, share=share, correlation=correlation)
    assert two == pytest.approx(expected_pairwise(share, correlation))


def test_the_correlation_agrees_with_an_analysis_of_variance():
    right = [5, 3, 0, 4, 5, 1]
    f = f_oneway(*[[1] * k + [0] * (5 - k) for k in right]).statistic
    assert intraclass_correlation(right, 5) == pytest.approx((f - 1) / (f - 1 + 5))


def test_calls_without_any_spread_have_no_correlation():
    assert intraclass_correlation([5, 5, 5], 5) is None
    assert intraclass_correlation([5], 5) is None
    assert intraclass_correlation([5, 0], 5) == 1
    assert intraclass_correlation([1, 1], 2) == -1


def test_one_case_has_a_mean_and_no_error():
    assert mean_of_cases([0.8]) == (0.8, None)
    assert mean_of_cases([]) is None


@pytest.mark.parametrize(("cases", "repeats", "share", "correlation"), [(-1, 1, 0.5, 0), (1, 0, 0.5, 0), (1, 1, 2, 0)])
def test_what_is_out_of_range_is_refused(cases, repeats, share, correlation):
    with pytest.raises(ValueError, match="expected cases from 0"):
        right_calls(cases, repeats, share=share, correlation=correlation)
