"""The course of the canaries over several checks: flips that come close together are seen before their sum is odd."""

import pytest

from tests.gate.test_gate_canaries import CERTIFICATE, check
from workbench.report.drift_text import drift_json, drift_statements

QUIET = ["fail"] * 30


def flipping(*places):
    return ["pass" if place in places else "fail" for place in range(30)]


def said(noise, *checks):
    found = [check(*verdicts, noise=noise) for verdicts in checks]
    return " ".join(drift_statements(CERTIFICATE, noise, found)), drift_json(CERTIFICATE, noise, found)


def test_the_course_stands_where_it_was_counted_by_hand():
    # Up 19 and 1 down, never below 0: 19 at the flip of the first check, 0 again at its end; the second ends with 19.
    text, told = said(0.01, flipping(3), flipping(29))
    assert "Course over 60 verdicts, 19 up for a flip and 1 down else: it stands at 19 and was 19 at most" in text
    assert "the alarm is at 35" in text
    assert told["course"]["sums"][2:5] == [0, 19, 18]
    assert (len(told["course"]["sums"]), told["course"]["sums"][-1], told["course"]["reached"]) == (60, 19, False)


def test_flips_close_together_reach_the_alarm_though_no_check_shows_drift():
    # Two of 30 are no news in a check; 19, 38 at the end of the one and the beginning of the next.
    text, told = said(0.01, flipping(28), flipping(0))
    assert "the alarm at 35 was reached in the check of 2026-10-01" in text
    assert "No single check shows it" in text
    assert told["says"] == "no drift"
    assert told["course"]["reached"]


def test_a_noisier_judge_is_followed_by_a_coarser_chart():
    text, _ = said(0.05, flipping(3), QUIET)
    # 520 and 36: the mean run lengths of this chart at 5 % and 15 %; at 20 % it is 22.
    assert "10 up for a flip and 1 down else" in text
    assert "An unchanged judge reaches it after 520 verdicts on average, one that flips on 20% of them after 22" in text


@pytest.mark.parametrize(
    ("noise", "words"), [(0.0, "after no number of verdicts"), (0.0001, "after more than 100,000")]
)
def test_what_hardly_ever_happens_is_said_so(noise, words):
    assert words in said(noise, QUIET, QUIET)[0]


def test_one_check_has_no_course():
    assert "Course" not in said(0.01, flipping(3))[0]
