import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.analysis.evalues import THRESHOLD, e_value, e_value_of_sum, e_values
from workbench.analysis.needed import clears_evidence
from workbench.analysis.planning import allowed_misses
from workbench.analysis.repeated_looks import chance_of_passing, sequential_test
from workbench.analysis.sequential import Reached, decided, follow, lowest_share

SCORES = st.lists(st.floats(0, 1), max_size=60)


def misses_by_evidence(items, floor):
    """The most misses with which the e-value still certifies; -1 where none does."""
    return max(
        (m for m in range(items) if clears_evidence(items - m, items, minimum=1, floor=floor)),
        default=-1,
    )


@settings(max_examples=30)
@given(SCORES, st.floats(0.5, 0.95))
def test_the_e_value_after_the_last_case_is_that_of_them_all(scores, floor):
    *_, last = [1.0, *e_values(scores, floor)]
    assert last == pytest.approx(e_value(scores, floor))


def test_ten_thousand_right_cases_do_not_overflow():
    assert e_value([1.0] * 20_000, 0.5) > 1e300
    assert e_value_of_sum(20_000, 20_000, 0.5) > 1e300
    assert follow([1.0] * 20_000, 0.5).cases == 6


def test_a_sequence_ends_at_the_first_threshold_it_reaches():
    # Floor 0.85: 27 right cases reach 20. A miss divides by 3, three of them in a row reach 1/27 < 1/19.
    assert follow([1] * 40, 0.85) == follow([1] * 27 + [0] * 9, 0.85)
    assert (follow([1] * 40, 0.85).outcome, follow([1] * 40, 0.85).cases) == (Reached.CLEARED, 27)
    assert (follow([0] * 9, 0.85).outcome, follow([0] * 9, 0.85).cases) == (Reached.FUTILE, 3)
    assert (follow([1] * 26, 0.85).outcome, follow([], 0.85).outcome) == (Reached.OPEN, Reached.OPEN)


def test_several_candidates_need_more_evidence_each():
    # 1.1176^n >= 60: n >= ln 60 / ln 1.1176 = 36.8.
    assert follow([1] * 50, 0.85, candidates=3).cases == 37


@settings(max_examples=40)
@given(SCORES.filter(len))
def test_the_lowest_share_is_the_largest_floor_that_is_beaten(scores):
    lowest = lowest_share(scores)
    assert 0 <= lowest < 1
    assert e_value(scores, lowest + 1e-6) < THRESHOLD
    assert lowest < 1e-6 or e_value(scores, lowest - 1e-6) >= THRESHOLD * (1 - 1e-3)


def test_the_lowest_share_of_nothing_and_of_misses():
    assert lowest_share([]) is None
    assert lowest_share([0, 0, 0]) == 0


@given(st.integers(0, 12), st.integers(0, 12), st.integers(0, 6))
def test_a_plan_is_decided_where_no_rest_changes_it(planned, judged, allowed):
    for wrong in range(min(judged, planned) + 1):
        right = min(judged, planned) - wrong
        rest = planned - right - wrong
        ends = {wrong + more <= allowed for more in range(rest + 1)}
        found = decided(right, wrong, planned, allowed)
        assert found is (Reached.OPEN if len(ends) == 2 else Reached.CLEARED if ends == {True} else Reached.FUTILE)


def test_more_cases_than_planned_are_refused():
    with pytest.raises(ValueError, match="at most the 3 cases"):
        decided(2, 2, 3, 1)


def test_looking_again_agrees_with_every_sequence_of_cases():
    allowed = {3: 0, 5: 1, 8: 2}
    share = 0.8
    passed = 0.0
    for sequence in itertools.product((True, False), repeat=8):
        if any(look - sum(sequence[:look]) <= misses for look, misses in allowed.items()):
            passed += math.prod(share if right else 1 - share for right in sequence)
    assert chance_of_passing(allowed, share) == pytest.approx(passed)


def test_a_bound_that_is_tried_again_and_again_passes_a_judge_at_the_floor():
    looks = {items: misses for items in range(1, 41) if (misses := allowed_misses(items, 0.85)) is not None}
    assert chance_of_passing(looks, 0.85) == pytest.approx(0.089, abs=5e-4)
    assert chance_of_passing({40: looks[40]}, 0.85) <= 0.05


@pytest.mark.parametrize("floor", [0.65, 0.85, 0.95])
def test_an_e_value_keeps_its_promise_however_often_one_looks(floor):
    looks = {items: misses_by_evidence(items, floor) for items in range(1, 101)}
    assert 0 < chance_of_passing(looks, floor) <= 0.05


def test_no_look_passes_nobody():
    assert chance_of_passing({}, 1.0) == 0


def test_a_sequential_test_ends_with_the_certainties_it_names():
    at_floor, at_better = sequential_test(0.8, 0.95, 0.8), sequential_test(0.8, 0.95, 0.95)
    assert at_floor.cleared <= 0.05 <= 0.95 <= at_better.cleared
    assert at_better.cases == pytest.approx(30.6, abs=0.05)
    # A perfect judge needs the 18 steps of 0.1719 to 2.9444, a hopeless one 3 of -1.3863.
    assert sequential_test(0.8, 0.95, 1.0).cases == pytest.approx(18)
    assert sequential_test(0.8, 0.95, 0.0).cases == pytest.approx(3)


def test_a_sequential_test_of_nothing_better_is_refused():
    with pytest.raises(ValueError, match="floor < better"):
        sequential_test(0.9, 0.9, 0.9)
