"""The common answer to a question, which the questions file may give beside the evidence."""

import json

import pytest

from workbench.cases.load import load_cases
from workbench.errors import InputError

ANSWER = {"id": "day", "question": "What does a day cost?", "passages": ["A day is £32."], "answer": "£32 [p1]."}


def load(tmp_path, **fields):
    answers, questions = tmp_path / "answers.jsonl", tmp_path / "questions.jsonl"
    answers.write_text(json.dumps(ANSWER), encoding="utf-8")
    questions.write_text(json.dumps({"id": "day", "question": ANSWER["question"], **fields}), encoding="utf-8")
    (case,) = load_cases(answers, questions=questions)
    return case


def test_it_goes_with_its_case(tmp_path):
    assert load(tmp_path, evidence="A day is £32", default=" £25 ").default == "£25"
    assert load(tmp_path, evidence="A day is £32").default == ""


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"evidence": "A day is £32", "default": 25}, '"default" (text), got the number 25'),
        ({"evidence": "A day is £32", "default": "?"}, '"default" with a letter or a digit'),
        ({"answerable": False, "default": "£25"}, '"default" beside "evidence" alone'),
    ],
)
def test_what_cannot_be_one_is_refused_with_its_line(tmp_path, fields, says):
    with pytest.raises(InputError, match=r"questions\.jsonl:1") as refused:
        load(tmp_path, **fields)
    assert says in str(refused.value)
