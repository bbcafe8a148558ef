import itertools
import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq, minimize_scalar
from scipy.stats import binomtest, permutation_test

from workbench.analysis.paired_difference import difference, good_enough, worst_loss
from workbench.analysis.paired_tests import holm, mcnemar, mcnemar_items, mcnemar_power, sign_flip

COUNTS = st.tuples(st.integers(0, 25), st.integers(0, 25), st.integers(0, 25)).filter(any)
SCORES = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=14)


@settings(max_examples=40)
@given(COUNTS)
def test_mcnemar_agrees_with_the_binomial_test(counts):
    b, c, _ = counts
    assert mcnemar(b, c) == pytest.approx(binomtest(b, b + c).pvalue if b + c else 1)
    assert mcnemar(b, c) == mcnemar(c, b)
    assert 0 < mcnemar(b, c, mid=True) <= mcnemar(b, c)


def test_mcnemar_agrees_with_another_package():
    # statsmodels 0.15.0 mcnemar(exact=True)
    assert mcnemar(1, 9) == pytest.approx(0.021484375)
    assert mcnemar(30, 17) == pytest.approx(0.07894069368148846)


def test_mid_p_counts_half_of_what_was_seen():
    # 7 against 1 of 8: 2 (1 + 8) / 256 less half of both tails' 2 * 8 / 256.
    assert mcnemar(7, 1, mid=True) == pytest.approx(18 / 256 - 8 / 256)
    # 4 against 4: all of 1 less half of C(8, 4) / 256, of which there is one and not two.
    assert mcnemar(4, 4, mid=True) == pytest.approx(1 - 70 / 256 / 2)


def test_huge_counts_do_not_overflow():
    assert 0 < mcnemar(50_500, 49_500, mid=True) < mcnemar(50_500, 49_500) < 0.01
    assert sign_flip([1.0] * 3000 + [0.0] * 2000, [0.0] * 3000 + [1.0] * 2000) == mcnemar(3000, 2000)


@settings(max_examples=20)
@given(SCORES)
def test_sign_flips_agree_with_scipy(pairs):
    ours, theirs = [a / 5 for a, _ in pairs], [b / 5 for _, b in pairs]
    found = sign_flip(ours, theirs)
    assert found == sign_flip(theirs, ours)
    if any(a != b for a, b in pairs) and len(pairs) > 1:
        other = permutation_test(
            (np.array([a for a, _ in pairs]), np.array([b for _, b in pairs])),
            lambda x, y, axis: np.mean(x - y, axis=axis),
            permutation_type="samples",
            vectorized=True,
            n_resamples=np.inf,
        )
        assert found == pytest.approx(other.pvalue)


@settings(max_examples=20)
@given(st.permutations(list(zip([5, 5, 4, 3, 2, 5, 5, 1], [0, 0, 4, 3, 3, 3, 5, 1], strict=True))))
def test_the_order_of_cases_does_not_matter(pairs):
    # Differences of 5, 5, -1 and 2: of 16 ways to give signs 4 reach 11 or more, as (5, 5, 1, 2) and (5, 5, -1, 2) do.
    assert sign_flip([a / 5 for a, _ in pairs], [b / 5 for _, b in pairs]) == 0.25


def test_a_drawn_test_comes_close_to_the_exact_one_and_is_the_same_each_time():
    steps = [5] * 3 + [1] * 8 + [-1] * 7 + [-2] * 2 + [2] * 2
    ways = Counter({0: 1})
    for step in steps:
        following = Counter()
        for total, count in ways.items():
            following[total + step] += count
            following[total - step] += count
        ways = following
    exact = sum(count for total, count in ways.items() if abs(total) >= sum(steps)) / 2 ** len(steps)
    ours, theirs = [max(step, 0) / 5 for step in steps], [max(-step, 0) / 5 for step in steps]
    assert sign_flip(ours, theirs) == pytest.approx(exact, abs=0.015)
    assert sign_flip(ours, theirs) == sign_flip(ours, theirs)


def test_a_drawn_test_of_many_cases_finds_a_difference_where_there_is_one():
    ours, theirs = [0.2, 1.0] * 2_000, [1.0, 0.4] * 1_500 + [0.0, 1.0] * 500
    assert 0 < sign_flip(ours, theirs) < 0.01
    assert sign_flip([0.2, 0.6] * 500, [0.6, 0.0] * 250 + [0.0, 1.0] * 250) > 0.05


def test_judges_that_say_the_same_are_not_told_apart():
    assert sign_flip([1, 0.4], [1, 0.4]) == 1
    assert sign_flip([], []) == 1
    assert mcnemar(0, 0) == 1


def test_five_cases_can_never_tell_two_judges_apart():
    assert mcnemar(5, 0) == 0.0625
    assert mcnemar(6, 0) == 0.03125


def test_equal_judges_are_told_apart_in_one_comparison_of_twenty_at_most():
    for items, apart in itertools.product((10, 25, 60), (0.1, 0.4, 1.0)):
        assert mcnemar_power(items, apart / 2, apart / 2) <= 0.05


def test_power_agrees_with_every_outcome_counted():
    n, gained, lost = 14, 0.4, 0.1
    by_hand = sum(
        math.comb(n, b) * math.comb(n - b, c) * gained**b * lost**c * (1 - gained - lost) ** (n - b - c)
        for b in range(n + 1)
        for c in range(n + 1 - b)
        if mcnemar(b, c) <= 0.05
    )
    assert mcnemar_power(n, gained, lost) == pytest.approx(by_hand)


def test_eleven_clean_answers_cannot_rank_two_good_judges():
    assert mcnemar_items(0.20, 0.02) == 54
    assert mcnemar_items(0.30, 0.02) == 32
    assert mcnemar_items(0.01, 0.01, most=100) is None
    assert mcnemar_power(11, 0.10, 0.02) < 0.01


def test_holm_agrees_with_another_package():
    # statsmodels 0.15.0 multipletests(method="holm")
    assert holm([0.2, 0.01, 0.01, 0.9, 0.04]) == pytest.approx((0.4, 0.05, 0.05, 0.9, 0.12))


@given(st.lists(st.floats(0, 1), max_size=8))
def test_holm_raises_every_value_and_keeps_their_order(values):
    adjusted = holm(values)
    assert all(value <= after <= 1 for value, after in zip(values, adjusted, strict=True))
    for (p, a), (q, b) in itertools.combinations(zip(values, adjusted, strict=True), 2):
        assert p == q or (p < q) == (a < b) or a == b


@pytest.mark.parametrize("values", [[-0.1], [1.1], [math.nan]])
def test_what_is_no_p_value_is_refused(values):
    with pytest.raises(ValueError, match="from 0 to 1"):
        holm(values)


def score_ends(b, c, n):
    """The interval from the numeric constrained likelihood: a second way to the same ends."""
    z = 1.959963984540054

    def statistic(delta):
        def minus_log(q):
            # q losses, q + delta gains, the rest unchanged.
            shares = (q + delta, q, 1 - 2 * q - delta)
            return -sum(k * math.log(max(p, 1e-300)) for k, p in zip((b, c, n - b - c), shares, strict=True) if k)

        low, high = max(0.0, -delta), (1 - delta) / 2
        q = minimize_scalar(minus_log, bounds=(low, high), method="bounded", options={"xatol": 1e-12}).x
        return (b - c - n * delta) / math.sqrt(n * (2 * q + delta - delta**2))

    seen = (b - c) / n
    return (
        brentq(lambda delta: statistic(delta) - z, -1 + 1e-6, seen),
        brentq(lambda delta: statistic(delta) + z, seen, 1 - 1e-6),
    )


@pytest.mark.parametrize(("b", "c", "n"), [(8, 1, 40), (3, 5, 40), (10, 2, 60), (1, 1, 9), (30, 20, 300), (4, 3, 8)])
def test_the_score_interval_agrees_with_a_numeric_likelihood(b, c, n):
    assert difference(b, c, n)[1:] == pytest.approx(score_ends(b, c, n), abs=1e-4)


@given(COUNTS)
def test_the_interval_holds_what_was_seen_and_turns_round_with_the_judges(counts):
    b, c, same = counts
    seen, low, high = difference(b, c, b + c + same)
    assert -1 <= low <= seen <= high <= 1
    assert difference(c, b, b + c + same) == pytest.approx((-seen, -high, -low))


def test_an_interval_at_its_ends():
    # With 5 of 5 gained, 5 (1 - d) / sqrt(5 (1 - d^2)) = z: (1 - d) / (1 + d) = z^2 / 5 = 0.7683, so d = 0.1310.
    assert difference(5, 0, 5) == pytest.approx((1, 0.1310, 1), abs=1e-4)
    assert difference(0, 0, 10)[0] == 0
    assert difference(0, 0, 0) is None


def test_no_loss_in_eleven_may_still_be_24_points():
    assert worst_loss(0, 11) == pytest.approx(1 - 0.05 ** (1 / 11))
    assert not good_enough(0, 11, 0.20)
    assert not good_enough(0, 28, 0.10)
    assert good_enough(0, 29, 0.10)
    assert not good_enough(0, 0, 0.99)


def test_counts_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="at most 3"):
        difference(2, 2, 3)
    with pytest.raises(ValueError, match="counts from 0"):
        mcnemar(-1, 2)
    with pytest.raises(ValueError, match="zip"):
        sign_flip([1], [1, 0])
