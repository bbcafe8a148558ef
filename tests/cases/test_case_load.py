"""From the files of a bench to its cases, everything wrong told at once."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.cases.check import check_cases, missing_sources
from workbench.cases.holdout import HoldoutFolder
from workbench.cases.load import attach_questions, load_cases, questions_left
from workbench.errors import InputError
from workbench.records.case import Case
from workbench.records.passage import Passage

BENCH = Path(__file__).parents[2] / "plants"


def markdown(folder, name, *, sources="### [p1] T\ntext", answer="Yes [p1].", question="Q?"):
    path = folder / name
    path.write_text(f"## Question\n{question}\n## Sources\n{sources}\n## Answer\n{answer}\n", encoding="utf-8")
    return path


def jsonl(folder, name, *rows):
    path = folder / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8", newline="\n")
    return path


def row(case_id, **fields):
    return {"id": case_id, "question": "Q?", "passages": ["text"], "answer": "Yes."} | fields


def refused(call, *args, **kwargs):
    with pytest.raises(InputError) as caught:
        call(*args, **kwargs)
    return caught.value


def test_a_folder_of_both_formats_is_read_in_the_order_of_ids(tmp_path):
    markdown(tmp_path, "b.md")
    jsonl(tmp_path, "0.jsonl", row("c"), row("a"))
    (tmp_path / "notes.txt").write_text("not a case", encoding="utf-8")
    (tmp_path / ".hidden.md").write_text("not a case", encoding="utf-8")
    assert [case.case_id for case in load_cases(tmp_path)] == ["a", "b", "c"]


def test_one_file_of_either_format_is_read_alone(tmp_path):
    assert [case.case_id for case in load_cases(markdown(tmp_path, "b.MD"))] == ["b"]
    assert [case.case_id for case in load_cases(jsonl(tmp_path, "x.jsonl", row("a")))] == ["a"]


@pytest.mark.parametrize(
    ("name", "said"),
    [("none", "nothing there"), ("none.md", "no such file"), ("a.csv", "a file that ends in .csv"), (".", "got none")],
)
def test_nothing_to_read_is_an_error_and_never_zero_cases(tmp_path, name, said):
    (tmp_path / "a.csv").write_text("id", encoding="utf-8")
    assert said in str(refused(load_cases, tmp_path / name))


def test_an_empty_jsonl_file_has_no_cases(tmp_path):
    assert "expected at least one saved answer, got none" in str(refused(load_cases, jsonl(tmp_path, "a.jsonl")))


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs file permissions that bind this user")
def test_a_file_without_permission_is_a_problem_beside_the_others(tmp_path):
    markdown(tmp_path, "a.md").chmod(0)
    markdown(tmp_path, "b.md", answer="")
    problems = refused(load_cases, tmp_path).problems
    assert ["permission denied" in problem.got for problem in problems] == [True, False]


def test_a_folder_named_like_a_file_is_a_problem(tmp_path):
    (tmp_path / "a.md").mkdir()
    assert "expected a file that can be read" in str(refused(load_cases, tmp_path))


def test_problems_of_all_files_are_told_at_once(tmp_path):
    (tmp_path / "bad.md").write_text("## Question\nq", encoding="utf-8")
    (tmp_path / "bytes.md").write_bytes(b"\xff\xff")
    (tmp_path / "x.jsonl").write_text('{"id": 1}\n{', encoding="utf-8")
    markdown(tmp_path, "empty.md", answer="\n", sources="")
    got = {Path(problem.where).name for problem in refused(load_cases, tmp_path).problems}
    assert got == {"bad.md", "bytes.md:1", "x.jsonl:1", "x.jsonl:2", "empty.md"}


def test_ids_that_differ_only_by_form_are_refused_with_both_places(tmp_path):
    first = markdown(tmp_path, "1.md")
    second = jsonl(tmp_path, "x.jsonl", row(" \uff11 "), row("Caf\u00e9"), row("cafe\u0301"))
    problems = refused(load_cases, tmp_path).problems
    assert [(problem.where, problem.got) for problem in problems] == [
        (f"{second}:1", f'"\uff11", which {first} has too'),
        (f"{second}:3", f'"cafe\u0301", which {second}:2 has too'),
    ]


def test_a_number_and_its_text_are_one_id(tmp_path):
    path = jsonl(tmp_path, "x.jsonl", row(1), row("1"))
    assert f"{path}:2: expected an id of its own" in str(refused(load_cases, path))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"question": " \n"}, "expected a question, got nothing but white space"),
        ({"answer": ""}, "expected an answer, got nothing"),
        ({"passages": ["a", "\u3000\n"]}, "expected text in passage [p2], got nothing but white space"),
        ({"passages": [{"id": "A", "text": "x"}, {"id": "a ", "text": "y"}]}, "got [a] for passages 1 and 2"),
        ({"passages": []}, "expected the passages that were shown, got none"),
        ({"passages": [], "rule": "grounded"}, "expected the passages that were shown"),
        ({"passages": [], "rule": "answers_when_it_can", "answerable": True}, "expected the passages that were shown"),
        ({"passages": [], "answer": "Not in the sources.", "evidence": "x"}, "expected the passages that were shown"),
    ],
)
def test_a_case_that_cannot_be_judged_is_refused(tmp_path, fields, said):
    path = jsonl(tmp_path, "x.jsonl", row("a", **fields))
    assert f"{path}:1: " in str(refused(load_cases, path))
    assert said in str(refused(load_cases, path))


@pytest.mark.parametrize(
    "fields", [{"answerable": False}, {"rule": "answers_when_it_can"}, {"answer": "Not in the sources."}]
)
def test_sources_may_be_empty_where_there_may_have_been_none(tmp_path, fields):
    (case,) = load_cases(jsonl(tmp_path, "x.jsonl", row("a", passages=[], **fields)))
    assert case.passages == ()


def test_checked_cases_can_come_from_anywhere():
    case = Case(case_id="a", question="q", passages=(Passage(id="p", text="t"),), answer="yes")
    check_cases([case])
    assert "case a: expected an id of its own" in str(refused(check_cases, [case, case]))
    assert "expected an id, got none" in str(refused(check_cases, [Case(**(vars(case) | {"case_id": " "}))]))
    assert missing_sources([case]) == []


def test_questions_say_what_the_documents_hold(tmp_path):
    markdown(tmp_path, "b.md", question="Who  asked\nthis?")
    markdown(tmp_path, "a.md", sources="", answer="It is 5.")
    markdown(tmp_path, "c.md")
    path = jsonl(
        tmp_path.parent,
        f"{tmp_path.name}.jsonl",
        {"id": "B", "question": " Who asked this? ", "evidence": " five days "},
        {"id": "a", "question": "Q?", "answerable": False},
    )
    told = load_cases(tmp_path, questions=path)
    assert [(case.case_id, case.answerable, case.evidence) for case in told] == [
        ("a", False, None),
        ("b", True, "five days"),
        ("c", None, None),
    ]


def test_a_file_name_in_another_unicode_form_still_finds_its_question(tmp_path):
    markdown(tmp_path, "cafe\u0301.md")
    path = jsonl(tmp_path, "q", {"id": "caf\u00e9", "question": "Q?", "evidence": "text"})
    (case,) = attach_questions(load_cases(tmp_path), path)
    assert case.evidence == "text"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            {"id": "refund", "question": "Q?", "evidence": "x"},
            'the id of a saved answer, got "refund"; the nearest is "refunds"',
        ),
        ({"id": "refunds", "question": "Q!", "evidence": "x"}, '"Q?", got "Q!"'),
        ({"id": "refunds", "question": "Q?", "evidence": "x", "answerable": False}, "got both"),
        ({"id": "refunds", "question": "Q?"}, "got neither"),
        ({"id": "refunds", "question": "Q?", "answerable": True}, "got neither"),
        ({"id": "refunds", "question": "Q?", "evidence": "--"}, "with a letter or a digit"),
        ({"id": "refunds", "evidence": "x"}, 'expected "question" (text), got no "question"'),
        ({"question": "Q?", "evidence": "x"}, 'expected "id" (text), got no "id"'),
        ({"id": "refunds", "question": "Q?", "evidence": "x", "note": 1}, 'got "note"'),
        ({"id": "refunds", "question": "Q?", "evidence": "x", "answerable": "no"}, "true or false"),
    ],
)
def test_a_wrong_question_is_named_with_its_line(tmp_path, question, said):
    markdown(tmp_path, "refunds.md")
    path = jsonl(tmp_path, "q", question)
    error = refused(attach_questions, load_cases(tmp_path), path)
    assert str(error).startswith(f"{path}:1: expected ")
    assert said in str(error)
    assert len(error.problems) == 1


def test_a_list_may_hold_more_questions_than_answers_were_saved(tmp_path):
    markdown(tmp_path, "refunds.md")
    asked = {"id": "refunds", "question": "Q?", "evidence": "text"}
    others = [{"id": f"later-{n}", "question": f"And {n}?", "answerable": False} for n in range(3)]
    path = jsonl(tmp_path, "q", asked, *others)
    (case,) = load_cases(tmp_path, questions=path)
    assert case.evidence == "text"
    assert questions_left([case], path) == ("later-0", "later-1", "later-2")
    # Where none of them fits, it is the wrong file; one line says so.
    (problem,) = refused(load_cases, tmp_path, questions=jsonl(tmp_path, "other", *others)).problems
    assert problem.got == '"later-0"; none of 3 questions names one'


def test_two_questions_for_one_answer_are_refused(tmp_path):
    markdown(tmp_path, "a.md")
    question = {"id": "a", "question": "Q?", "evidence": "x"}
    path = jsonl(tmp_path, "q", question, question | {"id": "A"})
    error = refused(attach_questions, load_cases(tmp_path), path)
    assert str(error) == f'{path}:2: expected an id of its own, got "A", which {path}:1 has too'


def test_an_empty_or_missing_questions_file_is_a_problem(tmp_path):
    markdown(tmp_path, "a.md")
    assert "got an empty file" in str(refused(load_cases, tmp_path, questions=jsonl(tmp_path, "q")))
    assert "no such file" in str(refused(load_cases, tmp_path, questions=tmp_path / "none"))


def test_a_question_with_an_answer_in_the_documents_needs_sources(tmp_path):
    path = markdown(tmp_path, "a.md", sources="", answer="Not in the sources.")
    cases = load_cases(tmp_path)
    questions = jsonl(tmp_path, "q", {"id": "a", "question": "Q?", "evidence": "x"})
    for error in (refused(attach_questions, cases, questions), refused(load_cases, tmp_path, questions=questions)):
        assert str(error).startswith(f"{path}: expected the passages that were shown, got none")


@pytest.mark.parametrize("fields", [{"answerable": True}, {"evidence": "other"}])
def test_questions_and_saved_answers_may_not_contradict_each_other(tmp_path, fields):
    cases = load_cases(jsonl(tmp_path, "x.jsonl", row("a", **fields)))
    path = jsonl(tmp_path, "q", {"id": "a", "question": "Q?", "answerable": False})
    assert f"{path}:1: expected " in str(refused(attach_questions, cases, path))


def test_an_unreadable_answer_does_not_make_its_question_wrong_too(tmp_path):
    (tmp_path / "a.md").write_text("broken", encoding="utf-8")
    questions = jsonl(tmp_path, "q", {"id": "a", "question": "Q?", "evidence": "x"})
    wheres = {Path(problem.where).name for problem in refused(load_cases, tmp_path, questions=questions).problems}
    assert wheres <= {"a.md", "a.md:1"}


def test_a_file_name_that_is_not_utf8_is_refused(tmp_path):
    name = os.fsdecode(b"caf\xe9.md")
    try:
        markdown(tmp_path, name)
    except (OSError, UnicodeError):
        pytest.skip("this file system takes only UTF-8 names")
    message = str(refused(load_cases, tmp_path))
    assert "expected a file name in UTF-8" in message
    message.encode("utf-8")


@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.permutations(["a", "b", "c", "d"]))
def test_the_order_of_rows_does_not_matter(tmp_path, order):
    path = jsonl(tmp_path, "x.jsonl", *(row(case_id) for case_id in order))
    assert [case.case_id for case in load_cases(path)] == ["a", "b", "c", "d"]


def test_the_sample_is_read_with_its_questions():
    cases = load_cases(BENCH / "answers", questions=BENCH / "questions.jsonl")
    files = sorted(path.stem for path in (BENCH / "answers").glob("*.md"))
    assert [case.case_id for case in cases] == files
    assert all(case.answerable is not None for case in cases)


# File, cases and passes as the README beside the data counts them.
REAL = {
    "ragtruth_qa": (330, 157),
    "ragtruth_summary": (280, 137),
    "squad2": (351, 169),
    "clapnq": (272, 203),
    "mtrag_rated": (113, 69),
    "mtrag_un": (154, 87),
    "summedits": (288, 141),
    "wice": (144, 53),
    "begin": (151, 72),
}


@pytest.mark.parametrize("name", REAL)
def test_real_labelled_answers_are_all_read(name):
    folder = os.environ.get("WORKBENCH_DATA")
    if not folder or not Path(folder, f"{name}.jsonl").exists():
        pytest.skip(f"WORKBENCH_DATA names no folder with {name}.jsonl")
    path = Path(folder, f"{name}.jsonl")
    cases = load_cases(path)
    assert (len(cases), sum(case.label == "pass" for case in cases)) == REAL[name]
    with path.open(encoding="utf-8", newline="\n") as file:
        answers = {entry["id"]: entry["answer"] for entry in map(json.loads, file)}
    assert {case.case_id: case.answer for case in cases} == answers


def test_the_holdout_has_one_file_a_rule_and_a_ledger(tmp_path):
    folder = HoldoutFolder(tmp_path / "holdout")
    assert not folder.exists
    folder.path.mkdir()
    assert folder.exists
    assert folder.challenges("grounded") == tmp_path / "holdout" / "grounded.jsonl"
    assert folder.ledger == tmp_path / "holdout" / "ledger.jsonl"


@pytest.mark.parametrize("rule", ["ledger", "../grounded", "", "a/b", ".."])
def test_no_rule_leads_out_of_the_holdout_or_to_its_ledger(tmp_path, rule):
    with pytest.raises(ValueError, match="not a rule's name"):
        HoldoutFolder(tmp_path).challenges(rule)
