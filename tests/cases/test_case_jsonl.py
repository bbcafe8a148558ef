"""Cases as JSONL: every bad line told at once, no answer changed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.cases.jsonl import read_jsonl
from workbench.cases.rows import read_rows
from workbench.records.passage import Passage

ROW = {"id": "a", "question": "q", "passages": [{"id": "k1", "text": "t"}], "answer": "yes"}


def write(tmp_path, *rows):
    path = tmp_path / "cases.jsonl"
    lines = [row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows]
    path.write_bytes("\n".join(lines).encode("utf-8"))
    return path


def one_problem(path):
    cases, problems = read_jsonl(path)
    assert not cases
    assert len(problems) == 1, problems
    return str(problems[0])


def test_a_row_with_everything_is_read_whole(tmp_path):
    passages = [{"id": "k1", "text": "  t\r\n", "title": "T"}]
    extra = {"rule": "grounded", "label": "fail", "group": "g", "evidence": " t ", "meta": {"x": 1}}
    path = write(tmp_path, ROW | {"passages": passages, "answer": " yes\n\n"} | extra)
    cases, problems = read_jsonl(path)
    assert not problems
    (case,) = cases
    assert case.passages == (Passage(id="k1", text="  t\r\n", title="T"),)
    assert case.answer == " yes\n\n"
    assert (case.rules, case.label, case.group) == (("grounded",), "fail", "g")
    assert (case.evidence, case.answerable) == ("t", True)
    assert case.origin == f"{path}:1"


def test_without_rule_and_label_an_answer_is_trusted_under_both_rules(tmp_path):
    (case,), _ = read_jsonl(write(tmp_path, ROW))
    assert (case.rules, case.label) == (("grounded", "answers_when_it_can"), "pass")
    assert (case.answerable, case.evidence) == (None, None)


@pytest.mark.parametrize("key", ["passages", "sources", "contexts"])
def test_plain_text_passages_get_ids_by_their_place(tmp_path, key):
    row = {"id": "a", "question": "q", "answer": "yes", key: ["one", {"text": "two"}, {"id": 7, "text": "three"}]}
    (case,), problems = read_jsonl(write(tmp_path, row))
    assert not problems
    assert [(passage.id, passage.text) for passage in case.passages] == [("p1", "one"), ("p2", "two"), ("7", "three")]


def test_a_whole_number_is_an_id(tmp_path):
    (case,), _ = read_jsonl(write(tmp_path, ROW | {"id": 12}))
    assert case.case_id == "12"


def test_an_empty_list_says_that_no_passages_were_shown(tmp_path):
    (case,), problems = read_jsonl(write(tmp_path, ROW | {"passages": []}))
    assert not problems
    assert case.passages == ()


def test_line_separators_inside_a_text_do_not_end_the_line(tmp_path):
    answer = "a\u2028b\u2029c\u0085d"
    path = write(tmp_path, ROW | {"answer": answer})
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes() + b"\r\n\r\n")
    (case,), problems = read_jsonl(path)
    assert not problems
    assert case.answer == answer


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"id": None}, 'expected "id" (text), got null'),
        ({"id": "  "}, 'expected "id" that is not empty, got "  "'),
        ({"id": True}, 'expected "id" (text), got true'),
        ({"id": 1.5}, 'expected "id" (text), got the number 1.5'),
        ({"question": 3}, 'expected "question" (text), got the number 3'),
        ({"answer": ["yes"]}, 'expected "answer" (text), got a list of 1'),
        ({"answer": {}}, 'expected "answer" (text), got an object'),
        ({"passages": None}, 'got no "passages"'),
        ({"passages": "t"}, 'expected "passages" (a list), got "t"'),
        ({"sources": []}, 'got "passages" and "sources"'),
        ({"passages": [3]}, 'passage 1: expected text or an object with "text", got the number 3'),
        ({"passages": ["a", {"id": "x"}]}, 'passage 2: expected "text" (text), got no "text"'),
        ({"passages": [{"id": "", "text": "a"}]}, 'passage 1: expected "id" that is not empty'),
        ({"rule": "grouded"}, 'expected "rule" to be one of grounded, answers_when_it_can, got "grouded"'),
        ({"rule": ["grounded"]}, "got a list of 1"),
        ({"label": "PASS"}, 'expected "label" to be one of pass, fail, got "PASS"'),
        ({"label": 1}, "got the number 1"),
        ({"answerable": "no"}, 'expected "answerable" (true or false), got "no"'),
        ({"answerable": False, "evidence": "t"}, 'expected "evidence" or "answerable": false, got both'),
        ({"evidence": "**"}, 'expected "evidence" with a letter or a digit'),
        ({"group": []}, 'expected "group" (text), got a list of 0'),
    ],
)
def test_a_wrong_field_is_named_with_what_was_expected_and_what_came(tmp_path, change, said):
    path = write(tmp_path, ROW | change)
    message = one_problem(path)
    assert message.startswith(f"{path}:1")
    assert said in message


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"id": "a"', "one JSON object"),
        ('{"id": "a"} x', "extra data at character 13"),
        ("[1]", "a list of 1"),
        ("null", "null"),
        ('"text"', '"text"'),
        ('{"x": NaN}', "NaN, which is not JSON"),
        ('{"x": -Infinity}', "-Infinity, which is not JSON"),
        ('{"x": 1, "x": 2}', 'the key "x" twice in one object'),
        ('{"m": {"é": 1, "é": 2}}', 'the key "é" twice in one object'),
        ("[" * 100_000, "one JSON object"),
        ('{"x": ' + "9" * 5000 + "}", "a number with too many digits"),
        ('{"x": "a\tb"}', "invalid control character"),
        ("not json", "expecting value at character 1"),
    ],
)
def test_a_line_that_is_no_json_object_is_named(tmp_path, line, said):
    path = write(tmp_path, ROW, line)
    cases, problems = read_jsonl(path)
    assert [case.case_id for case in cases] == ["a"]
    assert [problem.where for problem in problems] == [f"{path}:2"]
    assert said in str(problems[0])


def test_half_a_surrogate_pair_is_refused_and_not_replaced(tmp_path):
    path = write(tmp_path, '{"id": "a", "question": "q", "passages": ["t"], "answer": "ok \\ud83d"}')
    assert 'expected "answer" (text), got half a surrogate pair at character 4' in one_problem(path)


def test_every_bad_row_is_told_at_once(tmp_path):
    path = write(tmp_path, ROW | {"answer": 1, "label": "x"}, "oops", ROW, ROW | {"id": ""})
    cases, problems = read_jsonl(path)
    assert len(cases) == 1
    assert sorted(problem.where for problem in problems) == [f"{path}:{line}" for line in (1, 1, 2, 4)]


def test_names_in_messages_keep_their_script(tmp_path):
    assert 'got "返品"' in one_problem(write(tmp_path, ROW | {"label": "返品"}))


readable = st.text(alphabet=st.characters(exclude_categories=["Cs"]))


@given(question=readable, answer=readable, texts=st.lists(readable), escaped=st.booleans())
def test_text_comes_through_to_the_character(tmp_path_factory, question, answer, texts, escaped):
    path = tmp_path_factory.mktemp("jsonl") / "a.jsonl"
    row = {"id": "a", "question": question, "answer": answer, "passages": texts}
    path.write_bytes(json.dumps(row, ensure_ascii=escaped).encode("utf-8"))
    (case,), problems = read_jsonl(path)
    assert not problems
    assert (case.question, case.answer) == (question, answer)
    assert [passage.text for passage in case.passages] == texts


@given(st.binary(max_size=60))
def test_any_ascii_line_is_a_row_or_a_problem(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("jsonl") / "a.jsonl"
    path.write_bytes(bytes(byte & 0x7F for byte in data))
    rows, problems = read_rows(path)
    filled = [line for line in path.read_text(encoding="ascii").split("\n") if line.strip(" \t")]
    assert len(rows) + len(problems) == len(filled)
