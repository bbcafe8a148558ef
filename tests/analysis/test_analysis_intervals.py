import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta, binomtest

from workbench.analysis.intervals import lower_bound, upper_bound, wilson

COUNTS = st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(COUNTS)
def test_wilson_agrees_with_scipy(count):
    k, n = count
    assert wilson(k, n) == pytest.approx(tuple(binomtest(k, n).proportion_ci(0.95, method="wilson")), abs=1e-9)


@given(COUNTS)
def test_one_sided_bounds_agree_with_scipy(count):
    k, n = count
    below = binomtest(k, n, alternative="greater").proportion_ci(0.95, method="exact").low
    above = binomtest(k, n, alternative="less").proportion_ci(0.95, method="exact").high
    assert lower_bound(k, n) == pytest.approx(below, abs=1e-9)
    assert upper_bound(k, n) == pytest.approx(above, abs=1e-9)


@given(st.integers(1, 60), st.floats(0.01, 0.99))
def test_fractional_scores_agree_with_beta_quantiles(n, share):
    x = n * share
    assert lower_bound(x, n) == pytest.approx(beta.ppf(0.05, x, n - x + 1), abs=1e-9)
    assert upper_bound(x, n) == pytest.approx(beta.ppf(0.95, x + 1, n - x), abs=1e-9)


def test_six_of_six_is_alpha_to_the_sixth_root():
    # All six right with chance p^6; p^6 = 0.05 at p = 0.05^(1/6) = 0.6070.
    assert lower_bound(6, 6) == pytest.approx(0.05 ** (1 / 6), abs=1e-12)
    assert lower_bound(6, 6) == pytest.approx(0.6070, abs=5e-5)


def test_none_of_eleven_may_still_be_a_quarter():
    # No alarm in 11 with chance (1 - p)^11; (1 - p)^11 = 0.05 at p = 1 - 0.05^(1/11) = 0.2384.
    assert upper_bound(0, 11) == pytest.approx(1 - 0.05 ** (1 / 11), abs=1e-12)
    assert upper_bound(0, 11) == pytest.approx(0.2384, abs=5e-5)


def test_the_ends_are_exact():
    assert lower_bound(0, 11) == 0.0
    assert upper_bound(6, 6) == 1.0
    assert wilson(0, 8)[0] == 0.0
    assert wilson(8, 8)[1] == 1.0


def test_nothing_measured_is_none_and_never_zero():
    assert wilson(0, 0) is None
    assert lower_bound(0, 0) is None
    assert upper_bound(0, 0) is None


@pytest.mark.parametrize(("score", "items"), [(-0.1, 3), (3.1, 3), (1, 0), (0, -1), (math.nan, 3)])
def test_scores_outside_the_items_are_refused(score, items):
    with pytest.raises(ValueError, match="between 0 and"):
        lower_bound(score, items)


@given(COUNTS, st.floats(0, 1))
def test_more_right_cases_never_lower_the_bound(count, part):
    k, n = count
    assert lower_bound(k, n) <= lower_bound(min(k + part, n), n) + 1e-12
    assert lower_bound(k, n) <= lower_bound(k + 1, n + 1) + 1e-12
