import math
import random
import statistics

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from workbench.analysis.separation import separation
from workbench.analysis.threshold_check import check_threshold
from workbench.analysis.thresholds import (
    best_youden,
    cap_violation,
    cheapest,
    clean_needed,
    cut_at,
    expected_cost,
    threshold_for_cap,
)

SCORES = st.lists(st.integers(0, 10).map(lambda tenth: tenth / 10), min_size=1, max_size=15)
COST = st.floats(0, 100)
WRONG = [0.9, 0.8, 0.75, 0.6, 0.55, 0.4, 0.85, 0.7]
RIGHT = [0.1, 0.2, 0.3, 0.35, 0.4, 0.5, 0.55, 0.15, 0.25, 0.45, 0.65]


@settings(max_examples=50)
@given(SCORES, SCORES, COST, COST, st.floats(0, 1))
def test_no_threshold_is_cheaper_and_of_equals_the_highest_is_taken(wrong, right, miss, false_alarm, prevalence):
    costs = {"miss": miss, "false_alarm": false_alarm, "prevalence": prevalence}
    best = cheapest(wrong, right, **costs)
    assert best == cut_at(best.threshold, wrong, right)
    least = expected_cost(best, **costs)
    for threshold in (*wrong, *right, math.inf):
        other = expected_cost(cut_at(threshold, wrong, right), **costs)
        assert other >= least - 1e-9
        assert threshold <= best.threshold or other > least


def test_rare_mistakes_move_the_threshold_up():
    assert best_youden(WRONG, RIGHT).threshold == 0.55
    assert cheapest(WRONG, RIGHT, miss=10, false_alarm=1, prevalence=0.05).threshold == 0.7


def test_where_misses_cost_nothing_nothing_is_failed():
    cut = cheapest(WRONG, RIGHT, miss=0, false_alarm=1, prevalence=0.5)
    assert (cut.threshold, cut.caught, cut.alarmed) == (math.inf, 0, 0)


def test_no_threshold_is_found_without_mistakes_or_without_right_answers():
    assert cheapest([], RIGHT, miss=1, false_alarm=1, prevalence=0.5) is None
    assert best_youden(WRONG, []) is None
    assert separation(WRONG, []) is None


@pytest.mark.parametrize("scores", [[math.nan], [math.inf, 0.2]])
def test_a_score_that_is_no_number_is_refused(scores):
    for ask in (best_youden, separation):
        with pytest.raises(ValueError, match="finite"):
            ask(scores, RIGHT)
    with pytest.raises(ValueError, match="finite"):
        threshold_for_cap(scores, 0.1)


@settings(max_examples=30)
@given(SCORES, SCORES)
def test_the_area_agrees_with_scikit_learn_and_turns_round(wrong, right):
    found = separation(wrong, right)
    assert found.auc == pytest.approx(roc_auc_score([1] * len(wrong) + [0] * len(right), wrong + right))
    assert separation(right, wrong).auc == pytest.approx(1 - found.auc)
    assert found.error is None or separation(right, wrong).error == pytest.approx(found.error)


def test_the_error_of_the_area_by_hand():
    # Right answers below each mistake, ties half: 2/2, 1/2. Mistakes above each right answer: 1/2, 2/2.
    # Both variances are 1/8 with 2 - 1 below the line, so the error is sqrt(1/8 / 2 + 1/8 / 2).
    found = separation([0.9, 0.5], [0.6, 0.2])
    assert (found.auc, found.error) == (0.75, pytest.approx(math.sqrt(0.125)))
    assert separation([0.9], [0.6, 0.2]).error is None
    # statsmodels has none; R's pROC gives 0.0620 for the golden list, as the page says.
    assert separation(WRONG, RIGHT).error == pytest.approx(0.06204, abs=5e-6)


def test_the_error_of_the_area_is_that_of_whole_sources_drawn_again():
    chance = random.Random(8)
    wrong, right = [], []
    for source in range(40):
        level = chance.gauss(0, 1)
        wrong += [(level + 1 + chance.gauss(0, 0.5), str(source)) for _ in range(3)]
        right += [(level + chance.gauss(0, 0.5), str(source)) for _ in range(2)]
    scores = [[score for score, _ in part] for part in (wrong, right)]
    found = separation(*scores, sources=tuple([source for _, source in part] for part in (wrong, right)))
    assert found.auc == separation(*scores).auc
    areas = []
    for _ in range(300):
        drawn = [str(chance.randrange(40)) for _ in range(40)]
        again = [[score for one in drawn for score, source in part if source == one] for part in (wrong, right)]
        areas.append(roc_auc_score([1] * len(again[0]) + [0] * len(again[1]), again[0] + again[1]))
    assert found.error == pytest.approx(statistics.stdev(areas), rel=0.15)
    assert found.error != pytest.approx(separation(*scores).error, rel=0.15)


@settings(max_examples=30)
@given(SCORES, SCORES)
def test_where_every_case_has_a_source_of_its_own_the_error_is_that_of_delong(wrong, right):
    sources = ([f"w{i}" for i in range(len(wrong))], [f"r{i}" for i in range(len(right))])
    assert separation(wrong, right, sources=sources) == separation(wrong, right)


def test_the_highest_clean_score_needs_so_many_clean_answers():
    assert [clean_needed(cap) for cap in (0.05, 0.10, 0.15, 0.20)] == [59, 29, 19, 14]
    assert threshold_for_cap([0.1] * 13, 0.20) is None
    assert threshold_for_cap(range(14), 0.20).alarmed == 0


@given(st.integers(1, 120), st.floats(0.02, 0.9))
def test_the_cap_holds_and_one_score_lower_would_break_it(items, cap):
    rule = threshold_for_cap(range(items), cap)
    if rule is None:
        assert items < clean_needed(cap)
        return
    assert items >= clean_needed(cap)
    order = items - rule.alarmed
    assert rule.violation == cap_violation(items, cap, order=order) <= 0.05
    assert order == 1 or cap_violation(items, cap, order=order - 1) > 0.05


def test_a_capped_threshold_fails_no_score_that_it_stands_above():
    rule = threshold_for_cap([0.5] * 100, 0.10)
    assert (rule.alarmed, rule.threshold > 0.5) == (0, True)


def test_the_violation_is_that_of_the_order_statistic():
    # The true rate above the 2nd of 3 scores is above 0.2 where at least 2 of 3 fall below the 80 % point.
    assert cap_violation(3, 0.2, order=2) == pytest.approx(0.8**3 + 3 * 0.8**2 * 0.2)
    assert cap_violation(11, 0.15) == pytest.approx(0.85**11)


def test_a_useless_score_flatters_itself_and_the_check_shows_it():
    chance = random.Random(1)
    optimism = []
    for _ in range(10):
        scores = [chance.random() for _ in range(19)]
        checked = check_threshold(scores, [True] * 8 + [False] * 11, [str(i) for i in range(19)], choose=best_youden)
        assert checked.own.youden > 0
        optimism.append(checked.optimism)
    assert sum(optimism) / 10 > 0.15


def test_variants_of_a_source_stay_together():
    # A score that knows its source and nothing of mistakes: split apart, it would be perfect on what it has not seen.
    groups = [f"source {i}" for i in range(12) for _ in range(5)]
    wrong = [i % 2 == 0 for i in range(12) for _ in range(5)]
    scores = [random.Random(i).random() for i in range(12) for _ in range(5)]
    checked = check_threshold(scores, wrong, groups, choose=best_youden)
    assert checked.own.youden > checked.own.youden - checked.optimism
    assert checked.caught % 5 == 0
    assert checked.alarmed % 5 == 0


@settings(max_examples=5)
@given(st.randoms())
def test_the_check_does_not_depend_on_the_order_of_cases(shuffler):
    cases = [(score, True, f"g{i}") for i, score in enumerate(WRONG)]
    cases += [(score, False, f"g{i}") for i, score in enumerate(RIGHT)]
    before = check_threshold(*zip(*cases, strict=True), choose=best_youden)
    shuffler.shuffle(cases)
    assert check_threshold(*zip(*cases, strict=True), choose=best_youden) == before


def test_one_source_leaves_nothing_to_try_a_threshold_on():
    assert check_threshold([0.9, 0.1], [True, False], ["a", "a"], choose=best_youden) is None
    assert check_threshold([0.9, 0.1, 0.2], [True, False, False], ["a", "b", "c"], choose=best_youden) is None
