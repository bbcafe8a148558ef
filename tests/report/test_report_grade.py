"""The report of a graded set: the same in words, Markdown and JSON, and hostile text shown as text."""

import json
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from workbench.analysis.grade_trend import grade_trend
from workbench.analysis.grading import count_grades
from workbench.analysis.in_use import KnownRates
from workbench.gate.canary_check import CanaryCheck
from workbench.gate.certificate import Canary, Certificate
from workbench.records.counterfactual import Counterfactuals, PassRate
from workbench.records.grade import AnswerInUse, Grade
from workbench.records.status import Checked, Status
from workbench.records.summary import Level
from workbench.report.grade_json import grade_json
from workbench.report.grade_markdown import grade_markdown
from workbench.report.grade_text import grade_text
from workbench.report.grade_view import DriftView, GradeView, Words
from workbench.report.saved_text import saved_text
from workbench.report.visible import visible
from workbench.runner.clock import utc_now
from workbench.steps.drift import Frozen
from workbench.steps.grade_drift import DriftState

CERTIFICATE = Certificate(
    level=Level.PROVISIONAL,
    judge="grounded",
    rule="grounded",
    model="m",
    judge_id="v1",
    details={},
    run="r1",
    set_hash="s",
    policy={},
    ledgers={},
    lines=(),
    canaries=(Canary(item="i", verdict="fail"),),
    measured_at="2026-11-01T00:00:00.000+00:00",
    issued_at="2026-11-01T00:00:00.000+00:00",
    expires_at="2027-01-30T00:00:00.000+00:00",
)
GRADE = Grade(
    grade_id="2026-11-30-12345678",
    date="2026-11-30",
    created_at="2026-11-30T10:00:00.000+00:00",
    judge="grounded",
    rule="grounded",
    model="m",
    judge_id="v1",
    level=Level.PROVISIONAL,
    run="r1",
    one_in=1,
    failures=0,
    alike=0,
    answers=(),
)
RATE = PassRate(passed=8, failed=1, unclear=1, errors=0, not_tested=0, low=0.49, high=0.94)
CHECKED = Counterfactuals(
    run_id="c",
    made_at="2026-11-20T10:00:00.000+00:00",
    bench="b",
    system="reader",
    version="v",
    repeats=1,
    calls=20,
    failed_calls=0,
    questions=RATE,
    differing=replace(RATE, passed=1, failed=1, unclear=0, low=0.09, high=0.91),
    changes={},
    tried=(),
)


def answers(failed, passed, *, declined=0, name="a"):
    """Sampled answers, the failed ones first; and what the judge said of them."""
    made = [
        AnswerInUse(
            case=f"{name}{place:03}",
            item=f"item {name}{place}",
            shown=True,
            sampled=True,
            declines=failed <= place < failed + declined,
        )
        for place in range(failed + passed)
    ]
    said = {
        one.item: Checked(status=Status.UNGROUNDED if place < failed else Status.ANSWERED, reason="why")
        for place, one in enumerate(made)
    }
    return tuple(made), said


def view(made, said, *, grade=GRADE, before=(), **more):
    grade = replace(grade, answers=made)
    verdicts = {item: "pass" if one.status is Status.ANSWERED else "fail" for item, one in said.items()}
    known = KnownRates(caught=20, mistakes=20, passed=20, right=20)
    return GradeView(
        grade=grade,
        grading=count_grades(made, said, known),
        known="caught 20 of 20 mistakes",
        drift=DriftView(certificate=CERTIFICATE, noise=0.01, checks=(), note="the canaries were not asked yet"),
        trend=grade_trend([*before, grade], "v1", verdicts),
        words={one.item: Words(question="What?", answer="£30") for one in made},
        **{"counterfactual": None, "seen": 0, **more},
    )


def text(*parts, **more):
    return " ".join(grade_text(view(*parts, **more), width=100).split())


def test_what_was_not_measured_is_said_and_never_zero():
    said = text((), {})
    for words in (
        "None was chosen, so nothing was judged",
        "1 counterfactual pass rate not measured. Ask the system itself",
        "2 groundedness rate not measured: no answer has a verdict",
        "3 figures in no passage not measured",
        "HOW MANY ARE WRONG? not measured",
        "DRIFT not measured: the canaries were not asked yet",
        "One date shows no trend",
    ):
        assert words in said
    told = grade_json(view((), {}))
    assert (told["failure"], told["counterfactual"], told["passed"]["low"]) == (None, None, None)


def test_a_refusal_rate_of_zero_is_no_good_news():
    # None of 40: with 95 % at most 1 - 0.05^(1/40) = 7.2 %, so 8 % rounded up.
    assert "4 refusal rate Declined nothing: 0 of 40 questions, so at most 8%" in text(*answers(4, 36))
    assert "4 refusal rate 2 of 40, 5.0%" in text(*answers(4, 36, declined=2))


def test_a_decline_is_no_answer_and_a_judge_without_a_model_has_no_on():
    # 4 failed, 36 passed, 2 of these decline: 34 were answered.
    assert "answered 34, declined 2, ungrounded 4." in text(*answers(4, 36, declined=2))
    told = text(*answers(1, 9), grade=replace(GRADE, judge="oracle", model="python"))
    assert told.startswith("GRADE oracle, ")


def test_a_rise_in_declines_usually_means_that_a_document_moved():
    earlier, said = answers(0, 200, declined=4, name="b")
    before = replace(GRADE, date="2026-11-23", answers=earlier)
    now, more = answers(0, 100, declined=15)
    told = text(now, said | more, before=[before])
    assert "! More declines since 2026-11-30: 15 of 100, before 4 of 200. Chance alone makes one as clear in" in told
    assert "usually means that a document moved" in told
    assert "2026-11-23 200 4 (1% to 5%)" in told


def test_the_counterfactual_check_is_named_with_its_date_and_where_documents_differ():
    told = text(*answers(1, 9), counterfactual=CHECKED)
    assert "8 of 10 (95%: 49.0% to 94.0%)" in told
    assert "where documents differ from the common answer 1 of 2 (95%: 9.0% to 91.0%)" in told
    assert "Checked on 2026-11-20: reader." in told


def test_a_judge_of_another_rule_says_nothing_of_groundedness():
    other = replace(GRADE, rule="answers_when_it_can")
    told = text(*answers(1, 9), grade=other)
    assert "groundedness rate not measured by a judge of answers_when_it_can. Its own rule: 9 of 10" in told


def test_answers_that_the_judge_was_certified_on_are_named():
    assert "! The judge was certified on 2 answers of these" in text(*answers(1, 9), seen=2)


@given(st.text(), st.text(), st.text(), st.text())
def test_hostile_text_steers_no_terminal_and_is_no_markup(case, reason, figures, answer):
    one = AnswerInUse(case=case, item="i", shown=True, sampled=True, declines=False, figures=figures)
    said = {"i": Checked(status=Status.UNGROUNDED, reason=reason)}
    hostile = replace(view((one,), said), words={"i": Words(question=answer, answer=f"<script>{answer}")})
    shown = grade_text(hostile, width=80)
    assert visible(shown) == shown
    tokens = MarkdownIt("commonmark").parse(grade_markdown(hostile))
    inside = [child.type for token in tokens for child in token.children or ()]
    assert set(inside) <= {"text", "strong_open", "strong_close", "softbreak", "text_special"}
    assert not any(token.type == "html_block" for token in tokens)
    json.dumps(grade_json(hostile), allow_nan=False)


@pytest.mark.parametrize(
    ("counts", "natural", "says"),
    [
        ((3, 2, 0), "", 'name a folder in settings, as natural = "FOLDER", and move the file into it'),
        ((3, 2, 0), "/bench/natural", "move the file into /bench/natural"),
        # To move it there would write over what is labelled already.
        ((3, 2, 0), "/bench/natural.jsonl", "add its lines to /bench/natural.jsonl"),
        ((1, 0, 4), "", "W49 has 4 answers put aside already: old. 1 answer of W49 to label, in new: 1 that"),
    ],
)
def test_who_puts_answers_aside_is_told_what_to_do_next(counts, natural, says):
    is_folder = natural.endswith("natural")
    told = saved_text(week="W49", file="new", counts=counts, files=("old",), natural=natural, is_folder=is_folder)
    assert says in told


def test_nothing_left_to_put_aside_is_said():
    told = saved_text(week="W49", file="", counts=(0, 0, 0), files=(), natural="", is_folder=False)
    assert told.startswith("No answer to put aside")


@pytest.mark.parametrize(("hours", "asked", "due"), [(1, 1, False), (25, 1, True), (1, 0, True)])
def test_canaries_are_asked_unless_a_whole_check_is_of_the_last_day(hours, asked, due):
    at = (datetime.fromisoformat(utc_now()) - timedelta(hours=hours)).isoformat(timespec="milliseconds")
    check = CanaryCheck(at=at, run="", asked=asked, flipped={}, found=None, seen_if=0.9)
    frozen = Frozen(certificate=CERTIFICATE, spec=None, challenges=(), noise=0.01, repeats=2)
    assert DriftState(frozen=frozen, checks=(check,)).due is due
    assert not DriftState(frozen=None, checks=(check,)).due
