"""The gate for continuous integration: well formed whatever stands in it, and agreeing with the exit code."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.gate.summaries import judge, unseen
from workbench.gate.decide import decide, exit_code
from workbench.gate.policy import Policy
from workbench.gate.reading import Reading
from workbench.records.summary import Level
from workbench.report.gate_ci import gate_junit, gate_summary
from workbench.report.gate_text import gate_json

HOSTILE = "</testcase><x a='\x00\ud800\ufffe\u202e'>]]> | [a](http://b) ![c](d) <script>&amp;\n# no heading"


def told(*, name="grounded", stale="", **more):
    one = judge(name=name, **more)
    decided = decide(one, Policy(), repeats=5, seen=unseen(one), read=Reading())
    code = exit_code(decided, Level.PROVISIONAL)
    one = judge(name=name, decision=decided, **more)
    reasons = {one.judge_id: stale} if stale else {}
    return gate_json([one], run_id="r1", asked=Level.PROVISIONAL, stale=reasons, code=code)


@pytest.mark.parametrize(
    ("more", "code", "kinds"),
    [
        ({}, 0, set()),
        ({"plants": (6, 6)}, 4, {"error"}),
        ({"clean": (0, 11)}, 3, {"failure"}),
    ],
)
def test_failures_speak_against_the_judge_and_errors_are_missing_evidence(more, code, kinds):
    found = told(**more)
    assert found["exit_code"] == code
    (suite,) = ElementTree.fromstring(gate_junit(found))
    cases = {case.get("name"): [part.tag for part in case] for case in suite}
    assert len(cases) == int(suite.get("tests")) == 1 + len(found["judges"][0]["decision"]["lines"]["PROVISIONAL"])
    assert {tag for tags in cases.values() for tag in tags} == kinds
    assert bool(cases["level"]) == bool(kinds)
    assert int(suite.get("failures")) + int(suite.get("errors")) == sum(map(len, cases.values()))


def test_what_has_changed_since_the_run_is_one_error():
    (suite,) = ElementTree.fromstring(gate_junit(told(stale="its rubric has changed")))
    ((case,),) = suite
    assert (case.tag, case.get("message")) == ("error", "its rubric has changed")
    assert "undecided" in gate_summary(told(stale="its rubric has changed"))


@given(text=st.text(max_size=40))
def test_any_name_and_reason_is_shown_and_none_is_markup(text):
    for words in (text, text + HOSTILE):
        found = told(name=words, stale=words or "x")
        (suite,) = ElementTree.fromstring(gate_junit(found).encode("utf-8"))
        assert [part.tag for part in suite.iter()] == ["testsuite", "testcase", "error"]
        lines = gate_summary(found).splitlines()
        assert [line[:4] for line in lines if line.startswith("#")] == ["## G", "### "]
        assert "<script" not in "".join(lines)
        assert "](http" not in "".join(lines).replace("\\](http", "")


def test_the_summary_has_a_row_for_each_line():
    text = gate_summary({**told(plants=(6, 6)), "notes": ["no held-out style is left"]})
    assert text.startswith("## Gate: PROVISIONAL not passed\n")
    assert "| ? missing | planted | 6 of 6 caught, at least 60% |" in text
    assert text.endswith("- no held-out style is left\n")
