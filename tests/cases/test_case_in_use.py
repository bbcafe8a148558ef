"""Answers in use: read without labels, from every form that a bench reads, and one in N of them chosen."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.analysis.sampling import is_sampled
from workbench.cases.in_use import load_in_use
from workbench.errors import InputError
from workbench.records.item import Item
from workbench.records.passage import Passage

ROW = {"id": "a", "question": "What?", "passages": ["A day costs £32."], "answer": "£32."}


def lines(path, *rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_answers_are_read_from_all_three_forms_without_labels_and_failures_stand_apart(tmp_path):
    failed = {"question": "And?", "error": "timeout"}
    labelled = {**ROW, "id": "c", "label": "fail", "asked_at": "2026-11-23T10:00"}
    lines(tmp_path / "b.jsonl", ROW, {**ROW, "id": "b", "passages": []}, labelled, failed)
    (tmp_path / "a.csv").write_text('id,question,passages,answer\nd,What?,"[""A day.""]",£32.\n', encoding="utf-8")
    markdown = "## Question\nWhat?\n## Sources\n### [p1] Prices\nA day costs £32.\n## Answer\n£32.\n"
    (tmp_path / "e.md").write_text(markdown, encoding="utf-8")
    (tmp_path / "notes.txt").write_text("not read", encoding="utf-8")
    found = load_in_use(tmp_path)
    assert [case.case_id for case in found.cases] == ["a", "b", "c", "d", "e"]
    assert found.failures == 1
    assert str(found.last_asked) == "2026-11-23"
    assert [len(case.passages) for case in found.cases] == [1, 0, 1, 1, 1]


def test_everything_that_is_wrong_is_told_at_once_with_its_line(tmp_path):
    path = lines(tmp_path / "a.jsonl", ROW, ROW, {**ROW, "id": "b", "answer": " "}, {"id": "c", "question": "?"})
    with pytest.raises(InputError) as refused:
        load_in_use(path)
    told = str(refused.value)
    assert "a.jsonl:2: expected an id of its own" in told
    assert "a.jsonl:3: expected an answer, got nothing but white space" in told
    assert 'a.jsonl:4: expected "id", "question", "passages", "answer", got no "passages", "answer"' in told


@pytest.mark.parametrize("name", ["none.jsonl", "empty.jsonl", "table.xlsx", ""])
def test_what_holds_no_answer_is_refused(tmp_path, name):
    (tmp_path / "empty.jsonl").write_text("\n", encoding="utf-8")
    (tmp_path / "table.xlsx").write_bytes(b"PK")
    with pytest.raises(InputError, match="expected "):
        load_in_use(tmp_path / name if name else tmp_path)


def test_errors_alone_are_answers_in_use_too(tmp_path):
    found = load_in_use(lines(tmp_path / "a.jsonl", {"question": "What?", "error": "timeout"}))
    assert (found.cases, found.failures) == ((), 1)


items = st.builds(
    lambda question, text, answer: Item.of(question=question, passages=[Passage(id="p", text=text)], answer=answer),
    *[st.text(max_size=8)] * 3,
)


@given(st.lists(items, max_size=30), st.integers(1, 40), st.randoms())
def test_whether_an_item_is_chosen_hangs_on_nothing_but_itself(found, one_in, random):
    chosen = {item.item_id for item in found if is_sampled(item.item_id, one_in)}
    fewer = random.sample(found, k=len(found) // 2)
    assert {item.item_id for item in fewer if is_sampled(item.item_id, one_in)} <= chosen
    # One in more is among one in fewer, so that asking for more asks nobody anew.
    assert {item.item_id for item in found if is_sampled(item.item_id, one_in + 1)} <= chosen
    assert all(is_sampled(item.item_id, 1) for item in found)


def test_about_one_in_twenty_is_chosen():
    ids = [f"{number:016x}" for number in range(20_000)]
    # Of 20,000 with a chance of 1 in 20: 1,000, and within four standard deviations (4 x 30.8) of it.
    assert 877 < sum(is_sampled(item, 20) for item in ids) < 1_123
    with pytest.raises(ValueError, match="from 1"):
        is_sampled("a", 0)
