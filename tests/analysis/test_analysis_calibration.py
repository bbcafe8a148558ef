import itertools
import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import brier_score_loss

from workbench.analysis.calibration import (
    LEAST_CASES,
    brier,
    brier_interval,
    calibration_error,
    error_by_chance,
    reliability,
)

CASES = st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=60)


@settings(max_examples=30)
@given(CASES)
def test_the_brier_score_agrees_with_scikit_learn(cases):
    said, wrong = zip(*cases, strict=True)
    assert brier(said, wrong) == pytest.approx(brier_score_loss([int(w) for w in wrong], said, pos_label=1), abs=1e-12)


@settings(max_examples=50)
@given(CASES, st.integers(1, 12))
def test_every_case_stands_in_one_bar(cases, bins):
    said, wrong = zip(*cases, strict=True)
    bars = reliability(said, wrong, bins=bins)
    assert sum(bar.items for bar in bars) == len(cases)
    assert sum(bar.wrong for bar in bars) == sum(wrong)
    assert all(bar.low - 1e-9 <= bar.said <= bar.high + 1e-9 for bar in bars)


def test_a_bar_holds_its_upper_end():
    # 0.1 * 3 is a little more than 0.3 in a float, and still no reason to leave the bar that ends at 0.3.
    bars = reliability([0, 0.1, 0.1 * 3, 0.3, 0.30001, 1], [True] * 6)
    assert [(bar.low, bar.items) for bar in bars] == [(0, 2), (0.2, 2), (0.3, 1), (0.9, 1)]


def test_no_calibration_error_is_shown_for_few_cases():
    said, wrong = [0.5] * (LEAST_CASES - 1), [True] * (LEAST_CASES - 1)
    assert calibration_error(reliability(said, wrong)) is None
    assert calibration_error(reliability([*said, 0.5], [*wrong, True])) == pytest.approx(0.5)
    assert calibration_error((), least=0) is None


def test_the_calibration_error_by_hand():
    # 0 to 0.5: 0.2 and 0.4 said, one of two wrong: |0.6 - 1|. 0.5 to 1: 0.9 said and wrong: |0.9 - 1|. Over 3 cases.
    bars = reliability([0.2, 0.4, 0.9], [False, True, True], bins=2)
    assert calibration_error(bars, least=1) == pytest.approx((0.4 + 0.1) / 3)


@settings(max_examples=15)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_the_error_by_chance_agrees_with_every_outcome(said):
    total = 0.0
    for outcome in itertools.product((True, False), repeat=len(said)):
        chance = math.prod(p if wrong else 1 - p for p, wrong in zip(said, outcome, strict=True))
        total += chance * calibration_error(reliability(said, outcome, bins=3), least=1)
    assert error_by_chance(said, bins=3) == pytest.approx(total)


def test_a_calibrated_judge_shows_an_error_that_shrinks_with_cases():
    chance = random.Random(7)
    errors = [error_by_chance([chance.random() for _ in range(items)]) for items in (19, 60, 200, 1000)]
    assert errors == sorted(errors, reverse=True)
    assert errors[0] > 0.15
    assert errors[-1] < 0.05


def test_variants_of_a_source_count_once_in_the_interval():
    said, wrong = [0.1, 0.6, 0.9, 0.2] * 3, [False, True, True, True] * 3
    alone = brier_interval(said, wrong, [str(place) for place in range(12)])
    together = brier_interval(said, wrong, [str(place % 4) for place in range(12)])
    assert alone[1] - alone[0] < together[1] - together[0]
    assert together[0] <= brier(said, wrong) <= together[1]
    assert brier_interval(said, wrong, ["one"] * 12) is None


def test_what_is_no_probability_is_refused():
    for said in ([1.2], [math.nan], [0.1, 0.2]):
        with pytest.raises(ValueError, match="one probability"):
            brier(said, [True])
    assert brier([], []) is None
    assert error_by_chance([]) is None
