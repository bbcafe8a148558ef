"""The choice of a threshold: what settings would hold, what it is worth on other cases, and when there is none."""

import random
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import roc_curve
from sklearn.model_selection import StratifiedGroupKFold

from workbench.analysis.intervals import upper_bound
from workbench.analysis.scored_cases import ScoredCases, scored_cases
from workbench.analysis.separation import separation
from workbench.analysis.threshold_choice import Cap, Costs, choose_threshold
from workbench.analysis.threshold_setting import every_point, spelled
from workbench.errors import NotMeasured
from workbench.judges.threshold import Passes, Threshold
from workbench.records.verdict import Outcome

USUAL = Costs(miss=10, false_alarm=1, base_rate=0.05)
EVEN = Costs(miss=1, false_alarm=1, base_rate=0.5)
SCORE = st.floats(0, 1) | st.integers(0, 20).map(lambda twentieth: twentieth / 20)
SCORES = st.lists(SCORE, min_size=1, max_size=15)


def cases(wrong, right, *, high_is_good=True, sources=None):
    every = (*wrong, *right)
    return ScoredCases(
        scores=every,
        wrong=(True,) * len(wrong) + (False,) * len(right),
        sources=sources or tuple(f"s{place}" for place in range(len(every))),
        high_is_good=high_is_good,
        unscored_wrong=0,
        unscored_right=0,
        varying=0,
    )


def failed(at, scores, *, high_is_good):
    """What the judge itself makes of scores, once its settings hold the threshold."""
    threshold = Threshold(at=at, passes=Passes.AT_LEAST if high_is_good else Passes.AT_MOST)
    return [threshold.outcome(score) is Outcome.FAIL for score in scores]


@settings(max_examples=50)
@given(SCORES, SCORES, st.booleans())
def test_a_judge_with_the_number_in_its_settings_fails_what_the_point_says(wrong, right, high_is_good):
    found = cases(wrong, right, high_is_good=high_is_good)
    points = every_point(found.suspicion_of(wrong=True), found.suspicion_of(wrong=False), high_is_good=high_is_good)
    assert len(points) == len(set(found.suspicion)) + 1
    assert (points[0].cut.caught, points[0].cut.alarmed) == (0, 0)
    assert (points[-1].cut.caught, points[-1].cut.alarmed) == (len(wrong), len(right))
    for point in points[1:-1]:
        assert sum(failed(point.at, wrong, high_is_good=high_is_good)) == point.cut.caught
        assert sum(failed(point.at, right, high_is_good=high_is_good)) == point.cut.alarmed


@settings(max_examples=40)
@given(SCORES, SCORES)
def test_the_points_are_the_curve_of_scikit_learn(wrong, right):
    points = every_point(wrong, right, high_is_good=False)
    alarmed, caught, _ = roc_curve([1] * len(wrong) + [0] * len(right), wrong + right, drop_intermediate=False)
    assert [point.cut.alarmed / len(right) for point in points] == pytest.approx(alarmed)
    assert [point.cut.caught / len(wrong) for point in points] == pytest.approx(caught)


@pytest.mark.parametrize(
    ("low", "high", "short"),
    [(0.6, 0.7, 0.65), (0.61, 0.67, 0.64), (0.2, 0.9, 0.6), (0.4, 1.7, 1.0), (8 / 13, 2 / 3, 0.64)],
)
def test_settings_hold_the_shortest_number_between_two_scores(low, high, short):
    assert spelled(high, [high], [low], high_is_good=False).at == short
    assert spelled(-low, [-low], [-high], high_is_good=True).at == short


def test_between_neighbours_a_score_that_equals_the_number_passes():
    low = 0.3
    high = float(np.nextafter(low, 1))
    for at, high_is_good in ((spelled(high, [high], [low], high_is_good=False).at, False), (high, True)):
        assert failed(at, [low, high], high_is_good=high_is_good) == [high_is_good, not high_is_good]
    assert spelled(-low, [-low], [-high], high_is_good=True).at == high


def rows(*told):
    return pd.DataFrame(told, columns=["item_id", "source", "wrong", "score"])


def test_repeats_are_averaged_and_an_answer_without_a_score_is_counted_apart():
    table = rows(
        ("w", "a", True, 0.7),
        ("w", "a", True, 0.7),
        ("w", "a", True, 0.7),
        ("clean", "a", False, 0.9),
        ("near", "a", False, 0.5),
        ("near", "a", False, 0.7),
        ("near", "a", False, None),
        ("lost", "b", False, None),
        ("gone", "b", True, None),
    )
    found = scored_cases(table, high_is_good=True)
    assert sorted(zip(found.scores, found.wrong, strict=True)) == [(0.6, False), (0.7, True), (0.9, False)]
    assert (found.unscored_wrong, found.unscored_right, found.varying) == (1, 1, 1)
    assert found.suspicion_of(wrong=True) == [-0.7]
    assert scored_cases(table, high_is_good=False).suspicion_of(wrong=True) == [0.7]


def test_a_bound_takes_the_answers_of_a_source_for_one_case():
    right = [0.1] * 4 + [0.9] * 16
    alone = choose_threshold(cases([0.05 + i / 100 for i in range(20)], right), EVEN, now=0.5)
    pairs = tuple(f"s{place // 2}" for place in range(40))
    paired = choose_threshold(cases([0.05 + i / 100 for i in range(20)], right, sources=pairs), EVEN, now=0.5)
    # 4 of 20, and 2 of 10 pairs.
    assert alone.false_alarms(alone.now.cut).bound == pytest.approx(upper_bound(4, 20))
    assert paired.false_alarms(paired.now.cut).bound == pytest.approx(upper_bound(2, 10))
    assert (paired.false_alarms(paired.now.cut).hits, paired.false_alarms(paired.now.cut).items) == (4, 20)
    # One source of 6 and four of 1: 10^2 / (36 + 4) is 2.5.
    assert cases([], [0.5] * 10, sources=("a",) * 6 + tuple("bcde")).independent(wrong=False) == 2


def test_more_near_misses_of_a_source_make_a_useless_score_no_worse():
    chance = random.Random(4)
    areas = []
    for _ in range(15):
        useless = rows(
            *((f"w{i}", f"s{i % 20}", True, chance.random()) for i in range(20)),
            *((f"r{i}", f"s{i % 20}", False, chance.random()) for i in range(60)),
        )
        found = scored_cases(useless, high_is_good=True)
        areas.append(separation(found.suspicion_of(wrong=True), found.suspicion_of(wrong=False)).auc)
    assert sum(areas) / 15 == pytest.approx(0.5, abs=0.05)


def by_hand(found, wanted):
    """Misses and false alarms on cases left out, by a search through every number that settings could hold."""
    scores, wrong = np.array(found.scores), np.array(found.wrong)
    order = sorted(range(len(scores)), key=lambda place: (found.sources[place], wrong[place], -scores[place]))
    scores, wrong, groups = scores[order], wrong[order], np.array(found.sources)[order]
    missed = alarmed = 0
    for others, part in StratifiedGroupKFold(n_splits=5).split(scores, wrong, groups):
        seen = sorted(set(scores[others]))
        numbers = [
            -1.0,
            *(spelled(-a, [-a], [-b], high_is_good=True).at for a, b in pairwise(seen)),
            2,
        ]

        def cost(at, others=others):
            fails = scores[others] < at
            miss, alarm = (~fails[wrong[others]]).mean(), fails[~wrong[others]].mean()
            return wanted.miss * wanted.base_rate * miss + wanted.false_alarm * (1 - wanted.base_rate) * alarm

        at = min(numbers, key=lambda number: (round(cost(number), 9), number))
        missed += int((scores[part][wrong[part]] >= at).sum())
        alarmed += int((scores[part][~wrong[part]] < at).sum())
    return missed, alarmed


@pytest.mark.parametrize("seed", range(4))
def test_what_it_comes_to_on_other_cases_agrees_with_a_search_by_hand(seed):
    chance = random.Random(seed)
    wrong, right = ([round(chance.gauss(mean, 0.2), 2) for _ in range(20)] for mean in (0.4, 0.6))
    found = cases(wrong, right, sources=tuple(f"s{place % 13}" for place in range(40)))
    check = choose_threshold(found, EVEN, now=None).check
    others = check.others
    assert (others.wrong - others.caught, others.alarmed) == by_hand(found, EVEN)


def test_a_score_that_separates_has_a_threshold_and_a_useless_one_has_none():
    chance = random.Random(1)
    useless = []
    for _ in range(8):
        found = cases([chance.random() for _ in range(8)], [chance.random() for _ in range(11)])
        choice = choose_threshold(found, EVEN, now=None)
        useless.append((choice.check.own.youden, choice.check.others.youden, choice.earned))
    own, others, earned = (sum(column) / len(useless) for column in zip(*useless, strict=True))
    assert own > others + 0.1
    assert earned <= 1 / len(useless)
    good = choose_threshold(cases([i / 40 for i in range(20)], [i / 40 for i in range(15, 40)]), EVEN, now=0.9)
    assert good.earned
    assert (good.now.at, good.now.cut.caught, good.now.cut.alarmed) == (0.9, 20, 21)


def test_costs_decide_and_where_no_threshold_pays_there_is_none():
    found = cases([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8] * 3, [0.45, 0.55, 0.65, 0.75, 0.85, 0.9, 0.95, 1.0] * 3)
    dear_misses = choose_threshold(found, Costs(miss=10, false_alarm=1, base_rate=0.5), now=None).chosen
    dear_alarms = choose_threshold(found, USUAL, now=None).chosen
    assert dear_alarms.at < dear_misses.at
    rare = choose_threshold(found, Costs(miss=1, false_alarm=1000, base_rate=0.001), now=None)
    # 0.1 to 0.4, each three times, lie below every right answer: failing them alone raises no alarm.
    assert (rare.chosen.cut.caught, rare.chosen.cut.alarmed) == (12, 0)
    turned = choose_threshold(cases([0.9] * 10 + [0.8], [0.1] * 10 + [0.2]), USUAL, now=None)
    assert not turned.earned
    assert turned.area.auc == 0


def test_a_cap_takes_59_sources_for_5_percent_and_catches_what_it_can():
    chance = random.Random(2)
    wrong, right = [chance.uniform(0, 0.5) for _ in range(30)], [chance.uniform(0.3, 1) for _ in range(59)]
    cap = Cap(share=0.05)
    choice = choose_threshold(cases(wrong, right), cap, now=None)
    assert choice.earned
    assert (choice.chosen.cut.alarmed, choice.check) == (0, None)
    assert choice.chosen.cut.caught == sum(score < min(right) for score in wrong)
    few = choose_threshold(cases(wrong, right[1:]), cap, now=None)
    assert (few.chosen, few.earned, cap.needed) == (None, False, 59)
    wider = choose_threshold(cases(wrong, right), Cap(share=0.15), now=None)
    assert wider.earned
    # Two right answers of each source: the rule takes 59 sources, and of each the worse answer.
    twice = cases(wrong, right * 2, sources=tuple(f"w{i}" for i in range(30)) + tuple(f"r{i % 59}" for i in range(118)))
    assert choose_threshold(twice, cap, now=None).chosen.at == choice.chosen.at
    assert (
        choose_threshold(
            cases(wrong, right[1:] * 2, sources=twice.sources[:30] + tuple(f"r{i % 58}" for i in range(116))),
            cap,
            now=None,
        ).chosen
        is None
    )
    assert wider.chosen.cut.caught >= choice.chosen.cut.caught


@pytest.mark.parametrize(
    ("wrong", "right", "says"),
    [
        ([0.1] * 9, [], ["0 right answers with a score", "every score is 0.1"]),
        ([], [0.5] * 4 + [0.6] * 4, ["0 mistakes with a score"]),
        ([0.1] * 7, [0.9] * 5, ["7 mistakes with a score, 8 are the least", "5 right answers with a score"]),
        ([0.4] * 20, [0.4] * 20, ["every score is 0.4"]),
    ],
)
def test_what_cannot_be_chosen_on_is_refused_all_at_once(wrong, right, says):
    with pytest.raises(NotMeasured) as raised:
        choose_threshold(cases(wrong, right), USUAL, now=None)
    for words in says:
        assert words in str(raised.value)


def test_cases_of_few_sources_leave_nothing_to_try_a_threshold_on():
    sources = tuple(f"s{place % 4}" for place in range(20))
    with pytest.raises(NotMeasured, match=r"mistakes from 4 sources(?s:.*)right answers from 4 sources"):
        choose_threshold(cases([0.1] * 10, [0.9] * 10, sources=sources), USUAL, now=None)


def test_scores_outside_of_0_to_1_are_no_chances():
    wrong, right = [i / 10 for i in range(10)], [1.5 + i / 10 for i in range(10)]
    choice = choose_threshold(cases(wrong, right), USUAL, now=None)
    assert choice.calibration is None
    assert choice.earned
    assert choose_threshold(cases(wrong, [min(1.0, score) for score in right]), USUAL, now=None).calibration is not None


def test_a_calibration_error_is_shown_from_200_cases_on_and_beside_it_that_of_chance():
    chance = random.Random(3)
    said = [chance.random() for _ in range(400)]
    wrong = [chance.random() < p for p in said]
    split = [[p for p, is_wrong in zip(said, wrong, strict=True) if is_wrong is kind] for kind in (True, False)]
    found = choose_threshold(cases(*split, high_is_good=False), EVEN, now=None).calibration
    assert found.error == pytest.approx(found.error_by_chance, abs=0.03)
    few = choose_threshold(cases(split[0][:90], split[1][:90], high_is_good=False), EVEN, now=None).calibration
    assert (few.error, few.error_by_chance) == (None, None)
    low, high = few.interval
    assert low < few.brier < high
