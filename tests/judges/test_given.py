"""What a judge of the user's own gives back: read as a verdict, or as the error that it is, never guessed."""

from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.judges.own.given import read_given
from workbench.judges.threshold import Passes, Threshold

HALF = Threshold(at=0.5)
LOW = Threshold(at=0.5, passes=Passes.AT_MOST)


class Word(Enum):
    GOOD = "pass"


@dataclass
class Opinion:
    verdict: object
    reason: str = ""


@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        ("pass", "pass"),
        (" Fail. ", "fail"),
        (True, "pass"),
        (False, "fail"),
        (np.True_, "pass"),
        (np.bool_(0), "fail"),
        (np.str_("fail"), "fail"),
        (np.array(True), "pass"),
        (Word.GOOD, "pass"),
        ({"verdict": "fail"}, "fail"),
        ({"verdict": False, "reason": None}, "fail"),
        ({"verdict": np.True_, "score": None, "error": ""}, "pass"),
        (Opinion("fail"), "fail"),
        (SimpleNamespace(verdict=True, reason="all there"), "pass"),
    ],
)
def test_a_verdict_is_read_in_each_of_its_forms(value, verdict):
    assert str(read_given(value, None).verdict) == verdict


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (None, "no_text"),
        ("", "no_text"),
        (" \n", "no_text"),
        ("maybe", "off_menu"),
        ("passes", "off_menu"),
        ("not pass", "off_menu"),
        ("fail pass", "off_menu"),
        ({"verdict": 1}, "off_menu"),
        ({"verdict": "yes"}, "off_menu"),
        ({"verdict": ["pass"]}, "off_menu"),
        (0.7, "off_menu"),
        (1, "off_menu"),
        ({"score": 0.7}, "off_menu"),
        ({"verdict": "pass", "score": "high"}, "off_menu"),
        ({}, "unparsed"),
        ({"reason": "all there"}, "unparsed"),
        ({"verdict": None, "score": None}, "unparsed"),
        ([], "unparsed"),
        (["pass"], "unparsed"),
        (("pass", "because"), "unparsed"),
        (b"pass", "unparsed"),
        (np.array([True]), "unparsed"),
        (object(), "unparsed"),
        ({"verdict": "pass", "error": "the model was down"}, "judge_crashed"),
        ({"error": "too many calls", "code": "rate_limited"}, "rate_limited"),
        ({"error": "odd", "code": "no such code"}, "judge_crashed"),
    ],
)
def test_everything_else_is_an_error_with_its_code(value, code):
    reply = read_given(value, None)
    assert str(reply.verdict) == f"error:{code}"
    assert reply.reason


@pytest.mark.parametrize(
    ("score", "high_passes", "low_passes"),
    [
        (0.7, "pass", "fail"),
        (0.5, "pass", "pass"),
        (0.3, "fail", "pass"),
        (0, "fail", "pass"),
        (1, "pass", "fail"),
        (np.float32(0.75), "pass", "fail"),
        (np.int64(0), "fail", "pass"),
        (Fraction(1, 4), "fail", "pass"),
        (Decimal("0.5"), "pass", "pass"),
        ({"score": 0.7, "reason": "most of it"}, "pass", "fail"),
    ],
)
def test_a_score_becomes_a_verdict_by_the_threshold_and_is_kept(score, high_passes, low_passes):
    assert str(read_given(score, HALF).verdict) == high_passes
    assert str(read_given(score, LOW).verdict) == low_passes
    assert read_given(score, HALF).score == float(score["score"] if isinstance(score, dict) else score)


@pytest.mark.parametrize("score", [2.0, -0.1, float("nan"), float("inf"), np.float64("nan"), 10**400, 5])
def test_a_score_that_is_no_share_is_an_error(score):
    for value in (score, {"score": score}, {"verdict": "pass", "score": score}):
        try:
            reply = read_given(value, HALF)
        except OverflowError:
            # No float holds it; whoever reads for a judge makes a crash of it.
            assert score == 10**400
            continue
        assert str(reply.verdict) == "error:off_menu"
        assert reply.score is None


def test_a_score_without_a_reason_is_its_own_reason():
    assert read_given(0.25, HALF).reason == "the score is 0.25; at least 0.5 passes"
    assert read_given({"score": 0.25, "reason": "one of four"}, HALF).reason == "one of four"
    assert read_given({"verdict": "pass", "score": 0.25}, None).reason == ""


def test_a_verdict_and_a_score_that_disagree_are_a_contradiction():
    reply = read_given({"verdict": "pass", "score": 0.2}, HALF)
    assert str(reply.verdict) == "error:contradictory"
    assert "at least 0.5 passes" in reply.reason
    assert str(read_given({"verdict": "pass", "score": 0.2}, LOW).verdict) == "pass"
    # Without a threshold the score is kept beside the verdict, and says nothing itself.
    assert read_given({"verdict": "pass", "score": 0.2}, None).score == 0.2


def test_reason_evidence_model_and_tokens_are_taken_over():
    fields = {
        "verdict": "fail",
        "reason": "4, not 5",
        "evidence": "[p1] 4 metres",
        "answered_by": "model-a-1",
        "usage": {"input_tokens": 9, "output_tokens": -1, "other": 3, "thinking_tokens": True},
        "confidence": 0.2,
    }
    reply = read_given(fields, None)
    assert (reply.reason, reply.evidence, reply.answered_by) == ("4, not 5", "[p1] 4 metres", "model-a-1")
    assert reply.usage == {"input_tokens": 9}


@pytest.mark.parametrize("code", ["rate_limited", "overloaded", "timeout", "connection", "api_5xx"])
def test_what_may_pass_is_asked_again_and_what_will_not_is_not(code):
    assert read_given({"error": "again", "code": code}, None).retryable
    assert not read_given({"error": "never", "code": "refused"}, None).retryable


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.binary(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(("verdict", "score", "error", "reason", "x")), inner, max_size=4)
    ),
    max_leaves=6,
)


@given(ANY, st.sampled_from((None, HALF, LOW)))
def test_no_verdict_comes_of_anything_that_does_not_say_one(value, threshold):
    try:
        reply = read_given(value, threshold)
    except OverflowError:
        return
    if reply.verdict.outcome is None:
        assert reply.reason
        return
    said = value if isinstance(value, dict) else {"verdict": value, "score": value}
    verdict, score = said.get("verdict"), said.get("score")
    spoken = isinstance(verdict, bool) or (isinstance(verdict, str) and verdict.strip(" .").lower() in ("pass", "fail"))
    scored = threshold is not None and isinstance(score, int | float) and 0 <= score <= 1
    assert spoken or scored or isinstance(verdict, str)
    assert not said.get("error")
