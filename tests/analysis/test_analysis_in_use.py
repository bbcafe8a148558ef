"""Failure rates in use: audits, labels that verdicts make go further, and verdicts corrected for known mistakes."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from workbench.analysis.audit import audited_share
from workbench.analysis.base_rate import alarms_that_are_real
from workbench.analysis.correction import (
    ABOVE_CEILING,
    BELOW_FLOOR,
    ONLY_LIKE_KNOWN,
    TOO_FEW,
    corrected_estimate,
    corrected_share,
)
from workbench.analysis.estimate import Estimate
from workbench.analysis.prediction_powered import Labelled, powered_share, tuned_weight

STRATUM = st.integers(0, 200).flatmap(
    lambda all_: st.integers(0, all_).flatmap(lambda n: st.tuples(st.just(all_), st.just(n), st.integers(0, n)))
)
COUNT = st.integers(0, 30)
RATE = st.integers(1, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def audit(failed, passed):
    return audited_share(
        failed=failed[0],
        labelled_failed=failed[1],
        wrong_failed=failed[2],
        passed=passed[0],
        labelled_passed=passed[1],
        wrong_passed=passed[2],
    )


def corrected(answers, plants, clean, of=corrected_estimate):
    return of(
        failed=answers[0],
        answers=answers[1],
        caught=plants[0],
        plants=plants[1],
        passed=clean[0],
        clean=clean[1],
    )


def test_an_audit_by_hand():
    # 100 of 500 failed: 0.2 * 30/40 + 0.8 * 4/40 = 0.23.
    found = audit((100, 40, 30), (400, 40, 4))
    assert found.share == pytest.approx(0.23)
    variance = 0.04 * 0.75 * 0.25 / 40 + 0.64 * 0.1 * 0.9 / 40 + 0.2 * 0.8 * 0.65**2 / 500
    assert found.error == pytest.approx(variance**0.5)


@given(STRATUM, STRATUM)
def test_an_audit_stays_within_0_and_1_and_turns_round(failed, passed):
    found = audit(failed, passed)
    if found is None:
        assert not failed[0] + passed[0] or (failed[0] and not failed[1]) or (passed[0] and not passed[1])
        return
    assert 0 <= found.low <= found.share <= found.high <= 1
    turned = audit((failed[0], failed[1], failed[1] - failed[2]), (passed[0], passed[1], passed[1] - passed[2]))
    assert turned.share == pytest.approx(1 - found.share)
    assert turned.error == pytest.approx(found.error)


def test_none_wrong_of_a_few_is_no_proof_of_none():
    assert audit((0, 0, 0), (500, 30, 0)).high > 0.03


def test_a_verdict_without_a_label_leaves_its_part_unknown():
    assert audit((80, 20, 15), (420, 0, 0)) is None
    assert audit((0, 0, 0), (0, 0, 0)) is None
    with pytest.raises(ValueError, match="wrong <= labelled <= all"):
        audit((80, 20, 21), (420, 30, 1))


def test_an_audit_covers_what_is_true():
    # Answers wrong one in ten; the judge fails 90 % of the wrong ones and 5 % of the right ones. Seeded, 300 audits.
    chance = random.Random(3)
    covered = 0
    for _ in range(300):
        wrong = [chance.random() < 0.1 for _ in range(1000)]
        failed = [chance.random() < (0.9 if is_wrong else 0.05) for is_wrong in wrong]
        parts = []
        for verdict in (True, False):
            part = [is_wrong for is_wrong, said in zip(wrong, failed, strict=True) if said is verdict]
            sample = chance.sample(part, 50)
            parts.append((len(part), 50, sum(sample)))
        found = audit(*parts)
        covered += found.low <= 0.1 <= found.high
    assert covered >= 0.93 * 300


def test_a_judge_that_says_nothing_leaves_the_labels_alone():
    labelled = Labelled(wrong_failed=0, wrong_passed=10, right_failed=0, right_passed=30)
    assert tuned_weight(labelled, 0, 400) == 0
    assert powered_share(labelled, 0, 400).share == pytest.approx(0.25)


def test_a_judge_that_is_always_right_makes_labels_go_as_far_as_verdicts():
    labelled = Labelled(wrong_failed=20, wrong_passed=0, right_failed=0, right_passed=180)
    found = powered_share(labelled, 3960, 36_040)
    assert found.error < 0.1 * powered_share(labelled, 3960, 36_040, weight=0).error
    assert found.low <= 0.099 <= found.high
    assert found.note == ""


@given(COUNT, COUNT, COUNT, COUNT, st.integers(0, 500), st.integers(0, 500))
def test_a_powered_share_stays_within_0_and_1(a, b, c, d, failed, passed):
    labelled = Labelled(wrong_failed=a, wrong_passed=b, right_failed=c, right_passed=d)
    found = powered_share(labelled, failed, passed)
    assert 0 <= tuned_weight(labelled, failed, passed) <= 1
    if found is None:
        assert labelled.items < 2 or not failed + passed
    else:
        assert 0 <= found.low <= found.high <= 1
        assert found.low <= found.share <= found.high


def test_few_labels_are_said_to_be_too_few():
    few = Labelled(wrong_failed=6, wrong_passed=2, right_failed=2, right_passed=30)
    assert "too few" in powered_share(few, 68, 332).note
    with pytest.raises(ValueError, match="counts from 0"):
        powered_share(few, -1, 3)


@given(RATE, RATE, RATE)
def test_a_corrected_share_stays_within_0_and_1_or_is_refused(answers, plants, clean):
    found = corrected(answers, plants, clean)
    if plants[0] / plants[1] + clean[0] / clean[1] <= 1:
        assert found is None
    if found is not None:
        assert 0 <= found.low <= found.high <= 1
        assert 0 <= found.share <= 1
        assert found.note


def test_what_a_judge_fails_by_mistake_alone_is_no_sign_of_wrong_answers():
    found = corrected((10, 500), (57, 60), (54, 60))
    assert (found.share, found.low, found.note) == (0, 0, BELOW_FLOOR)
    assert corrected((499, 500), (54, 60), (57, 60)).note == ABOVE_CEILING


def test_a_correction_says_what_it_stands_on():
    assert corrected((67, 500), (54, 60), (57, 60)).note == ONLY_LIKE_KNOWN
    assert corrected((67, 500), (7, 7), (57, 60)).note == TOO_FEW


def test_nothing_is_corrected_without_plants_or_skill():
    assert corrected((10, 500), (0, 0), (54, 60)) is None
    assert corrected((10, 500), (30, 60), (30, 60)) is None
    assert corrected_share(0.3, 0.9, 0.1) is None
    with pytest.raises(ValueError, match="from 0 to 60"):
        corrected((10, 500), (61, 60), (30, 60))


def textbook(*, failed, answers, caught, plants, passed, clean):
    """The delta method on the corrected share: with 8 of 8 and 11 of 11 it takes the judge for perfect."""
    flagged, catch, spared = failed / answers, caught / plants, passed / clean
    share = corrected_share(flagged, catch, spared)
    if share is None:
        return None
    variance = flagged * (1 - flagged) / answers + share**2 * catch * (1 - catch) / plants
    error = math.sqrt(variance + (1 - share) ** 2 * spared * (1 - spared) / clean) / (catch + spared - 1)
    return Estimate(share=share, error=error, low=share - 1.96 * error, high=share + 1.96 * error, note="")


def test_the_interval_covers_where_the_textbook_one_does_not():
    # Every outcome of 8 plants, 11 clean answers and 500 answers in use, a tenth of them wrong.
    catch, passed, wrong = 0.9, 0.95, 0.1
    flagged = wrong * catch + (1 - wrong) * (1 - passed)
    covered = {corrected_estimate: 0.0, textbook: 0.0}
    answers = [(k, p) for k in range(501) if (p := binom.pmf(k, 500, flagged)) > 1e-4]
    for hits in range(4, 9):
        for right in range(7, 12):
            chance = binom.pmf(hits, 8, catch) * binom.pmf(right, 11, passed)
            for failed, p in answers:
                for of in covered:
                    found = corrected((failed, 500), (hits, 8), (right, 11), of)
                    covered[of] += chance * p * (found is not None and found.low <= wrong <= found.high)
    assert covered[corrected_estimate] >= 0.95
    assert covered[textbook] < 0.80


def test_rare_mistakes_make_most_alarms_false():
    # Of 1000 answers 50 are wrong and 47.5 of them caught; 142.5 of the 950 right ones are failed as well.
    assert alarms_that_are_real(0.95, 0.15, 0.05) == pytest.approx(47.5 / 190)
    assert alarms_that_are_real(0, 0, 0.05) is None
    with pytest.raises(ValueError, match="from 0 to 1"):
        alarms_that_are_real(1.1, 0, 0)
