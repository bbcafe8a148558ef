import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from workbench.analysis.intervals import lower_bound
from workbench.analysis.luck import expected_best, lucky_chance
from workbench.analysis.needed import clears_bound, clears_evidence
from workbench.analysis.planning import allowed_misses, fewest_items, first_plan, power, steady_plan
from workbench.analysis.repeats import right_calls

FLOORS = st.floats(0.05, 0.95)
ITEMS = st.integers(0, 120)


@given(ITEMS, FLOORS)
def test_one_miss_more_than_allowed_shows_less_than_the_floor(items, floor):
    misses = allowed_misses(items, floor)
    if misses is not None:
        assert lower_bound(items - misses, items) >= floor
    next_one = 0 if misses is None else misses + 1
    assert next_one > items or (lower_bound(items - next_one, items) or 0) < floor


@given(st.integers(0, 20), FLOORS)
def test_the_fewest_items_allow_the_misses_and_one_fewer_does_not(misses, floor):
    items = fewest_items(misses, floor)
    assert allowed_misses(items, floor) >= misses
    before = allowed_misses(items - 1, floor)
    assert before is None or before < misses


def test_more_candidates_need_more_items():
    # alpha^(1/n) >= 0.85: n >= ln(0.05 / m) / ln(0.85) = 18.4, 22.7, 25.2, 27.0 (26.96), 28.3.
    assert [fewest_items(0, 0.85, alpha=0.05 / m) for m in range(1, 6)] == [19, 23, 26, 27, 29]


@given(ITEMS, FLOORS, st.floats(0, 1))
def test_power_with_one_repeat_is_a_binomial_tail(items, floor, share):
    misses = allowed_misses(items, floor)
    by_hand = 0 if misses is None else binom.cdf(misses, items, 1 - share)
    assert power(items, floor, share) == pytest.approx(by_hand, abs=1e-9)


@given(st.integers(1, 30), st.integers(1, 5), st.floats(0, 1), FLOORS, st.floats(0, 1))
def test_power_with_repeats_is_that_of_every_outcome_that_clears(items, repeats, correlation, floor, share):
    chances = right_calls(items, repeats, share=share, correlation=correlation)
    by_hand = sum(c for right, c in enumerate(chances) if lower_bound(right / repeats, items) >= floor)
    found = power(items, floor, share, repeats=repeats, correlation=correlation)
    assert found == pytest.approx(by_hand, abs=1e-9)


@given(st.integers(1, 60), FLOORS, st.floats(0, 1), st.floats(0, 1))
def test_a_better_judge_never_has_less_power(items, floor, share, more):
    better = share + (1 - share) * more
    for rule in (clears_bound, clears_evidence):
        assert power(items, floor, better, rule=rule) >= power(items, floor, share, rule=rule) - 1e-9


@pytest.mark.parametrize("rule", [clears_bound, clears_evidence])
def test_plans_hold_by_either_rule(rule):
    found = first_plan(0.85, 0.97, minimum=45, rule=rule)
    assert found.items >= 45
    assert allowed_misses(found.items, 0.85, rule=rule) == found.misses
    assert found.power == pytest.approx(power(found.items, 0.85, 0.97, rule=rule))
    assert all(power(items, 0.85, 0.97, rule=rule) < 0.8 for items in range(45, found.items))


@given(st.integers(1, 60), FLOORS, st.floats(0, 1), st.integers(1, 3))
def test_a_judge_at_the_floor_clears_it_in_one_run_of_twenty_at_most(items, floor, correlation, repeats):
    assert power(items, floor, floor, repeats=repeats, correlation=correlation) <= 0.05 + 1e-9


@pytest.mark.parametrize(
    ("floor", "share", "first", "steady"),
    [
        (0.80, 0.95, (30, 2), 37),
        (0.85, 0.95, (59, 4), 68),
        (0.85, 0.99, (19, 0), 30),
        (0.90, 0.97, (76, 3), 89),
        (0.95, 0.97, (601, 21), 694),
        (0.95, 0.98, (234, 6), 286),
    ],
)
def test_plans_agree_with_a_search_over_every_number_of_items(floor, share, first, steady):
    found = first_plan(floor, share)
    assert (found.items, found.misses) == first
    assert all(power(items, floor, share) < 0.8 for items in range(max(1, found.items - 40), found.items))
    assert steady_plan(floor, share).items == steady
    assert power(steady - 1, floor, share) < 0.8
    assert all(power(items, floor, share) >= 0.8 for items in range(steady, steady + 60))


def test_no_number_of_items_shows_a_judge_to_be_better_than_it_is():
    assert first_plan(0.95, 0.95) is None
    assert steady_plan(0.85, 0.6) is None


def test_a_judge_a_hair_above_the_floor_is_given_up_in_the_end():
    assert first_plan(0.95, 0.9501) is None


def test_a_perfect_judge_clears_with_the_fewest_items():
    assert (first_plan(0.85, 1).items, steady_plan(0.85, 1).items) == (19, 19)


@pytest.mark.parametrize("floor", [0, 1, -0.1, 1.5])
def test_a_floor_that_asks_for_nothing_or_for_everything_is_refused(floor):
    for ask in (lambda: allowed_misses(5, floor), lambda: fewest_items(0, floor), lambda: first_plan(floor, 0.9)):
        with pytest.raises(ValueError, match="a floor between 0 and 1"):
            ask()


@settings(max_examples=50)
@given(st.integers(1, 20), st.floats(0, 1), st.integers(1, 10))
def test_the_best_of_versions_agrees_with_binomial_tails(items, share, versions):
    at_least = [lucky_chance(right, items, share, versions=versions) for right in range(items + 1)]
    assert at_least[0] == 1
    for right, chance in enumerate(at_least[1:], start=1):
        assert chance == pytest.approx(1 - binom.cdf(right - 1, items, share) ** versions, abs=1e-9)
    assert expected_best(items, share, versions=versions) == pytest.approx(sum(at_least[1:]) / items)


def test_of_five_versions_with_seven_in_ten_one_shines():
    # 1 - (1 - 0.7^2)^5 = 1 - 0.51^5 = 0.9655; one version is right 0.7 of the time on average.
    assert lucky_chance(2, 2, 0.7, versions=5) == pytest.approx(1 - 0.51**5)
    assert expected_best(8, 0.7, versions=1) == pytest.approx(0.7)
    assert expected_best(0, 0.7, versions=1) is None


def test_tiny_chances_are_not_rounded_away():
    assert lucky_chance(20, 20, 0.1, versions=3) == pytest.approx(3e-20)


def test_more_right_items_than_there_are_is_refused():
    with pytest.raises(ValueError, match="from 0 to 3, got 4"):
        lucky_chance(4, 3, 0.5)
