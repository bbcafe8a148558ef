"""A graded set, counted by hand: four numbers, the corrected rate, what to read first, what rose from date to date."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.analysis.claim_share import supported_claims
from workbench.analysis.grade_trend import Measure, grade_trend
from workbench.analysis.grading import Why, count_grades
from workbench.analysis.in_use import KnownRates
from workbench.records.grade import AnswerInUse, Grade
from workbench.records.reply import Reply
from workbench.records.status import Checked, Status
from workbench.records.summary import Level
from workbench.records.verdict import FAIL as FAIL_VERDICT
from workbench.records.verdict import PASS as PASS_VERDICT
from workbench.records.verdict import ErrorCode, Verdict

PASS = Checked(status=Status.ANSWERED, reason="")
FAIL = Checked(status=Status.UNGROUNDED, reason="30 stands nowhere")
ERROR = Checked(status=Status.UNGROUNDED, reason="error:timeout", judge_failed=True)


def answer(case, *, figures="", declines=False, sampled=True, shown=True):
    return AnswerInUse(
        case=case, item=f"item {case}", shown=shown, sampled=sampled and shown, declines=declines, figures=figures
    )


def graded(verdicts, known=None):
    """Answers with these verdicts, counted."""
    answers = [answer(f"{place:04}") for place in range(len(verdicts))]
    said = {one.item: verdict for one, verdict in zip(answers, verdicts, strict=True)}
    return count_grades(answers, said, known)


def test_a_failing_judge_is_neither_a_pass_nor_a_fault():
    found = graded([PASS] * 16 + [FAIL] * 3 + [ERROR])
    assert (found.passed.hits, found.passed.items) == (16, 19)
    assert (found.passed_at_worst.hits, found.passed_at_worst.items) == (16, 20)
    assert found.statuses == {Status.ANSWERED: 16, Status.UNGROUNDED: 4, Status.NO_CONTEXT: 0}
    assert found.judge_failed == 1


def test_the_rate_is_corrected_by_the_judges_own_mistakes():
    known = KnownRates(caught=18, mistakes=20, passed=19, right=20)
    found = graded([FAIL] * 25 + [PASS] * 475, known)
    assert found.failure.raw.share == 0.05
    # (0.05 + 0.95 - 1) / (0.90 + 0.95 - 1) = 0: no more were failed than its false alarms explain.
    assert abs(found.failure.headline.wrong.share) < 1e-9
    more = graded([FAIL] * 67 + [PASS] * 433, known).failure.headline.wrong
    # (0.134 + 0.95 - 1) / 0.85 = 0.084 / 0.85 = 0.0988
    assert round(more.share, 4) == 0.0988
    assert more.low < more.share < more.high


def test_too_little_known_of_the_judge_and_no_verdict_give_no_figure():
    few = KnownRates(caught=7, mistakes=7, passed=20, right=20)
    assert graded([FAIL, PASS], few).failure.headline is None
    assert graded([ERROR, ERROR], few).failure is None
    assert graded([ERROR, ERROR], few).passed.low is None


def test_what_most_needs_reading_comes_first():
    answers = {
        "f": (answer("f"), FAIL),
        "a": (answer("a", figures="30"), PASS),
        "e": (answer("e"), ERROR),
        "b": (answer("b", figures="5"), FAIL),
        "u": (answer("u", figures="7", sampled=False), None),
        "n": (answer("n", shown=False), None),
        "d": (answer("d", shown=False, declines=True), None),
        "p": (answer("p"), PASS),
    }
    said = {one.item: check for one, check in answers.values() if check is not None}
    found = count_grades([one for one, _ in answers.values()], said, None)
    assert [(one.answer.case, one.why) for one in found.to_read] == [
        ("b", Why.TWO_SIGNS),
        ("f", Why.FAILED),
        ("n", Why.NO_PASSAGES),
        ("a", Why.PASSED_FIGURE),
        ("u", Why.FIGURE),
        ("e", Why.NO_VERDICT),
    ]
    assert found.statuses[Status.NO_CONTEXT] == 2
    assert (found.figures.hits, found.figures.items) == (3, 8)
    assert (found.declines.hits, found.declines.items) == (1, 8)


@given(st.lists(st.sampled_from([PASS, FAIL, ERROR])))
def test_every_sampled_answer_has_one_status(verdicts):
    found = graded(verdicts)
    assert found.statuses[Status.ANSWERED] + found.statuses[Status.UNGROUNDED] == found.sampled == len(verdicts)
    assert found.passed.items + found.judge_failed == found.sampled


def grade(date, answers, judge_id="v1"):
    made = {"judge": "grounded", "rule": "grounded", "model": "m", "level": Level.PROVISIONAL, "run": "r"}
    return Grade(
        grade_id=f"{date}-x",
        date=date,
        created_at=f"{date}T00:00:00.000+00:00",
        judge_id=judge_id,
        one_in=1,
        failures=0,
        alike=0,
        answers=tuple(answers),
        **made,
    )


def week(number, declined, answered):
    return [answer(f"{number}-{place}", declines=place < declined) for place in range(declined + answered)]


def test_a_sudden_rise_in_declines_is_told_with_its_date_and_a_wobble_is_not():
    steady = [grade("2026-11-02", week(1, 2, 98)), grade("2026-11-09", week(2, 3, 97))]
    wobble = [*steady, grade("2026-11-16", week(3, 6, 94))]
    assert grade_trend(wobble, "v1", {}).rises == {}
    risen = grade_trend([*steady, grade("2026-11-16", week(3, 15, 85))], "v1", {})
    rise = risen.rises[Measure.DECLINES]
    assert (str(rise.since), rise.before, rise.after) == ("2026-11-16", (5, 200), (15, 100))
    assert [(day.date, day.counts[Measure.DECLINES].hits) for day in risen.days] == [
        ("2026-11-02", 2),
        ("2026-11-09", 3),
        ("2026-11-16", 15),
    ]


def test_what_was_answered_before_counts_where_it_came_first_and_another_judge_says_nothing():
    first, second = week(1, 1, 9), week(2, 1, 9)
    verdicts = {one.item: "fail" if one.declines else "pass" for one in (*first, *second)}
    # The second file holds the first week too, and an earlier version graded the second week as well.
    grades = [
        grade("2026-11-09", [*first, *second]),
        grade("2026-11-02", first),
        grade("2026-11-09", second, judge_id="v0"),
    ]
    found = grade_trend(grades, "v1", verdicts)
    assert [(day.date, day.answers) for day in found.days] == [("2026-11-02", 10), ("2026-11-09", 10)]
    assert [day.counts[Measure.FAILED].items for day in found.days] == [10, 10]
    other = grade_trend(grades, "v0", {})
    assert [day.counts[Measure.FAILED].low for day in other.days] == [None, None]


def told(verdict, *claims):
    return Reply(verdict=verdict, raw=json.dumps([{"claim": "c", "verdict": one} for one in claims]))


def test_claims_are_counted_over_all_answers_that_have_a_verdict():
    declined = Reply(verdict=PASS_VERDICT)
    failed = Reply(verdict=Verdict(error=ErrorCode.TIMEOUT), raw="[cut off ...")
    replies = [
        told(PASS_VERDICT, "pass", "pass"),
        told(FAIL_VERDICT, "pass", "fail", "error:timeout"),
        declined,
        failed,
    ]
    assert supported_claims(replies) == (3, 4)
    assert supported_claims([]) == (0, 0)
    with pytest.raises(ValueError, match="expected a list of claims"):
        supported_claims([Reply(verdict=PASS_VERDICT, raw='["x"]')])
