"""What was answered and what declined: the worked example, and what is in no count."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.e2e.benches import answer
from tests.e2e.command_line import write
from workbench.cases.labelled import load_asked, load_labelled
from workbench.errors import InputError
from workbench.report.answering_text import answering_json, answering_text
from workbench.steps.answering import answering
from workbench.steps.bench import open_bench

DECLINE = "Not in the sources."


def line(place, text, label, *, answerable, **more):
    passages = [f"Fact {place} is 4."]
    asked = {"id": f"n{place}", "question": f"What is fact {place}?", "passages": passages, "answerable": answerable}
    return asked | {"answer": text, "label": label} | more


def labelled(*groups):
    """Lines of (count, answer, label, answerable)."""
    kinds = [(text, label, can) for count, text, label, can in groups for _ in range(count)]
    return [line(place, text, label, answerable=can) for place, (text, label, can) in enumerate(kinds)]


EXAMPLE = ((8, "It is 4.", "pass", True), (2, "It is 5.", "fail", True), (2, DECLINE, "fail", True))
EXAMPLE += ((8, DECLINE, "pass", False),)


def counted(folder, lines):
    write(folder / "answers" / "day.md", answer("What does a day cost?", "A day is £32.", "It costs £32 [p1]."))
    write(folder / "real.jsonl", "".join(json.dumps(one) + "\n" for one in lines))
    write(folder / "workbench.toml", 'answers = "answers"\nnatural = "real.jsonl"\n')
    return answering(open_bench(folder))


def said(found):
    return " ".join(answering_text(found, width=100).split())


def test_the_worked_example_comes_out_as_its_table_says(tmp_path):
    # 12 answerable: 8 right, 2 wrong, 2 declined. 8 unanswerable, all declined.
    [found] = counted(tmp_path, labelled(*EXAMPLE))
    text = said(found)
    assert "answerable 8 2 2 12 0 unanswerable 0 0 8 8 0" in text
    assert "Answerable questions answered right: 8 of 12, 66.7% (95%: 39% to 86%)" in text
    assert "Unanswerable ones declined: 8 of 8, 100.0% (95%: 68% to 100%)" in text
    assert "Answered at all: 10 of 20, 50.0%" in text
    assert "Right when answering: 8 of 10, 80.0% (95%: 49% to 94%)" in text
    assert "Declined needlessly: 2 of 12, 16.7%" in text
    assert "Right behaviour overall: 16 of 20, 80.0%" in text


def test_an_error_is_no_decline_and_is_in_the_worst_case_alone(tmp_path):
    failed = {"id": "e", "question": "What?", "error": "timeout", "answerable": False}
    [found] = counted(tmp_path, [*labelled(*EXAMPLE), failed])
    assert found.unanswerable.errors == 1
    assert (found.shares.proper_declines, found.shares.worst_case) == ((8, 8), (16, 21))
    assert "The system failed on 1 of 21 questions" in said(found)
    # It is not an answer that a judge could be asked about.
    assert len(load_labelled(tmp_path / "real.jsonl")) == 20


def test_labels_that_do_not_fit_and_questions_that_nobody_knows_are_named(tmp_path):
    lines = labelled((1, "It is 4.", "pass", False), (1, DECLINE, "fail", False), (2, "It is 4.", "pass", None))
    [found] = counted(tmp_path, [*lines, line(9, "It is 4.", "pass", answerable=True)])
    assert found.odd == ("n0", "n1")
    assert (found.unanswerable.wrong, found.unanswerable.declined, found.unknown) == (1, 1, 2)
    assert "to look at: n0, n1." in said(found)


def test_saved_answers_of_which_some_are_labelled_are_not_all_taken_for_right(tmp_path):
    [wrong] = labelled((1, "It is 4.", "fail", True))
    silent = [line(name, "It is 4.", None, answerable=known) for name, known in (("s", True), ("t", False))]
    write(tmp_path / "saved.jsonl", "".join(json.dumps(one) + "\n" for one in [wrong, *silent]))
    [found] = answering(open_bench(tmp_path, answers=tmp_path / "saved.jsonl"))
    # Nobody said what "s" is worth; what no document answers is answered wrong, labelled or not.
    assert (found.trusted, found.answerable.wrong, found.unanswerable.wrong, found.unlabelled) == (False, 1, 1, 1)
    assert found.odd == ()
    assert "by definition" not in said(found)
    assert "Left out, nobody labelled them: 1 answer." in said(found)


def test_a_question_of_the_bench_says_of_the_same_one_elsewhere_whether_it_can_be_answered(tmp_path):
    write(tmp_path / "questions.jsonl", '{"id": "day", "question": "What does a day cost?", "evidence": "A day is"}\n')
    asked = {"id": "r", "question": "What does  a day cost?", "passages": ["A day is £32."], "label": "fail"}
    counted(tmp_path, [asked | {"answer": DECLINE}])
    settings = tmp_path / "workbench.toml"
    write(settings, settings.read_text(encoding="utf-8") + 'questions = "questions.jsonl"\n')
    saved, real = answering(open_bench(tmp_path))
    assert (saved.trusted, saved.answerable.correct, real.answerable.declined) == (True, 1, 1)
    assert "trusted, so right by definition" in said(saved)
    assert "Right when answering" not in said(saved)


def test_the_surest_answers_come_first_and_declines_have_no_place_there(tmp_path):
    sure = [(0.9, "pass"), (0.8, "pass"), (0.7, "fail"), (0.6, "pass")]
    lines = [line(n, "It is 4.", label, answerable=True, confidence=c) for n, (c, label) in enumerate(sure)]
    [found] = counted(tmp_path, [*lines, line(9, DECLINE, "fail", answerable=True, confidence=1.0)])
    # 0, 0, 1/3 and 1/4; with the wrong one last 0, 0, 0 and 1/4.
    assert found.risk.risks == pytest.approx((0, 0, 1 / 3, 1 / 4))
    assert (found.risk.area, found.risk.excess) == pytest.approx((7 / 48, 1 / 12))
    assert "wrong are 0.0% of 1, 0.0% of 2, 33.3% of 3, 25.0% of 4" in said(found)


def test_what_cannot_be_read_is_told_all_at_once(tmp_path):
    wrong = [
        line(0, "It is 4.", "pass", answerable=True, confidence="high"),
        line(1, "It is 4.", "pass", answerable=True, error="timeout"),
        line(2, "It is 4.", None, answerable=True),
        {"id": "e", "error": "timeout"},
    ]
    with pytest.raises(InputError) as raised:
        counted(tmp_path, wrong)
    for words in ("4 problems", '"confidence" (a number), got "high"', '"error" or "answer", got both', '"question"'):
        assert words in str(raised.value)


def test_a_system_that_never_declines_is_told_so(tmp_path):
    [found] = counted(tmp_path, labelled((14, "It is 4.", "pass", True), (6, "It is 4.", "fail", False)))
    assert found.declines == (0, 20)
    # 1 - 0.05^(1/20) = 13.9 %: the exact bound at none of 20.
    assert "Declined nothing: 0 of 20 questions, so at most 14% in the long run (95%). No good news" in said(found)


def test_where_no_question_called_for_a_decline_none_is_no_bad_news(tmp_path):
    [found] = counted(tmp_path, labelled((20, "It is 4.", "pass", True)))
    assert "whether it can decline is not measured" in said(found)
    assert "No good news" not in said(found)


def test_declines_are_counted_where_nobody_knows_more_of_the_questions(tmp_path):
    [found] = counted(tmp_path, labelled((9, "It is 4.", "pass", None)))
    assert (found.declines, found.unknown) == ((0, 9), 9)
    text = said(found)
    assert "Declined nothing: 0 of 9 questions" in text
    assert "Left out, nobody said whether the documents answer them: 9 questions." in text
    assert "answered right" not in text


def dated(*days):
    """Lines of (date, declined, answered)."""
    told = [(day, DECLINE) for day, declined, _ in days for _ in range(declined)]
    told += [(day, "It is 4.") for day, _, answered in days for _ in range(answered)]
    return [line(n, text, "pass", answerable=True, asked_at=day) for n, (day, text) in enumerate(told)]


def test_a_sudden_rise_in_declines_is_said_with_its_date(tmp_path):
    lines = dated(("2026-03-02", 0, 4), ("2026-03-09T18:30:00Z", 4, 0))
    failed = {"id": "e", "question": "What?", "error": "timeout", "asked_at": "2026-03-10"}
    [found] = counted(tmp_path, [*lines, failed])
    # One way in C(8, 4) = 70; a timeout is no decline, and no date of answers.
    assert "Declines rose on 2026-03-09: 4 of 4 from that date on, 0 of 4 before" in said(found)
    assert "p = 0.014" in said(found)
    assert json.loads(json.dumps(answering_json(found)))["rise"]["since"] == "2026-03-09"


def test_a_rise_that_chance_can_make_is_no_rise(tmp_path):
    [found] = counted(tmp_path, dated(("2026-03-02", 0, 3), ("2026-03-09", 2, 1)))
    assert "Declines did not rise, over 2 dates, by more than chance can make them." in said(found)
    [found] = counted(tmp_path, dated(("2026-03-02", 0, 3)))
    assert "Declines did not rise" not in said(found)


@pytest.mark.parametrize("value", ["5 March", "2026-13-01", 20260305.5, True, ["2026-03-05"]])
def test_a_date_that_is_none_is_refused_with_its_line(tmp_path, value):
    with pytest.raises(InputError, match=r'real\.jsonl:1: expected "asked_at" \(a date such as 2026-03-31'):
        counted(tmp_path, [line(0, "It is 4.", "pass", answerable=True, asked_at=value)])


VALUE = st.one_of(st.none(), st.booleans(), st.floats(), st.integers(), st.text(max_size=3), st.lists(st.none()))


@given(
    st.dictionaries(
        st.sampled_from(["error", "confidence", "answerable", "evidence", "answer", "label", "asked_at"]), VALUE
    )
)
def test_any_line_is_read_or_refused(tmp_path_factory, given_):
    path = tmp_path_factory.mktemp("odd") / "real.jsonl"
    path.write_text(json.dumps(line(0, "It is 4.", "pass", answerable=True) | given_) + "\n", encoding="utf-8")
    try:
        [found] = load_asked(path)
    except InputError:
        return
    assert found.text == "What is fact 0?"
