"""Labelled real answers, as JSONL and CSV: the same cases from both, and no label that nobody gave."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.cases.csv_rows import read_csv_rows
from workbench.cases.labelled import load_labelled
from workbench.errors import InputError

ROW = {
    "id": "a",
    "question": "What does a day cost?",
    "passages": [{"id": "k1", "text": 'Day hire,\n"£32".'}],
    "answer": "It costs £30.",
    "label": "fail",
    "rule": "grounded",
    "group": "g",
}


def as_csv(*rows):
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    for row in rows:
        writer.writerow({name: value if isinstance(value, str) else json.dumps(value) for name, value in row.items()})
    return text.getvalue()


def write(path, text):
    path.write_bytes(text.encode("utf-8"))
    return path


def refused(path):
    with pytest.raises(InputError) as error:
        load_labelled(path)
    return str(error.value)


def test_csv_and_jsonl_give_the_same_cases(tmp_path):
    (one,) = load_labelled(write(tmp_path / "a.jsonl", json.dumps(ROW) + "\n"))
    (other,) = load_labelled(write(tmp_path / "a.csv", as_csv(ROW)))
    assert one.label == "fail"
    assert one.passages[0].text == 'Day hire,\n"£32".'
    assert [getattr(one, name) for name in ("question", "passages", "answer", "rules", "label", "group")] == [
        getattr(other, name) for name in ("question", "passages", "answer", "rules", "label", "group")
    ]


def test_an_answer_without_a_label_is_refused_and_never_taken_for_a_pass(tmp_path):
    row = {name: value for name, value in ROW.items() if name != "label"}
    assert 'expected "label" (pass or fail), got none' in refused(write(tmp_path / "a.jsonl", json.dumps(row)))
    assert 'expected "label" (pass or fail), got none' in refused(
        write(tmp_path / "a.csv", as_csv(ROW | {"label": ""}))
    )


def test_all_that_is_wrong_is_told_at_once(tmp_path):
    text = as_csv(ROW, ROW | {"id": "b", "label": "maybe"}, ROW | {"id": "c", "passages": "[not json"}, ROW) + "d,e\r\n"
    told = refused(write(tmp_path / "a.csv", text))
    for part in ('"label" to be one of pass, fail', '"passages" as JSON text', "7 cells, got 2", "an id of its own"):
        assert part in told


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("a.csv", "id,id\r\n", "each column named once"),
        ("a.csv", "", "at least one labelled answer, got none"),
        ("a.csv", 'id,label\r\n"open', "expected CSV"),
        ("a.txt", "", "a folder, a .jsonl file or a .csv file, got a file that ends in .txt"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(tmp_path, name, text, told):
    assert told in refused(write(tmp_path / name, text))


def test_a_missing_file_is_refused(tmp_path):
    assert "no such file" in refused(tmp_path / "gone.csv")


def test_a_folder_gives_all_its_files_and_no_hidden_one(tmp_path):
    write(tmp_path / "a.jsonl", json.dumps(ROW))
    write(tmp_path / "b.csv", as_csv(ROW | {"id": "b"}))
    write(tmp_path / ".c.csv", "garbage")
    write(tmp_path / "notes.txt", "garbage")
    assert [case.case_id for case in load_labelled(tmp_path)] == ["a", "b"]


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
def test_any_text_is_read_or_reported(tmp_path_factory, text):
    path = write(tmp_path_factory.mktemp("odd") / "a.csv", text)
    try:
        rows, problems = read_csv_rows(path)
    except InputError:
        return
    assert all(row.where for row in rows)
    assert all(str(problem) for problem in problems)
