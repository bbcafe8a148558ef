"""Files of other tools where our own fields are expected: one line a row, few of many rows, and the way out."""

import json

import pytest

from workbench.cases.in_use import load_in_use
from workbench.cases.load import load_cases
from workbench.errors import InputError, Problem

RAGAS = {"user_input": "What does a day cost?", "retrieved_contexts": ["A day is £32."], "response": "£32."}
FIELDS = '"id", "question", "passages", "answer"'


def refused(call, path, *rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    with pytest.raises(InputError) as raised:
        call(path)
    return raised.value


@pytest.mark.parametrize("call", [load_cases, load_in_use])
def test_a_file_of_another_tool_is_told_in_one_line_a_row_and_few_of_them(tmp_path, call):
    path = tmp_path / "week.jsonl"
    error = refused(call, path, *[RAGAS] * 20)
    assert str(error).splitlines() == [
        "20 problems, nothing was written",
        *(f"  {path}:{n}: expected {FIELDS}, got no {FIELDS}" for n in (1, 2, 3)),
        "  and the same in 17 more lines: 4 to 20",
        f"  its fields have other names (Ragas dataset): bring it in first with: workbench import {path}",
    ]  # fmt: skip
    assert len(error.problems) == 20


def test_our_own_fields_need_no_import_and_rows_that_can_be_read_say_that_they_are_ours(tmp_path):
    ours = {"id": "a", "question": "Q?", "passages": ["A day is £32."], "answer": "£32."}
    for rows in ([{**ours, "answer": 5}], [ours, RAGAS]):
        assert "workbench import" not in str(refused(load_cases, tmp_path / "ours.jsonl", *rows))


def test_what_differs_is_told_of_every_line_and_what_is_the_same_by_its_numbers():
    same = [Problem(where=f"a.jsonl:{n}", expected='"id"', got="none") for n in (1, 2, 3, 5, 6, 9)]
    other = [Problem(where=f"a.jsonl:{n}", expected='"id"', got=str(n)) for n in range(6)]
    files = [Problem(where=f"{n}.md", expected="a question", got="none") for n in range(6)]
    lines = str(InputError([*same, *other, *files])).splitlines()
    # A heading; 3 of 6 and where the others are; 6 and 6.
    assert len(lines) == 1 + 4 + 6 + 6
    assert lines[4] == "  and the same in 3 more lines: 5 to 6, 9"
